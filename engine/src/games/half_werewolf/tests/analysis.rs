//! Odds compared with every possible world, and a vote counted by hand.

use crate::rules::RulesVersion;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use strum::VariantArray;

use super::super::analysis::{Ledger, Odds, Pivotal};
use super::super::knowledge::clue::{Clue, Place};
use super::super::knowledge::world::World;
use super::super::moves::Target;
use super::super::opening::Options;
use super::super::outcome::Verdict;
use super::super::rules::camps::Hands;
use super::super::rules::role::{Pair, Role, Variant};
use super::super::{HalfWerewolf, Phase};
use crate::analysis::calibration::Calibration;
use crate::analysis::{Analysis, AnalysisQuestion, NoAssumptions, StepFindings, WhyNull};
use crate::budget::Unlimited;
use crate::game::{Chooser, Metrics, Policy};
use crate::policy::{Players, Temper};
use crate::record::{Entry, Record, Status};
use crate::seat::{BySeat, Seat, Viewer};
use crate::tagged;

const EXACT: f64 = 1e-9;

struct Dice(SmallRng);

impl Chooser for Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }
}

fn record(seats: u8, entries: Vec<Value>) -> Record<HalfWerewolf> {
    let mut record: Record<HalfWerewolf> =
        Record::open(seats, &Options::default(), RulesVersion::FIRST).unwrap();
    for entry in entries {
        let said = entry.to_string();
        let entry = Entry::Play { mv: tagged::written(entry), irregular: false };
        record.append(entry).unwrap_or_else(|refusal| panic!("{said}: {refusal:?}"));
    }
    record
}

/// Seat 1 passes the werewolf to seat 0, which is the seer and looks at the madman of seat 3.
fn four_seats() -> Record<HalfWerewolf> {
    voted(json!([1, 0, 0, null]))
}

/// A record with these ballots. Seat 1 is a villager by then.
fn voted(ballots: Value) -> Record<HalfWerewolf> {
    let (v, w, s, m) = ("villager", "werewolf", "seer", "madman");
    record(
        4,
        vec![
            json!({"type": "deal", "hands": [[s, v], [w, v], [v, v], [v, m]], "graveyard": [v]}),
            json!({"type": "pass_cards", "cards": [v, w, v, v]}),
            json!({"type": "seer_look", "seat": 0, "target": {"seat": 3, "slot": 1}, "role": m}),
            json!({"type": "end_day"}),
            json!({"type": "vote", "ballots": ballots}),
            json!({"type": "reveal", "hands": [[s, w], [v, v], [v, v], [v, m]], "graveyard": [v]}),
        ],
    )
}

/// The gravedigger of seat 1 gives the werewolf of the graveyard to seat 2.
fn five_seats() -> Record<HalfWerewolf> {
    let [v, w, s, m] = ["villager", "werewolf", "seer", "madman"];
    let digger = "gravedigger";
    record(
        5,
        vec![
            json!({"type": "deal", "hands": [[s, v], [digger, v], [v, v], [v, v], [v, m]], "graveyard": [w, v]}),
            json!({"type": "pass_cards", "cards": [v, v, v, v, v]}),
            json!({"type": "seer_look", "seat": 0, "target": {"graveyard": 1}, "role": v}),
            json!({"type": "dig", "seat": 1, "saw": [w, v], "give": 0, "target": {"seat": 2, "slot": 0}}),
            json!({"type": "end_day"}),
            json!({"type": "vote", "ballots": [1, 2, 4, 2, 0]}),
            json!({"type": "reveal", "hands": [[s, v], [v, digger], [w, v], [v, v], [m, v]], "graveyard": [v, v]}),
        ],
    )
}

fn analyse(record: &Record<HalfWerewolf>, viewer: Option<u8>) -> Vec<StepFindings<Odds, Ledger>> {
    let viewer = viewer.map_or(Viewer::Public, |seat| Viewer::Seat(Seat::new(seat)));
    HalfWerewolf::analyse(&record.replay(), &AnalysisQuestion::all(viewer), &NoAssumptions {}, &Unlimited)
}

