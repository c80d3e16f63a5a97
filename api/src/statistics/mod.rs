//! Statistics that answer questions: what can be asked ([`catalogue`], [`query`]), what is counted ([`entries`],
//! [`columns`]) and read back ([`archive`]), how it is summed up ([`answer`], [`estimate`]), and how the answer is written
//! ([`values`], [`csv`]), with the words that people have for it ([`titles`]).

pub mod ahead;
pub mod answer;
pub mod answered;
pub mod archive;
mod both;
pub mod bulk;
pub mod catalogue;
pub mod chart;
pub mod columns;
pub mod csv;
pub mod definitions;
pub mod entries;
pub mod estimate;
pub mod general;
pub mod leaderboard;
pub mod opponents;
pub mod query;
pub mod ratings;
pub mod shapes;
pub mod show;
pub mod titles;
pub mod told;
pub mod values;
