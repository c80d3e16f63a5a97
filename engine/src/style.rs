//! How Japanese is written. The tests of the words of every crate hold to it.

/// Half-width punctuation that has a full-width form.
const HALF_WIDTH_PUNCTUATION: [char; 7] = [',', ';', ':', '!', '?', '(', ')'];

/// Names that are printed so.
const NAMES_AS_PRINTED: [&str; 2] = ["狼が来た!!", "Not My Fault!"];

/// Ends of a sentence in です・ます.
const POLITE_ENDINGS: [&str; 8] =
    ["です", "ます", "ません", "ました", "でした", "ですか", "ますか", "ください"];

/// The terms of every game, and other words for them.
const TERMS: [(&str, &[&str]); 6] = [
    ("反則", &["変則", "違反", "イレギュラー"]),
    ("記録", &["レコード"]),
    ("席", &["座席", "シート"]),
    ("手番", &["ターン"]),
    ("取り消す", &["アンドゥ"]),
    ("食い違い", &["矛盾点", "コンフリクト"]),
];

/// The first word that has another name here, with that name.
pub fn misnamed(text: &str) -> Option<(&'static str, &'static str)> {
    let words = TERMS.iter().flat_map(|(term, others)| others.iter().map(move |other| (*other, *term)));
    words.into_iter().find(|(other, _)| stands_alone(text, other))
}

/// True if a word is there and is not the end of a longer one, as ターン is of パターン.
fn stands_alone(text: &str, word: &str) -> bool {
    let is_katakana = |letter: char| ('\u{30a0}'..='\u{30ff}').contains(&letter) && letter != '・';
    text.match_indices(word).any(|(at, _)| {
        let beside = text[..at].chars().next_back().into_iter().chain(text[at + word.len()..].chars().next());
        !word.starts_with(is_katakana) || !beside.into_iter().any(is_katakana)
    })
}

/// The first half-width punctuation that stands beside Japanese or beside a value.
pub fn half_width(text: &str) -> Option<char> {
    let text = NAMES_AS_PRINTED.iter().fold(text.to_owned(), |text, name| text.replace(name, ""));
    let letters: Vec<char> = text.chars().filter(|letter| *letter != ' ').collect();
    if !letters.iter().any(|letter| is_japanese(*letter)) {
        return None;
    }
    let beside =
        |at: usize| letters.get(at).is_some_and(|letter| is_japanese(*letter) || "{}".contains(*letter));
    let found = |at: &usize| {
        HALF_WIDTH_PUNCTUATION.contains(&letters[*at])
            && (at.checked_sub(1).is_some_and(beside) || beside(at + 1))
    };
    (0..letters.len()).find(found).map(|at| letters[at])
}

/// The first sentence that is not in です・ます, or has no full stop.
pub fn impolite(text: &str) -> Option<&str> {
    let polite = |sentence: &&str| {
        let sentence = sentence
            .strip_suffix('）')
            .and_then(|rest| rest.split_once('（'))
            .map_or(*sentence, |(rest, _)| rest);
        POLITE_ENDINGS.iter().any(|end| sentence.ends_with(end))
    };
    match text.rsplit_once('。') {
        Some((sentences, "")) => sentences.split('。').find(|sentence| !polite(sentence)),
        _ => Some(text),
    }
}

fn is_japanese(letter: char) -> bool {
    ('\u{3000}'..='\u{30ff}').contains(&letter) || ('\u{4e00}'..='\u{9fff}').contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_width_punctuation_is_found_beside_japanese_only() {
        for (text, found) in [
            ("勝ち: {names}", Some(':')),
            ("場所(任意)", Some('(')),
            ("{ways}つ, {most}", Some(',')),
            ("起きたこと（例：counted,number=30）", None),
            ("狼が来た!!の記録です。", None),
            ("by, for (them)", None),
        ] {
            assert_eq!(half_width(text), found, "{text}");
        }
    }

    #[test]
    fn other_words_for_terms_are_found() {
        for (text, found) in [
            ("変則（BR-6）：", Some(("変則", "反則"))),
            ("レコードショップの手番です。", None),
            ("レコードを読みます。", Some(("レコード", "記録"))),
            ("反則の記録です。", None),
        ] {
            assert_eq!(misnamed(text), found, "{text}");
        }
    }

    #[test]
    fn sentences_that_are_not_polite_are_found() {
        for (text, found) in [
            ("順位です。同じ順位は飛ばします（1、1、3）。", None),
            ("順位。1が最上位です。", Some("順位")),
            ("1が最上位です", Some("1が最上位です")),
        ] {
            assert_eq!(impolite(text), found, "{text}");
        }
    }
}
