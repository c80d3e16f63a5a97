//! One way the cards may lie, and the search for one that agrees with everything logged.
//!
//! Villagers are all alike, so a way is the places of at most five other cards among fourteen.
//! Logged facts leave few of those places open; trying them out is a matter of microseconds.

use super::clue::{Clue, Place};
use super::role::{Pair, Role, Setup, Voting};
use crate::game::Pick;
use crate::seat::{Seat, Seats};

const MOST_SEATS: usize = 6;
const MOST_CARDS: usize = 14;
const MOST_SPECIALS: usize = 5;

/// Cards, as bits: by seat the one it kept and the one it passed on, then the graveyard.
type Cards = u16;

/// What everybody saw of the abilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table {
    /// Seats and deck.
    pub setup: Setup,
    /// Who looked as the seer, and where.
    pub look: Option<(Seat, Place)>,
    /// Who dug, and which seat's slot was exchanged.
    pub dig: Option<(Seat, Seat, usize)>,
}

/// One way the cards may lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct World {
    table: Table,
    cards: [Role; MOST_CARDS],
    /// By seat, whether the card from the neighbour lies in slot 0.
    flipped: [bool; MOST_SEATS],
    /// The graveyard slot that the gravedigger gave away.
    give: usize,
}

const fn bit(card: usize) -> Cards {
    1 << card
}

fn kept(seat: Seat) -> usize {
    2 * seat.index()
}

fn passed(seat: Seat) -> usize {
    kept(seat) + 1
}

fn in_graveyard(seats: Seats, slot: usize) -> usize {
    2 * seats.len() + slot
}

impl World {
    /// HW-1: the two cards dealt to a seat.
    pub fn dealt(&self, seat: Seat) -> Pair {
        Pair::new([self.cards[kept(seat)], self.cards[passed(seat)]])
    }

    /// HW-2: the card a seat passed on.
    pub fn passed(&self, seat: Seat) -> Role {
        self.cards[passed(seat)]
    }

    /// HW-3: what a seat holds when the abilities begin.
    pub fn held(&self, seat: Seat) -> Pair {
        Pair::new([0, 1].map(|slot| self.card(Place::Slot(seat, slot))))
    }

    /// What a seat holds at the end.
    pub fn holds(&self, seat: Seat) -> Pair {
        Pair::new([0, 1].map(|slot| self.card_now(Place::Slot(seat, slot))))
    }

    /// The card that lay here when the abilities began.
    pub fn card(&self, place: Place) -> Role {
        let seats = self.table.setup.seats;
        match place {
            Place::Slot(seat, slot) if (slot == 1) == self.flipped[seat.index()] => self.cards[kept(seat)],
            Place::Slot(seat, _) => self.cards[passed(seats.left_of(seat))],
            Place::Grave(slot) => self.cards[in_graveyard(seats, slot)],
        }
    }

    /// HW-6: the card that lies here after the exchange.
    pub fn card_now(&self, place: Place) -> Role {
        let Some((_, seat, slot)) = self.table.dig else { return self.card(place) };
        let (target, given) = (Place::Slot(seat, slot), Place::Grave(self.give));
        match place {
            _ if place == target => self.card(given),
            _ if place == given => self.card(target),
            _ => self.card(place),
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

    /// HW-23: whether the magician turned this seat: it looked at the magician, or saw it in the
    /// graveyard before exchanging. HW-I4: unless it held the werewolf or the madman. HW-I5: its
    /// own magician counts like any other.
    pub fn turned(&self, seat: Seat) -> bool {
        let looked_at = self.table.look.filter(|(looker, _)| *looker == seat).map(|(_, place)| self.card(place));
        let dug = self.table.dig.is_some_and(|(digger, ..)| digger == seat);
        let met = looked_at == Some(Role::Magician) || dug && self.graveyard().contains(&Role::Magician);
        let held = self.held(seat);
        met && !held.has(Role::Werewolf) && !held.has(Role::Madman)
    }

    /// HW-12, HW-13: whether this seat has no vote.
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

    /// Whether the card lies in the graveyard when the abilities begin.
    fn buried(&self, role: Role) -> bool {
        self.graveyard().contains(&role)
    }

    /// Whether this is a way the cards may lie, given the clue. The rules of the abilities and of
    /// the vote stand here, and nowhere else.
    pub fn agrees(&self, clue: Clue) -> bool {
        match clue {
            Clue::Dealt(seat, pair) => self.dealt(seat) == pair,
            Clue::Passed(seat, role) => self.passed(seat) == role,
            Clue::Held(seat, pair) => self.held(seat) == pair,
            Clue::HoldsNow(seat, pair) => self.holds(seat) == pair,
            Clue::Card(place, role) => self.card(place) == role,
            Clue::CardNow(place, role) => self.card_now(place) == role,
            Clue::Gave(slot) => self.give == slot,
            Clue::Given(role) => self.card(Place::Grave(self.give)) == role,
            // HW-4: only the holder comes forward.
            Clue::SeerIs(seat) => self.held(seat).has(Role::Seer),
            Clue::GravediggerIs(seat) => self.held(seat).has(Role::Gravedigger),
            Clue::ExchangedWithAnother => self.table.dig.is_none_or(|(digger, target, _)| digger != target),
            // HW-7: whoever holds both uses only one.
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
            // HW-14: who has a vote uses it, and nobody else does.
            Clue::Voted(seat) => !self.voteless(seat),
            Clue::ShowedNull(seat) => self.voteless(seat),
        }
    }
}

/// What a way the cards lie is to be.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// All this is so.
    pub clues: &'a [Clue],
    /// This is not so.
    pub broken: Option<Clue>,
}

impl Wanted<'_> {
    /// Whether all holds that hangs on the order of this seat's cards, or of nobody's.
    fn fits(&self, world: &World, hinge: Option<Seat>) -> bool {
        let hangs = |clue: Clue| world.table.hinge(clue) == hinge;
        self.clues.iter().all(|clue| !hangs(*clue) || world.agrees(*clue))
            && self.broken.is_none_or(|rule| !hangs(rule) || !world.agrees(rule))
    }
}

