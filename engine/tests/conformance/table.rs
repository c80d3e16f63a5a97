//! A table at which random people play a random game, and make mistakes.

use std::time::{Duration, Instant};

use kifu_engine::budget::Unlimited;
use kifu_engine::erased::{AnyGame, AnyRecord, Opening, Rejected, StepView};
use kifu_engine::game::Chooser;
use kifu_engine::games;
use kifu_engine::record::{Refusal, Status};
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use kifu_engine::statistics::Observation;
use kifu_engine::text::Names;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Map, Value, json};

pub use crate::mangling::{leaves, mangle};

/// The check of an invariant takes no new seeds after this long, shared by all games, but not before a few.
const MAX_TIME_PER_INVARIANT: Duration = Duration::from_millis(800);
const MIN_CASES: u64 = 4;
const MAX_CASES: u64 = 200;
/// Long enough for any game; a record still live then is a live record.
const MAX_MOVES_PER_RECORD: usize = 300;

/// Every registered game, and the toy.
pub fn all_games() -> Vec<&'static dyn AnyGame> {
    games::ALL.iter().copied().chain([&super::toy::ERASED as &dyn AnyGame]).collect()
}

pub struct Dice(SmallRng);

impl Dice {
    pub fn seeded(seed: u64) -> Self {
        Self(SmallRng::seed_from_u64(seed))
    }

    pub fn chance(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn choose<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    pub fn below_len(&mut self, len: usize) -> usize {
        self.below(len)
    }
}

impl Chooser for Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }
}

/// A record being made, and how to make it again.
pub struct Table {
    pub game: &'static dyn AnyGame,
    pub seed: u64,
    pub dice: Dice,
    pub opening: Opening,
    pub record: Box<dyn AnyRecord>,
}

/// Checks an invariant over many seeds of every game.
pub fn for_each_game(invariant: impl Fn(&mut Table)) {
    let time_limit = MAX_TIME_PER_INVARIANT / u32::try_from(all_games().len()).expect("a few games");
    let asked_for = std::env::var("KIFU_GAME").ok();
    for game in all_games() {
        if asked_for.as_deref().is_some_and(|slug| slug != game.meta().slug) {
            continue;
        }
        let started = Instant::now();
        for seed in seeds() {
            if seed >= MIN_CASES && started.elapsed() > time_limit && std::env::var_os("KIFU_CASES").is_none()
            {
                break;
            }
            invariant(&mut Table::open(game, seed));
        }
    }
}

fn seeds() -> std::ops::Range<u64> {
    let env_number = |name| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    match env_number("KIFU_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..env_number("KIFU_CASES").unwrap_or(MAX_CASES),
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}, seed {}, opening {:?}; the log:", self.slug(), self.seed, self.opening);
            self.log().iter().enumerate().for_each(|(i, entry)| eprintln!("{:4} {entry}", i + 1));
        }
    }
}

impl Table {
    pub fn open(game: &'static dyn AnyGame, seed: u64) -> Self {
        let mut dice = Dice::seeded(seed);
        let opening = game.sample_opening(&mut dice);
        let record = game.open(&opening).expect("a sampled opening opens");
        Self { game, seed, dice, opening, record }
    }

    pub fn slug(&self) -> &'static str {
        self.game.meta().slug
    }

    pub fn log(&self) -> Vec<Value> {
        log(&*self.record)
    }

    /// An empty record of the same game.
    pub fn reopen(&self) -> Box<dyn AnyRecord> {
        self.game.open(&self.opening).expect("it opened before")
    }

    /// Everybody but the scribe.
    pub fn viewers(&self) -> Vec<Viewer> {
        self.record.seats().iter().map(Viewer::Seat).chain([Viewer::Public]).collect()
    }

    pub fn sample(&mut self) -> Option<Value> {
        self.record.sample(&mut self.dice)
    }

    /// Plays a legal move, now and then a mangled one. `None` when there is none to play.
    pub fn play(&mut self) -> Option<Value> {
        let mut mv = self.sample()?;
        if self.dice.chance(4) {
            let mangled = mangle(&mv, &mut self.dice);
            if self.record.fork().append(&mangled).is_ok() {
                mv = mangled;
            }
        }
        self.accept(&mv);
        Some(mv)
    }

    /// Plays to the end, or until the limit of moves is reached.
    pub fn play_out(&mut self) {
        for _ in 0..MAX_MOVES_PER_RECORD {
            if self.play().is_none() {
                break;
            }
        }
    }

    /// Plays a random part of a game.
    pub fn play_some(&mut self) {
        for _ in 0..self.dice.below(70) {
            if self.play().is_none() {
                break;
            }
        }
    }

    /// Plays a random part of a game, without coming to its end.
    pub fn play_some_and_stay_live(&mut self) {
        for _ in 0..self.dice.below(70) {
            let before = self.record.fork();
            if self.play().is_none() || self.record.status() != Status::Live {
                self.record = before;
                break;
            }
        }
    }

    /// Plays a random part of a game with a clumsy scribe.
    pub fn play_and_blunder(&mut self) {
        for _ in 0..self.dice.below(50) {
            self.play();
            if self.dice.chance(3) {
                self.blunder();
            }
        }
    }

    /// Plays a random part of a game with a clumsy scribe, without coming to the end.
    pub fn play_and_blunder_and_stay_live(&mut self) {
        for _ in 0..self.dice.below(50) {
            let before = self.record.fork();
            self.play();
            if self.dice.chance(3) {
                self.blunder();
            }
            if self.record.status() != Status::Live {
                self.record = before;
            }
        }
    }

    /// One thing that a clumsy scribe does; possibly nothing.
    pub fn blunder(&mut self) {
        let entry = match self.dice.below(6) {
            0 if self.record.status() == Status::Live => return self.give_up_for_a_while(),
            1 => json!({"type": "take_back", "count": 1 + self.dice.below(3)}),
            2 => json!({"type": "annotate", "text": "hm"}),
            3 => {
                let event = 1 + self.dice.below(usize::try_from(self.record.version().0).unwrap() + 1);
                json!({"type": "annotate", "event": event, "text": "look"})
            }
            _ => self.correction(),
        };
        let _ = self.record.append(&entry);
    }

    /// Abandons the record, perhaps corrects it, and goes on.
    fn give_up_for_a_while(&mut self) {
        self.accept(&json!({"type": "abandon", "reason": "dinner"}));
        let correction = self.correction();
        let _ = self.record.append(&correction);
        if self.record.status() == Status::Abandoned {
            let count = 1 + self.dice.below(self.record.len().min(2) + 1);
            self.accept(&json!({"type": "take_back", "count": count}));
        }
    }

    /// Some amendment, possible or not.
    pub fn correction(&mut self) -> Value {
        let plays = plays(&*self.record);
        if plays.is_empty() {
            return json!({"type": "annotate", "text": "nothing yet"});
        }
        let (event, mv) = self.dice.choose(&plays).clone();
        let with = mangle(&mv, &mut self.dice);
        json!({"type": "amend", "event": event, "with": with})
    }

    pub fn accept(&mut self, entry: &Value) -> Value {
        match self.record.append(entry) {
            Ok(stored) => stored.value(),
            Err(rejected) => panic!("{entry} was not accepted: {rejected:?}"),
        }
    }
}

