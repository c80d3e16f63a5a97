//! The rules of a game, as a record needs them.

use std::fmt::{self, Debug, Display};
use std::num::NonZeroU16;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::form::Form;
use crate::message::Message;
use crate::outcome::Outcome;
use crate::seat::{BySeat, Seat, Viewer};
use crate::seq::Seq;
use crate::text::Names;
use crate::violation::{Referee, Violation};

/// A version of the rules of one game, from 1. A record keeps the rules of its version for ever. A change that would
/// fold a stored record to another game needs a new version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct RulesVersion(NonZeroU16);

impl RulesVersion {
    /// The first version of a game.
    pub const FIRST: Self = Self(NonZeroU16::MIN);

    /// This version; `None` for 0.
    pub const fn new(number: u16) -> Option<Self> {
        match NonZeroU16::new(number) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// The one after it.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// Its number, from 1.
    pub const fn number(self) -> u16 {
        self.0.get()
    }
}

impl From<NonZeroU16> for RulesVersion {
    fn from(number: NonZeroU16) -> Self {
        Self(number)
    }
}

impl From<RulesVersion> for NonZeroU16 {
    fn from(version: RulesVersion) -> Self {
        version.0
    }
}

impl Display for RulesVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

/// The rules of one game. A value of the type is a position, with the known facts about it.
///
/// `play` is the only copy of the rules: loading, replaying, checking, taking back, amending, importing and counting
/// are all folds of it. No method knows the viewer: a viewer sees the fold of the log that [`Rules::seen_by`] leaves of
/// the moves. A [`Record`](crate::record::Record) needs no other trait.
pub trait Rules: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// True: some things happen that not everybody sees.
    const HAS_SECRETS: bool = false;
    /// Set-up choices. A stored opening takes those left out from [`Rules::defaults`]; an `Option` that is left out
    /// stays so, and means that it is not known.
    type Options: Serialize + DeserializeOwned + JsonSchema + Clone + Debug + Default + Send + Sync;
    /// The moves. `{"type": …}`, unknown fields denied: an enum whose variants have named
    /// fields, in serde's plain form with `#[schemars(tag = "type")]`; see [`tagged`](crate::tagged).
    type Move: Serialize + DeserializeOwned + JsonSchema + Clone + PartialEq + Debug + Send + Sync;
    /// The effects that follow from a move by rule. `{"type": …}`.
    type Effect: Serialize + JsonSchema + Clone + PartialEq + Debug + Send + Sync;
    /// One seat's part of a move that all make at once; [`NoPart`] if there are no such moves.
    type Part: Part<Self>;

    /// The default options of this version of the rules.
    fn defaults(_version: RulesVersion) -> Self::Options {
        Self::Options::default()
    }

    /// The position before the first move, to be played by this version of the rules.
    ///
    /// # Errors
    ///
    /// If the game has no such number of seats with these options.
    fn new(seats: u8, options: &Self::Options, version: RulesVersion) -> Result<Self, Violation>;

    /// The position after a move, and the effects of the move; `at` is the event that holds the
    /// move, for later contradictions to name. G-1 is already checked.
    ///
    /// # Errors
    ///
    /// The violation of the rule that forbids the move. A breach that the referee lets pass is no error.
    fn play(
        &self,
        at: Seq,
        mv: &Self::Move,
        referee: &mut Referee,
    ) -> Result<(Self, Vec<Self::Effect>), Violation>;

    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;

    /// A move from this position in words, as a person at the table would say it; refusals and disputes quote it.
    fn describe_move(&self, mv: &Self::Move) -> Message;

    /// The moves that a viewer learns when this move is played from here: the move with its hidden facts made unknown;
    /// nothing if the viewer does not notice it; further moves if something follows that the viewer sees and could not
    /// derive. Without secrets, the move itself.
    fn seen_by(&self, mv: &Self::Move, _viewer: Viewer) -> Vec<Self::Move> {
        vec![mv.clone()]
    }

    /// The seat that makes this move, where it is one seat's own.
    fn actor(_mv: &Self::Move) -> Option<Seat> {
        None
    }
}

/// The part of one seat in a joint move. `{"type": …}`, with the type of the move; an enum in the same
/// form as [`Rules::Move`].
///
/// It says who takes part and how the parts make the move; [`Rules::play`] decides what is legal. Every
/// seat of the table takes part in every joint move.
pub trait Part<G: Rules>:
    Serialize + DeserializeOwned + JsonSchema + Clone + PartialEq + Send + Sync
{
    /// True: the game has joint moves.
    const HAS_JOINT_MOVES: bool = true;

    /// The type of the joint move that is due. It does not depend on what is known of the position.
    fn due(at: &G) -> Option<&'static str>;

    /// Checks that this seat may do that as its part of the move that is due, as far as this position tells and
    /// whatever the others do.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline, description = "")]
pub enum NoPart {}

impl<G: Rules> Part<G> for NoPart {
    const HAS_JOINT_MOVES: bool = false;

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
