//! A short game counted by hand.

use std::collections::BTreeSet;

use serde_json::json;

use super::super::NotMyFault;
use super::{Table, declare, note, reveal};
use crate::game::{Game, Metrics};
use crate::statistics::{Observation, Value};

/// Three seats, three rounds. Round 1: seat 2 audits in vain. Round 2: seat 0 fails at 30.
/// Round 3: seat 0 is caught, and loses.
fn game() -> Table {
    let mut table = Table::of(3);
    table.declare(0, 3, Some(4)); // step 3 with a 4; white
    table.declare(1, 8, Some(6)); // step 5 with a 6; the two make 10
    table.audit(2);
    table.cards(&[4, 6]); // 2 above 8
    table.declare(2, 5, None); // nobody wrote it down: with 4 cards less the last two, open
    table.declare(0, 12, Some(6)); // step 7 with a 6
    table.declare(1, 13, None); // white
    table.declare(2, 17, None); // grey still
    table.play(&note(1, 1));
    table.play(&declare(0, 30, Some(2)));
    table.play(&reveal(&json!([null, 6, null, null, null]), Some(19))); // the unknown two make 10
    table.declare(1, 1, Some(0)); // step 1 with a 0; white
    table.declare(2, 5, Some(1)); // step 4 with a 1
    table.declare(0, 8, Some(5)); // step 3 with a 5
    table.audit(1);
    table.cards(&[0, 1, 5]); // 2 short of 8
    table
}

/// By seat, the bounds of each value.
fn of(seen: &[Observation], metric: &str) -> Vec<(Option<i64>, [f64; 2])> {
    let own = seen.iter().filter(|observation| observation.metric == metric);
    own.map(|observation| {
        let bounds = match observation.value {
            Value::Number(number) => [number; 2],
            Value::Between(low, high) => [low, high],
            Value::Word(_) => panic!("a number"),
        };
        (observation.seat.map(crate::seat::Seat::number), bounds)
    })
    .collect()
}

fn by(seats: &[(i64, i8)]) -> Vec<(Option<i64>, [f64; 2])> {
    seats.iter().map(|(seat, n)| (Some(*seat), [f64::from(*n); 2])).collect()
}

#[test]
fn the_statistics_of_a_game_counted_by_hand() {
    let seen = NotMyFault::observe(&game().0.replay());
    let all = |numbers: &[i8]| numbers.iter().map(|n| (None, [f64::from(*n); 2])).collect::<Vec<_>>();
    let steps = [(0, 3), (1, 5), (2, 5), (0, 7), (1, 1), (2, 4), (0, 13), (1, 1), (2, 4), (0, 3)];
    assert_eq!(of(&seen, "escalation"), by(&steps));
    // Round 2: 19 in all; 17 before the last card; of the two unknown ones, which make 10, none is below 4.
    let unknown = [(Some(2), [-1.0, 1.0]), (Some(0), [0.0, 2.0]), (Some(1), [0.0, 2.0])];
    let over = [&by(&[(0, -1), (1, -2)])[..], &unknown, &by(&[(2, 0), (0, 11), (1, 1), (2, 4), (0, 2)])];
    assert_eq!(of(&seen, "overstatement"), over.concat());
    // A step of 5 with a card of 4 to 6 may be honest; one of 4 is.
    let honest = by(&[(0, 0), (1, 1), (2, 1), (0, 0), (1, 0), (2, 0), (0, 1)]);
    let honest = [&by(&[(0, 1), (1, 1)])[..], &[(Some(2), [0.0, 1.0])], &honest];
    assert_eq!(of(&seen, "honest_step"), honest.concat());
    let white = [(0, 1), (1, 0), (2, 0), (0, 0), (1, 1), (2, 0), (0, 0), (1, 1), (2, 0), (0, 0)];
    assert_eq!(of(&seen, "white_square"), by(&white));
    assert_eq!(of(&seen, "audit_success"), by(&[(2, 0), (1, 1)]));
    assert_eq!(of(&seen, "audit_margin"), by(&[(2, -2), (1, 2)]));
    assert_eq!(of(&seen, "caught"), by(&[(1, 0), (0, 1)]));
    assert_eq!(of(&seen, "height_at_audit"), all(&[8, 8]));
    assert_eq!(of(&seen, "declarations_per_round"), all(&[2, 5, 3]));
    assert_eq!(of(&seen, "thirty_made"), by(&[(0, 0)]));
    assert_eq!(of(&seen, "thirty_tried"), by(&[(0, 1), (1, 0), (2, 0)]));
    assert_eq!(of(&seen, "suspensions"), by(&[(0, 2), (1, 0), (2, 1)]));
    assert_eq!(of(&seen, "eliminated"), []);
    assert_eq!(of(&seen, "rounds_per_game"), all(&[3]));
    assert_eq!(of(&seen, "win"), by(&[(0, 0), (1, 1), (2, 1)]));
    let position = seen.iter().filter(|o| o.metric == "escalation").nth(3).unwrap();
    assert_eq!(position.dimensions, [("position", "2".to_owned()), ("round", "2".to_owned())]);
}

