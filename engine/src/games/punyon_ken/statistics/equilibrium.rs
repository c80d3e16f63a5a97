//! Best play in Punyon-ken: the exact winning chances and mixes of every position.
//!
//! The game is a zero-sum stochastic game with few positions: 75 are live, five numbers of bent
//! fingers for each seat times three ways the palms look (never both down, as a win turns the
//! other palm up). Draws and lost palms lead back to earlier positions, so the values are found
//! by value iteration (Shapley 1953): every value starts at one half and is replaced by the value
//! of the 3×3 matrix game that the next throw is, until nothing changes.
//!
//! In every position every throw that wins gains something. So all three are thrown with a
//! probability above zero, and no throw loses anything against the equilibrium. Only the
//! frequency of each throw can be compared with it.

use std::array;
use std::sync::LazyLock;

use strum::VariantArray;

use super::super::PunyonKen;
use super::super::rules::score::{ALL_FINGERS, Palm, Score};
use super::super::rules::throwing::{Throw, seat};
use super::matrix_game::{Matrix, solve};

/// The best play of one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equilibrium {
    /// By seat, the probability of winning the game.
    pub chances: [f64; 2],
    /// By seat, the probability of each throw, in the order of [`Throw::VARIANTS`].
    pub mixes: [[f64; 3]; 2],
}

/// The equilibria by [`number`] of the position. Computed on first use.
static TABLE: LazyLock<Vec<Equilibrium>> = LazyLock::new(compute);

/// The most sweeps of the iteration; fewer than a hundred are needed.
const MAX_SWEEPS: usize = 10_000;

/// The best play from here. `None` once the game is won, and if both palms are down, which is
/// impossible.
pub fn equilibrium(position: &PunyonKen) -> Option<&'static Equilibrium> {
    TABLE.get(number(position)?)
}

/// By seat, the probability of winning from here at best play; 1 and 0 once the game is won.
pub fn chances(position: &PunyonKen) -> Option<[f64; 2]> {
    match position.won {
        Some((winner, _)) => Some([0, 1].map(|place| if seat(place) == winner { 1.0 } else { 0.0 })),
        None => equilibrium(position).map(|best| best.chances),
    }
}

/// All live positions, by their number.
pub fn positions() -> impl Iterator<Item = PunyonKen> {
    let palms = [[Palm::Up, Palm::Up], [Palm::Down, Palm::Up], [Palm::Up, Palm::Down]];
    let bent = (0..ALL_FINGERS).flat_map(|first| (0..ALL_FINGERS).map(move |second| [first, second]));
    bent.flat_map(move |bent| {
        palms.map(|palm| PunyonKen {
            scores: [0, 1].map(|place| Score { bent: bent[place], palm: palm[place] }),
            won: None,
        })
    })
}

fn number(position: &PunyonKen) -> Option<usize> {
    let [first, second] = position.scores;
    let palms = match (first.palm, second.palm) {
        (Palm::Up, Palm::Up) => 0,
        (Palm::Down, Palm::Up) => 1,
        (Palm::Up, Palm::Down) => 2,
        (Palm::Down, Palm::Down) => return None,
    };
    let bent = usize::from(first.bent) * usize::from(ALL_FINGERS) + usize::from(second.bent);
    position.won.is_none().then_some(bent * 3 + palms)
}

/// The result of a pair of throws: seat 0's chance of 1 or 0, or another live position.
enum Next {
    Won(f64),
    Live(usize),
}

fn next(position: &PunyonKen, hands: [Throw; 2]) -> Next {
    let (after, _) = position.throw(hands);
    match (after.won, number(&after)) {
        (None, Some(number)) => Next::Live(number),
        (won, _) => Next::Won(if won.is_some_and(|(winner, _)| winner == seat(0)) { 1.0 } else { 0.0 }),
    }
}

fn compute() -> Vec<Equilibrium> {
    let nexts: Vec<[[Next; 3]; 3]> = positions()
        .map(|position| {
            let after = |hands: [usize; 2]| next(&position, hands.map(|hand| Throw::VARIANTS[hand]));
            array::from_fn(|first| array::from_fn(|second| after([first, second])))
        })
        .collect();
    let mut values = vec![0.5; nexts.len()];
    for _ in 0..MAX_SWEEPS {
        let mut change: f64 = 0.0;
        // Fingers stay bent, so the last positions come first: the values they lead to are then computed.
        for number in (0..nexts.len()).rev() {
            let value = solve(&matrix(&nexts[number], &values)).value;
            change = change.max((value - values[number]).abs());
            values[number] = value;
        }
        if change < f64::EPSILON {
            break;
        }
    }
    nexts.iter().map(|nexts| best_play(&matrix(nexts, &values))).collect()
}

/// Seat 0's chances, by its throw and the other seat's.
fn matrix(nexts: &[[Next; 3]; 3], values: &[f64]) -> Matrix {
    nexts.each_ref().map(|row| {
        row.each_ref().map(|next| match next {
            Next::Won(chance) => *chance,
            Next::Live(number) => values[*number],
        })
    })
}

fn best_play(matrix: &Matrix) -> Equilibrium {
    let solution = solve(matrix);
    Equilibrium { chances: [solution.value, 1.0 - solution.value], mixes: [solution.rows, solution.columns] }
}
