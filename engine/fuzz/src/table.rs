//! A table of any registered game, and the invariants that hold whatever is submitted to it.

use std::sync::LazyLock;

use kifu_engine::board::Layout;
use kifu_engine::erased::{AcceptedEntry, AnyGame, AnyRecord, Opening, Rejected};
use kifu_engine::game::Chooser;
use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_engine::rules::RulesVersion;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use kifu_engine::text::{Language, Names};
use serde_json::{Value, json};

use crate::bytes::Bytes;
use crate::invent::{anything, leaves, mangle, shaped};

/// The shapes of the JSON that is submitted to a game.
struct Shapes {
    options: Value,
    moves: Value,
}

static SHAPES: LazyLock<Vec<Shapes>> = LazyLock::new(|| {
    let shapes = |game: &&dyn AnyGame| {
        let schemas = game.schemas();
        Shapes { options: schemas.options.into(), moves: schemas.moves.into() }
    };
    games::ALL.iter().map(shapes).collect()
});

/// A game that is being recorded.
pub struct Table {
    number: usize,
    opening: Opening,
    pub record: Box<dyn AnyRecord>,
}

/// The number of the game that the first byte of an input chooses, and the other bytes.
pub fn chosen(input: &[u8]) -> Option<(usize, &[u8])> {
    let (first, rest) = input.split_first()?;
    Some((usize::from(*first) % games::ALL.len(), rest))
}

impl Table {
    /// Opens a game as people could, now and then in another way if that is not refused.
    pub fn open(number: usize, bytes: &mut Bytes) -> Self {
        let possible = games::ALL[number].sample_opening(bytes);
        let odd = bytes.chance(4).then(|| invented_opening(number, &possible, bytes));
        let opened = |opening: Opening| {
            let record = games::ALL[number].open(&opening).ok()?;
            Some(Self { number, opening, record })
        };
        odd.and_then(opened).or_else(|| opened(possible)).expect("a sampled opening opens")
    }

    /// An empty record of the same game.
    pub fn reopen(&self) -> Box<dyn AnyRecord> {
        games::ALL[self.number].open(&self.opening).expect("it opened before")
    }

    /// Plays a possible move. `None` where there is none.
    pub fn play(&mut self, bytes: &mut Bytes) -> Option<()> {
        let mv = self.record.sample(bytes)?;
        assert!(self.record.is_choice(&mv), "{mv} was sampled but is not offered");
        self.record.append(&mv).unwrap_or_else(|rejected| panic!("{mv} was sampled, but: {rejected:?}"));
        Some(())
    }

    /// Somebody's idea of a move, mostly possible in shape.
    pub fn invented_move(&self, bytes: &mut Bytes) -> Value {
        let words = self.words();
        let mut mv = match (bytes.below(4), self.record.sample(bytes)) {
            (0 | 1, Some(mut sampled)) => {
                mangle(&mut sampled, &words, bytes);
                sampled
            }
            _ => shaped(&SHAPES[self.number].moves, &words, bytes),
        };
        if let Some(fields) = mv.as_object_mut()
            && bytes.chance(3)
        {
            let flag = if bytes.chance(8) { anything(&words, bytes) } else { true.into() };
            fields.insert("irregular".to_owned(), flag);
        }
        mv
    }

    /// Somebody's idea of an entry of a log.
    pub fn invented_entry(&self, bytes: &mut Bytes) -> Value {
        match bytes.below(16) {
            0 => anything(&self.words(), bytes),
            1..=4 => {
                let mut entry = self.common_entry(bytes);
                mangle(&mut entry, &self.words(), bytes);
                entry
            }
            _ => self.invented_move(bytes),
        }
    }

    /// A take-back, an amendment, a comment or the end, possible or not.
    pub fn common_entry(&self, bytes: &mut Bytes) -> Value {
        match bytes.below(8) {
            0 => json!({"type": "annotate", "text": bytes.any::<String>()}),
            1 => json!({"type": "annotate", "event": self.some_event(bytes), "text": "there"}),
            2 if bytes.chance(2) => json!({"type": "abandon", "reason": bytes.any::<Option<String>>()}),
            3 | 4 => json!({"type": "take_back", "count": 1 + bytes.below(4)}),
            _ => self.amendment(bytes),
        }
    }

    fn amendment(&self, bytes: &mut Bytes) -> Value {
        let event = self.some_event(bytes);
        let mut with = self.invented_move(bytes);
        // Mostly the earlier entry, changed a little.
        if let Some(entry) = self.record.entries(event).first().filter(|_| !bytes.chance(4)) {
            with = entry.payload.value();
            mangle(&mut with, &self.words(), bytes);
        }
        json!({"type": "amend", "event": event, "with": with, "irregular": bytes.chance(3)})
    }

    fn some_event(&self, bytes: &mut Bytes) -> Seq {
        let events = self.record.version().index();
        Seq(bytes.below(events + 2) as u64)
    }

