//! Tests that read the files back.

use std::collections::BTreeMap;
use std::sync::Arc;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use uuid::Uuid;

use super::*;
use crate::chunk::{ChunkSet, LoadedChunk, Snapshot, SnapshotId};
use crate::columns::games::{Game, OPEN_ENDED};
use crate::columns::observations::{StoredObservation, Value, WHOLE_TABLE};
use crate::columns::{Chunk, GameEntry};
use crate::question::PlayerRedirects;

const BIDS: &str = "you_cry_wolf.bid_escalation";
/// In the night from November to December 2023, UTC.
const MIDNIGHT: i64 = 1_701_388_800_000;

fn entry(id: u128, at: i64, until: i64, observations: Vec<StoredObservation>) -> GameEntry {
    let game = Game {
        id: Uuid::from_u128(id),
        from: 10,
        until,
        played_at: at,
        irregular: false,
        options: "{}".into(),
        rules_version: 1,
        place: None,
        tags: if id == 1 { vec!["club".into(), "夜".into()] } else { Vec::new() },
        players: vec![Some(Uuid::from_u128(7)), Some(Uuid::from_u128(8))],
        won: vec![true, false],
        places: vec![1, 2],
        ending: "out".into(),
    };
    GameEntry { game, observations: BTreeMap::from([(BIDS.to_owned(), observations)]) }
}

fn chunks() -> ChunkSet {
    let one = |seat, value, animal: Option<&str>| StoredObservation {
        seat,
        value,
        dimensions: vec![
            animal.map(str::to_owned),
            Some("3".to_owned()),
            Some("2".to_owned()),
            Some("11".to_owned()),
            Some("13".to_owned()),
        ],
    };
    let observations = vec![
        one(0, Value::Number(2.5), Some("cow")),
        one(1, Value::Between(0.0, 4.0), None),
        one(WHOLE_TABLE, Value::Word("wolf".into()), Some("wolf")),
    ];
    let entries = vec![
        entry(1, MIDNIGHT - 1, OPEN_ENDED, observations.clone()),
        entry(2, MIDNIGHT, OPEN_ENDED, observations[..1].to_vec()),
        // A record's state before it was amended, and a record that was counted anew elsewhere.
        entry(3, MIDNIGHT - 1, 20, observations.clone()),
        entry(4, MIDNIGHT - 1, OPEN_ENDED, observations),
    ];
    let chunk = Chunk::of(entries, &[(BIDS.to_owned(), 5)]);
    let chunk = LoadedChunk {
        id: (0, 1, 1),
        position: 50,
        game: "you_cry_wolf".into(),
        tombstones: Arc::new(vec![3]),
        observations: BTreeMap::from([(BIDS.to_owned(), Arc::new(chunk.observations[BIDS].clone()))]),
        games: Arc::new(chunk.games),
    };
    let snapshot = Snapshot {
        positions: [0, 50].into(),
        as_of: DateTime::UNIX_EPOCH,
        redirects: PlayerRedirects::new([
            (Uuid::from_u128(7), Some(Uuid::from_u128(9))),
            (Uuid::from_u128(8), None),
        ]),
        id: SnapshotId([0; 32]),
    };
    ChunkSet { chunks: vec![chunk], snapshot }
}

#[test]
fn a_game_is_in_the_file_of_its_month_as_long_as_it_counts() {
    let found = parts(&chunks(), FilePeriod::Month);
    let months: Vec<_> = found.iter().map(|(part, rows)| (part.month.as_str(), rows[&0].len())).collect();
    assert_eq!(months, [("2023-11", 1), ("2023-12", 1)]);
}

#[test]
fn files_of_days_and_hours_lie_in_the_folder_of_their_month() {
    let names = |period| {
        let parts = parts(&chunks(), period).into_keys();
        parts.map(|part| [part.folder().join("/"), part.file_name()].join("/")).collect::<Vec<_>>()
    };
    let november = |name| format!("game=you_cry_wolf/month=2023-11/{name}");
    assert_eq!(names(FilePeriod::Month)[0], november("observations.parquet"));
    assert_eq!(names(FilePeriod::Day)[0], november("observations-30.parquet"));
    assert_eq!(names(FilePeriod::Hour)[0], november("observations-30T23.parquet"));
    for period in [FilePeriod::Month, FilePeriod::Day, FilePeriod::Hour] {
        assert!(parts(&chunks(), period).keys().all(|part| ParquetPart::may_have_file(&part.file_name())));
    }
    for other in
        ["observations-.parquet", "observations-7.parquet", "observations-07T.parquet", "observations.csv"]
    {
        assert!(!ParquetPart::may_have_file(other), "{other}");
    }
}

