//! Keys by which names are compared.

use unicase::UniCase;
use unicode_normalization::UnicodeNormalization;

use super::clean::{is_ignorable, is_space};

/// A key by which names are compared. Width, case and the two kana make no difference, nor do blanks at the ends, the
/// number of blanks between words, and invisible characters: variation selectors, joiners, controls. The key of a
/// name's beginning is the beginning of the name's key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NameKey(String);

impl NameKey {
    /// Goes up whenever a text gets another key, also by newer tables of Unicode: the database has the keys of its names
    /// and writes them anew then.
    pub const VERSION: i32 = 1;

    /// The key of a text. It is the compatibility caseless match of Unicode (D146), with kana folded.
    pub fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self(words(&text.to_ascii_lowercase()));
        }
        let mut key = folded(text);
        // A few letters fold into something that can be folded again.
        loop {
            let again = folded(&key);
            if again == key {
                return Self(words(&key));
            }
            key = again;
        }
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True if it is the key of a text in which nothing can be seen.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first key behind all that begin with this one, in the order of code points.
    #[must_use]
    pub fn behind(&self) -> Self {
        Self(format!("{}{}", self.0, char::MAX))
    }
}

impl From<NameKey> for String {
    fn from(NameKey(key): NameKey) -> Self {
        key
    }
}

fn folded(text: &str) -> String {
    let folded = UniCase::unicode(text).to_folded_case().nfkd().collect::<String>();
    let folded = UniCase::unicode(folded).to_folded_case();
    folded.nfkd().filter(|letter| is_space(*letter) || !is_ignorable(*letter)).map(hiragana).nfc().collect()
}

/// Words with a blank between them.
fn words(key: &str) -> String {
    let seen = |letter: &char| is_space(*letter) || !letter.is_control();
    let text: String = key.chars().filter(seen).collect();
    text.split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Katakana as hiragana; anything else as it is. The two blocks have the same order.
fn hiragana(letter: char) -> char {
    match letter {
        'ァ'..='ヶ' | 'ヽ' | 'ヾ' => char::from_u32(u32::from(letter) - 0x60).unwrap_or(letter),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key(text: &str) -> String {
        NameKey::of(text).0
    }

    #[test]
    fn spellings_of_one_name_have_one_key() {
        for (name, expected) in [
            ("Aki", "aki"),
            ("ＡＫＩ", "aki"),
            ("アキ", "あき"),
            ("ｱｷ", "あき"),
            ("ﾄﾞｲ", "どい"),
            ("ドイ", "どい"),
            ("ト\u{3099}イ", "どい"),
            ("ヷ", "わ\u{3099}"),
            ("ヽヾ", "ゝゞ"),
            (" 山田　太郎 ", "山田 太郎"),
            ("山田  太郎\u{200b}", "山田 太郎"),
            ("Élodie", "élodie"),
            ("E\u{301}lodie", "élodie"),
            ("ヴィ", "ゔぃ"),
            ("スー", "すー"),
            ("STRASSE", "strasse"),
            ("Straße", "strasse"),
            ("STRAẞE", "strasse"),
            ("ὈΔΥΣΣΕΎΣ", "ὀδυσσεύσ"),
            ("ὀδυσσεύς", "ὀδυσσεύσ"),
            ("ı", "ı"),
            ("İ", "i\u{307}"),
            ("ﬁ", "fi"),
            ("A\u{fe0f}\u{ad}", "a"),
            ("葛\u{e0100}城", "葛城"),
            ("👩\u{200d}🚀", "👩🚀"),
            ("\u{3164}", ""),
            ("\u{2800}\u{3000}", ""),
            ("ა", "ა"),
            ("Ა", "ა"),
            ("ꭰ", "Ꭰ"),
        ] {
            assert_eq!(key(name), expected, "{name}");
        }
    }

    #[test]
    fn what_begins_with_a_key_lies_before_what_is_behind_it() {
        let end = NameKey::of("あき").behind();
        let before = |text: &str| NameKey::of(text) < end;
        assert!(before("あき") && before("あき🎲") && !before("あく"));
    }

    /// If this fails, some text has another key than before: raise [`NameKey::VERSION`], and pin the new digest.
    #[test]
    fn keys_are_those_that_databases_hold() {
        let keys: Vec<String> = ('\0'..=char::MAX).map(|letter| key(&letter.to_string())).collect();
        let digest = blake3::hash(keys.join("\n").as_bytes()).to_hex();
        assert_eq!((NameKey::VERSION, &digest[..16]), (1, "c873b8263f3ef568"));
    }

    #[test]
    fn a_key_is_its_own_key_whatever_the_letter() {
        for letter in ('\0'..='\u{1FAFF}').filter(|letter| !('\u{3400}'..='\u{D7FF}').contains(letter)) {
            let text = format!("a{letter}");
            assert_eq!(key(&key(&text)), key(&text), "{letter:?}");
            let forms =
                [text.to_lowercase(), text.to_uppercase(), text.nfd().collect(), text.nfkc().collect()];
            // The standard library's upper case of these is of other letters.
            let is_without_case = ['ı', 'ŉ', 'ǰ', 'ΐ', 'ΰ', 'և', 'ẖ', 'ẗ', 'ẘ', 'ẙ', 'ẚ'].contains(&letter);
            for form in forms.iter().filter(|_| !is_without_case) {
                assert_eq!(key(form), key(&text), "{letter:?} {form:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn keys_are_their_own_keys(text in any::<String>()) {
            prop_assert_eq!(key(&key(&text)), key(&text));
        }

        #[test]
        fn forms_of_a_text_have_one_key(text in any::<String>()) {
            let (nfd, nfkc) = (text.nfd().collect::<String>(), text.nfkc().collect::<String>());
            let padded = format!(" {text}\u{3000}\u{200b}");
            for form in [nfd, nfkc, padded] {
                prop_assert_eq!(key(&form), key(&text));
            }
        }
    }
}
