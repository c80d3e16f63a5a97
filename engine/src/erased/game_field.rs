//! The field `game`: answers always have it, requests may have it.
//!
//! An answer says its game; a stored entry does not. The contract's unions of answers are `oneOf`, which that constant
//! distinguishes. A client need not send it, so the unions of what is sent are `anyOf` of the same shapes. The record
//! file says its game once.

use std::borrow::Cow;

use serde_json::Value;

use crate::malformed::{Fault, Malformed, Problem};
use crate::tagged::TYPE_FIELD;
use crate::words::expected::Expected;
use crate::words::json::Subject;

/// The field that names the game of a move, an effect, a choice, a part, options or a position.
pub const GAME_FIELD: &str = "game";
/// The type of the entry that holds a move, and the field that holds it.
const AMEND: &str = "amend";
const WITH: &str = "with";

/// The same with the game that it is of. An amendment holds a move, which gets it too.
#[must_use]
pub fn with_game(game: &str, mut value: Value) -> Value {
    if let Value::Object(fields) = &mut value {
        let amends = fields.get(TYPE_FIELD).is_some_and(|kind| kind == AMEND);
        if let Some(Value::Object(amended)) = fields.get_mut(WITH).filter(|_| amends) {
            amended.insert(GAME_FIELD.to_owned(), game.into());
        }
        fields.insert(GAME_FIELD.to_owned(), game.into());
    }
    value
}

/// What was sent without the game that it may name.
///
/// # Errors
///
/// If it names another one; the refusal names the field.
pub fn without_game<'a>(
    game: &'static str,
    subject: Subject,
    value: &'a Value,
) -> Result<Cow<'a, Value>, Malformed> {
    let check = |fields: &Value| match fields.get(GAME_FIELD) {
        Some(named) if named != game => {
            let problem =
                Problem::WrongValue { expected: Expected::OneOf(vec![game]), input: Some(named.clone()) };
            Err(Fault::new(problem).in_field(GAME_FIELD))
        }
        named => Ok(named.is_some()),
    };
    let amended = value.get(WITH).filter(|_| value.get(TYPE_FIELD).is_some_and(|kind| kind == AMEND));
    let named = check(value).map_err(|fault| Malformed::of(subject, &fault))?;
    let amended = amended.map_or(Ok(false), check);
    let amended = amended.map_err(|fault| Malformed::of(subject, &fault.in_field(WITH)))?;
    if !named && !amended {
        return Ok(Cow::Borrowed(value));
    }
    let mut value = value.clone();
    if let Value::Object(fields) = &mut value {
        fields.remove(GAME_FIELD);
        if let Some(Value::Object(with)) = fields.get_mut(WITH).filter(|_| amended) {
            with.remove(GAME_FIELD);
        }
    }
    Ok(Cow::Owned(value))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_sent_may_say_its_game_and_reads_as_if_it_had_not() {
        for sent in [
            json!({"type": "say"}),
            json!({"type": "amend", "event": 1, "with": {"type": "say"}}),
            json!({"type": "show", "with": {"type": "card"}}),
        ] {
            let plain = without_game("nim", Subject::Move, &sent).unwrap();
            assert!(matches!(plain, Cow::Borrowed(_)), "{sent}");
            let said = with_game("nim", sent.clone());
            assert_eq!(said["game"], "nim");
            assert_eq!(*without_game("nim", Subject::Move, &said).unwrap(), sent);
        }
    }

    #[test]
    fn another_game_is_refused_with_its_place() {
        for (sent, path) in [
            (json!({"type": "say", "game": "go"}), "/game"),
            (json!({"type": "amend", "event": 1, "with": {"type": "say", "game": 1}}), "/with/game"),
        ] {
            let refusal = without_game("nim", Subject::Move, &sent).unwrap_err();
            assert_eq!(refusal.detail["path"], path);
            assert_eq!(refusal.detail["problem"], "wrong_value");
        }
    }
}