/// Every deal, every choice of the card that was passed, every shuffle and every card given: all that agree with the
/// clues.
fn all_worlds(record: &Record<HalfWerewolf>, step: usize, clues: &[Clue]) -> Vec<World> {
    let replay = record.replay();
    let table = replay.before(step).knowledge.table;
    let (setup, seats) = (table.setup, table.setup.seats.len());
    let specials: Vec<Role> = setup.specials().collect();
    let mut found = Vec::new();
    let mut dealt = vec![World::blank(table)];
    for role in specials {
        let with = |world: &World| {
            let free = (0..setup.cards()).filter(|card| world.cards[*card] == Role::Villager);
            free.map(|card| {
                let mut world = *world;
                world.cards[card] = role;
                world
            })
            .collect::<Vec<_>>()
        };
        dealt = dealt.iter().flat_map(with).collect();
    }
    for mut world in dealt {
        for flips in 0..1_usize << seats {
            world.flipped = std::array::from_fn(|seat| flips >> seat & 1 == 1);
            for give in 0..if table.dig.is_some() { setup.graveyard() } else { 1 } {
                world.give = give;
                if clues.iter().all(|clue| world.agrees(*clue)) {
                    found.push(world);
                }
            }
        }
    }
    found
}

fn check(record: &Record<HalfWerewolf>, step: usize, viewer: Option<u8>, clues: &[Clue]) {
    let seats = record.now().setup.seats;
    let worlds = all_worlds(record, step, clues);
    let odds = analyse(record, viewer)[step].odds.clone().unwrap().unwrap();
    let share = |chance: f64, holds: &dyn Fn(&World) -> bool| {
        let expected = worlds.iter().filter(|world| holds(world)).count() as f64 / worlds.len() as f64;
        assert!((chance - expected).abs() < EXACT, "step {step}, {viewer:?}: {chance} is not {expected}");
    };
    let slots = seats.iter().flat_map(|seat| [Place::Slot(seat, 0), Place::Slot(seat, 1)]);
    let graveyard = (0..record.now().setup.graveyard()).map(Place::Grave);
    for (place, of) in slots.chain(graveyard).zip(&odds.holds) {
        assert_eq!(of.place, place.into());
        for role in record.now().setup.roles() {
            share(of.roles[role.word()], &|world| world.card_now(place) == role);
        }
    }
    for of in &odds.camps {
        for (camp, chance) in &of.camps {
            share(*chance, &|world| Hands::at_the_end(seats, world).camp(of.seat).word() == *camp);
        }
    }
    for of in &odds.wins {
        for (seat, chance) in seats.iter().zip(&of.seats) {
            let wins = |world: &World| {
                Hands::at_the_end(seats, world).result(Verdict::Executed(of.target)).1.contains(&seat)
            };
            share(*chance, &wins);
        }
    }
}

#[test]
fn odds_of_four_seats_are_those_of_all_worlds_one_by_one() {
    use Role::{Madman, Seer, Villager, Werewolf};
    let record = four_seats();
    let seat = Seat::new;
    let came_forward = Clue::SeerIs(seat(0));
    check(&record, 2, None, &[]);
    check(&record, 3, None, &[came_forward]);
    let own = [
        Clue::Dealt(seat(0), Pair::new([Seer, Villager])),
        Clue::Passed(seat(0), Villager),
        Clue::Passed(seat(1), Werewolf),
    ];
    check(&record, 2, Some(0), &own);
    let looked = [came_forward, Clue::Card(Place::Slot(seat(3), 1), Madman)];
    check(&record, 4, Some(0), &[own.as_slice(), &looked].concat());
    let own = [
        Clue::Dealt(seat(2), Pair::new([Villager, Villager])),
        Clue::Passed(seat(2), Villager),
        Clue::Passed(seat(3), Villager),
        came_forward,
    ];
    check(&record, 4, Some(2), &own);
    let voted = [Clue::Voted(seat(0)), Clue::Voted(seat(1)), Clue::Voted(seat(2)), Clue::ShowedNull(seat(3))];
    check(&record, 5, Some(2), &[own.as_slice(), &voted].concat());
}

