//! The words that people read, and the answers of records.

use kifu_engine::game::Feature;
use kifu_engine::seat::Viewer;
use kifu_engine::text::Names;
use serde_json::Value;

use crate::table::{all_games, for_each_game};

#[test]
fn every_step_has_a_narration_in_both_languages() {
    for_each_game(|table| {
        table.play_out();
        let names = Names::new(&vec![Some("Ame".to_owned()); table.record.seats().len()]);
        for step in table.record.steps(1, usize::MAX, &names) {
            assert_eq!(step.narration.len(), 1 + step.breaches.len() + step.effects.len());
            for text in &step.narration {
                assert!(!text.ja.is_ascii(), "no Japanese in {text:?}");
                assert!(!text.en.is_empty() && !text.en.contains(['。', '、']), "no English in {text:?}");
            }
        }
    });
}

#[test]
fn every_form_speaks_both_languages() {
    for_each_game(|table| {
        let names = Names::new(&vec![Some("飴 Ame".to_owned()); table.record.seats().len()]);
        for _ in 0..40 {
            let forms = table.record.forms(Viewer::Scribe, None, &names).unwrap_or_default();
            check_labels(&serde_json::to_value(forms).expect("forms are JSON"));
            let Some(mv) = table.sample() else { break };
            table.accept(&mv);
        }
    });
}

/// Labels say something, numbers and names the same in both languages.
fn check_labels(value: &Value) {
    match value {
        Value::Object(fields) => {
            if let (Some(ja), Some(en)) = (fields.get("ja"), fields.get("en")) {
                let said = |text: &Value| text.as_str().is_some_and(|text| !text.trim().is_empty());
                assert!(said(ja) && said(en), "{value}");
                let same = ja == en
                    && !en.as_str().is_some_and(|en| en.starts_with('飴') || en.parse::<i64>().is_ok());
                assert!(!same, "{value} is in one language");
            }
            fields.values().for_each(check_labels);
        }
        Value::Array(values) => values.iter().for_each(check_labels),
        _ => {}
    }
}

#[test]
fn steps_can_be_asked_for_in_parts() {
    for_each_game(|table| {
        table.play_some();
        let names = Names::none(table.record.seats().len());
        let whole = table.record.steps(1, usize::MAX, &names);
        assert_eq!(whole.len(), table.record.len());
        let (from, to) = (table.dice.below_len(whole.len() + 2), table.dice.below_len(whole.len() + 2));
        let part = table.record.steps(from, to, &names);
        let first = from.saturating_sub(1).min(whole.len());
        assert_eq!(part, whole[first..to.clamp(first, whole.len().max(first))]);
        assert_eq!(
            whole.last().map(|step| step.state.clone()),
            Some(table.record.state()).filter(|_| !whole.is_empty())
        );
    });
}

#[test]
fn results_have_the_declared_features_of_their_game() {
    for_each_game(|table| {
        table.play_out();
        let Some(outcome) = table.record.outcome() else { return };
        let has = |feature| table.game.meta().features.contains(&feature);
        let seats = table.record.seats();
        assert_eq!(outcome.places.is_some(), has(Feature::Places));
        assert_eq!(outcome.points.is_some(), has(Feature::Points));
        assert!(outcome.score.is_none() || has(Feature::Score));
        assert!(!has(Feature::Cooperative) || [0, seats.len()].contains(&outcome.winners.len()));
        let first = table.record.first_player();
        assert_eq!(first.is_some(), has(Feature::Turns));
        assert!(first.is_none_or(|seat| seats.contains(seat)), "{first:?}");
    });
}

#[test]
fn an_outcome_is_complete() {
    for_each_game(|table| {
        table.play_out();
        let seats = table.record.seats();
        let Some(outcome) = table.record.outcome() else { return };
        assert!(outcome.winners.iter().all(|seat| seats.contains(*seat)), "{outcome:?}");
        assert!(outcome.points.is_none_or(|points| points.len() == seats.len()));
        if let Some(places) = outcome.places {
            assert_eq!(places.len(), seats.len());
            let first = places.iter().filter(|(_, place)| **place == 1).map(|(seat, _)| seat);
            assert_eq!(first.collect::<Vec<_>>(), outcome.winners, "{places:?}");
            for (_, place) in places.iter() {
                let better = places.values().filter(|other| *other < place).count();
                assert_eq!(usize::from(*place), better + 1, "{places:?}");
            }
        }
    });
}

#[test]
fn the_meta_of_every_game_is_complete() {
    let games = all_games();
    for (i, game) in games.iter().enumerate() {
        let meta = game.meta();
        assert!(games[..i].iter().all(|other| other.meta().slug != meta.slug), "{} twice", meta.slug);
        assert!(meta.seats.0 >= 1 && meta.seats.0 <= meta.seats.1);
        assert!(!meta.rules.is_empty());
        assert!(meta.rules.iter().all(|rules| !rules.ja.is_empty() && !rules.en.is_empty()));
    }
}
