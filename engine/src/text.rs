//! Words a person reads, always in both languages.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::seat::{BySeat, Seat};

/// A language that people are answered in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
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
    pub fn code(self) -> &'static str {
        match self {
            Self::Ja => "ja",
            Self::En => "en",
        }
    }
}

/// The same thing said in Japanese and in English.
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

/// What the people at the table are called, by seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(BySeat<Text>);

impl Names {
    /// These names, the same in both languages; `None` is told as the seat's number.
    pub fn new(names: &[Option<String>]) -> Self {
        Self::by_language(
            names.iter().map(|name| name.as_ref().map(|name| Text::new(name.clone(), name.clone()))),
        )
    }

    /// These names, each in both languages; `None` is told as the seat's number.
    pub fn by_language(names: impl IntoIterator<Item = Option<Text>>) -> Self {
        let called = |(i, name): (usize, Option<Text>)| {
            name.unwrap_or_else(|| Text::new(format!("席{i}"), format!("Seat {i}")))
        };
        Self(names.into_iter().enumerate().map(called).collect::<Vec<_>>().into())
    }

    /// Nobody has a name.
    pub fn none(seats: usize) -> Self {
        Self::new(&vec![None; seats])
    }

    /// What a seat is called in one language.
    pub fn of(&self, seat: Seat, language: Language) -> &str {
        self.0.get(seat).map_or("?", |name| name.of(language))
    }

    /// The same words with people called by their names: rules know none and say `席2`, `seat 2` or
    /// `Seat 2`. Who has no name stays a seat.
    #[must_use]
    pub fn told(&self, text: &Text) -> Text {
        Text::new(
            self.named(&text.ja, &["席"], Language::Ja),
            self.named(&text.en, &["Seat ", "seat "], Language::En),
        )
    }

    fn named(&self, mut text: &str, words: &[&str], language: Language) -> String {
        let mut told = String::new();
        while let Some((at, word)) = words.iter().filter_map(|word| Some((text.find(word)?, word))).min() {
            let (before, behind) = (&text[..at], &text[at + word.len()..]);
            let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
            let name = behind[..digits].parse().ok().and_then(|number| self.0.get(Seat::new(number)));
            let as_it_is = &text[at..at + word.len() + digits];
            let name = name.map(|name| name.of(language)).filter(|name| !name.eq_ignore_ascii_case(as_it_is));
            told.push_str(before);
            told.push_str(name.unwrap_or(as_it_is));
            text = &behind[digits..];
        }
        told + text
    }

    /// What a seat is called in Japanese.
    pub fn ja(&self, seat: Seat) -> &str {
        self.0.get(seat).map_or("?", |name| &name.ja)
    }

    /// What a seat is called in English.
    pub fn en(&self, seat: Seat) -> &str {
        self.0.get(seat).map_or("?", |name| &name.en)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(ja: &str, en: &str) -> (String, String) {
        let names = Names::new(&[Some("Aki".into()), None, Some("席0".into())]);
        let told = names.told(&Text::new(ja, en));
        (told.ja.into_owned(), told.en.into_owned())
    }

    #[test]
    fn seats_are_called_by_their_names() {
        let (ja, en) =
            told("席0の手番ではありません。今は席2の手番です。", "It is not seat 0's turn but seat 2's.");
        assert_eq!(ja, "Akiの手番ではありません。今は席0の手番です。");
        assert_eq!(en, "It is not Aki's turn but 席0's.");
    }

    #[test]
    fn who_has_no_name_or_does_not_exist_stays_a_seat() {
        let same = ("席1と席7と席999と席。", "Seat 1, seat 7, seat 999 and seat .");
        assert_eq!(told(same.0, same.1), (same.0.to_owned(), same.1.to_owned()));
    }
}
