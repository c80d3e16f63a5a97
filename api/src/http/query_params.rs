//! Parameters of a query as they were given, each read with a precise message: the parameter, the given value, and the
//! allowed values.

use chrono::{DateTime, NaiveDate, Utc};
use kifu_engine::message::Quote;
use kifu_engine::text::Language;
use kifu_engine::words::Bounds;
use kifu_names::NameKey;
use kifu_statistics::time_zone::{PATTERN, TimeZone};
use serde_json::json;
use uuid::Uuid;

use crate::http::contract::Parameter;
use crate::http::problem::Problem;
use crate::http::words::requests::Requests;
use crate::http::words::{Field, shortened};

/// A parameter may be repeated so often.
const MAX_REPETITIONS: usize = 20;

/// A day or a time as RFC 3339 writes them.
pub const TIME_PATTERN: &str = "^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2}))?$";

/// The time zone in which days are meant.
pub const TIME_ZONE: Parameter = Parameter::pattern(
    "tz",
    PATTERN,
    "The time zone in which days, weeks, months and years begin: a name (`Asia/Tokyo`) or an offset (`+09:00`); UTC if nobody says.",
);

/// Names and values, in the order given.
#[derive(Clone, Copy)]
pub struct QueryParams<'q>(pub &'q [(String, String)]);

impl<'q> QueryParams<'q> {
    /// Every name is known, no value is too long, and the time zone is one, whatever is asked of it.
    pub fn check(&self, allowed: &[Parameter]) -> Result<(), Problem> {
        for (name, value) in self.0 {
            let Some(parameter) = allowed.iter().find(|parameter| parameter.name() == name) else {
                return Err(unknown_parameter(
                    name,
                    allowed.iter().map(|parameter| parameter.name().to_owned()),
                ));
            };
            let longest = parameter.longest();
            if value.chars().count() > longest {
                let message = Requests::TooLong { name: name.into(), most: longest };
                return Err(Problem::parameter(name, message));
            }
            if self.all(name).count() > MAX_REPETITIONS {
                let message = Requests::TooOften { name: name.into(), most: MAX_REPETITIONS };
                return Err(Problem::parameter(name, message));
            }
        }
        self.time_zone().map(|_| ())
    }

    /// Each value of a parameter.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &'q str> {
        self.0.iter().filter(move |(param, _)| param == name).map(|(_, value)| value.as_str())
    }

    /// Each parameter whose name begins so: the rest of the name, and the value.
    pub fn with_prefix(&self, prefix: &str) -> impl Iterator<Item = (&'q str, &'q str)> {
        self.0.iter().filter_map(move |(name, value)| Some((name.strip_prefix(prefix)?, value.as_str())))
    }

    /// The value of a parameter that may be given once.
    pub fn one(&self, name: &str) -> Result<Option<&'q str>, Problem> {
        let mut all = self.all(name);
        match (all.next(), all.next()) {
            (_, Some(_)) => Err(Problem::parameter(name, Requests::OnlyOnce { name: name.into() })),
            (only, None) => Ok(only),
        }
    }

    /// Text that is not blank.
    pub fn text(&self, name: &str) -> Result<Option<String>, Problem> {
        self.one(name)?.map(|text| not_blank(name, text)).transpose()
    }

    /// Texts that are not blank.
    pub fn texts(&self, name: &str) -> Result<Vec<String>, Problem> {
        self.all(name).map(|text| not_blank(name, text)).collect()
    }

    /// A value by its word.
    pub fn choice<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> Result<Option<T>, Problem> {
        let Some(word) = self.one(name)? else { return Ok(None) };
        let chosen = choices.iter().find(|(choice, _)| *choice == word).map(|(_, value)| *value);
        let words = choices.iter().map(|(choice, _)| choice);
        chosen.map(Some).ok_or_else(|| not_among(name, word, words))
    }

    /// A language by its code.
    pub fn language(&self) -> Result<Option<Language>, Problem> {
        self.choice("language", &Language::ALL.map(|language| (language.code(), language)))
    }

    /// One of these words.
    pub fn word(&self, name: &str, allowed: &[impl AsRef<str>]) -> Result<Option<String>, Problem> {
        self.one(name)?.map(|word| one_of(name, word, allowed)).transpose()
    }

    /// Some of these words.
    pub fn words(&self, name: &str, allowed: &[impl AsRef<str>]) -> Result<Vec<String>, Problem> {
        self.all(name).map(|word| one_of(name, word, allowed)).collect()
    }

    /// `true` or `false`.
    pub fn boolean(&self, name: &str) -> Result<Option<bool>, Problem> {
        self.choice(name, &[("true", true), ("false", false)])
    }

    /// An id.
    pub fn id(&self, name: &str) -> Result<Option<Uuid>, Problem> {
        let Some(text) = self.one(name)? else { return Ok(None) };
        let id = text
            .parse()
            .map_err(|_| must_be(name, Requests::Id).with(json!({"parameter": name, "input": text})));
        id.map(Some)
    }

    /// The time zone in which days begin; UTC if none is given.
    pub fn time_zone(&self) -> Result<TimeZone, Problem> {
        time_zone(self.one("tz")?)
    }

    /// A whole number between these.
    pub fn number<T: TryFrom<i64>>(&self, name: &str, min: i64, max: i64) -> Result<Option<T>, Problem> {
        self.one(name)?.map(|text| number(name, text, min, max)).transpose()
    }

    /// Whole numbers between these.
    pub fn numbers<T: TryFrom<i64>>(&self, name: &str, min: i64, max: i64) -> Result<Vec<T>, Problem> {
        self.all(name).map(|text| number(name, text, min, max)).collect()
    }

    /// The beginning of a day or, at its end, that of the next one, in the time zone that is given; or a time.
    pub fn time(&self, name: &str, at_its_end: bool) -> Result<Option<DateTime<Utc>>, Problem> {
        let Some(text) = self.one(name)? else { return Ok(None) };
        time(text, at_its_end, self.time_zone()?)
            .map(Some)
            .ok_or_else(|| must_be(name, Requests::DayOrTime).with(json!({"parameter": name, "input": text})))
    }
}

