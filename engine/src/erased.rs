//! Games of any kind behind one object-safe trait. Only this module converts between JSON and moves.

mod analysis;
mod answers;
mod boards;
mod entries;
mod findings;
mod forms;
mod game;
mod joint;
mod log;
mod of_game;
mod part_schema;
mod position;
mod record;
mod replay;
mod replay_cursor;
mod searchable;
mod simulation;
mod viewer_log;

use std::any::Any;

use schemars::{Schema, SchemaGenerator};
use serde_json::Value;

pub use analysis::{AnalysedStep, AnalysisHeader, NotAnalysed, RecordAnalysis};
pub use answers::{
    AcceptedEntry, DisputeView, EntryView, Findings, LogChange, Opening, Rejected, Schemas, StepView,
};
pub use boards::AnyBoards;
pub use entries::{check_unmarked, common_entry_schema};
pub use findings::AnyFindings;
pub use forms::{AnyForms, OfferedForms};
pub use game::Registered;
pub use joint::AnyJointMoves;
pub use log::AnyLog;
#[cfg(test)]
pub use of_game::bare_effects;
pub use of_game::{
    AnyAnalysisStep, AnyChoice, AnyEffect, AnyEntry, AnyMove, AnyOptions, AnyPart, AnyView, GAME_FIELD,
    GameKind, NewEntry, NewMove, NewOptions, NewPart,
};
pub use part_schema::{PartKind, define_games};
pub use position::PositionView;
pub use replay::AnyReplay;
pub use replay_cursor::AnyReplayCursor;
pub use searchable::BREACH_TYPE;
pub use simulation::AnySimulation;
pub use viewer_log::AnyViewerLog;

use crate::analysis::{AnalysisPart, ArchiveFigure, ArchiveFigures};
use crate::canonical_json::CanonicalJson;
use crate::game::{Chooser, Meta};
use crate::message::Catalogue;
use crate::outcome::Outcome;
use crate::record::{RefoldCounts, Status};
use crate::rules::RulesVersion;
use crate::seat::{Seat, Seats, Viewer};
use crate::seq::Seq;
use crate::text::Names;

/// A game that Kifu can record.
pub trait AnyGame: Send + Sync {
    /// The metadata of the game.
    fn meta(&self) -> &'static Meta;
    /// The words of its messages.
    fn catalogue(&self) -> &'static Catalogue;
    /// The shapes of its JSON, each whole in itself.
    fn schemas(&self) -> Schemas;
    /// The shape of one of its parts, defined under the name of the game; none of parts if it has no joint moves.
    fn part_schema(&self, kind: PartKind, generator: &mut SchemaGenerator) -> Option<Schema>;
    /// An empty record. Options that are left out are those of its version of the rules.
    ///
    /// # Errors
    ///
    /// If the options do not read, there is no such version, or the game has no such number of seats.
    fn open(&self, opening: &Opening) -> Result<Box<dyn AnyRecord>, Rejected>;
    /// The opening of a new record with these options: all options, and the newest rules.
    ///
    /// # Errors
    ///
    /// If the options do not read; the refusal names the field.
    fn new_opening(&self, seats: u8, options: &Value) -> Result<Opening, Rejected> {
        let mut opening =
            Opening { seats, options: options.clone(), rules_version: self.meta().rules_version() };
        opening.options = self.all_options(&opening)?;
        Ok(opening)
    }
    /// An empty record opened now with these options.
    ///
    /// # Errors
    ///
    /// As [`new_opening`](Self::new_opening) and [`open`](Self::open).
    fn open_new(&self, seats: u8, options: &Value) -> Result<Box<dyn AnyRecord>, Rejected> {
        self.open(&self.new_opening(seats, options)?)
    }
    /// The questions that its finished records answer; empty if there are none.
    fn analysis_parts(&self) -> &'static [AnalysisPart];
    /// The names of the facts that may be assumed for it.
    fn assumable_facts(&self) -> &'static [&'static str];
    /// The figures of the archive that stand in for some of them.
    fn archive_figures(&self) -> &'static [ArchiveFigures];
    /// A fact by these figures, of each seat or of all tables; `None` if they do not suffice.
    fn archive_fact(&self, fact: &str, figures: &[Vec<ArchiveFigure>]) -> Option<Vec<u32>>;
    /// A set-up that people could choose.
    fn sample_opening(&self, chooser: &mut dyn Chooser) -> Opening;
    /// A set-up that people could choose, with everything recorded that [`Policy`](crate::game::Policy) reckons with.
    fn policy_opening(&self, chooser: &mut dyn Chooser) -> Opening;
    /// The options of this opening, those left out as its version of the rules has them.
    ///
    /// # Errors
    ///
    /// If the options do not read, or there is no such version; the refusal names the field.
    fn all_options(&self, opening: &Opening) -> Result<Value, Rejected>;
}

