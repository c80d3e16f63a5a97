//! Checks that a message says the same as the move or the effect that it describes.

use serde::Serialize;
use serde_json::Value;

use super::{Arg, Message};
use crate::json::encode;
use crate::seat::named_seats;

impl Message {
    /// Panics in every build for tests unless the message names the seats that the values name, if they name any: an
    /// argument names the seats of the field with its name, in the same order, and numbers of one name are the same.
    pub(crate) fn assert_describes(&self, values: &impl Serialize) {
        debug_assert!(self.agrees(&encode(values)), "{self:?} says otherwise than {}", encode(values));
    }

    fn agrees(&self, values: &Value) -> bool {
        let own = self.args().iter().all(|(name, arg)| match (arg, values.get(name)) {
            (Arg::Number(said), Some(Value::Number(number))) => number.as_i64() == Some(*said),
            (arg, Some(value)) => {
                let (said, there) = (arg.seats(), named_seats(value));
                said.is_empty() || there.is_empty() || said == there
            }
            (_, None) => true,
        });
        own && self.then.iter().all(|next| next.agrees(values))
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
        for (values, agrees) in [
            (json!({"seat": 0, "turn": 1}), true),
            (json!({"seat": 1, "turn": 0}), false),
            (json!({"seat": 0}), true),
            (json!({"seat": [0], "turn": {"seat": 1}}), true),
            (json!({"seat": [0, 1], "turn": 1}), false),
        ] {
            assert_eq!(message.agrees(&values), agrees, "{values}");
        }
        let behind = Message::from(Common::GameOver).followed_by(message);
        assert!(!behind.agrees(&json!({"seat": 1, "turn": 0})));
        let number = Message::from(Common::NoSuchSeat { count: 4 });
        assert!(number.agrees(&json!({"count": 4})) && !number.agrees(&json!({"count": 5})));
    }
}
