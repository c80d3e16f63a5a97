//! Time zones, in which days, weeks, months and years begin.

use chrono::{DateTime, Days, FixedOffset, NaiveDate, NaiveTime, Offset, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;

/// The pattern of a time zone: a name of the IANA database, or an offset. In a URL a `+` that is not encoded is read as
/// a blank.
pub const PATTERN: &str = "^([A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*|[ +-](0[0-9]|1[0-5]):[0-5][0-9])$";

/// A time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeZone {
    /// A fixed offset.
    Fixed(FixedOffset),
    /// One of the IANA database.
    Named(Tz),
}

impl TimeZone {
    /// Coordinated universal time.
    pub const UTC: Self = Self::Named(Tz::UTC);

    /// The time zone of a name, `Asia/Tokyo`, or an offset, `+09:00`.
    pub fn read(text: &str) -> Option<Self> {
        if let Ok(zone) = text.parse() {
            return Some(Self::Named(zone));
        }
        let (sign, rest) = match text.split_at_checked(1)? {
            ("+" | " ", rest) => (1, rest),
            ("-", rest) => (-1, rest),
            _ => return None,
        };
        let (hours, minutes) = rest.split_once(':')?;
        let number = |text: &str, most: i32| -> Option<i32> {
            let is_plain = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|number| is_plain && *number <= most)
        };
        let seconds = number(hours, 15)? * 3600 + number(minutes, 59)? * 60;
        FixedOffset::east_opt(sign * seconds).map(Self::Fixed)
    }

    /// A time with the offset that the clocks there have then.
    pub fn at(self, time: DateTime<Utc>) -> DateTime<FixedOffset> {
        match self {
            Self::Fixed(offset) => time.with_timezone(&offset),
            Self::Named(zone) => time.with_timezone(&zone.offset_from_utc_datetime(&time.naive_utc()).fix()),
        }
    }

    /// The local clock time at a time, both in milliseconds since 1970; the time itself beyond the calendar.
    pub fn clock(self, millis: i64) -> i64 {
        if self == Self::UTC {
            return millis;
        }
        let Some(time) = DateTime::from_timestamp_millis(millis) else { return millis };
        millis.saturating_add(i64::from(self.at(time).offset().local_minus_utc()) * 1000)
    }

    /// When a day begins there: at midnight, or at the first moment of it that the clocks there show.
    pub fn beginning(self, day: NaiveDate) -> Option<DateTime<Utc>> {
        let midnight = day.and_time(NaiveTime::MIN);
        let first = |zone: Tz| {
            let quarters =
                (0..=4 * 25).map(|quarters| midnight.checked_add_signed(TimeDelta::minutes(15 * quarters)));
            quarters.flatten().find_map(|clock| zone.from_local_datetime(&clock).earliest())
        };
        match self {
            Self::Fixed(offset) => offset.from_local_datetime(&midnight).earliest().map(|time| time.to_utc()),
            Self::Named(zone) => first(zone).map(|time| time.to_utc()),
        }
    }

    /// When a day ends there: when the next one begins.
    pub fn end(self, day: NaiveDate) -> Option<DateTime<Utc>> {
        self.beginning(day.checked_add_days(Days::new(1))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    #[test]
    fn a_time_zone_is_a_name_or_an_offset() {
        for (text, offset) in [
            ("UTC", 0),
            ("Asia/Tokyo", 32_400),
            ("+09:00", 32_400),
            (" 09:00", 32_400),
            ("-03:30", -12_600),
            ("+00:00", 0),
            ("+15:59", 57_540),
        ] {
            let zone = TimeZone::read(text).expect(text);
            assert_eq!(zone.at(DateTime::UNIX_EPOCH).offset().local_minus_utc(), offset, "{text}");
        }
        for nonsense in
            ["", "Tokyo", "Asia/Edo", "+9:00", "+0900", "+16:00", "09:00", "+09:60", "+-9:00", "é"]
        {
            assert_eq!(TimeZone::read(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn a_day_begins_when_the_clocks_there_show_it() {
        for (zone, begins, from, to) in [
            ("UTC", "2026-03-29", "2026-03-29T00:00:00Z", "2026-03-30T00:00:00Z"),
            ("Asia/Tokyo", "2026-01-01", "2025-12-31T15:00:00Z", "2026-01-01T15:00:00Z"),
            ("-03:30", "2026-01-01", "2026-01-01T03:30:00Z", "2026-01-02T03:30:00Z"),
            // The day on which summer time begins has 23 hours.
            ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
            // Its clocks went from 23:59:59 to 01:00:00.
            ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"),
            // Samoa had no such day.
            ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"),
        ] {
            let (zone, day) = (TimeZone::read(zone).expect(zone), day(begins));
            let bounds = [zone.beginning(day), zone.end(day)].map(|time| time.map(|time| time.to_rfc3339()));
            let expected =
                [from, to].map(|time| time.parse::<DateTime<Utc>>().ok().map(|time| time.to_rfc3339()));
            assert_eq!(bounds, expected, "{zone:?}");
        }
    }

    #[test]
    fn a_clock_shows_its_own_time() {
        let tokyo = TimeZone::read("Asia/Tokyo").expect("known");
        assert_eq!((tokyo.clock(0), TimeZone::UTC.clock(5)), (32_400_000, 5));
        assert_eq!(tokyo.clock(i64::MAX), i64::MAX);
    }
}
