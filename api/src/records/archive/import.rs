//! Imports records: reads and folds them in a worker thread, compares them with the store, and writes many at a time.
//!
//! A record is written whole or not at all, and what is here already is left as it is. So an import
//! that was interrupted has nothing to remember: repeated, it passes over what it has done.
//!
//! There is no checkpoint that could be wrong: the archive itself is the state of an import. Two records are equal if
//! their fixed parts are (game, options, opening, log). An importer who is not the operator is answered by a reader's
//! view, since importing would show secrets otherwise.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::{Stream, StreamExt};
use kifu_engine::canonical_json::CanonicalJson;
use kifu_engine::erased::AnyRecord;
use kifu_engine::text::Names;
use serde_json::json;
use uuid::{Uuid, Variant};

use super::content::{Conflict, Content};
use super::lines::{Chunk, Line, MAX_LINE_BYTES, MAX_OPERATOR_LINE_BYTES};
use super::walk::load;
use super::{FORMAT_VERSION, Logged, RecordFile};
use crate::http::credentials::Access;
use crate::http::credentials::IMPORTER;
use crate::http::extractors::{object, parse};
use crate::http::problem::{Code, Problem};
use crate::http::words::records::Records;
use crate::http::words::requests::Requests;
use crate::records::cache::limits::{RecordLimits, Totals};
use crate::records::damage::Trailer;
use crate::records::details::Details;
use crate::records::opening::{OpenRequest, Prepared, event, mark, prepare};
use crate::records::played_at::can_have_happened;
use crate::records::seat_entry::SeatEntry;
use crate::records::seating;
use kifu_store::{
    Consent, GameId, ImportedRecords, PlayerId, RecordWithLog, Store, StoreError, Visibility, now,
};

/// Chunks that are read and folded while another one is written.
const CHUNKS_AHEAD: usize = 3;
/// How far clocks of services may differ, and what is put right in them while a game goes on.
const CLOCK_TOLERANCE: TimeDelta = TimeDelta::minutes(5);

/// The target of imported records, and the importer.
#[derive(Clone)]
pub struct Importer {
    /// The archive.
    pub store: Store,
    /// The importer's access to the records that are here.
    pub access: Access,
    /// The proof that players consent to be seated: others become guests.
    pub consent: Consent,
    /// How long a record may be; the operator brings records of any length.
    pub limits: Option<RecordLimits>,
    /// The trace context of the request that brings the records.
    pub traceparent: Option<String>,
}

/// The result of a line.
#[derive(Debug)]
pub struct Done {
    /// Its number.
    pub line: u64,
    /// The record it is about, where it could be read.
    pub id: Option<Uuid>,
    /// The result.
    pub outcome: Result<Outcome, Problem>,
    /// The seats of a new record of which the file names a player who is a guest here.
    pub guests: Vec<(u8, PlayerId)>,
}

/// The result of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is new here, and on disk.
    Imported,
    /// It was here already; perhaps it has gone on since.
    Duplicate,
    /// It was here already under this id.
    SameContent(GameId),
}

/// The result of a chunk of lines.
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
    /// The player by seat, with the id from elsewhere.
    players: Vec<Option<Uuid>>,
    /// The seats on which they are guests here.
    guests: Vec<(u8, PlayerId)>,
}

impl CheckedRecord {
    fn id(&self) -> GameId {
        self.whole.opening.id
    }

    fn done(&self, outcome: Result<Outcome, Problem>) -> Done {
        let is_new = matches!(outcome, Ok(Outcome::Imported));
        let guests = if is_new { self.guests.clone() } else { Vec::new() };
        Done { line: self.line, id: Some(self.id().0), outcome, guests }
    }
}

/// A line that was read: a record that folds, or the fault.
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
        check(line, file, importer.limits).map_err(|problem| Box::new(refused(line, id, problem)))
    };
    import_lines(importer, (1..).zip(files).map(number).collect()).await
}

