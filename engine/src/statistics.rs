//! Observations of a finished record, as numbers with a definition.
//!
//! A game declares its metrics in a constant list. Their words are templates, called as the metrics:
//!
//! ```
//! use kifu_engine::message::Phrases;
//! use kifu_engine::statistics::{Dimension, Metric};
//!
//! const EN: &str = "
//! metric-bluff = Bluff rate
//!     .definition = Per claim: whether it was a lie.
//!     .example-1 = Do lies grow more frequent?
//! dimension-round = Round
//!     .definition = Counted from 1.
//! ";
//! const JA: &str = "
//! metric-bluff = 嘘の割合
//!     .definition = 宣言ごとに、嘘だったかどうかです。
//!     .example-1 = 嘘はラウンドが進むと増えますか。
//! dimension-round = ラウンド
//!     .definition = 1から数えます。
//! ";
//! const TEXTS: Phrases = kifu_engine::phrases!("claims", EN, JA);
//!
//! const ROUND: &Dimension = &TEXTS.dimension("round");
//! const METRICS: &[Metric] = &[TEXTS.share("bluff").by(&[ROUND]).queries(&["group_by=round"])];
//! assert_eq!(METRICS[0].title.en, "Bluff rate");
//! ```
//!
//! A definition says which seat and which thing an observation is about (`Per call, by its caller`), and what counts
//! and what does not. A change to it, or to the observations, adds a version: its date ([`Metric::changed`]), and a
//! note of the change (`.version-2`).
//!
//! An unrevealed value is recorded as unknown, with bounds, not as zero. An observation that certainly exists is made
//! even if the record never learnt its value: `Value::Between` holds the bounds that the known facts leave open. A word
//! that nobody recorded counts for each word between 0 and 1. The invariant in `engine/tests/conformance/unknown.rs`
//! forgets facts at random: every observation then stays equal, or its bounds contain the earlier value. Metrics of
//! facts that people chose to note say so (`only_noted`).

mod observation;

use std::iter;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::message::{Phrase, Phrases};
use crate::phrases;
use crate::text::{Language, Text};
pub use observation::{Observation, Value};

/// How the values of a metric are summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MetricKind {
    /// Numbers: mean, spread, quantiles.
    Number,
    /// Yes or no, as 1 or 0: a share.
    Share,
    /// One word of several: how often each.
    Category,
}

/// The owner of each value of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MetricOf")]
pub enum MetricOf {
    /// Every value belongs to one seat, and to the player who sat there.
    Seat,
    /// Every value belongs to the whole table.
    Table,
}

/// A question that records of a game answer, and its exact meaning.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Metric {
    /// Stable name within the game, in `snake_case`.
    pub name: &'static str,
    /// The title for people.
    pub title: Phrase,
    /// The exact definition of one observation.
    pub definition: Phrase,
    /// The unit of the values; for a category, the thing that each word is about.
    pub unit: Phrase,
    /// How its values are summed up.
    pub kind: MetricKind,
    /// The owner of its values.
    pub of: MetricOf,
    /// The words that a category knows; empty for numbers, and where its values are players or made of digits.
    pub words: &'static [LabelledWord],
    /// The dimensions that its observations can be grouped by, beside those of every metric.
    pub dimensions: &'static [&'static Dimension],
    /// True: it sees only facts that somebody chose to note, such as spoken words. Other facts leave no trace that
    /// bounds could make up for.
    pub only_noted: bool,
    /// True: each observation is of one move and names it. Files of observations then have its step and its event.
    pub of_moves: bool,
    /// Goes up whenever the definition changes.
    pub version: u32,
    /// Every version, the first one first.
    #[schemars(with = "&[MetricChange]")]
    pub changes: History,
    /// The range of its values.
    pub range: ValueRange,
    /// The groupings that separate the observations of one set, where they come in sets, such as one for each way to
    /// land. A mean over whole sets says nothing, so none is given.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub means_by: &'static [&'static str],
    /// A figure to compare its figures with, where one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<&'static Reference>,
    /// True if observing takes so long that it is done once for each record, some time after it has ended
    /// ([`observe_slowly`](crate::game::Metrics::observe_slowly)). Until then the record has no observation of it.
    #[serde(skip)]
    pub is_slow: bool,
    /// The query strings of its examples.
    #[serde(skip)]
    queries: &'static [&'static str],
}

/// The range of a metric's values; one end or both may be open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct ValueRange {
    /// No value is below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<f64>,
    /// No value is above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
}

