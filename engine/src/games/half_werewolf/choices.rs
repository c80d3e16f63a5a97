//! The moves that may come next.

use crate::count;
use schemars::JsonSchema;
use serde::Serialize;
use strum::VariantArray;

use super::knowledge::clue::{Clue, Place};
use super::moves::{Ability, CardPlace, GraveSlot, Move, SeatSlot, Target};
use super::rules::role::{Role, Voting};
use super::{HalfWerewolf, Phase};
use crate::game::Choices;
use crate::rules::Rules;
use crate::seat::{BySeat, Seat};
use crate::seq::Seq;
use crate::violation::Referee;

/// Legal moves of one kind. Facts that nobody knows may stay null or left out, and must agree
/// with each other and with everything known.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(title = "HalfWerewolfChoice")]
pub enum Choice {
    /// Deal, with any part of the cards known.
    Deal {
        /// How many cards each seat gets.
        cards_each: i64,
        /// How many go to the graveyard.
        graveyard: i64,
        /// The number of cards of each role.
        deck: Vec<RoleCount>,
    },
    /// Note the cards that a seat knows of its own hand.
    Note {
        /// The seats that may note their cards.
        seats: Vec<Seat>,
        /// The fields of the move that can be noted now.
        facts: Vec<&'static str>,
    },
    /// Each seat passes a card.
    PassCards {
        /// By seat, the roles it may pass on.
        cards: BySeat<Vec<Role>>,
    },
    /// Come forward as the seer.
    SeerLook {
        /// The seats that may hold the seer.
        seats: Vec<Seat>,
        /// Every card, with the roles it may show.
        looks: Vec<LookChoice>,
    },
    /// Come forward as the gravedigger and exchange with another seat.
    Dig {
        /// The seats that may hold the gravedigger.
        seats: Vec<Seat>,
        /// By graveyard slot, the roles that may be there. Any slot can be given.
        graveyard: Vec<Vec<Role>>,
        /// The cards it may be exchanged for; the gravedigger's own cards are not allowed.
        targets: Vec<SeatSlot>,
    },
    /// Nobody comes forward.
    SkipAbility {
        /// The ability that is due.
        ability: Ability,
    },
    /// Say something.
    Statement {
        /// The seats that may speak: all.
        seats: Vec<Seat>,
        /// The roles that can be claimed.
        roles: Vec<Role>,
    },
    /// End the day.
    EndDay {},
    /// Vote, all at once.
    Vote {
        /// By seat, the ballots it may cast.
        ballots: BySeat<BallotChoice>,
        /// The most ballots that can be null.
        most_null: i64,
    },
    /// Turn over all cards.
    Reveal {
        /// By seat and slot, the roles that may be there.
        hands: BySeat<Vec<Vec<Role>>>,
        /// By graveyard slot, the roles that may be there.
        graveyard: Vec<Vec<Role>>,
        /// The graveyard slots that may have been given away; none if nobody dug.
        give: Vec<i64>,
        /// True: the move must give the slot.
        give_required: bool,
    },
}

/// How many cards show a role.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfRoleCount")]
pub struct RoleCount {
    /// The role.
    pub role: Role,
    /// How many.
    pub count: i64,
}

/// A card to be looked at.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfLookChoice")]
pub struct LookChoice {
    /// Its place.
    pub target: CardPlace,
    /// The roles it may show.
    pub roles: Vec<Role>,
}

/// A ballot to be cast.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfBallotChoice")]
pub struct BallotChoice {
    /// The targets it can name; none if the seat surely has no vote.
    pub targets: Vec<Target>,
    /// True: the seat may have no vote.
    pub may_be_null: bool,
}

impl Choices for HalfWerewolf {
    type Choice = Choice;

    fn choices(&self) -> Vec<Choice> {
        let mut choices = match self.phase {
            Phase::Deal => return vec![self.deal_choice()],
            Phase::Over => return Vec::new(),
            Phase::Pass => vec![self.pass_choice()],
            Phase::Seer => self.look_choice().into_iter().chain(self.skip_choice(Ability::Seer)).collect(),
            Phase::Gravedigger => {
                self.dig_choice().into_iter().chain(self.skip_choice(Ability::Gravedigger)).collect()
            }
            Phase::Day => {
                vec![
                    Choice::Statement { seats: self.everybody(), roles: Role::VARIANTS.to_vec() },
                    Choice::EndDay {},
                ]
            }
            Phase::Vote | Phase::Runoff => vec![self.vote_choice()],
            Phase::Reveal => vec![self.reveal_choice()],
        };
        let facts: &[&str] =
            if self.phase == Phase::Pass { &["dealt"] } else { &["dealt", "passed", "holds"] };
        choices.push(Choice::Note { seats: self.everybody(), facts: facts.to_vec() });
        choices
    }

