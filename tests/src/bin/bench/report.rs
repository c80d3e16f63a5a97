//! The table.

/// One line: two measurements and their ratio.
pub struct Line {
    /// What was measured.
    pub what: &'static str,
    /// Kifu.
    pub ours: f64,
    /// What it is held against.
    pub theirs: f64,
    /// Of both.
    pub unit: &'static str,
    /// What the ratio should be.
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
