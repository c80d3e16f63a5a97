//! Keeps the direction of a text from its surroundings (UAX #9).

use std::borrow::Cow;

use icu_properties::props::{BidiClass, BidiControl, BinaryProperty, EnumeratedProperty};

const FIRST_STRONG_ISOLATE: char = '\u{2068}';
const POP_DIRECTIONAL_ISOLATE: char = '\u{2069}';

/// A text to stand among other words. Text written from right to left is put between isolates, so that it does not turn
/// its surroundings round; other text needs none. Controls of direction are removed.
pub fn isolated(text: &str) -> Cow<'_, str> {
    let text = without_controls(text);
    if text.chars().any(is_from_right_to_left) {
        Cow::Owned(format!("{FIRST_STRONG_ISOLATE}{text}{POP_DIRECTIONAL_ISOLATE}"))
    } else {
        text
    }
}

/// A text that stands by itself, perhaps a part of a longer one: isolates that were cut begin and end within it. One that
/// has none is isolated where it must be.
pub fn isolated_line(text: &str) -> Cow<'_, str> {
    let is_isolate = |letter| [FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE].contains(&letter);
    if !text.contains(is_isolate) {
        return isolated(text);
    }
    let (mut open, mut unopened, mut line) = (0_usize, 0_usize, String::new());
    for letter in text.chars().filter(|letter| is_isolate(*letter) || !BidiControl::for_char(*letter)) {
        match letter {
            FIRST_STRONG_ISOLATE => open += 1,
            POP_DIRECTIONAL_ISOLATE if open == 0 => unopened += 1,
            POP_DIRECTIONAL_ISOLATE => open -= 1,
            _ => {}
        }
        line.push(letter);
    }
    let [begin, end] = [(FIRST_STRONG_ISOLATE, unopened), (POP_DIRECTIONAL_ISOLATE, open)]
        .map(|(isolate, count)| isolate.to_string().repeat(count));
    Cow::Owned([begin, line, end].concat())
}

/// The text without controls of direction.
fn without_controls(text: &str) -> Cow<'_, str> {
    if text.chars().any(BidiControl::for_char) {
        Cow::Owned(text.chars().filter(|letter| !BidiControl::for_char(*letter)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

fn is_from_right_to_left(letter: char) -> bool {
    let classes = [BidiClass::RightToLeft, BidiClass::ArabicLetter, BidiClass::ArabicNumber];
    !letter.is_ascii() && classes.contains(&BidiClass::for_char(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_runs_from_right_to_left_is_isolated() {
        for (text, expected) in [
            ("Aki", "Aki"),
            ("アキ 1", "アキ 1"),
            ("أحمد", "\u{2068}أحمد\u{2069}"),
            ("Aki דוד", "\u{2068}Aki דוד\u{2069}"),
            ("٣", "\u{2068}٣\u{2069}"),
            ("a\u{202e}b\u{2069}c\u{61c}", "abc"),
            ("\u{2068}أحمد\u{2069}", "\u{2068}أحمد\u{2069}"),
        ] {
            assert_eq!(isolated(text), expected, "{text:?}");
        }
    }

    #[test]
    fn isolates_that_were_cut_begin_and_end_in_the_line() {
        for (text, expected) in [
            ("Aki leads", "Aki leads"),
            ("دوا", "\u{2068}دوا\u{2069}"),
            ("\u{2068}دوا\u{2069} leads", "\u{2068}دوا\u{2069} leads"),
            ("\u{2068}دو…", "\u{2068}دو…\u{2069}"),
            ("ا\u{2069} leads\u{202e}", "\u{2068}ا\u{2069} leads"),
        ] {
            assert_eq!(isolated_line(text), expected, "{text:?}");
        }
    }
}
