//! Imports records: reads and folds them in a worker thread, compares them with the store, and writes many at a time.
//!
//! A record is written whole or not at all, and what is here already is left as it is. So an import
//! that was interrupted has nothing to remember: repeated, it passes over what it has done.
//!
//! There is no checkpoint that could be wrong: the archive itself is the state of an import. What can never change
//! (game, options, opening, log) makes two records the same. An importer who is not the operator is answered by what a
//! reader sees, since importing would show secrets otherwise.

use std::collections::HashMap;

use chrono::{DateTime, Datelike, Utc};
use futures_util::{Stream, StreamExt};
use kifu_engine::erased::{AnyRecord, GAME_FIELD, Opening};
use kifu_engine::message::Quote;
use kifu_engine::text::Names;
use serde_json::{Value, json};
use uuid::Uuid;

use super::content::{Conflict, Content, stored_time};
use super::lines::{Chunk, Line, MAX_LINE_BYTES};
use super::walk::load;
use super::{FORMAT_VERSION, RecordFile};
use crate::access::Access;
use crate::access::IMPORTER;
use crate::damage::Trailer;
use crate::opening::{OpenRequest, Prepared, SeatEntry, event, find_game, mark, prepare};
use crate::played_at::PlayedAt;
use crate::problem::{Code, Problem};
use crate::record_cache::limits::RecordLimits;
use crate::record_view::RecordStatus;
use crate::request::{object, parse};
use crate::seating;
use crate::words::records::Records;
use kifu_store::{GameId, ImportedRecords, RecordWithLog, Store, StoreError, Visibility};

/// Chunks that are read and folded while another one is written.
const CHUNKS_AHEAD: usize = 3;
/// The years that every format can express.
const ALLOWED_YEARS: std::ops::RangeInclusive<i32> = 1..=9999;

/// Where records go, and who brings them.
#[derive(Clone)]
pub struct Importer {
    /// The archive.
    pub store: Store,
    /// What the importer may know of the records that are here.
    pub access: Access,
    /// How long a record may be; the operator brings records of any length.
    pub limits: Option<RecordLimits>,
    /// The trace context of the request that brings the records.
    pub traceparent: Option<String>,
}

/// What became of a line.
#[derive(Debug)]
pub struct Done {
    /// Its number.
    pub line: u64,
    /// The record it is about, where it could be read.
    pub id: Option<Uuid>,
    /// What became of it.
    pub outcome: Result<Outcome, Problem>,
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is new here, and on disk.
    Imported,
    /// It was here already; perhaps it has gone on since.
    Duplicate,
    /// It was here already under this id.
    SameContent(GameId),
}

/// What became of a chunk of lines.
#[derive(Debug)]
pub struct ImportedChunk {
    /// Each of them.
    pub done: Vec<Done>,
    /// How many lines were read up to here.
    pub read: u64,
}

/// A record that folds.
struct CheckedRecord {
    line: u64,
    content: Content,
    whole: RecordWithLog,
    /// By seat: who it was elsewhere.
    players: Vec<Option<Uuid>>,
}

impl CheckedRecord {
    fn id(&self) -> GameId {
        self.whole.opening.id
    }

    fn done(&self, outcome: Result<Outcome, Problem>) -> Done {
        Done { line: self.line, id: Some(self.id().0), outcome }
    }
}

/// A line that was read: a record that folds, or what is wrong.
type Read = Result<CheckedRecord, Box<Done>>;

/// Imports chunk by chunk. The stream ends with its first error, which is none of the lines' fault.
pub fn run(
    importer: Importer,
    chunks: impl Stream<Item = Result<Chunk, Problem>>,
) -> impl Stream<Item = Result<ImportedChunk, Problem>> {
    let limits = importer.limits;
    let read = chunks.map(move |chunk| {
        let reading = chunk.map(|Chunk { lines, read }| {
            let read_lines =
                move || lines.into_iter().filter_map(|line| read_line(line, limits)).collect::<Vec<_>>();
            (tokio::task::spawn_blocking(read_lines), read)
        });
        async move {
            let (reading, count) = reading?;
            let lines = reading.await.map_err(Problem::internal)?;
            Ok::<_, Problem>((lines, count))
        }
    });
    read.buffered(CHUNKS_AHEAD).then(move |chunk| {
        let importer = importer.clone();
        async move {
            let (lines, read) = chunk?;
            Ok(ImportedChunk { done: import_lines(&importer, lines).await?, read })
        }
    })
}

/// Imports records that are no lines of a stream; in order.
pub async fn import_files(importer: &Importer, files: Vec<RecordFile>) -> Result<Vec<Done>, Problem> {
    let number = |(line, file): (u64, RecordFile)| {
        let id = Some(file.id);
        check(line, file, importer.limits)
            .map_err(|problem| Box::new(Done { line, id, outcome: Err(problem) }))
    };
    import_lines(importer, (1..).zip(files).map(number).collect()).await
}

