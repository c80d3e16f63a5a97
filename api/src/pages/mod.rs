//! Pages for people. They are equal for everybody: they get private content from the API, with the token that their
//! link carries behind `#`. Only the head of a record's pages has public content of it, for previews of links.

mod answer;
pub mod files;
mod games;
pub mod home;
pub mod language;
mod layout;
pub mod open;
pub mod pad;
pub mod player;
pub mod players;
pub mod preview;
pub mod previews;
pub mod problem;
pub mod record;
pub mod rules;
pub mod saved;
pub mod statistics;
mod words;
