//! How often the intervals of statistics hold the truth, in simulated studies of few and of many games.
//!
//! `cargo run --release -p kifu-statistics --example coverage` prints the table of `docs/coverage.md`. The same numbers come out
//! every time.

mod leaders;
mod scenarios;

use kifu_statistics::estimate::{ClusterSums, CriticalValues, Estimand, Interval, PairedSums, Sums};
use rand::SeedableRng;
use rand::rngs::StdRng;

use leaders::{Leader, leaders};
use scenarios::{DIFFERENCES, ESTIMATES, Scenario, player};

/// How many games a study has.
const GAMES: [u32; 4] = [5, 20, 50, 100];
/// Studies of a cell; the share that holds the truth is known to within 0.4 %.
const STUDIES: u32 = 10_000;

fn interval_of_estimate(of: Estimand, games: impl Iterator<Item = ClusterSums>) -> Option<Interval> {
    let mut sums = Sums::default();
    games.for_each(|game| sums.add(game));
    sums.interval(of)
}

fn interval_of_difference(of: Estimand, games: impl Iterator<Item = [ClusterSums; 2]>) -> Option<Interval> {
    let mut pair = PairedSums::default();
    for [one, other] in games {
        pair.one.add(one);
        pair.other.add(other);
        pair.common.add(one, other);
    }
    pair.interval(of)
}

type Estimate<T> = fn(Estimand, Box<dyn Iterator<Item = T> + '_>) -> Option<Interval>;

/// The share of studies whose interval holds the truth, among those that have one.
fn coverage<T>(scenario: &Scenario<T>, estimate: Estimate<T>, games: u32, studies: u32) -> f64 {
    let mut dice = StdRng::seed_from_u64(u64::from(games));
    let (mut intervals, mut hold) = (0_u32, 0_u32);
    for _ in 0..studies {
        let drawn = Box::new((0..games).map(|_| (scenario.draw)(&mut dice)));
        let Some(interval) = estimate(scenario.of, drawn) else { continue };
        intervals += 1;
        hold += u32::from((interval.low..=interval.high).contains(&scenario.truth));
    }
    f64::from(hold) / f64::from(intervals)
}

fn print_rows<T>(scenarios: &[Scenario<T>], estimate: Estimate<T>, games: impl Fn(u32) -> u32) {
    for scenario in scenarios {
        let cells = GAMES.map(|count| 100.0 * coverage(scenario, estimate, games(count), STUDIES));
        let cells = cells.map(|cell| format!("{cell:.1}")).join(" | ");
        println!("| {} | {cells} |", scenario.name);
    }
}

/// Equally good players of whom the best and the worst are compared.
const PLAYERS: usize = 14;

/// The share of studies of equally good players in which the interval of the best less the worst holds 0: the plain one, and
/// the one that knows how many pairs there are.
fn coverage_of_extremes(games: u32, studies: u32) -> [f64; 2] {
    let mut dice = StdRng::seed_from_u64(u64::from(games));
    let values = [1, PLAYERS * (PLAYERS - 1) / 2].map(CriticalValues::among);
    let mut hold = [0_u32; 2];
    for _ in 0..studies {
        let mut players: Vec<Sums> = (0..PLAYERS)
            .map(|_| {
                let mut sums = Sums::default();
                (0..games).for_each(|_| sums.add(player(&mut dice)));
                sums
            })
            .collect();
        players.sort_by(|one, other| one.mean().partial_cmp(&other.mean()).expect("numbers"));
        let pair = PairedSums { one: players[PLAYERS - 1], other: players[0], ..PairedSums::default() };
        for (hold, values) in hold.iter_mut().zip(&values) {
            let interval = pair.interval_by(Estimand::Share, values);
            *hold += u32::from(interval.is_some_and(|interval| interval.low <= 0.0));
        }
    }
    hold.map(|hold| f64::from(hold) / f64::from(studies))
}

fn main() {
    println!("| games | {} |", GAMES.map(|games| games.to_string()).join(" | "));
    println!("| --- |{}", " ---: |".repeat(GAMES.len()));
    print_rows(&ESTIMATES, |of, games| interval_of_estimate(of, games), |games| games);
    print_rows(&DIFFERENCES, |of, games| interval_of_difference(of, games), |games| 2 * games);
    let extremes = GAMES.map(|games| coverage_of_extremes(games, STUDIES));
    for (name, which) in [("as any two", 0), ("simultaneous", 1)] {
        let cells = extremes.map(|cell| format!("{:.1}", 100.0 * cell[which])).join(" | ");
        println!("| best less worst of {PLAYERS} equal players, {name} | {cells} |");
    }
    print_leaders();
}

fn print_leaders() {
    println!("\n| the first of 14 players | by the mean | by the shrunk mean |\n| --- | ---: | ---: |");
    for (name, spread) in [("equal players", 0.0), ("players between 10 and 40 %", 0.15)] {
        let found = leaders(spread, STUDIES);
        let row = |what: &str, figure: &dyn Fn(&Leader) -> f64| {
            let [plain, shrunk] = found.each_ref().map(figure);
            println!("| {name}: {what} | {plain:.1} | {shrunk:.1} |");
        };
        row("games", &|leader| leader.games);
        row("said to win too often by, in points", &|leader| 100.0 * leader.flattery);
        row("truly wins, in percent", &|leader| 100.0 * leader.truth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fewer studies than in the table, so the limits leave room for chance: 2,000 studies are off by 1 % at most.
    const TESTED_STUDIES: u32 = 2_000;

    fn assert_holds<T>(scenarios: &[Scenario<T>], estimate: Estimate<T>, games: u32, least: f64, most: f64) {
        for scenario in scenarios {
            let coverage = coverage(scenario, estimate, games, TESTED_STUDIES);
            assert!((least..=most).contains(&coverage), "{}, {games} games: {coverage}", scenario.name);
        }
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        for (games, least, most) in [(20, 0.89, 0.99), (50, 0.93, 0.98), (100, 0.935, 0.98)] {
            assert_holds(&ESTIMATES, |of, games| interval_of_estimate(of, games), games, least, most);
        }
    }

    /// Whoever picks the best and the worst finds a difference that is not there, unless the interval knows of the others.
    #[test]
    fn simultaneous_intervals_hold_where_the_best_and_the_worst_were_picked() {
        for games in [20, 100] {
            let [plain, simultaneous] = coverage_of_extremes(games, 500);
            assert!(plain < 0.85 && simultaneous > 0.93, "{games} games: {plain} {simultaneous}");
        }
    }

    #[test]
    fn the_first_of_many_is_no_player_of_few_games_who_had_luck() {
        let [plain, shrunk] = leaders(0.0, TESTED_STUDIES);
        assert!(plain.flattery > 0.2 && plain.games < 20.0, "{} {}", plain.flattery, plain.games);
        assert!(shrunk.flattery < 0.03 && shrunk.games > 30.0, "{} {}", shrunk.flattery, shrunk.games);
        let [plain, shrunk] = leaders(0.15, TESTED_STUDIES);
        assert!(
            shrunk.flattery.abs() < 0.02 && shrunk.truth > plain.truth + 0.02,
            "{} {}",
            plain.truth,
            shrunk.truth
        );
    }

    #[test]
    fn intervals_of_differences_hold_the_truth_as_often_as_they_say() {
        for (games, least, most) in [(40, 0.935, 0.999), (100, 0.935, 0.98), (200, 0.935, 0.98)] {
            assert_holds(&DIFFERENCES, |of, games| interval_of_difference(of, games), games, least, most);
        }
    }
}
