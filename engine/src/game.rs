//! What a game is to the rest of the house.

use std::fmt::Debug;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::form::Form;
use crate::joint::Part;
use crate::message::{Catalogue, Message};
use crate::record::Replay;
use crate::seat::{BySeat, Seat, Viewer};
use crate::setting::{Setting, Unoffered};
use crate::statistics::{LabelledWord, Metric, Observation};
use crate::text::{Names, Text};
use crate::violation::{Referee, Violation};

/// The number of an event in its record. The opening is 0, the first entry 1.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
#[schemars(rename = "EventNumber")]
pub struct Seq(pub u64);

/// What is known of a game without playing it.
#[derive(Clone, Debug, PartialEq)]
pub struct Meta {
    /// Stable name in URLs and JSON.
    pub slug: &'static str,
    /// What people call it.
    pub name: Text,
    /// Fewest and most seats that any set-up allows.
    pub seats: (u8, u8),
    /// Whether anything happens that not everybody sees: [`Rules::HAS_SECRETS`].
    pub has_secrets: bool,
    /// Goes up whenever a stored record may fold to something else.
    pub rules_version: u32,
    /// The rules with their ids, in Markdown; `ja` and `en`. The last section is for programs.
    pub rules: Text,
    /// The record whose picture shows how it is set up, as JSON: its `opening` and its `log`.
    pub set_up: &'static str,
    /// What people choose when they set it up.
    pub settings: &'static [Setting],
    /// What else its options have, which only those give who count on it.
    pub unoffered: &'static [Unoffered],
    /// What results of it have beside winners, and how they come about.
    pub features: &'static [Feature],
    /// How results of it come about: the words of [`Outcome::ending`].
    pub endings: &'static [LabelledWord],
    /// What its records answer.
    pub metrics: &'static [Metric],
}

/// Something that games have or have not, the same in every record of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Everybody wins, or nobody does.
    Cooperative,
    /// Seats take turns, so that one of them has the first: [`Metrics::first_player`].
    Turns,
    /// Every result has a place for each seat.
    Places,
    /// Every result has points for each seat.
    Points,
    /// The result of a game won has one score for the whole table.
    Score,
}

/// How a game ended, in the same terms for every game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Outcome {
    /// Who won; everybody or nobody in a cooperative game.
    pub winners: Vec<Seat>,
    /// Place by seat, 1 the best; equal places are shared (1, 1, 3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<BySeat<u8>>,
    /// Points by seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<BySeat<i64>>,
    /// One score for the whole table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// A title the game awards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Text>,
    /// How it ended: a stable word of the game, in `snake_case`.
    pub ending: &'static str,
}

/// Somebody who picks one of several possibilities: a die outside the engine, which knows none.
pub trait RandomSource {
    /// A number below `count`, which is at least 1.
    fn below(&mut self, count: usize) -> usize;
}

impl dyn RandomSource + '_ {
    /// One of these; they are not empty.
    pub fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// True once in `count` times.
    pub fn chance(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// The same things in an order of its choice.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for end in (1..things.len()).rev() {
            things.swap(end, self.below(end + 1));
        }
    }
}

