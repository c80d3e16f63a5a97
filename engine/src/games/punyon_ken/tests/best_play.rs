//! The exact values and mixes of every position.

use strum::VariantArray;

use super::super::PunyonKen;
use super::super::rules::score::{Palm, Score};
use super::super::rules::throwing::Throw;
use super::super::statistics::equilibrium::{Equilibrium, chances, equilibrium, positions};
use super::super::statistics::matrix_game::{gain, solve};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

fn all_close<const N: usize>(a: [f64; N], b: [f64; N]) -> bool {
    a.iter().zip(b).all(|(a, b)| close(*a, b))
}

fn best(position: &PunyonKen) -> &'static Equilibrium {
    equilibrium(position).unwrap()
}

fn position(scores: [(u8, Palm); 2]) -> PunyonKen {
    PunyonKen { scores: scores.map(|(bent, palm)| Score { bent, palm }), won: None }
}

#[test]
fn a_matrix_game_with_a_saddle_has_pure_choices() {
    let solution = solve(&[[4.0, 2.0, 3.0], [1.0, 0.0, 5.0], [3.0, 1.0, 0.0]]);
    assert_eq!((solution.value, solution.rows, solution.columns), (2.0, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]));
}

#[test]
fn a_matrix_game_on_two_of_three_choices() {
    // Row 2 and column 2 are dominated; the rest is [[3, 0], [1, 2]]: value 6/4.
    let solution = solve(&[[3.0, 0.0, 9.0], [1.0, 2.0, 9.0], [-1.0, -1.0, -1.0]]);
    assert!(close(solution.value, 1.5), "{solution:?}");
    assert!(all_close(solution.rows, [0.25, 0.75, 0.0]), "{solution:?}");
    assert!(all_close(solution.columns, [0.5, 0.5, 0.0]), "{solution:?}");
}

#[test]
fn rock_paper_scissors_with_stakes() {
    // Rock wins 1, scissors 2, paper 5. Each is thrown in proportion to the stake of the throw it
    // beats: rock by scissors' stake, scissors by paper's, paper by rock's.
    let solution = solve(&[[0.0, 1.0, -5.0], [-1.0, 0.0, 2.0], [5.0, -2.0, 0.0]]);
    assert!(close(solution.value, 0.0), "{solution:?}");
    assert!(all_close(solution.rows, [2.0 / 8.0, 5.0 / 8.0, 1.0 / 8.0]), "{solution:?}");
    assert!(all_close(solution.columns, solution.rows), "{solution:?}");
}

#[test]
fn a_game_without_stakes_is_solved_too() {
    let solution = solve(&[[0.5; 3]; 3]);
    assert!(close(solution.value, 0.5) && close(gain(&[[0.5; 3]; 3], &solution), 0.0));
}

#[test]
fn every_position_has_its_own_number() {
    let all: Vec<PunyonKen> = positions().collect();
    let distinct: std::collections::HashSet<_> = all.iter().map(|p| std::ptr::from_ref(best(p))).collect();
    assert_eq!((all.len(), distinct.len()), (75, 75));
}

#[test]
fn equal_positions_have_even_chances() {
    assert!(close(best(&PunyonKen::START).chances[0], 0.5));
    for bent in 0..5 {
        let best = best(&position([(bent, Palm::Up); 2]));
        assert!(close(best.chances[0], 0.5) && all_close(best.mixes[0], best.mixes[1]), "{bent}: {best:?}");
    }
}

#[test]
fn exchanging_seats_exchanges_chances_and_mixes() {
    for here in positions() {
        let [first, second] = here.scores;
        let there = PunyonKen { scores: [second, first], won: None };
        let (here, there) = (best(&here), best(&there));
        assert!(close(here.chances[0], there.chances[1]), "{here:?} {there:?}");
        assert!(all_close(here.mixes[0], there.mixes[1]), "{here:?} {there:?}");
    }
}

#[test]
fn mixes_add_up_to_one_and_use_every_throw() {
    for position in positions() {
        for mix in best(&position).mixes {
            assert!(close(mix.iter().sum(), 1.0), "{position:?}");
            assert!(mix.iter().all(|share| *share > 0.01), "{position:?}: {mix:?}");
        }
    }
}

/// Computed anew from the positions a throw leads to, not from the solver's own matrix.
#[test]
fn nobody_gains_by_always_throwing_the_same() {
    for here in positions() {
        let best = best(&here);
        let chance = |hands| chances(&here.throw(hands).0).unwrap()[0];
        for always in Throw::VARIANTS.iter().copied() {
            let replies = |place: usize| Throw::VARIANTS.iter().copied().zip(best.mixes[place]);
            let first: f64 = replies(1).map(|(reply, share)| share * chance([always, reply])).sum();
            let second: f64 = replies(0).map(|(reply, share)| share * chance([reply, always])).sum();
            assert!(first < best.chances[0] + 1e-9, "{here:?}: seat 0 gains by {always:?}");
            assert!(second > best.chances[0] - 1e-9, "{here:?}: seat 1 gains by {always:?}");
        }
    }
}

/// By hand, with four bent fingers each. Say d is the chance of the seat whose palm is down.
///
/// Palm down against palm up: any win of the first wins the game, so each gains 1 − d. The second
/// wins the game with rock or scissors (the first loses d) and turns the tables with paper (the
/// first loses d − (1 − d)). Rock-paper-scissors with unlike stakes has the value of its draw
/// exactly when the three gains and the three losses have the same product:
/// (1 − d)³ = d · d · (2d − 1), which is 3d³ − 4d² + 3d − 1 = 0, with d near 0.594.
///
/// Both palms up: rock and scissors gain 1/2, paper gains d − 1/2; each throw is made in
/// proportion to the gain of what it beats.
#[test]
fn four_bent_fingers_each_by_hand() {
    let d = best(&position([(4, Palm::Down), (4, Palm::Up)])).chances[0];
    assert!(d > 0.594 && d < 0.595, "{d}");
    assert!(close(3.0 * d.powi(3) - 4.0 * d.powi(2) + 3.0 * d, 1.0), "{d}");
    let mix = best(&position([(4, Palm::Up); 2])).mixes[0];
    let (half, paper) = (0.5, d - 0.5);
    let total = half + paper + half;
    assert!(all_close(mix, [half / total, paper / total, half / total]), "{mix:?}");
}

#[test]
fn fingers_and_palms_are_worth_having() {
    for here in positions() {
        let chance = best(&here).chances[0];
        for (throw, against) in [(0, 1), (1, 2), (2, 0)] {
            let won = here.throw([Throw::VARIANTS[throw], Throw::VARIANTS[against]]).0;
            assert!(
                chances(&won).unwrap()[0] > chance,
                "{here:?}: winning with {:?}",
                Throw::VARIANTS[throw]
            );
        }
    }
}

#[test]
fn a_won_game_is_certain() {
    let (won, _) = position([(4, Palm::Up), (0, Palm::Up)]).throw([Throw::Rock, Throw::Scissors]);
    assert_eq!((chances(&won), equilibrium(&won)), (Some([1.0, 0.0]), None));
    assert_eq!(chances(&position([(0, Palm::Down); 2])), None, "both palms can't be down");
}
