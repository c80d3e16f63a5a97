//! Every metric, with its exact definition.

use std::sync::LazyLock;

use kifu_engine::erased::AnyGame;
use kifu_engine::games;
use kifu_engine::message::Phrase;
use kifu_engine::setting::{ListSetting, Setting};
use kifu_engine::statistics::{Metric, MetricKind, MetricOf, OTHER_SEAT};
use kifu_engine::text::Text;
use schemars::JsonSchema;
use serde::Serialize;

use super::definitions::{self, COMMON, OPPONENTS, TEXTS};
use super::groupings::{self, GROUPINGS, Grouping};
use super::question::{GroupByExpr, KeySource};
use super::time_zone::TimeZone;
use kifu_engine::vocabulary;

/// The name of an option stands behind this.
pub const OPTION_PREFIX: &str = "option.";
/// The name of a dimension stands behind this, where a filter is meant.
pub const DIMENSION_PREFIX: &str = "dimension.";

/// Describes the games that count, unless a question asks for others.
pub const COUNTED_GAMES: Phrase = TEXTS.phrase("archive", "counted_games");

/// A metric with its definition.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CatalogueEntry {
    /// Its id: the game's slug, or `common`, a dot, the metric's name.
    #[schemars(with = "MetricId")]
    pub id: String,
    /// The kinds of games whose records answer it: one, or several.
    #[schemars(with = "Vec<kifu_engine::erased::GameKind>")]
    pub games: Vec<&'static str>,
    /// Its title, exact definition, unit, dimensions and versions.
    #[serde(flatten)]
    pub metric: &'static Metric,
    /// A description of the games that count; it holds for every metric.
    pub counted_games: &'static Text,
    /// The names by which its observations can be grouped: its dimensions, and properties of games and seats.
    pub group_by: Vec<String>,
    /// Questions it answers, and where.
    pub examples: Vec<AnsweredQuestion>,
    /// The URL of its values.
    pub url: String,
}

/// A question in words, and where its answer is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AnsweredQuestion {
    /// In Japanese.
    pub ja: &'static str,
    /// In English.
    pub en: &'static str,
    /// The URL of its answer.
    #[schemars(extend("format" = "uri-reference"))]
    pub url: String,
}

static ENTRIES: LazyLock<Vec<CatalogueEntry>> = LazyLock::new(|| {
    let common = definitions::all().map(|metric| CatalogueEntry::new(COMMON, metric, games_with(metric)));
    let own = games::ALL.iter().flat_map(|game| {
        let meta = game.meta();
        meta.metrics.iter().map(|metric| CatalogueEntry::new(meta.slug, metric, vec![meta.slug]))
    });
    common.chain(own).collect()
});

fn games_with(metric: &Metric) -> Vec<&'static str> {
    let has = |game: &&&dyn AnyGame| definitions::of(game.meta()).any(|common| common.name == metric.name);
    games::ALL.iter().filter(has).map(|game| game.meta().slug).collect()
}

impl CatalogueEntry {
    fn new(of: &str, metric: &'static Metric, games: Vec<&'static str>) -> Self {
        let id = format!("{of}.{}", metric.name);
        let url = format!("/v1/statistics/{id}");
        let with_query = |query: &str| if query.is_empty() { url.clone() } else { format!("{url}?{query}") };
        let examples = metric.examples().map(|example| AnsweredQuestion {
            ja: example.ja,
            en: example.en,
            url: with_query(example.query),
        });
        // Of the other seat, of seats, of games.
        let has = [metric.dimensions.contains(&OTHER_SEAT), metric.of == MetricOf::Seat, true];
        let rank = |grouping: &&Grouping| match (grouping.source)(TimeZone::UTC, 0) {
            KeySource::OtherPlayer(_) => 0,
            KeySource::Seat | KeySource::Player | KeySource::NthGame => 1,
            _ => 2,
        };
        let mut shared: Vec<&Grouping> = GROUPINGS.iter().filter(|grouping| has[rank(grouping)]).collect();
        shared.sort_by_key(rank);
        let own = metric.dimensions.iter().map(|dimension| dimension.name);
        let group_by = own.chain(shared.iter().map(|grouping| grouping.name)).map(str::to_owned);
        let options = options(&games).map(|option| format!("{OPTION_PREFIX}{option}"));
        let group_by = group_by.chain(options).collect();
        let counted_games = COUNTED_GAMES.text();
        Self { examples: examples.collect(), games, metric, counted_games, group_by, url, id }
    }

    /// True if its words are players.
    pub fn is_of_players(&self) -> bool {
        self.is_common() && self.metric.name == OPPONENTS
    }

    /// True if records of different games answer it.
    pub fn is_common(&self) -> bool {
        self.id.split_once('.').is_some_and(|(of, _)| of == COMMON)
    }

    /// A way to group its observations; days begin in this time zone.
    pub fn by(&self, name: &str, zone: TimeZone) -> GroupByExpr {
        let dimensions = self.metric.dimensions;
        let place = |name| dimensions.iter().position(|dimension| dimension.name == name);
        let (source, words) = match (place(name), groupings::find(name)) {
            (Some(index), _) => (KeySource::Dimension(index), dimensions[index].words),
            (_, Some(one)) => ((one.source)(zone, place(OTHER_SEAT.name).unwrap_or_default()), one.words),
            _ => (KeySource::Option(name.strip_prefix(OPTION_PREFIX).unwrap_or(name).to_owned()), &[][..]),
        };
        GroupByExpr { name: name.to_owned(), source, words }
    }