#[test]
fn odds_of_five_seats_are_those_of_all_worlds_one_by_one() {
    use Role::{Villager, Werewolf};
    let record = five_seats();
    let seat = Seat::new;
    let open = [Clue::SeerIs(seat(0)), Clue::GravediggerIs(seat(1))];
    check(&record, 5, None, &open);
    let own = [
        Clue::Dealt(seat(2), Pair::new([Villager, Villager])),
        Clue::Passed(seat(2), Villager),
        Clue::Passed(seat(3), Villager),
        Clue::GivenCard(Werewolf),
    ];
    check(&record, 5, Some(2), &[own.as_slice(), &open].concat());
}

#[test]
fn the_ballots_of_a_vote_counted_by_hand() {
    let record = four_seats();
    let findings = analyse(&record, None);
    let vote = findings[5].ledger.vote.clone().unwrap();
    assert!(!vote.runoff && findings[4].ledger.vote.is_none());
    // Seat 0 has the werewolf and is executed, whatever it votes. Either of the other two could have saved it.
    let pivotal: Vec<_> =
        vote.ballots.iter().map(|ballot| (ballot.seat.number(), ballot.pivotal.unwrap())).collect();
    assert_eq!(pivotal, [(0, Pivotal::No), (1, Pivotal::Yes), (2, Pivotal::Yes)]);
    // Seat 0 knows that it has the werewolf, and not the madman: it wins whoever else is executed.
    let own = &vote.ballots[0];
    assert_eq!((own.p_win, own.given_up), (Some(1.0), Some(0.0)));
    // Seat 1 passed the werewolf to the seer.
    let informed = &vote.ballots[1];
    assert_eq!((informed.target, informed.p_win), (Target::Seat(Seat::new(0)), Some(1.0)));
    // Seat 2 knows nothing but that seat 0 is the seer.
    let guess = &vote.ballots[2];
    let best = guess.best.unwrap();
    assert!(guess.p_win.unwrap() < 1.0 && guess.given_up.unwrap() >= 0.0 && guess.missing.is_empty());
    assert!((best.p_win - guess.p_win.unwrap() - guess.given_up.unwrap()).abs() < EXACT);
}

#[test]
fn without_the_own_cards_a_seat_has_no_odds_and_the_public_has() {
    let v = "villager";
    let record = record(
        4,
        vec![
            json!({"type": "deal"}),
            json!({"type": "pass_cards", "cards": [null, null, null, null]}),
            json!({"type": "skip_ability", "ability": "seer"}),
            json!({"type": "end_day"}),
            json!({"type": "vote", "ballots": [1, 0, 0, null]}),
            json!({"type": "reveal", "hands": [[v, "werewolf"], [v, v], [v, v], [v, "madman"]], "graveyard": ["seer"]}),
        ],
    );
    let findings = analyse(&record, Some(2));
    assert_eq!(findings[1].odds, Some(Err(WhyNull::NothingToAsk)));
    assert_eq!(findings[3].odds, Some(Err(WhyNull::OwnCardNotRecorded)));
    let ballot = findings[5].ledger.vote.clone().unwrap().ballots[0].clone();
    assert_eq!((ballot.p_win, ballot.missing), (None, vec![WhyNull::OwnCardNotRecorded]));
    assert!(analyse(&record, None)[3].odds.clone().unwrap().is_ok());
}

/// A game in which no choice depends on hidden cards, with all cards recorded.
fn random_game(seed: u64, seats: u8, variant: Variant) -> Record<HalfWerewolf> {
    let mut dice = Dice(SmallRng::seed_from_u64(seed));
    let mut record: Record<HalfWerewolf> =
        Record::open(seats, &Options { variant }, RulesVersion::FIRST).unwrap();
    let tempers = BySeat::from(vec![Temper::Random; usize::from(seats)]);
    while record.status() == Status::Live {
        let position = record.now().clone();
        let view = |_: Seat| position.clone();
        let mv = position.policy_move(&Players::new(&tempers, &view), &mut dice).unwrap();
        record.append(Entry::Play { mv, irregular: false }).unwrap();
    }
    record
}

