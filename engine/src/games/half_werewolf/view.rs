//! A position as clients see it.

use crate::count;
use schemars::JsonSchema;
use serde::Serialize;

use super::choices::RoleCount;
use super::knowledge::clue::Place;
use super::moves::{CardPlace, Count, SeatSlot, Target};
use super::outcome::{End, Ending, Verdict};
use super::rules::camps::Camp;
use super::rules::evening::votes_for;
use super::rules::role::{Pair, Role, Variant};
use super::{HalfWerewolf, Phase, drawing};
use crate::fact::Fact;
use crate::game::{LastMove, Views};
use crate::record::Step;
use crate::seat::{BySeat, Seat};

/// A position of Half Werewolf, with the face-down cards as far as they are known.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "HalfWerewolfView")]
pub struct View {
    /// The phase of the game.
    pub phase: Phase,
    /// How many sit at the table.
    pub seats: u8,
    /// The variant, which decides the cards.
    pub variant: Variant,
    /// The number of cards of each role.
    pub deck: Vec<RoleCount>,
    /// By seat, its two cards.
    pub hands: BySeat<HandView>,
    /// The cards of the graveyard in slot order; null if unknown, empty before the deal.
    pub graveyard: Vec<Fact<Role>>,
    /// The seer's ability.
    pub seer: AbilityState,
    /// The seer's look, if it was used.
    pub look: Option<LookView>,
    /// The gravedigger's ability.
    pub gravedigger: AbilityState,
    /// The gravedigger's exchange, if it was used.
    pub dig: Option<DigView>,
    /// By seat, its last statement.
    pub statements: BySeat<Option<StatementView>>,
    /// The targets that can be voted for; empty unless a vote is due.
    pub targets: Vec<Target>,
    /// The votes so far: the first vote, then the runoff.
    pub votes: Vec<VoteView>,
    /// The target that was executed; null before that is decided, and after a panic.
    pub executed: Option<Target>,
    /// True: the village panicked.
    pub panic: bool,
    /// The seats that the magician surely turned.
    pub turned: Vec<Seat>,
    /// By seat, its camp, once the cards are turned over.
    pub camps: Option<BySeat<Camp>>,
    /// The seat that was a mad wolf, once the cards are turned over.
    pub mad_wolf: Option<Seat>,
    /// How the game ended; null until it is over.
    pub ending: Option<Ending>,
    /// The winners; null until the game is over.
    pub winners: Option<Vec<Seat>>,
}

/// The cards of a seat as far as they are known.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfHandView")]
pub struct HandView {
    /// The two it was dealt; null if unknown.
    pub dealt: Option<[Role; 2]>,
    /// The card it passed on; null if unknown.
    pub passed: Fact<Role>,
    /// The card it got from its left neighbour; null if unknown.
    pub received: Fact<Role>,
    /// The two it holds now, in no order; null if not both are known.
    pub holds: Option<[Role; 2]>,
    /// The cards in its slots now; null if unknown, empty before the cards are laid down.
    pub slots: Vec<Fact<Role>>,
}

/// The state of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "HalfWerewolfAbilityState")]
pub enum AbilityState {
    /// The game is played without its card.
    NotInGame,
    /// It is not due yet.
    ToCome,
    /// The holder is to come forward now.
    Due,
    /// It was used.
    Used,
    /// Nobody came forward.
    Skipped,
}

/// The seer's look.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfLookView")]
pub struct LookView {
    /// The seat that looked.
    pub seat: Seat,
    /// The card it looked at.
    pub target: CardPlace,
    /// The role it showed; null if unknown.
    pub role: Fact<Role>,
}

/// The gravedigger's exchange.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfDigView")]
pub struct DigView {
    /// The seat that dug.
    pub seat: Seat,
    /// The card it exchanged.
    pub target: SeatSlot,
    /// The graveyard before the exchange; a card is null if unknown.
    pub saw: Vec<Fact<Role>>,
    /// The graveyard slot that was given away; null if unknown.
    pub give: Fact<i64>,
    /// The card that was given away; null if unknown.
    pub given_card: Fact<Role>,
}

/// A statement of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfStatementView")]
pub struct StatementView {
    /// The words.
    pub text: Option<String>,
    /// The role claimed.
    pub claims_role: Option<Role>,
}

/// One vote of all seats.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfVoteView")]
pub struct VoteView {
    /// By seat, its ballot; null if it had none.
    pub ballots: BySeat<Option<Target>>,
    /// The targets that got votes, by seat, the graveyard last.
    pub counts: Vec<Count>,
}

impl Views for HalfWerewolf {
    type View = View;

