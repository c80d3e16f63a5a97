//! Joint moves: what everybody chooses at the same moment, each without knowing what the others choose.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::form::Form;
use crate::game::{Rules, Seq};
use crate::seat::{BySeat, Seat};
use crate::text::Names;
use crate::violation::Violation;

/// What one seat does in a joint move. `{"type": …}`, the type that of the move; an enum in the same
/// form as [`Rules::Move`].
///
/// It says who takes part and how the parts make the move; what is legal stays in [`Rules::play`]. Every
/// seat of the table takes part in every joint move.
pub trait Part<G: Rules>:
    Serialize + DeserializeOwned + JsonSchema + Clone + PartialEq + Send + Sync
{
    /// Whether the game has joint moves.
    const ANY: bool = true;

    /// The type of the joint move that is due; the same whatever is known of the position.
    fn due(at: &G) -> Option<&'static str>;

    /// Whether this seat may do that as its part of the move that is due, as far as this position
    /// tells and whatever the others do.
    ///
    /// # Errors
    ///
    /// With the rule that stands against it.
    fn check(&self, at: &G, seat: Seat) -> Result<(), Violation>;

    /// How a seat enters its part of the move that is due by tapping; `None` if none is due.
    fn form(at: &G, seat: Seat, names: &Names) -> Option<Form>;

    /// The move that these parts make, one by each seat; `None` if they are not parts of one move.
    fn join(parts: &BySeat<Self>) -> Option<G::Move>;

    /// The part of a seat in a move; `None` if parts could not have made the move.
    fn of(mv: &G::Move, seat: Seat) -> Option<Self>;
}

/// The part in a game without joint moves: there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoPart {}

impl<G: Rules> Part<G> for NoPart {
    const ANY: bool = false;

    fn due(_: &G) -> Option<&'static str> {
        None
    }

    fn check(&self, _: &G, _: Seat) -> Result<(), Violation> {
        match *self {}
    }

    fn form(_: &G, _: Seat, _: &Names) -> Option<Form> {
        None
    }

    fn join(_: &BySeat<Self>) -> Option<G::Move> {
        None
    }

    fn of(_: &G::Move, _: Seat) -> Option<Self> {
        None
    }
}

impl JsonSchema for NoPart {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "NoPart".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!(false)
    }
}

/// A joint move that a record waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "JointMove")]
pub struct Joint {
    /// The type of the move.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The last event that may have changed what is to be chosen: parts entered before it count for
    /// nothing. Comments change nothing.
    #[serde(skip)]
    pub since: Seq,
}
