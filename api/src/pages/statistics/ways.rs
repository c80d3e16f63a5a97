//! What the ways to group observations are called.

use kifu_engine::text::{Language, Text};

use crate::pages::words;
use kifu_statistics::catalogue::{CatalogueEntry, OPTION_PREFIX};

const GROUPINGS: [(&str, &Text); 12] = [
    ("seats", &words::WAY_SEATS),
    ("game", &words::WAY_GAME),
    ("variant", &words::WAY_VARIANT),
    ("place", &words::WAY_PLACE),
    ("tag", &words::WAY_TAG),
    ("day", &words::WAY_DAY),
    ("week", &words::WAY_WEEK),
    ("month", &words::WAY_MONTH),
    ("year", &words::WAY_YEAR),
    ("result", &words::WAY_RESULT),
    ("seat", &words::WAY_SEAT),
    ("player", &words::WAY_PLAYER),
];

/// What a way to group the observations of a metric is called.
pub fn name(entry: &CatalogueEntry, way: &str, language: Language) -> String {
    let dimension = entry.metric.dimensions.iter().find(|dimension| dimension.name == way);
    let known = || GROUPINGS.iter().find(|(name, _)| *name == way).map(|(_, text)| *text);
    if let Some(title) = dimension.map(|dimension| &dimension.title).or_else(known) {
        return title.of(language).to_owned();
    }
    let option = way.strip_prefix(OPTION_PREFIX).unwrap_or(way);
    match entry.setting(option) {
        Some(setting) => setting.label.of(language).to_owned(),
        None => words::WAY_OPTION.of(language).replace("{name}", option),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_statistics::catalogue::entries;

    #[test]
    fn every_way_to_group_has_a_name_in_both_languages() {
        for entry in entries() {
            for way in &entry.group_by {
                let [ja, en] = [Language::Ja, Language::En].map(|language| name(entry, way, language));
                assert!(!ja.is_ascii() && !en.is_empty(), "{} by {way}: {ja}, {en}", entry.id);
            }
        }
    }
}
