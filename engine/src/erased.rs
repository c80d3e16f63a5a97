//! Games of any kind behind one object-safe trait. Only this module converts between JSON and moves.

mod analysis;
mod answers;
mod entries;
mod forms;
mod game;
mod game_field;
mod joint;
mod record;
mod replay_cursor;
mod searchable;
mod viewer_log;

use std::any::Any;
use std::time::Duration;

use schemars::SchemaGenerator;
use serde::Serialize;
use serde_json::Value;

pub use analysis::{AnalysedStep, AnalysisHeader, NotAnalysed, RecordAnalysis};
pub use answers::{
    AcceptedEntry, DisputeView, EntryView, Findings, LogChange, Opening, Rejected, Schemas, StepView,
};
pub use entries::{check_unmarked, common_entry_schema};
pub use game::Registered;
pub use game_field::{GAME_FIELD, with_game, without_game};
pub use replay_cursor::AnyReplayCursor;
pub use searchable::BREACH_TYPE;
pub use viewer_log::AnyViewerLog;

use crate::analysis::{AnalysisPart, AnalysisQuestion, ArchiveFigure, ArchiveFigures};
use crate::board::{BoardChance, Layout};
use crate::budget::Budget;
use crate::form::Form;
use crate::game::{Chooser, Meta};
use crate::joint::Joint;
use crate::message::Catalogue;
use crate::outcome::Outcome;
use crate::policy::Temper;
use crate::record::{RefoldCounts, Status};
use crate::rules::RulesVersion;
use crate::seat::{BySeat, Seat, Seats, Viewer};
use crate::seq::Seq;
use crate::statistics::Observation;
use crate::text::{Language, Names};

/// A game that Kifu can record.
pub trait AnyGame: Send + Sync {
    /// What is known of it without playing.
    fn meta(&self) -> &'static Meta;
    /// The words of its messages.
    fn catalogue(&self) -> &'static Catalogue;
    /// The shapes of its JSON, each whole in itself.
    fn schemas(&self) -> Schemas {
        self.schemas_by(&mut game::inlining(), &mut game::inlining())
    }
    /// The shapes of what is sent and of what is answered, with references to what these generators collect.
    fn schemas_by(&self, sent: &mut SchemaGenerator, answered: &mut SchemaGenerator) -> Schemas;
    /// An empty record. Options that are left out are those of its version of the rules.
    ///
    /// # Errors
    ///
    /// If the options do not read, there is no such version, or the game has no such number of seats.
    fn open(&self, opening: &Opening) -> Result<Box<dyn AnyRecord>, Rejected>;
    /// What a record opened now with these options is set up with: all options, and the newest rules.
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
    /// What its finished records can be asked; nothing if there is nothing to ask.
    fn analysis_parts(&self) -> &'static [AnalysisPart];
    /// The names of the facts that may be assumed for it.
    fn assumable_facts(&self) -> &'static [&'static str];
    /// The figures of the archive that stand in for some of them.
    fn archive_figures(&self) -> &'static [ArchiveFigures];
    /// A fact by these figures, of each seat or of all tables; `None` if they do not suffice.
    fn archive_fact(&self, fact: &str, figures: &[Vec<ArchiveFigure>]) -> Option<Vec<u32>>;
    /// A set-up that people could choose.
    fn sample_opening(&self, chooser: &mut dyn Chooser) -> Opening;
    /// The same with everything recorded that [`Policy`](crate::game::Policy) reckons with.
    fn policy_opening(&self, chooser: &mut dyn Chooser) -> Opening;
    /// The options of this opening, those left out as its version of the rules has them.
    ///
    /// # Errors
    ///
    /// If the options do not read, or there is no such version; the refusal names the field.
    fn all_options(&self, opening: &Opening) -> Result<Value, Rejected>;
}

