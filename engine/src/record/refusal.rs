//! Why an entry is refused.

use serde_json::json;

use crate::message::{Message, RuleId};
use crate::seq::Seq;
use crate::violation::Violation;
use crate::words::Common;

/// Why an entry was refused. The record is as it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The rule that would be broken.
    pub violation: Violation,
    /// The later move that would no longer be possible, when an earlier one was to be amended.
    pub breaks: Option<Seq>,
    /// The words of that move.
    later: Option<Message>,
}

impl Refusal {
    /// The refusal of an amendment because a later move does not fit. The violation's detail has the seats of that
    /// move.
    pub(super) fn of_later_move(violation: Violation, event: Seq, later: Message) -> Self {
        let violation = violation.with("later", json!({"event": event, "seats": later.seats()}));
        Self { violation, breaks: Some(event), later: Some(later) }
    }

    /// The reason. For an amendment: the later move that would no longer fit, its words, and the rule it would break.
    pub fn message(&self) -> Message {
        let Violation { message, rule, .. } = &self.violation;
        match (self.breaks, &self.later) {
            (Some(event), Some(said)) => {
                let (said, rule, why) = (said.clone(), RuleId(rule), message.clone());
                Common::LaterMoveBreaks { event, said, rule, why }.into()
            }
            _ => message.clone(),
        }
    }
}

impl From<Violation> for Refusal {
    fn from(violation: Violation) -> Self {
        Self { violation, breaks: None, later: None }
    }
}
