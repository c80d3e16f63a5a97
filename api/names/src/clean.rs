//! Removes from a text invisible characters and characters that change how its surroundings look.
//!
//! Controls and default-ignorable code points (UAX #44) go, those of direction among them. Some of them stay where
//! writing needs them: in emoji (UTS #51), the joiners between letters of scripts that join (UAX #31, 2.3), and the
//! variants of Mongolian letters and of ideographs, which the names of people have. A mark without a letter before it
//! goes, and so does one more mark on a letter that has many (compare UTS #39, 5.4).

use icu_properties::props::{
    BinaryProperty, DefaultIgnorableCodePoint, Emoji, EmojiModifier, EnumeratedProperty,
    ExtendedPictographic, GeneralCategory, GeneralCategoryGroup, Ideographic, IndicSyllabicCategory,
    JoiningType, PrependedConcatenationMark,
};

/// Marks on one letter. Syllables of Burmese have six, stacks of Tibetan as many.
const MAX_MARKS: usize = 6;

const ZERO_WIDTH_NON_JOINER: char = '\u{200C}';
const ZERO_WIDTH_JOINER: char = '\u{200D}';
const EMOJI_VARIATIONS: std::ops::RangeInclusive<char> = '\u{FE0E}'..='\u{FE0F}';
const IDEOGRAPHIC_VARIATIONS: std::ops::RangeInclusive<char> = '\u{E0100}'..='\u{E01EF}';
const MONGOLIAN: std::ops::RangeInclusive<char> = '\u{1807}'..='\u{18AA}';
const MONGOLIAN_VARIATIONS: [char; 4] = ['\u{180B}', '\u{180C}', '\u{180D}', '\u{180F}'];
const KEYCAP: char = '\u{20E3}';
const BLACK_FLAG: char = '\u{1F3F4}';
const END_OF_TAGS: char = '\u{E007F}';
/// The tags of a flag name a part of a country: `gbsct`.
const TAG_COUNT: std::ops::RangeInclusive<usize> = 3..=6;

/// Characters that have a visible category but show nothing: the empty pattern of Braille, an object that is not there,
/// a note without a head, blanks among hieroglyphs.
const UNSEEN: [char; 5] = ['\u{2800}', '\u{FFFC}', '\u{1D159}', '\u{13441}', '\u{13442}'];

/// The text without invisible characters. Blanks at its ends go, and of several together the first stays.
pub(crate) fn cleaned(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut cleaned = Cleaned::default();
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let following = &letters[at + 1..];
        at += 1;
        if *letter == BLACK_FLAG {
            cleaned.push_letter(*letter);
            let tags = tags_of_flag(following);
            cleaned.text.extend(tags);
            at += tags.len();
        } else {
            cleaned.push(*letter, following.first().copied());
        }
    }
    cleaned.text
}

/// True if a cleaned text shows something: a letter, a number, a symbol, punctuation.
pub(crate) fn is_visible(text: &str) -> bool {
    let seen = GeneralCategoryGroup::Letter
        .union(GeneralCategoryGroup::Number)
        .union(GeneralCategoryGroup::Symbol)
        .union(GeneralCategoryGroup::Punctuation);
    text.chars().any(|letter| {
        let is_of_a_kind =
            seen.contains(GeneralCategory::for_char(letter)) || ExtendedPictographic::for_char(letter);
        is_of_a_kind && !UNSEEN.contains(&letter)
    })
}

/// True if it is nothing but room between words.
pub(crate) fn is_space(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{2800}'
}

/// True if it is never shown by itself.
pub(crate) fn is_ignorable(letter: char) -> bool {
    DefaultIgnorableCodePoint::for_char(letter)
        || match GeneralCategory::for_char(letter) {
            GeneralCategory::Control => true,
            GeneralCategory::Format => !PrependedConcatenationMark::for_char(letter),
            GeneralCategory::Unassigned => is_noncharacter(letter),
            _ => false,
        }
}

fn is_noncharacter(letter: char) -> bool {
    matches!(u32::from(letter), 0xFDD0..=0xFDEF) || u32::from(letter) & 0xFFFE == 0xFFFE
}

/// A text on its way.
#[derive(Default)]
struct Cleaned {
    text: String,
    /// The last letter that is no mark, while nothing else stands between.
    base: Option<char>,
    /// How many marks it has.
    marks: usize,
    /// A blank that stands behind the text if anything follows.
    space: Option<char>,
}

impl Cleaned {
    fn push(&mut self, letter: char, next: Option<char>) {
        if is_space(letter) {
            self.push_space(letter);
        } else if self.is_needed(letter, next) {
            self.text.push(letter);
        } else if is_ignorable(letter) {
            // Nobody sees it.
        } else if is_mark(letter) {
            self.push_mark(letter);
        } else {
            self.push_letter(letter);
        }
    }

    fn push_space(&mut self, space: char) {
        self.base = None;
        if !self.text.is_empty() {
            let is_control = space.is_control() || matches!(space, '\u{2028}' | '\u{2029}');
            self.space.get_or_insert(if is_control { ' ' } else { space });
        }
    }

    fn push_letter(&mut self, letter: char) {
        self.text.extend(self.space.take());
        self.text.push(letter);
        (self.base, self.marks) = (Some(letter), 0);
    }