/// Nothing of a line that only says what an export passed over.
fn read_line(Line { number, bytes }: Line, limits: Option<RecordLimits>) -> Option<Read> {
    let refuse = |id, problem| Box::new(Done { line: number, id, outcome: Err(problem) });
    let json = bytes.ok_or_else(too_long).and_then(|bytes| parse(&bytes));
    let json = match json {
        Ok(json) if Trailer::is(&json) => return None,
        Ok(json) => json,
        Err(problem) => return Some(Err(refuse(None, problem))),
    };
    let id = json["id"].as_str().and_then(|id| id.parse().ok());
    let file: Result<RecordFile, Problem> = object(&json);
    Some(file.and_then(|file| check(number, file, limits)).map_err(|problem| refuse(id, problem)))
}

fn too_long() -> Problem {
    Problem::new(Code::BodyTooLarge, Records::LineTooLong { most: MAX_LINE_BYTES })
}

/// Checks and folds a file. What it gives is what is stored.
fn check(line: u64, mut file: RecordFile, limits: Option<RecordLimits>) -> Result<CheckedRecord, Problem> {
    if file.kifu != FORMAT_VERSION {
        let message = Records::OtherFormat { input: file.kifu.into(), supported: FORMAT_VERSION.into() };
        return Err(Problem::field("kifu", message));
    }
    check_times(&file)?;
    let log = fold(&file, limits)?;
    file.options.remove(GAME_FIELD);
    let content = Content {
        game: file.game.clone(),
        seats: file.seats,
        options: file.options.clone(),
        opened_at: stored_time(file.opened_at),
        log,
    };
    let events = content.log.iter().map(|(at, entry)| event(entry, *at, IMPORTER));
    let log = events.collect::<Result<_, _>>()?;
    let copy_of = file.copy_of;
    let players = file.details.players.clone();
    let mut opening = prepare_file(file)?;
    if let Some(of) = copy_of {
        mark(&mut opening, of)?;
    }
    Ok(CheckedRecord { line, content, whole: RecordWithLog { opening, log, copy_of }, players })
}

fn check_times(file: &RecordFile) -> Result<(), Problem> {
    let times = file.log.iter().map(|logged| logged.at);
    let mut times = times.chain([file.opened_at]).chain(file.details.played_at.map(PlayedAt::utc));
    match times.find(|at| !ALLOWED_YEARS.contains(&at.year())) {
        None => Ok(()),
        Some(at) => {
            let message = Records::YearOutOfRange { input: Quote(at.to_string()) };
            Err(Problem::new(Code::MalformedBody, message).with(json!({ "input": at })))
        }
    }
}

fn fold(file: &RecordFile, limits: Option<RecordLimits>) -> Result<Vec<(DateTime<Utc>, Value)>, Problem> {
    let opening = Opening { seats: file.seats, options: Value::Object(file.options.clone()) };
    let names: Vec<_> = file.details.names.iter().cloned().map(|name| name.map(String::from)).collect();
    let names = Names::new(&names);
    let rejected = |rejected| Problem::rejected(rejected, &names);
    let mut record = find_game(&file.game)?.open(&opening).map_err(rejected)?;
    let (mut log, mut bytes) = (Vec::with_capacity(file.log.len()), 0);
    for (logged, event) in file.log.iter().zip(1_u64..) {
        let entry = record.append(&logged.entry).map_err(|why| rejected(why).at_event(event))?;
        if let Some(limits) = limits {
            bytes += entry.to_string().len();
            limits.check(Access::Scribe, &*record, bytes).map_err(|full| full.at_event(event))?;
        }
        log.push((stored_time(logged.at), entry));
    }
    check_status(file, &*record)?;
    Ok(log)
}

fn check_status(file: &RecordFile, record: &dyn AnyRecord) -> Result<(), Problem> {
    let folded = RecordStatus::from(record.status());
    if file.status.is_none_or(|status| status == folded) {
        return Ok(());
    }
    let message = Records::StatusDiffers { field: "status".into() };
    Err(Problem::new(Code::MalformedBody, message).with(json!({"input": file.status, "folded": folded})))
}

/// An imported record is opened like any other, but without tokens: only the operator may add to it.
fn prepare_file(file: RecordFile) -> Result<kifu_store::Opening, Problem> {
    let (mut names, seats) = (file.details.names, usize::from(file.seats));
    if names.len() > seats {
        let message = Records::NamesForSeats { field: "names".into(), names: names.len(), seats };
        return Err(Problem::field("details.names", message));
    }
    names.resize(seats, None);
    let open_request = OpenRequest {
        game: file.game,
        seats: names.into_iter().map(|name| name.map(SeatEntry::Name)).collect(),
        options: file.options,
        played_at: file.details.played_at.map(PlayedAt::stored),
        place: file.details.place,
        tags: file.details.tags,
        visibility: file.visibility,
    };
    let Prepared { mut opening, .. } = prepare(GameId(file.id), open_request, stored_time(file.opened_at))?;
    IMPORTER.clone_into(&mut opening.actor);
    Ok(opening)
}

