//! Texts without arguments: of metrics and settings, and the names of their words.

use crate::message::Phrases;
use crate::phrases;

/// In `texts/en.ftl` and `texts/ja.ftl`.
pub const TEXTS: Phrases = phrases!("texts of you_cry_wolf", "texts");
