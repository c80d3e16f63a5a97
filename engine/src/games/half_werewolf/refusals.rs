//! The reasons why a move is refused.

use serde::Serialize;

use super::knowledge::clue::Clue;
use super::knowledge::world::Table;
use super::moves::{Ability, Target};
use super::rules::role::{Role, Setup, Variant, Voting};
use super::words::{Card, Clause, Words};
use crate::count;
use crate::message::Message;
use crate::seat::Seat;
use crate::seq::Seq;
use crate::violation::{Referee, Violation};
use crate::words::{Bounds, InputNumber};

pub fn wrong_seats(input: u8) -> Violation {
    let message = Words::WrongNumberOfSeats { input: InputNumber::from(input) };
    Violation::new("G-5", "out_of_bounds", message).allowed([4, 5, 6])
}

pub fn wrong_variant(variant: Variant, seats: u8) -> Violation {
    Violation::new("G-5", "variant_needs_six", Words::VariantNeedsSix { variant, seats })
        .input(variant)
        .with("seats", seats)
        .allowed([Variant::Standard])
}

pub fn wrong_slot(input: i64, slots: usize) -> Violation {
    let allowed = Bounds::Between(0, count::to_i64(slots.saturating_sub(1)));
    Violation::new("G-5", "out_of_bounds", Words::NoSuchCard { count: slots }).input(input).allowed(allowed)
}

/// G-5: the words of a statement, if there are any, can be read.
pub fn blank_statement(seat: Seat) -> Violation {
    Violation::new("G-5", "blank_statement", Words::BlankStatement { seat })
}

pub fn too_long(input: usize, allowed: usize) -> Violation {
    Violation::out_of_range(Words::LengthOfStatement, input, Bounds::AtMost(count::to_i64(allowed)))
}

pub fn not_in_game(role: Role, setup: Setup) -> Violation {
    Violation::new("HW-1", "role_not_in_game", Words::RoleNotInGame { role })
        .input(role)
        .allowed(setup.roles().collect::<Vec<_>>())
}

pub fn wrong_deck(role: Role, input: usize, allowed: usize) -> Violation {
    let message = Words::WrongDeck { role, allowed, input: InputNumber::from(input) };
    Violation::new("HW-1", "wrong_deck", message).with("role", role).allowed(allowed)
}

pub fn impossible_cards(stated: &[Clue]) -> Violation {
    Violation::new("HW-1", "wrong_deck", Words::ImpossibleCards).input(stated)
}

pub fn impossible_passing(stated: &[Clue]) -> Violation {
    Violation::new("HW-2", "not_passed_on", Words::ImpossiblePassing).input(stated)
}

/// Two facts that cannot both be, of which the first was logged before.
pub struct Opposed {
    pub logged: Clue,
    pub input: Clue,
    /// The event that recorded the first.
    pub at: Seq,
}

impl Opposed {
    fn clauses(&self, setup: Setup) -> (Clause, Clause) {
        (Clause(setup, self.logged), Clause(setup, self.input))
    }

    pub fn one_too_many(&self, setup: Setup) -> Violation {
        let (logged, input) = self.clauses(setup);
        Violation::new("HW-1", "one_too_many", Words::OneTooMany { logged, input }).contradicting(self.at)
    }

    pub fn not_passed_on(&self, setup: Setup) -> Violation {
        let (logged, input) = self.clauses(setup);
        Violation::new("HW-2", "not_passed_on", Words::NotPassedOn { logged, input }).contradicting(self.at)
    }

    pub fn disagrees(&self, setup: Setup) -> Violation {
        let (logged, input) = self.clauses(setup);
        Violation::contradiction(Words::Disagrees { logged, input }, self.at)
    }
}

pub fn does_not_add_up(stated: &[Clue], at: Seq) -> Violation {
    Violation::contradiction(Words::DoesNotAddUp, at).input(stated)
}

pub fn not_passed_yet() -> Violation {
    Violation::new("HW-2", "not_passed_yet", Words::NotPassedYet).allowed(["dealt"])
}

pub fn not_its_turn(input: Ability, due: Ability) -> Violation {
    let message = Words::NotTheirMoment { due: due.role(), input: input.role() };
    Violation::new("HW-4", "not_its_turn", message).input(input).allowed([due])
}

pub fn given_differs(input: Role, saw: Role) -> Violation {
    let message = Words::GivenDiffers { saw: Card(saw), input: Card(input) };
    Violation::new("HW-6", "given_differs", message).input(input).allowed([saw])
}

/// A field of the reveal is missing, or does not fit the abilities that were used.
pub fn ability_unused(ability: Ability, field: &'static str) -> Violation {
    let message = Words::AbilityUnused { role: ability.role() };
    Violation::new(ability_rule(ability), "ability_unused", message).input(field).allowed(())
}