    /// The leaves of the state and of the choices at this moment.
    fn words(&self) -> Vec<Value> {
        let talk = json!([self.record.state(), self.record.choices()]);
        leaves(&talk)
    }

    /// Tells the record an entry. A refused entry changes nothing. An accepted one reads back from how it is stored,
    /// and was offered if it is a move that breaks no rule. Every method gives an equal answer.
    pub fn submit(&mut self, entry: &Value) {
        let before = self.record.fork();
        let mut read_back = self.record.fork();
        let logged = self.added(entry);
        let actor = self.record.actor(entry);
        match self.record.append(entry) {
            Ok(stored) => {
                assert_eq!(logged.map(|logged| logged.entry).as_ref(), Ok(&stored));
                assert!(actor.is_ok(), "{entry} was accepted, but is no entry: {actor:?}");
                read_back
                    .append_stored(&stored.to_string())
                    .unwrap_or_else(|rejected| panic!("{stored} does not read back: {rejected:?}"));
                assert_same(&*read_back, &*self.record);
                assert_eq!(self.record.version().0, before.version().0 + 1);
                assert_offered(&*before, &*self.record, entry);
            }
            Err(rejected) => {
                assert_eq!(logged, Err(rejected));
                assert!(read_back.append_stored(&entry.to_string()).is_err(), "{entry} was refused before");
                assert_same(&*read_back, &*before);
                assert_same(&*self.record, &*before);
            }
        }
    }

    #[expect(clippy::result_large_err, reason = "as the engine has it")]
    fn added(&self, entry: &Value) -> Result<AcceptedEntry, Rejected> {
        self.record.fork().add(entry, &Names::none(self.record.seats().len()))
    }

    /// Checks that the stored log folds to the record.
    pub fn fold_again(&self) {
        self.fold_log_of(&*self.record);
    }

    fn fold_log_of(&self, record: &dyn AnyRecord) {
        let mut again = self.reopen();
        for entry in record.entries(Seq(1)) {
            let stored = entry.payload.to_string();
            again.append_stored(&stored).unwrap_or_else(|why| panic!("{stored} does not fold: {why:?}"));
        }
        assert_same(&*again, record);
    }

    /// Reads as every viewer: the log, the position, the moves in words, the board of some step.
    pub fn look(&self, bytes: &mut Bytes) {
        let seats = self.record.seats();
        let name = |_| bytes.any::<Option<String>>();
        let names = Names::new(&seats.iter().map(name).collect::<Vec<_>>());
        // Mostly as it stands now.
        let step = if bytes.chance(4) { bytes.below(self.record.len() + 1) } else { self.record.len() };
        assert_eq!(self.record.steps(1, usize::MAX, &names).len(), self.record.len());
        let language = *bytes.choose(&[Language::Ja, Language::En]);
        let layout = *bytes.choose(&[Layout::Compact, Layout::Landscape, Layout::Portrait]);
        for viewer in seats.iter().map(Viewer::Seat).chain([Viewer::Public, Viewer::Scribe]) {
            let seen = self.record.seen_by(viewer);
            assert_eq!(seen.status(), self.record.status());
            self.fold_log_of(&*seen);
            seen.choices();
            seen.observe();
            assert!(seen.board(step.min(seen.len()), &names, language, layout).is_some());
            assert!(seen.board(seen.len() + 1, &names, language, layout).is_none());
        }
    }
}

fn invented_opening(number: usize, possible: &Opening, bytes: &mut Bytes) -> Opening {
    let mut opening = possible.clone();
    match bytes.below(4) {
        0 => opening.seats = bytes.any(),
        1 => opening.rules_version = RulesVersion::new(bytes.any()).unwrap_or(RulesVersion::FIRST),
        2 => opening.options = shaped(&SHAPES[number].options, &[], bytes),
        _ => mangle(&mut opening.options, &[], bytes),
    }
    opening
}

/// Asserts that two records stand at the same position.
pub fn assert_same(one: &dyn AnyRecord, other: &dyn AnyRecord) {
    assert_eq!(one.version(), other.version());
    assert_eq!(one.len(), other.len());
    assert_eq!(one.status(), other.status());
    assert_eq!(one.is_irregular(), other.is_irregular());
    assert_eq!(one.state(), other.state());
    assert_eq!(one.choices(), other.choices());
    assert_eq!(one.outcome(), other.outcome());
}

/// Asserts that an accepted move was offered, unless it broke a rule.
fn assert_offered(before: &dyn AnyRecord, after: &dyn AnyRecord, entry: &Value) {
    let played = after.len() == before.len() + 1 && before.status() == Status::Live;
    if played && !before.is_choice(entry) {
        let names = Names::none(after.seats().len());
        let step = after.steps(after.len(), after.len(), &names).pop().expect("it was played");
        assert!(step.irregular && !step.breaches.is_empty(), "{entry} is accepted but not offered");
    }
}
