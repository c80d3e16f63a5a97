//! The analysis of a record that has ended: probabilities are probabilities, and a viewer's odds come from the facts
//! that this viewer saw.

use std::cell::Cell;

use kifu_engine::analysis::{AnalysisPart, AnalysisQuestion};
use kifu_engine::budget::{Budget, Unlimited};
use kifu_engine::erased::{AnyRecord, NotAnalysed, RecordAnalysis};
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::text::Names;
use serde_json::{Value, json};

use crate::table::{Table, all_games, for_each_game};

const EXACT: f64 = 1e-9;

/// The public and two seats: odds are costly to work out in a build for tests.
fn some_viewers(table: &mut Table) -> Vec<Viewer> {
    let mut viewers = vec![Viewer::Public];
    for _ in 0..2 {
        let of = table.viewers();
        viewers.push(*table.dice.choose(&of));
    }
    viewers
}

/// The analysis of these steps without solvers, which their games' own tests check.
fn analysis(record: &dyn AnyRecord, viewer: Viewer, [from, to]: [usize; 2]) -> RecordAnalysis {
    let question = AnalysisQuestion { from, to, ..question(viewer) };
    record
        .analyse(&question, &json!({}), &Names::new(&[]), &Unlimited)
        .expect("a finished record is analysed")
}

fn question(viewer: Viewer) -> AnalysisQuestion {
    let parts = vec![AnalysisPart::Odds, AnalysisPart::Claims, AnalysisPart::Votes];
    AnalysisQuestion { parts, ..AnalysisQuestion::all(viewer) }
}

/// A few steps one after the other.
fn some_steps(table: &mut Table) -> [usize; 2] {
    let from = table.dice.below_len(table.record.len() + 1);
    [from, from + 2]
}

/// Plays a game to its end. False if it has a breach or goes on for too long.
fn play_out(table: &mut Table) -> bool {
    table.play_out();
    table.record.status() == Status::Over && !table.record.is_irregular()
}

#[test]
fn a_live_record_is_never_analysed() {
    for_each_game(|table| {
        table.play_some_and_stay_live();
        for viewer in some_viewers(table) {
            let answer = table.record.analyse(
                &AnalysisQuestion::all(viewer),
                &json!({}),
                &Names::new(&[]),
                &Unlimited,
            );
            assert_eq!(answer, Err(NotAnalysed::Live));
        }
    });
}

#[test]
fn every_step_has_one_answer_and_every_null_its_reason() {
    for_each_game(|table| {
        if !play_out(table) {
            return;
        }
        let asks_odds = table.game.analysis_parts().contains(&AnalysisPart::Odds);
        for viewer in some_viewers(table) {
            let parts = vec![AnalysisPart::Claims];
            let all = AnalysisQuestion { parts, ..AnalysisQuestion::all(viewer) };
            let all = table
                .record
                .analyse(&all, &json!({}), &Names::new(&[]), &Unlimited)
                .expect("a finished record")
                .steps;
            assert_eq!(all.len(), table.record.len() + 1);
            assert!(
                all.iter()
                    .enumerate()
                    .all(|(step, said)| said.value()["step"] == step && said.value()["odds"].is_null())
            );
            let some = some_steps(table);
            for (step, said) in (some[0]..).zip(analysis(&*table.record, viewer, some).steps) {
                assert_eq!(said.value()["step"], step);
                let why = said.value().get("why_null").is_some();
                assert!(
                    said.value().get("odds").is_some()
                        && (!said.value()["odds"].is_null() || why || !asks_odds),
                    "{said}"
                );
                assert!(!why || said.value()["odds"].is_null() && asks_odds, "{said}");
            }
        }
    });
}

#[test]
fn chances_lie_between_0_and_1_and_sum_to_1() {
    for_each_game(|table| {
        if play_out(table) {
            for viewer in some_viewers(table) {
                let some = some_steps(table);
                analysis(&*table.record, viewer, some)
                    .steps
                    .iter()
                    .for_each(|step| check_chances(&step.value()));
            }
        }
    });
}

/// Lists of all chances of something, and single chances, by their names.
fn check_chances(said: &Value) {
    match said {
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value.as_f64()) {
                    // The chances of a mark are of one claim, by the viewer that judges it; some are not known.
                    ("mark", _) => {
                        for chance in ["maker", "table"].map(|name| value["chances"][name].as_f64()) {
                            assert!(chance.is_none_or(|p| (0.0..=1.0).contains(&p)), "{value}");
                        }
                    }
                    ("chances" | "mixes" | "cards", None) => check_distribution(value),
                    ("roles" | "camps", _) if value.is_object() => {
                        check_sum(value.as_object().expect("it is").values());
                    }
                    ("holds", Some(p)) => assert!((0.0..=1.0).contains(&p), "{name} is {p}"),
                    (name, Some(p)) if name.starts_with("p_") => {
                        assert!((0.0..=1.0).contains(&p), "{name} is {p}");
                    }
                    _ => check_chances(value),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(check_chances),
        _ => {}
    }
}

