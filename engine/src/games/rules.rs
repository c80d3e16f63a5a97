//! The rules of a game for people: its own, those of every game, and the picture of its set-up.

use serde::Deserialize;
use serde_json::Value;

use crate::board::Layout;
use crate::erased::{AnyGame, Opening};
use crate::rules::RulesVersion;
use crate::text::{Language, Names, Text};

/// The rules of every game: a section for people, a line, and facts that programs need.
static SHARED: Text = Text::fixed(include_str!("rules.ja.md"), include_str!("rules.md"));

/// The people at the table of a set-up.
static PEOPLE: [Text; 5] = [
    Text::fixed("アキ", "Aki"),
    Text::fixed("ベン", "Ben"),
    Text::fixed("チカ", "Chika"),
    Text::fixed("ダイ", "Dai"),
    Text::fixed("エミ", "Emi"),
];

/// All rules of a game in Markdown by this version, with the ids that a refusal can name. The last section is for
/// programs. `None` if there is no such version.
pub fn text(game: &dyn AnyGame, version: RulesVersion) -> Option<Text> {
    let rules = game.meta().rules_of(version)?;
    let whole = |language| {
        let (own, shared) = (rules.of(language), SHARED.of(language));
        let (people, programs) = own.split_at(own.rfind("\n## ").map_or(own.len(), |at| at + 1));
        let (for_people, for_programs) = shared.split_once("\n---\n").unwrap_or((shared, ""));
        [people, for_people, "\n", programs, for_programs].concat()
    };
    Some(Text::new(whole(Language::Ja), whole(Language::En)))
}

#[derive(Deserialize)]
struct SetUp {
    opening: Opening,
    log: Vec<Value>,
}

/// The picture of the set-up, as SVG; `None` if its record does not fold, which a test excludes.
pub fn set_up(game: &dyn AnyGame, language: Language) -> Option<String> {
    let SetUp { opening, log } = serde_json::from_str(game.meta().set_up).ok()?;
    let mut record = game.open(&opening).ok()?;
    for entry in &log {
        record.append(entry).ok()?;
    }
    let seats = record.seats().len();
    let names = PEOPLE.iter().cloned().map(Some).chain(std::iter::repeat(None)).take(seats);
    record.board(record.len(), &Names::by_language(names), language, Layout::Portrait)
}
