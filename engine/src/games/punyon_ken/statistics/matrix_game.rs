//! Two-person zero-sum games of three choices against three, solved exactly.
//!
//! By Shapley and Snow (1950) some equilibrium is on a square submatrix and is given by its
//! cofactors. All 19 square submatrices are tried; the solution is the one from which neither
//! side can gain by deviating.

/// The payoff of the row chooser, by row and column; the column chooser pays it.
pub type Matrix = [[f64; 3]; 3];

/// An equilibrium: how both choose when neither can do better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// The average payoff of the row chooser.
    pub value: f64,
    /// How often each row is chosen; they add up to 1.
    pub rows: [f64; 3],
    /// How often each column is chosen; they add up to 1.
    pub columns: [f64; 3],
}

/// An equilibrium of this game; one of them if there are several.
pub fn solve(matrix: &Matrix) -> Solution {
    let parts = (1..8_u8).flat_map(|rows| (1..8_u8).map(move |columns| (chosen(rows), chosen(columns))));
    let square = parts.filter(|(rows, columns)| rows.len() == columns.len());
    let candidates = square.filter_map(|(rows, columns)| on_part(matrix, &rows, &columns));
    let best = candidates.min_by(|a, b| gain(matrix, a).total_cmp(&gain(matrix, b)));
    // A single row against a single column is always a candidate, so there is one.
    best.unwrap_or(Solution { value: matrix[0][0], rows: [1.0, 0.0, 0.0], columns: [1.0, 0.0, 0.0] })
}

/// The most that either chooser would gain by a single fixed choice instead.
pub fn gain(matrix: &Matrix, solution: &Solution) -> f64 {
    let best_row = matrix.iter().map(|row| dot(row, &solution.columns)).fold(f64::MIN, f64::max);
    let columns = (0..3).map(|column| dot(&matrix.map(|row| row[column]), &solution.rows));
    let best_column = columns.fold(f64::MAX, f64::min);
    (best_row - solution.value).max(solution.value - best_column)
}

fn chosen(bits: u8) -> Vec<usize> {
    (0..3).filter(|bit| bits & (1 << bit) != 0).collect()
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The mixes on these rows and columns that leave the other chooser no preference among them.
fn on_part(matrix: &Matrix, rows: &[usize], columns: &[usize]) -> Option<Solution> {
    let (mut row_mix, mut column_mix) = ([0.0; 3], [0.0; 3]);
    for (i, &row) in rows.iter().enumerate() {
        for (j, &column) in columns.iter().enumerate() {
            let cofactor = cofactor(matrix, (rows, i), (columns, j));
            row_mix[row] += cofactor;
            column_mix[column] += cofactor;
        }
    }
    let rows = normalized(row_mix)?;
    let columns = normalized(column_mix)?;
    let value = (0..3).map(|row| rows[row] * dot(&matrix[row], &columns)).sum();
    Some(Solution { value, rows, columns })
}

/// The cofactor at the `i`th of these rows and the `j`th of these columns.
fn cofactor(matrix: &Matrix, (rows, i): (&[usize], usize), (columns, j): (&[usize], usize)) -> f64 {
    let sign = if (i + j).is_multiple_of(2) { 1.0 } else { -1.0 };
    let without = |of: &[usize], left_out: usize| -> Vec<usize> {
        of.iter().enumerate().filter(|(k, _)| *k != left_out).map(|(_, index)| *index).collect()
    };
    let minor = match (&*without(rows, i), &*without(columns, j)) {
        ([row], [column]) => matrix[*row][*column],
        ([up, down], [left, right]) => {
            matrix[*up][*left] * matrix[*down][*right] - matrix[*up][*right] * matrix[*down][*left]
        }
        _ => 1.0,
    };
    sign * minor
}

/// Shares that add up to 1; `None` if one would be negative.
fn normalized(weights: [f64; 3]) -> Option<[f64; 3]> {
    let total: f64 = weights.iter().sum();
    let shares = weights.map(|weight| weight / total);
    shares.iter().all(|share| (0.0..=1.0).contains(share)).then_some(shares)
}