/// A record of any game. Its questions and answers are in traits of their own.
pub trait AnyRecord:
    AnyLog + AnyReplay + AnyBoards + AnyForms + AnyJointMoves + AnyFindings + AnySimulation + Any + Send + Sync
{
    /// The game's.
    fn meta(&self) -> &'static Meta;
    /// The number of the last event.
    fn version(&self) -> Seq;
    /// The seats of the table.
    fn seats(&self) -> Seats;
    /// The version of the rules that it is played by.
    fn rules_version(&self) -> RulesVersion;
    /// Live, over or abandoned.
    fn status(&self) -> Status;
    /// True if a move in force broke a rule.
    fn is_irregular(&self) -> bool;
    /// How many moves are in force.
    fn len(&self) -> usize;
    /// True if no move is in force.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Adds an entry and returns it as it is to be stored. A refused entry changes nothing.
    ///
    /// # Errors
    ///
    /// If it does not read, or a rule stands against it.
    fn append(&mut self, entry: &Value) -> Result<CanonicalJson, Rejected>;
    /// Adds an entry and returns what it changed. A move folds no earlier move again.
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append).
    fn add(&mut self, entry: &Value, names: &Names) -> Result<AcceptedEntry, Rejected>;
    /// Adds a move that a seat logs itself by its own knowledge. It is refused only if the record is over; a
    /// contradiction with other statements is [disputed](Self::disputes).
    ///
    /// # Errors
    ///
    /// If it does not read, or the record is over.
    fn append_statement(&mut self, entry: &Value) -> Result<CanonicalJson, Rejected>;
    /// Adds an entry as it was stored, and returns the seat that stated it, if one did.
    ///
    /// # Errors
    ///
    /// If it does not read, or a rule forbids it here. Nothing has changed then.
    fn append_stored(&mut self, entry: &str) -> Result<Option<Seat>, Rejected>;
    /// Adds an entry as it was stored, and returns its change.
    ///
    /// # Errors
    ///
    /// As [`append_stored`](Self::append_stored).
    fn add_stored(&mut self, entry: &CanonicalJson, names: &Names) -> Result<LogChange, Rejected>;
    /// Adds an entry as an answer has it: as it was stored, with its game.
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append).
    fn append_answered(&mut self, entry: &Value) -> Result<(), Rejected>;
    /// The seat that makes this move, if the entry is one seat's own move.
    ///
    /// # Errors
    ///
    /// If the entry does not read.
    fn actor(&self, entry: &Value) -> Result<Option<Seat>, Rejected>;
    /// An independent copy.
    fn fork(&self) -> Box<dyn AnyRecord>;
    /// The record that a viewer sees; see [`Record::seen_by`](crate::record::Record::seen_by).
    fn seen_by(&self, viewer: Viewer) -> Box<dyn AnyRecord>;
    /// The log that a viewer has kept so far, ready to keep more; see [`ViewerLog`](crate::record::ViewerLog).
    fn viewer_log(&self, viewer: Viewer) -> Box<dyn AnyViewerLog>;
    /// How many moves were folded again; see [`Record::refold_counts`](crate::record::Record::refold_counts).
    fn refold_counts(&self) -> RefoldCounts;
    /// The memory that it takes, in bytes; see [`Record::memory`](crate::record::Record::memory).
    fn memory(&self) -> usize;
    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;
}
