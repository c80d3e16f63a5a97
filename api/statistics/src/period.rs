//! Stretches of time in which games were played.

use chrono::{DateTime, Datelike, Utc};
use kifu_engine::statistics::LabelledWord;

use super::definitions::TEXTS;

/// A stretch of time, by the calendar or by the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// A date: `2026-11-21`.
    Day,
    /// A week as ISO 8601 counts: `2026-W47`.
    Week,
    /// `2026-11`.
    Month,
    /// `2026`.
    Year,
    /// A day of the week: one of [`WEEKDAYS`].
    Weekday,
    /// An hour of the day, 0 to 23.
    Hour,
}

/// The days of the week, as ISO 8601 orders them.
pub const WEEKDAYS: &[LabelledWord] = &[
    TEXTS.word("weekday", "monday"),
    TEXTS.word("weekday", "tuesday"),
    TEXTS.word("weekday", "wednesday"),
    TEXTS.word("weekday", "thursday"),
    TEXTS.word("weekday", "friday"),
    TEXTS.word("weekday", "saturday"),
    TEXTS.word("weekday", "sunday"),
];

const MILLIS_PER_HOUR: i64 = 3_600_000;
const MILLIS_PER_DAY: i64 = 24 * MILLIS_PER_HOUR;

impl Period {
    /// A number from which the stretch follows in which a clock is that shows this, in milliseconds since 1970.
    pub fn number(self, millis: i64) -> i64 {
        match self {
            Self::Hour => millis.div_euclid(MILLIS_PER_HOUR).rem_euclid(24),
            // 1970 began on a Thursday.
            Self::Weekday => (millis.div_euclid(MILLIS_PER_DAY) + 3).rem_euclid(7),
            Self::Day | Self::Week | Self::Month | Self::Year => millis.div_euclid(MILLIS_PER_DAY),
        }
    }

    /// The name of the stretch of that number; `None` beyond the calendar. An hour is its number.
    pub fn name(self, number: i64) -> Option<String> {
        if self == Self::Hour {
            return Some(number.to_string());
        }
        if self == Self::Weekday {
            let weekday = usize::try_from(number).ok().and_then(|number| WEEKDAYS.get(number));
            return weekday.map(|weekday| weekday.name.to_owned());
        }
        let day: DateTime<Utc> = DateTime::from_timestamp_millis(number.checked_mul(MILLIS_PER_DAY)?)?;
        let week = day.iso_week();
        Some(match self {
            Self::Week => format!("{:04}-W{:02}", week.year(), week.week()),
            Self::Month => day.format("%Y-%m").to_string(),
            Self::Year => day.format("%Y").to_string(),
            _ => day.format("%Y-%m-%d").to_string(),
        })
    }
}
