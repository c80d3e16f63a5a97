//! Not My Fault!: a bluffing game in which everybody adds a card and vouches for all of them.

mod cards;
mod choices;
mod describe;
mod drawing;
mod forms;
mod knowledge;
mod metrics;
mod moves;
mod pile;
mod refusals;
mod reveal;
mod said;
mod sample;
mod settings;
mod setup;
mod statistics;
mod sums;
mod track;
mod turns;
mod view;
mod words;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use moves::{Choice, Effect, Ending, Move, OpenNote, Options, Range};
pub use track::{BLACK, LAST};
pub use view::{LaidView, PendingView, PhaseName, PileView, RevealedView, SeatView, View};

use pile::Pile;
use words::Words;

use crate::fact::Fact;
use crate::game::{
    Choices, Feature, Forms, Game, Meta, Metrics, Outcome, RandomSource, Rules, Sampling, Seq, Views, Wording,
};
use crate::message::{Catalogue, Message};
use crate::record::Replay;
use crate::seat::{Seat, Seats, Viewer};
use crate::shared::Shared;
use crate::statistics::Observation;
use crate::text::{Names, Text};
use crate::violation::{Referee, Violation};

/// What the table is doing.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// Somebody's turn.
    Turn(Seat),
    /// The cards are turned up.
    Reveal(Cause),
    /// Over, by this seat's winning, or losing where it took its second suspension.
    Over(Ending, Seat),
}

/// Why the cards are turned up.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cause {
    /// This seat audits (NMF-6).
    Audit(Seat),
    /// The last square was declared (NMF-8).
    Thirty,
}

impl Cause {
    /// The rule that has the cards turned up and added.
    const fn rule(self) -> &'static str {
        match self {
            Self::Audit(_) => "NMF-6",
            Self::Thirty => "NMF-8",
        }
    }
}

/// What lies before a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Player {
    /// The warning card shows yellow (NMF-5).
    warned: bool,
    suspensions: u8,
}

/// A card on the table, and the declaration made with it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Laid {
    seat: Seat,
    number: i64,
    card: Fact<u8>,
    /// Where the card is known: the event that told it.
    at: Seq,
}

/// The round that was turned up last.
#[derive(Clone, Debug, PartialEq)]
struct Revealed {
    laid: Vec<Laid>,
    sum: i64,
    cause: Cause,
    suspended: Option<Seat>,
}

/// The most seats (warning cards).
const MOST_SEATS: usize = 8;

/// A position of Not My Fault!
#[derive(Clone, Debug, PartialEq)]
pub struct NotMyFault {
    seats: Seats,
    extreme: bool,
    phase: Phase,
    /// From 1.
    round: i64,
    /// By seat; seats that do not exist have nothing.
    players: [Player; MOST_SEATS],
    /// The round's cards, in the order they were laid.
    laid: Shared<Laid>,
    /// Cards discarded since somebody last said that the draw pile was remade.
    discards: usize,
    /// The cards, where the deck is given.
    pile: Option<Pile>,
    revealed: Option<Arc<Revealed>>,
}

type Played = Result<(NotMyFault, Vec<Effect>), Violation>;

impl Rules for NotMyFault {
    const HAS_SECRETS: bool = true;

    type Options = Options;
    type Move = Move;
    type Effect = Effect;
    type Part = crate::joint::NoPart;

    fn new(seats: u8, options: &Options) -> Result<Self, Violation> {
        Self::set_up(seats, options)
    }

    fn play(&self, at: Seq, mv: &Move, referee: &mut Referee) -> Played {
        self.check_phase(mv)?;
        match mv {
            Move::Declare { seat, number, card } => self.declare(at, *seat, (*number, *card), referee),
            Move::NoteCard { seat, card } => self.note_card(at, *seat, *card),
            Move::Audit { seat } => self.audit(*seat, referee),
            Move::Reveal { cards, sum } => self.reveal(at, cards.as_deref(), *sum),
            Move::Reshuffle {} => self.reshuffle(referee),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn describe_move(&self, mv: &Move) -> Message {
        describe::describe_move(self, mv).into()
    }

    fn seen_by(&self, mv: &Move, viewer: Viewer) -> Vec<Move> {
        match mv {
            _ if viewer == Viewer::Scribe => vec![mv.clone()],
            Move::Declare { seat, number, card } => {
                vec![Move::Declare { seat: *seat, number: *number, card: card.seen_if(viewer.shares(*seat)) }]
            }
            Move::NoteCard { seat, .. } if !viewer.shares(*seat) => Vec::new(),
            Move::Reveal { cards, sum } => vec![self.reveal_seen(cards.as_deref(), *sum)],
            Move::NoteCard { .. } | Move::Audit { .. } | Move::Reshuffle {} => vec![mv.clone()],
        }
    }

    fn actor(mv: &Move) -> Option<Seat> {
        match mv {
            Move::Declare { seat, .. } | Move::NoteCard { seat, .. } | Move::Audit { seat } => Some(*seat),
            Move::Reveal { .. } | Move::Reshuffle {} => None,
        }
    }
}

impl Choices for NotMyFault {
    type Choice = Choice;

    fn choices(&self) -> Vec<Choice> {
        self.list_choices()
    }

    fn covers(&self, choice: &Choice, mv: &Move) -> bool {
        self.choice_covers(choice, mv)
    }
}

impl Views for NotMyFault {
    type View = View;

    fn view(&self) -> View {
        self.shown()
    }

    fn draw(view: &View, board: &mut crate::board::Board) {
        drawing::draw(view, board);
    }
}

impl Forms for NotMyFault {
    fn forms(&self, names: &Names) -> Vec<crate::form::Form> {
        self.list_forms(names)
    }
}

impl Wording for NotMyFault {
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

impl Sampling for NotMyFault {
    fn sample_opening(pick: &mut dyn RandomSource) -> (u8, Options) {
        sample::opening(pick)
    }

    fn sample(&self, choice: &Choice, pick: &mut dyn RandomSource) -> Move {
        sample::sample(self, choice, pick)
    }
}

impl Metrics for NotMyFault {
    fn first_player(replay: &Replay<Self>) -> Option<Seat> {
        match replay.start.phase {
            Phase::Turn(seat) => Some(seat),
            _ => None,
        }
    }

    fn observe(replay: &Replay<Self>) -> Vec<Observation> {
        statistics::observe(replay)
    }
}

impl Game for NotMyFault {
    const META: Meta = Meta {
        slug: "not_my_fault",
        name: Text::fixed("Not My Fault!", "Not My Fault!"),
        seats: (2, 8),
        has_secrets: Self::HAS_SECRETS,
        rules_version: 1,
        rules: Text::fixed(include_str!("rules.ja.md"), include_str!("rules.md")),
        set_up: include_str!("set_up.json"),
        settings: settings::SETTINGS,
        unoffered: settings::UNOFFERED,
        features: &[Feature::Turns, Feature::Places],
        endings: metrics::ENDINGS,
        metrics: metrics::METRICS,
    };
}
