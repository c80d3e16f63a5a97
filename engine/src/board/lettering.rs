//! Words in a picture, without measuring them: their greatest width, and the places to cut or wrap them.

use kifu_names::{isolated_line, letters};
use unicode_linebreak::linebreaks;
use unicode_width::UnicodeWidthStr;

use super::Size;
use crate::count;
use crate::seat::Seat;

/// The width of words, rather too much than too little.
pub fn width(text: &str, size: Size) -> i64 {
    count::to_i64(text.width()) * size.letter()
}

/// The letter of a seat.
pub fn letter(seat: Seat) -> String {
    ('A'..='Z').nth(seat.index()).unwrap_or('?').to_string()
}

/// The text without characters that XML cannot hold.
pub fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).collect()
}

/// The text cut to a width in half-width letters, with an ellipsis if something is missing. No letter is cut, and
/// right-to-left text does not turn round its neighbours.
pub fn clipped(text: &str, max_width: usize) -> String {
    let text = plain(text);
    if text.width() <= max_width {
        return isolated_line(&text).into_owned();
    }
    let mut width = 1;
    let fits = |letter: &&str| {
        width += letter.width();
        width <= max_width
    };
    let clipped: String = letters(&text).take_while(fits).chain(["…"]).collect();
    isolated_line(&clipped).into_owned()
}

/// Lines of at most so many half-width letters; the last line takes the rest of the text.
pub fn wrapped(text: &str, letters: usize, lines: usize) -> Vec<String> {
    let text = plain(text);
    let mut wrapped = vec![String::new()];
    let mut from = 0;
    for (to, _) in linebreaks(&text).filter(|(to, _)| is_between_phrases(&text, *to)) {
        let part = &text[from..to];
        from = to;
        let is_last = wrapped.len() >= lines;
        match wrapped.last_mut() {
            Some(line) if is_last || line.is_empty() || line.width() + part.trim_end().width() <= letters => {
                line.push_str(part);
            }
            _ => wrapped.push(part.to_owned()),
        }
    }
    wrapped.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// True if a line may end here: after a blank or a mark, and in Japanese between hiragana and other letters, because
/// words end in hiragana.
fn is_between_phrases(text: &str, at: usize) -> bool {
    let is_hiragana = |c: char| ('\u{3040}'..='\u{309f}').contains(&c);
    let (Some(before), Some(after)) = (text[..at].chars().last(), text[at..].chars().next()) else {
        return true;
    };
    before.is_whitespace()
        || "、。！？・」）：".contains(before)
        || (is_hiragana(before) && !is_hiragana(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_by_the_width_they_take() {
        assert_eq!(clipped("Bremen", 6), "Bremen");
        assert_eq!(clipped("Bremen!", 6), "Breme…");
        assert_eq!(clipped("ブレーメン", 6), "ブレ…");
        assert_eq!(clipped("ブレーメン", 10), "ブレーメン");
        assert_eq!(clipped("か\u{3099}き\u{3099}く", 5), "か\u{3099}き\u{3099}…");
        assert_eq!(clipped("👨‍👩‍👧👨‍👩‍👧", 3), "👨‍👩‍👧…");
        assert_eq!(clipped("أحمد", 9), "\u{2068}أحمد\u{2069}");
        assert_eq!(clipped("\u{2068}أحمد\u{2069} leads", 4), "\u{2068}أحم…\u{2069}");
    }

    #[test]
    fn lines_end_where_words_do() {
        assert_eq!(wrapped("the donkey leads", 10, 2), ["the donkey", "leads"]);
        assert_eq!(wrapped("the donkey leads the band", 10, 2), ["the donkey", "leads the band"]);
        assert_eq!(wrapped("ロバが先頭です", 8, 2), ["ロバが", "先頭です"]);
    }
}
