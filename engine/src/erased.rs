//! Games behind one object-safe face. The only place where JSON becomes moves and moves JSON.

mod entries;
mod forms;
mod happened;
mod joint;
mod watching;

use std::any::Any;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use entries::common_entry_schema;
use entries::{lenient_numbers, read_stored, read_value, write};
pub use happened::BREACH;
pub use watching::AnyWatch;

use crate::board::Board;
use crate::form::Form;
use crate::game::{Game, Meta, Outcome, Pick, Seq};
use crate::joint::{Joint, Part};
use crate::malformed::Malformed;
use crate::record::{Entry, Record, Refusal, Status, Step, Watch};
use crate::seat::{Seat, Seats, Viewer};
use crate::statistics::Observation;
use crate::tagged;
use crate::text::{Language, Names, Text};
use crate::violation::Violation;

/// What a game is set up with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// How many sit at the table.
    pub seats: u8,
    /// The game's own options, a JSON object.
    pub options: Value,
}

/// Why an entry was not accepted.
#[derive(Clone, Debug, PartialEq)]
pub enum Rejected {
    /// It is no entry at all.
    Malformed(Malformed),
    /// It breaks a rule.
    Refused(Refusal),
}

impl From<Malformed> for Rejected {
    fn from(malformed: Malformed) -> Self {
        Self::Malformed(malformed)
    }
}

impl From<Refusal> for Rejected {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Violation> for Rejected {
    fn from(violation: Violation) -> Self {
        Self::Refused(violation.into())
    }
}

/// The JSON Schemas (2020-12) of what a game's clients send and get.
#[derive(Clone, Debug)]
pub struct Schemas {
    /// The options a record is opened with.
    pub options: Schema,
    /// The game's own moves, a union discriminated by `type`.
    pub moves: Schema,
    /// Effects, likewise.
    pub effects: Schema,
    /// Choices, likewise.
    pub choices: Schema,
    /// Parts of joint moves, likewise, if the game has any.
    pub parts: Option<Schema>,
    /// The state.
    pub view: Schema,
}

/// One step of a replay, ready to be read by anybody.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepView {
    /// The event that recorded the move, in the numbering of the record it was asked of.
    pub seq: Seq,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Value,
    /// Whether it was recorded as irregular.
    pub irregular: bool,
    /// The rules it broke all the same.
    pub breaches: Vec<Violation>,
    /// What followed by rule.
    pub effects: Vec<Value>,
    /// Move, breaches and effects in words.
    pub narration: Vec<Text>,
    /// The position after it.
    pub state: Value,
}

/// An entry that was added, with what it did.
#[derive(Clone, Debug, PartialEq)]
pub struct Logged {
    /// The entry as it is to be stored.
    pub entry: Value,
    /// What it did.
    pub did: Did,
}

/// What an entry did to the moves in force.
#[derive(Clone, Debug, PartialEq)]
pub enum Did {
    /// It added one.
    Played(Box<StepView>),
    /// It changed earlier ones: [`AnyRecord::steps_since`] folds them again and tells which.
    Corrected,
    /// It left them as they were.
    Nothing,
}

/// What a record that is over says to statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// What was seen.
    pub observations: Vec<Observation>,
    /// Who had the first turn; `None` where seats take none.
    pub first_player: Option<Seat>,
}

/// One entry of a log, as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryView {
    /// Its number in the record it was asked of.
    pub seq: Seq,
    /// Its number in the full record.
    pub origin: Seq,
    /// The entry as JSON, `type` included.
    pub payload: Value,
}

/// A game the house can record.
pub trait AnyGame: Send + Sync {
    /// What is known of it without playing.
    fn meta(&self) -> &'static Meta;
    /// The shapes of its JSON.
    fn schemas(&self) -> Schemas;
    /// An empty record.
    fn open(&self, opening: &Opening) -> Result<Box<dyn AnyRecord>, Rejected>;
    /// A set-up that people could choose.
    fn sample_opening(&self, pick: &mut dyn Pick) -> Opening;
    /// These options with the defaults of those left out.
    fn all_options(&self, options: &Value) -> Result<Value, Rejected>;
}

