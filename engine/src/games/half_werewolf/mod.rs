//! Half Werewolf (ハーフ人狼): everybody has two cards for parents, and one of them passed on by
//! the neighbour. Then the village executes somebody.

mod camps;
mod choices;
mod clue;
mod describe;
mod drawing;
mod evening;
mod forms;
mod knowledge;
mod metrics;
mod morning;
mod moves;
mod part;
mod refusals;
mod role;
mod sample;
mod search;
mod seen;
mod settings;
mod statistics;
#[cfg(test)]
mod tests;
mod view;
mod words;
mod world;

use std::sync::Arc;

pub use camps::{Camp, Ending};
pub use choices::{BallotChoice, Choice, LookChoice, RoleCount};
pub use moves::{Ability, CardPlace, Count, Effect, GraveSlot, Move, Options, SeatSlot, Target};
pub use part::Part;
pub use role::{Role, Variant};
pub use view::{AbilityState, DigView, HandView, LookView, SaidView, View, VoteView};

use crate::game::{
    Choices, Forms, Game, Meta, Metrics, Outcome, RandomSource, Rules, Sampling, Seq, Views, Wording,
};
use crate::message::{Catalogue, Message};
use crate::record::Replay;
use crate::seat::{BySeat, Seat, Seats, Viewer};
use crate::shared::Shared;
use crate::statistics::Observation;
use crate::text::{Names, Text};
use crate::violation::{Referee, Violation};
use camps::{Hands, Verdict};
use knowledge::Knowledge;
use role::Setup;
use schemars::JsonSchema;
use serde::Serialize;
use words::Words;
use world::{Table, World};

/// A position of Half Werewolf.
#[derive(Clone, Debug, PartialEq)]
pub struct HalfWerewolf {
    setup: Setup,
    phase: Phase,
    known: Knowledge,
    /// By seat, what it said last.
    said: BySeat<Option<Arc<Said>>>,
    /// The first vote, and the runoff.
    votes: Shared<Ballots>,
    verdict: Option<Verdict>,
    end: Option<Arc<End>>,
}

/// What the table is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The cards to be dealt.
    Deal,
    /// A card to be passed by everybody.
    Pass,
    /// The seer to come forward.
    Seer,
    /// The gravedigger to come forward.
    Gravedigger,
    /// Talk, until the five minutes are over.
    Day,
    /// Everybody's vote.
    Vote,
    /// Everybody's vote, among the tied.
    Runoff,
    /// The cards to be turned over.
    Reveal,
    /// Nothing: the game is over.
    Over,
}

type Ballots = BySeat<Option<Target>>;
type Played = Result<(HalfWerewolf, Vec<Effect>), Violation>;

/// A statement.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    text: Option<String>,
    claims_role: Option<Role>,
}

/// The result.
#[derive(Clone, Debug, PartialEq)]
struct End {
    /// How the cards lay. Which card of a hand came from the neighbour may be a guess.
    world: World,
    hands: Hands,
    ending: Ending,
    winners: Vec<Seat>,
}

impl Phase {
    /// G-3: whether a move belongs to this phase.
    const fn has(self, mv: &Move) -> bool {
        match mv {
            Move::Deal { .. } => matches!(self, Self::Deal),
            Move::Note { .. } => !matches!(self, Self::Deal | Self::Over),
            Move::PassCards { .. } => matches!(self, Self::Pass),
            Move::SeerLook { .. } => matches!(self, Self::Seer),
            Move::Dig { .. } => matches!(self, Self::Gravedigger),
            Move::SkipAbility { .. } => matches!(self, Self::Seer | Self::Gravedigger),
            Move::Statement { .. } | Move::EndDay {} => matches!(self, Self::Day),
            Move::Vote { .. } => matches!(self, Self::Vote | Self::Runoff),
            Move::Reveal { .. } => matches!(self, Self::Reveal),
        }
    }
}

impl Move {
    const fn kind(&self) -> &'static str {
        match self {
            Self::Deal { .. } => "deal",
            Self::Note { .. } => "note",
            Self::PassCards { .. } => "pass_cards",
            Self::SeerLook { .. } => "seer_look",
            Self::Dig { .. } => "dig",
            Self::SkipAbility { .. } => "skip_ability",
            Self::Statement { .. } => "statement",
            Self::EndDay {} => "end_day",
            Self::Vote { .. } => "vote",
            Self::Reveal { .. } => "reveal",
        }
    }
}

impl HalfWerewolf {
    fn seats(&self) -> Seats {
        self.setup.seats
    }

    /// G-3.
    fn check_phase(&self, mv: &Move) -> Result<(), Violation> {
        if self.phase.has(mv) { Ok(()) } else { Err(Violation::wrong_phase(mv.kind(), self)) }
    }
}

impl Rules for HalfWerewolf {
    const HAS_SECRETS: bool = true;

