//! The results of the lines of an import.

use kifu_engine::text::Text;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use super::import::{Done, Outcome};
use crate::http::problem::{Code, Document};

/// Most lines that a report lists; it counts the others. The report as NDJSON lists all.
const MAX_LISTED_LINES: usize = 1000;

/// The results of all lines.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct ImportReport {
    /// The number of them.
    #[serde(flatten)]
    pub counts: Counts,
    /// Lines that were rejected, the first 1000 of them.
    pub rejected_lines: Vec<RejectedLine>,
    /// Lines with a record that is here under another id, the first 1000 of them.
    pub same_content_lines: Vec<ImportDuplicate>,
    /// Seats of imported records whose players are guests here, the first 1000 of them.
    pub guest_seats: Vec<ImportGuest>,
}

/// The number of lines by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Counts {
    /// Lines read, blank ones included.
    pub lines: u64,
    /// Records that are new here.
    pub imported: u64,
    /// Records that were here already, the same.
    pub duplicates: u64,
    /// Lines that were rejected. They changed nothing.
    pub rejected: u64,
}

/// A line that was refused.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RejectedLine {
    /// Its number, from 1.
    pub line: u64,
    /// The record it is about, where it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Uuid>,
    /// The kind of problem.
    pub code: Code,
    /// The message.
    pub message: Text,
    /// The values concerned.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub values: Value,
}

/// A line with a record that is here already under another id.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ImportDuplicate {
    /// Its number, from 1.
    pub line: u64,
    /// The record's id in the file.
    pub id: Uuid,
    /// Its id here.
    pub same_as: Uuid,
}

/// A seat for which a file names a player who is a guest here: no player here has that id, or consented. The name is
/// that of the file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ImportGuest {
    /// The number of the line, from 1.
    pub line: u64,
    /// The record.
    pub id: Uuid,
    /// The seat.
    pub seat: u8,
    /// The player that the file names.
    pub player: Uuid,
}

/// One line of a report that is sent while it is made.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ReportLine {
    /// A line was rejected.
    Rejected(RejectedLine),
    /// A line has a record that is here under another id.
    SameContent(ImportDuplicate),
    /// A player became a guest.
    Guest(ImportGuest),
    /// The progress; all that is counted is on disk.
    Progress(Counts),
    /// All lines were read.
    Done(Counts),
    /// It could not go on. Sent again, it goes on where it stopped.
    Problem(Box<Document>),
}

impl Counts {
    /// Counts what became of a line.
    pub fn count(&mut self, done: &Done) {
        match done.outcome {
            Ok(Outcome::Imported) => self.imported += 1,
            Ok(Outcome::Duplicate | Outcome::SameContent(_)) => self.duplicates += 1,
            Err(_) => self.rejected += 1,
        }
    }
}

impl ReportLine {
    /// The report's entries for one line, if any.
    pub fn of(done: Done) -> Vec<Self> {
        let Done { line, id, outcome, guests } = done;
        let record = id.unwrap_or_default();
        match outcome {
            Ok(Outcome::Imported | Outcome::Duplicate) => guests
                .into_iter()
                .map(|(seat, player)| Self::Guest(ImportGuest { line, id: record, seat, player: player.0 }))
                .collect(),
            Ok(Outcome::SameContent(same_as)) => {
                vec![Self::SameContent(ImportDuplicate { line, id: record, same_as: same_as.0 })]
            }
            Err(problem) => vec![Self::Rejected(RejectedLine {
                line,
                id,
                code: problem.code(),
                message: problem.message(),
                values: problem.values().clone(),
            })],
        }
    }
}

impl ImportReport {
    /// Notes what became of a line.
    pub fn note(&mut self, done: Done) {
        self.counts.count(&done);
        for line in ReportLine::of(done) {
            match line {
                ReportLine::Rejected(line) if self.rejected_lines.len() < MAX_LISTED_LINES => {
                    self.rejected_lines.push(line);
                }
                ReportLine::SameContent(duplicate) if self.same_content_lines.len() < MAX_LISTED_LINES => {
                    self.same_content_lines.push(duplicate);
                }
                ReportLine::Guest(guest) if self.guest_seats.len() < MAX_LISTED_LINES => {
                    self.guest_seats.push(guest);
                }
                _ => {}
            }
        }
    }
}
