//! What the ways to group observations are called.

use kifu_engine::message::Arg;
use kifu_engine::text::Language;

use crate::pages::words;
use kifu_statistics::catalogue::{CatalogueEntry, OPTION_PREFIX};

/// What a way to group the observations of a metric is called.
pub fn name(entry: &CatalogueEntry, grouping: &str, language: Language) -> String {
    let dimension = entry.metric.dimensions.iter().find(|dimension| dimension.name == grouping);
    let common = || words::by_id(&format!("grouping-{grouping}"), language);
    if let Some(title) = dimension.map(|dimension| dimension.title.of(language)).or_else(common) {
        return title.to_owned();
    }
    let option = grouping.strip_prefix(OPTION_PREFIX).unwrap_or(grouping);
    match entry.setting(option) {
        Some(setting) => setting.label.of(language).to_owned(),
        None => words::GROUPING_OPTION.with(language, vec![("name", Arg::Verbatim(option.to_owned()))]),
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