/// A record of any game.
pub trait AnyRecord: Any + Send + Sync {
    /// The game's.
    fn meta(&self) -> &'static Meta;
    /// The number of the last event.
    fn version(&self) -> Seq;
    /// The seats of the table.
    fn seats(&self) -> Seats;
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
    fn append(&mut self, entry: &Value) -> Result<Value, Rejected>;
    /// The same, and tells what it did; for a move that costs no fold of what came before.
    fn add(&mut self, entry: &Value, names: &Names) -> Result<Logged, Rejected>;
    /// Adds an entry as it was stored.
    fn append_stored(&mut self, entry: &str) -> Result<(), Rejected>;
    /// The seat whose own move this entry is, if it is one.
    fn actor(&self, entry: &Value) -> Result<Option<Seat>, Rejected>;
    /// A copy that goes its own way.
    fn fork(&self) -> Box<dyn AnyRecord>;
    /// The record that a viewer sees; see [`Record::seen_by`].
    fn seen_by(&self, viewer: Viewer) -> Box<dyn AnyRecord>;
    /// What a viewer has kept of it so far, ready to keep more; see [`Watch`].
    fn watch(&self, viewer: Viewer) -> Box<dyn AnyWatch>;
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
    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;
    /// The position before the first move.
    fn start(&self) -> Value;
    /// The moves in force from step `from` (1-based) to step `to`, both included.
    fn steps(&self, from: usize, to: usize, names: &Names) -> Vec<StepView>;
    /// The steps that the entries after an event of the full record played or amended.
    fn steps_since(&self, event: Seq, names: &Names) -> Vec<StepView>;
    /// The event of the full record that an event of this one comes from.
    fn origin(&self, event: Seq) -> Option<Seq>;
    /// The moves in force as amended, each as the entry that would record it now, under the event that did.
    fn in_force(&self) -> Vec<EntryView>;
    /// The log, from the entry numbered `from`.
    fn entries(&self, from: Seq) -> Vec<EntryView>;
    /// The position after a step drawn as SVG, that at the start after step 0; `None` if there is no such step.
    fn board(&self, step: usize, names: &Names, language: Language) -> Option<String>;
    /// Every move in force, effect and breach as an object with its `type`; a breach's is [`BREACH`].
    fn happened(&self) -> Vec<Value>;
    /// Who had the first turn; `None` where seats take none, and unless the record is over.
    fn first_player(&self) -> Option<Seat>;
    /// What this record says; nothing unless it is over.
    fn observe(&self) -> Vec<Observation>;
    /// What this record says, and who had the first turn, for one fold; nothing unless it is over.
    fn findings(&self) -> Option<Findings>;
    /// The events of the first and the last move in force, the same if there is but one.
    fn span(&self) -> Option<[Seq; 2]>;
    /// A possible next move; `None` where there is none.
    fn sample(&self, pick: &mut dyn Pick) -> Option<Value>;
    /// Whether a choice stands for this move.
    fn offers(&self, entry: &Value) -> bool;
    /// The joint move that is due; none once the game has ended.
    fn joint(&self) -> Option<Joint>;
    /// Checks what a seat would do in the joint move that is due, and answers with it as it is to be stored.
    fn check_part(&self, seat: Seat, part: &Value) -> Result<Value, Rejected>;
    /// The entry that these parts make, as stored, one by each seat; `None` if they make none.
    fn join(&self, parts: &[Value]) -> Option<Value>;
    /// The part of a seat in an entry, as it would be stored, if parts can have made the entry.
    fn part(&self, entry: &Value, seat: Seat) -> Option<Value>;
}

/// A game as the registry holds it.
pub struct Registered<G>(PhantomData<fn() -> G>);

impl<G> Registered<G> {
    /// This game, erased.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G> Default for Registered<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> AnyGame for Registered<G> {
    fn meta(&self) -> &'static Meta {
        const { &G::META }
    }

    fn schemas(&self) -> Schemas {
        Schemas {
            options: schema::<G::Options>(),
            moves: schema::<G::Move>(),
            effects: schema::<G::Effect>(),
            choices: schema::<G::Choice>(),
            parts: G::Part::ANY.then(schema::<G::Part>),
            view: schema::<G::View>(),
        }
    }

    fn open(&self, opening: &Opening) -> Result<Box<dyn AnyRecord>, Rejected> {
        Ok(Box::new(Record::<G>::open(opening.seats, &read_options::<G>(&opening.options)?)?))
    }

    fn sample_opening(&self, pick: &mut dyn Pick) -> Opening {
        let (seats, options) = G::sample_opening(pick);
        Opening { seats, options: encode(&options) }
    }

    fn all_options(&self, options: &Value) -> Result<Value, Rejected> {
        Ok(encode(&read_options::<G>(options)?))
    }
}

