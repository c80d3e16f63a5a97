//! Why a move cannot be, and who decides whether it is recorded all the same.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::game::Seq;
use crate::seat::{Seat, Seats};
use crate::text::{Names, Text};

/// One broken rule.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Violation {
    /// A stable name in `snake_case`.
    pub code: &'static str,
    /// The id of the rule, as on the game's rules page: `YCW-6`.
    pub rule: &'static str,
    /// One plain sentence.
    pub message: Text,
    /// The values concerned: what was given, what would have been allowed.
    pub detail: Value,
    /// The earlier event that this move makes impossible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradicts: Option<Seq>,
    /// Whether the breach, if it really happened, can be recorded as an irregular move.
    pub can_record_anyway: bool,
}

impl Violation {
    /// The same, told with the names of the people at the table.
    #[must_use]
    pub fn told(self, names: &Names) -> Self {
        Self { message: names.told(&self.message), ..self }
    }

    /// A breach of `rule`.
    pub fn new(rule: &'static str, code: &'static str, message: Text, detail: Value) -> Self {
        Self { code, rule, message, detail, contradicts: None, can_record_anyway: false }
    }

    /// The same, naming the earlier event that cannot stand beside this move.
    #[must_use]
    pub fn contradicting(mut self, event: Seq) -> Self {
        self.contradicts = Some(event);
        self
    }

    /// G-1: the game is over.
    pub fn game_over() -> Self {
        Self::new(
            "G-1",
            "game_over",
            Text::fixed("このゲームはもう終わっています。", "This game is already over."),
            json!({"allowed": ["take_back", "amend", "annotate"]}),
        )
    }

    /// G-2: it is another seat's turn.
    pub fn not_your_turn(given: Seat, turn: Seat) -> Self {
        Self::new(
            "G-2",
            "not_your_turn",
            Text::new(
                format!("席{given}の手番ではありません。今は席{turn}の手番です。"),
                format!("It is not seat {given}'s turn but seat {turn}'s."),
            ),
            json!({"seat": given, "turn": turn}),
        )
    }

    /// G-3: this kind of move does not belong to the present phase.
    pub fn wrong_phase(given: &str, allowed: &[&str]) -> Self {
        Self::new(
            "G-3",
            "wrong_phase",
            Text::new(
                format!("今は「{given}」はできません。できるのは: {}。", allowed.join("、")),
                format!("\"{given}\" is not possible now; what is: {}.", allowed.join(", ")),
            ),
            json!({"given": given, "allowed": allowed}),
        )
    }

    /// G-3: there is nothing that all do at once now.
    pub fn no_joint_move() -> Self {
        Self::new(
            "G-3",
            "no_joint_move",
            Text::fixed(
                "今は、全員が同時に決めるものはありません。",
                "There is nothing now that everybody chooses at once.",
            ),
            json!({}),
        )
    }

    /// G-5: there is no such seat at this table.
    pub fn no_such_seat(given: Seat, seats: Seats) -> Self {
        Self::new(
            "G-5",
            "no_such_seat",
            Text::new(
                format!("席の番号は0から{}までです({given}はありません)。", seats.count() - 1),
                format!("Seats are numbered 0 to {}; there is no seat {given}.", seats.count() - 1),
            ),
            json!({"seat": given, "seats": seats.count()}),
        )
    }

    /// G-5: a number, face or list outside the set-up's bounds. `what` names the value.
    #[expect(clippy::needless_pass_by_value, reason = "the words are made for the call")]
    pub fn out_of_bounds(what: Text, given: &Value, allowed: &Value) -> Self {
        Self::new(
            "G-5",
            "out_of_bounds",
            Text::new(
                format!("{}が範囲を外れています: {given}(許されるのは {allowed})。", what.ja),
                format!("{} is out of bounds: {given} (allowed: {allowed}).", what.en),
            ),
            json!({"given": given, "allowed": allowed}),
        )
    }

    /// G-4: a fact that disagrees with one already known.
    pub fn contradiction(message: Text, detail: Value, event: Seq) -> Self {
        Self::new("G-4", "contradiction", message, detail).contradicting(event)
    }

    /// Checks that a seat exists (G-5).
    pub fn check_seat(seat: Seat, seats: Seats) -> Result<(), Self> {
        if seats.contains(seat) { Ok(()) } else { Err(Self::no_such_seat(seat, seats)) }
    }

    /// Checks that a seat exists (G-5) and that it is its turn (G-2), in that order.
    pub fn check_turn(seat: Seat, turn: Seat, seats: Seats) -> Result<(), Self> {
        Self::check_seat(seat, seats)?;
        if seat == turn { Ok(()) } else { Err(Self::not_your_turn(seat, turn)) }
    }
}

/// Decides what happens to a breach after which the position is still well defined: refused by
/// default, noted when the scribe says that it really happened.
#[derive(Debug, Default)]
pub struct Referee {
    lenient: bool,
    breaches: Vec<Violation>,
}

impl Referee {
    /// Refuses every breach.
    pub fn strict() -> Self {
        Self::default()
    }

    /// Lets soft breaches pass and notes them.
    pub fn lenient() -> Self {
        Self { lenient: true, breaches: Vec::new() }
    }

    /// Whether the scribe says that a breach really happened: then a move whose legality hangs on
    /// unknown facts must not be taken to tell anything about them.
    pub fn is_lenient(&self) -> bool {
        self.lenient
    }

    /// Checks a soft rule. A breach that is refused says `can_record_anyway`.
    pub fn insist(&mut self, holds: bool, violation: impl FnOnce() -> Violation) -> Result<(), Violation> {
        if holds {
            return Ok(());
        }
        let breach = Violation { can_record_anyway: true, ..violation() };
        if !self.lenient {
            return Err(breach);
        }
        self.breaches.push(breach);
        Ok(())
    }

    /// Whether there was a breach that the record cannot show: only the scribe knows, by saying that
    /// the move is irregular. Then it is noted.
    pub fn is_told_of(&mut self, violation: impl FnOnce() -> Violation) -> bool {
        self.lenient && self.insist(false, violation).is_ok()
    }

    /// The breaches that were let pass, in the order they were found.
    pub fn into_breaches(self) -> Vec<Violation> {
        self.breaches
    }
}
