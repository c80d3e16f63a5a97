//! Statistics that answer questions: what can be asked ([`catalogue`], [`query`]), what is counted ([`columns`]), how it is
//! summed up ([`answer`], [`estimate`]), and how the answer is written ([`values`], [`csv`]).

pub mod answer;
pub mod catalogue;
pub mod columns;
pub mod csv;
pub mod definitions;
pub mod estimate;
pub mod query;
pub mod values;
