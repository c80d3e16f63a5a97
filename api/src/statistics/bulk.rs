//! `GET /v1/observations`: which files there are; [`PATH`]: one of them.

use std::collections::BTreeSet;

use actix_web::http::header::CONTENT_DISPOSITION;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_engine::erased::AnyGame;
use kifu_engine::games;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use kifu_statistics::bulk::{FilePeriod, ParquetPart, Rows, SCHEMA, parts, write};
use kifu_statistics::chunk::{ChunkId, ChunkSet, ColumnRequest};
use kifu_statistics::shapes::shapes;
use kifu_statistics::values::to_the_microsecond;
use kifu_store::Store;

use crate::app::App;
use crate::http::byte_range;
use crate::http::cost::{Admission, Permit, Scans, Slot};
use crate::http::entity_tag::EntityTag;
use crate::http::extractors::{encode, query};
use crate::http::problem::{Code, Problem};
use crate::statistics::answers::archive::{Archive, AsOf, ChunkRequest};
use crate::statistics::answers::as_of::{cursor, read_as_of};
use kifu_statistics::columns::column_groups::ColumnGroup;

/// The media type of a file.
pub const PARQUET: &str = "application/vnd.apache.parquet";

/// Where a file is: in folders that name its game and month, as tools for partitioned Parquet expect it.
pub const PATH: &str = "/v1/observations/game={game}/month={month}/observations.parquet";

/// The pattern of a month.
pub const MONTH: &str = "^[0-9]{4}-(0[1-9]|1[0-2])$";

/// The files that hold every observation.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ObservationFiles {
    /// Everything acknowledged before this time is in them.
    #[serde(serialize_with = "to_the_microsecond")]
    pub as_of: DateTime<Utc>,
    /// The moment as a cursor of the feed: as `as_of` of another question it gives an equal archive.
    pub cursor: String,
    /// The schema of the files, in Parquet's notation.
    pub schema: &'static str,
    /// The files by game, then by month.
    pub files: Vec<ObservationFile>,
}

/// One of the files.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ObservationFile {
    /// The game.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub game: String,
    /// The month in which the games were played, in UTC.
    #[schemars(regex(pattern = MONTH))]
    pub month: String,
    /// The number of games that it is about.
    pub games: usize,
    /// The address of the file: as of the requested moment, if there was one.
    pub url: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ObservationsQuery {
    as_of: Option<String>,
}

/// Lists the files.
pub async fn index(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let query: ObservationsQuery = query(&request)?;
    let as_of = read_as_of(&app.feed.sealer, query.as_of.as_deref())?;
    let chunk_request = ChunkRequest {
        game: None,
        column_groups: &[ColumnGroup::Base, ColumnGroup::PlayedAt],
        metrics: &[],
        as_of,
        chunks: None,
    };
    let slot = Admission::of(&request)?.slot().await?;
    let set = app.archive.read((app.store(), &slot), &chunk_request).await?;
    let by_month = move |_: &Permit<Scans>| (parts(&set, FilePeriod::Month), set);
    let (files, set) = slot.run(by_month).await?;
    let moment = query.as_of.map(|as_of| format!("?as_of={}", encode(&as_of))).unwrap_or_default();
    let listed = |(ParquetPart { game, month, .. }, rows): (ParquetPart, Rows)| ObservationFile {
        url: format!("/v1/observations/game={game}/month={month}/observations.parquet{moment}"),
        games: rows.values().map(Vec::len).sum(),
        game,
        month,
    };
    let index = ObservationFiles {
        as_of: set.snapshot.as_of,
        cursor: cursor(&app.feed.sealer, &set.snapshot),
        schema: SCHEMA,
        files: files.into_iter().map(listed).collect(),
    };
    Ok(HttpResponse::Ok().json(index))
}

