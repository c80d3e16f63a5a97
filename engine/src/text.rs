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
        let called = |(i, name): (usize, &Option<String>)| match name {
            Some(name) => Text::new(name.clone(), name.clone()),
            None => Text::new(format!("席{i}"), format!("Seat {i}")),
        };
        Self(names.iter().enumerate().map(called).collect::<Vec<_>>().into())
    }

    /// Nobody has a name.
    pub fn none(seats: usize) -> Self {
        Self::new(&vec![None; seats])
    }

    /// What a seat is called in one language.
    pub fn of(&self, seat: Seat, language: Language) -> &str {
        self.0.get(seat).map_or("?", |name| name.of(language))
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
