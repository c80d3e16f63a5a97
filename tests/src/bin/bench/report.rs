//! The table.

/// One line: two measurements and their ratio.
pub struct Line {
    /// The name of the measurement.
    pub what: &'static str,
    /// Kifu.
    pub ours: f64,
    /// The value to compare with.
    pub theirs: f64,
    /// Of both.
    pub unit: &'static str,
    /// The goal for the ratio.
    pub goal: &'static str,
}

/// The middle of some measurements.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Prints the table as Markdown.
pub fn print(lines: &[Line]) {
    println!("| what | kifu | against | ratio | goal |");
    println!("|---|---:|---:|---:|---:|");
    for Line { what, ours, theirs, unit, goal } in lines {
        println!("| {what} | {ours:.0} {unit} | {theirs:.0} {unit} | {:.2} | {goal} |", ours / theirs);
    }
}
