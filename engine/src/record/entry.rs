//! The entries of a log.

use serde::Serialize;

use crate::seq::Seq;
use crate::tagged;

/// One entry of a log. Only [`Entry::Play`] is a move of the game; the others are about the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry<M> {
    /// Somebody moved.
    Play {
        /// The move.
        mv: M,
        /// Recorded although it may break a soft rule, because it really happened.
        irregular: bool,
    },
    /// Seats logged a move themselves, without knowing all that is recorded. It counts like any other; but if it does
    /// not agree with facts that they could not know, that becomes a [`Dispute`] and no refusal.
    Statement {
        /// The move.
        mv: M,
        /// As in [`Entry::Play`].
        irregular: bool,
    },
    /// The last moves still in force are undone; an abandonment counts as one.
    TakeBack {
        /// How many, at least 1.
        count: u64,
    },
    /// Corrects an earlier move.
    Amend {
        /// The event that recorded the move.
        event: Seq,
        /// The move that replaces it.
        #[serde(serialize_with = "tagged::serialize")]
        with: M,
        /// As in [`Entry::Play`].
        irregular: bool,
    },
    /// A comment; never affects the fold.
    Annotate {
        /// The event it is about; the whole record if none.
        #[serde(skip_serializing_if = "Option::is_none")]
        event: Option<Seq>,
        /// The comment.
        text: String,
    },
    /// The table broke up without a result.
    Abandon {
        /// Why.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

impl<M> Entry<M> {
    /// The move that it records, and a flag for an irregular one.
    pub(super) fn recorded_move(&self) -> Option<(&M, bool)> {
        match self {
            Self::Play { mv, irregular }
            | Self::Statement { mv, irregular }
            | Self::Amend { with: mv, irregular, .. } => Some((mv, *irregular)),
            _ => None,
        }
    }
}
