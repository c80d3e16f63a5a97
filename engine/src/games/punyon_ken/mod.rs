//! Punyon-ken: rock-paper-scissors for two kinds of points, kept on the fingers and the palm of
//! the other hand.

mod describe;
mod drawing;
mod equilibrium;
mod forms;
mod hand;
mod matrix_game;
mod metrics;
mod moves;
mod part;
mod refusals;
mod score;
mod statistics;
#[cfg(test)]
mod tests;
mod throwing;
mod view;
mod words;

use std::borrow::Cow;

pub use moves::{Choice, Effect, Move, Options};
pub use part::Part;
pub use score::{Palm, Score, WinPath};
pub use throwing::Throw;
pub use view::{Phase, ScoreView, View};
use words::Words;

use crate::game::{
    Choices, Feature, Forms, Game, Meta, Metrics, Outcome, RandomSource, Rules, Sampling, Seq, Views, Wording,
};
use crate::message::{Catalogue, Message};
use crate::record::Replay;
use crate::seat::{BySeat, Seat, Seats};
use crate::statistics::Observation;
use crate::text::{Names, Text};
use crate::violation::{Referee, Violation};

/// PK-1: two play.
const SEATS: Seats = Seats::new(2);

/// A position of Punyon-ken: two score hands, and the win once there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PunyonKen {
    scores: [Score; 2],
    won: Option<(Seat, WinPath)>,
}

impl PunyonKen {
    /// PK-1: both hands open, palms up.
    const START: Self = Self { scores: [Score::START; 2], won: None };
}

impl Rules for PunyonKen {
    type Options = Options;
    type Move = Move;
    type Effect = Effect;
    type Part = Part;

    fn new(seats: u8, Options {}: &Options) -> Result<Self, Violation> {
        if seats == SEATS.count() { Ok(Self::START) } else { Err(refusals::wrong_seats(seats)) }
    }

    fn play(&self, _: Seq, mv: &Move, _: &mut Referee) -> Result<(Self, Vec<Effect>), Violation> {
        let Move::Throw { hands } = mv;
        Ok(self.throw(two(hands)?))
    }

    fn outcome(&self) -> Option<Outcome> {
        let (winner, path) = self.won?;
        Some(Outcome {
            winners: vec![winner],
            places: Some(BySeat::new(SEATS, |seat| if seat == winner { 1 } else { 2 })),
            points: None,
            score: None,
            title: None,
            ending: path.word(),
        })
    }

    fn describe_move(&self, mv: &Move) -> Message {
        describe::describe_move(mv).into()
    }
}

impl Choices for PunyonKen {
    type Choice = Choice;

    fn choices(&self) -> Vec<Choice> {
        match self.won {
            None => vec![Choice::Throw { hands: BySeat::new(SEATS, |_| Throw::ALL.to_vec()) }],
            Some(_) => Vec::new(),
        }
    }

    fn covers(&self, choice: &Choice, mv: &Move) -> bool {
        let (Choice::Throw { hands: offered }, Move::Throw { hands }) = (choice, mv);
        hands.len() == offered.len()
            && hands.iter().all(|(seat, throw)| offered.get(seat).is_some_and(|may| may.contains(throw)))
    }
}

impl Views for PunyonKen {
    type View = View;

    fn view(&self) -> View {
        self.as_view()
    }

    fn draw(view: &View, board: &mut crate::board::Board) {
        drawing::draw(view, board);
    }
}

impl Forms for PunyonKen {
    fn forms(&self, names: &Names) -> Vec<crate::form::Form> {
        self.list_forms(names)
    }
}

impl Wording for PunyonKen {
    fn catalogue() -> &'static Catalogue {
        Words::catalogue()
    }

    fn describe_kind(kind: &str) -> Option<Message> {
        describe::describe_kind(kind).map(Message::from)
    }

    fn describe_effect(effect: &Effect) -> Message {
        describe::describe_effect(effect).into()
    }
}

impl Sampling for PunyonKen {
    fn sample_opening(_: &mut dyn RandomSource) -> (u8, Options) {
        (SEATS.count(), Options {})
    }

    fn sample(&self, choice: &Choice, pick: &mut dyn RandomSource) -> Move {
        let Choice::Throw { hands } = choice;
        Move::Throw { hands: hands.map(|_, throws| *pick.one(throws)) }
    }
}

impl Metrics for PunyonKen {
    fn observe(replay: &Replay<Self>) -> Vec<Observation> {
        statistics::observe(replay)
    }
}

impl Game for PunyonKen {
    const META: Meta = Meta {
        slug: "punyon_ken",
        name: Text::fixed("ぷにょん拳", "Punyon-ken"),
        seats: (2, 2),
        has_secrets: Self::HAS_SECRETS,
        rules_version: 1,
        rules: Text {
            ja: Cow::Borrowed(include_str!("rules.ja.md")),
            en: Cow::Borrowed(include_str!("rules.md")),
        },
        set_up: include_str!("set_up.json"),
        settings: &[],
        unoffered: &[],
        features: &[Feature::Places],
        endings: metrics::ENDINGS,
        metrics: metrics::METRICS,
    };
}

/// PK-2: both throw. G-5: one throw per seat.
fn two(hands: &BySeat<Throw>) -> Result<[Throw; 2], Violation> {
    match hands.values().as_slice() {
        [first, second] => Ok([*first, *second]),
        other => Err(refusals::wrong_length(other.len())),
    }
}
