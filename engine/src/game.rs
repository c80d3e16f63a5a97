//! The parts of a game that the rest of the workspace needs beside its [rules](crate::rules).

use std::fmt::Debug;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis::Analysis;
use crate::board::Board;
use crate::budget::Budget;
use crate::form::Form;
use crate::message::{Catalogue, Message};
use crate::picture::Picture;
use crate::policy::Players;
use crate::record::{Replay, Step};
use crate::rules::{Rules, RulesVersion};
use crate::seat::Seat;
use crate::setting::{ListSetting, Setting};
use crate::statistics::{LabelledWord, Metric, Observation};
use crate::text::{Names, Text};

/// The metadata of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Meta {
    /// Stable name in URLs and JSON.
    pub slug: &'static str,
    /// The name for people.
    pub name: Text,
    /// Fewest and most seats that any set-up allows.
    pub seats: (u8, u8),
    /// Its illustrations on cards and in lists; the first is its sign.
    pub pictures: &'static [Picture],
    /// True: some things happen that not everybody sees; see [`Rules::HAS_SECRETS`].
    pub has_secrets: bool,
    /// The rules with their ids, in Markdown, `ja` and `en`: those of version 1, then of each later one. The last
    /// section is for programs.
    pub rules: &'static [Text],
    /// The record whose picture shows how it is set up, as JSON: its `opening` and its `log`.
    pub set_up: &'static str,
    /// The settings that people choose for its set-up.
    pub settings: &'static [Setting],
    /// The lists in its options that only odds need.
    pub lists: &'static [ListSetting],
    /// The features of the game and its results, such as turns, places or points.
    pub features: &'static [Feature],
    /// How results of it come about: the words of [`Outcome::ending`](crate::outcome::Outcome::ending).
    pub endings: &'static [LabelledWord],
    /// The metrics of its records.
    pub metrics: &'static [Metric],
}

impl Meta {
    /// The versions of its rules, oldest first.
    pub fn rules_versions(&self) -> impl Iterator<Item = RulesVersion> + use<> {
        (1..).map_while(RulesVersion::new).take(self.rules.len())
    }

    /// The version by which new records are played.
    pub fn rules_version(&self) -> RulesVersion {
        self.rules_versions().last().unwrap_or(RulesVersion::FIRST)
    }

    /// The rules of a version; `None` if there is no such version.
    pub fn rules_of(&self, version: RulesVersion) -> Option<&'static Text> {
        self.rules.get(usize::from(version.number() - 1))
    }
}

/// A property that a game has in every record or in none.
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

/// A source of choices among several possibilities. The engine itself draws no random numbers.
pub trait Chooser {
    /// A number below `count`, which is at least 1.
    fn below(&mut self, count: usize) -> usize;
}

impl dyn Chooser + '_ {
    /// Chooses one of these; they are not empty.
    pub fn choose<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// True once in `count` times.
    pub fn chance(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Shuffles these things in place.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for end in (1..things.len()).rev() {
            things.swap(end, self.below(end + 1));
        }
    }
}

/// Chances are drawn in so many equal parts.
const CHANCE_PARTS: usize = 1 << 20;

impl dyn Chooser + '_ {
    /// True with this probability.
    #[expect(clippy::cast_precision_loss, reason = "both are far below 2^53")]
    pub fn with_probability(&mut self, probability: f64) -> bool {
        (self.below(CHANCE_PARTS) as f64) < probability * CHANCE_PARTS as f64
    }

    /// The index of a weight, drawn in proportion to the weights; the last one if none is above 0.
    pub fn by_weight(&mut self, weights: &[f64]) -> usize {
        let mut left: f64 = weights.iter().sum();
        for (place, weight) in weights.iter().enumerate() {
            if *weight > 0.0 && self.with_probability(weight / left) {
                return place;
            }
            left -= weight;
        }
        weights.len().saturating_sub(1)
    }
}