/// A record of any game.
pub trait AnyRecord: Any + Send + Sync {
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
    /// Whether a move in force broke a rule.
    fn is_irregular(&self) -> bool;
    /// How many moves are in force.
    fn len(&self) -> usize;
    /// Whether no move is in force.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Adds an entry and answers with it as it is to be stored; refused, it changes nothing.
    ///
    /// # Errors
    ///
    /// If it does not read, or a rule stands against it.
    fn append(&mut self, entry: &Value) -> Result<Value, Rejected>;
    /// The same, and returns what it changed; for a move that folds nothing again.
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append).
    fn add(&mut self, entry: &Value, names: &Names) -> Result<AcceptedEntry, Rejected>;
    /// The same for a move that seats log themselves, each knowing only what it knows: whatever others said, it is
    /// refused only if the record is over. What does not agree is [disputed](Self::disputes).
    ///
    /// # Errors
    ///
    /// If it does not read, or the record is over.
    fn add_statement(&mut self, entry: &Value, names: &Names) -> Result<AcceptedEntry, Rejected>;
    /// Adds an entry as it was stored, and answers with the seat that stated it, if one did.
    ///
    /// # Errors
    ///
    /// If it does not read, or a rule forbids it here. Nothing has changed then.
    fn append_stored(&mut self, entry: &str) -> Result<Option<Seat>, Rejected>;
    /// The seat whose own move this entry is, if it is one.
    ///
    /// # Errors
    ///
    /// If the entry does not read.
    fn actor(&self, entry: &Value) -> Result<Option<Seat>, Rejected>;
    /// A copy that goes its own way.
    fn fork(&self) -> Box<dyn AnyRecord>;
    /// The record that a viewer sees; see [`Record::seen_by`](crate::record::Record::seen_by).
    fn seen_by(&self, viewer: Viewer) -> Box<dyn AnyRecord>;
    /// What a viewer has kept of it so far, ready to keep more; see [`ViewerLog`](crate::record::ViewerLog).
    fn viewer_log(&self, viewer: Viewer) -> Box<dyn AnyViewerLog>;
    /// The moves in force one after the other, from the first on.
    fn replay_cursor(&self) -> Box<dyn AnyReplayCursor>;
    /// How many moves were folded again; see [`Record::refold_counts`](crate::record::Record::refold_counts).
    fn refold_counts(&self) -> RefoldCounts;
    /// The memory that it takes, in bytes; see [`Record::memory`](crate::record::Record::memory).
    fn memory(&self) -> usize;
    /// The position now.
    fn state(&self) -> Value;
    /// What may happen next; nothing once the game has ended.
    fn choices(&self) -> Vec<Value>;
    /// How this viewer, whose record this is, enters what may happen next, or might have happened instead of an
    /// event; nothing once the game has ended, nothing for a seat but its own moves. `None` if the event is no move in
    /// force.
    fn forms(&self, viewer: Viewer, instead_of: Option<Seq>, names: &Names) -> Option<Vec<Form>>;
    /// How a seat enters its part of the joint move that is due.
    fn part_form(&self, seat: Seat, names: &Names) -> Option<Form>;
    /// How long people may take over what happens now, and the event with which that began.
    fn time_limit(&self) -> Option<(Duration, Seq)>;
    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;
    /// The position before the first move.
    fn start(&self) -> Value;
    /// The moves in force from step `from` (1-based) to step `to`, both included.
    fn steps(&self, from: usize, to: usize, names: &Names) -> Vec<StepView>;
    /// The steps that the entries after an event played or amended.
    fn steps_since(&self, event: Seq, names: &Names) -> Vec<StepView>;
    /// The moves in force that do not agree with what others said, in order.
    fn disputes(&self) -> Vec<DisputeView>;
    /// The event of the full record that an event of this one comes from.
    fn origin(&self, event: Seq) -> Option<Seq>;
    /// The last event of this one that comes from that event of the full record or an earlier one.
    fn last_from(&self, origin: Seq) -> Seq;
    /// The moves in force as amended, each as the entry that would record it now, under the event that did.
    fn in_force(&self) -> Vec<EntryView>;
    /// The log, from the entry numbered `from`.
    fn entries(&self, from: Seq) -> Vec<EntryView> {
        self.entries_page(from, usize::MAX)
    }
    /// The log, from the entry numbered `from`, so many entries at most.
    fn entries_page(&self, from: Seq, limit: usize) -> Vec<EntryView>;
    /// The position after a step drawn as SVG, that at the start after step 0; `None` if there is no such step.
    fn board(&self, step: usize, names: &Names, language: Language, layout: Layout) -> Option<String>;
    /// The position after a step with what became known later; `None` if there is no such step, and while the game is
    /// live.
    fn state_with_hindsight(&self, step: usize) -> Option<Value>;
    /// The same drawn.
    fn board_with_hindsight(
        &self,
        step: usize,
        names: &Names,
        language: Language,
        layout: Layout,
    ) -> Option<String>;
    /// What is said to this viewer of a step, to be drawn on the board of it: how likely what is hidden is, and, with all
    /// hands open, what each play would do. Nothing of a live game.
    fn board_chances(
        &self,
        step: usize,
        viewer: Viewer,
        with_solver: bool,
        budget: &dyn Budget,
    ) -> Vec<BoardChance>;
    /// The position after a step drawn, with what became known later or without, and with these chances.
    fn board_with_chances(
        &self,
        step: usize,
        picture: (&Names, Language, Layout),
        hindsight: bool,
        chances: Vec<BoardChance>,
    ) -> Option<String>;
    /// Every move in force, effect and breach as an object with its `type`; a breach's is [`BREACH_TYPE`].
    fn searchable_items(&self) -> Vec<Value>;
    /// Who had the first turn; `None` where seats take none, and unless the record is over.
    fn first_player(&self) -> Option<Seat>;
    /// What this record says, slow metrics aside; nothing unless it is over.
    fn observe(&self) -> Vec<Observation>;
    /// What this record says, and who had the first turn, for one fold; nothing unless it is over.
    fn findings(&self) -> Option<Findings>;
    /// The same of what it says by slow metrics, which takes long.
    fn slow_findings(&self, budget: &dyn Budget) -> Option<Findings>;
    /// What can be said of its steps; [`AnalysisQuestion`] says of which. The facts are to stand in for what the record
    /// lacks: an object, in which every field may be left out.
    ///
    /// # Errors
    ///
    /// While it is live, and if the facts do not read.
    fn analyse(
        &self,
        question: &AnalysisQuestion,
        assumed: &Value,
        names: &Names,
        budget: &dyn Budget,
    ) -> Result<RecordAnalysis, NotAnalysed>;
    /// The events of the first and the last move in force, the same if there is but one.
    fn span(&self) -> Option<[Seq; 2]>;
    /// A possible next move; `None` where there is none.
    fn sample(&self, chooser: &mut dyn Chooser) -> Option<Value>;
    /// What happens next where the seats play like this; `None` where nothing can.
    fn policy_entry(&self, tempers: &BySeat<Temper>, chooser: &mut dyn Chooser) -> Option<Value>;
    /// Whether a choice stands for this move.
    fn is_choice(&self, entry: &Value) -> bool;
    /// The joint move that is due; none once the game has ended.
    fn joint(&self) -> Option<Joint>;
    /// Checks what a seat would do in the joint move that is due, and answers with it as it is to be stored.
    ///
    /// # Errors
    ///
    /// If it does not read, no joint move is due, or a rule stands against it.
    fn check_part(&self, seat: Seat, part: &Value) -> Result<Value, Rejected>;
    /// The entry that these parts make, as stored, one by each seat; `None` if they make none.
    fn join(&self, parts: &[Value]) -> Option<Value>;
    /// The part of a seat in an entry, as it would be stored, if parts can have made the entry.
    fn part(&self, entry: &Value, seat: Seat) -> Option<Value>;
}

/// Nothing the engine writes can fail to be JSON: its maps have string keys only.
fn encode(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
