//! Dancing Villager, a variant of "Here Comes the DOG": villagers are thrown like dice, and
//! whoever sees first that the meat or the charcoal is gone takes the dogs or the fire.

mod choices;
mod describe;
mod drawing;
mod ending;
mod forms;
mod landing;
mod metrics;
mod moves;
mod racing;
mod refusals;
mod shapes;
mod statistics;
#[cfg(test)]
mod tests;
mod throwing;
mod view;
mod words;

pub use landing::Landing;
pub use moves::{Choice, Effect, Move, Options, Prize, Stick, Touched};
pub use view::View;

use words::Words;

use crate::game::{
    Choices, Feature, Forms, Game, Meta, Metrics, Outcome, RandomSource, Rules, Sampling, Seq, Views, Wording,
};
use crate::kinds::choice_kinds;
use crate::message::{Catalogue, Message};
use crate::record::Replay;
use crate::seat::{Seat, Seats};
use crate::statistics::Observation;
use crate::text::{Names, Text};
use crate::violation::{Referee, Violation};
use schemars::JsonSchema;
use serde::Serialize;

/// The most that play.
const MOST_SEATS: usize = 4;
/// DV-1: the sticks in the field at the start of a round.
const MEAT: u8 = 5;
/// DV-1, likewise.
const CHARCOAL: u8 = 3;

/// A position of Dancing Villager.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DancingVillager {
    seats: Seats,
    /// By seat; those beyond the table stay as they are and mean nothing.
    players: [Player; MOST_SEATS],
    phase: Phase,
    /// The round being played, from 1.
    round: u32,
    /// The throws of this round so far.
    throws: u32,
    meat: u8,
    charcoal: u8,
    /// The dogs of the field. DV-I1: the pack does not run out.
    field: u32,
    /// The seat before which the dog of the field was laid, where that was logged.
    dog_before: Option<Seat>,
    /// What may be logged of the dog's place in this round.
    new_dog: NewDog,
    /// DV-14: somebody had seven dogs; the game ends now, or after the race under way (DV-I4).
    decided: bool,
}

/// What a seat has before it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Player {
    villagers: u8,
    dogs: u32,
}

/// Whether a dog came from the pack for this round, and whether its place was logged.
#[derive(Clone, Copy, Debug, PartialEq)]
enum NewDog {
    /// It came; nobody has said where it lies.
    Came,
    /// None came (DV-13): the field is as it was.
    Stayed,
    /// Its place was logged.
    Placed,
}

/// What the table is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(title = "DancingVillagerPhase")]
pub enum Phase {
    /// Everybody to throw.
    Throw,
    /// The meat is gone: the dogs to be taken.
    DogRace,
    /// The charcoal is gone: the fire to be taken.
    FireRace,
    /// Nothing: the game is over.
    Over,
}

type Played = Result<(DancingVillager, Vec<Effect>), Violation>;

/// How many villagers each seat starts with.
const fn starting_villagers(seats: Seats) -> u8 {
    match seats.count() {
        2 => 6,
        3 => 4,
        _ => 3,
    }
}

impl DancingVillager {
    /// DV-1: all sticks, and one dog.
    const fn start(seats: Seats) -> Self {
        Self {
            seats,
            players: [Player { villagers: starting_villagers(seats), dogs: 0 }; MOST_SEATS],
            phase: Phase::Throw,
            round: 1,
            throws: 0,
            meat: MEAT,
            charcoal: CHARCOAL,
            field: 1,
            dog_before: None,
            new_dog: NewDog::Came,
            decided: false,
        }
    }

    /// Every seat at the table with what it has.
    fn players(&self) -> impl Iterator<Item = (Seat, &Player)> {
        self.seats.iter().zip(&self.players)
    }

    /// A seat that exists.
    fn player(&self, seat: Seat) -> Player {
        self.players[seat.index()]
    }

    /// G-3
    fn expect(&self, phase: Phase, given: &str) -> Result<(), Violation> {
        if self.phase == phase { Ok(()) } else { Err(self.wrong_phase(given)) }
    }

    fn wrong_phase(&self, given: &str) -> Violation {
        Violation::wrong_phase(given, self)
    }

