//! The ways to group that metrics of all games share: what they are called and mean, what their values are and where these
//! are found, and where pages offer them. One more is a row of this table.

use std::borrow::Cow;

use kifu_engine::statistics::LabelledWord;
use kifu_engine::text::Text;
use schemars::JsonSchema;
use serde::Serialize;

use super::columns::column_groups::ColumnGroup;
use super::columns::dictionary_column::DictionaryBuilder;
use super::columns::games::Games;
use super::period::{Period, WEEKDAYS};
use super::question::{GameParts, KeyPart, KeySource, column, options, variant};
use super::time_zone::TimeZone;

/// A way to group the observations of a metric, whatever the game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CommonGrouping")]
pub struct Grouping {
    /// Stable name, in `snake_case`.
    pub name: &'static str,
    /// What people call it.
    pub title: Text,
    /// What its values are.
    pub definition: Text,
    /// The words it can be, in their order; empty where its values are numbers, players or free.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub words: &'static [LabelledWord],
    /// What its values are, for those who read and label them.
    #[serde(skip)]
    pub values: GroupingValues,
    /// Where its values are found, by the time zone of the question and the dimension that has the other seat.
    #[serde(skip)]
    pub source: fn(TimeZone, usize) -> KeySource,
    /// Where pages offer it.
    #[serde(skip)]
    pub offer: GroupingOffer,
}

/// What the values of a way to group are.
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

