//! Letters as people see them: extended grapheme clusters (UAX #29).

use unicode_segmentation::UnicodeSegmentation;

/// The letters of a text.
pub fn letters(text: &str) -> impl Iterator<Item = &str> {
    text.graphemes(true)
}

/// How many letters a text has.
pub fn letter_count(text: &str) -> usize {
    text.graphemes(true).count()
}

/// The beginning of a text, of at most so many letters; where something is cut off, the last of them is `…`.
pub fn clipped(text: &str, most: usize) -> String {
    let mut starts = text.grapheme_indices(true).map(|(start, _)| start);
    let cut = starts.nth(most.saturating_sub(1));
    match cut.filter(|_| starts.next().is_some()) {
        Some(cut) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_letters_only() {
        let family = "👨‍👩‍👧";
        for (text, most, expected) in [
            ("Aki", 3, "Aki".to_owned()),
            ("Akiko", 3, "Ak…".to_owned()),
            ("か\u{3099}き\u{3099}く\u{3099}", 2, "か\u{3099}…".to_owned()),
            (&*family.repeat(3), 2, format!("{family}…")),
            ("क्षत्रिय", 2, "क्ष…".to_owned()),
            ("", 0, String::new()),
        ] {
            assert_eq!(clipped(text, most), expected, "{text}");
        }
        assert_eq!(letter_count(family), 1);
    }
}
