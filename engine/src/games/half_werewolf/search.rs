//! The search for a way the cards may lie that agrees with everything logged.
//!
//! Villagers are all alike, so a way is the places of at most five other cards among fourteen.
//! Logged facts leave few of those places open; trying them out is a matter of microseconds.

use super::clue::{Clue, Place};
use super::role::{Role, Voting};
use super::world::{MOST_CARDS, MOST_SEATS, Table, World, in_graveyard, kept, passed};
use crate::game::Pick;
use crate::seat::Seat;

const MOST_SPECIALS: usize = 5;
/// The clues that hang on the order of no seat's cards stand beside those of the seats.
const NO_HINGE: usize = MOST_SEATS;

/// Cards, as bits: the place in [`World`].
type Cards = u16;

const fn bit(card: usize) -> Cards {
    1 << card
}

/// A way the cards may lie that agrees with all these clues; which one, `pick` decides.
pub fn solve(table: &Table, clues: &[Clue], pick: &mut dyn Pick) -> Option<World> {
    Search::new(table, clues, None)?.place(0, 0, World::blank(*table), pick)
}

/// The same, with this rule broken.
pub fn solve_broken(table: &Table, clues: &[Clue], rule: Clue, pick: &mut dyn Pick) -> Option<World> {
    Search::new(table, clues, Some(rule))?.place(0, 0, World::blank(*table), pick)
}

/// What is wanted, in the order in which it is tried.
struct Search {
    places: Places,
    /// By the seat whose order of cards they hang on: clues, and whether they are to hold.
    clues: Vec<(usize, Clue, bool)>,
    /// Where the clues of each hinge begin.
    begin: [usize; MOST_SEATS + 2],
    /// Clues that are decided once so many roles have their place.
    early: Vec<(usize, Clue)>,
}

impl Search {
    /// Nothing for a table larger than any set-up.
    fn new(table: &Table, clues: &[Clue], broken: Option<Clue>) -> Option<Self> {
        let mut places = Places::new(*table)?;
        for clue in clues {
            places.restrict(*clue);
        }
        places.open.sort_by_key(|(_, cards)| cards.count_ones());
        let wanted = clues.iter().map(|clue| (*clue, true)).chain(broken.map(|rule| (rule, false)));
        let mut clues: Vec<_> = wanted
            .map(|(clue, holds)| (table.hinge(clue).map_or(NO_HINGE, Seat::index), clue, holds))
            .collect();
        clues.sort_by_key(|(hinge, ..)| *hinge);
        let mut begin = [0; MOST_SEATS + 2];
        for (hinge, begin) in begin.iter_mut().enumerate() {
            *begin = clues.partition_point(|(other, ..)| *other < hinge);
        }
        let early = clues.iter().filter(|(.., holds)| *holds);
        let early = early.filter_map(|(_, clue, _)| Some((places.decided(*clue)?, *clue))).collect();
        Some(Self { places, clues, begin, early })
    }

    /// Places the roles that remain one after the other, going back where it comes to nothing.
    fn place(&self, placed: usize, taken: Cards, world: World, pick: &mut dyn Pick) -> Option<World> {
        let Some((role, cards)) = self.places.open.get(placed) else { return self.settle(world, pick) };
        let free = cards & !taken;
        if free == 0 {
            return None;
        }
        let candidates = || (0..MOST_CARDS).filter(move |card| free & bit(*card) != 0);
        let start = pick.below(free.count_ones() as usize);
        for card in candidates().skip(start).chain(candidates().take(start)) {
            let mut next = world;
            next.cards[card] = *role;
            let decided = self.early.iter().filter(|(by, _)| *by == placed);
            if decided.into_iter().any(|(_, clue)| !next.agrees(*clue)) {
                continue;
            }
            if let Some(found) = self.place(placed + 1, taken | bit(card), next, pick) {
                return Some(found);
            }
        }
        None
    }

    /// With every card dealt and passed: the order in which each seat laid its two, and what the
    /// gravedigger gave. A clue hangs on the order of one seat at most.
    fn settle(&self, mut world: World, pick: &mut dyn Pick) -> Option<World> {
        let table = world.table;
        let gives = if table.dig.is_some() { table.setup.graveyard() } else { 1 };
        let first = pick.below(gives);
        (0..gives).map(|step| (first + step) % gives).find_map(|give| {
            world.give = give;
            if !self.fits(&world, NO_HINGE) {
                return None;
            }
            for seat in 0..table.setup.seats.len() {
                world.flipped[seat] = pick.below(2) == 1;
                if !self.fits(&world, seat) {
                    world.flipped[seat] ^= true;
                    self.fits(&world, seat).then_some(())?;
                }
            }
            Some(world)
        })
    }

    fn fits(&self, world: &World, hinge: usize) -> bool {
        let clues = &self.clues[self.begin[hinge]..self.begin[hinge + 1]];
        clues.iter().all(|(_, clue, holds)| world.agrees(*clue) == *holds)
    }
}

impl Table {
    /// The seat whose order of cards decides whether this clue holds, if one's does.
    fn hinge(&self, clue: Clue) -> Option<Seat> {
        match clue {
            Clue::Card(Place::Slot(seat, _), _)
            | Clue::CardNow(Place::Slot(seat, _), _)
            | Clue::HoldsNow(seat, _) => Some(seat),
            Clue::CardNow(Place::Grave(_), _) => self.dig.map(|(_, target, _)| target),
            Clue::Voted(_) | Clue::ShowedNull(_) => match self.look {
                Some((_, Place::Slot(seat, _))) => Some(seat),
                _ => None,
            },
            _ => None,
        }
    }