/// Where pages offer a way to group; each of these does where those before it do, too.
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
    title: Text,
    values: GroupingValues,
    offer: GroupingOffer,
    definition: Text,
    source: fn(TimeZone, usize) -> KeySource,
) -> Grouping {
    let words = if let GroupingValues::Words(words) = values { words } else { &[] };
    Grouping { name, title, definition, words, values, source, offer }
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
    grouping("seats", Text::fixed("人数", "Number of seats"), GroupingValues::SeatCounts, GroupingOffer::Game,
        Text::fixed("卓の席の数です。", "How many seats the table had."),
        |_, _| KeySource::Game(ColumnGroup::Base, |games, _| seats(games))),
    grouping("game", Text::fixed("ゲーム", "Game"), GroupingValues::Games, GroupingOffer::Metric,
        Text::fixed("ゲームの種類です。", "The kind of game."),
        |_, _| KeySource::Game(ColumnGroup::Base, |games, game| (vec![0; games.len()].into(), vec![KeyPart::Word(game.to_owned())]))),
    grouping("variant", Text::fixed("変種", "Variant"), GroupingValues::Variants, GroupingOffer::Form,
        Text::fixed("ゲームの選択をすべて合わせたものです。", "All options of the game together."),
        |_, _| KeySource::Game(ColumnGroup::Setup, |games, _| column(&games.setup.options, |text| variant(&options(text))))),
    grouping("rules_version", Text::fixed("規則の版", "Version of the rules"), GroupingValues::Numbers(1, u16::MAX as i64), GroupingOffer::Metric,
        Text::fixed("ゲームを記録した規則の版です。規則が変わると、新しい記録の版が上がります。", "The version of the rules that it was played by. When a rule changes, new records have the next version."),
        |_, _| KeySource::Game(ColumnGroup::Setup, |games, _| column(&games.setup.rules_version, |version| KeyPart::Number((*version).into())))),
    grouping("place", Text::fixed("場所", "Place"), GroupingValues::Words(&[]), GroupingOffer::Form,
        Text::fixed("遊んだ場所です。いまの記録にあるとおりで、文字の大小や幅の違いは区別しません。", "Where it was played, as the record says now, whatever the width and case of the letters."),
        |_, _| KeySource::Place),
    grouping("tag", Text::fixed("タグ", "Tag"), GroupingValues::Words(&[]), GroupingOffer::Form,
        Text::fixed("記録のタグです。いまの記録にあるとおりで、タグがいくつかあるゲームは、それぞれのグループに入ります。", "A tag of the record as it is now; a game with several is in the group of each."),
        |_, _| KeySource::Tag),
    grouping("day", Text::fixed("日", "Day"), GroupingValues::Periods(Period::Day), GroupingOffer::Form,
        Text::fixed("遊んだ日です。記録になければ、記録を始めた日です。日は、問いのタイムゾーンで始まります。", "The day on which it was played or, where nobody said when, opened. Days begin in the time zone of the question."),
        |zone, _| KeySource::Time(Period::Day, zone)),
    grouping("week", Text::fixed("週", "Week"), GroupingValues::Periods(Period::Week), GroupingOffer::Form,
        Text::fixed("その日のある週です。月曜日に始まり、ISO 8601のとおりに数えます。", "The week of that day, which begins on a Monday and is counted as in ISO 8601."),
        |zone, _| KeySource::Time(Period::Week, zone)),
    grouping("month", Text::fixed("月", "Month"), GroupingValues::Periods(Period::Month), GroupingOffer::Game,
        Text::fixed("その日のある月です。", "The month of that day."),
        |zone, _| KeySource::Time(Period::Month, zone)),
    grouping("year", Text::fixed("年", "Year"), GroupingValues::Periods(Period::Year), GroupingOffer::Metric,
        Text::fixed("その日のある年です。", "The year of that day."),
        |zone, _| KeySource::Time(Period::Year, zone)),
    grouping("weekday", Text::fixed("曜日", "Weekday"), GroupingValues::Words(WEEKDAYS), GroupingOffer::Form,
        Text::fixed("その日の曜日です。", "The day of the week of that day."),
        |zone, _| KeySource::Time(Period::Weekday, zone)),
    grouping("hour", Text::fixed("時間帯", "Hour"), GroupingValues::Numbers(0, 23), GroupingOffer::Form,
        Text::fixed("遊んだ時刻の時で、問いのタイムゾーンの0から23です。日だけが分かっている記録は、正午に入ることがあります。", "The hour at which it was played, 0 to 23 in the time zone of the question. A record of which only the day is known may stand at noon."),
        |zone, _| KeySource::Time(Period::Hour, zone)),
    grouping("result", Text::fixed("終わり方", "How it ended"), GroupingValues::Endings, GroupingOffer::Form,
        Text::fixed("ゲームの終わり方です。", "How the game ended."),
        |_, _| KeySource::Game(ColumnGroup::Setup, |games, _| column(&games.setup.ending, |ending| KeyPart::Word(ending.clone())))),
    grouping("seat", Text::fixed("席", "Seat"), GroupingValues::Seats, GroupingOffer::Form,
        Text::fixed("値がどの席のものかです。最初の席は0です。", "Whose seat the value is of; the first seat is 0."),
        |_, _| KeySource::Seat),
    grouping("player", Text::fixed("プレイヤー", "Player"), GroupingValues::Players, GroupingOffer::Game,
        Text::fixed("その席にいた人です。いま登録されている人だけで、消された人や名前のない席は「なし」に入ります。", "Who sat there, as far as that is known now: people without a profile, and those who were erased, are nobody."),
        |_, _| KeySource::Player),
    grouping("nth_game", Text::fixed("何回目のゲームか", "Game number"), GroupingValues::Numbers(1, u32::MAX as i64), GroupingOffer::Metric,
        Text::fixed("その席にいた人にとって、記録されたその種類のゲームの何回目か、1からです。問いがどのゲームを選んでも、公開されている終わったゲームを遊んだ順にすべて数えます。自動でプレイしたゲームは、問いが含めるときだけ数えます。", "Which of the recorded games of this kind it was for whoever sat there, from 1. All public games that are over count, in the order in which they were played, whichever of them the question is about; simulated ones if it includes them."),
        |_, _| KeySource::NthGame),
    grouping("other_player", Text::fixed("相手のプレイヤー", "Other player"), GroupingValues::Players, GroupingOffer::Metric,
        Text::fixed("相手の席にいた人です。", "Who sat on the other seat."),
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
            let Text { ja, .. } = definition;
            assert_eq!((impolite(ja), half_width(ja), misnamed(ja)), (None, None, None), "{ja}");
        }
    }
}