    fn matches(&self, choice: &Choice, mv: &Move) -> bool {
        let kind = match (choice, mv) {
            (Choice::Note { seats, .. }, Move::Note { seat, .. })
            | (Choice::SeerLook { seats, .. }, Move::SeerLook { seat, .. })
            | (Choice::Statement { seats, .. }, Move::Statement { seat, .. }) => seats.contains(seat),
            (Choice::Dig { seats, targets, .. }, Move::Dig { seat, target, .. }) => {
                seats.contains(seat) && targets.contains(target)
            }
            (Choice::SkipAbility { ability }, Move::SkipAbility { ability: other }) => ability == other,
            (Choice::Deal { .. }, Move::Deal { .. })
            | (Choice::PassCards { .. }, Move::PassCards { .. })
            | (Choice::EndDay {}, Move::EndDay {})
            | (Choice::Vote { .. }, Move::Vote { .. })
            | (Choice::Reveal { .. }, Move::Reveal { .. }) => true,
            _ => false,
        };
        kind && self.play(Seq(0), mv, &mut Referee::strict()).is_ok()
    }
}

impl HalfWerewolf {
    fn everybody(&self) -> Vec<Seat> {
        self.seats().iter().collect()
    }

    fn deal_choice(&self) -> Choice {
        let deck =
            self.setup.roles().map(|role| RoleCount { role, count: count::to_i64(self.setup.count(role)) });
        Choice::Deal { cards_each: 2, graveyard: count::to_i64(self.setup.graveyard()), deck: deck.collect() }
    }

    fn pass_choice(&self) -> Choice {
        Choice::PassCards {
            cards: BySeat::new(self.seats(), |seat| self.possible(|role| Clue::Passed(seat, role))),
        }
    }

    /// The roles for which this clue may be true.
    fn possible(&self, clue: impl Fn(Role) -> Clue) -> Vec<Role> {
        self.setup.roles().filter(|role| self.knowledge.may(&[clue(*role)])).collect()
    }

    fn graveyard_slots(&self) -> std::ops::Range<usize> {
        0..self.setup.graveyard()
    }

    fn slots(&self) -> Vec<SeatSlot> {
        self.seats().iter().flat_map(|seat| [0, 1].map(|slot| SeatSlot { seat, slot })).collect()
    }

    fn look_choice(&self) -> Option<Choice> {
        let seats: Vec<Seat> =
            self.seats().iter().filter(|seat| self.knowledge.may(&[Clue::SeerIs(*seat)])).collect();
        let graves = self
            .graveyard_slots()
            .map(|slot| CardPlace::Graveyard(GraveSlot { graveyard: count::to_i64(slot) }));
        let cards = self.slots().into_iter().map(CardPlace::Seat).chain(graves);
        let looks = cards.filter_map(|target| {
            let place = self.read_place(target).ok()?;
            Some(LookChoice { target, roles: self.possible(|role| Clue::Card(place, role)) })
        });
        (!seats.is_empty()).then(|| Choice::SeerLook { seats, looks: looks.collect() })
    }

    /// The clues that must hold if this seat digs.
    pub(super) fn digging(&self, seat: Seat) -> Vec<Clue> {
        let looked = self.knowledge.table.look.is_some_and(|(looker, _)| looker == seat);
        [Clue::GravediggerIs(seat)].into_iter().chain(looked.then_some(Clue::UsedBoth(seat))).collect()
    }

    fn dig_choice(&self) -> Option<Choice> {
        let seats: Vec<Seat> =
            self.seats().iter().filter(|seat| self.knowledge.may(&self.digging(*seat))).collect();
        let graveyard = self.graveyard_slots();
        let graveyard = graveyard.map(|slot| self.possible(|role| Clue::Card(Place::Grave(slot), role)));
        (!seats.is_empty()).then(|| Choice::Dig {
            seats,
            graveyard: graveyard.collect(),
            targets: self.slots(),
        })
    }

    fn skip_choice(&self, ability: Ability) -> Option<Choice> {
        let rule = match ability {
            Ability::Seer => Clue::SeerSkipped,
            Ability::Gravedigger => Clue::GravediggerSkipped,
        };
        self.knowledge.may(&[rule]).then_some(Choice::SkipAbility { ability })
    }

    fn vote_choice(&self) -> Choice {
        let targets = self.targets();
        let table = &self.knowledge.table;
        let used = usize::from(table.look.is_some()) + usize::from(table.dig.is_some());
        let most_null = match self.setup.voting() {
            Voting::Everybody => 0,
            Voting::NotTheMadman => 1,
            Voting::NotTheTurned => used,
        };
        let ballots = BySeat::new(self.seats(), |seat| BallotChoice {
            targets: if self.knowledge.may(&[Clue::Voted(seat)]) { targets.clone() } else { Vec::new() },
            may_be_null: self.knowledge.may(&[Clue::ShowedNull(seat)]),
        });
        Choice::Vote { ballots, most_null: count::to_i64(most_null) }
    }

    fn reveal_choice(&self) -> Choice {
        let lying = |place: Place| self.possible(|role| Clue::CardNow(place, role));
        let give =
            self.graveyard_slots().filter(|slot| self.knowledge.may(&[Clue::Gave(*slot)])).map(count::to_i64);
        let dug = self.knowledge.table.dig.is_some();
        Choice::Reveal {
            hands: BySeat::new(self.seats(), |seat| {
                [0, 1].map(|slot| lying(Place::Slot(seat, slot))).to_vec()
            }),
            graveyard: self.graveyard_slots().map(|slot| lying(Place::Grave(slot))).collect(),
            give: give.filter(|_| dug).collect(),
            give_required: dug && self.knowledge.gave().is_none(),
        }
    }
}