fn read_options<G: Game>(options: &Value) -> Result<G::Options, Malformed> {
    lenient_numbers(options, |value| G::Options::deserialize(value))
        .map_err(|error| Malformed::from_serde(&OPTIONS, &error))
}

impl<G: Game> AnyRecord for Record<G> {
    fn meta(&self) -> &'static Meta {
        const { &G::META }
    }

    fn version(&self) -> Seq {
        Record::version(self)
    }

    fn seats(&self) -> Seats {
        Record::seats(self)
    }

    fn status(&self) -> Status {
        Record::status(self)
    }

    fn is_irregular(&self) -> bool {
        Record::is_irregular(self)
    }

    fn len(&self) -> usize {
        Record::len(self)
    }

    fn append(&mut self, entry: &Value) -> Result<Value, Rejected> {
        let entry: Entry<G::Move> = lenient_numbers(entry, read_value)?;
        let stored = write(&entry);
        Record::append(self, entry)?;
        Ok(stored)
    }

    fn add(&mut self, entry: &Value, names: &Names) -> Result<Logged, Rejected> {
        let entry: Entry<G::Move> = lenient_numbers(entry, read_value)?;
        let stored = write(&entry);
        let corrects = matches!(entry, Entry::TakeBack { .. } | Entry::Amend { .. });
        let judged = self.judge(entry).map_err(|refusal| refusal.told(names))?;
        let did = match judged.step() {
            _ if corrects => Did::Corrected,
            Some(step) => Did::Played(Box::new(step_view(self.now(), &step, names))),
            None => Did::Nothing,
        };
        self.accept(judged);
        Ok(Logged { entry: stored, did })
    }

    fn append_stored(&mut self, entry: &str) -> Result<(), Rejected> {
        Ok(Record::append(self, read_stored(entry)?)?)
    }

    fn actor(&self, entry: &Value) -> Result<Option<Seat>, Rejected> {
        match lenient_numbers(entry, read_value::<G::Move>)? {
            Entry::Play { mv, .. } => Ok(G::actor(&mv)),
            _ => Ok(None),
        }
    }

    fn fork(&self) -> Box<dyn AnyRecord> {
        Box::new(self.clone())
    }

    fn seen_by(&self, viewer: Viewer) -> Box<dyn AnyRecord> {
        Box::new(Record::seen_by(self, viewer))
    }

    fn watch(&self, viewer: Viewer) -> Box<dyn AnyWatch> {
        let mut watch = Watch::new(self, viewer);
        watch.catch_up(self);
        Box::new(watch)
    }

    fn state(&self) -> Value {
        encode(&self.now().view())
    }

    fn choices(&self) -> Vec<Value> {
        legal_choices(self).iter().map(encode).collect()
    }

    fn forms(&self, viewer: Viewer, instead_of: Option<Seq>, names: &Names) -> Option<Vec<Form>> {
        forms::list(self, viewer, instead_of, names)
    }

    fn part_form(&self, seat: Seat, names: &Names) -> Option<Form> {
        joint::due(self).and_then(|_| G::Part::form(self.now(), seat, names))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now().outcome()
    }

    fn start(&self) -> Value {
        encode(&self.replay().start.view())
    }

    fn steps(&self, from: usize, to: usize, names: &Names) -> Vec<StepView> {
        let replay = self.replay();
        let shown = replay.steps.iter().enumerate().take(to).skip(from.saturating_sub(1));
        shown.map(|(i, step)| step_view(replay.before(i), step, names)).collect()
    }

    fn steps_since(&self, event: Seq, names: &Names) -> Vec<StepView> {
        let numbered = (1..).map(Seq).zip(self.log());
        let touched: Vec<Seq> = numbered
            .skip_while(|(_, (origin, _))| *origin <= event)
            .filter_map(|(seq, (_, entry))| match entry {
                Entry::Play { .. } => Some(seq),
                Entry::Amend { event, .. } => Some(*event),
                _ => None,
            })
            .collect();
        let replay = self.replay();
        let steps = replay.steps.iter().enumerate().filter(|(_, step)| touched.contains(&step.seq));
        steps.map(|(index, step)| step_view(replay.before(index), step, names)).collect()
    }

    fn origin(&self, event: Seq) -> Option<Seq> {
        Record::origin(self, event)
    }

    fn in_force(&self) -> Vec<EntryView> {
        let entry = |(seq, mv, irregular): (Seq, &G::Move, bool)| EntryView {
            seq,
            origin: Record::origin(self, seq).unwrap_or(seq),
            payload: write(&Entry::Play { mv: mv.clone(), irregular }),
        };
        Record::in_force(self).map(entry).collect()
    }

    fn entries(&self, from: Seq) -> Vec<EntryView> {
        let numbered = (1..).map(Seq).zip(self.log());
        let wanted = numbered.skip_while(|(seq, _)| *seq < from);
        wanted.map(|(seq, (origin, entry))| EntryView { seq, origin, payload: write(entry) }).collect()
    }

    fn board(&self, step: usize, names: &Names, language: Language) -> Option<String> {
        let view = self.position_at(step)?.view();
        let mut board = Board::new(names, language);
        G::draw(&view, &mut board);
        Some(board.into_svg(&G::META.name))
    }

    fn happened(&self) -> Vec<Value> {
        happened::happened(self)
    }

    fn first_player(&self) -> Option<Seat> {
        (Record::status(self) == Status::Over).then(|| G::first_player(&self.replay()))?
    }

    fn observe(&self) -> Vec<Observation> {
        match Record::status(self) {
            Status::Over => G::observe(&self.replay()),
            Status::Live | Status::Abandoned => Vec::new(),
        }
    }

    fn findings(&self) -> Option<Findings> {
        (Record::status(self) == Status::Over).then(|| {
            let replay = self.replay();
            Findings { observations: G::observe(&replay), first_player: G::first_player(&replay) }
        })
    }

    fn span(&self) -> Option<[Seq; 2]> {
        Record::span(self)
    }

    fn sample(&self, pick: &mut dyn Pick) -> Option<Value> {
        let choices = legal_choices(self);
        (!choices.is_empty()).then(|| tagged::write(&self.now().sample(pick.one(&choices), pick)))
    }

    fn offers(&self, entry: &Value) -> bool {
        let Ok(Entry::Play { mv, .. }) = lenient_numbers(entry, read_value::<G::Move>) else { return false };
        legal_choices(self).iter().any(|choice| self.now().covers(choice, &mv))
    }

    fn joint(&self) -> Option<Joint> {
        joint::due(self)
    }

    fn check_part(&self, seat: Seat, part: &Value) -> Result<Value, Rejected> {
        joint::check(self, seat, part)
    }

    fn join(&self, parts: &[Value]) -> Option<Value> {
        joint::join::<G>(parts)
    }

    fn part(&self, entry: &Value, seat: Seat) -> Option<Value> {
        joint::part_of::<G>(entry, seat)
    }
}

