//! Which columns the chunks have.

use kifu_engine::game::Meta;
use kifu_engine::games;
use kifu_engine::statistics::Metric;

use super::columns::Shape;
use super::general;

/// Goes up whenever columns are written otherwise, or the same definitions are counted otherwise.
const FORMAT: u32 = 1;

/// The name of a game's own metric in the columns, which is its id.
pub fn id(game: &Meta, metric: &str) -> String {
    format!("{}.{metric}", game.slug)
}

/// The columns of a kind of game.
pub fn shapes(game: &Meta) -> Vec<Shape> {
    let own = game.metrics.iter().map(|metric| (id(game, metric.name), dimensions(metric).count()));
    let general = general::METRICS.iter().map(|metric| (metric.id.to_owned(), metric.dimensions.len()));
    own.chain(general).collect()
}

/// The dimensions of a metric, in the order in which the columns have them.
pub fn dimensions(metric: &Metric) -> impl Iterator<Item = &'static str> {
    metric.dimensions.iter().copied()
}

/// A digest of everything that decides what is observed: chunks of the same fingerprint can stand side by side.
pub fn fingerprint() -> String {
    let mut digest = blake3::Hasher::new();
    digest.update(&FORMAT.to_le_bytes());
    for game in games::ALL.iter().map(|game| game.meta()) {
        digest.update(format!("{} {}\n", game.slug, game.rules_version).as_bytes());
        for metric in game.metrics {
            let dimensions: Vec<_> = dimensions(metric).collect();
            let told = format!("{} {} {}\n", metric.name, metric.version, dimensions.join(","));
            digest.update(told.as_bytes());
        }
    }
    for metric in general::METRICS {
        let told = format!("{} {} {}\n", metric.id, metric.version, metric.dimensions.join(","));
        digest.update(told.as_bytes());
    }
    digest.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_game_has_its_own_and_the_general_columns() {
        for game in games::ALL {
            let shapes = shapes(game.meta());
            assert_eq!(shapes.len(), game.meta().metrics.len() + general::METRICS.len());
            assert!(shapes.iter().any(|(name, _)| name == general::WON));
        }
    }

    #[test]
    fn a_fingerprint_is_always_the_same() {
        assert_eq!(fingerprint(), fingerprint());
        assert_eq!(fingerprint().len(), 64);
    }
}
