//! Tests of estimates, by hand and by other ways to count.

use proptest::prelude::*;

use super::*;

fn share(values: &[f64]) -> ClusterSums {
    let mut share = ClusterSums::default();
    for value in values {
        share.add(*value);
    }
    share
}

fn sums(games: &[Vec<f64>]) -> Sums {
    let mut sums = Sums::default();
    for game in games {
        sums.add(share(game));
    }
    sums
}

fn add(pair: &mut PairedSums, one: ClusterSums, other: ClusterSums) {
    pair.one.add(one);
    pair.other.add(other);
    pair.common.add(one, other);
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-7 * (1.0 + a.abs().max(b.abs()))
}

#[test]
fn numbers_that_cancel_out_have_a_mean_of_nothing_in_every_game() {
    let game = vec![0.1, 0.2, -0.3];
    let same = sums(&[game.clone(), vec![0.7, -0.4, -0.3], game.clone()]);
    assert!(same.sum != 0.0, "rounding leaves something: {}", same.sum);
    assert_eq!((same.mean(), same.interval(Estimand::Mean)), (Some(0.0), None));
    let other = sums(&[game, vec![0.1, 0.2]]);
    assert!(close(other.mean().unwrap(), 0.06) && other.interval(Estimand::Mean).is_some());
}

#[test]
fn one_observation_a_game_gives_students_interval() {
    // 2, 4, 6: mean 4, standard deviation 2, t(2) = 4.3027, standard error 2 / √3.
    let sums = sums(&[vec![2.0], vec![4.0], vec![6.0]]);
    let interval = sums.interval(Estimand::Mean).unwrap();
    assert!(close(sums.mean().unwrap(), 4.0) && close(sums.standard_deviation().unwrap(), 2.0));
    assert!((interval.high - 4.0 - 4.302_653 * 2.0 / 3f64.sqrt()).abs() < 1e-4, "{interval:?}");
}

#[test]
fn repeating_what_a_game_says_makes_nothing_surer() {
    let once = sums(&[vec![2.0], vec![4.0], vec![6.0]]).interval(Estimand::Mean);
    let often = sums(&[vec![2.0; 50], vec![4.0; 50], vec![6.0; 50]]).interval(Estimand::Mean);
    assert!(close(once.unwrap().low, often.unwrap().low));
}

#[test]
fn one_game_says_nothing_about_others() {
    let sums = sums(&[vec![1.0, 0.0, 1.0]]);
    assert_eq!((sums.interval(Estimand::Mean), sums.interval(Estimand::Share)), (None, None));
    assert_eq!(Sums::default().mean(), None);
}

#[test]
fn a_share_of_all_or_nothing_is_not_certain() {
    let always = sums(&vec![vec![1.0, 1.0]; 10]).interval(Estimand::Share).unwrap();
    assert!(always.low < 0.75 && close(always.high, 1.0), "{always:?}");
    let never = sums(&vec![vec![0.0]; 10]).interval(Estimand::Share).unwrap();
    assert!(close(never.low, 0.0) && never.high > 0.25, "{never:?}");
}

#[test]
fn winners_of_the_same_games_are_compared_game_by_game() {
    // Exactly one of two seats wins each game: 6 of 10 against 4 of 10. The difference per game is ±1.
    let mut pair = PairedSums::default();
    for game in 0..10 {
        let first = f64::from(u8::from(game < 6));
        add(&mut pair, share(&[first]), share(&[1.0 - first]));
    }
    let interval = pair.interval(Estimand::Mean).unwrap();
    let deviation = (0.96_f64 * 10.0 / 9.0).sqrt();
    let half_width = SINGLE.of(9.0) * deviation / 10f64.sqrt();
    assert!(close(pair.difference().unwrap(), 0.2));
    assert!(close(interval.high, 0.2 + half_width), "{interval:?} {half_width}");
}

#[test]
fn the_same_value_in_every_game_has_no_interval() {
    let same = sums(&[vec![0.1; 3], vec![0.1; 7], vec![0.1; 2]]);
    assert_eq!((same.interval(Estimand::Mean), same.standard_deviation()), (None, Some(0.0)));
}

#[test]
fn one_winner_a_game_is_a_share_that_is_worth_its_observations() {
    let one_of_four = sums(&vec![vec![1.0, 0.0, 0.0, 0.0]; 100]).interval(Estimand::Share).unwrap();
    assert!(one_of_four.low > 0.2 && one_of_four.high < 0.3, "{one_of_four:?}");
}

#[test]
fn never_against_always_is_not_certain_either() {
    let mut pair = PairedSums::default();
    for _ in 0..10 {
        add(&mut pair, share(&[1.0]), ClusterSums::default());
        add(&mut pair, ClusterSums::default(), share(&[0.0]));
    }
    let interval = pair.interval(Estimand::Share).unwrap();
    assert!(close(interval.high, 1.0) && (0.4..0.8).contains(&interval.low), "{interval:?}");
}

#[test]
fn one_game_of_many_observations_among_small_ones_is_not_worth_many_games() {
    let mut games = vec![vec![0.0, 1.0]; 20];
    games.push(vec![0.0; 400]);
    assert!(sums(&games).degrees_of_freedom() < 2.0);
    assert!(close(sums(&vec![vec![0.0, 1.0]; 20]).degrees_of_freedom(), 19.0));
}

#[test]
fn students_quantiles_are_those_of_the_tables() {
    for (degrees_of_freedom, quantile) in [
        (1.0, 12.7062),
        (2.9, 4.3027),
        (10.0, 2.2281),
        (30.0, 2.0423),
        (31.0, 2.0395),
        (120.0, 1.9799),
        (1e9, 1.9600),
    ] {
        assert!(
            (SINGLE.of(degrees_of_freedom) - quantile).abs() < 6e-5,
            "{degrees_of_freedom}: {}",
            SINGLE.of(degrees_of_freedom)
        );
    }
}

proptest! {
    #[test]
    fn sums_of_parts_add_up(
        games in prop::collection::vec(prop::collection::vec(-5_i32..50, 0..6), 2..20),
        cut in 0_usize..20,
    ) {
        let games: Vec<Vec<f64>> =
            games.iter().map(|game| game.iter().map(|value| f64::from(*value)).collect()).collect();
        let whole = sums(&games);
        let cut = cut.min(games.len());
        let mut parts = sums(&games[..cut]);
        parts += sums(&games[cut..]);
        prop_assert_eq!((parts.n, parts.games), (whole.n, whole.games));
        if let (Some(a), Some(b)) = (parts.interval(Estimand::Mean), whole.interval(Estimand::Mean)) {
            prop_assert!(close(a.low, b.low) && close(a.high, b.high), "{:?} {:?}", a, b);
        }
    }

    /// The variance is that of the residuals of games, written out.
    #[test]
    fn sums_give_what_residuals_give(
        games in prop::collection::vec(prop::collection::vec(0_i32..9, 1..5), 2..30),
    ) {
        let games: Vec<Vec<f64>> =
            games.iter().map(|game| game.iter().map(|value| f64::from(*value)).collect()).collect();
        let all: Vec<f64> = games.concat();
        let (n, g) = (all.len() as f64, games.len() as f64);
        let mean = all.iter().sum::<f64>() / n;
        let residuals = games.iter().map(|game| game.iter().map(|value| value - mean).sum::<f64>().powi(2));
        let variance = residuals.sum::<f64>() * g / (g - 1.0) / (n * n);
        prop_assert!(close(sums(&games).variance_of_mean().unwrap(), variance));
    }
}
