//! What the ways to group observations are called.

use kifu_engine::text::{Language, Text};

use crate::pages::words;
use kifu_statistics::catalogue::{CatalogueEntry, OPTION_PREFIX};

const GROUPINGS: [(&str, &Text); 17] = [
    ("seats", &words::GROUPING_SEATS),
    ("game", &words::GROUPING_GAME),
    ("variant", &words::GROUPING_VARIANT),
    ("rules_version", &words::GROUPING_RULES_VERSION),
    ("place", &words::GROUPING_PLACE),
    ("tag", &words::GROUPING_TAG),
    ("day", &words::GROUPING_DAY),
    ("week", &words::GROUPING_WEEK),
    ("month", &words::GROUPING_MONTH),
    ("year", &words::GROUPING_YEAR),
    ("result", &words::GROUPING_RESULT),
    ("seat", &words::GROUPING_SEAT),
    ("player", &words::GROUPING_PLAYER),
    ("other_player", &words::GROUPING_OTHER_PLAYER),
    ("nth_game", &words::GROUPING_NTH_GAME),
    ("weekday", &words::GROUPING_WEEKDAY),
    ("hour", &words::GROUPING_HOUR),
];

/// What a way to group the observations of a metric is called.
pub fn name(entry: &CatalogueEntry, grouping: &str, language: Language) -> String {
    let dimension = entry.metric.dimensions.iter().find(|dimension| dimension.name == grouping);
    let common = || GROUPINGS.iter().find(|(name, _)| *name == grouping).map(|(_, text)| *text);
    if let Some(title) = dimension.map(|dimension| &dimension.title).or_else(common) {
        return title.of(language).to_owned();
    }
    let option = grouping.strip_prefix(OPTION_PREFIX).unwrap_or(grouping);
    match entry.setting(option) {
        Some(setting) => setting.label.of(language).to_owned(),
        None => words::GROUPING_OPTION.of(language).replace("{name}", option),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_statistics::catalogue::entries;

    #[test]
    fn every_way_to_group_has_a_name_in_both_languages() {
        for entry in entries() {
            for grouping in &entry.group_by {
                let [ja, en] = [Language::Ja, Language::En].map(|language| name(entry, grouping, language));
                assert!(!ja.is_ascii() && !en.is_empty(), "{} by {grouping}: {ja}, {en}", entry.id);
            }
        }
    }
}
