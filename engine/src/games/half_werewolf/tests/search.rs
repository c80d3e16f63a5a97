//! The search compared with a brute-force search of all worlds.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use strum::VariantArray;

use super::super::knowledge::clue::{Clue, Place};
use super::super::knowledge::search::{Places, solve, solve_broken};
use super::super::knowledge::world::{Table, World};
use super::super::rules::role::{Pair, Role, Setup, Variant};
use super::mixtures::Dice;
use crate::game::Chooser;
use crate::seat::{Seat, Seats};

fn random_seat(setup: Setup, dice: &mut dyn Chooser) -> Seat {
    Seat::new(u8::try_from(dice.below(setup.seats.len())).unwrap())
}

fn random_place(setup: Setup, dice: &mut dyn Chooser) -> Place {
    match dice.below(4) {
        0 => Place::Grave(dice.below(setup.graveyard())),
        _ => Place::Slot(random_seat(setup, dice), dice.below(2)),
    }
}

/// A table whose abilities are used or not, regardless of the rules.
fn random_table(setup: Setup, dice: &mut dyn Chooser) -> Table {
    let mut table = Table { setup, look: None, dig: None };
    if dice.chance(2) {
        table.look = Some((random_seat(setup, dice), random_place(setup, dice)));
    }
    if setup.has_gravedigger() && dice.chance(2) {
        let digger = table.look.filter(|_| dice.chance(3)).map(|(looker, _)| looker);
        let digger = digger.unwrap_or_else(|| random_seat(setup, dice));
        table.dig = Some((digger, random_seat(setup, dice), dice.below(2)));
    }
    table
}

fn random_world(table: Table, dice: &mut dyn Chooser) -> World {
    let mut world = World::blank(table);
    let mut deck = table.setup.deck();
    dice.shuffle(&mut deck);
    world.cards[..deck.len()].copy_from_slice(&deck);
    world.flipped = [false; 6].map(|_| dice.chance(2));
    world.give = table.dig.map_or(0, |_| dice.below(table.setup.graveyard()));
    world
}

fn random_rule(table: &Table, dice: &mut dyn Chooser) -> Clue {
    let seat = random_seat(table.setup, dice);
    match dice.below(8) {
        0 => Clue::SeerIs(seat),
        1 => Clue::GravediggerIs(seat),
        2 => Clue::ExchangedWithAnother(seat),
        3 => Clue::UsedBoth(seat),
        4 => Clue::SeerSkipped,
        5 => Clue::GravediggerSkipped,
        6 => Clue::Voted(seat),
        _ => Clue::ShowedNull(seat),
    }
}

/// A clue that is true in this world, or a rule that may be broken there.
fn random_clue(world: &World, dice: &mut dyn Chooser) -> Clue {
    let setup = world.table.setup;
    let (seat, place) = (random_seat(setup, dice), random_place(setup, dice));
    match dice.below(9) {
        0 => Clue::Dealt(seat, world.dealt(seat)),
        1 => Clue::Passed(seat, world.passed(seat)),
        2 => Clue::Held(seat, world.held(seat)),
        3 => Clue::HoldsNow(seat, world.holds(seat)),
        4 => Clue::Card(place, world.card(place)),
        5 => Clue::CardNow(place, world.card_now(place)),
        6 => Clue::Gave(world.give),
        7 => Clue::GivenCard(world.card(Place::Grave(world.give))),
        _ => random_rule(&world.table, dice),
    }
}

/// True if some world of the table has this property.
fn exists_world(table: Table, predicate: &dyn Fn(&World) -> bool) -> bool {
    fn place_specials(specials: &[Role], world: &World, predicate: &dyn Fn(&World) -> bool) -> bool {
        let setup = world.table.setup;
        let Some((role, others)) = specials.split_first() else { return flip_hands(0, world, predicate) };
        (0..setup.cards()).filter(|card| world.cards[*card] == Role::Villager).any(|card| {
            let mut next = *world;
            next.cards[card] = *role;
            place_specials(others, &next, predicate)
        })
    }
    fn flip_hands(seat: usize, world: &World, predicate: &dyn Fn(&World) -> bool) -> bool {
        let setup = world.table.setup;
        if seat == setup.seats.len() {
            let gives = if world.table.dig.is_some() { setup.graveyard() } else { 1 };
            return (0..gives).any(|give| predicate(&World { give, ..*world }));
        }
        [false, true].into_iter().any(|flipped| {
            let mut next = *world;
            next.flipped[seat] = flipped;
            flip_hands(seat + 1, &next, predicate)
        })
    }
    place_specials(&table.setup.specials().collect::<Vec<_>>(), &World::blank(table), predicate)
}