/// The rules of one game. A value of the type is a position, with what is known of it.
///
/// `play` is the only copy of the rules: loading, replaying, checking, taking back, amending,
/// importing and counting are all folds of it. No method knows who is looking: what a viewer may
/// see is the fold of the log that [`Rules::seen_by`] leaves of the moves. A [`Record`](crate::record::Record) needs no
/// other trait.
pub trait Rules: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// Whether anything happens that not everybody sees.
    const HAS_SECRETS: bool = false;
    /// Set-up choices; every field has a default or is required by the rules page.
    type Options: Serialize + DeserializeOwned + JsonSchema + Clone + Debug + Send + Sync;
    /// What people do. `{"type": …}`, unknown fields denied: an enum whose variants have named
    /// fields, in serde's plain form with `#[schemars(tag = "type")]`; see [`tagged`](crate::tagged).
    type Move: Serialize + DeserializeOwned + JsonSchema + Clone + PartialEq + Debug + Send + Sync;
    /// What follows from a move by rule. `{"type": …}`.
    type Effect: Serialize + JsonSchema + Clone + PartialEq + Debug + Send + Sync;
    /// One seat's part of a move that all make at once; [`NoPart`](crate::joint::NoPart) if none is.
    type Part: Part<Self>;

    /// The position before the first move.
    ///
    /// # Errors
    ///
    /// If the game has no such number of seats with these options.
    fn new(seats: u8, options: &Self::Options) -> Result<Self, Violation>;

    /// The position after a move, and what follows from it; `at` is the event that holds the
    /// move, for later contradictions to name. G-1 is already checked.
    ///
    /// # Errors
    ///
    /// With the rule that stands against the move. A breach that the referee lets pass is none.
    fn play(
        &self,
        at: Seq,
        mv: &Self::Move,
        referee: &mut Referee,
    ) -> Result<(Self, Vec<Self::Effect>), Violation>;

    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;

    /// A move from this position, as a person would say it who was there; refusals and disputes quote it.
    fn describe_move(&self, mv: &Self::Move) -> Message;

    /// What a viewer learns when this move is played from here: the move with what is hidden
    /// made unknown; nothing at all if the viewer does not notice it; further moves where
    /// something follows that the viewer is told and could not derive. Without secrets, the move.
    fn seen_by(&self, mv: &Self::Move, _viewer: Viewer) -> Vec<Self::Move> {
        vec![mv.clone()]
    }

    /// The seat that makes this move, where it is one seat's own.
    fn actor(_mv: &Self::Move) -> Option<Seat> {
        None
    }
}

/// What may happen next.
pub trait Choices: Rules {
    /// Legal moves of one kind; a free parameter stands as a range or a set. `{"type": …}`.
    type Choice: Serialize + JsonSchema + Clone + Debug;

    /// Everything that may happen next, as far as what is known allows.
    fn choices(&self) -> Vec<Self::Choice>;

    /// Whether this choice stands for this move among others.
    fn covers(&self, choice: &Self::Choice, mv: &Self::Move) -> bool;
}

/// How a position is shown.
pub trait Views: Rules {
    /// A position as clients see it.
    type View: Serialize + JsonSchema + PartialEq + Debug;

    /// The position for clients.
    fn view(&self) -> Self::View;

    /// The table drawn, and said in sentences for who cannot see it.
    fn draw(view: &Self::View, board: &mut Board);
}

/// How moves are entered by tapping.
pub trait Forms: Choices {
    /// How the moves of [`Choices::choices`] are entered, the likeliest first. Every one of them can be entered,
    /// free words aside, and whatever is entered reads as a move.
    fn forms(&self, names: &Names) -> Vec<Form>;
}

/// The words for what happens.
pub trait Wording: Rules {
    /// The words of its messages.
    fn catalogue() -> &'static Catalogue;

    /// A kind of move as something one can do: "play a tile", 「コマを出す」; `None` if there is no such kind.
    fn describe_kind(kind: &str) -> Option<Message>;

    /// An effect, likewise.
    fn describe_effect(effect: &Self::Effect) -> Message;
}

/// Random play, for simulations and tests.
pub trait Sampling: Choices {
    /// A number of seats and options that people could choose.
    fn sample_opening(pick: &mut dyn RandomSource) -> (u8, Self::Options);

    /// A move that this choice of [`Choices::choices`] stands for.
    fn sample(&self, choice: &Self::Choice, pick: &mut dyn RandomSource) -> Self::Move;
}

/// What finished records say.
pub trait Metrics: Rules {
    /// Who had the first turn of a finished record; `None` where seats take no turns. Not whoever is the first to be
    /// logged with a move: that may be somebody who looks at a card.
    fn first_player(_replay: &Replay<Self>) -> Option<Seat> {
        None
    }

    /// What a finished record says. Abandoned records are left out by the caller, irregular ones kept apart.
    fn observe(replay: &Replay<Self>) -> Vec<Observation>;
}

/// All that the registry asks of a game.
pub trait Game: Choices + Views + Forms + Wording + Sampling + Metrics {
    /// What is known of it without playing.
    const META: Meta;
}
