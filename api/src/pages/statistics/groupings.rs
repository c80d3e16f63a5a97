//! The names of groupings of observations, and the pages that offer them.

use kifu_engine::message::Arg;
use kifu_engine::text::Language;

use crate::pages::words;
use kifu_statistics::catalogue::{CatalogueEntry, OPTION_PREFIX};
use kifu_statistics::groupings::{self, GroupingOffer};

/// The name of a grouping of a metric.
pub fn name(entry: &CatalogueEntry, grouping: &str, language: Language) -> String {
    let option = grouping.strip_prefix(OPTION_PREFIX).unwrap_or(grouping);
    match entry.title_of(grouping) {
        Some(title) => title.of(language).to_owned(),
        None => words::GROUPING_OPTION.with(language, vec![("name", Arg::Verbatim(option.to_owned()))]),
    }
}

/// The ways to group that are one tap away there, the metric's own dimensions among them.
pub fn offered(entry: &CatalogueEntry, offer: GroupingOffer) -> impl Iterator<Item = &str> {
    let own = entry.metric.dimensions.len();
    let is_shared = move |name: &str| groupings::find(name).is_some_and(|one| one.offer >= offer);
    let is_offered = move |(index, name): &(usize, &str)| *index < own || is_shared(name);
    entry.group_by.iter().map(String::as_str).enumerate().filter(is_offered).map(|(_, name)| name)
}

/// The name of a grouping that all metrics have.
pub fn title(grouping: &'static str, language: Language) -> &'static str {
    groupings::find(grouping).map_or(grouping, |grouping| grouping.title.of(language))
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
