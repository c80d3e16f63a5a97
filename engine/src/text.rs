//! Words a person reads, always in both languages.

use std::borrow::Cow;

use kifu_names::isolated;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::seat::{BySeat, Seat};

/// A language that people are answered in.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, strum::VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Language {
    /// Japanese.
    Ja,
    /// English.
    En,
}

impl Language {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Ja, Self::En];

    /// The code of BCP 47.
    pub const fn code(self) -> &'static str {
        <Self as strum::VariantNames>::VARIANTS[self as usize]
    }
}

/// A text in Japanese and in English.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Text {
    /// Japanese.
    pub ja: Cow<'static, str>,
    /// English.
    pub en: Cow<'static, str>,
}

impl Text {
    /// Words that never change.
    pub const fn fixed(ja: &'static str, en: &'static str) -> Self {
        Self { ja: Cow::Borrowed(ja), en: Cow::Borrowed(en) }
    }

    /// Words made for the occasion.
    pub fn new(ja: impl Into<String>, en: impl Into<String>) -> Self {
        Self { ja: Cow::Owned(ja.into()), en: Cow::Owned(en.into()) }
    }

    /// In one language.
    pub fn of(&self, language: Language) -> &str {
        match language {
            Language::Ja => &self.ja,
            Language::En => &self.en,
        }
    }
}

/// The JSON Schema pattern of a text that is not [blank](is_blank).
pub const NOT_BLANK: &str = r"^[^\x00]*[^\s\x00-\x1f\x7f-\x9f][^\x00]*$";

/// True if a text has only whitespace and control characters.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|letter| letter.is_whitespace() || letter.is_control())
}

/// The name of a seat that has none: people count seats from 1.
fn nameless(seat: Seat) -> Text {
    let number = seat.number().saturating_add(1);
    Text::new(format!("席{number}"), format!("Seat {number}"))
}

/// The names of the people at the table, by seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(BySeat<Text>);

impl Names {
    /// These names, the same in both languages; `None` is called by the seat's number, counted from 1.
    pub fn new(names: &[Option<String>]) -> Self {
        Self::by_language(
            names.iter().map(|name| name.as_ref().map(|name| Text::new(name.clone(), name.clone()))),
        )
    }

    /// These names, each in both languages; `None` is called by the seat's number, counted from 1.
    pub fn by_language(names: impl IntoIterator<Item = Option<Text>>) -> Self {
        let numbered = (0..).map(Seat::new).zip(names);
        let called = numbered.map(|(seat, name)| name.unwrap_or_else(|| nameless(seat)));
        Self(called.collect::<Vec<_>>().into())
    }

    /// Nobody has a name.
    pub fn none(seats: usize) -> Self {
        Self::new(&vec![None; seats])
    }

    /// The name of a seat in one language.
    pub fn of(&self, seat: Seat, language: Language) -> &str {
        self.0.get(seat).map_or("?", |name| name.of(language))
    }

    /// The name of a seat in one language, even if the seat is not at the table.
    pub fn display_name(&self, seat: Seat, language: Language) -> Cow<'_, str> {
        match self.0.get(seat) {
            Some(name) => Cow::Borrowed(name.of(language)),
            None => Cow::Owned(nameless(seat).of(language).to_owned()),
        }
    }

    /// The name within a sentence, isolated so that it cannot change the direction of other words.
    pub fn in_sentence(&self, seat: Seat, language: Language) -> String {
        isolated(&self.display_name(seat, language)).into_owned()
    }

    /// The name of a seat in Japanese.
    pub fn ja(&self, seat: Seat) -> &str {
        self.0.get(seat).map_or("?", |name| &name.ja)
    }

    /// The name of a seat in English.
    pub fn en(&self, seat: Seat) -> &str {
        self.0.get(seat).map_or("?", |name| &name.en)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_without_a_name_is_called_by_its_number_from_1() {
        let names = Names::new(&[Some("Aki".into()), None]);
        let called = |number| {
            let [ja, en] = Language::ALL.map(|language| names.display_name(Seat::new(number), language));
            (ja.into_owned(), en.into_owned())
        };
        assert_eq!(called(0), ("Aki".to_owned(), "Aki".to_owned()));
        assert_eq!(called(1), ("席2".to_owned(), "Seat 2".to_owned()));
        assert_eq!(called(7), ("席8".to_owned(), "Seat 8".to_owned()));
    }

    #[test]
    fn a_name_turns_no_sentence_round() {
        let names = Names::new(&[Some("أحمد".into()), Some("Aki".into())]);
        let called = |number| names.in_sentence(Seat::new(number), Language::En);
        assert_eq!((called(0), called(1)), ("\u{2068}أحمد\u{2069}".to_owned(), "Aki".to_owned()));
    }

    #[test]
    fn a_text_without_visible_letters_is_blank() {
        for blank in ["", " ", "\u{3000}\n\t", "\u{7}\u{85}"] {
            assert!(is_blank(blank), "{blank:?}");
        }
        assert!(!is_blank(" . ") && !is_blank("あ"));
    }
}
