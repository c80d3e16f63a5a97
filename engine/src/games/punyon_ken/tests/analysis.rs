//! The chances and mixes of a game, step by step.

use serde_json::json;

use super::record;
use crate::analysis::AnalysisQuestion;
use crate::budget::Unlimited;
use crate::seat::Viewer;
use crate::text::Names;

#[test]
fn a_game_has_the_chances_and_the_mix_of_each_step() {
    let record = record("RS SR PR RR PR");
    let analysis = record
        .analyse(&AnalysisQuestion::all(Viewer::Public), &json!({}), &Names::new(&[]), &Unlimited)
        .unwrap();
    let number =
        |pointer: &str, step: usize| analysis.steps[step].value().pointer(pointer).unwrap().as_f64().unwrap();
    let near = |a: f64, b: f64| (a - b).abs() < 5e-5;
    // Both begin alike.
    assert!((number("/odds/chances/0", 0) - 0.5).abs() < 1e-9);
    for (throw, share) in [0.5311, 0.2159, 0.2530].into_iter().enumerate() {
        assert!(near(number(&format!("/odds/mixes/0/{throw}"), 0), share), "{throw}");
    }
    // Seat 0 threw rock and won, so its chance grew and that of seat 1 fell by as much.
    assert_eq!(analysis.steps[1].value()["solver"]["hands"], json!(["rock", "scissors"]));
    assert!(near(number("/solver/shares/0", 1), 0.5311) && near(number("/solver/shares/1", 1), 0.2159));
    let (before, after) = (number("/solver/before/0", 1), number("/solver/after/0", 1));
    assert!(after > before && (number("/solver/after/1", 1) - (1.0 - after)).abs() < 1e-9);
    assert!((number("/odds/chances/0", 1) - after).abs() < 1e-9);
    // One bent finger each: alike again. A draw changes nothing. Two papers win.
    assert!((number("/odds/chances/0", 2) - 0.5).abs() < 1e-9);
    assert_eq!(analysis.steps[4].value()["solver"]["before"], analysis.steps[4].value()["solver"]["after"]);
    assert_eq!(analysis.steps[5].value()["solver"]["after"], json!([1.0, 0.0]));
    assert_eq!(analysis.steps[5].value()["why_null"], "nothing_to_ask");
    assert_eq!(analysis.header.missing, []);
}