    fn view(&self) -> View {
        let end = self.end.as_deref();
        let dealt = self.phase != Phase::Deal;
        let graveyard = if dealt { self.setup.graveyard() } else { 0 };
        let voting = matches!(self.phase, Phase::Vote | Phase::Runoff);
        let deck =
            self.setup.roles().map(|role| RoleCount { role, count: count::to_i64(self.setup.count(role)) });
        View {
            phase: self.phase,
            seats: self.seats().count(),
            variant: self.setup.variant,
            deck: deck.collect(),
            hands: BySeat::new(self.seats(), |seat| self.hand_view(seat)),
            graveyard: (0..graveyard).map(|slot| self.lying(Place::Grave(slot))).collect(),
            seer: self.ability_state(Phase::Seer, self.knowledge.table.look.is_some()),
            look: self.look_view(),
            gravedigger: self.ability_state(Phase::Gravedigger, self.knowledge.table.dig.is_some()),
            dig: self.dig_view(),
            statements: self.statements.map(|_, statements| {
                statements.as_ref().map(|statements| StatementView {
                    text: statements.text.clone(),
                    claims_role: statements.claims_role,
                })
            }),
            targets: if voting { self.targets() } else { Vec::new() },
            votes: self.votes.iter().map(|ballots| self.vote_view(ballots)).collect(),
            executed: match self.verdict {
                Some(Verdict::Executed(target)) => Some(target),
                Some(Verdict::Panic) | None => None,
            },
            panic: self.verdict == Some(Verdict::Panic),
            turned: self.turned_view(),
            camps: end.map(|end| BySeat::new(self.seats(), |seat| end.hands.camp(seat))),
            mad_wolf: end.and_then(|end| end.hands.mad_wolf()),
            ending: end.map(|end| end.ending),
            winners: end.map(|end| end.winners.clone()),
        }
    }

    fn view_with_hindsight(&self, later: &[Step<Self>]) -> View {
        self.in_hindsight(later)
    }

    fn draw(view: &View, last: Option<&LastMove<Self>>, board: &mut crate::board::Board) {
        drawing::draw(view, last, board);
    }
}

impl HalfWerewolf {
    /// All cards on the table, once they are turned over.
    pub(super) fn world(&self) -> Option<&super::World> {
        self.end.as_deref().map(|End { world, .. }| world)
    }

    fn lying(&self, place: Place) -> Fact<Role> {
        self.world().map(|world| world.card_now(place)).or_else(|| self.knowledge.card_now(place)).into()
    }

    fn lay(&self, place: Place) -> Fact<Role> {
        self.world().map(|world| world.card(place)).or_else(|| self.knowledge.card(place)).into()
    }

    fn hand_view(&self, seat: Seat) -> HandView {
        let passed = !matches!(self.phase, Phase::Deal | Phase::Pass);
        let slots = if passed { 2 } else { 0 };
        let knowledge = &self.knowledge;
        let held = self.world().map(|world| world.holds(seat)).or_else(|| knowledge.holds(seat));
        let holds = if passed { held } else { knowledge.dealt(seat) };
        HandView {
            dealt: knowledge.dealt(seat).map(Pair::roles),
            passed: Fact::from(knowledge.passed(seat)).seen_if(passed),
            received: Fact::from(knowledge.passed(self.seats().left_of(seat))).seen_if(passed),
            holds: holds.map(Pair::roles),
            slots: (0..slots).map(|slot| self.lying(Place::Slot(seat, slot))).collect(),
        }
    }

    fn ability_state(&self, moment: Phase, used: bool) -> AbilityState {
        match self.phase {
            _ if moment == Phase::Gravedigger && !self.setup.has_gravedigger() => AbilityState::NotInGame,
            _ if used => AbilityState::Used,
            phase if phase == moment => AbilityState::Due,
            Phase::Deal | Phase::Pass | Phase::Seer => AbilityState::ToCome,
            _ => AbilityState::Skipped,
        }
    }

    fn look_view(&self) -> Option<LookView> {
        let (seat, place) = self.knowledge.table.look?;
        Some(LookView { seat, target: place.into(), role: self.lay(place) })
    }

    fn dig_view(&self) -> Option<DigView> {
        let (seat, target, slot) = self.knowledge.table.dig?;
        let give = self.world().map_or_else(|| self.knowledge.gave(), super::World::give);
        let given_card = self.world().map(|world| world.card_now(Place::Slot(target, slot)));
        Some(DigView {
            seat,
            target: SeatSlot { seat: target, slot: count::to_i64(slot) },
            saw: (0..self.setup.graveyard()).map(|slot| self.lay(Place::Grave(slot))).collect(),
            give: give.map(count::to_i64).into(),
            given_card: given_card.or_else(|| self.knowledge.given_card()).into(),
        })
    }

    fn vote_view(&self, ballots: &super::Ballots) -> VoteView {
        let targets = self.seats().iter().map(Target::Seat).chain([Target::Graveyard]);
        let counts = targets.map(|target| Count { target, votes: votes_for(target, ballots) });
        VoteView { ballots: ballots.clone(), counts: counts.filter(|count| count.votes > 0).collect() }
    }

    fn turned_view(&self) -> Vec<Seat> {
        if let Some(end) = &self.end {
            return end.hands.turned().to_vec();
        }
        let table = &self.knowledge.table;
        let used = [table.look.map(|(seat, _)| seat), table.dig.map(|(seat, ..)| seat)];
        let mut turned: Vec<Seat> =
            used.into_iter().flatten().filter(|seat| self.surely_turned(*seat)).collect();
        turned.sort_unstable();
        turned.dedup();
        turned
    }
}
