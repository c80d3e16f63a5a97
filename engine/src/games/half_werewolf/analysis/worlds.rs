//! All worlds that agree with a viewer's knowledge.
//!
//! Only the roles with a single card are placed; all other cards are villagers. Places that no move told apart, such as
//! the two slots of a seat that nobody looked at, are filled in one order. The weight of a world is the number of
//! orders.

use super::super::knowledge::clue::{Clue, Place};
use super::super::knowledge::world::{Table, World};
use super::super::rules::role::{Pair, Role};
use crate::seat::Seat;

/// The cards that a seat had before the shuffle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OwnCards {
    pub(super) seat: Seat,
    pub(super) retained: Role,
    pub(super) passed: Role,
    pub(super) received: Role,
}

/// A viewer's knowledge of the cards.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Known {
    pub(super) table: Table,
    pub(super) clues: Vec<Clue>,
    pub(super) own: Option<OwnCards>,
}

/// Places that no move told apart.
struct Group {
    places: Vec<Place>,
    used: usize,
}

impl Known {
    /// Every world that agrees with all this, with its weight.
    pub(super) fn each_world(&self, mut visit: impl FnMut(&World, u64)) {
        let mut groups = self.groups();
        let specials: Vec<Role> = self.table.setup.specials().collect();
        let mut world = World::blank(self.table);
        self.place(&specials, &mut groups, (&mut world, 1), &mut visit);
    }

    /// The groups of places. The place of a card that was looked at or exchanged is a group of its own.
    fn groups(&self) -> Vec<Group> {
        let setup = self.table.setup;
        let mut alone: Vec<Place> = self.table.look.map(|(_, place)| place).into_iter().collect();
        alone.extend(self.table.dig.map(|(_, seat, slot)| Place::Slot(seat, slot)));
        let of_seat = |seat: Seat| [Place::Slot(seat, 0), Place::Slot(seat, 1)].to_vec();
        let graveyard = (0..setup.graveyard()).map(Place::Grave).collect();
        let mut groups = Vec::new();
        let told_apart = self.table.dig.is_some();
        for places in setup.seats.iter().map(of_seat).chain([graveyard]) {
            let apart =
                |place: &Place| alone.contains(place) || told_apart && matches!(place, Place::Grave(_));
            let (single, alike): (Vec<Place>, Vec<Place>) = places.into_iter().partition(apart);
            groups.extend(single.into_iter().map(|place| Group { places: vec![place], used: 0 }));
            groups.push(Group { places: alike, used: 0 });
        }
        groups
    }

    fn place(
        &self,
        specials: &[Role],
        groups: &mut Vec<Group>,
        (world, weight): (&mut World, u64),
        visit: &mut impl FnMut(&World, u64),
    ) {
        let Some((role, rest)) = specials.split_first() else { return self.finish(world, weight, visit) };
        for index in 0..groups.len() {
            let Group { places, used } = &groups[index];
            let Some(place) = places.get(*used).copied() else { continue };
            if !self.may_lie(*role, place) {
                continue;
            }
            let shuffles = (places.len() - used) as u64;
            groups[index].used += 1;
            let card = world.index(place);
            world.cards[card] = *role;
            self.place(rest, groups, (world, weight * shuffles), visit);
            world.cards[card] = Role::Villager;
            groups[index].used -= 1;
        }
    }

    /// False if a quick test shows that a role cannot be here.
    fn may_lie(&self, role: Role, place: Place) -> bool {
        let of_own = self.own.is_none_or(|own| match place {
            Place::Slot(seat, _) if seat == own.seat => role == own.retained || role == own.received,
            _ => role != own.retained && role != own.received,
        });
        of_own
            && self.clues.iter().all(|clue| match (clue, place) {
                (Clue::SeerIs(seat), Place::Slot(of, _)) if role == Role::Seer => of == *seat,
                (Clue::SeerIs(_), _) if role == Role::Seer => false,
                (Clue::GravediggerIs(seat), Place::Slot(of, _)) if role == Role::Gravedigger => of == *seat,
                (Clue::GravediggerIs(_), _) if role == Role::Gravedigger => false,
                (Clue::Card(at, is), _) if *at == place => role == *is,
                _ => true,
            })
    }

    /// Completes a world with each graveyard card that may have been given away.
    fn finish(&self, world: &mut World, weight: u64, visit: &mut impl FnMut(&World, u64)) {
        let weight = weight * self.own.map_or(1, |own| own.shuffles(world));
        let gifts = if self.table.dig.is_some() { self.table.setup.graveyard() } else { 1 };
        for give in (0..gifts).filter(|_| weight > 0) {
            world.give = give;
            if self.clues.iter().all(|clue| world.agrees(*clue)) {
                visit(world, weight);
            }
        }
    }
}

impl OwnCards {
    /// The number of ways in which the slots of this seat and its right neighbour can have come about (HW-2, HW-3), by
    /// the slot of the received card.
    fn shuffles(self, world: &World) -> u64 {
        let slots = |seat: Seat| [0, 1].map(|slot| world.card(Place::Slot(seat, slot)));
        let own = slots(self.seat);
        let retained_in = |slot: usize| own[slot] == self.retained && own[1 - slot] == self.received;
        let neighbour = slots(world.table.setup.seats.right_of(self.seat));
        let passed_in = |slot: usize| neighbour[slot] == self.passed;
        debug_assert!(!retained_in(0) || Pair::new(own) == Pair::new([self.retained, self.received]));
        let count =
            |shuffles: [bool; 2]| shuffles.into_iter().filter(|is_possible| *is_possible).count() as u64;
        count([retained_in(0), retained_in(1)]) * count([passed_in(0), passed_in(1)])
    }
}