/// The numbers of random positions that are possible and that are not.
fn compare(setup: Setup, positions: usize, dice: &mut dyn Chooser) -> (usize, usize) {
    let (mut possible, mut impossible) = (0, 0);
    for _ in 0..positions {
        let table = random_table(setup, dice);
        let worlds = [random_world(table, dice), random_world(table, dice)];
        // Most clues are of one world, so that many positions are only just possible or impossible.
        let clues: Vec<Clue> = (0..=dice.below(7))
            .map(|_| {
                let world = worlds[usize::from(dice.chance(5))];
                random_clue(&world, dice)
            })
            .collect();
        let rule = dice.chance(3).then(|| random_rule(&table, dice));
        let agrees = |world: &World| {
            clues.iter().all(|clue| world.agrees(*clue)) && rule.is_none_or(|rule| !world.agrees(rule))
        };
        let found = match rule {
            None => solve(&table, clues.iter().copied(), dice),
            Some(rule) => solve_broken(&table, clues.iter().copied(), rule, dice),
        };
        if let Some(world) = found {
            assert!(agrees(&world), "{table:?} {clues:?} broken: {rule:?}: {world:?}");
            let mut cards = world.cards[..setup.cards()].to_vec();
            cards.sort_unstable();
            let mut deck = setup.deck();
            deck.sort_unstable();
            assert_eq!(cards, deck);
            possible += 1;
        } else {
            assert!(!exists_world(table, &agrees), "{table:?} {clues:?} broken: {rule:?}");
            impossible += 1;
        }
    }
    (possible, impossible)
}

#[test]
fn the_search_finds_a_world_whenever_one_exists() {
    let mut dice = Dice(SmallRng::seed_from_u64(4));
    for variant in Variant::VARIANTS.iter().copied() {
        // Only the basic roles play at four seats, but the search knows nothing of that.
        let setup = Setup { seats: Seats::new(4), variant };
        let (possible, impossible) = compare(setup, 300, &mut dice);
        assert!(possible > 60 && impossible > 60, "{possible} {impossible}");
    }
    let setup = Setup { seats: Seats::new(5), variant: Variant::Standard };
    let (possible, impossible) = compare(setup, 40, &mut dice);
    assert!(possible > 10 && impossible > 10, "{possible} {impossible}");
}

#[test]
fn a_clue_allows_the_places_of_the_worlds_that_agree_with_it() {
    let mut dice = Dice(SmallRng::seed_from_u64(5));
    for round in 0..40_000 {
        let variant = Variant::VARIANTS[round % 4];
        let setup = Setup { seats: Seats::new(if round % 5 == 0 { 4 } else { 6 }), variant };
        let table = random_table(setup, &mut dice);
        let described = random_world(table, &mut dice);
        // A similar world, so that the clue may hold or narrowly fail there.
        let mut world = described;
        for _ in 0..dice.below(4) {
            let (one, other) = (dice.below(setup.cards()), dice.below(setup.cards()));
            world.cards.swap(one, other);
            world.flipped[one % setup.seats.len()] ^= true;
        }
        world.give = random_world(table, &mut dice).give;
        let rule = round % 2 == 0;
        let clue = if rule { random_rule(&table, &mut dice) } else { random_clue(&described, &mut dice) };
        for holds in [true, false].into_iter().filter(|holds| *holds || rule) {
            let all = Places::new(&table).unwrap();
            let allowed = (0..table.alternatives(clue, holds))
                .any(|alternative| all.constrain(&world, clue, holds, alternative).allow(&world));
            assert_eq!(allowed, world.agrees(clue) == holds, "{clue:?} {holds} {world:?}");
        }
    }
}

#[test]
fn a_card_of_which_there_is_one_is_not_there_twice() {
    let setup = Setup { seats: Seats::new(6), variant: Variant::Standard };
    let table = Table { setup, look: None, dig: None };
    let mut dice = Dice(SmallRng::seed_from_u64(6));
    let seat = Seat::new(2);
    for role in Role::VARIANTS.iter().copied() {
        let same_special = Clue::Held(seat, Pair::new([role, role]));
        assert_eq!(solve(&table, [same_special].into_iter(), &mut dice).is_some(), role == Role::Villager);
    }
}