    fn push_mark(&mut self, mark: char) {
        if self.base.is_some() && self.marks < MAX_MARKS {
            self.text.push(mark);
            self.marks += 1;
        }
    }

    /// True if a letter that is ignored elsewhere changes here how its neighbour looks.
    fn is_needed(&self, letter: char, next: Option<char>) -> bool {
        let (Some(base), Some(last)) = (self.base, self.text.chars().next_back()) else { return false };
        match letter {
            ZERO_WIDTH_JOINER | ZERO_WIDTH_NON_JOINER => next.is_some_and(|next| {
                let is_of_emoji = letter == ZERO_WIDTH_JOINER
                    && (ExtendedPictographic::for_char(base) || EmojiModifier::for_char(base))
                    && ExtendedPictographic::for_char(next)
                    && last != letter;
                is_of_emoji || joins(base) && joins(next) && !is_ignorable(last)
            }),
            letter if EMOJI_VARIATIONS.contains(&letter) => {
                let is_emoji = Emoji::for_char(last) && !EmojiModifier::for_char(last);
                is_emoji && (!last.is_ascii() || next == Some(KEYCAP))
            }
            letter if IDEOGRAPHIC_VARIATIONS.contains(&letter) => Ideographic::for_char(last),
            letter if MONGOLIAN_VARIATIONS.contains(&letter) => MONGOLIAN.contains(&last),
            _ => false,
        }
    }
}

fn is_mark(letter: char) -> bool {
    GeneralCategoryGroup::Mark.contains(GeneralCategory::for_char(letter))
}

/// True if it is a letter or a mark of a script in which letters join: Arabic and its like, and those of India.
fn joins(letter: char) -> bool {
    let category = GeneralCategory::for_char(letter);
    if !GeneralCategoryGroup::Letter.union(GeneralCategoryGroup::Mark).contains(category) {
        return false;
    }
    let joining = [JoiningType::DualJoining, JoiningType::LeftJoining, JoiningType::RightJoining];
    joining.contains(&JoiningType::for_char(letter))
        || IndicSyllabicCategory::for_char(letter) != IndicSyllabicCategory::Other
}

/// The tags behind a black flag that make it the flag of a part of a country.
fn tags_of_flag(following: &[char]) -> &[char] {
    let is_tag = |letter: &&char| matches!(letter, '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}');
    let count = following.iter().take_while(is_tag).count();
    if TAG_COUNT.contains(&count) && following.get(count) == Some(&END_OF_TAGS) {
        &following[..=count]
    } else {
        &[]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_misses_what_goes() {
        for (text, expected) in [
            ("Mallory\u{202e}", "Mallory"),
            ("\u{2066}A\u{2069}\u{200e}ki\u{feff}", "Aki"),
            ("A\u{200b}\u{2060}\u{ad}ki", "Aki"),
            ("\u{301}Aki", "Aki"),
            ("Aki \u{301}", "Aki"),
            (" \t Aki \n\n Ben\u{3000}", "Aki Ben"),
            ("山田　太郎", "山田　太郎"),
            ("A\u{7}ki\u{fff9}\u{fffb}\u{ffff}", "Aki"),
            ("A\u{fe0f}\u{e0100}\u{e0041}", "A"),
            ("1\u{fe0f}", "1"),
            ("A\u{200d}B\u{200c}C", "ABC"),
            ("❤\u{200d}", "❤"),
            ("🏴\u{e0041}\u{e0042}", "🏴"),
            ("\u{3164}\u{ffa0}\u{115f}\u{1160}\u{2800}", ""),
        ] {
            assert_eq!(cleaned(text), expected, "{text:?}");
        }
        assert_eq!(cleaned(&format!("a{}b", "\u{301}".repeat(40))), format!("a{}b", "\u{301}".repeat(6)));
    }

    #[test]
    fn what_writing_needs_stays() {
        for text in [
            "👨‍👩‍👧‍👦",
            "❤️‍🔥",
            "👩🏽‍🚀",
            "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
            "1️⃣",
            "🇯🇵",
            "☺︎",
            "نمی‌خواهم",
            "র‍্যাব",
            "ශ්‍රී",
            "മലയാള്‍",
            "ក្រុម",
            "လွှို့ဝှက်",
            "葛󠄀城",
            "บุ๋ม",
            "ᠠ᠋",
            "Nguyễn",
            "か\u{3099}",
            "مُحَمَّد",
            "שָׁלוֹם",
            "!?",
            "?",
        ] {
            let shown = cleaned(text);
            // A joiner at the end joins nothing.
            assert!(
                text.starts_with(&shown) && text.trim_end_matches('\u{200d}') == shown,
                "{text} {shown:?}"
            );
            assert!(is_visible(&shown), "{text}");
        }
    }

    #[test]
    fn nothing_is_cleaned_twice() {
        for letter in ('\0'..=char::MAX).filter(|letter| !letter.is_alphanumeric()) {
            for text in
                [format!("a{letter}b"), format!("{letter}"), format!("ب{letter}ب"), format!("👩{letter}🚀")]
            {
                let once = cleaned(&text);
                assert_eq!(cleaned(&once), once, "{text:?}");
                assert!(
                    !once.chars().any(|c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
                );
            }
        }
    }
}
