//! Texts that take no values: of metrics and settings, and what their words are called.

use crate::message::Phrases;
use crate::phrases;

/// In `texts/en.ftl` and `texts/ja.ftl`.
pub const TEXTS: Phrases = phrases!("texts of punyon_ken", "texts");