/// The moves that may happen next.
pub trait Choices: Rules {
    /// Legal moves of one kind; a free parameter stands as a range or a set. `{"type": …}`.
    type Choice: Serialize + JsonSchema + Clone + Debug;

    /// Everything that may happen next, as far as the known facts allow.
    fn choices(&self) -> Vec<Self::Choice>;

    /// True if this choice stands for this move, among others.
    fn matches(&self, choice: &Self::Choice, mv: &Self::Move) -> bool;
}

/// How a position is shown.
pub trait Views: Rules {
    /// A position as clients see it.
    type View: Serialize + JsonSchema + PartialEq + Debug;

    /// The position for clients.
    fn view(&self) -> Self::View;

    /// The view with hindsight: it adds the facts that the moves up to the end made known later. Facts that never came
    /// out stay unknown.
    fn view_with_hindsight(&self, _later: &[Step<Self>]) -> Self::View {
        self.view()
    }

    /// Draws the table with the effect of the last move, and describes it in sentences for people who cannot see it.
    /// Things that ended with that move, such as a trick that somebody took, stay drawn until the next move.
    fn draw(view: &Self::View, last: Option<&LastMove<Self>>, board: &mut Board);
}

/// The move that led to a position.
#[derive(Debug)]
pub struct LastMove<G: Views> {
    /// The position before it, as clients see it.
    pub before: G::View,
    /// The move, as far as the position keeps it.
    pub mv: G::Move,
    /// The effects that followed by rule.
    pub effects: Vec<G::Effect>,
}

/// How moves are entered by tapping.
pub trait Forms: Choices {
    /// How the moves of [`Choices::choices`] are entered, the likeliest first. Every one of them can be entered,
    /// free words aside, and whatever is entered reads as a move.
    fn forms(&self, names: &Names) -> Vec<Form>;

    /// The time that the rules give people for the present step, if they set one.
    fn time_limit(&self) -> Option<Duration> {
        None
    }
}

/// The words for moves and effects.
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
    fn sample_opening(chooser: &mut dyn Chooser) -> (u8, Self::Options);

    /// A move that this choice of [`Choices::choices`] stands for.
    fn sample(&self, choice: &Self::Choice, chooser: &mut dyn Chooser) -> Self::Move;
}

/// Play by the odds, for simulations that look like people's games.
pub trait Policy: Sampling {
    /// A set-up that people could choose, with everything recorded that players reckon with.
    fn policy_opening(chooser: &mut dyn Chooser) -> (u8, Self::Options) {
        Self::sample_opening(chooser)
    }

    /// The next move at a table where everything was recorded so far; `None` if no move is possible.
    fn policy_move(&self, _players: &Players<Self>, chooser: &mut dyn Chooser) -> Option<Self::Move> {
        let choices = self.choices();
        (!choices.is_empty()).then(|| self.sample(chooser.choose(&choices), chooser))
    }
}

/// The observations of finished records.
pub trait Metrics: Rules {
    /// The seat that had the first turn of a finished record; `None` where seats take no turns. The first logged move
    /// may be another seat's, which only looks at a card.
    fn first_player(_replay: &Replay<Self>) -> Option<Seat> {
        None
    }

    /// The observations of a finished record. The caller leaves out abandoned records and keeps irregular ones apart.
    fn observe(replay: &Replay<Self>) -> Vec<Observation>;

    /// The observations by [slow](crate::statistics::Metric::slow) metrics, such as the findings of a solver. They take
    /// too long to repeat whenever records are counted anew, so each record is observed once.
    fn observe_slowly(_replay: &Replay<Self>, _budget: &dyn Budget) -> Vec<Observation> {
        Vec::new()
    }
}

/// Everything that the registry needs from a game.
pub trait Game: Choices + Views + Forms + Wording + Policy + Metrics + Analysis {
    /// The metadata of the game.
    const META: Meta;
}
