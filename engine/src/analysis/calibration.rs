//! Calibration: events with chance p should happen p of the time; for tests.

/// The expected and the actual counts, by decile of p. Events of one game depend on each other, so the errors of a game
/// are summed up before they are squared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Calibration([Decile; 10]);

#[derive(Clone, Copy, Debug, Default)]
struct Decile {
    /// The actual count minus the expected one, in the present game.
    in_game: f64,
    error: f64,
    /// The sum of squared errors by game; `variance` takes all events as independent.
    squares: f64,
    variance: f64,
}

impl Calibration {
    /// Adds an event that had the chance `p`, and happened or not.
    pub fn add(&mut self, p: f64, occurred: bool) {
        assert!((0.0..=1.0).contains(&p), "{p} is no chance");
        assert!(p > 0.0 || !occurred, "the impossible happened");
        assert!(p < 1.0 || occurred, "the certain did not happen");
        let number = (1..10_u8).rfind(|tenth| p >= f64::from(*tenth) / 10.0).unwrap_or(0);
        let decile = &mut self.0[usize::from(number)];
        decile.in_game += f64::from(u8::from(occurred)) - p;
        decile.variance += p * (1.0 - p);
    }

    /// Ends a game: later events are of another one.
    pub fn end_game(&mut self) {
        for decile in &mut self.0 {
            decile.error += decile.in_game;
            decile.squares += decile.in_game * decile.in_game;
            decile.in_game = 0.0;
        }
    }

    /// Checks that every decile is right within three standard errors.
    pub fn check(&self) {
        for (number, decile) in self.0.iter().enumerate() {
            let standard_error = decile.squares.max(decile.variance).sqrt();
            assert!(decile.error.abs() <= 3.0 * standard_error + 1e-9, "decile {number}: {decile:?}");
        }
        assert!(self.0.iter().map(|decile| decile.variance).sum::<f64>() > 1.0, "too little to see");
    }
}