    /// The title of a way to group or to filter by dimensions and options; `None` if it has none.
    pub fn title_of(&self, parameter: &str) -> Option<&'static Text> {
        let own = parameter.strip_prefix(DIMENSION_PREFIX).unwrap_or(parameter);
        let dimension = self.metric.dimensions.iter().find(|dimension| dimension.name == own);
        let grouping = || groupings::find(parameter).map(|grouping| grouping.title.text());
        let option = || Some(self.setting(parameter.strip_prefix(OPTION_PREFIX)?)?.label.text());
        dimension.map(|dimension| dimension.title.text()).or_else(grouping).or_else(option)
    }

    /// How people choose an option of its games, if they do.
    pub fn setting(&self, option: &str) -> Option<&'static Setting> {
        setting(&self.games, option)
    }

    /// A list in the options of its games.
    pub fn list(&self, option: &str) -> Option<&'static ListSetting> {
        let of = self.games.iter().filter_map(|slug| games::find(slug));
        of.flat_map(|game| game.meta().lists).find(|list| list.name == option)
    }

    /// True if it has a mean or share.
    pub fn has_mean(&self) -> bool {
        self.metric.kind != MetricKind::Category
    }
}

/// The options of these games, each once.
pub fn options(games: &[&'static str]) -> impl Iterator<Item = &'static String> {
    let of = games.iter().filter_map(|game| vocabulary::games().get(game));
    of.flat_map(|game| game.options.keys()).collect::<std::collections::BTreeSet<_>>().into_iter()
}

/// How people choose an option of one of these games, if they do.
pub fn setting(games: &[&str], option: &str) -> Option<&'static Setting> {
    let of = games.iter().filter_map(|slug| games::find(slug));
    of.flat_map(|game| game.meta().settings).find(|setting| setting.name == option)
}

/// All metrics.
pub fn entries() -> &'static [CatalogueEntry] {
    &ENTRIES
}

/// The metric of this id.
pub fn find(id: &str) -> Option<&'static CatalogueEntry> {
    entries().iter().find(|entry| entry.id == id)
}

/// The ids of all metrics.
pub fn ids() -> Vec<String> {
    entries().iter().map(|entry| entry.id.clone()).collect()
}

/// The id of a metric.
#[derive(JsonSchema)]
#[schemars(with = "String", extend("enum" = ids()))]
pub struct MetricId;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kifu_engine::text::Language;

    use super::*;

    #[test]
    fn every_option_that_can_be_asked_for_has_words_for_people() {
        for slug in games::ALL.iter().map(|game| game.meta().slug) {
            for option in options(&[slug]) {
                assert!(setting(&[slug], option).is_some(), "{slug}: {option}");
            }
        }
    }

    #[test]
    fn every_option_of_a_variant_has_words_for_people() {
        for game in games::ALL {
            let meta = game.meta();
            let offered = meta.settings.iter().map(|setting| setting.name);
            let allowed: BTreeSet<_> = offered.chain(meta.lists.iter().map(|one| one.name)).collect();
            let schema = game.schemas().options.to_value();
            let options = schema["properties"].as_object().into_iter().flat_map(|options| options.keys());
            assert_eq!(options.map(String::as_str).collect::<BTreeSet<_>>(), allowed, "{}", meta.slug);
        }
    }

    #[test]
    fn words_have_single_spaces() {
        for entry in entries() {
            for text in [&entry.metric.title, &entry.metric.definition] {
                assert!(!text.ja.contains("  ") && !text.en.contains("  "), "{}: {text:?}", entry.id);
            }
        }
    }

    #[test]
    fn no_two_metrics_of_a_game_are_called_the_same() {
        for game in games::ALL.iter().map(|game| game.meta().slug) {
            for language in [Language::Ja, Language::En] {
                let mut titles = BTreeSet::new();
                for entry in entries().iter().filter(|entry| entry.games.contains(&game)) {
                    let title = entry.metric.title.of(language);
                    assert!(titles.insert(title), "{}, {game}: {title}", entry.id);
                }
            }
        }
    }

    #[test]
    fn the_catalogue_tells_words_in_both_languages() {
        let entry = |id| serde_json::to_value(find(id).unwrap_or_else(|| panic!("{id}"))).unwrap_or_default();
        let title = entry("bremen.title");
        let spirited = title["words"]
            .as_array()
            .and_then(|words| words.iter().find(|word| word["name"] == "spirited_band"));
        let expected = serde_json::json!({"name": "spirited_band", "title": {"ja": "勢いのある音楽隊", "en": "a spirited band"}});
        assert_eq!(spirited, Some(&expected));
        let pair = &entry("half_werewolf.win")["dimensions"][1];
        assert_eq!((&pair["joined_by"], &pair["words"][2]["title"]["ja"]), (&"+".into(), &"占い師".into()));
    }
}
