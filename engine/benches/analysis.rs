//! The time that the analysis of a finished record takes.
//!
//! `cargo bench -p kifu-engine --bench analysis [slug…]`. Games of players who go by the odds, some boldly, with all
//! hidden facts recorded. The goals: the odds of any step within 50 ms, all odds and ledgers of a game within 1 s; with
//! a solver, all plays of a game within 0.2 s in the median.

use std::hint::black_box;
use std::time::{Duration, Instant};

use kifu_engine::analysis::{AnalysisPart, AnalysisQuestion};
use kifu_engine::budget::Unlimited;
use kifu_engine::erased::{AnyGame, AnyRecord};
use kifu_engine::game::Chooser;
use kifu_engine::games;
use kifu_engine::policy::Temper;
use kifu_engine::record::Status;
use kifu_engine::seat::{BySeat, Seat, Viewer};
use kifu_engine::text::Names;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::json;

const GAME_COUNT: u64 = 40;
const MAX_MOVES_PER_GAME: usize = 3000;

struct Dice(SmallRng);

impl Chooser for Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count.max(1))
    }
}

fn main() {
    println!(
        "| game | steps | odds of a step: p50 | slowest | odds and ledgers of a game: p50 | slowest | observations of a game: mean | solver of a game: p50 | slowest | steps open |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let slugs: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    for game in games::ALL {
        if slugs.is_empty() || slugs.iter().any(|slug| slug == game.meta().slug) {
            report(*game);
        }
    }
}

fn report(game: &dyn AnyGame) {
    let records: Vec<_> = (0..GAME_COUNT).map(|seed| simulate(game, seed)).collect();
    let steps: usize = records.iter().map(|record| record.len()).sum();
    let (mut of_step, mut of_game, mut solved, mut open) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let begun = Instant::now();
    for record in &records {
        black_box(record.observe());
    }
    let observed = begun.elapsed().as_secs_f64() * 1e3 / GAME_COUNT as f64;
    for record in &records {
        for viewer in [Viewer::Public, Viewer::Seat(Seat::new(0))] {
            let parts = vec![AnalysisPart::Odds, AnalysisPart::Claims, AnalysisPart::Votes];
            of_game.push(time(&**record, &AnalysisQuestion { parts, ..AnalysisQuestion::all(viewer) }).0);
            let parts = vec![AnalysisPart::Odds];
            for step in (0..=record.len()).step_by(1 + record.len() / 50) {
                let parts = parts.clone();
                of_step.push(time(&**record, &AnalysisQuestion { viewer, parts, from: step, to: step }).0);
            }
        }
        let parts = vec![AnalysisPart::Solver];
        let question = AnalysisQuestion { parts, ..AnalysisQuestion::all(Viewer::Public) };
        let (took, said) = time(&**record, &question);
        solved.push(took);
        open += said.matches("\"state\":\"open\"").count();
    }
    let [of_step, of_game, solved] = [of_step, of_game, solved].map(spread);
    let slug = game.meta().slug;
    println!("| {slug} | {steps} | {of_step} | {of_game} | {observed:.3} ms | {solved} | {open} |");
}

/// The median and the slowest.
fn spread(mut times: Vec<Duration>) -> String {
    times.sort();
    let milliseconds = |time: Option<&Duration>| time.map_or(f64::NAN, |time| time.as_secs_f64() * 1e3);
    let [middle, last] = [times.get(times.len() / 2), times.last()].map(milliseconds);
    format!("{middle:.2} ms | {last:.1} ms")
}

fn time(record: &dyn AnyRecord, question: &AnalysisQuestion) -> (Duration, String) {
    let begun = Instant::now();
    let said = record.analyse(question, &json!({}), &Names::new(&[]), &Unlimited);
    let took = begun.elapsed();
    (took, said.map(|said| json!(said.steps).to_string()).unwrap_or_default())
}

fn simulate(game: &dyn AnyGame, seed: u64) -> Box<dyn AnyRecord> {
    let mut dice = Dice(SmallRng::seed_from_u64(seed));
    let opening = game.policy_opening(&mut dice);
    let mut record = game.open(&opening).unwrap_or_else(|why| panic!("an opening: {why:?}"));
    let temper = |seat: u8| if seat.is_multiple_of(2) { Temper::Sensible } else { Temper::Bold };
    let tempers = BySeat::from((0..opening.seats).map(temper).collect::<Vec<_>>());
    while record.status() == Status::Live && record.len() < MAX_MOVES_PER_GAME {
        let Some(entry) = record.policy_entry(&tempers, &mut dice) else { break };
        record.append(&entry).unwrap_or_else(|why| panic!("a move: {why:?}"));
    }
    record
}
