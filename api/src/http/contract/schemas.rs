//! Words that parameters take.

use kifu_engine::board::Layout;
use kifu_engine::text::Language;

/// The languages that people are answered in.
pub fn languages() -> Vec<String> {
    Language::ALL.into_iter().map(|language| language.code().to_owned()).collect()
}

/// The rooms for which boards are drawn.
pub fn layouts() -> Vec<String> {
    Layout::ALL.iter().map(|layout| <&str>::from(layout).to_owned()).collect()
}
