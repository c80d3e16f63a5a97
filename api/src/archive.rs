//! The portable record file: out by `GET …/record` and `kifu export`, in by `POST /v1/archive`
//! and `kifu import`. What comes in is folded first; what does not fold stays outside.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_engine::erased::{AnyRecord, Opening};
use kifu_engine::game::{Outcome, Seq};
use kifu_engine::text::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::auth::{self, Access};
use crate::details::Details;
use crate::players::seats;
use crate::problem::{Code, Problem};
use crate::records::events::log;
use crate::records::open::{OpenRequest, Prepared, SCHEMA_VERSION, SeatEntry, find_game, prepare};
use crate::records::{StatusWord, seen, sit};
use crate::request::{Lines, parse};
use crate::startup::App;
use crate::store::{self, Append, Appended, GameId, Json, NewEvent, Opened, Store, Visibility};
use crate::tables::Folded;

/// The version of the file format.
pub const FORMAT: u32 = 1;
/// Who logged what an import brought: it happened elsewhere, and is no news.
pub const IMPORTER: &str = "import";
/// Events appended in one request.
const CHUNK: usize = 1000;

/// A whole record in one JSON document.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The version of this format: 1.
    #[schemars(range(min = 1, max = 1))]
    pub kifu: u32,
    /// The record's id; imported again, it is recognised by it.
    pub id: Uuid,
    /// The kind of game.
    #[schemars(schema_with = "crate::contract::slug")]
    pub game: String,
    /// How many sit at the table.
    pub seats: u8,
    /// The game's options.
    #[schemars(schema_with = "crate::contract::options")]
    pub options: Map<String, Value>,
    /// When the record was opened.
    pub opened_at: DateTime<Utc>,
    /// Who may find and read it.
    #[schemars(schema_with = "crate::contract::visibility")]
    pub visibility: Visibility,
    /// Who sat where, when and so on.
    #[serde(default)]
    pub details: Details,
    /// The log, oldest entry first.
    pub log: Vec<Logged>,
    /// What it folded to when it was written; checked when it is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<StatusWord>,
    /// The result it folded to; for readers, not read back.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "not_read_back")]
    pub outcome: Option<Outcome>,
}

/// Takes whatever is there for nothing: `skip_deserializing` would call it an unknown field.
fn not_read_back<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Option<Outcome>, D::Error> {
    serde::de::IgnoredAny::deserialize(reader).map(|_| None)
}

/// One entry of a log.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Logged {
    /// When it was logged.
    pub at: DateTime<Utc>,
    /// The entry.
    #[schemars(schema_with = "crate::contract::entry")]
    pub entry: Value,
}

/// What became of the lines of an import.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Report {
    /// Records that are new here.
    pub imported: usize,
    /// Records that were here already, the same.
    pub duplicates: usize,
    /// Lines that were refused.
    pub rejected: Vec<RejectedLine>,
}

/// A line that was refused.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RejectedLine {
    /// Its number, from 1.
    pub line: usize,
    /// The kind of problem.
    pub code: Code,
    /// What is wrong.
    pub message: Text,
}

/// What became of one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imported {
    /// It is new here.
    New,
    /// It was here already.
    Duplicate,
}

/// Exports one record as the viewer sees it.
pub async fn export(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (sitting, access) = sit(&app, &request).await?;
    Ok(HttpResponse::Ok().json(file(sitting.folded()?, access)))
}

/// Imports records, one a line. Lines that are refused are reported and change nothing.
pub async fn import(app: web::Data<App>, request: HttpRequest, body: Lines) -> Result<HttpResponse, Problem> {
    auth::may_open(&app, &request)?;
    let mut report = Report::default();
    let lines = body.0.split(|byte| *byte == b'\n').enumerate();
    for (index, line) in lines.filter(|(_, line)| !line.trim_ascii().is_empty()) {
        report.note(index + 1, import_line(app.store(), line).await);
    }
    Ok(HttpResponse::Ok().json(report))
}

impl Report {
    /// Notes what became of a line.
    pub fn note(&mut self, line: usize, outcome: Result<Imported, Problem>) {
        match outcome {
            Ok(Imported::New) => self.imported += 1,
            Ok(Imported::Duplicate) => self.duplicates += 1,
            Err(problem) => {
                let rejected =
                    RejectedLine { line, code: problem.code(), message: problem.message().clone() };
                self.rejected.push(rejected);
            }
        }
    }
}

