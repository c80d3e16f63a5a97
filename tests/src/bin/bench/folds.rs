//! The fold of stored logs, against parsing the same JSON.

use std::hint::black_box;
use std::time::Instant;

use kifu_engine::games;
use serde_json::Value;

use crate::games::Sampled;

/// How often all logs are gone through at a time.
const REPETITIONS: usize = 5;

/// Logs as the database gives them back.
pub struct Stored<'a>(&'a [Sampled]);

impl<'a> Stored<'a> {
    /// The logs of these games.
    pub fn of(sampled: &'a [Sampled]) -> Self {
        Self(sampled)
    }

    /// Events a second, read and folded.
    pub fn fold(&self) -> f64 {
        self.measure(|log| {
            let game = games::find(log.game).expect("sampled");
            let mut record = game.open(&log.opening).expect("sampled");
            for entry in &log.moves {
                record.append_stored(entry).expect("sampled");
            }
            black_box(record.version());
        })
    }

    /// Events a second, parsed into [`Value`].
    pub fn parse(&self) -> f64 {
        self.measure(|log| {
            for entry in &log.moves {
                black_box(serde_json::from_str::<Value>(entry).expect("sampled"));
            }
        })
    }

    fn measure(&self, mut each: impl FnMut(&Sampled)) -> f64 {
        let begun = Instant::now();
        for log in self.0.iter().cycle().take(self.0.len() * REPETITIONS) {
            each(log);
        }
        let events = REPETITIONS * self.0.iter().map(|log| log.moves.len()).sum::<usize>();
        events as f64 / begun.elapsed().as_secs_f64()
    }
}
