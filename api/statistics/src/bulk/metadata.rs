//! The key-value metadata of a file: a reader who has nothing but the file knows the meaning of its numbers.

use std::collections::BTreeSet;

use kifu_engine::statistics::{Metric, ValueRange};
use kifu_engine::text::Text;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use serde::Serialize;

use crate::catalogue::{COUNTED_GAMES, CatalogueEntry, entries};

/// A metric of the file.
#[derive(Serialize)]
struct MetricMetadata {
    id: &'static str,
    version: u32,
    title: &'static Text,
    definition: &'static Text,
    unit: &'static Text,
    range: ValueRange,
    dimensions: Vec<&'static str>,
}

impl MetricMetadata {
    fn of(entry: &'static CatalogueEntry) -> Self {
        let Metric { version, title, definition, unit, range, dimensions, .. } = entry.metric;
        Self {
            id: &entry.id,
            version: *version,
            title,
            definition,
            unit,
            range: *range,
            dimensions: dimensions.iter().map(|dimension| dimension.name).collect(),
        }
    }
}

/// The metadata of a file about these kinds of games. `kifu.as_of` is there where it is of one certain time.
pub fn of(kinds: &BTreeSet<&str>, as_of: Option<&str>) -> Result<Vec<KeyValue>, ParquetError> {
    let is_in_it = |entry: &&CatalogueEntry| entry.games.iter().any(|game| kinds.contains(game));
    let metrics: Vec<_> = entries().iter().filter(is_in_it).map(MetricMetadata::of).collect();
    let json = |error: serde_json::Error| ParquetError::External(Box::new(error));
    let pair = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
    let mut pairs = vec![
        pair("kifu.version", env!("CARGO_PKG_VERSION").to_owned()),
        pair("kifu.metrics", serde_json::to_string(&metrics).map_err(json)?),
        pair("kifu.counted_games", serde_json::to_string(&COUNTED_GAMES).map_err(json)?),
    ];
    pairs.extend(as_of.map(|as_of| pair("kifu.as_of", as_of.to_owned())));
    Ok(pairs)
}
