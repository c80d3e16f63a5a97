//! Parts of any game as JSON that says its game.
//!
//! An answer says its game; a stored entry does not. A client need not say it. The record file says it once.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::part_schema::{GAME_KIND, PartKind, reference};
use crate::canonical_json::{CanonicalJson, kind};
use crate::malformed::{Fault, Malformed};
use crate::tagged::TYPE_FIELD;
use crate::words::expected::Expected;
use crate::words::json::{InputValue, Subject};

/// The field that names the game.
pub const GAME_FIELD: &str = "game";
/// The type of the entry that holds a move, and the field that holds it.
const AMEND: &str = "amend";
const WITH: &str = "with";

/// Declares sums over all games. The schema of each is the union of those of the games.
macro_rules! sums {
    ($($(#[$about:meta])* $name:ident is $kind:ident;)*) => { $(
        $(#[$about])*
        #[derive(Clone, Debug, Serialize)]
        #[serde(transparent)]
        pub struct $name(Box<RawValue>);

        impl $name {
            /// The JSON text.
            pub fn as_str(&self) -> &str {
                self.0.get()
            }

            /// The JSON value.
            pub fn value(&self) -> Value {
                serde_json::from_str(self.as_str()).unwrap_or_default()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                <&str>::from(PartKind::$kind).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                reference(PartKind::$kind.into(), generator)
            }
        }
    )* };
}

sums! {
    /// A move of any game.
    AnyMove is Move;
    /// An effect that followed by rule from a move of any game.
    AnyEffect is Effect;
    /// A choice of any game: moves that may happen next.
    AnyChoice is Choice;
    /// A seat's part of a joint move of any game.
    AnyPart is Part;
    /// A position of any game, as a viewer sees it.
    AnyView is State;
    /// The options of any game.
    AnyOptions is Options;
    /// An entry of any game's log. An amendment holds a move, which says its game too.
    AnyEntry is Entry;
    /// The findings of a step of a finished record of any game.
    AnyAnalysisStep is AnalysisStep;
}

/// Declares the requests of any game. One object may be a move of several games.
macro_rules! sent {
    ($($(#[$about:meta])* $name:ident;)*) => { $(
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Value);

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                reference(stringify!($name), generator)
            }
        }
    )* };
}

sent! {
    /// A move that a client sends.
    NewMove;
    /// A seat's part of a joint move that a client sends.
    NewPart;
    /// Options that a client sends.
    NewOptions;
    /// An entry that a client sends.
    NewEntry;
}

/// The kind of a game, in schemas: its slug.
#[derive(JsonSchema)]
#[schemars(inline, description = "", schema_with = "game_kind")]
pub struct GameKind;

fn game_kind(generator: &mut SchemaGenerator) -> Schema {
    reference(GAME_KIND, generator)
}

/// A part with the game that it belongs to.
#[derive(Serialize)]
struct InGame<'a, T> {
    game: &'a str,
    #[serde(flatten)]
    part: &'a T,
}

/// Makes sums of parts that do not say their game.
macro_rules! of_game {
    ($($name:ident),*) => { $(
        impl $name {
            /// A part of this game, written once.
            pub fn of(game: &str, part: &impl Serialize) -> Self {
                // Nothing the engine writes can fail to be JSON: its maps have string keys only.
                Self(to_raw_value(&InGame { game, part }).unwrap_or_default())
            }
        }
    )* };
}

of_game!(AnyMove, AnyEffect, AnyChoice, AnyPart, AnyView, AnyOptions, AnyAnalysisStep);

impl AnyEntry {
    /// The name of its kind: of a move, or of an entry that every game has.
    pub fn kind(&self) -> String {
        kind(self.as_str())
    }

    /// An entry of this game, as it is stored.
    pub fn of(game: &str, entry: &CanonicalJson) -> Self {
        /// The beginning of the move of an amendment. Quotation marks in a string are escaped, so this is found nowhere
        /// else.
        const AMENDED: &str = r#""type":"amend","with":{"#;
        let named = format!(r#"{{"{GAME_FIELD}":"{game}","#);
        let amended = [AMENDED.trim_end_matches('{'), &named].concat();
        let entry = entry.as_str().replacen('{', &named, 1).replacen(AMENDED, &amended, 1);
        Self(RawValue::from_string(entry).unwrap_or_default())
    }
}

/// The value that was sent, without the game that it may name.
///
/// # Errors
///
/// If it names another one; the refusal names the field.
pub(super) fn without_game<'a>(
    game: &'static str,
    subject: Subject,
    value: &'a Value,
) -> Result<Cow<'a, Value>, Malformed> {
    let check = |fields: &Value| match fields.get(GAME_FIELD) {
        Some(named) if named != game => {
            let input = InputValue::of(named.clone());
            Err(Fault::wrong(Expected::OneOf(vec![game]), input).in_field(GAME_FIELD))
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

/// The effects of a step as a test writes them, without their game.
#[cfg(test)]
pub fn bare_effects(step: &super::StepView) -> Value {
    let mut effects = serde_json::json!(step.effects);
    for effect in effects.as_array_mut().into_iter().flatten() {
        effect.as_object_mut().and_then(|fields| fields.remove(GAME_FIELD));
    }
    effects
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
            let said = json!(AnyEntry::of("nim", &CanonicalJson::of(&sent).unwrap()));
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
