//! Records of games: opening them, finding them, adding to them, seeing them again.

pub mod analysis;
mod analysis_table;
mod archive_facts;
pub mod board;
pub mod choices;
mod conflict;
pub mod copies;
pub mod events;
mod finished;
pub mod forms;
pub mod joint;
pub mod list;
mod listed_table;
pub mod moves;
pub mod open;
pub mod patch;
pub mod perspective;
pub mod proof;
pub mod replay;
pub mod revise;
pub mod seat;
pub mod share;
pub mod show;
pub mod tokens;
mod written;
