//! The search for a world (an arrangement of the cards) that agrees with everything logged.
//!
//! If the order of each seat's two cards and the card the gravedigger gave are fixed, a clue
//! limits the places of some roles. Some clues can do so in several alternative ways. Each role
//! other than the villager is on one card, and villagers are on all others, so counting the places
//! tells if a world exists. The search tries only the orders that a clue depends on, and the
//! alternatives of the few clues that have several.

use super::super::rules::role::{Role, Voting};
use super::clue::{Clue, Place};
use super::world::{MAX_CARDS, Table, World, in_graveyard, kept_index, passed_index};
use crate::game::Chooser;
use crate::seat::Seat;

const MAX_SPECIAL_CARDS: usize = 5;

/// Cards as bits; the bit number is the place in [`World`].
pub(crate) type CardSet = u16;

const fn bit(card: usize) -> CardSet {
    1 << card
}

/// A world that agrees with all these clues; `chooser` picks one.
pub fn solve(table: &Table, clues: impl Iterator<Item = Clue>, chooser: &mut dyn Chooser) -> Option<World> {
    Search::new(table, clues.map(|clue| (clue, true)))?.find(chooser)
}

/// A world that agrees with all these clues, but breaks this rule.
pub fn solve_broken(
    table: &Table,
    clues: impl Iterator<Item = Clue>,
    rule: Clue,
    chooser: &mut dyn Chooser,
) -> Option<World> {
    Search::new(table, clues.map(|clue| (clue, true)).chain([(rule, false)]))?.find(chooser)
}

/// The state of a search.
struct Search {
    table: Table,
    /// The places left by the clues that depend on nothing.
    places: Places,
    /// The steps, ordered by their numbers.
    steps: Vec<(usize, Step)>,
}

#[derive(Clone, Copy)]
enum Step {
    /// Chooses the graveyard slot that the gravedigger gave away.
    Give,
    /// Chooses the order in which this seat laid its cards.
    Flip(usize),
    /// Applies a clue; true if it must hold, false if it must not.
    Constrain(Clue, bool),
}

impl Search {
    /// `None` if the clues applied so far rule out every world, or if the table is larger than any set-up.
    fn new(table: &Table, constraints: impl Iterator<Item = (Clue, bool)>) -> Option<Self> {
        let mut places = Places::new(table)?;
        let blank = World::blank(*table);
        // A clue is applied as soon as everything it depends on is fixed; clues with alternatives come last.
        let seats = table.setup.seats.len();
        let (mut gives, mut flips) = (false, 0_u32);
        let mut later: Vec<(usize, Step)> = Vec::new();
        for (clue, holds) in constraints {
            let (give, hinge) = table.hangs_on(clue);
            let alternatives = table.alternatives(clue, holds);
            if alternatives == 1 && !give && hinge.is_none() {
                places = places.constrain(&blank, clue, holds, 0);
                continue;
            }
            gives |= give;
            flips |= hinge.map_or(0, |seat| 1 << seat.index());
            let stage = if alternatives == 1 { hinge.map_or(0, |seat| 1 + seat.index()) } else { 1 + seats };
            later.push((stage, Step::Constrain(clue, holds)));
        }
        if !places.can_be_placed() {
            return None;
        }
        if gives && table.dig.is_some() {
            later.insert(0, (0, Step::Give));
        }
        later.extend(
            (0..seats).filter(|seat| flips >> seat & 1 == 1).map(|seat| (1 + seat, Step::Flip(seat))),
        );
        later.sort_by_key(|(stage, step)| (*stage, matches!(step, Step::Constrain(..))));
        Some(Self { table: *table, places, steps: later })
    }

    fn find(&self, chooser: &mut dyn Chooser) -> Option<World> {
        let table = &self.table;
        let mut world = World::blank(*table);
        world.give = chooser.below(table.gives());
        for seat in table.setup.seats.iter() {
            world.flipped[seat.index()] = chooser.below(2) == 1;
        }
        let places = self.search_from(0, self.places, &mut world, chooser)?;
        places.place_roles(&mut world, chooser);
        Some(world)
    }

