//! The titles of the words in answers and questions: values of dimensions and options, ways to end.

use kifu_engine::games;
use kifu_engine::message::{Phrase, Render};
use kifu_engine::seat::Seat;
use kifu_engine::setting::{Offers, Setting};
use kifu_engine::statistics::{LabelledWord, title};
use kifu_engine::text::{Language, Names, Text};

use serde_json::Value;

use super::catalogue::{CatalogueEntry, DIMENSION_PREFIX, OPTION_PREFIX};
use super::definitions::TEXTS;
use super::groupings::{self, GroupingValues};
use crate::words::{StatisticsWords, Written};

const YES: Phrase = TEXTS.phrase("switch", "yes");
const NO: Phrase = TEXTS.phrase("switch", "no");
const SPECIAL_SETUP: Phrase = TEXTS.phrase("setup", "special");
const STANDARD_SETUP: Phrase = TEXTS.phrase("setup", "standard");

/// The title of a word of a category; `None` if it speaks for itself.
pub fn of_word(entry: &CatalogueEntry, word: &str) -> Option<&'static Text> {
    title(entry.metric.words, word)
}

/// The title of a value that observations are grouped or filtered by; `None` if it speaks for itself.
pub fn of_value(entry: &CatalogueEntry, grouping: &str, value: &str) -> Option<Text> {
    let own = grouping.strip_prefix(DIMENSION_PREFIX).unwrap_or(grouping);
    if let Some(dimension) = entry.metric.dimensions.iter().find(|dimension| dimension.name == own) {
        return dimension.title_of(value);
    }
    let Some(common) = groupings::find(grouping) else {
        return of_option(entry.setting(grouping.strip_prefix(OPTION_PREFIX)?)?, value);
    };
    match common.values {
        GroupingValues::Games => games::find(value).map(|game| game.meta().name.clone()),
        GroupingValues::Endings => {
            endings(entry).find(|word| word.name == value).map(|word| word.title.into())
        }
        GroupingValues::Variants => Some(of_variant(entry, value)),
        _ => title(common.words, value).cloned(),
    }
}

/// How games that answer a metric can end.
fn endings(entry: &CatalogueEntry) -> impl Iterator<Item = &'static LabelledWord> {
    entry.games.iter().filter_map(|slug| games::find(slug)).flat_map(|game| game.meta().endings)
}

fn of_option(setting: &Setting, value: &str) -> Option<Text> {
    match (&setting.offers, value) {
        (Offers::Switch, "true") => Some(YES.into()),
        (Offers::Switch, "false") => Some(NO.into()),
        (Offers::OneOf { of }, _) => {
            of.iter().find(|offer| offer.value == value).map(|offer| offer.label.into())
        }
        // People count seats from 1.
        (Offers::Seat, seat) => {
            let seat = Seat::new(seat.parse().ok()?);
            Some(StatisticsWords::SeatNumber { seat }.text(&Names::none(0)))
        }
        _ => None,
    }
}

/// All options together, named by those that are not the default: `edition=en extreme=true`.
fn of_variant(entry: &CatalogueEntry, value: &str) -> Text {
    let parts: Vec<Text> =
        value.split(' ').filter_map(|part| of_choice(entry, part.split_once('=')?)).collect();
    if parts.is_empty() {
        return STANDARD_SETUP.into();
    }
    each(|language| StatisticsWords::Listed {
        parts: parts.iter().map(|part| Written::of(part, language)).collect(),
    })
}

fn of_choice(entry: &CatalogueEntry, (option, value): (&str, &str)) -> Option<Text> {
    let Some(setting) = entry.setting(option) else { return Some(of_list(entry, option, value)) };
    match (&setting.offers, value) {
        (Offers::Switch, "true") => Some(setting.label.into()),
        (Offers::Switch, _) | (Offers::Seat, "0") => None,
        (Offers::Number { least, .. }, _) if value == least.to_string() => None,
        (Offers::OneOf { .. }, _) => of_option(setting, value),
        _ => {
            let title = of_option(setting, value).unwrap_or_else(|| Text::new(value, value));
            Some(labelled(&setting.label, &title))
        }
    }
}

