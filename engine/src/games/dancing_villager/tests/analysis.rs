//! How likely the next throw ends the round.

use serde_json::{Value, json};

use super::record;
use crate::analysis::AnalysisQuestion;
use crate::seat::Viewer;
use crate::text::Names;

const EXACT: f64 = 1e-9;

fn first_step(seats: u8, assumed: &Value) -> Value {
    let record = record(seats, &[json!({"type": "abandon"})]);
    record.analyse(&AnalysisQuestion::all(Viewer::Public), assumed, &Names::new(&[])).unwrap().steps[0]
        .clone()
}

/// Of twelve villagers, each of which lands up or down once in four times, the chance of a difference of so many or more.
fn by_counting(least: i64) -> f64 {
    let factorial = |n: i64| (1..=n).map(|i| i as f64).product::<f64>();
    let mut sum = 0.0;
    for up in 0..=12 {
        for down in 0..=12 - up {
            if up - down >= least {
                let count = factorial(12) / factorial(up) / factorial(down) / factorial(12 - up - down);
                sum += count
                    * 0.25_f64.powi(i32::try_from(up + down).unwrap())
                    * 0.5_f64.powi(i32::try_from(12 - up - down).unwrap());
            }
        }
    }
    sum
}

#[test]
fn the_chance_that_a_throw_ends_the_round_is_counted_from_landings() {
    let close = |value: &Value, expected: f64| {
        assert!((value.as_f64().unwrap() - expected).abs() < EXACT, "{value} is not {expected}");
    };
    // Two seats have six villagers each; there are five sticks of meat and three of charcoal.
    let odds = &first_step(2, &json!({"landings": [1, 1, 1, 1, 0]}))["odds"];
    close(&odds["p_meat"], by_counting(5));
    close(&odds["p_charcoal"], by_counting(3));
    close(&odds["p_ends"], by_counting(5) + by_counting(3));
    assert_eq!((&odds["least"], odds["chances"].as_array().unwrap().len()), (&json!(-12), 25));
    // DV-5: stacked, a difference of three takes the meat, and one of two the charcoal.
    let odds = &first_step(2, &json!({"landings": [1, 1, 1, 1, 0], "stacks": [1, 4]}))["odds"];
    close(&odds["p_meat"], 0.75 * by_counting(5) + 0.25 * by_counting(3));
    close(&odds["p_charcoal"], 0.75 * by_counting(3) + 0.25 * by_counting(2));
    // Seat 0 always lands up, seat 1 always down: nothing is taken.
    let odds = &first_step(2, &json!({"landings": [1, 0, 0, 0, 0, 0, 1, 0, 0, 0]}))["odds"];
    assert_eq!((&odds["p_ends"], &odds["chances"]), (&json!(0.0), &json!([1.0])));
}

#[test]
fn without_landings_there_are_no_odds() {
    assert_eq!(first_step(3, &json!({}))["why_null"], "landings_not_given");
    for landings in [json!([1, 2]), json!([0, 0, 0, 0, 0])] {
        assert_eq!(first_step(3, &json!({ "landings": landings }))["why_null"], "no_world_fits");
    }
}