/// Writes what is new.
async fn import_lines(importer: &Importer, lines: Vec<Read>) -> Result<Vec<Done>, Problem> {
    let mut done = Vec::with_capacity(lines.len());
    let mut checked = Vec::with_capacity(lines.len());
    for line in lines {
        match line {
            Ok(record) => checked.push(record),
            Err(refused) => done.push(*refused),
        }
    }
    for CheckedRecord { whole, players, .. } in &mut checked {
        whole.opening.traceparent.clone_from(&importer.traceparent);
        seating::adopt(&importer.store, &mut whole.opening.seating, players).await?;
    }
    done.extend(import_records(importer, &checked).await.map_err(stopped)?);
    done.sort_by_key(|done| done.line);
    Ok(done)
}

/// An import that can't go on. Nobody needs to know what became of its last records: sent again, those that were written
/// are passed over.
fn stopped(error: StoreError) -> Problem {
    match error {
        StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_) => {
            tracing::warn!(%error, "an import stopped");
            Problem::new(Code::Unavailable, Records::ImportStopped)
        }
        error => error.into(),
    }
}

async fn import_records(importer: &Importer, checked: &[CheckedRecord]) -> Result<Vec<Done>, StoreError> {
    let mut done = Vec::with_capacity(checked.len());
    let mut open: Vec<&CheckedRecord> = checked.iter().collect();
    // Twice only if another import wrote the same records between our look and our turn.
    while !open.is_empty() {
        let mut existing = ExistingRecords::read(importer, &open).await?;
        let mut fresh = Vec::new();
        for record in open {
            match existing.classify(record) {
                Some(outcome) => done.push(record.done(outcome)),
                None => fresh.push(record),
            }
        }
        let wholes: Vec<_> = fresh.iter().map(|record| &record.whole).collect();
        let ImportedRecords { written, unstorable } = importer.store.write_with_logs(&wholes).await?;
        done.extend(unstorable.into_iter().filter_map(|(id, error)| {
            let record = fresh.extract_if(.., |record| record.id() == id).next()?;
            Some(record.done(Err(error.into())))
        }));
        let new = fresh.extract_if(.., |record| written.contains(&record.id()));
        done.extend(new.map(|record| record.done(Ok(Outcome::Imported))));
        open = fresh;
    }
    Ok(done)
}

/// What is here of the records to be imported, as far as the importer may know.
struct ExistingRecords {
    /// By id; nothing of a record that is closed to the importer.
    contents: HashMap<GameId, Option<Content>>,
    by_opening: HashMap<DateTime<Utc>, Vec<GameId>>,
}

impl ExistingRecords {
    /// Everything that could be one of these records, under its id or another.
    async fn read(importer: &Importer, records: &[&CheckedRecord]) -> Result<Self, StoreError> {
        let reader = importer.store.latest();
        let times: Vec<_> = records.iter().map(|record| record.content.opened_at).collect();
        let mut ids = reader.records_opened_at(&times).await?;
        ids.extend(records.iter().map(|record| record.id()));
        ids.sort_unstable();
        ids.dedup();
        let mut existing = Self { contents: HashMap::new(), by_opening: HashMap::new() };
        for stored in load(reader, &ids).await? {
            let id = stored.id;
            let Ok((head, events)) = stored.into_parts() else {
                // It is here, and nobody can say what it is.
                existing.contents.insert(id, None);
                continue;
            };
            let content = Content::seen(&head, &events, importer.access);
            if head.visibility == Visibility::Public || importer.access == Access::Scribe {
                existing.by_opening.entry(head.opened_at).or_default().push(head.id);
            }
            existing.contents.insert(head.id, content);
        }
        Ok(existing)
    }

    /// What becomes of a record without writing it; `None` if it is new, and from now on it is here.
    fn classify(&mut self, record: &CheckedRecord) -> Option<Result<Outcome, Problem>> {
        if let Some(stored) = self.contents.get(&record.id()) {
            let same =
                stored.as_ref().ok_or(Conflict::Closed).and_then(|stored| record.content.is_in(stored));
            return Some(same.map(|()| Outcome::Duplicate).map_err(Problem::from));
        }
        if let Some(existing) = self.same_content(&record.content) {
            return Some(Ok(Outcome::SameContent(existing)));
        }
        self.by_opening.entry(record.content.opened_at).or_default().push(record.id());
        self.contents.insert(record.id(), Some(record.content.clone()));
        None
    }

    /// The same record under another id. Two that say nothing yet are two.
    fn same_content(&self, content: &Content) -> Option<GameId> {
        let mut others = self.by_opening.get(&content.opened_at)?.iter();
        let same = |id: &&GameId| self.contents.get(id).and_then(Option::as_ref) == Some(content);
        others.find(same).filter(|_| !content.log.is_empty()).copied()
    }
}
