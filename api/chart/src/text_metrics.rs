//! How wide words are, near enough without the reader's fonts, and where lines of them may end.

use unicode_linebreak::linebreaks;
use unicode_width::UnicodeWidthChar;

/// The width of a half-width letter, and of a full-width one, in parts of the size.
const HALF: f64 = 0.56;
const FULL: f64 = 1.0;

/// How wide a text of this size is about, rather too much than too little.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| letter(c) * size).sum()
}

fn letter(c: char) -> f64 {
    match c.width() {
        None | Some(0) => 0.0,
        Some(1) => HALF,
        Some(_) => FULL,
    }
}

/// As much of a text as there is room for, with an ellipsis where something is missing.
pub fn clipped(text: &str, size: f64, room: f64) -> String {
    let text = plain(text);
    if width(&text, size) <= room {
        return text;
    }
    let mut left = room - size;
    let fits = |c: &char| {
        left -= letter(*c) * size;
        left >= 0.0
    };
    let clipped: String = text.chars().take_while(fits).collect();
    clipped.trim_end().to_owned() + "…"
}

/// A text in lines of this width, broken where its script allows (UAX 14); what is longer than a line is clipped.
pub fn lines(text: &str, size: f64, room: f64) -> Vec<String> {
    let text = plain(text);
    let mut lines = Vec::new();
    let (mut start, mut fitting) = (0, 0);
    for (end, _) in linebreaks(&text) {
        if fitting > start && width(text[start..end].trim_end(), size) > room {
            lines.push(clipped(text[start..fitting].trim_end(), size, room));
            start = fitting;
        }
        fitting = end;
    }
    lines.push(clipped(text[start..].trim_end(), size, room));
    lines
}

/// Without what XML cannot hold, and what would turn other words around.
pub fn plain(text: &str) -> String {
    let turns = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}');
    text.chars().filter(|c| !c.is_control() && !turns(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_by_the_width_they_take() {
        assert_eq!(clipped("Bremen", 10.0, 40.0), "Bremen");
        assert_eq!(clipped("Bremen town", 10.0, 45.0), "Bremen…");
        assert_eq!(clipped("ブレーメン", 10.0, 42.0), "ブレー…");
        assert_eq!(clipped("a\u{0}\u{202e}b", 10.0, 42.0), "ab");
    }

    #[test]
    fn lines_end_where_the_script_allows() {
        assert_eq!(lines("how often they bluff", 10.0, 60.0), ["how often", "they bluff"]);
        assert_eq!(lines("席が、多いほど。", 10.0, 40.0), ["席が、多", "いほど。"]);
        assert_eq!(lines("", 10.0, 40.0), [""]);
    }
}