/// One of the files.
pub async fn one(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let query: ObservationsQuery = query(&request)?;
    let word = |name| request.match_info().get(name).unwrap_or_default().to_owned();
    let part = ParquetPart::of_month(&word("game"), &word("month"));
    if games::find(&part.game).is_none() {
        return Err(Problem::plain(Code::NotFound));
    }
    let as_of = read_as_of(&app.feed.sealer, query.as_of.as_deref())?;
    // A cursor names the same moment in many ways; a file would be another one each time.
    let named_time = query.as_of.filter(|_| matches!(as_of, Some(AsOf::Time(_))));
    let epoch = app.store().epoch();
    let slot = Admission::of(&request)?.slot().await?;
    let set = read_games(&app.archive, (app.store(), &slot), &part.game, as_of).await?;
    let requested = part.clone();
    let of_part = move |_: &Permit<Scans>| (parts(&set, FilePeriod::Month).remove(&requested), set);
    let (rows, set) = slot.run(of_part).await?;
    let rows = rows.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let digest = digest(&part, &rows, &set.snapshot.id.0, named_time.as_deref());
    let tag = EntityTag::of_counted(epoch, &digest);
    let mut response = HttpResponse::Ok();
    let name = format!("attachment; filename=\"{}-{}.parquet\"", part.game, part.month);
    response.insert_header((CONTENT_DISPOSITION, name));
    let write = async {
        let written = move |_: &Permit<Scans>| write(&set, &rows, named_time.as_deref());
        slot.run(written).await?.map(web::Bytes::from).map_err(Problem::internal)
    };
    let key = tag.as_str().to_owned();
    let bytes = app.observation_files.get(&key, write);
    byte_range::file(&request, response, (&tag, PARQUET), bytes).await
}

/// Reads all games of a kind with everything observed in them.
pub async fn read_games(
    archive: &Archive,
    reader: (&Store, &Slot<Scans>),
    game: &str,
    as_of: Option<AsOf>,
) -> Result<ChunkSet, Problem> {
    let shapes = shapes(game_kind(game)?.meta());
    let request = ChunkRequest { as_of, metrics: &ColumnRequest::all(&shapes), ..everything_known(game) };
    archive.read(reader, &request).await
}

/// Reads games without their observations.
pub async fn read_games_unobserved(
    archive: &Archive,
    reader: (&Store, &Slot<Scans>),
    game: &str,
) -> Result<ChunkSet, Problem> {
    game_kind(game)?;
    archive.read(reader, &everything_known(game)).await
}

/// Reads the games of these chunks, as far as they are still there, with everything observed in them.
pub async fn read_games_of_chunks(
    archive: &Archive,
    reader: (&Store, &Slot<Scans>),
    game: &str,
    chunks: &BTreeSet<ChunkId>,
) -> Result<ChunkSet, Problem> {
    let shapes = shapes(game_kind(game)?.meta());
    let metrics = ColumnRequest::all(&shapes);
    let request = ChunkRequest { chunks: Some(chunks), metrics: &metrics, ..everything_known(game) };
    archive.read(reader, &request).await
}

fn game_kind(game: &str) -> Result<&'static dyn AnyGame, Problem> {
    games::find(game).ok_or_else(|| Problem::plain(Code::NotFound))
}

/// Asks for everything known of the games of a kind, and for nothing observed in them.
fn everything_known(game: &str) -> ChunkRequest<'_> {
    ChunkRequest {
        game: Some(game),
        column_groups: &ColumnGroup::ALL,
        metrics: &[],
        as_of: None,
        chunks: None,
    }
}

/// The digest of these rows of these chunks in this form. It leaves the position out, as hidden events move it too.
fn digest(part: &ParquetPart, rows: &Rows, chunks: &[u8; 32], as_of: Option<&str>) -> blake3::Hash {
    let mut digest = blake3::Hasher::new();
    digest.update(SCHEMA.as_bytes()).update(env!("CARGO_PKG_VERSION").as_bytes());
    digest.update(as_of.unwrap_or_default().as_bytes());
    digest.update(chunks).update(part.game.as_bytes()).update(part.month.as_bytes());
    for (chunk, rows) in rows {
        digest.update(&chunk.to_le_bytes()).update(&rows.len().to_le_bytes());
        for row in rows {
            digest.update(&row.to_le_bytes());
        }
    }
    digest.finalize()
}