/// The time zone of `tz`; UTC if none is given.
pub fn time_zone(input: Option<&str>) -> Result<TimeZone, Problem> {
    let Some(text) = input else { return Ok(TimeZone::UTC) };
    TimeZone::read(text)
        .ok_or_else(|| must_be("tz", Requests::TimeZone).with(json!({"parameter": "tz", "input": text})))
}

/// A day in a time zone, its beginning or its end, or a time.
pub fn time(text: &str, at_its_end: bool, zone: TimeZone) -> Option<DateTime<Utc>> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|_| text.len() == 10);
    let midnight = day.and_then(|day| if at_its_end { zone.end(day) } else { zone.beginning(day) });
    midnight.or_else(|| DateTime::parse_from_rfc3339(text).ok().map(|time| time.to_utc()))
}

/// Words as parameters have them.
pub fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Text with something to be seen in it.
pub fn not_blank(name: &str, text: &str) -> Result<String, Problem> {
    if NameKey::of(text).is_empty() {
        return Err(Problem::parameter(name, Requests::Empty { name: name.into() }));
    }
    Ok(text.to_owned())
}

/// A whole number between these.
pub fn number<T: TryFrom<i64>>(name: &str, text: &str, min: i64, max: i64) -> Result<T, Problem> {
    let number = text.parse().ok().filter(|number| (min..=max).contains(number));
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
        must_be(name, Requests::WholeNumberIn { bounds: Bounds::Between(min, max) })
            .with(json!({"parameter": name, "input": text, "allowed": {"min": min, "max": max}}))
    })
}

/// The complaint about a value of another kind than it must be.
pub fn must_be(name: &str, expected: Requests) -> Problem {
    Problem::parameter(name, Requests::MustBe { field: Some(name.into()), expected: expected.into() })
}

/// One of these words.
pub fn one_of(name: &str, word: &str, allowed: &[impl AsRef<str>]) -> Result<String, Problem> {
    let is_allowed = allowed.iter().any(|allowed| allowed.as_ref() == word);
    if is_allowed { Ok(word.to_owned()) } else { Err(not_among(name, word, allowed)) }
}

/// The complaint about a word that is none of these.
pub fn not_among(name: &str, input: &str, allowed: impl IntoIterator<Item: AsRef<str>>) -> Problem {
    let allowed: Vec<_> = allowed.into_iter().map(|word| word.as_ref().to_owned()).collect();
    let input = shortened(input);
    let message = Requests::NotAmong {
        field: name.into(),
        input: Quote(input.clone()),
        allowed: Field::list(&allowed),
    };
    Problem::parameter(name, message).with(json!({"parameter": name, "input": input, "allowed": allowed}))
}

/// The complaint about a parameter that is none of these.
pub fn unknown_parameter(name: &str, allowed: impl IntoIterator<Item = String>) -> Problem {
    let allowed: Vec<_> = allowed.into_iter().collect();
    let message = Requests::UnknownParameter { name: name.into(), allowed: Field::list(&allowed) };
    Problem::parameter(name, message).with(json!({"parameter": name, "allowed": allowed}))
}

/// The size of a page as it is asked for, within bounds; usually `usual`.
pub fn limit(input: Option<&str>, usual: u32, most: u32) -> Result<u32, Problem> {
    input.map_or(Ok(usual), |text| number("limit", text, 1, most.into()))
}

/// `BoardGameGeek`'s number of a game.
pub fn bgg_id(input: Option<&str>) -> Result<Option<u32>, Problem> {
    input.map(|text| number("bgg_id", text, 1, MAX_BGG_ID.into())).transpose()
}

/// More games than `BoardGameGeek` has, by far.
pub const MAX_BGG_ID: u32 = 999_999_999;
