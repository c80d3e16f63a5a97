//! Statistics that answer questions: pages of numbers in, answers out. No HTTP, no SQL, no clock.
//!
//! What is counted ([`entries`]) lies in [`columns`], of which chunks are read ([`chunk`]); what is asked of them
//! ([`question`]); how it is summed up ([`answer`], [`estimate`]), and how the answer is written ([`values`], [`csv`]),
//! with the words that people have for it ([`titles`]); what can be asked ([`catalogue`]), everything as Parquet
//! ([`bulk`]), and who is how good ([`ratings`]).

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