    type Options = Options;
    type Move = Move;
    type Effect = Effect;
    type Part = Part;

    fn new(seats: u8, options: &Options) -> Result<Self, Violation> {
        let variant = options.variant;
        if !(4..=6).contains(&seats) {
            return Err(refusals::wrong_seats(seats));
        }
        if seats != 6 && variant != Variant::Standard {
            return Err(refusals::wrong_variant(variant, seats));
        }
        let seats = Seats::new(seats);
        let setup = Setup { seats, variant };
        Ok(Self {
            setup,
            phase: Phase::Deal,
            known: Knowledge::new(Table { setup, look: None, dig: None }),
            said: BySeat::new(seats, |_| None),
            votes: Shared::default(),
            verdict: None,
            end: None,
        })
    }

    fn play(&self, at: Seq, mv: &Move, referee: &mut Referee) -> Played {
        self.check_phase(mv)?;
        match mv {
            Move::Deal { hands, graveyard } => self.deal(at, hands, graveyard, referee),
            Move::Note { seat, dealt, passed, holds } => {
                self.note(at, *seat, (dealt, *passed, holds), referee)
            }
            Move::PassCards { cards } => self.pass_cards(at, cards, referee),
            Move::SeerLook { seat, target, role } => self.seer_look(at, *seat, *target, *role, referee),
            Move::Dig { seat, saw, give, given, target } => {
                self.dig(at, *seat, *target, (saw, *give, *given), referee)
            }
            Move::SkipAbility { ability } => self.skip_ability(at, *ability, referee),
            Move::Statement { seat, text, claims_role } => {
                self.statement(*seat, text.as_deref(), *claims_role)
            }
            Move::EndDay {} => Ok((Self { phase: Phase::Vote, ..self.clone() }, Vec::new())),
            Move::Vote { ballots } => self.vote(at, ballots, referee),
            Move::Reveal { hands, graveyard, looked, saw, give } => {
                self.reveal(at, (hands, graveyard), (*looked, saw, *give), referee)
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end.as_ref().map(|end| Outcome {
            winners: end.winners.clone(),
            places: None,
            points: None,
            score: None,
            title: None,
            ending: end.ending.word(),
        })
    }

    fn describe_move(&self, mv: &Move) -> Message {
        describe::describe_move(self.setup, mv)
    }

    fn seen_by(&self, mv: &Move, viewer: Viewer) -> Vec<Move> {
        self.shown_to(mv, viewer)
    }

    fn actor(mv: &Move) -> Option<Seat> {
        match mv {
            Move::Note { seat, .. }
            | Move::SeerLook { seat, .. }
            | Move::Dig { seat, .. }
            | Move::Statement { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}

impl Choices for HalfWerewolf {
    type Choice = Choice;

    fn choices(&self) -> Vec<Choice> {
        self.list_choices()
    }

    fn covers(&self, choice: &Choice, mv: &Move) -> bool {
        self.choice_covers(choice, mv)
    }
}

impl Views for HalfWerewolf {
    type View = View;

    fn view(&self) -> View {
        self.as_view()
    }

    fn draw(view: &View, board: &mut crate::board::Board) {
        drawing::draw(view, board);
    }
}

impl Forms for HalfWerewolf {
    fn forms(&self, names: &Names) -> Vec<crate::form::Form> {
        self.list_forms(names)
    }
}

impl Wording for HalfWerewolf {
    fn catalogue() -> &'static Catalogue {
        Words::catalogue()
    }

    fn describe_kind(kind: &str) -> Option<Message> {
        describe::describe_kind(kind)
    }

    fn describe_effect(effect: &Effect) -> Message {
        describe::describe_effect(effect)
    }
}

impl Sampling for HalfWerewolf {
    fn sample_opening(pick: &mut dyn RandomSource) -> (u8, Options) {
        let seats = *pick.one(&[4, 5, 6, 6]);
        let variant = if seats == 6 { *pick.one(&Variant::ALL) } else { Variant::Standard };
        (seats, Options { variant })
    }

    fn sample(&self, choice: &Choice, pick: &mut dyn RandomSource) -> Move {
        self.sample_move(choice, pick)
    }
}

impl Metrics for HalfWerewolf {
    fn observe(replay: &Replay<Self>) -> Vec<Observation> {
        statistics::observe(replay)
    }
}

impl Game for HalfWerewolf {
    const META: Meta = Meta {
        slug: "half_werewolf",
        name: Text::fixed("ハーフ人狼", "Half Werewolf"),
        seats: (4, 6),
        has_secrets: Self::HAS_SECRETS,
        rules_version: 1,
        rules: Text::fixed(include_str!("rules.ja.md"), include_str!("rules.md")),
        set_up: include_str!("set_up.json"),
        settings: settings::SETTINGS,
        unoffered: &[],
        features: &[],
        endings: metrics::ENDINGS,
        metrics: metrics::METRICS,
    };
}
