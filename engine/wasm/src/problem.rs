//! Why a question has no answer.

use kifu_engine::erased::{NotAnalysed, Rejected};
use kifu_engine::seq::Seq;
use kifu_engine::text::{Names, Text};
use kifu_engine::violation::ViolationView;
use serde::Serialize;
use serde_json::Value;

/// Why there is no answer.
#[derive(Debug, Serialize)]
pub struct Problem {
    /// The code, as the service's problem documents have it.
    code: &'static str,
    /// The fault, in one sentence.
    message: Text,
    /// The values concerned; null if there are none.
    #[serde(skip_serializing_if = "Value::is_null")]
    values: Value,
    /// The rule that was broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    violation: Option<ViolationView>,
    /// The later move that an amendment would break.
    #[serde(skip_serializing_if = "Option::is_none")]
    breaks: Option<Seq>,
}

impl Problem {
    fn new(code: &'static str, message: Text) -> Self {
        Self { code, message, values: Value::Null, violation: None, breaks: None }
    }

    /// The text is no question. Only an error in a program leads here.
    pub fn no_question(error: &serde_json::Error) -> Self {
        let why = error.to_string();
        Self::new(
            "malformed",
            Text::new(format!("質問が読めません：{why}"), format!("The question does not read: {why}")),
        )
    }

    /// There is no such record, game, step or event.
    pub fn not_found() -> Self {
        Self::new("not_found", Text::fixed("見つかりません。", "There is no such thing."))
    }

    /// A seat enters a move of somebody else.
    pub fn forbidden() -> Self {
        Self::new("forbidden", Text::fixed("この席の手ではありません。", "That is not a move of this seat."))
    }

    /// The record is not analysed.
    pub fn not_analysed(why: NotAnalysed, names: &Names) -> Self {
        match why {
            NotAnalysed::Live => {
                Self::new("still_live", Text::fixed("まだ対局中です。", "The game is still live."))
            }
            NotAnalysed::Malformed(malformed) => Self {
                values: malformed.detail,
                ..Self::new("malformed_parameter", malformed.message.text(names))
            },
        }
    }

    /// An entry does not read or breaks a rule.
    pub fn rejected(rejected: Rejected, names: &Names) -> Self {
        match rejected {
            Rejected::Malformed(malformed) => Self {
                values: malformed.detail,
                ..Self::new("malformed_move", malformed.message.text(names))
            },
            Rejected::Refused(refusal) => Self {
                violation: Some(refusal.violation.view(names)),
                breaks: refusal.breaks,
                ..Self::new("violation", refusal.message().text(names))
            },
        }
    }
}