/// The file of a record, as a viewer sees it.
pub fn file(folded: &Folded, access: Access) -> File {
    let head = &folded.head;
    let record = seen(folded, access);
    let log = log(folded, &*record, Seq(1)).into_iter();
    File {
        kifu: FORMAT,
        id: head.id.0,
        game: head.game.clone(),
        seats: head.seats,
        options: head.options.read().unwrap_or_default(),
        opened_at: head.opened_at,
        visibility: head.visibility,
        details: Details::of(head),
        log: log.map(|logged| Logged { at: logged.at, entry: logged.entry }).collect(),
        status: Some(record.status().into()),
        outcome: record.outcome(),
    }
}

/// Imports the record in one line.
pub async fn import_line(store: &Store, line: &[u8]) -> Result<Imported, Problem> {
    let json = parse(line)?;
    let file: File = File::deserialize(&json).map_err(|error| crate::request::malformed_body(&error))?;
    import_file(store, file).await
}

/// Imports a record: folds it, then stores it. A record whose import was interrupted goes on
/// where it stopped.
pub async fn import_file(store: &Store, file: File) -> Result<Imported, Problem> {
    if file.kifu != FORMAT {
        let message = Text::new(
            format!("ファイル形式の版{}は読めません(読めるのは{FORMAT})。", file.kifu),
            format!("Version {} of the file format can't be read, only {FORMAT}.", file.kifu),
        );
        return Err(Problem::new(Code::MalformedBody, message));
    }
    let id = GameId(file.id);
    let (entries, times) = fold(&file)?;
    let stored = store.latest().stands(id).await?;
    let done = if let Some(stands) = stored {
        usize::try_from(stands.version.0).unwrap_or(usize::MAX)
    } else {
        open(store, id, file).await?;
        0
    };
    if stored.is_some() && done >= entries.len() {
        return Ok(Imported::Duplicate);
    }
    append(store, id, &entries, &times, done).await?;
    Ok(Imported::New)
}

/// Folds the file's log; what it gives is stored.
fn fold(file: &File) -> Result<(Vec<Value>, Vec<DateTime<Utc>>), Problem> {
    let opening = Opening { seats: file.seats, options: Value::Object(file.options.clone()) };
    let mut record = find_game(&file.game)?.open(&opening)?;
    let entries = file.log.iter().map(|logged| record.append(&logged.entry));
    let entries = entries.collect::<Result<Vec<_>, _>>()?;
    check_status(file, &*record)?;
    Ok((entries, file.log.iter().map(|logged| logged.at).collect()))
}

fn check_status(file: &File, record: &dyn AnyRecord) -> Result<(), Problem> {
    let folded = StatusWord::from(record.status());
    if file.status.is_none_or(|status| status == folded) {
        return Ok(());
    }
    let message = Text::fixed(
        "この記録を再現した結果がファイルの status と違います。",
        "The record does not fold to the status that the file says.",
    );
    Err(Problem::new(Code::MalformedBody, message))
}

async fn open(store: &Store, id: GameId, file: File) -> Result<(), Problem> {
    let mut names: Vec<_> = file.details.names;
    names.resize(file.seats.into(), None);
    let wanted = OpenRequest {
        game: file.game,
        seats: names.into_iter().map(|name| name.map(SeatEntry::Name)).collect(),
        options: file.options,
        played_at: file.details.played_at,
        place: file.details.place,
        tags: file.details.tags,
        visibility: file.visibility,
    };
    let Prepared { mut opening, .. } = prepare(id, wanted, file.opened_at)?;
    seats::adopt(store, &mut opening.seating, &file.details.players).await?;
    IMPORTER.clone_into(&mut opening.actor);
    match store.open_game(&opening).await? {
        Opened::New { .. } => Ok(()),
        Opened::Duplicate { .. } | Opened::KeyReused => Err(Problem::plain(Code::Internal)),
    }
}

async fn append(
    store: &Store,
    game: GameId,
    entries: &[Value],
    times: &[DateTime<Utc>],
    mut done: usize,
) -> Result<(), Problem> {
    while done < entries.len() {
        let end = entries.len().min(done + CHUNK);
        let events =
            entries[done..end].iter().zip(&times[done..end]).map(|(entry, at)| new_event(entry, *at));
        let append = Append {
            game,
            expected: Some(store::Seq(i64::try_from(done).unwrap_or(i64::MAX))),
            idempotency: None,
            events: events.collect::<Result<_, _>>()?,
        };
        match store.append(append).await? {
            Appended::Accepted { .. } => done = end,
            _ => return Err(Problem::plain(Code::Unavailable)),
        }
    }
    Ok(())
}

fn new_event(entry: &Value, at: DateTime<Utc>) -> Result<NewEvent, Problem> {
    Ok(NewEvent {
        kind: entry["type"].as_str().unwrap_or_default().to_owned(),
        schema_version: SCHEMA_VERSION,
        at,
        actor: IMPORTER.to_owned(),
        payload: Json::of(entry).map_err(|_| Problem::plain(Code::Internal))?,
    })
}