#[test]
fn a_reader_finds_what_was_observed() {
    let chunks = chunks();
    let rows = parts(&chunks, FilePeriod::Month).into_values().next().unwrap();
    let reader =
        SerializedFileReader::new(bytes::Bytes::from(write(&chunks, &rows, Some("2026-11-25")).unwrap()))
            .unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row.get_string(0).unwrap() == &Uuid::from_u128(1).to_string()));
    assert_eq!(rows[0].get_timestamp_millis(1).unwrap(), MIDNIGHT - 1);
    let tags: Vec<String> = rows[2].get_list(7).unwrap().elements().iter().map(ToString::to_string).collect();
    assert_eq!(tags, ["\"club\"", "\"夜\""]);
    // A known number is its own bounds; nobody sits at the table's seat; the merged are who they are by now.
    let number = |row: usize, field| rows[row].get_double(field).ok();
    assert_eq!([12, 13, 14].map(|field| number(0, field)), [Some(2.5); 3]);
    assert_eq!([12, 13, 14].map(|field| number(1, field)), [None, Some(0.0), Some(4.0)]);
    assert_eq!([12, 13, 14].map(|field| number(2, field)), [None; 3]);
    assert_eq!(rows[2].get_string(15).unwrap(), "wolf");
    let (merged, erased, table) =
        (rows[0].get_string(11).ok(), rows[1].get_string(11).ok(), rows[2].get_int(10).ok());
    assert_eq!((merged.unwrap(), erased, table), (&Uuid::from_u128(9).to_string(), None, None));
    // Animal, position and round; what joins observations of a move has columns of its own.
    assert_eq!(rows[1].get_map(16).unwrap().entries().len(), 3);
    assert_eq!((rows[0].get_int(17).unwrap(), rows[0].get_int(18).unwrap()), (2, 11));
    assert_eq!(rows[0].get_long(19).unwrap(), 13);
}

#[test]
fn opponents_are_made_of_who_sat_where() {
    let mut chunks = chunks();
    let rows = parts(&chunks, FilePeriod::Month).into_values().next().unwrap();
    chunks.snapshot.redirects = PlayerRedirects::default();
    let reader = SerializedFileReader::new(bytes::Bytes::from(write(&chunks, &rows, None).unwrap())).unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    let of = |row: &parquet::record::Row| {
        let text = |field| row.get_string(field).unwrap().clone();
        (text(8), row.get_int(10).unwrap(), text(11), text(15))
    };
    let [one, other] = [7, 8].map(|number| Uuid::from_u128(number).to_string());
    let metric = || "common.opponents".to_owned();
    assert_eq!(of(&rows[3]), (metric(), 0, one.clone(), other.clone()));
    assert_eq!(of(&rows[4]), (metric(), 1, other, one));
    assert_eq!(rows.len(), 5);
}

#[test]
fn a_file_says_what_its_numbers_mean() {
    let chunks = chunks();
    let rows = parts(&chunks, FilePeriod::Month).into_values().next().unwrap();
    let reader =
        |as_of| SerializedFileReader::new(bytes::Bytes::from(write(&chunks, &rows, as_of).unwrap())).unwrap();
    let metadata = |as_of| -> BTreeMap<String, String> {
        let pairs = reader(as_of).metadata().file_metadata().key_value_metadata().unwrap().clone();
        pairs.into_iter().map(|pair| (pair.key, pair.value.unwrap_or_default())).collect()
    };
    let dated = metadata(Some("2026-11-25"));
    assert_eq!(dated["kifu.as_of"], "2026-11-25");
    let metrics: serde_json::Value = serde_json::from_str(&dated["kifu.metrics"]).unwrap();
    let ids: Vec<_> =
        metrics.as_array().unwrap().iter().map(|metric| metric["id"].as_str().unwrap()).collect();
    assert!(ids.contains(&BIDS) && ids.contains(&"common.opponents"), "{ids:?}");
    assert!(!ids.iter().any(|id| id.starts_with("bremen.")), "{ids:?}");
    assert!(metrics.as_array().unwrap().iter().all(|metric| metric["definition"]["ja"].is_string()));
    assert!(!metadata(None).contains_key("kifu.as_of"));
}

#[test]
fn a_file_without_rows_can_be_read() {
    let reader =
        SerializedFileReader::new(bytes::Bytes::from(write(&chunks(), &Rows::new(), None).unwrap())).unwrap();
    assert_eq!(reader.get_row_iter(None).unwrap().count(), 0);
}

#[test]
fn the_digest_of_a_part_follows_from_its_games_and_not_from_their_chunks() {
    let digests = |chunks: &ChunkSet| -> Vec<String> {
        parts(chunks, FilePeriod::Month)
            .iter()
            .map(|(part, rows)| digest(chunks, part, rows).unwrap())
            .collect()
    };
    let before = digests(&chunks());
    assert_ne!(before[0], before[1]);
    // Merged with others into a chunk of another number, with another order of rows.
    let mut merged = chunks();
    let mut entries: Vec<_> = (0..4).map(|row| merged.chunks[0].games.get(row)).collect();
    entries.swap(0, 1);
    entries.remove(3);
    let entries = entries.into_iter().map(|game| GameEntry { game, observations: BTreeMap::new() });
    merged.chunks[0].games = Arc::new(Chunk::of(entries.collect(), &[]).games);
    merged.chunks[0].tombstones = Arc::default();
    merged.chunks[0].id.2 = 7;
    assert_eq!(digests(&merged), before);
    // A tag more in November.
    let mut changed = chunks();
    let mut games: Vec<_> = (0..4).map(|row| changed.chunks[0].games.get(row)).collect();
    games[0].tags.push("cup".into());
    let entries = games.into_iter().map(|game| GameEntry { game, observations: BTreeMap::new() });
    changed.chunks[0].games = Arc::new(Chunk::of(entries.collect(), &[]).games);
    let after = digests(&changed);
    assert_ne!(after[0], before[0]);
    assert_eq!(after[1], before[1]);
    // The file of a day is another one than that of a month with the same games.
    let of_days = parts(&chunks(), FilePeriod::Day);
    assert!(
        of_days
            .iter()
            .zip(&before)
            .all(|((part, rows), month)| digest(&chunks(), part, rows).unwrap() != *month)
    );
    // Whoever was merged into another sits in both months.
    let mut renamed = chunks();
    renamed.snapshot.redirects = PlayerRedirects::default();
    assert!(digests(&renamed).iter().zip(&before).all(|(renamed, before)| renamed != before));
}
