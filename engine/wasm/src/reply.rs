//! What a page gets for a request.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::problem::Problem;

/// An answer as JSON has it: `{"answer": …}` or `{"problem": …}`.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The answer.
    Answer(Box<RawValue>),
    /// Why there is none.
    Problem(Box<Problem>),
}

/// An answer as JSON text.
pub fn written(answer: &impl Serialize) -> Result<Box<RawValue>, Problem> {
    to_raw_value(answer).map_err(|error| Problem::no_question(&error))
}
