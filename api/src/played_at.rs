//! When something was played: the moment, and what the clock at the table showed, where somebody said it.
//!
//! When something was played is a moment and perhaps an offset, stored as it was given. Searches and statistics order
//! moments. Days begin where `tz` says. A column of offsets would give each record's own day, at the price of days that
//! overlap.

use std::fmt;

use chrono::{DateTime, FixedOffset, SecondsFormat, SubsecRound, Utc};
use kifu_statistics::time_zone::TimeZone;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Clocks differ from UTC by less than this, in seconds; PostgreSQL reads no more.
const FARTHEST: i32 = 16 * 3600;

/// A moment with the offset of the clock at the table. `Z` and `-00:00` say nothing of that clock (RFC 9557, 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedAt {
    moment: DateTime<Utc>,
    offset: Option<FixedOffset>,
}

impl PlayedAt {
    /// The moment.
    pub fn utc(self) -> DateTime<Utc> {
        self.moment
    }

    /// What the clock at the table showed; if nobody said, a clock in this time zone.
    pub fn on_clock(self, otherwise: TimeZone) -> DateTime<FixedOffset> {
        self.offset.map_or_else(|| otherwise.at(self.moment), |offset| self.moment.with_timezone(&offset))
    }

    /// The same, as exact as the store keeps it.
    #[must_use]
    pub fn stored(self) -> Self {
        Self { moment: self.moment.trunc_subsecs(6), ..self }
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
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = PlayedAt;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an RFC 3339 formatted date and time string")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<PlayedAt, E> {
                let time: DateTime<FixedOffset> = text.parse().map_err(E::custom)?;
                let is_said = !text.ends_with(['Z', 'z']) && !text.ends_with("-00:00");
                let offset = Some(*time.offset());
                let offset = offset.filter(|offset| is_said && offset.local_minus_utc().abs() < FARTHEST);
                Ok(PlayedAt { moment: time.to_utc(), offset })
            }
        }
        reader.deserialize_str(Reader)
    }
}

impl JsonSchema for PlayedAt {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PlayedAt".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        DateTime::<Utc>::json_schema(generator)
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
        assert!(serde_json::from_value::<PlayedAt>("yesterday".into()).is_err());
    }

    #[test]
    fn the_same_moment_with_another_offset_is_another_time() {
        let read = |text: &str| serde_json::from_value::<PlayedAt>(text.into()).expect(text);
        let (here, there) = (read("2026-01-01T01:00:00+09:00"), read("2025-12-31T16:00:00Z"));
        assert!(here != there && here.utc() == there.utc());
    }
}
