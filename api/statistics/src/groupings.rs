//! The ways to group that metrics of all games share: what they are called and mean, what their values are and where these
//! are found, and where pages offer them. One more is a row of this table.

use std::borrow::Cow;

use kifu_engine::message::Phrase;
use kifu_engine::statistics::LabelledWord;
use schemars::JsonSchema;
use serde::Serialize;

use super::columns::column_groups::ColumnGroup;
use super::columns::dictionary_column::DictionaryBuilder;
use super::columns::games::Games;
use super::definitions::TEXTS;
use super::period::{Period, WEEKDAYS};
use super::question::{GameParts, KeyPart, KeySource, column, options, variant};
use super::time_zone::TimeZone;

/// A way to group the observations of a metric, whatever the game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CommonGrouping")]
pub struct Grouping {
    /// Stable name, in `snake_case`.
    pub name: &'static str,
    /// The title.
    pub title: Phrase,
    /// The definition of its values.
    pub definition: Phrase,
    /// The words it can be, in their order; empty where its values are numbers, players or free.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub words: &'static [LabelledWord],
    /// The kind of its values, for code that reads and labels them.
    #[serde(skip)]
    pub values: GroupingValues,
    /// The source of its values, by the time zone of the question and the dimension that has the other seat.
    #[serde(skip)]
    pub source: fn(TimeZone, usize) -> KeySource,
    /// The pages that offer it.
    #[serde(skip)]
    pub offer: GroupingOffer,
}

/// The kind of values of a way to group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GroupingValues {
    /// Some of these words, or words that speak for themselves.
    Words(&'static [LabelledWord]),
    /// Numbers from the first of these to the last.
    Numbers(i64, i64),
    /// Seats, from 0.
    Seats,
    /// Numbers of seats.
    SeatCounts,
    /// Players.
    Players,
    /// Kinds of games, by slug.
    Games,
    /// All options of a game together.
    Variants,
    /// Words of games for how they ended.
    Endings,
    /// Stretches of time in the order of the calendar, which a chart draws as a curve.
    Periods(Period),
}

/// The pages that offer a way to group. Each variant includes the pages of those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroupingOffer {
    /// In the form of a question alone.
    Form,
    /// One tap away where a metric is shown.
    Metric,
    /// One tap away from each metric of a game.
    Game,
}

const fn grouping(
    name: &'static str,
    values: GroupingValues,
    offer: GroupingOffer,
    source: fn(TimeZone, usize) -> KeySource,
) -> Grouping {
    let words = if let GroupingValues::Words(words) = values { words } else { &[] };
    let title = TEXTS.phrase("grouping", name);
    Grouping { name, title, definition: title.attribute("definition"), words, values, source, offer }
}

/// The way to group of this name.
pub fn find(name: &str) -> Option<&'static Grouping> {
    GROUPINGS.iter().find(|grouping| grouping.name == name)
}

/// The period whose stretches are the values of the way to group of this name.
pub fn period(name: &str) -> Option<Period> {
    if let GroupingValues::Periods(period) = find(name)?.values { Some(period) } else { None }
}

fn seats(games: &Games) -> GameParts<'static> {
    let mut counts = DictionaryBuilder::default();
    (0..games.len()).for_each(|game| counts.push(&games.seats(game)));
    let counts = counts.finish();
    let parts = counts.values.iter().map(|count| KeyPart::Number((*count).into())).collect();
    (Cow::Owned(counts.codes), parts)
}