fn check_distribution(chances: &Value) {
    let list = chances.as_array().expect("a list of chances");
    if list.iter().all(Value::is_array) {
        return list.iter().for_each(check_distribution);
    }
    check_sum(list.iter());
}

fn check_sum<'v>(chances: impl Iterator<Item = &'v Value>) {
    let sum: f64 = chances.map(|chance| chance.as_f64().expect("a chance")).sum();
    assert!((sum - 1.0).abs() < EXACT, "the chances sum to {sum}");
}

/// The log that a seat or the public kept while the game was live, with the reveals that all saw, gives the odds of the
/// whole record. So facts that stay hidden from it change nothing.
#[test]
fn a_viewers_odds_are_those_of_the_log_that_it_kept() {
    for_each_game(|table| {
        if !play_out(table) {
            return;
        }
        for viewer in some_viewers(table) {
            let watch = table.record.viewer_log(viewer);
            let viewer_record = watch.seen();
            if viewer_record.is_irregular() || viewer_record.status() != Status::Over {
                continue;
            }
            let viewer_steps = viewer_record.in_force();
            for _ in 0..3 {
                let step = 1 + table.dice.below_len(table.record.len());
                let event = table.record.in_force()[step - 1].origin;
                let own = viewer_steps.iter().filter(|entry| entry.origin <= event).count();
                let [said, seen] = [(&*table.record, step), (viewer_record, own)]
                    .map(|(record, step)| analysis(record, viewer, [step, step]).steps.remove(0));
                // Facts that a seat saw may stand in the record only because others said them.
                if seen.value()["why_null"].as_str().is_some_and(|why| why.starts_with("own_")) {
                    continue;
                }
                same(&said.value()["odds"], &seen.value()["odds"], &format!("{viewer:?} at {step}"));
            }
        }
    });
}

fn same(a: &Value, b: &Value, at: &str) {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            assert!(a.keys().eq(b.keys()), "{at}");
            a.iter().for_each(|(name, value)| same(value, &b[name], at));
        }
        (Value::Array(a), Value::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{at}");
            a.iter().zip(b).for_each(|(a, b)| same(a, b, at));
        }
        _ => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => assert!((a - b).abs() < EXACT, "{at}: {a}, not {b}"),
            _ => assert_eq!(a, b, "{at}"),
        },
    }
}

#[test]
fn facts_to_assume_are_checked() {
    for game in all_games() {
        let mut table = Table::open(game, 1);
        if play_out(&mut table) {
            let unknown = json!({"weather": "fine"});
            let answer = table.record.analyse(
                &AnalysisQuestion::all(Viewer::Public),
                &unknown,
                &Names::new(&[]),
                &Unlimited,
            );
            assert!(matches!(answer, Err(NotAnalysed::Malformed(_))), "{}", game.meta().slug);
        }
    }
}

/// Marks have sentences in both languages, awards are among the marks, and every line of a graph has its value.
#[test]
fn marks_awards_and_graphs_agree_with_the_steps() {
    for_each_game(|table| {
        if !play_out(table) {
            return;
        }
        let RecordAnalysis { header, steps } = analysis(&*table.record, Viewer::Public, [0, usize::MAX]);
        let marked: Vec<(usize, Value)> = steps
            .iter()
            .enumerate()
            .filter_map(|(step, said)| Some((step, said.value().get("mark")?.clone())))
            .collect();
        for (_, mark) in &marked {
            let words = ["ja", "en"].map(|language| mark["sentence"][language].as_str().unwrap_or_default());
            assert!(words.iter().all(|words| !words.is_empty()) && words[0] != words[1], "{mark}");
        }
        for award in &header.awards {
            let of_step = marked.iter().find(|(step, _)| *step == award.step);
            assert_eq!(of_step.map(|(_, mark)| (*mark).clone()), Some(json!(award.mark)));
        }
        for said in &steps {
            let values = said.value().get("values").and_then(Value::as_array).map_or(0, Vec::len);
            let lines = header.graph.as_ref().map_or(0, |graph| graph.series.len());
            assert!(values == 0 || values == lines, "{said}");
        }
    });
}

/// A budget that goes on so many times.
struct Times(Cell<u32>);

impl Budget for Times {
    fn goes_on(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }
}

#[test]
fn an_analysis_ends_where_its_budget_does() {
    for_each_game(|table| {
        if !play_out(table) {
            return;
        }
        let [from, to] = some_steps(table);
        let ask = |times: u32| {
            let budget = Times(Cell::new(times));
            let question = AnalysisQuestion { from, to, ..question(Viewer::Public) };
            let answer = table.record.analyse(&question, &json!({}), &Names::new(&[]), &budget);
            (answer.expect("a finished record").steps.len(), budget.0.get())
        };
        assert_eq!(ask(0).0, 0, "nothing is begun");
        let (steps, left) = ask(u32::MAX);
        let count = u32::MAX - left;
        assert!(count as usize >= steps, "it is asked at each step");
        assert!(ask(1).0 <= 1, "it ends with the step that was begun");
    });
}
