//! Every text of the pages, in both languages. Rust says them by name, modules by key; both from here.

mod chart;
mod common;
mod home;
mod open;
mod pad;
mod player;
mod record;
mod rules;
mod statistics;

pub use chart::*;
pub use common::*;
pub use home::*;
pub use open::*;
pub use pad::*;
pub use player::*;
pub use record::*;
pub use rules::*;
pub use statistics::*;

use kifu_engine::text::{Language, Text};
use serde_json::{Map, Value};

/// Declares texts: a static each, and `ALL` of the file with their keys.
///
/// `{name}` in a text stands for a value. Where a text depends on `{count}`, `…_one` is what one is told by.
macro_rules! words {
    ($($(#[$about:meta])* $name:ident $key:literal: $ja:literal, $en:literal;)*) => {
        $($(#[$about])* #[doc = $en] pub static $name: kifu_engine::text::Text = kifu_engine::text::Text::fixed($ja, $en);)*
        /// All texts declared here, by their keys.
        pub(super) static ALL: &[(&str, &kifu_engine::text::Text)] = &[$(($key, &$name)),*];
    };
}
use words;

fn all() -> impl Iterator<Item = &'static (&'static str, &'static Text)> {
    [
        chart::ALL,
        common::ALL,
        home::ALL,
        open::ALL,
        pad::ALL,
        player::ALL,
        record::ALL,
        rules::ALL,
        statistics::ALL,
    ]
    .into_iter()
    .flatten()
}

/// A module that exports every text in one language, by key.
pub fn module(language: Language) -> String {
    let texts: Map<String, Value> =
        all().map(|(key, text)| ((*key).to_owned(), text.of(language).into())).collect();
    format!("export default {};\n", Value::Object(texts))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::pages::files;
    use kifu_engine::style::{half_width, misnamed};

    fn values(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
    }

    #[test]
    fn every_text_is_unique_and_takes_the_same_values_in_both_languages() {
        let mut keys = BTreeSet::new();
        for (key, text) in all() {
            assert!(keys.insert(*key), "{key} is there twice");
            assert!(!text.ja.is_empty() && !text.en.is_empty(), "{key}");
            assert_eq!(values(&text.ja), values(&text.en), "{key}");
            assert_eq!(half_width(&text.ja), None, "{key}: {}", text.ja);
            assert_eq!(misnamed(&text.ja), None, "{key}: {}", text.ja);
        }
    }

    /// What modules say: the literal that follows `say(`, plural or not.
    #[test]
    fn scripts_use_only_declared_texts() {
        let keys: BTreeSet<_> = all().map(|(key, _)| *key).collect();
        let mut said = 0;
        for (name, text) in files::modules() {
            for call in text.split("say(\"").skip(1) {
                let key = call.split('"').next().unwrap_or_default();
                assert!(keys.contains(key), "{name} says {key:?}, which nobody declared");
                said += 1;
            }
        }
        assert!(said > 0);
    }
}
