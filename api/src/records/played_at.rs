//! When something was played: the moment, and what the clock at the table showed, where somebody said it.
//!
//! When something was played is a moment and perhaps an offset, stored as it was given. Searches and statistics order
//! moments. Days begin where `tz` says. A column of offsets would give each record's own day, at the price of days that
//! overlap.

use std::fmt;
use std::ops::RangeInclusive;

use chrono::{DateTime, Datelike, FixedOffset, SecondsFormat, SubsecRound, TimeDelta, Utc};
use kifu_statistics::time_zone::TimeZone;
use schemars::JsonSchema;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;

use crate::http::problem::Problem;
use crate::http::words::records::Records;
use kifu_store::now;

/// The years that every format can express, RFC 3339 among them.
const ALLOWED_YEARS: RangeInclusive<i32> = 1..=9999;

/// Clocks differ from UTC by less than this, in seconds; PostgreSQL reads no more.
const FARTHEST: i32 = 16 * 3600;

/// The first year that people remember playing in.
const FIRST_YEAR: i32 = 1900;
/// How far ahead of ours a clock at a table may be: the farthest time zone, and a little more.
const MAX_CLOCK_LEAD: TimeDelta = TimeDelta::days(1);

/// True if something can have happened at this moment, with `now` as the time now. One record of the year 2999 would
/// spoil every mean of times.
pub fn can_have_happened(at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    at.year() >= FIRST_YEAR && at <= now + MAX_CLOCK_LEAD
}

/// A moment with the offset of the clock at the table. `Z` and `-00:00` say nothing of that clock (RFC 9557, 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(inline, with = "DateTime<Utc>")]
pub struct PlayedAt {
    moment: DateTime<Utc>,
    offset: Option<FixedOffset>,
}

impl PlayedAt {
    /// The moment.
    pub fn utc(self) -> DateTime<Utc> {
        self.moment
    }

    /// The time on the clock at the table; in this time zone, if nobody said one.
    pub fn on_clock(self, otherwise: TimeZone) -> DateTime<FixedOffset> {
        self.offset.map_or_else(|| otherwise.at(self.moment), |offset| self.moment.with_timezone(&offset))
    }

    /// Refuses a time at which nothing can have been played, to be called by this name.
    ///
    /// # Errors
    ///
    /// If it lies before 1900, or more than a day ahead.
    pub fn check(self, field: &str) -> Result<(), Problem> {
        if can_have_happened(self.moment, now()) {
            return Ok(());
        }
        let message = Records::TimeOfPlay { field: field.into() };
        Err(Problem::field(field, message).with(json!({"field": field, "input": self})))
    }
}

impl fmt::Display for PlayedAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.offset {
            Some(offset) => self.moment.with_timezone(&offset).to_rfc3339_opts(SecondsFormat::AutoSi, false),
            None => self.moment.to_rfc3339_opts(SecondsFormat::AutoSi, true),
        };
        f.write_str(&text)
    }
}

impl Serialize for PlayedAt {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PlayedAt {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_str(TimeReader)
    }
}

/// Reads the moment of a time, by the reader of [`PlayedAt`].
///
/// # Errors
///
/// If the time does not follow RFC 3339, or some format can't express its year.
pub fn moment<'de, D: Deserializer<'de>>(reader: D) -> Result<DateTime<Utc>, D::Error> {
    PlayedAt::deserialize(reader).map(PlayedAt::utc)
}

/// Reads a time that may be missing.
///
/// # Errors
///
/// As [`moment`].
pub fn moment_if_any<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<DateTime<Utc>>, D::Error> {
    Option::<PlayedAt>::deserialize(reader).map(|time| time.map(PlayedAt::utc))
}

/// Reads what RFC 3339 allows and no more: chrono's own reader takes signs before years, and single digits. A time is as
/// exact as the store keeps it.
struct TimeReader;

impl Visitor<'_> for TimeReader {
    type Value = PlayedAt;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an RFC 3339 formatted date and time string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<PlayedAt, E> {
        let time = DateTime::parse_from_rfc3339(text).map_err(E::custom)?;
        let moment = time.to_utc().trunc_subsecs(6);
        if ![time.year(), moment.year()].iter().all(|year| ALLOWED_YEARS.contains(year)) {
            return Err(E::custom("a year that not every format can express"));
        }
        let is_said = !text.ends_with(['Z', 'z']) && !text.ends_with("-00:00");
        let offset = Some(*time.offset());
        let offset = offset.filter(|offset| is_said && offset.local_minus_utc().abs() < FARTHEST);
        Ok(PlayedAt { moment, offset })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_keeps_the_offset_that_was_said() {
        for (input, shown, day) in [
            ("2026-01-01T01:30:00+09:00", "2026-01-01T01:30:00+09:00", "2026-01-01"),
            ("2025-12-31T16:30:00Z", "2025-12-31T16:30:00Z", "2026-01-01"),
            ("2025-12-31T16:30:00-00:00", "2025-12-31T16:30:00Z", "2026-01-01"),
            ("2025-12-31T16:30:00+00:00", "2025-12-31T16:30:00+00:00", "2025-12-31"),
            ("2025-12-31T16:30:00.250-08:00", "2025-12-31T16:30:00.250-08:00", "2025-12-31"),
            ("2026-01-01T16:29:00+23:59", "2025-12-31T16:30:00Z", "2026-01-01"),
        ] {
            let time: PlayedAt = serde_json::from_value(input.into()).expect(input);
            assert_eq!(serde_json::to_value(time).expect("text"), shown, "{input}");
            let tokyo = TimeZone::read("Asia/Tokyo").expect("known");
            assert_eq!(time.on_clock(tokyo).format("%Y-%m-%d").to_string(), day, "{input}");
        }
        for refused in [
            "yesterday",
            "2026-01-01",
            "2026-1-1T1:30:00Z",
            "+12026-01-01T00:00:00Z",
            "12026-01-01T00:00:00Z",
            "-0001-01-01T00:00:00Z",
            "0000-06-01T00:00:00Z",
            "0001-01-01T00:00:00+01:00",
            "9999-12-31T23:59:59-01:00",
        ] {
            assert!(serde_json::from_value::<PlayedAt>(refused.into()).is_err(), "{refused}");
        }
    }

    #[test]
    fn the_same_moment_with_another_offset_is_another_time() {
        let read = |text: &str| serde_json::from_value::<PlayedAt>(text.into()).expect(text);
        let (here, there) = (read("2026-01-01T01:00:00+09:00"), read("2025-12-31T16:00:00Z"));
        assert!(here != there && here.utc() == there.utc());
    }

    #[test]
    fn nothing_was_played_before_1900_or_is_played_after_tomorrow() {
        let now: DateTime<Utc> = "2026-11-27T12:00:00Z".parse().expect("a time");
        for (at, can_be) in [
            ("0000-06-01T00:00:00Z", false),
            ("1899-12-31T23:59:59Z", false),
            ("1900-01-01T00:00:00Z", true),
            ("2026-11-27T12:00:00Z", true),
            ("2026-11-28T12:00:00Z", true),
            ("2026-11-28T12:00:01Z", false),
            ("2999-01-01T00:00:00Z", false),
        ] {
            assert_eq!(can_have_happened(at.parse().expect("a time"), now), can_be, "{at}");
        }
    }
}