    /// Takes one step after the other, and backtracks.
    fn search_from(
        &self,
        mut done: usize,
        places: Places,
        world: &mut World,
        chooser: &mut dyn Chooser,
    ) -> Option<Places> {
        let places = self.constrain_all(&mut done, places, world)?;
        let Some((_, step)) = self.steps.get(done) else { return Some(places) };
        match *step {
            Step::Give => {
                let gives = self.table.gives();
                (0..gives).find_map(|_| {
                    let found = self.search_from(done + 1, places, world, chooser);
                    if found.is_none() {
                        world.give = (world.give + 1) % gives;
                    }
                    found
                })
            }
            Step::Flip(seat) => self.search_from(done + 1, places, world, chooser).or_else(|| {
                world.flipped[seat] ^= true;
                self.search_from(done + 1, places, world, chooser)
            }),
            Step::Constrain(clue, holds) => {
                let alternatives = self.table.alternatives(clue, holds);
                let constrained = |alternative| places.constrain(world, clue, holds, alternative);
                // If an alternative changes nothing, the other alternatives need not be tried.
                if (0..alternatives).any(|alternative| constrained(alternative) == places) {
                    return self.search_from(done + 1, places, world, chooser);
                }
                let first = chooser.below(alternatives);
                (0..alternatives).find_map(|alternative| {
                    let constrained =
                        places.constrain(world, clue, holds, (first + alternative) % alternatives);
                    if constrained.can_be_placed() {
                        self.search_from(done + 1, constrained, world, chooser)
                    } else {
                        None
                    }
                })
            }
        }
    }

    /// Applies the next clues that have only one alternative.
    fn constrain_all(&self, done: &mut usize, mut places: Places, world: &World) -> Option<Places> {
        let before = places;
        while let Some((_, Step::Constrain(clue, holds))) = self.steps.get(*done)
            && self.table.alternatives(*clue, *holds) == 1
        {
            places = places.constrain(world, *clue, *holds, 0);
            *done += 1;
        }
        (places == before || places.can_be_placed()).then_some(places)
    }
}

impl Table {
    /// How many graveyard slots the gravedigger may have given away.
    fn gives(&self) -> usize {
        if self.dig.is_some() { self.setup.graveyard() } else { 1 }
    }

    /// The dependencies of this clue: true if it depends on the card given away; and the seat, if any, whose order of
    /// cards it depends on.
    fn hangs_on(&self, clue: Clue) -> (bool, Option<Seat>) {
        let target = self.dig.map(|(_, seat, slot)| (seat, Place::Slot(seat, slot)));
        match clue {
            Clue::Gave(_) | Clue::GivenCard(_) => (true, None),
            Clue::CardNow(place, _) if target.is_some_and(|(_, target)| place == target) => (true, None),
            Clue::Card(Place::Slot(seat, _), _) | Clue::CardNow(Place::Slot(seat, _), _) => {
                (false, Some(seat))
            }
            Clue::CardNow(Place::Grave(_), _) => (target.is_some(), target.map(|(seat, _)| seat)),
            Clue::HoldsNow(seat, _) => self.holding_hangs_on(seat),
            Clue::Voted(seat) | Clue::ShowedNull(seat) => match (self.setup.voting(), self.look) {
                (Voting::NotTheMadman, _) => self.holding_hangs_on(seat),
                (Voting::NotTheTurned, Some((looker, Place::Slot(at, _)))) if looker == seat => {
                    (false, Some(at))
                }
                _ => (false, None),
            },
            _ => (false, None),
        }
    }

    fn holding_hangs_on(&self, seat: Seat) -> (bool, Option<Seat>) {
        let exchanged = self.dig.is_some_and(|(_, target, _)| target == seat);
        (exchanged, exchanged.then_some(seat))
    }

    /// The number of alternatives in which this clue can hold, or fail to hold; at least 1.
    pub(crate) fn alternatives(&self, clue: Clue, holds: bool) -> usize {
        match (clue, holds) {
            (Clue::SeerSkipped, true) => 1 + self.setup.seats.len(),
            (Clue::SeerSkipped, false) => self.setup.seats.len(),
            (Clue::UsedBoth(_), true) | (Clue::GravediggerSkipped, _) => 2,
            (Clue::Voted(_), true) | (Clue::ShowedNull(_), false) => match self.setup.voting() {
                Voting::Everybody => 1,
                Voting::NotTheMadman => 2,
                Voting::NotTheTurned => 3,
            },
            _ => 1,
        }
    }

    fn dealt(seat: Seat) -> CardSet {
        bit(kept_index(seat)) | bit(passed_index(seat))
    }

    fn hand(&self, seat: Seat) -> CardSet {
        bit(kept_index(seat)) | bit(passed_index(self.setup.seats.left_of(seat)))
    }

    fn graveyard(&self) -> CardSet {
        (0..self.setup.graveyard()).fold(0, |cards, slot| cards | bit(in_graveyard(self.setup.seats, slot)))
    }
}

/// By role other than the villager, in the order of the set-up, the cards that may show it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Places {
    roles: [Role; MAX_SPECIAL_CARDS],
    count: usize,
    open: [CardSet; MAX_SPECIAL_CARDS],
}