/// A way the cards may lie that agrees with all these clues; which one, `pick` decides.
pub fn solve(table: &Table, clues: &[Clue], pick: &mut dyn Pick) -> Option<World> {
    search(table, Wanted { clues, broken: None }, pick)
}

/// The same, with what is wanted said in full.
pub fn search(table: &Table, wanted: Wanted, pick: &mut dyn Pick) -> Option<World> {
    let mut places = Places::new(*table)?;
    for clue in wanted.clues {
        places.restrict(*clue);
    }
    places.open.sort_by_key(|(_, cards)| cards.count_ones());
    let world = World {
        table: *table,
        cards: [Role::Villager; MOST_CARDS],
        flipped: [false; MOST_SEATS],
        give: 0,
    };
    place_rest(&places.open, 0, world, wanted, pick)
}

/// Places the roles that remain one after the other, going back where it comes to nothing.
fn place_rest(
    open: &[(Role, Cards)],
    taken: Cards,
    world: World,
    wanted: Wanted,
    pick: &mut dyn Pick,
) -> Option<World> {
    let Some(((role, cards), rest)) = open.split_first() else { return settle(world, wanted, pick) };
    let free = cards & !taken;
    if free == 0 {
        return None;
    }
    let candidates = || (0..MOST_CARDS).filter(move |card| free & bit(*card) != 0);
    let start = pick.below(free.count_ones() as usize);
    for card in candidates().skip(start).chain(candidates().take(start)) {
        let mut next = world;
        next.cards[card] = *role;
        if let Some(found) = place_rest(rest, taken | bit(card), next, wanted, pick) {
            return Some(found);
        }
    }
    None
}

/// With every card dealt and passed: the order in which each seat laid its two, and what the
/// gravedigger gave. A clue hangs on the order of one seat at most.
fn settle(mut world: World, wanted: Wanted, pick: &mut dyn Pick) -> Option<World> {
    let table = world.table;
    let gives = if table.dig.is_some() { table.setup.graveyard() } else { 1 };
    let first = pick.below(gives);
    (0..gives).map(|step| (first + step) % gives).find_map(|give| {
        world.give = give;
        if !wanted.fits(&world, None) {
            return None;
        }
        for seat in table.setup.seats.iter() {
            world.flipped[seat.index()] = pick.below(2) == 1;
            if !wanted.fits(&world, Some(seat)) {
                world.flipped[seat.index()] ^= true;
                wanted.fits(&world, Some(seat)).then_some(())?;
            }
        }
        Some(world)
    })
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

    /// These cards show these roles and no others.
    fn exactly(&mut self, cards: Cards, roles: &[Role]) {
        for (role, open) in &mut self.open {
            *open &= if roles.contains(role) { cards } else { !cards };
        }
    }

    fn restrict(&mut self, clue: Clue) {
        let table = self.table;
        match clue {
            Clue::Dealt(seat, pair) => self.exactly(bit(kept(seat)) | bit(passed(seat)), &pair.roles()),
            Clue::Passed(seat, role) => self.exactly(bit(passed(seat)), &[role]),
            Clue::Held(seat, pair) => self.exactly(table.hand(seat), &pair.roles()),
            Clue::HoldsNow(seat, pair) => {
                pair.roles().into_iter().for_each(|role| self.within(role, table.hand(seat) | table.graveyard()));
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
            Clue::Gave(_) | Clue::ExchangedWithAnother | Clue::UsedBoth(_) | Clue::SeerSkipped | Clue::Voted(_) => {}
        }
    }

    fn restrict_voteless(&mut self, seat: Seat) {
        let hand = self.table.hand(seat);
        match self.table.setup.voting() {
            Voting::Everybody => self.open.iter_mut().for_each(|(_, open)| *open = 0),
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
