//! You Cry Wolf! (狼が来た!!), by Ginichirou Suzuki: children on a hill outbid each other on how
//! many animals come home, until somebody stops believing it.

mod animal;
mod board;
mod call;
mod choices;
mod cup;
mod describe;
mod drawing;
mod forms;
mod hands;
mod metrics;
mod moves;
mod part;
mod refusals;
mod sample;
mod settings;
mod setup;
mod statistics;
mod turns;
mod view;
mod words;

#[cfg(test)]
mod tests;

pub use animal::{Animal, ByAnimal, Dice, HAND};
pub use board::{Board, Marker, Placed, Row};
pub use cup::{Cup, Learned, Note};
pub use moves::{BetRow, CallRow, Choice, Cups, Edition, Effect, Move, OpenNote, Options, Placement, Range};
pub use part::Part;
pub use view::{CallView, LiftedView, MarkerView, PhaseName, PlacedView, RowView, SeatView, View};

use std::sync::Arc;

use words::Words;

use crate::fact::Fact;
use crate::game::{
    Choices, Feature, Forms, Game, Meta, Metrics, Outcome, RandomSource, Rules, Sampling, Seq, Views, Wording,
};
use crate::message::{Catalogue, Message};
use crate::record::Replay;
use crate::seat::{BySeat, Seat, SeatSet, Seats, Viewer};
use crate::statistics::Observation;
use crate::text::{Names, Text};
use crate::violation::{Referee, Violation};

/// A call waiting for the cups to be lifted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Called {
    /// Who called.
    pub caller: Seat,
    /// Whose claim.
    pub accused: Seat,
    /// Of which animal.
    pub row: Animal,
    /// The number claimed.
    pub claim: i64,
}

/// The cups as they were lifted last, and what they settled.
#[derive(Clone, Debug, PartialEq)]
pub struct Lifted {
    /// The call.
    pub called: Called,
    /// How many of the called animal there were.
    pub count: i64,
    /// By seat, the dice under its cup.
    pub cups: BySeat<Vec<Fact<Animal>>>,
}

/// What the table is doing. A seat in it is the one to act.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    ChooseFirstPlayer,
    OpenDice,
    Turns(Seat),
    Reveal(Called),
    Over,
}

/// A position of You Cry Wolf!
#[derive(Clone, Debug, PartialEq)]
pub struct YouCryWolf {
    seats: Seats,
    options: Arc<Options>,
    phase: Phase,
    /// From 1; 0 before the first player is chosen.
    round: i64,
    /// Turns taken in this round.
    turns: i64,
    first: Option<Seat>,
    /// Who had a turn since the first player became that, or since the round began (YCW-19).
    had_turn: SeatSet,
    board: Board,
    open: Option<Dice>,
    /// Until the next cups are rolled.
    lifted: Option<Arc<Lifted>>,
    spare: i64,
    cups: BySeat<Cup>,
    /// Chips of their own colour.
    own: BySeat<i64>,
    /// Chips received, shortfalls included (YCW-25).
    points: BySeat<i64>,
}

impl Rules for YouCryWolf {
    const HAS_SECRETS: bool = true;

    type Options = Options;
    type Move = Move;
    type Effect = Effect;
    type Part = Part;

    fn new(seats: u8, options: &Options) -> Result<Self, Violation> {
        Self::set_up(seats, options)
    }

    fn play(&self, at: Seq, mv: &Move, referee: &mut Referee) -> Result<(Self, Vec<Effect>), Violation> {
        self.check_phase(mv)?;
        let (mut next, effects) = match mv {
            Move::ChooseFirstPlayer { seat, wolves } => {
                self.choose_first_player(*seat, wolves.as_ref(), referee)?
            }
            Move::NoteCup { seat, dice } => self.note_cup(at, *seat, dice)?,
            Move::OpenDice { dice } => self.roll_open_dice(dice)?,
            Move::Bet { seat, die, row, claim } => self.bet(at, *seat, (*die, *row, *claim), referee)?,
            Move::Privilege { seat, die, row } => self.privilege(*seat, *die, *row, referee)?,
            Move::Call { seat, row } => self.call(*seat, *row, referee)?,
            Move::Reveal { cups, count } => return self.reveal(cups.as_ref(), *count),
            Move::Pass { seat } => self.pass(at, *seat, referee)?,
        };
        next.lifted = None;
        Ok((next, effects))
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.phase == Phase::Over).then(|| self.result())
    }

    fn describe_move(&self, mv: &Move) -> Message {
        describe::describe_move(self, mv)
    }

    fn seen_by(&self, mv: &Move, viewer: Viewer) -> Vec<Move> {
        match mv {
            Move::NoteCup { seat, .. } if !viewer.shares(*seat) => Vec::new(),
            Move::Reveal { cups, count } if viewer != Viewer::Scribe => {
                vec![self.reveal_seen(cups.as_ref(), *count)]
            }
            _ => vec![mv.clone()],
        }
    }

    fn actor(mv: &Move) -> Option<Seat> {
        match mv {
            Move::NoteCup { seat, .. }
            | Move::Bet { seat, .. }
            | Move::Privilege { seat, .. }
            | Move::Call { seat, .. }
            | Move::Pass { seat } => Some(*seat),
            Move::ChooseFirstPlayer { .. } | Move::OpenDice { .. } | Move::Reveal { .. } => None,
        }
    }
}

impl Choices for YouCryWolf {
    type Choice = Choice;

    fn choices(&self) -> Vec<Choice> {
        self.list_choices()
    }

    fn covers(&self, choice: &Choice, mv: &Move) -> bool {
        self.choice_covers(choice, mv)
    }
}

impl Views for YouCryWolf {
    type View = View;

    fn view(&self) -> View {
        self.shown()
    }

    fn draw(view: &View, board: &mut crate::board::Board) {
        drawing::draw(view, board);
    }
}

impl Forms for YouCryWolf {
    fn forms(&self, names: &Names) -> Vec<crate::form::Form> {
        self.list_forms(names)
    }
}

impl Wording for YouCryWolf {
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

impl Sampling for YouCryWolf {
    fn sample_opening(pick: &mut dyn RandomSource) -> (u8, Options) {
        sample::opening(pick)
    }

    fn sample(&self, choice: &Choice, pick: &mut dyn RandomSource) -> Move {
        sample::sample(self, choice, pick)
    }
}

impl Metrics for YouCryWolf {
    fn first_player(replay: &Replay<Self>) -> Option<Seat> {
        statistics::first_player(replay)
    }

    fn observe(replay: &Replay<Self>) -> Vec<Observation> {
        statistics::observe(replay)
    }
}

impl Game for YouCryWolf {
    const META: Meta = Meta {
        slug: "you_cry_wolf",
        name: Text::fixed("狼が来た!!", "You Cry Wolf!"),
        seats: (2, 250),
        has_secrets: Self::HAS_SECRETS,
        rules_version: 1,
        rules: Text::fixed(include_str!("rules.ja.md"), include_str!("rules.md")),
        set_up: include_str!("set_up.json"),
        settings: settings::SETTINGS,
        unoffered: settings::UNOFFERED,
        features: &[Feature::Turns, Feature::Places, Feature::Points],
        endings: metrics::ENDINGS,
        metrics: metrics::METRICS,
    };
}