/// Of all cards, camps and wins that are likely with p, a share of p comes out at the reveal.
#[test]
fn what_is_likely_with_p_happens_p_of_the_time() {
    let mut calibration = [Calibration::default(); 3];
    for seed in 0..600 {
        let variant = Variant::VARIANTS[usize::try_from(seed).unwrap() / 3 % Variant::VARIANTS.len()];
        let seats = if variant == Variant::Standard { 4 + u8::try_from(seed % 3).unwrap() } else { 6 };
        let record = random_game(seed, seats, variant);
        let replay = record.replay();
        let end = replay.end().end.as_deref().unwrap();
        let step = (0..=replay.steps.len()).find(|step| replay.before(*step).phase == Phase::Vote).unwrap();
        for viewer in [None, Some(0), Some(3)] {
            let viewer = viewer.map_or(Viewer::Public, |seat| Viewer::Seat(Seat::new(seat)));
            let question = AnalysisQuestion { from: step, to: step, ..AnalysisQuestion::all(viewer) };
            let found = HalfWerewolf::analyse(&replay, &question, &NoAssumptions {}, &Unlimited).remove(0);
            let odds = found.odds.unwrap().unwrap();
            let table = replay.start.setup;
            let slots = table.seats.iter().flat_map(|seat| [Place::Slot(seat, 0), Place::Slot(seat, 1)]);
            for (place, of) in slots.chain((0..table.graveyard()).map(Place::Grave)).zip(&odds.holds) {
                let role = end.world.card_now(place);
                of.roles.iter().for_each(|(word, chance)| calibration[0].add(*chance, role.word() == *word));
            }
            for of in &odds.camps {
                let camp = end.hands.camp(of.seat);
                of.camps.iter().for_each(|(word, chance)| calibration[1].add(*chance, camp.word() == *word));
            }
            for of in &odds.wins {
                let winners = end.hands.result(Verdict::Executed(of.target)).1;
                for (seat, chance) in table.seats.iter().zip(&of.seats) {
                    calibration[2].add(*chance, winners.contains(&seat));
                }
            }
        }
        calibration.iter_mut().for_each(Calibration::end_game);
    }
    calibration.iter().for_each(Calibration::check);
}

#[test]
fn statistics_have_the_ballots_that_were_counted_by_hand() {
    let decided = |ballots: Value| {
        let record = voted(ballots);
        let seen = HalfWerewolf::observe(&record.replay()).into_iter();
        let seen = seen.filter(|seen| seen.metric == "vote_decides");
        seen.map(|seen| (seen.seat.unwrap().number(), seen.value)).collect::<Vec<_>>()
    };
    let number = |(seat, decides): (i64, u8)| (seat, crate::statistics::Value::Number(f64::from(decides)));
    // Seat 0 has the werewolf and is executed, whatever it votes. Either of the other two could have saved it.
    assert_eq!(decided(json!([1, 0, 0, null])), [(0, 0), (1, 1), (2, 1)].map(number));
    // Seat 1 alone could have had seat 0 executed, so that the village wins. The vote of seat 2 changes nothing.
    assert_eq!(decided(json!([2, 2, 0, null]))[1..], [(1, 1), (2, 0)].map(number));
}

#[test]
fn votes_that_gave_something_up_are_those_that_were_counted_by_hand() {
    let given_up = |ballots: Value| {
        let record = voted(ballots);
        let seen = HalfWerewolf::observe_slowly(&record.replay(), &Unlimited).into_iter();
        let value = |value| match value {
            crate::statistics::Value::Number(number) => number,
            other => panic!("{other:?}"),
        };
        seen.map(|seen| (seen.metric, seen.seat.unwrap().number(), value(seen.value))).collect::<Vec<_>>()
    };
    // Seat 0 wins unless it is executed itself. Seat 1 knows where the werewolf is, and so wins for certain by seat 0.
    let best = given_up(json!([1, 0, 0, null]));
    assert!(
        best.iter().map(|(metric, seat, _)| (*metric, *seat)).eq((0..3).map(|seat| ("vote_gives_up", seat)))
    );
    let is_close = |value: f64, expected: f64| (value - expected).abs() < EXACT;
    assert!(is_close(best[0].2, 0.0) && is_close(best[1].2, 0.0), "{best:?}");
    // Seat 2 cannot know; by a vote for another seat it may give up more.
    assert!((0.0..1.0).contains(&best[2].2), "{best:?}");
    let worst = given_up(json!([0, 2, 0, null]));
    assert!(is_close(worst[0].2, 1.0) && is_close(worst[1].2, 1.0), "{worst:?}");
}