/// Seat 2 audits the 8 of seat 1 with two cards on the table; seat 1 audits the 8 of seat 0 with three.
#[test]
fn audits_know_the_number_the_cards_and_whom_they_accuse() {
    let seen = NotMyFault::observe(&game().0.replay());
    let values = |metric: &str, name: &str| -> Vec<String> {
        let of = seen.iter().filter(|one| one.metric == metric).flat_map(|one| &one.dimensions);
        of.filter(|(dimension, _)| *dimension == name).map(|(_, value)| value.clone()).collect()
    };
    for (metric, other) in
        [("audit_success", ["1", "0"]), ("audit_margin", ["1", "0"]), ("caught", ["2", "1"])]
    {
        assert_eq!(values(metric, "declared"), ["8", "8"], "{metric}");
        assert_eq!(values(metric, "cards"), ["2", "3"], "{metric}");
        assert_eq!(values(metric, "other_seat"), other, "{metric}");
    }
    let declared = ["3", "8", "5", "12", "13", "17", "30", "1", "5", "8"];
    assert_eq!(values("overstatement", "declared"), declared);
    assert_eq!(values("honest_step", "declared"), declared);
}

/// The events of a game counted by hand: each declaration, then the audit, then the cards.
#[test]
fn observations_name_the_move_and_the_round_that_they_are_of() {
    let seen = NotMyFault::observe(&game().0.replay());
    let of = |metric: &str| -> Vec<(u64, &str)> {
        let own = seen.iter().filter(|observation| observation.metric == metric);
        own.map(|observation| {
            let round = observation.dimensions.iter().find(|(name, _)| *name == "round").unwrap();
            (observation.event.unwrap().0, round.1.as_str())
        })
        .collect()
    };
    let declared = [(1, "1"), (2, "1"), (5, "2"), (6, "2"), (7, "2"), (8, "2"), (10, "2")];
    assert_eq!(of("escalation"), [&declared[..], &[(12, "3"), (13, "3"), (14, "3")]].concat());
    assert_eq!(of("audit_success"), [(3, "1"), (15, "3")]);
    assert_eq!(of("height_at_audit"), of("audit_success"));
    assert_eq!(of("thirty_made"), [(10, "2")]);
    assert_eq!(of("declarations_per_round"), [(4, "1"), (11, "2"), (16, "3")]);
}

#[test]
fn eliminations_are_counted_where_one_suspension_eliminates() {
    let mut table = Table::extreme(3);
    for seat in [0, 1] {
        table.declare(seat, 30, None);
        table.sum(6);
    }
    let seen = NotMyFault::observe(&table.0.replay());
    assert_eq!(of(&seen, "eliminated"), by(&[(0, 1), (1, 1), (2, 0)]));
    assert_eq!(of(&seen, "thirty_made"), by(&[(0, 0), (1, 0)]));
}

#[test]
fn every_observation_belongs_to_a_metric_with_its_dimensions() {
    for observation in NotMyFault::observe(&game().0.replay()) {
        let metric =
            NotMyFault::META.metrics.iter().find(|metric| metric.name == observation.metric).unwrap();
        let dimensions: BTreeSet<_> = observation.dimensions.iter().map(|(name, _)| *name).collect();
        let declared: BTreeSet<_> = metric.dimensions.iter().map(|dimension| dimension.name).collect();
        assert_eq!(dimensions, declared);
    }
}
