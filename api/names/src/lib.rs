//! Names of people as they are searched for.

use unicode_normalization::UnicodeNormalization;

/// What names are compared by: width, case and the two kana make no difference, nor does how often
/// somebody pressed the space bar. A beginning of a name has the beginning of its key.
pub fn name_key(name: &str) -> String {
    let folded: String = name.nfkc().flat_map(char::to_lowercase).map(hiragana).collect();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Katakana as hiragana; anything else as it is. The two blocks have the same order.
fn hiragana(c: char) -> char {
    match c {
        'ァ'..='ヶ' => char::from_u32(u32::from(c) - 0x60).unwrap_or(c),
        other => other,
    }
}

/// The first key behind all that begin with this one, in the order of code points.
pub fn behind(key: &str) -> String {
    format!("{key}{}", char::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn width_case_and_kana_make_no_difference() {
        for (name, key) in [
            ("Aki", "aki"),
            ("ＡＫＩ", "aki"),
            ("アキ", "あき"),
            ("ｱｷ", "あき"),
            ("ﾄﾞｲ", "どい"),
            ("山田　太郎 ", "山田 太郎"),
            ("Élodie", "élodie"),
            ("ヴィ", "ゔぃ"),
            ("スー", "すー"),
        ] {
            assert_eq!(name_key(name), key, "{name}");
        }
    }

    #[test]
    fn what_begins_with_a_key_lies_before_what_is_behind_it() {
        let end = behind("あき");
        assert!("あき" < end.as_str() && "あき🎲" < end.as_str() && "あく" > end.as_str());
    }
}
