//! How likely the next throw ends the round.

use serde_json::{Value, json};

use super::{record, throw};
use crate::analysis::{AnalysisQuestion, ArchiveFigure};
use crate::budget::Unlimited;
use crate::erased::AnyAnalysisStep;
use crate::seat::Viewer;
use crate::text::Names;

const EXACT: f64 = 1e-9;

fn first_step(seats: u8, assumed: &Value) -> AnyAnalysisStep {
    let record = record(seats, &[json!({"type": "abandon"})]);
    record
        .analyse(&AnalysisQuestion::all(Viewer::Public), assumed, &Names::new(&[]), &Unlimited)
        .unwrap()
        .steps[0]
        .clone()
}

/// The chance of at least this difference for twelve villagers, each of which lands up or down once in four times.
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
    let odds = &first_step(2, &json!({"landings": [1, 1, 1, 1, 0]})).value()["odds"];
    close(&odds["p_meat"], by_counting(5));
    close(&odds["p_charcoal"], by_counting(3));
    close(&odds["p_ends"], by_counting(5) + by_counting(3));
    assert_eq!((&odds["least"], odds["chances"].as_array().unwrap().len()), (&json!(-12), 25));
    // DV-5: stacked, a difference of three takes the meat, and one of two the charcoal.
    let odds = &first_step(2, &json!({"landings": [1, 1, 1, 1, 0], "stacks": [1, 4]})).value()["odds"];
    close(&odds["p_meat"], 0.75 * by_counting(5) + 0.25 * by_counting(3));
    close(&odds["p_charcoal"], 0.75 * by_counting(3) + 0.25 * by_counting(2));
    // Seat 0 always lands up, seat 1 always down: nothing is taken.
    let odds = &first_step(2, &json!({"landings": [1, 0, 0, 0, 0, 0, 1, 0, 0, 0]})).value()["odds"];
    assert_eq!((&odds["p_ends"], &odds["chances"]), (&json!(0.0), &json!([1.0])));
}

#[test]
fn without_landings_there_are_no_odds() {
    assert_eq!(first_step(3, &json!({})).value()["why_null"], "landings_not_given");
    for landings in [json!([1, 2]), json!([0, 0, 0, 0, 0])] {
        assert_eq!(first_step(3, &json!({ "landings": landings })).value()["why_null"], "no_world_fits");
    }
}

#[test]
fn the_archive_stands_in_for_landings_and_shares_of_wins() {
    let game = crate::games::find("dancing_villager").unwrap();
    let figure = |key: &[&str], mean: f64| ArchiveFigure {
        key: key.iter().map(|word| (*word).to_owned()).collect(),
        mean,
        low: mean - 0.1,
        high: mean + 0.1,
    };
    let landings = vec![figure(&["up"], 0.25), figure(&["flat"], 0.5), figure(&["down"], 0.25)];
    let landings = game.archive_fact("landings", &[landings.clone(), landings]).unwrap();
    assert_eq!(landings, [2500, 2500, 5000, 0, 0].repeat(2));
    assert_eq!(game.archive_fact("landings", &[vec![figure(&["up"], 1.0)], Vec::new()]), None);
    let wins = vec![figure(&["0", "0"], 0.5), figure(&["3", "1"], 0.8)];
    let wins = game.archive_fact("wins", &[wins]).unwrap();
    assert_eq!(wins, [0, 0, 500, 400, 600, 3, 1, 800, 700, 900]);
    let step = first_step(2, &json!({"landings": landings, "wins": wins}));
    let share = |seat: u8| json!({"seat": seat, "p": 0.5, "low": 0.4, "high": 0.6});
    assert_eq!(step.value()["odds"]["wins"], json!([share(0), share(1)]));
    let step = step.value();
    let tables = step["tables"].as_array().unwrap();
    assert_eq!((tables.len(), &tables[1]["rows"][0]["cells"][0]), (2, &json!(0.5)));
    assert_eq!(step["values"], json!([0.0, 0.0]));
}

#[test]
fn a_new_leader_and_an_unlikely_end_of_a_round_are_marked() {
    // Five hands up take the meat, although these villagers seldom land so.
    let record = record(2, &[throw(&["UUUUUF", "FFFFFF"]), json!({"type": "abandon"})]);
    let assumed = json!({"landings": [1, 1, 40, 0, 0]});
    let said = record
        .analyse(&AnalysisQuestion::all(Viewer::Public), &assumed, &Names::new(&[]), &Unlimited)
        .unwrap();
    let step = &said.steps[1];
    let chance = said.steps[0].value()["odds"]["p_ends"].as_f64().unwrap();
    assert!(chance < 0.1 && step.value()["p_ended"].as_f64() == Some(chance), "{step}");
    assert_eq!((&step.value()["mark"]["kind"], step.value().get("lead")), (&json!("turning_point"), None));
    assert!(step.value()["mark"]["sentence"]["en"].as_str().unwrap().contains("ended the round"), "{step}");
}

#[test]
fn who_won_is_counted_by_the_dogs_as_each_round_began() {
    let mut counted = 0;
    for seed in 0..6 {
        let record = crate::policy::simulated::game(
            "dancing_villager",
            seed,
            |_| {},
            |seats| vec![crate::policy::Temper::Random; usize::from(seats)],
        );
        let winners = record.outcome().unwrap().winners;
        let seen: Vec<_> =
            record.observe().into_iter().filter(|seen| seen.metric == "won_from_here").collect();
        for of_seat in &seen {
            let won = winners.contains(&of_seat.seat.unwrap());
            assert_eq!(of_seat.value, crate::statistics::Value::Number(f64::from(u8::from(won))));
        }
        let first: Vec<_> =
            seen.iter().filter(|seen| seen.dimensions.contains(&("round", "1".to_owned()))).collect();
        assert_eq!(first.len(), usize::from(record.seats().count()));
        let nobody_has_dogs =
            |name: &'static str| first.iter().all(|seen| seen.dimensions.contains(&(name, "0".to_owned())));
        assert!(nobody_has_dogs("own_dogs") && nobody_has_dogs("top_dogs"));
        counted += seen.len();
    }
    assert!(counted > 50, "{counted}");
}