/// Reads a line; nothing if the line only says what an export passed over.
fn read_line(Line { number, bytes }: Line, limits: Option<RecordLimits>) -> Option<Read> {
    let refuse = |id, problem| Box::new(refused(number, id, problem));
    let json = bytes.ok_or_else(|| too_long(limits)).and_then(|bytes| parse(&bytes));
    let json = match json {
        Ok(json) if Trailer::is(&json) => return None,
        Ok(json) => json,
        Err(problem) => return Some(Err(refuse(None, problem))),
    };
    let id = json["id"].as_str().and_then(|id| id.parse().ok());
    let file: Result<RecordFile, Problem> = object(&json);
    Some(file.and_then(|file| check(number, file, limits)).map_err(|problem| refuse(id, problem)))
}

fn refused(line: u64, id: Option<Uuid>, problem: Problem) -> Done {
    Done { line, id, outcome: Err(problem), guests: Vec::new() }
}

fn too_long(limits: Option<RecordLimits>) -> Problem {
    let most = if limits.is_some() { MAX_LINE_BYTES } else { MAX_OPERATOR_LINE_BYTES };
    Problem::new(Code::BodyTooLarge, Records::LineTooLong { most })
}

/// Checks and folds a file with the functions that check and fold the requests to open a record and to log its moves.
/// It returns the data to store.
fn check(line: u64, file: RecordFile, limits: Option<RecordLimits>) -> Result<CheckedRecord, Problem> {
    if file.kifu != FORMAT_VERSION {
        let message = Records::OtherFormat { input: file.kifu.into(), supported: FORMAT_VERSION.into() };
        return Err(Problem::field("kifu", message));
    }
    check_ids(&file)?;
    check_times(&file, now())?;
    let Prepared { mut opening, record } = prepare_file(&file)?;
    let log = fold(&file, record, limits)?;
    let content = Content {
        game: file.game.clone(),
        seats: file.seats,
        options: opening.options.read().map_err(Problem::internal)?,
        rules_version: opening.rules_version.into(),
        opened_at: file.opened_at,
        log,
    };
    let log = content.log.iter().map(|(at, entry)| event(entry.clone(), *at, IMPORTER)).collect();
    let RecordFile { copy_of, details, .. } = file;
    if let Some(of) = copy_of {
        mark(&mut opening, of)?;
    }
    let (whole, players) = (RecordWithLog { opening, log, copy_of }, details.players);
    Ok(CheckedRecord { line, content, whole, players, guests: Vec::new() })
}

/// An id that a service gave to a record, or might have: one with a version (RFC 9562).
fn check_ids(file: &RecordFile) -> Result<(), Problem> {
    let ids = [("id", Some(file.id)), ("copy_of.id", file.copy_of.and_then(|of| of.id))];
    let is_one = |id: Uuid| id.get_variant() == Variant::RFC4122 && (1..=8).contains(&id.get_version_num());
    match ids.into_iter().find(|(_, id)| id.is_some_and(|id| !is_one(id))) {
        None => Ok(()),
        Some((field, id)) => {
            let message = Requests::MustBe { field: Some(field.into()), expected: Requests::Id.into() };
            Err(Problem::field(field, message).with_more(json!({ "input": id })))
        }
    }
}

/// Checks that a record was opened in living memory and before now, and logged from then until now in the order of its
/// log; a copy has older entries.
fn check_times(file: &RecordFile, now: DateTime<Utc>) -> Result<(), Problem> {
    let latest = now + CLOCK_TOLERANCE;
    if let Some(message) = wrong_time("opened_at", file.opened_at, None, latest) {
        return Err(
            Problem::field("opened_at", message).with(json!({"field": "opened_at", "input": file.opened_at}))
        );
    }
    let mut earliest = file.copy_of.is_none().then_some(file.opened_at);
    for (Logged { at, .. }, event) in file.log.iter().zip(1_u64..) {
        if let Some(message) = wrong_time("at", *at, earliest, latest) {
            let problem = Problem::new(Code::MalformedBody, message).at_event(event);
            return Err(problem.with_more(json!({"field": "at", "input": at})));
        }
        earliest = earliest.map(|earliest| earliest.max(*at));
    }
    Ok(())
}