pub fn give_needed(slots: usize) -> Violation {
    let allowed: Vec<usize> = (0..slots).collect();
    Violation::new("HW-6", "give_needed", Words::GiveNeeded).input(()).allowed(allowed)
}

/// The statement of the seer or the gravedigger differs from the cards that lay there. HW-5, HW-6; `logged` is the
/// event that recorded the cards, if there is one.
pub fn saw_otherwise(
    ability: Ability,
    input: impl Serialize,
    was: impl Serialize,
    logged: Option<Seq>,
) -> Violation {
    let message = Words::SawOtherwise { role: ability.role() };
    Violation::new(ability_rule(ability), "saw_otherwise", message)
        .input(input)
        .allowed(was)
        .contradicting(logged)
}

const fn ability_rule(ability: Ability) -> &'static str {
    match ability {
        Ability::Seer => "HW-5",
        Ability::Gravedigger => "HW-6",
    }
}

/// A breach is refused, or recorded as an event that really happened; the two have different messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreachTense {
    Refused,
    Recorded,
}

impl BreachTense {
    /// The tense of this referee's breaches.
    pub fn by(referee: &Referee) -> Self {
        if referee.is_lenient() { Self::Recorded } else { Self::Refused }
    }

    fn of(self, refused: Words, recorded: Words) -> Words {
        match self {
            Self::Refused => refused,
            Self::Recorded => recorded,
        }
    }
}

pub fn not_in_runoff(input: Target, allowed: &[Target], tense: BreachTense) -> Violation {
    let refused = Words::NotInRunoff { allowed: allowed.to_vec(), input };
    let message = tense.of(refused, Words::VotedOutsideRunoff { input });
    let seats = Message::from(message.clone()).seats();
    Violation::new("HW-11", "not_in_runoff", message).allowed(allowed).with("seats", seats)
}

/// The violation by a move that broke this rule. The clue says what holds if the rule is kept.
pub fn broken(rule: Clue, table: &Table, tense: BreachTense) -> Violation {
    match rule {
        Clue::SeerIs(seat) => not_the_holder(seat, Role::Seer, tense),
        Clue::GravediggerIs(seat) => not_the_holder(seat, Role::Gravedigger, tense),
        Clue::ExchangedWithAnother(seat) => {
            let message = tense.of(Words::NoOwnCard { seat }, Words::ExchangedOwnCard { seat });
            Violation::new("HW-6", "own_card", message)
        }
        Clue::UsedBoth(seat) => {
            let message = tense.of(Words::OnlyOneAbility { seat }, Words::UsedBothAbilities { seat });
            Violation::new("HW-7", "used_both", message).allowed(1)
        }
        Clue::SeerSkipped => must_come_forward(Role::Seer, tense),
        Clue::GravediggerSkipped => must_come_forward(Role::Gravedigger, tense),
        Clue::Voted(seat) => has_no_vote(seat, table, tense),
        Clue::ShowedNull(seat) => has_a_vote(seat, tense),
        stated => impossible_cards(&[stated]),
    }
}

/// A breach that was recorded as such, although nothing shows which seat committed it.
pub fn supposed(rule: Clue, table: &Table) -> Violation {
    match rule {
        Clue::Voted(_) | Clue::ShowedNull(_) => {
            Violation::new("HW-14", "wrong_ballots", Words::WrongBallots).input(())
        }
        _ => broken(rule, table, BreachTense::Recorded),
    }
}

fn not_the_holder(seat: Seat, role: Role, tense: BreachTense) -> Violation {
    let message = tense.of(Words::NotTheHolder { seat, role }, Words::CameForwardWithout { seat, role });
    Violation::new("HW-4", "not_the_holder", message).with("role", role)
}

fn must_come_forward(role: Role, tense: BreachTense) -> Violation {
    let message = tense.of(Words::MustComeForward { role }, Words::DidNotComeForward { role });
    Violation::new("HW-8", "must_come_forward", message).with("role", role)
}

fn has_no_vote(seat: Seat, table: &Table, tense: BreachTense) -> Violation {
    if table.setup.voting() == Voting::NotTheTurned {
        let message = tense.of(Words::TurnedHasNoVote { seat }, Words::TurnedVoted { seat });
        return Violation::new("HW-13", "turned_has_no_vote", message).allowed(());
    }
    let message = tense.of(Words::MadmanHasNoVote { seat }, Words::MadmanVoted { seat });
    Violation::new("HW-12", "madman_has_no_vote", message).allowed(())
}

fn has_a_vote(seat: Seat, tense: BreachTense) -> Violation {
    let message = tense.of(Words::HasAVote { seat }, Words::DidNotVote { seat });
    Violation::new("HW-14", "has_a_vote", message).input(())
}
