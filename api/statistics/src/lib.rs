//! Statistics that answer questions: pages of numbers in, answers out. No HTTP, no SQL, no clock.
//!
//! Counted games ([`entries`]) lie in [`columns`], of which chunks are read ([`chunk`]). A [`question`] is asked of
//! them. The [`answer`] is summed up ([`estimate`]) and written ([`values`], [`csv`]), with the words that people have
//! for it ([`titles`]). The [`catalogue`] lists the possible questions. There is also everything as Parquet ([`bulk`]),
//! and the [`ratings`] of players.

pub mod answer;
pub mod bulk;
pub mod catalogue;
pub mod chunk;
pub mod columns;
pub mod common;
pub mod csv;
pub mod definitions;
pub mod entries;
pub mod estimate;
pub mod groupings;
pub mod opponents;
pub mod period;
pub mod question;
pub mod ratings;
pub mod rounding;
pub mod shapes;
pub mod time_zone;
pub mod titles;
pub mod values;
pub mod words;