/// The problem of a wrong time in the field of this name.
fn wrong_time(
    field: &str,
    at: DateTime<Utc>,
    earliest: Option<DateTime<Utc>>,
    latest: DateTime<Utc>,
) -> Option<Records> {
    let field = field.into();
    if at > latest {
        return Some(Records::InTheFuture { field });
    }
    if !can_have_happened(at, latest) {
        return Some(Records::TimeOfPlay { field });
    }
    earliest.filter(|earliest| at + CLOCK_TOLERANCE < *earliest).map(|_| Records::BeforeEarlier { field })
}

fn fold(
    file: &RecordFile,
    mut record: Box<dyn AnyRecord>,
    limits: Option<RecordLimits>,
) -> Result<Vec<(DateTime<Utc>, CanonicalJson)>, Problem> {
    let names: Vec<_> = file.details.names.iter().cloned().map(|name| name.map(String::from)).collect();
    let names = Names::new(&names);
    let (mut log, mut totals) = (Vec::with_capacity(file.log.len()), Totals::none(record.seats()));
    for (logged, event) in file.log.iter().zip(1_u64..) {
        let rejected = |rejected| Problem::rejected(rejected, &names).at_event(event);
        let entry = record.append(&logged.entry).map_err(rejected)?;
        if let Some(limits) = limits {
            totals.add(entry.as_str(), None);
            limits.check(Access::Scribe, &*record, &totals).map_err(|full| full.at_event(event))?;
        }
        log.push((logged.at, entry));
    }
    check_status(file, &*record)?;
    Ok(log)
}

fn check_status(file: &RecordFile, record: &dyn AnyRecord) -> Result<(), Problem> {
    let folded = record.status();
    if file.status.is_none_or(|status| status == folded) {
        return Ok(());
    }
    let message = Records::StatusDiffers { field: "status".into() };
    Err(Problem::new(Code::MalformedBody, message).with(json!({"input": file.status, "folded": folded})))
}

/// An imported record is opened like any other, but without tokens: only the operator may add to it.
fn prepare_file(file: &RecordFile) -> Result<Prepared, Problem> {
    let Details { names, played_at, place, tags, .. } = &file.details;
    let (mut names, seats) = (names.clone(), usize::from(file.seats));
    if names.len() > seats {
        let message = Records::NamesForSeats { field: "names".into(), names: names.len(), seats };
        return Err(Problem::field("details.names", message));
    }
    names.resize(seats, None);
    let open_request = OpenRequest {
        game: file.game.clone(),
        seats: names.into_iter().map(|name| name.map(SeatEntry::Name)).collect(),
        options: file.options.clone(),
        played_at: *played_at,
        place: place.clone(),
        tags: tags.clone(),
        visibility: file.visibility,
    };
    let mut prepared = prepare(GameId(file.id), open_request, file.opened_at, Some(file.rules_version))?;
    IMPORTER.clone_into(&mut prepared.opening.actor);
    Ok(prepared)
}

/// Writes the new records.
async fn import_lines(importer: &Importer, lines: Vec<Read>) -> Result<Vec<Done>, Problem> {
    let mut done = Vec::with_capacity(lines.len());
    let mut checked = Vec::with_capacity(lines.len());
    for line in lines {
        match line {
            Ok(record) => checked.push(record),
            Err(refused) => done.push(*refused),
        }
    }
    for CheckedRecord { whole, players, guests, .. } in &mut checked {
        whole.opening.traceparent.clone_from(&importer.traceparent);
        *guests =
            seating::adopt(&importer.store, &mut whole.opening.seating, players, importer.consent).await?;
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

/// The existing records that are to be imported, as far as the importer may know.
struct ExistingRecords {
    /// The contents by id; nothing of a record that is closed to the importer.
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

    /// Tells the outcome of a record without writing it; `None` if it is new, and from now on it counts as here.
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

    /// A record of equal content under another id. Records that say nothing yet never match.
    fn same_content(&self, content: &Content) -> Option<GameId> {
        let mut others = self.by_opening.get(&content.opened_at)?.iter();
        let same = |id: &&GameId| self.contents.get(id).and_then(Option::as_ref) == Some(content);
        others.find(same).filter(|_| !content.log.is_empty()).copied()
    }
}