    fn hand(&self, seat: Seat) -> Cards {
        bit(kept(seat)) | bit(passed(self.setup.seats.left_of(seat)))
    }

    fn graveyard(&self) -> Cards {
        (0..self.setup.graveyard()).fold(0, |cards, slot| cards | bit(in_graveyard(self.setup.seats, slot)))
    }

    fn at(&self, place: Place) -> Cards {
        match place {
            Place::Slot(seat, _) => self.hand(seat),
            Place::Grave(slot) => bit(in_graveyard(self.setup.seats, slot)),
        }
    }

    /// Where a card lay before the exchange that lies here after it.
    fn came_from(&self, place: Place) -> Cards {
        match (self.dig, place) {
            (Some((_, seat, slot)), Place::Slot(..)) if place == Place::Slot(seat, slot) => self.graveyard(),
            (Some((_, seat, _)), Place::Grave(_)) => self.hand(seat) | self.at(place),
            _ => self.at(place),
        }
    }

    /// What a seat saw by its ability.
    fn seen_by(&self, seat: Seat) -> Cards {
        let looked = self.look.filter(|(looker, _)| *looker == seat).map_or(0, |(_, place)| self.at(place));
        let dug = self.dig.is_some_and(|(digger, ..)| digger == seat);
        looked | if dug { self.graveyard() } else { 0 }
    }
}

/// By role other than the villager, which cards may show it. Only narrows the search down: what
/// a clue means is said by [`World::agrees`].
struct Places {
    table: Table,
    open: Vec<(Role, Cards)>,
}

impl Places {
    /// Nothing for a table larger than any set-up.
    fn new(table: Table) -> Option<Self> {
        let setup = table.setup;
        let all: Cards = (0..setup.cards()).fold(0, |cards, card| cards | bit(card));
        let open: Vec<_> = setup.specials().map(|role| (role, all)).collect();
        (setup.cards() <= MOST_CARDS && open.len() <= MOST_SPECIALS).then_some(Self { table, open })
    }

    fn within(&mut self, role: Role, cards: Cards) {
        self.open.iter_mut().filter(|(special, _)| *special == role).for_each(|(_, open)| *open &= cards);
    }

    fn nowhere(&mut self) {
        self.open.iter_mut().for_each(|(_, open)| *open = 0);
    }

    /// These cards show these roles and no others.
    fn exactly(&mut self, cards: Cards, roles: &[Role]) {
        for (role, open) in &mut self.open {
            *open &= if roles.contains(role) { cards } else { !cards };
        }
    }

    /// The last role to be placed of those that decide whether this clue holds.
    fn decided(&self, clue: Clue) -> Option<usize> {
        let roles = match clue {
            Clue::SeerSkipped | Clue::GravediggerSkipped | Clue::UsedBoth(_) => {
                [Role::Seer, Role::Gravedigger]
            }
            _ => return None,
        };
        self.open.iter().rposition(|(role, _)| roles.contains(role))
    }

    fn restrict(&mut self, clue: Clue) {
        let table = self.table;
        if let Clue::Dealt(_, pair) | Clue::Held(_, pair) | Clue::HoldsNow(_, pair) = clue
            && pair.twins().is_some_and(|role| role != Role::Villager)
        {
            self.nowhere();
        }
        match clue {
            Clue::Dealt(seat, pair) => self.exactly(bit(kept(seat)) | bit(passed(seat)), &pair.roles()),
            Clue::Passed(seat, role) => self.exactly(bit(passed(seat)), &[role]),
            Clue::Held(seat, pair) => self.exactly(table.hand(seat), &pair.roles()),
            Clue::HoldsNow(seat, pair) => {
                pair.roles()
                    .into_iter()
                    .for_each(|role| self.within(role, table.hand(seat) | table.graveyard()));
            }
            Clue::Card(place @ Place::Grave(_), role) => self.exactly(table.at(place), &[role]),
            Clue::Card(place, role) => self.within(role, table.at(place)),
            Clue::CardNow(place, role) => self.within(role, table.came_from(place)),
            Clue::Given(role) => self.within(role, table.graveyard()),
            Clue::SeerIs(seat) => self.within(Role::Seer, table.hand(seat)),
            Clue::GravediggerIs(seat) => self.within(Role::Gravedigger, table.hand(seat)),
            Clue::GravediggerSkipped => {
                let looker = table.look.map_or(0, |(looker, _)| table.hand(looker));
                self.within(Role::Gravedigger, table.graveyard() | looker);
            }
            Clue::ShowedNull(seat) => self.restrict_voteless(seat),
            Clue::Gave(_)
            | Clue::ExchangedWithAnother
            | Clue::UsedBoth(_)
            | Clue::SeerSkipped
            | Clue::Voted(_) => {}
        }
    }

    fn restrict_voteless(&mut self, seat: Seat) {
        let hand = self.table.hand(seat);
        match self.table.setup.voting() {
            Voting::Everybody => self.nowhere(),
            Voting::NotTheMadman => {
                self.within(Role::Madman, hand);
                self.within(Role::Werewolf, !hand);
            }
            Voting::NotTheTurned => {
                self.within(Role::Magician, self.table.seen_by(seat));
                self.within(Role::Werewolf, !hand);
                self.within(Role::Madman, !hand);
            }
        }
    }
}
