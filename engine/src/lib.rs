//! The rules of Kifu's games, and the fold that turns a log of moves into a position.
//!
//! Nothing in this crate reads a clock, draws a random number, touches a file, a database or
//! the network: the same log folds to the same position everywhere, for ever.
//!
//! # A record, from its opening to its replay
//!
//! A record is opened for a game of the registry. Each action is appended as JSON, and the answer is the event as it is
//! to be stored. Loading only folds the stored events again.
//!
//! ```
//! use kifu_engine::erased::Rejected;
//! use kifu_engine::seat::{Seat, Viewer};
//! use kifu_engine::text::Names;
//! use serde_json::json;
//!
//! let game = kifu_engine::games::find("you_cry_wolf").unwrap();
//! let mut record = game.open_new(2, &json!({}))?;
//! record.append(&json!({"type": "choose_first_player", "seat": 0}))?;
//! let stored = record.append(&json!({"type": "bet", "seat": 0, "die": "cow", "row": "cow", "claim": 2}))?;
//! assert_eq!(stored.value()["claim"], 2);
//!
//! // A move that breaks a rule is refused with the id of the rule, and changes nothing.
//! let bet = json!({"type": "bet", "seat": 1, "die": "cow", "row": "cow", "claim": 2});
//! let Err(Rejected::Refused(refusal)) = record.append(&bet) else { panic!("2 is too low now") };
//! assert_eq!(refusal.violation.rule, "YCW-6");
//! assert!(refusal.violation.can_record_anyway, "claims too low have been heard of");
//! assert_eq!(record.version().0, 2);
//!
//! // The moves that may happen next are listed, a claim as a range.
//! assert!(record.choices().iter().any(|choice| choice.value()["type"] == "call"));
//!
//! // A seat notes its own cup. Nobody else learns the dice, nor that there is a note.
//! let dice = json!(["cow", "cow", "sheep", "wolf", null, null]);
//! record.append(&json!({"type": "note_cup", "seat": 1, "dice": dice}))?;
//! assert_eq!(record.seen_by(Viewer::Seat(Seat::new(1))).version().0, 3);
//! assert_eq!(record.seen_by(Viewer::Public).version().0, 2);
//!
//! // The whole game can be replayed, step by step.
//! let names = Names::new(&[Some("Aki".to_owned()), Some("Ben".to_owned())]);
//! let steps = record.steps(2, 2, &names);
//! assert_eq!(steps[0].narration[0].en, "Aki places a cow and claims 2 cows.");
//!
//! // Nothing is ever rewritten: a correction is an entry too.
//! record.append(&json!({"type": "take_back", "count": 2}))?;
//! assert_eq!((record.version().0, record.len()), (4, 1));
//!
//! // The stored log is the record.
//! let mut again = game.open_new(2, &json!({}))?;
//! for entry in record.entries(kifu_engine::seq::Seq(1)) {
//!     again.append_stored(&entry.payload.to_string())?;
//! }
//! assert_eq!(again.state(), record.state());
//! # Ok::<(), Rejected>(())
//! ```

pub mod analysis;
pub mod board;
pub mod budget;
pub mod canonical_json;
pub mod count;
pub mod erased;
pub mod fact;
pub mod form;
pub mod game;
pub mod games;
pub mod joint;
mod json;
pub mod kinds;
pub mod malformed;
pub mod message;
pub mod outcome;
pub mod picture;
pub mod policy;
pub mod range;
pub mod record;
pub mod rules;
pub mod seat;
pub mod seq;
pub mod setting;
pub mod shared;
pub mod sitter;
pub mod statistics;
pub mod style;
pub mod tagged;
pub mod text;
pub mod violation;
pub mod vocabulary;
pub mod words;
