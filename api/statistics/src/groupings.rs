//! The ways to group that metrics of all games share, and exactly what they mean.

use kifu_engine::statistics::LabelledWord;
use kifu_engine::text::Text;
use schemars::JsonSchema;
use serde::Serialize;

use super::catalogue::{NTH_GAME, OTHER_PLAYER};
use super::period::WEEKDAYS;

/// A way to group the observations of a metric, whatever the game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
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
}

const fn grouping(name: &'static str, title: Text, definition: Text) -> Grouping {
    Grouping { name, title, definition, words: &[] }
}

/// All of them. Which a metric has, its `group_by` says; those with a dot are the options of games.
pub static GROUPINGS: [Grouping; 17] = [
    grouping(
        "seats",
        Text::fixed("人数", "Number of seats"),
        Text::fixed("卓の席の数です。", "How many seats the table had."),
    ),
    grouping("game", Text::fixed("ゲーム", "Game"), Text::fixed("ゲームの種類です。", "The kind of game.")),
    grouping(
        "variant",
        Text::fixed("変種", "Variant"),
        Text::fixed("ゲームの選択をすべて合わせたものです。", "All options of the game together."),
    ),
    grouping(
        "rules_version",
        Text::fixed("規則の版", "Version of the rules"),
        Text::fixed(
            "ゲームを記録した規則の版です。規則が変わると、新しい記録の版が上がります。",
            "The version of the rules that it was played by. When a rule changes, new records have the next version.",
        ),
    ),
    grouping(
        "place",
        Text::fixed("場所", "Place"),
        Text::fixed(
            "遊んだ場所です。いまの記録にあるとおりで、文字の大小や幅の違いは区別しません。",
            "Where it was played, as the record says now, whatever the width and case of the letters.",
        ),
    ),
    grouping(
        "tag",
        Text::fixed("タグ", "Tag"),
        Text::fixed(
            "記録のタグです。いまの記録にあるとおりで、タグがいくつかあるゲームは、それぞれのグループに入ります。",
            "A tag of the record as it is now; a game with several is in the group of each.",
        ),
    ),
    grouping(
        "day",
        Text::fixed("日", "Day"),
        Text::fixed(
            "遊んだ日です。記録になければ、記録を始めた日です。日は、問いのタイムゾーンで始まります。",
            "The day on which it was played or, where nobody said when, opened. Days begin in the time zone of the \
             question.",
        ),
    ),
    grouping(
        "week",
        Text::fixed("週", "Week"),
        Text::fixed(
            "その日のある週です。月曜日に始まり、ISO 8601のとおりに数えます。",
            "The week of that day, which begins on a Monday and is counted as in ISO 8601.",
        ),
    ),
    grouping(
        "month",
        Text::fixed("月", "Month"),
        Text::fixed("その日のある月です。", "The month of that day."),
    ),
    grouping("year", Text::fixed("年", "Year"), Text::fixed("その日のある年です。", "The year of that day.")),
    Grouping {
        name: "weekday",
        title: Text::fixed("曜日", "Weekday"),
        definition: Text::fixed("その日の曜日です。", "The day of the week of that day."),
        words: WEEKDAYS,
    },
    grouping(
        "hour",
        Text::fixed("時間帯", "Hour"),
        Text::fixed(
            "遊んだ時刻の時で、問いのタイムゾーンの0から23です。日だけが分かっている記録は、正午に入ることがあります。",
            "The hour at which it was played, 0 to 23 in the time zone of the question. A record of which only the day is \
             known may stand at noon.",
        ),
    ),
    grouping(
        "result",
        Text::fixed("終わり方", "How it ended"),
        Text::fixed("ゲームの終わり方です。", "How the game ended."),
    ),
    grouping(
        "seat",
        Text::fixed("席", "Seat"),
        Text::fixed(
            "値がどの席のものかです。最初の席は0です。",
            "Whose seat the value is of; the first seat is 0.",
        ),
    ),
    grouping(
        "player",
        Text::fixed("プレイヤー", "Player"),
        Text::fixed(
            "その席にいた人です。いま登録されている人だけで、消された人や名前のない席は「なし」に入ります。",
            "Who sat there, as far as that is known now: people without a profile, and those who were erased, are nobody.",
        ),
    ),
    grouping(
        NTH_GAME,
        Text::fixed("何回目のゲームか", "Game number"),
        Text::fixed(
            "その席にいた人にとって、記録されたその種類のゲームの何回目か、1からです。問いがどのゲームを選んでも、公開されている\
             終わったゲームを遊んだ順にすべて数えます。自動でプレイしたゲームは、問いが含めるときだけ数えます。",
            "Which of the recorded games of this kind it was for whoever sat there, from 1. All public games that are over \
             count, in the order in which they were played, whichever of them the question is about; simulated ones if it \
             includes them.",
        ),
    ),
    grouping(
        OTHER_PLAYER,
        Text::fixed("相手のプレイヤー", "Other player"),
        Text::fixed("相手の席にいた人です。", "Who sat on the other seat."),
    ),
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
        for Grouping { name, title, definition, .. } in &GROUPINGS {
            assert!(!title.ja.is_ascii() && !title.en.is_empty(), "{name}");
            assert!(definition.en.ends_with('.'), "{name}");
            let Text { ja, .. } = definition;
            assert_eq!((impolite(ja), half_width(ja), misnamed(ja)), (None, None, None), "{ja}");
        }
    }
}
