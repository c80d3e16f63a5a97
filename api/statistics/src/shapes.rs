//! The columns of chunks.

use kifu_engine::game::Meta;
use kifu_engine::games;
use kifu_engine::statistics::Metric;

use super::columns::Shape;
use super::definitions::{self, COMMON, OPPONENTS};

/// Goes up whenever columns are written otherwise, or the same definitions are counted otherwise.
const FORMAT_VERSION: u32 = 8;

/// The name of a metric in the columns, which is its id: `slug` is that of its game, or [`COMMON`].
pub fn id(slug: &str, metric: &str) -> String {
    format!("{slug}.{metric}")
}

/// The column of the step that an observation of a move is of: which of the moves in force, from 1.
pub const STEP: &str = "step";
/// The column of the event that recorded that move.
pub const EVENT: &str = "event";

/// The dimensions of a metric, in the order in which the columns have them. A metric of moves has the step and the event
/// besides, which nothing is grouped by: they join observations of one move.
pub fn dimensions(metric: &Metric) -> impl Iterator<Item = &'static str> + use<> {
    let of_moves: &[&'static str] = if metric.of_moves { &[STEP, EVENT] } else { &[] };
    metric.dimensions.iter().map(|dimension| dimension.name).chain(of_moves.iter().copied())
}

/// The columns of a kind of game.
pub fn shapes(game: &Meta) -> Vec<Shape> {
    metrics(game).map(|(slug, metric)| (id(slug, metric.name), dimensions(metric).count())).collect()
}

/// A digest of everything that decides what is observed: chunks of the same fingerprint can stand side by side.
pub fn fingerprint() -> String {
    let mut digest = blake3::Hasher::new();
    digest.update(&FORMAT_VERSION.to_le_bytes());
    for game in games::ALL.iter().map(|game| game.meta()) {
        digest.update(format!("{} {}\n", game.slug, game.rules_version()).as_bytes());
        for (slug, metric) in metrics(game) {
            digest.update(line(slug, metric).as_bytes());
        }
    }
    digest.finalize().to_hex().to_string()
}

/// The line of a metric in a digest.
fn line(slug: &str, metric: &Metric) -> String {
    let dimensions: Vec<_> = dimensions(metric).collect();
    format!("{slug}.{} {} {}\n", metric.name, metric.version, dimensions.join(","))
}

/// A digest of everything that decides what slow metrics of a game observe; `None` if it has none.
pub fn slow_fingerprint(game: &Meta) -> Option<String> {
    let slow: String =
        game.metrics.iter().filter(|metric| metric.is_slow).map(|metric| line(game.slug, metric)).collect();
    let fingerprint =
        || blake3::hash(format!("{} {slow}", game.rules_version()).as_bytes()).to_hex().to_string();
    (!slow.is_empty()).then(fingerprint)
}

/// All that are stored, each with what stands before the dot in its id.
fn metrics(game: &Meta) -> impl Iterator<Item = (&'static str, &'static Metric)> {
    let own = game.metrics.iter().map(|metric| (game.slug, metric));
    let stored = |metric: &&Metric| metric.name != OPPONENTS;
    own.chain(definitions::of(game).filter(stored).map(|metric| (COMMON, metric)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definitions::WON;

    #[test]
    fn every_kind_of_game_has_its_own_and_the_common_columns() {
        for game in games::ALL.iter().map(|game| game.meta()) {
            let names: Vec<_> = shapes(game).into_iter().map(|(name, _)| name).collect();
            assert!(names.contains(&id(COMMON, WON)) && !names.contains(&id(COMMON, OPPONENTS)));
            assert!(game.metrics.iter().all(|metric| names.contains(&id(game.slug, metric.name))));
        }
    }

    #[test]
    fn a_fingerprint_is_always_the_same() {
        assert_eq!(fingerprint(), fingerprint());
        assert_eq!(fingerprint().len(), 64);
    }
}