/// The moves in force, with the events that recorded them, as entries to be logged again.
pub fn plays(record: &dyn AnyRecord) -> Vec<(Seq, Value)> {
    let names = Names::none(record.seats().len());
    let entry = |step: StepView| {
        let mut mv = step.mv.value();
        if step.irregular {
            mv["irregular"] = true.into();
        }
        (step.seq, mv)
    };
    record.steps(1, usize::MAX, &names).into_iter().map(entry).collect()
}

/// The last move in force.
pub fn last_step(record: &dyn AnyRecord) -> StepView {
    let names = Names::none(record.seats().len());
    record.steps(record.len(), record.len(), &names).pop().expect("there is a move")
}

/// The observations of the record, by slow metrics as well.
pub fn observations(record: &dyn AnyRecord) -> Vec<Observation> {
    let slow = record.slow_findings(&Unlimited).map(|findings| findings.observations);
    record.observe().into_iter().chain(slow.unwrap_or_default()).collect()
}

/// The log as JSON.
pub fn log(record: &dyn AnyRecord) -> Vec<Value> {
    record.entries(Seq(1)).into_iter().map(|entry| entry.payload.value()).collect()
}

/// Everything that a record answers, without the numbers of events.
pub fn position(record: &dyn AnyRecord) -> Value {
    let mut observations = observations(record);
    for seen in &mut observations {
        seen.event = None;
    }
    json!({
        "start": record.start(),
        "state": record.state(),
        "choices": record.choices(),
        "outcome": record.outcome(),
        "status": format!("{:?}", record.status()),
        "irregular": record.is_irregular(),
        "moves": record.len(),
        "observations": observations,
    })
}

/// Everything that a record answers.
pub fn answers(record: &dyn AnyRecord) -> Value {
    let names = Names::none(record.seats().len());
    json!({
        "position": position(record),
        "steps": record.steps(1, usize::MAX, &names),
        "entries": log(record),
        "version": record.version(),
        "forms": record.forms(Viewer::Scribe, None, &names),
        "parts": record.seats().iter().map(|seat| record.part_form(seat, &names)).collect::<Vec<_>>(),
    })
}

/// The answers of a record to each of these entries.
pub fn verdicts(record: &dyn AnyRecord, probes: &[Value]) -> Vec<String> {
    probes.iter().map(|probe| format!("{:?}", record.fork().append(probe))).collect()
}

/// The refusal of an entry that is well formed.
pub fn refusal(record: &dyn AnyRecord, entry: &Value) -> Refusal {
    match record.fork().append(entry) {
        Err(Rejected::Refused(refusal)) => refusal,
        other => panic!("{entry} should be refused, but: {other:?}"),
    }
}

/// The objects within a value, itself first: by JSON pointer.
pub fn objects(value: &Value) -> Vec<String> {
    let within = |key: String, value: &Value| {
        objects(value).into_iter().map(move |path| format!("/{key}{path}")).collect::<Vec<_>>()
    };
    match value {
        Value::Object(fields) => {
            let below = fields.iter().flat_map(|(key, value)| within(key.clone(), value));
            std::iter::once(String::new()).chain(below).collect()
        }
        Value::Array(values) => {
            values.iter().enumerate().flat_map(|(i, value)| within(i.to_string(), value)).collect()
        }
        _ => Vec::new(),
    }
}

/// The object at a pointer.
pub fn object<'a>(value: &'a mut Value, path: &str) -> &'a mut Map<String, Value> {
    value.pointer_mut(path).and_then(Value::as_object_mut).expect("an object is where it was found")
}