/// All of them. Which a metric has, its `group_by` says; those with a dot are the options of games.
#[rustfmt::skip]
pub static GROUPINGS: &[Grouping] = &[
    grouping("seats", GroupingValues::SeatCounts, GroupingOffer::Game,
        |_, _| KeySource::Game(ColumnGroup::Base, |games, _| seats(games))),
    grouping("game", GroupingValues::Games, GroupingOffer::Metric,
        |_, _| KeySource::Game(ColumnGroup::Base, |games, game| (vec![0; games.len()].into(), vec![KeyPart::Word(game.to_owned())]))),
    grouping("variant", GroupingValues::Variants, GroupingOffer::Form,
        |_, _| KeySource::Game(ColumnGroup::Setup, |games, _| column(&games.setup.options, |text| variant(&options(text))))),
    grouping("rules_version", GroupingValues::Numbers(1, u16::MAX as i64), GroupingOffer::Metric,
        |_, _| KeySource::Game(ColumnGroup::Setup, |games, _| column(&games.setup.rules_version, |version| KeyPart::Number((*version).into())))),
    grouping("place", GroupingValues::Words(&[]), GroupingOffer::Form,
        |_, _| KeySource::Place),
    grouping("tag", GroupingValues::Words(&[]), GroupingOffer::Form,
        |_, _| KeySource::Tag),
    grouping("day", GroupingValues::Periods(Period::Day), GroupingOffer::Form,
        |zone, _| KeySource::Time(Period::Day, zone)),
    grouping("week", GroupingValues::Periods(Period::Week), GroupingOffer::Form,
        |zone, _| KeySource::Time(Period::Week, zone)),
    grouping("month", GroupingValues::Periods(Period::Month), GroupingOffer::Game,
        |zone, _| KeySource::Time(Period::Month, zone)),
    grouping("year", GroupingValues::Periods(Period::Year), GroupingOffer::Metric,
        |zone, _| KeySource::Time(Period::Year, zone)),
    grouping("weekday", GroupingValues::Words(WEEKDAYS), GroupingOffer::Form,
        |zone, _| KeySource::Time(Period::Weekday, zone)),
    grouping("hour", GroupingValues::Numbers(0, 23), GroupingOffer::Form,
        |zone, _| KeySource::Time(Period::Hour, zone)),
    grouping("result", GroupingValues::Endings, GroupingOffer::Form,
        |_, _| KeySource::Game(ColumnGroup::Setup, |games, _| column(&games.setup.ending, |ending| KeyPart::Word(ending.clone())))),
    grouping("seat", GroupingValues::Seats, GroupingOffer::Form,
        |_, _| KeySource::Seat),
    grouping("player", GroupingValues::Players, GroupingOffer::Game,
        |_, _| KeySource::Player),
    grouping("nth_game", GroupingValues::Numbers(1, u32::MAX as i64), GroupingOffer::Metric,
        |_, _| KeySource::NthGame),
    grouping("other_player", GroupingValues::Players, GroupingOffer::Metric,
        |_, place| KeySource::OtherPlayer(place)),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kifu_engine::style::{half_width, impolite, misnamed};

    use super::*;
    use crate::catalogue::{OPTION_PREFIX, entries};

    #[test]
    fn every_way_to_group_is_defined_once() {
        let own = |grouping: &&String| !grouping.starts_with(OPTION_PREFIX);
        let of_metrics: BTreeSet<&str> = entries()
            .iter()
            .flat_map(|entry| {
                let is_common = |by: &&String| !entry.metric.dimensions.iter().any(|one| one.name == **by);
                entry.group_by.iter().filter(own).filter(is_common)
            })
            .map(String::as_str)
            .collect();
        let defined: BTreeSet<&str> = GROUPINGS.iter().map(|grouping| grouping.name).collect();
        assert_eq!((of_metrics, defined.len()), (defined, GROUPINGS.len()));
    }

    #[test]
    fn definitions_are_polite_sentences_in_both_languages() {
        for Grouping { name, title, definition, .. } in GROUPINGS {
            assert!(!title.ja.is_ascii() && !title.en.is_empty(), "{name}");
            assert!(definition.en.ends_with('.'), "{name}");
            let ja = &definition.ja;
            assert_eq!((impolite(ja), half_width(ja), misnamed(ja)), (None, None, None), "{ja}");
        }
    }
}
