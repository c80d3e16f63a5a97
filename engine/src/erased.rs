//! Games behind one object-safe face. The only place where JSON becomes moves and moves JSON.

use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::board::Board;
use crate::game::{Game, Meta, Outcome, Pick, Seq};
use crate::malformed::Malformed;
use crate::record::{COUNT, EVENT, Entry, Record, Refusal, Status, Step};
use crate::seat::{Seat, Seats, Viewer};
use crate::statistics::Observation;
use crate::tagged::{self, IRREGULAR, TYPE};
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
}

/// A record of any game.
pub trait AnyRecord: Send + Sync {
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
    /// The position now.
    fn state(&self) -> Value;
    /// What may happen next; nothing once the game has ended.
    fn choices(&self) -> Vec<Value>;
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
    /// The log, from the entry numbered `from`.
    fn entries(&self, from: Seq) -> Vec<EntryView>;
    /// The position after a step drawn as SVG, that at the start after step 0; `None` if there is no such step.
    fn board(&self, step: usize, names: &Names, language: Language) -> Option<String>;
    /// What this record says; nothing unless it is over.
    fn observe(&self) -> Vec<Observation>;
    /// A possible next move; `None` where there is none.
    fn sample(&self, pick: &mut dyn Pick) -> Option<Value>;
    /// Whether a choice stands for this move.
    fn offers(&self, entry: &Value) -> bool;
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
            view: schema::<G::View>(),
        }
    }

    fn open(&self, opening: &Opening) -> Result<Box<dyn AnyRecord>, Rejected> {
        let options = lenient_numbers(&opening.options, |value| G::Options::deserialize(value))
            .map_err(|error| Malformed::from_serde(&OPTIONS, &error))?;
        Ok(Box::new(Record::<G>::open(opening.seats, &options)?))
    }

    fn sample_opening(&self, pick: &mut dyn Pick) -> Opening {
        let (seats, options) = G::sample_opening(pick);
        Opening { seats, options: encode(&options) }
    }
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

    fn state(&self) -> Value {
        encode(&self.now().view())
    }

    fn choices(&self) -> Vec<Value> {
        legal_choices(self).iter().map(encode).collect()
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

    fn observe(&self) -> Vec<Observation> {
        match Record::status(self) {
            Status::Over => G::observe(&self.replay()),
            Status::Live | Status::Abandoned => Vec::new(),
        }
    }

    fn sample(&self, pick: &mut dyn Pick) -> Option<Value> {
        let choices = legal_choices(self);
        (!choices.is_empty()).then(|| tagged::write(&self.now().sample(pick.one(&choices), pick)))
    }

    fn offers(&self, entry: &Value) -> bool {
        let Ok(Entry::Play { mv, .. }) = lenient_numbers(entry, read_value::<G::Move>) else { return false };
        legal_choices(self).iter().any(|choice| self.now().covers(choice, &mv))
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

const MOVE: Text = Text::fixed("手", "The move");
const OPTIONS: Text = Text::fixed("オプション", "The options");

/// The entries that every game has, beside its own moves.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(title = "CommonEntry")]
enum Common {
    /// Undoes the last moves still in force.
    TakeBack {
        /// How many moves; an abandonment counts as one.
        #[serde(default = "one")]
        #[schemars(range(min = 1, max = 1_000_000))]
        count: i64,
    },
    /// Replaces an earlier move, if everything after it still folds.
    Amend {
        /// The event that recorded the move.
        #[schemars(range(min = 1, max = 1_000_000))]
        event: i64,
        /// What it should have said: a move of the game.
        with: Map<String, Value>,
        /// Record it although it breaks a soft rule.
        #[serde(default)]
        irregular: bool,
    },
    /// Comments on an event, or on the whole record.
    Annotate {
        /// The event; the whole record if left out.
        #[serde(default)]
        #[schemars(range(min = 1, max = 1_000_000))]
        event: Option<i64>,
        /// The comment.
        #[schemars(length(max = 2000))]
        text: String,
    },
    /// Ends the record without a result.
    Abandon {
        /// Why.
        #[serde(default)]
        #[schemars(length(max = 2000))]
        reason: Option<String>,
    },
}

const fn one() -> i64 {
    1
}

/// The longest comment or reason, in characters.
const LONGEST_TEXT: usize = 2000;

const COMMON: [&str; 4] = ["take_back", "amend", "annotate", "abandon"];

/// The schema of the entries that every game has beside its own moves.
pub fn common_entry_schema() -> Schema {
    schema::<Common>()
}

fn schema<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    SchemaGenerator::new(settings).into_root_schema_for::<T>()
}

/// Nearly every stored entry is a move, and read as one at once; whatever is not is looked at more
/// closely. No move of a game has the name of a common entry.
fn read_stored<M: DeserializeOwned>(text: &str) -> Result<Entry<M>, Rejected> {
    if let Some((mv, irregular)) = tagged::read_text(text) {
        return Ok(Entry::Play { mv, irregular });
    }
    let value: Value = serde_json::from_str(text).map_err(|error| Malformed::from_serde(&MOVE, &error))?;
    read_value(&value)
}

fn read_value<M: DeserializeOwned>(entry: &Value) -> Result<Entry<M>, Rejected> {
    let Some(fields) = entry.as_object() else { return Err(Malformed::no_type().into()) };
    match fields.get(TYPE).and_then(Value::as_str) {
        Some(kind) if COMMON.contains(&kind) => read_common(entry),
        _ => Ok(read_play(fields)?),
    }
}

fn read_play<M: DeserializeOwned>(fields: &Map<String, Value>) -> Result<Entry<M>, Malformed> {
    let read = tagged::read(fields).ok_or_else(Malformed::no_type)?;
    let (mv, irregular) = read.map_err(|error| Malformed::from_serde(&MOVE, &error))?;
    Ok(Entry::Play { mv, irregular })
}

fn read_common<M: DeserializeOwned>(entry: &Value) -> Result<Entry<M>, Rejected> {
    let common = Common::deserialize(entry).map_err(|error| Malformed::from_serde(&MOVE, &error))?;
    Ok(match common {
        Common::TakeBack { count } => Entry::TakeBack { count: not_negative(COUNT, count)? },
        Common::Amend { event, with, irregular } => {
            let Entry::Play { mv, irregular: within } = read_play(&with)? else {
                return Err(Malformed::no_type().into());
            };
            let event = Seq(not_negative(EVENT, event)?);
            Entry::Amend { event, with: mv, irregular: irregular || within }
        }
        Common::Annotate { event, text } => {
            let event = event.map(|event| not_negative(EVENT, event)).transpose()?;
            Entry::Annotate { event: event.map(Seq), text: short_enough(text)? }
        }
        Common::Abandon { reason } => Entry::Abandon { reason: reason.map(short_enough).transpose()? },
    })
}

/// G-5: a number below zero is a whole number like others, and out of bounds.
fn not_negative(what: Text, number: i64) -> Result<u64, Violation> {
    u64::try_from(number).map_err(|_| Violation::out_of_bounds(what, &number.into(), &json!({"min": 1})))
}

fn short_enough(text: String) -> Result<String, Malformed> {
    let length = text.chars().count();
    if length <= LONGEST_TEXT {
        return Ok(text);
    }
    Err(Malformed {
        message: Text::new(
            format!("文章が長すぎます({length}文字、{LONGEST_TEXT}文字まで)。"),
            format!("The text is too long: {length} characters of at most {LONGEST_TEXT}."),
        ),
        detail: json!({"length": length, "allowed": LONGEST_TEXT}),
    })
}

fn write<M: Serialize>(entry: &Entry<M>) -> Value {
    match entry {
        Entry::Play { mv, irregular } => {
            let mut value = tagged::write(mv);
            if *irregular {
                value[IRREGULAR] = true.into();
            }
            value
        }
        Entry::TakeBack { count } => json!({"type": "take_back", "count": count}),
        Entry::Amend { event, with, irregular } => json!({
            "type": "amend", "event": event, "with": tagged::write(with), "irregular": irregular,
        }),
        Entry::Annotate { event: Some(event), text } => {
            json!({"type": "annotate", "event": event, "text": text})
        }
        Entry::Annotate { event: None, text } => json!({"type": "annotate", "text": text}),
        Entry::Abandon { reason: Some(reason) } => json!({"type": "abandon", "reason": reason}),
        Entry::Abandon { reason: None } => json!({"type": "abandon"}),
    }
}

/// Nothing the engine writes can fail to be JSON: its maps have string keys only.
fn encode(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

/// Reads a value; if it can't be read, reads it once more with whole numbers written as
/// decimals (`3.0`, an integer to JSON Schema) as integers.
fn lenient_numbers<T, E>(value: &Value, read: impl Fn(&Value) -> Result<T, E>) -> Result<T, E> {
    read(value).or_else(|error| {
        let whole = whole_numbers(value);
        if whole == *value { Err(error) } else { read(&whole) }
    })
}

fn whole_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) => whole_number(number).map_or_else(|| value.clone(), Value::from),
        Value::Array(values) => values.iter().map(whole_numbers).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(key, value)| (key.clone(), whole_numbers(value))).collect())
        }
        _ => value.clone(),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "only whole numbers within ±2^53 are cast")]
fn whole_number(number: &serde_json::Number) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let number = number.is_f64().then(|| number.as_f64()).flatten()?;
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
}