impl Places {
    /// All cards for each role; `None` if the table is larger than any set-up.
    pub(crate) fn new(table: &Table) -> Option<Self> {
        let setup = table.setup;
        let mut roles = [Role::Villager; MAX_SPECIAL_CARDS];
        let mut count = 0;
        for role in setup.specials() {
            *roles.get_mut(count)? = role;
            count += 1;
        }
        let all = (0..setup.cards()).fold(0, |cards, card| cards | bit(card));
        (setup.cards() <= MAX_CARDS).then_some(Self { roles, count, open: [all; MAX_SPECIAL_CARDS] })
    }

    /// True if each role can have a card of its own (Hall's theorem).
    fn can_be_placed(&self) -> bool {
        let open = &self.open[..self.count];
        if open.contains(&0) {
            return false;
        }
        if open.iter().all(|cards| cards.count_ones() as usize >= self.count) {
            return true;
        }
        let mut together: [CardSet; 1 << MAX_SPECIAL_CARDS] = [0; 1 << MAX_SPECIAL_CARDS];
        (1..1_usize << self.count).all(|some| {
            let one = some.trailing_zeros() as usize;
            together[some] = together[some & (some - 1)] | open[one];
            together[some].count_ones() >= some.count_ones()
        })
    }

    /// Gives each role one of its cards; the caller made sure that this is possible.
    fn place_roles(mut self, world: &mut World, chooser: &mut dyn Chooser) {
        for one in 0..self.count {
            let open = self.open[one];
            let candidates = || (0..MAX_CARDS).filter(move |card| open & bit(*card) != 0);
            let start = chooser.below(open.count_ones().max(1) as usize);
            for card in candidates().skip(start).chain(candidates().take(start)) {
                let mut next = self;
                next.open.iter_mut().for_each(|open| *open &= !bit(card));
                next.open[one] = bit(card);
                if open == bit(card) || next.can_be_placed() {
                    self = next;
                    world.cards[card] = self.roles[one];
                    break;
                }
            }
        }
    }

    /// True if the world has its roles in these places.
    #[cfg(test)]
    pub(crate) fn allow(&self, world: &World) -> bool {
        (0..self.count).all(|one| {
            (0..MAX_CARDS).all(|card| world.cards[card] != self.roles[one] || self.open[one] & bit(card) != 0)
        })
    }

    fn nowhere(self) -> Self {
        Self { open: [0; MAX_SPECIAL_CARDS], ..self }
    }

    fn if_so(self, so: bool) -> Self {
        if so { self } else { self.nowhere() }
    }

    /// The places with the role among these cards.
    fn within(mut self, role: Role, cards: CardSet) -> Self {
        match self.roles[..self.count].iter().position(|special| *special == role) {
            Some(one) => {
                self.open[one] &= cards;
                self
            }
            None => self.nowhere(),
        }
    }

    /// The places with the role, if it is in the game, not among these cards.
    fn outside(self, role: Role, cards: CardSet) -> Self {
        if self.roles[..self.count].contains(&role) { self.within(role, !cards) } else { self }
    }

    /// The places with exactly these roles on these cards, which are as many.
    fn exactly(mut self, cards: CardSet, roles: &[Role]) -> Self {
        for (role, open) in self.roles.iter().zip(&mut self.open) {
            *open &= if roles.contains(role) { cards } else { !cards };
        }
        let specials = roles.iter().filter(|role| **role != Role::Villager);
        let in_game = |role: &Role| self.roles[..self.count].contains(role);
        let same_special = matches!(roles, [first, second] if first == second && *first != Role::Villager);
        self.if_so(!same_special && specials.into_iter().all(in_game))
    }

