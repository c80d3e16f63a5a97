//! JSON that is no entry of a game's log, said so that a person understands it.

use serde_json::{Value, json};

use crate::text::Text;

/// Something that does not read as what it should be.
#[derive(Clone, Debug, PartialEq)]
pub struct Malformed {
    /// What is wrong, in one sentence.
    pub message: Text,
    /// The field or word concerned, and what was expected, where that is known.
    pub detail: Value,
}

impl Malformed {
    /// Reads the reader's complaint. `what` is what was to be read: the move, the options.
    pub fn from_serde(what: &Text, error: &serde_json::Error) -> Self {
        let complaint = error.to_string();
        let complaint = complaint.split(" at line ").next().unwrap_or(&complaint);
        let quoted = complaint.split('`').nth(1).unwrap_or_default();
        let expected = complaint.split_once("expected ").map(|(_, expected)| expected);
        let ja = match complaint {
            c if c.starts_with("unknown field") => format!("知らない項目「{quoted}」があります"),
            c if c.starts_with("missing field") => format!("項目「{quoted}」がありません"),
            c if c.starts_with("duplicate field") => format!("項目「{quoted}」が二度あります"),
            c if c.starts_with("unknown variant") => format!("知らない語「{quoted}」があります"),
            c if c.starts_with("invalid type") => "値の型が違います".to_owned(),
            c if c.starts_with("invalid length") => "要素の数が違います".to_owned(),
            _ => "値が読めません".to_owned(),
        };
        let ja_expected = expected.map(|e| format!("(期待: {e})")).unwrap_or_default();
        Self {
            message: Text::new(
                format!("{}が読めません: {ja}{ja_expected}。", what.ja),
                format!("{} can't be read: {complaint}.", what.en),
            ),
            detail: json!({"problem": complaint, "expected": expected}),
        }
    }

    /// The entry has no `type` that could be looked at.
    pub(crate) fn no_type() -> Self {
        Self {
            message: Text::fixed(
                "手は「type」に名前を持つJSONオブジェクトでなければなりません。",
                "A move is a JSON object whose \"type\" is the name of the move.",
            ),
            detail: json!({"problem": "missing field `type`"}),
        }
    }
}
