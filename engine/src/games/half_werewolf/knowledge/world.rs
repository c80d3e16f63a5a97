//! A world: one possible arrangement of the cards, and the meaning of each clue in it.

use super::super::rules::role::{Pair, Role, Setup, Voting};
use super::clue::{Clue, Place};
use crate::seat::{Seat, Seats};

pub(crate) const MAX_SEATS: usize = 6;
/// The most cards: by seat, the card it kept and the one it passed on; then the graveyard.
pub(crate) const MAX_CARDS: usize = 14;

/// The facts about abilities that everybody saw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table {
    /// Seats and deck.
    pub setup: Setup,
    /// The seat that looked as the seer, and the place.
    pub look: Option<(Seat, Place)>,
    /// The seat that dug, and the seat and slot of the exchanged card.
    pub dig: Option<(Seat, Seat, usize)>,
}

/// One possible arrangement of the cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct World {
    /// The facts that everybody saw.
    pub(crate) table: Table,
    pub(crate) cards: [Role; MAX_CARDS],
    /// By seat, true if the card from the neighbour is in slot 0.
    pub(crate) flipped: [bool; MAX_SEATS],
    /// The graveyard slot that the gravedigger gave away.
    pub(crate) give: usize,
}

pub(crate) fn kept_index(seat: Seat) -> usize {
    2 * seat.index()
}

pub(crate) fn passed_index(seat: Seat) -> usize {
    kept_index(seat) + 1
}

pub(crate) fn in_graveyard(seats: Seats, slot: usize) -> usize {
    2 * seats.len() + slot
}

impl World {
    /// Every card a villager.
    pub(crate) fn blank(table: Table) -> Self {
        Self { table, cards: [Role::Villager; MAX_CARDS], flipped: [false; MAX_SEATS], give: 0 }
    }

    /// HW-1: the two cards dealt to a seat.
    pub fn dealt(&self, seat: Seat) -> Pair {
        Pair::new([self.cards[kept_index(seat)], self.cards[passed_index(seat)]])
    }

    /// HW-2: the card a seat passed on.
    pub fn passed(&self, seat: Seat) -> Role {
        self.cards[passed_index(seat)]
    }

    /// HW-3: the cards a seat holds when the abilities begin.
    pub fn held(&self, seat: Seat) -> Pair {
        Pair::new([0, 1].map(|slot| self.card(Place::Slot(seat, slot))))
    }

    /// The cards that a seat holds at the end.
    pub fn holds(&self, seat: Seat) -> Pair {
        Pair::new([0, 1].map(|slot| self.card_now(Place::Slot(seat, slot))))
    }

    /// The card that lay here when the abilities began.
    pub fn card(&self, place: Place) -> Role {
        self.cards[self.index(place)]
    }

    /// HW-6: the card that lies here after the exchange.
    pub fn card_now(&self, place: Place) -> Role {
        self.cards[self.index_now(place)]
    }

    /// The index of the card that lay here when the abilities began.
    pub(crate) fn index(&self, place: Place) -> usize {
        let seats = self.table.setup.seats;
        match place {
            Place::Slot(seat, slot) if (slot == 1) == self.flipped[seat.index()] => kept_index(seat),
            Place::Slot(seat, _) => passed_index(seats.left_of(seat)),
            Place::Grave(slot) => in_graveyard(seats, slot),
        }
    }

    /// HW-6: the index of the card that lies here after the exchange.
    pub(crate) fn index_now(&self, place: Place) -> usize {
        let Some((_, seat, slot)) = self.table.dig else { return self.index(place) };
        let (target, given_place) = (Place::Slot(seat, slot), Place::Grave(self.give));
        match place {
            _ if place == target => self.index(given_place),
            _ if place == given_place => self.index(target),
            _ => self.index(place),
        }
    }

    /// The graveyard slot that was given away, if anybody dug.
    pub fn give(&self) -> Option<usize> {
        self.table.dig.map(|_| self.give)
    }

