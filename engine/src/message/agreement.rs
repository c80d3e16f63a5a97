//! Asserts that a message agrees with the values beside it: a violation's detail, a move, an effect.

use serde_json::Value;

use super::{Arg, Message};
use crate::seat::named_seats;

impl Message {
    /// Panics in every build for tests unless the message names whom the values name: each argument that names seats
    /// has a field with its name, which holds the same seats in the same order, and numbers of one name are the same.
    pub(crate) fn assert_details(&self, values: &Value) {
        debug_assert!(self.agrees(values, true), "{self:?} says otherwise than {values}");
    }

    /// Asserts that a message agrees with a move or an effect, which need not hold all of the message's values.
    pub(crate) fn assert_describes(&self, values: &Value) {
        debug_assert!(self.agrees(values, false), "{self:?} says otherwise than {values}");
    }

    fn agrees(&self, values: &Value, is_complete: bool) -> bool {
        let own = self.args().iter().all(|(name, arg)| match (arg, values.get(name)) {
            (Arg::Number(said), Some(Value::Number(number))) => number.as_i64() == Some(*said),
            (arg, Some(value)) => {
                let (said, there) = (arg.seats(), named_seats(value));
                said.is_empty() || said == there || !is_complete && there.is_empty()
            }
            (arg, None) => !is_complete || arg.seats().is_empty(),
        });
        own && self.then.iter().all(|next| next.agrees(values, is_complete))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::seat::Seat;
    use crate::words::Common;

    #[test]
    fn a_message_agrees_with_values_that_name_the_same_seats_and_numbers() {
        let [seat, turn] = [0, 1].map(Seat::new);
        let message = Message::from(Common::NotYourTurn { seat, turn });
        for (values, complete, part) in [
            (json!({"seat": 0, "turn": 1}), true, true),
            (json!({"seat": 1, "turn": 0}), false, false),
            (json!({"seat": 0}), false, true),
            (json!({"seat": [0], "turn": {"seat": 1}}), true, true),
            (json!({"seat": [0, 1], "turn": 1}), false, false),
        ] {
            assert_eq!(message.agrees(&values, true), complete, "{values}");
            assert_eq!(message.agrees(&values, false), part, "{values}");
        }
        let behind = Message::from(Common::GameOver).followed_by(message);
        assert!(!behind.agrees(&json!({"seat": 1, "turn": 0}), false));
        let number = Message::from(Common::NoSuchSeat { count: 4 });
        assert!(number.agrees(&json!({"count": 4}), true) && !number.agrees(&json!({"count": 5}), true));
    }
}