/// A figure to compare a metric's figures with: the result of chance alone or of a perfect player.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "MetricReference")]
pub struct Reference {
    /// The mean or the share itself.
    pub value: f64,
    /// The meaning of the figure.
    pub title: Phrase,
}

/// A property by which observations of a metric differ.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Dimension {
    /// Stable name, in `snake_case`; the same name means the same throughout a game.
    pub name: &'static str,
    /// The title for people.
    pub title: Phrase,
    /// The definition of its values.
    pub definition: Phrase,
    /// The words it can be; empty where its values are numbers.
    pub words: &'static [LabelledWord],
    /// The separator, where a value is a pair of words in alphabetical order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joined_by: Option<char>,
}

/// A value that is a word: its name for machines and its title for people.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LabelledWord {
    /// As in answers and questions: stable, in `snake_case`.
    pub name: &'static str,
    /// The title for people.
    pub title: Phrase,
}

/// The change that a version of a definition made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MetricChange {
    /// The version.
    pub version: u32,
    /// The date since which it holds: `2026-11-21`.
    pub date: &'static str,
    /// The change, in Japanese.
    pub ja: &'static str,
    /// In English.
    pub en: &'static str,
}

/// The versions of a definition: the first one, and those from later dates on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct History {
    of: Phrase,
    dates: &'static [&'static str],
}

/// A question in words, with its query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// In Japanese.
    pub ja: &'static str,
    /// In English.
    pub en: &'static str,
    /// The query string with the answer, as in `group_by=round`; empty if the metric alone has the answer.
    pub query: &'static str,
}

/// Texts that metrics of several games share.
pub(crate) const TEXTS: Phrases = phrases!("statistics", "statistics/words");

/// The first version of every metric that was there when definitions began to have a history.
const FIRST_VERSION: MetricChange = change(1, "2026-11-21", "最初の版です。", "First version.");

const fn change(version: u32, date: &'static str, ja: &'static str, en: &'static str) -> MetricChange {
    MetricChange { version, date, ja, en }
}

/// The title of one of these words.
pub fn title<'w>(words: &'w [LabelledWord], name: &str) -> Option<&'w Text> {
    words.iter().find(|word| word.name == name).map(|word| &*word.title)
}

impl History {
    /// Every version, the first one first.
    pub fn iter(&self) -> impl Iterator<Item = MetricChange> {
        let Self { of, dates } = *self;
        let later = (2..).zip(dates).map(move |(version, date)| {
            let text = of.numbered("version", version);
            change(version, date, &text.ja, &text.en)
        });
        iter::once(FIRST_VERSION).chain(later)
    }
}

impl Serialize for History {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl Dimension {
    /// Adds the words that it can be.
    #[must_use]
    pub const fn words(mut self, words: &'static [LabelledWord]) -> Self {
        self.words = words;
        self
    }

    /// Makes values pairs of words with this between them.
    #[must_use]
    pub const fn joined_by(mut self, between: char) -> Self {
        self.joined_by = Some(between);
        self
    }

    /// Every value it can be, with its title for people; none for numbers.
    pub fn values(&self) -> Vec<(String, Text)> {
        let names = self.words.iter().map(|word| word.name);
        let values: Vec<String> = match self.joined_by {
            None => names.map(str::to_owned).collect(),
            Some(between) => {
                let pairs = names.clone().flat_map(|one| names.clone().map(move |other| (one, other)));
                pairs
                    .filter(|(one, other)| one <= other)
                    .map(|(one, other)| format!("{one}{between}{other}"))
                    .collect()
            }
        };
        let titled = |value: String| self.title_of(&value).map(|title| (value, title));
        values.into_iter().filter_map(titled).collect()
    }

    /// The title of a value; `None` if these words do not have it.
    pub fn title_of(&self, value: &str) -> Option<Text> {
        let Some(between) = self.joined_by else { return title(self.words, value).cloned() };
        let parts: Vec<&Text> =
            value.split(between).map(|part| title(self.words, part)).collect::<Option<_>>()?;
        let say = |language| parts.iter().map(|part| part.of(language)).collect::<Vec<_>>();
        Some(Text::new(say(Language::Ja).join("・"), say(Language::En).join(" + ")))
    }
}

impl Phrases {
    /// A number of a seat.
    pub const fn number(self, name: &'static str) -> Metric {
        let title = self.phrase("metric", name);
        Metric {
            name,
            title,
            definition: title.attribute("definition"),
            unit: title.attribute("unit"),
            kind: MetricKind::Number,
            of: MetricOf::Seat,
            words: &[],
            dimensions: &[],
            only_noted: false,
            of_moves: false,
            is_slow: false,
            range: ValueRange { least: None, most: None },
            means_by: &[],
            reference: None,
            version: 1,
            changes: History { of: title, dates: &[] },
            queries: &[],
        }
    }