    /// The graveyard when the abilities began.
    pub fn graveyard(&self) -> Vec<Role> {
        (0..self.table.setup.graveyard()).map(|slot| self.card(Place::Grave(slot))).collect()
    }

    /// The graveyard at the end.
    pub fn graveyard_now(&self) -> Vec<Role> {
        (0..self.table.setup.graveyard()).map(|slot| self.card_now(Place::Grave(slot))).collect()
    }

    /// HW-23: true if the magician turned this seat: it looked at the magician, or saw it in the
    /// graveyard before exchanging. HW-I4: unless it held the werewolf or the madman. HW-I5: its
    /// own magician counts like any other.
    pub fn turned(&self, seat: Seat) -> bool {
        let looked_at =
            self.table.look.filter(|(looker, _)| *looker == seat).map(|(_, place)| self.card(place));
        let dug = self.table.dig.is_some_and(|(digger, ..)| digger == seat);
        let met_magician =
            looked_at == Some(Role::Magician) || dug && self.graveyard().contains(&Role::Magician);
        let held = self.held(seat);
        met_magician && !held.has(Role::Werewolf) && !held.has(Role::Madman)
    }

    /// HW-12, HW-13: true if this seat has no vote.
    pub fn voteless(&self, seat: Seat) -> bool {
        match self.table.setup.voting() {
            Voting::Everybody => false,
            Voting::NotTheMadman => {
                self.holds(seat).has(Role::Madman) && !self.holds(seat).has(Role::Werewolf)
            }
            Voting::NotTheTurned => self.turned(seat),
        }
    }

    fn holds_both_abilities(&self, seat: Seat) -> bool {
        let held = self.held(seat);
        held.has(Role::Seer) && held.has(Role::Gravedigger)
    }

    /// True if the card lies in the graveyard when the abilities begin.
    fn buried(&self, role: Role) -> bool {
        self.graveyard().contains(&role)
    }

    /// True if this world agrees with the clue, by the rules of the abilities and of the vote. The search checks this
    /// in terms of places, and a test compares the two.
    pub fn agrees(&self, clue: Clue) -> bool {
        match clue {
            Clue::Dealt(seat, pair) => self.dealt(seat) == pair,
            Clue::Passed(seat, role) => self.passed(seat) == role,
            Clue::Held(seat, pair) => self.held(seat) == pair,
            Clue::HoldsNow(seat, pair) => self.holds(seat) == pair,
            Clue::Card(place, role) => self.card(place) == role,
            Clue::CardNow(place, role) => self.card_now(place) == role,
            Clue::Gave(slot) => self.give == slot,
            Clue::GivenCard(role) => self.card(Place::Grave(self.give)) == role,
            // HW-4: only the holder comes forward.
            Clue::SeerIs(seat) => self.held(seat).has(Role::Seer),
            Clue::GravediggerIs(seat) => self.held(seat).has(Role::Gravedigger),
            Clue::ExchangedWithAnother(_) => {
                self.table.dig.is_none_or(|(digger, target, _)| digger != target)
            }
            // HW-7: a seat that holds both uses only one.
            Clue::UsedBoth(seat) => !self.holds_both_abilities(seat),
            // HW-8: the holder must come forward, unless HW-7 lets it keep still.
            Clue::SeerSkipped => {
                self.buried(Role::Seer)
                    || self.table.setup.seats.iter().any(|seat| self.holds_both_abilities(seat))
            }
            Clue::GravediggerSkipped => {
                self.buried(Role::Gravedigger)
                    || self.table.look.is_some_and(|(looker, _)| self.holds_both_abilities(looker))
            }
            // HW-14: a seat that has a vote uses it, and no other seat does.
            Clue::Voted(seat) => !self.voteless(seat),
            Clue::ShowedNull(seat) => self.voteless(seat),
        }
    }
}