    /// Narrows the places so that this clue holds, or fails to hold, in one of its alternatives. The orders and the
    /// card given away are as in `world`. Only rules, not other clues, can fail to hold.
    ///
    /// [`World::agrees`] defines the meaning of a clue; a test compares the two.
    pub(crate) fn constrain(self, world: &World, clue: Clue, holds: bool, alternative: usize) -> Self {
        let table = &world.table;
        let graveyard = table.graveyard();
        match (clue, holds) {
            (Clue::Dealt(seat, pair), _) => self.exactly(Table::dealt(seat), &pair.roles()),
            (Clue::Passed(seat, role), _) => self.exactly(bit(passed_index(seat)), &[role]),
            (Clue::Held(seat, pair), _) => self.exactly(table.hand(seat), &pair.roles()),
            (Clue::HoldsNow(seat, pair), _) => self.exactly(world.now(seat), &pair.roles()),
            (Clue::Card(place, role), _) => self.exactly(bit(world.index(place)), &[role]),
            (Clue::CardNow(place, role), _) => self.exactly(bit(world.index_now(place)), &[role]),
            (Clue::Gave(slot), _) => self.if_so(world.give == slot),
            (Clue::GivenCard(role), _) => self.exactly(bit(world.index(Place::Grave(world.give))), &[role]),
            (Clue::SeerIs(seat), true) => self.within(Role::Seer, table.hand(seat)),
            (Clue::SeerIs(seat), false) => self.outside(Role::Seer, table.hand(seat)),
            (Clue::GravediggerIs(seat), true) => self.within(Role::Gravedigger, table.hand(seat)),
            (Clue::GravediggerIs(seat), false) => self.outside(Role::Gravedigger, table.hand(seat)),
            (Clue::ExchangedWithAnother(_), _) => {
                self.if_so(table.dig.is_none_or(|(digger, target, _)| digger != target) == holds)
            }
            (Clue::UsedBoth(seat), true) => {
                let ability = if alternative == 0 { Role::Seer } else { Role::Gravedigger };
                self.outside(ability, table.hand(seat))
            }
            (Clue::UsedBoth(seat), false) => self.with_both_abilities(table.hand(seat)),
            (Clue::SeerSkipped, true) => match alternative.checked_sub(1) {
                None => self.within(Role::Seer, graveyard),
                Some(seat) => self.with_both_abilities(table.hand_of(seat)),
            },
            (Clue::SeerSkipped, false) => {
                let hand = table.hand_of(alternative);
                self.within(Role::Seer, hand).outside(Role::Gravedigger, hand)
            }
            (Clue::GravediggerSkipped, true) => match table.look {
                Some((looker, _)) if alternative == 1 => self.with_both_abilities(table.hand(looker)),
                _ => self.within(Role::Gravedigger, graveyard),
            },
            (Clue::GravediggerSkipped, false) => {
                let hand = table.look.map_or(0, |(looker, _)| table.hand(looker));
                let ability = if alternative == 0 { Role::Seer } else { Role::Gravedigger };
                self.outside(Role::Gravedigger, graveyard).outside(ability, hand)
            }
            (Clue::Voted(seat), true) | (Clue::ShowedNull(seat), false) => {
                self.with_a_vote(world, seat, alternative)
            }
            (Clue::ShowedNull(seat), true) | (Clue::Voted(seat), false) => self.voteless(world, seat),
        }
    }

    fn with_both_abilities(self, hand: CardSet) -> Self {
        self.within(Role::Seer, hand).within(Role::Gravedigger, hand)
    }

    fn with_a_vote(self, world: &World, seat: Seat, alternative: usize) -> Self {
        let hand = world.table.hand(seat);
        match (world.table.setup.voting(), alternative) {
            (Voting::Everybody, _) => self,
            (Voting::NotTheMadman, 0) => self.outside(Role::Madman, world.now(seat)),
            (Voting::NotTheMadman, _) => self.within(Role::Werewolf, world.now(seat)),
            (Voting::NotTheTurned, 0) => self.outside(Role::Magician, world.seen_cards(seat)),
            (Voting::NotTheTurned, 1) => self.within(Role::Werewolf, hand),
            (Voting::NotTheTurned, _) => self.within(Role::Madman, hand),
        }
    }

    fn voteless(self, world: &World, seat: Seat) -> Self {
        let hand = world.table.hand(seat);
        match world.table.setup.voting() {
            Voting::Everybody => self.nowhere(),
            Voting::NotTheMadman => {
                let holds = world.now(seat);
                self.within(Role::Madman, holds).outside(Role::Werewolf, holds)
            }
            Voting::NotTheTurned => self
                .within(Role::Magician, world.seen_cards(seat))
                .outside(Role::Werewolf, hand)
                .outside(Role::Madman, hand),
        }
    }
}

impl Table {
    fn hand_of(&self, seat: usize) -> CardSet {
        self.setup.seats.iter().nth(seat).map_or(0, |seat| self.hand(seat))
    }
}

impl World {
    /// The cards before a seat at the end.
    fn now(&self, seat: Seat) -> CardSet {
        bit(self.index_now(Place::Slot(seat, 0))) | bit(self.index_now(Place::Slot(seat, 1)))
    }

    /// The cards that a seat saw by its ability.
    fn seen_cards(&self, seat: Seat) -> CardSet {
        let looked = self.table.look.filter(|(looker, _)| *looker == seat);
        let looked = looked.map_or(0, |(_, place)| bit(self.index(place)));
        let dug = self.table.dig.is_some_and(|(digger, ..)| digger == seat);
        looked | if dug { self.table.graveyard() } else { 0 }
    }
}