    /// A yes or no of a seat.
    pub const fn share(self, name: &'static str) -> Metric {
        let mut metric = self.number(name);
        metric.kind = MetricKind::Share;
        metric.unit = TEXTS.phrase("unit", "share");
        metric.within(0.0, 1.0)
    }

    /// A word of a seat, for each one of its unit.
    pub const fn category(self, name: &'static str) -> Metric {
        let mut metric = self.number(name);
        metric.kind = MetricKind::Category;
        metric
    }

    /// A dimension with values that are numbers.
    pub const fn dimension(self, name: &'static str) -> Dimension {
        let title = self.phrase("dimension", name);
        Dimension { name, title, definition: title.attribute("definition"), words: &[], joined_by: None }
    }

    /// A word of such values.
    pub const fn word(self, kind: &'static str, name: &'static str) -> LabelledWord {
        LabelledWord { name, title: self.phrase(kind, name) }
    }

    /// A figure to compare the figures of metrics with.
    pub const fn reference(self, name: &'static str, value: f64) -> Reference {
        Reference { value, title: self.phrase("reference", name) }
    }
}

impl Metric {
    /// Example queries that it answers; the catalogue adds the address.
    pub fn examples(&self) -> impl Iterator<Item = Example> {
        let numbered = (1..).zip(self.queries);
        numbered.map(|(number, query)| {
            let text = self.title.numbered("example", number);
            Example { ja: &text.ja, en: &text.en, query }
        })
    }

    /// Makes it a metric of the whole table.
    #[must_use]
    pub const fn of_the_table(mut self) -> Self {
        self.of = MetricOf::Table;
        self
    }

    /// Adds the words that a category knows.
    #[must_use]
    pub const fn words(mut self, words: &'static [LabelledWord]) -> Self {
        self.words = words;
        self
    }

    /// Adds dimensions; observations carry them in any order.
    #[must_use]
    pub const fn by(mut self, dimensions: &'static [&'static Dimension]) -> Self {
        self.dimensions = dimensions;
        self
    }

    /// Sets the least value.
    #[must_use]
    pub const fn at_least(mut self, least: f64) -> Self {
        self.range.least = Some(least);
        self
    }

    /// Sets the least and the greatest value.
    #[must_use]
    pub const fn within(mut self, least: f64, most: f64) -> Self {
        self.range = ValueRange { least: Some(least), most: Some(most) };
        self
    }

    /// Allows means only where one of these groupings separates observations.
    #[must_use]
    pub const fn means_by(mut self, groupings: &'static [&'static str]) -> Self {
        self.means_by = groupings;
        self
    }

    /// Sets the figure that values are compared with.
    #[must_use]
    pub const fn held_against(mut self, reference: &'static Reference) -> Self {
        self.reference = Some(reference);
        self
    }

    /// Restricts the metric to facts that somebody chose to note.
    #[must_use]
    pub const fn where_noted(mut self) -> Self {
        self.only_noted = true;
        self
    }

    /// Makes each observation one of a move.
    #[must_use]
    pub const fn of_moves(mut self) -> Self {
        self.of_moves = true;
        self
    }

    /// Makes it slow: observed once for each record, some time after it has ended.
    #[must_use]
    pub const fn slow(mut self) -> Self {
        self.is_slow = true;
        self
    }

    /// Adds the dates from which later versions hold, from the second on.
    #[must_use]
    pub const fn changed(mut self, dates: &'static [&'static str]) -> Self {
        self.changes.dates = dates;
        let mut later = dates;
        while let [_, rest @ ..] = later {
            self.version += 1;
            later = rest;
        }
        self
    }

    /// Adds questions that the metric answers, as query strings.
    #[must_use]
    pub const fn queries(mut self, queries: &'static [&'static str]) -> Self {
        self.queries = queries;
        self
    }
}

/// The round of an observation; every metric of moves in a game of rounds has it, so that observations of one round can
/// be joined.
pub const ROUND: &Dimension = &TEXTS.dimension("round");

/// The other seat that an observation is about. Its player can be grouped by, too.
pub const OTHER_SEAT: &Dimension = &TEXTS.dimension("other_seat");
