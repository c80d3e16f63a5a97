//! Kinds of moves: their names for people, and the possible ones.

use crate::game::{Choices, Wording};
use crate::json::encode;
use crate::tagged::TYPE_FIELD;
use crate::violation::Violation;
use crate::words::{Common, MoveKind};

impl MoveKind {
    /// The kind of move that has this `type` in a game.
    pub fn of<G: Wording>(kind: &str) -> Self {
        Self(G::describe_kind(kind).unwrap_or_else(|| Common::OtherKind.into()))
    }
}

impl Violation {
    /// G-3: this kind of move does not belong to the present phase. [`Choices::choices`] offers the possible kinds.
    pub fn wrong_phase<G: Choices + Wording>(input: &str, at: &G) -> Self {
        Self::not_among::<G>(input, &choice_kinds(at))
    }

    /// G-3: a part of another joint move than the one that is due.
    pub fn wrong_part<G: Choices + Wording>(input: &str, due: &str) -> Self {
        Self::not_among::<G>(input, &[due.to_owned()])
    }

    fn not_among<G: Choices + Wording>(input: &str, allowed: &[String]) -> Self {
        let possible = allowed.iter().map(|kind| MoveKind::of::<G>(kind)).collect();
        let message = Common::WrongPhase { input: MoveKind::of::<G>(input), possible };
        Self::new("G-3", "wrong_phase", message).input(input).allowed(allowed)
    }
}

/// The kinds of moves that are possible now, each once, in the order of [`Choices::choices`].
pub fn choice_kinds<G: Choices>(at: &G) -> Vec<String> {
    let mut kinds: Vec<String> = Vec::new();
    for choice in at.choices() {
        let choice = encode(&choice);
        if let Some(kind) = choice[TYPE_FIELD].as_str().filter(|kind| kinds.iter().all(|seen| seen != kind)) {
            kinds.push(kind.to_owned());
        }
    }
    kinds
}