fn labelled(label: &Text, title: &Text) -> Text {
    each(|language| StatisticsWords::Labelled {
        label: Written::of(label, language),
        what: Written::of(title, language),
    })
}

/// A message whose arguments are written in its language.
fn each(message: impl Fn(Language) -> StatisticsWords) -> Text {
    let [ja, en] = Language::ALL.map(|language| message(language).render(&Names::none(0), language));
    Text::new(ja, en)
}

/// A list in the options, by its items. A game may once have had others.
fn of_list(entry: &CatalogueEntry, option: &str, value: &str) -> Text {
    let Some((setting, list)) = entry.list(option).zip(serde_json::from_str::<Vec<Value>>(value).ok()) else {
        return SPECIAL_SETUP.into();
    };
    let titles = |one: &Value| match one.as_str() {
        Some(word) => title(setting.words, word).cloned().unwrap_or_else(|| Text::new(word, word)),
        None => Text::new(one.to_string(), one.to_string()),
    };
    let titles: Vec<Text> = list.iter().map(titles).collect();
    let said =
        |language, between| titles.iter().map(|one| one.of(language)).collect::<Vec<_>>().join(between);
    labelled(&setting.label, &Text::new(said(Language::Ja, "・"), said(Language::En, " · ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::find;

    fn value_text(metric: &str, grouping: &str, value: &str) -> Option<(String, String)> {
        let entry = find(metric).unwrap_or_else(|| panic!("{metric}"));
        of_value(entry, grouping, value).map(|text| (text.ja.into_owned(), text.en.into_owned()))
    }

    #[test]
    fn values_have_the_words_of_their_games() {
        for (metric, grouping, value, ja, en) in [
            ("you_cry_wolf.call_success", "animal", "cow", "牛", "cow"),
            ("you_cry_wolf.call_success", "dimension.animal", "wolf", "狼", "wolf"),
            ("you_cry_wolf.call_success", "option.edition", "en", "英語版", "English"),
            ("not_my_fault.win", "option.extreme", "true", "はい", "yes"),
            ("not_my_fault.win", "option.first_player", "0", "席1", "Seat 1"),
            ("half_werewolf.win", "pair", "seer+villager", "占い師・村人", "seer + villager"),
            ("common.won", "result", "thirty", "30を達成", "30 was made"),
            ("common.won", "game", "bremen", "Bremen", "Bremen"),
            ("punyon_ken.throw", "variant", "", "標準", "as usual"),
            (
                "common.won",
                "variant",
                "boxes=2 edition=en open_dice=false",
                "箱の数（1箱5人まで）：2、英語版",
                "Boxes (five players each): 2, English",
            ),
            (
                "not_my_fault.win",
                "variant",
                "deck=[4,9,2] extreme=true first_player=2",
                "数字カードの枚数（0から6）：4・9・2、エクストリームルール（停職カード1枚で脱落、5人以上で推奨）、最初の手番のプレイヤー：席3",
                "Cards of each number, 0 to 6: 4 · 9 · 2, Extreme rule: one suspension eliminates (for five or more), Who has the first turn: Seat 3",
            ),
            ("not_my_fault.win", "variant", "extreme=false first_player=0", "標準", "as usual"),
            (
                "you_cry_wolf.call_success",
                "variant",
                "boxes=1 die_faces=[\"cow\",\"wolf\"] edition=ja",
                "ダイスの面：牛・狼、日本語版",
                "Sides of a die: cow · wolf, Japanese",
            ),
            (
                "you_cry_wolf.call_success",
                "variant",
                "once=[1] die_faces=some",
                "特別な用意、特別な用意",
                "a special set-up, a special set-up",
            ),
        ] {
            assert_eq!(
                value_text(metric, grouping, value),
                Some((ja.into(), en.into())),
                "{metric} {grouping}={value}"
            );
        }
        for (metric, grouping, value) in [
            ("bremen.leader_takes", "round", "12"),
            ("common.won", "month", "2026-11"),
            ("common.won", "tag", "cow"),
            ("common.won", "place", "thirty"),
            ("you_cry_wolf.call_success", "option.boxes", "2"),
        ] {
            assert_eq!(value_text(metric, grouping, value), None, "{metric} {grouping}={value}");
        }
    }
}
