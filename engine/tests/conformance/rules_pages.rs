//! The rules as people read them: complete, one rule a paragraph, the same in both languages, and true of the moves.

use std::collections::BTreeSet;

use kifu_engine::erased::{AnyGame, Rejected};
use kifu_engine::games;
use kifu_engine::games::rules;
use kifu_engine::text::{Language, Text};
use serde_json::{Value, json};

/// The rule ids in a text.
fn ids(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    words.filter(|word| is_id(word)).map(ToOwned::to_owned).collect()
}

fn is_id(word: &str) -> bool {
    let Some((game, number)) = word.split_once('-') else { return false };
    let number = number.strip_prefix('I').unwrap_or(number);
    let digits = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    digits && ["G", "YCW", "HW", "BR", "DV", "PK", "NMF"].contains(&game)
}

/// The ids that stand at the beginning of a paragraph.
fn anchors(markdown: &str) -> Vec<String> {
    let starts = markdown.lines().filter_map(|line| line.strip_prefix("**"));
    starts.filter_map(|line| line.split_once("** ")).map(|(id, _)| id.to_owned()).collect()
}

/// The rules of every game in every version.
fn all_texts() -> impl Iterator<Item = (&'static dyn AnyGame, Text)> {
    games::ALL.iter().flat_map(|game| {
        let versions = game.meta().rules_versions();
        versions.filter_map(|version| Some((*game, rules::text(*game, version)?)))
    })
}

fn newest(game: &dyn AnyGame) -> Text {
    rules::text(game, game.meta().rules_version()).expect("the newest version has rules")
}

/// `rule_coverage.rs` holds that whatever the engine cites is mentioned.
#[test]
fn every_rule_that_is_mentioned_has_a_paragraph_of_its_own_in_both_languages() {
    for (game, text) in all_texts() {
        let [ja, en] = Language::ALL.map(|language| anchors(text.of(language)));
        assert_eq!(ja, en, "{}", game.meta().slug);
        let all: BTreeSet<String> = en.iter().cloned().collect();
        assert_eq!(all.len(), en.len(), "{} has a rule twice", game.meta().slug);
        for language in Language::ALL {
            let mentioned = ids(text.of(language));
            assert_eq!(mentioned, all, "{}", game.meta().slug);
        }
    }
}

#[test]
fn the_set_up_of_every_game_has_a_picture() {
    for game in games::ALL {
        for language in Language::ALL {
            assert!(rules::set_up(*game, language).is_some(), "{}", game.meta().slug);
            assert!(newest(*game).of(language).contains("/set-up.svg"), "{}", game.meta().slug);
        }
    }
}

/// The examples of moves in the section for programs.
fn examples(markdown: &str) -> Vec<Value> {
    let code = markdown.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = code.flat_map(str::lines);
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

#[test]
fn every_kind_of_move_has_an_example_that_reads_as_one() {
    for game in games::ALL {
        let (meta, common) = (game.meta(), ["take_back", "amend", "annotate", "abandon"]);
        let schema = serde_json::to_value(game.schemas().moves).expect("a schema is JSON");
        let kinds: BTreeSet<String> = kinds(&schema).into_iter().collect();
        let record = game.open_new(meta.seats.1.min(4), &json!({}));
        let record = record.expect("it can be opened without options");
        for language in Language::ALL {
            let examples = examples(newest(*game).of(language));
            let shown = examples.iter().filter_map(|example| Some(example["type"].as_str()?.to_owned()));
            let shown: BTreeSet<String> = shown.filter(|kind| !common.contains(&kind.as_str())).collect();
            assert_eq!(shown, kinds, "{}", meta.slug);
            for example in examples.iter().filter(|example| example["type"] != "amend") {
                let verdict = record.fork().append(example);
                assert!(!matches!(verdict, Err(Rejected::Malformed(_))), "{example}: {verdict:?}");
            }
        }
    }
}

/// The words of `type` in the variants of a union.
fn kinds(schema: &Value) -> Vec<String> {
    let variants = schema["oneOf"].as_array().into_iter().flatten();
    let kind = |variant: &Value| variant["properties"]["type"]["const"].as_str().map(ToOwned::to_owned);
    variants.filter_map(kind).collect()
}
