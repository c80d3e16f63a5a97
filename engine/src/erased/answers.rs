//! The requests to games of any kind, and their answers.

use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::GameKind;
use super::{AnyEffect, AnyMove, AnyView};
use crate::canonical_json::CanonicalJson;
use crate::malformed::Malformed;
use crate::record::Refusal;
use crate::rules::RulesVersion;
use crate::seat::Seat;
use crate::seq::Seq;
use crate::statistics::Observation;
use crate::text::Text;
use crate::violation::{Violation, ViolationView};

/// The set-up of a game and its version of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// How many sit at the table.
    pub seats: u8,
    /// The game's own options, a JSON object. A stored opening has all of them.
    pub options: Value,
    /// The rules that the record is played by.
    pub rules_version: RulesVersion,
}

/// Why an entry was not accepted.
#[derive(Clone, Debug, PartialEq)]
pub enum Rejected {
    /// It is no entry at all.
    Malformed(Malformed),
    /// It breaks a rule.
    Refused(Refusal),
}

impl From<Malformed> for Rejected {
    fn from(malformed: Malformed) -> Self {
        Self::Malformed(malformed)
    }
}

impl From<Refusal> for Rejected {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Violation> for Rejected {
    fn from(violation: Violation) -> Self {
        Self::Refused(violation.into())
    }
}

/// The JSON Schemas (2020-12) for the requests and answers of a game.
#[derive(Clone, Debug)]
pub struct Schemas {
    /// The options a record is opened with.
    pub options: Schema,
    /// The game's own moves, a union discriminated by `type`.
    pub moves: Schema,
    /// Effects, likewise.
    pub effects: Schema,
    /// Choices, likewise.
    pub choices: Schema,
    /// Parts of joint moves, likewise, if the game has any.
    pub parts: Option<Schema>,
    /// The state.
    pub view: Schema,
    /// The findings of a step of a finished record.
    pub analysed_step: Schema,
}

/// A move in force with its effects.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Step")]
pub struct StepView {
    /// The slug of the game.
    #[schemars(with = "GameKind")]
    pub game: &'static str,
    /// The event that recorded the move, as this viewer counts.
    pub seq: Seq,
    /// The move.
    #[serde(rename = "move")]
    pub mv: AnyMove,
    /// True: it was recorded as irregular.
    pub irregular: bool,
    /// The dispute, if the move does not agree with the statements of others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dispute: Option<DisputeView>,
    /// The rules that it broke.
    pub breaches: Vec<ViolationView>,
    /// The effects that followed by rule.
    pub effects: Vec<AnyEffect>,
    /// Move, breaches and effects in words.
    pub narration: Vec<Text>,
    /// The position after it.
    pub state: AnyView,
}

/// A move that does not agree with what somebody else said, so that the position keeps only a part of it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Dispute")]
pub struct DisputeView {
    /// The event that recorded the move, in the numbering of the record it was asked of.
    pub event: Seq,
    /// The event that it does not agree with, where one can be named.
    pub with: Option<Seq>,
    /// The move as it was said.
    pub stated: AnyMove,
    /// The moves that the position keeps of it: usually what everybody saw; none if nobody noticed the move.
    pub applied: Vec<AnyMove>,
}

/// An entry that was added, with the change that it made.
#[derive(Clone, Debug, PartialEq)]
pub struct AcceptedEntry {
    /// The entry as it is to be stored.
    pub entry: CanonicalJson,
    /// The change that it made.
    pub change: LogChange,
}

/// The change that an entry made to the moves in force.
#[derive(Clone, Debug, PartialEq)]
pub enum LogChange {
    /// It added one.
    Played(Box<StepView>),
    /// It changed earlier ones: [`steps_since`](super::AnyRecord::steps_since) folds them again and tells which.
    Corrected {
        /// The event of the move that it replaced; `None` if it took moves back.
        amended: Option<Seq>,
    },
    /// It left them as they were.
    Nothing,
}

/// The findings of a record that is over, for statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The observations.
    pub observations: Vec<Observation>,
    /// The seat that had the first turn; `None` where seats take none.
    pub first_player: Option<Seat>,
    /// The events that recorded the moves in force, in their order.
    pub moves: Vec<Seq>,
}

/// One entry of a log, as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryView {
    /// Its number in the record it was asked of.
    pub seq: Seq,
    /// Its number in the full record.
    pub origin: Seq,
    /// The entry, `type` included.
    pub payload: CanonicalJson,
}
