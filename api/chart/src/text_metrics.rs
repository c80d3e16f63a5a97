//! Estimates of the width of text without the reader's fonts, and line breaks.

use kifu_names::{isolated_line, letters};
use unicode_linebreak::linebreaks;
use unicode_width::UnicodeWidthChar;

/// The widths of half-width and of full-width characters, in font sizes.
const HALF_WIDTH_EM: f64 = 0.56;
const FULL_WIDTH_EM: f64 = 1.0;

/// The estimated width of a text in this font size; rather too large than too small.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| char_width(c) * size).sum()
}

fn char_width(c: char) -> f64 {
    match c.width() {
        None | Some(0) => 0.0,
        Some(1) => HALF_WIDTH_EM,
        Some(_) => FULL_WIDTH_EM,
    }
}

/// A text that fits into a width, with an ellipsis if it was truncated.
pub fn truncate(text: &str, size: f64, max_width: f64) -> String {
    let text = without_control_characters(text);
    if width(&text, size) <= max_width {
        return text;
    }
    let mut left = max_width - size;
    let fits = |letter: &&str| {
        left -= width(letter, size);
        left >= 0.0
    };
    let fitting: String = letters(&text).take_while(fits).collect();
    without_control_characters(&(fitting.trim_end().to_owned() + "…"))
}

/// A text in lines of this width, broken where its script allows (UAX 14); a longer word is truncated.
pub fn lines(text: &str, size: f64, max_width: f64) -> Vec<String> {
    let text = without_control_characters(text);
    let mut lines = Vec::new();
    let (mut start, mut last_fitting) = (0, 0);
    for (end, _) in linebreaks(&text) {
        if last_fitting > start && width(text[start..end].trim_end(), size) > max_width {
            lines.push(truncate(text[start..last_fitting].trim_end(), size, max_width));
            start = last_fitting;
        }
        last_fitting = end;
    }
    lines.push(truncate(text[start..].trim_end(), size, max_width));
    lines
}

/// A text without characters that XML cannot hold; right-to-left parts of it do not turn their surroundings round.
pub fn without_control_characters(text: &str) -> String {
    let is_drawn = |letter: &char| !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}');
    isolated_line(&text.chars().filter(is_drawn).collect::<String>()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_truncated_to_a_width() {
        assert_eq!(truncate("Bremen", 10.0, 40.0), "Bremen");
        assert_eq!(truncate("Bremen town", 10.0, 45.0), "Bremen…");
        assert_eq!(truncate("ブレーメン", 10.0, 42.0), "ブレー…");
        assert_eq!(truncate("a\u{0}\u{202e}b", 10.0, 42.0), "ab");
        assert_eq!(truncate("か\u{3099}き\u{3099}く\u{3099}け", 10.0, 32.0), "か\u{3099}き\u{3099}…");
        assert_eq!(truncate("أحمد بن علي", 10.0, 42.0), "\u{2068}أحمد…\u{2069}");
    }

    #[test]
    fn lines_break_where_the_script_allows() {
        assert_eq!(lines("how often they bluff", 10.0, 60.0), ["how often", "they bluff"]);
        assert_eq!(lines("席が、多いほど。", 10.0, 40.0), ["席が、多", "いほど。"]);
        assert_eq!(lines("", 10.0, 40.0), [""]);
    }
}