fn legal_choices<G: Game>(record: &Record<G>) -> Vec<G::Choice> {
    match record.status() {
        Status::Live => record.now().choices(),
        Status::Over | Status::Abandoned => Vec::new(),
    }
}

fn step_view<G: Game>(before: &G, step: &Step<G>, names: &Names) -> StepView {
    let mut narration = vec![before.tell_move(&step.mv, names)];
    let breaches: Vec<_> = step.breaches.iter().map(|breach| breach.clone().told(names)).collect();
    narration.extend(breaches.iter().map(tell_breach));
    narration.extend(step.effects.iter().map(|effect| G::tell_effect(effect, names)));
    StepView {
        seq: step.seq,
        mv: tagged::write(&step.mv),
        irregular: step.irregular,
        breaches,
        effects: step.effects.iter().map(encode).collect(),
        narration,
        state: encode(&step.after.view()),
    }
}

fn tell_breach(breach: &Violation) -> Text {
    Text::new(
        format!("反則({}): {}", breach.rule, breach.message.ja),
        format!("Against the rules ({}): {}", breach.rule, breach.message.en),
    )
}

const OPTIONS: Text = Text::fixed("オプション", "The options");

fn schema<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    SchemaGenerator::new(settings).into_root_schema_for::<T>()
}

/// Nothing the engine writes can fail to be JSON: its maps have string keys only.
fn encode(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