    /// DV-1, DV-13: whose side of the fire the dog lies on; no rule asks for it again.
    fn place_dog(&self, seat: Seat, referee: &mut Referee) -> Played {
        if self.phase != Phase::Throw || self.throws > 0 || self.new_dog == NewDog::Placed {
            return Err(self.wrong_phase("place_dog"));
        }
        Violation::check_seat(seat, self.seats)?;
        let recorded = referee.is_lenient();
        let breach = || refusals::no_new_dog(&choice_kinds(self), recorded);
        referee.insist(self.new_dog == NewDog::Came, breach)?;
        Ok((Self { dog_before: Some(seat), new_dog: NewDog::Placed, ..*self }, Vec::new()))
    }
}

impl Rules for DancingVillager {
    type Options = Options;
    type Move = Move;
    type Effect = Effect;
    type Part = crate::joint::NoPart;

    fn new(seats: u8, Options {}: &Options) -> Result<Self, Violation> {
        match seats {
            2..=4 => Ok(Self::start(Seats::new(seats))),
            _ => Err(refusals::wrong_seats(seats)),
        }
    }

    fn play(&self, _: Seq, mv: &Move, referee: &mut Referee) -> Played {
        match mv {
            Move::PlaceDog { seat } => self.place_dog(*seat, referee),
            Move::Throw { results, stacked } => self.throw(results, *stacked, referee),
            Move::TakeDogs { taken } => self.take_dogs(taken, referee),
            Move::TakeFire { seat } => self.take_fire(*seat),
            Move::Foul { seat, .. } => self.foul(*seat),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn describe_move(&self, mv: &Move) -> Message {
        describe::describe_move(self, mv)
    }

    fn actor(mv: &Move) -> Option<Seat> {
        match mv {
            Move::TakeFire { seat } | Move::Foul { seat, .. } => Some(*seat),
            Move::PlaceDog { .. } | Move::Throw { .. } | Move::TakeDogs { .. } => None,
        }
    }
}

impl Choices for DancingVillager {
    type Choice = Choice;

    fn choices(&self) -> Vec<Choice> {
        self.list_choices()
    }

    fn covers(&self, choice: &Choice, mv: &Move) -> bool {
        choice.word() == mv.word() && self.play(Seq(0), mv, &mut Referee::strict()).is_ok()
    }
}

impl Views for DancingVillager {
    type View = View;

    fn view(&self) -> View {
        self.as_view()
    }

    fn draw(view: &View, board: &mut crate::board::Board) {
        drawing::draw(view, board);
    }
}

impl Forms for DancingVillager {
    fn forms(&self, names: &Names) -> Vec<crate::form::Form> {
        self.list_forms(names)
    }
}

impl Wording for DancingVillager {
    fn catalogue() -> &'static Catalogue {
        Words::catalogue()
    }

    fn describe_kind(kind: &str) -> Option<Message> {
        describe::describe_kind(kind).map(Message::from)
    }

    fn describe_effect(effect: &Effect) -> Message {
        describe::describe_effect(effect)
    }
}

impl Sampling for DancingVillager {
    fn sample_opening(pick: &mut dyn RandomSource) -> (u8, Options) {
        (*pick.one(&[2, 3, 4]), Options {})
    }

    fn sample(&self, choice: &Choice, pick: &mut dyn RandomSource) -> Move {
        self.sample_move(choice, pick)
    }
}

impl Metrics for DancingVillager {
    fn observe(replay: &Replay<Self>) -> Vec<Observation> {
        statistics::observe(replay)
    }
}

impl Game for DancingVillager {
    const META: Meta = Meta {
        slug: "dancing_villager",
        name: Text::fixed("イヌがきた Dancing Villager", "Here Comes the DOG: Dancing Villager"),
        seats: (2, 4),
        has_secrets: Self::HAS_SECRETS,
        rules_version: 1,
        rules: Text::fixed(include_str!("rules.ja.md"), include_str!("rules.md")),
        set_up: include_str!("set_up.json"),
        settings: &[],
        unoffered: &[],
        features: &[Feature::Places, Feature::Points],
        endings: metrics::ENDINGS,
        metrics: metrics::METRICS,
    };
}
