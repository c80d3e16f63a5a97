//! Why a move is not possible, and how the scribe can record it as irregular.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::json::encode;
use crate::message::{Declared, Detail, Message};
use crate::seat::{Seat, Seats};
use crate::seq::Seq;
use crate::text::{Names, Text};
use crate::words::{Bounds, Common, InputNumber, Quantity};

/// One broken rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// A stable name in `snake_case`.
    pub code: &'static str,
    /// The id of the rule, as on the game's rules page: `YCW-6`.
    pub rule: &'static str,
    /// The explanation of the error.
    pub message: Message,
    /// The message for the log, where `message` only says what may not be done.
    recorded: Option<Box<(Detail, Message)>>,
    /// The values concerned: the input and the allowed values. Every seat that the message names is in it.
    pub detail: Value,
    /// The earlier event that this move makes impossible.
    pub contradicts: Option<Seq>,
    /// True: the move would be accepted with `irregular`, provided that the breach really happened.
    pub can_record_anyway: bool,
}

/// One broken rule.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Violation")]
pub struct ViolationView {
    /// A stable name in `snake_case`.
    pub code: &'static str,
    /// The id of the rule, as on the game's rules page: `YCW-6`.
    pub rule: &'static str,
    /// One plain sentence.
    pub message: Text,
    /// The values concerned: the input and the allowed values.
    pub detail: Value,
    /// The earlier event that this move makes impossible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradicts: Option<Seq>,
    /// True: the move would be accepted with `irregular`, provided that the breach really happened.
    pub can_record_anyway: bool,
}

impl Violation {
    /// The violation for clients, with the people at the table called by these names.
    pub fn view(&self, names: &Names) -> ViolationView {
        ViolationView {
            code: self.code,
            rule: self.rule,
            message: self.message.text(names),
            detail: self.detail.clone(),
            contradicts: self.contradicts,
            can_record_anyway: self.can_record_anyway,
        }
    }

    /// A breach of `rule`. Its detail is the data that the message names; [`Self::with`] adds to it.
    pub fn new(rule: &'static str, code: &'static str, message: impl Declared) -> Self {
        let detail = Value::Object(message.detail());
        let message = message.into();
        Self { code, rule, message, recorded: None, detail, contradicts: None, can_record_anyway: false }
    }

    /// Adds a value to the detail. A value that the message itself names stays.
    #[must_use]
    pub fn with(mut self, field: &str, value: impl Serialize) -> Self {
        if self.detail.get(field).is_none() {
            self.detail[field] = encode(&value);
        }
        self
    }

    /// Adds the input to the detail; `()` if there was none.
    #[must_use]
    pub fn input(self, input: impl Serialize) -> Self {
        self.with("input", input)
    }

    /// Adds the allowed values to the detail.
    #[must_use]
    pub fn allowed(self, allowed: impl Serialize) -> Self {
        self.with("allowed", allowed)
    }

    /// Names the earlier event that cannot stand beside this move, if there is one.
    #[must_use]
    pub fn contradicting(mut self, event: impl Into<Option<Seq>>) -> Self {
        self.contradicts = event.into();
        self
    }

    /// Turns it into a contradiction if an earlier event makes it one.
    #[must_use]
    pub fn because_of(self, event: Option<Seq>) -> Self {
        if event.is_none() { self } else { Self { code: "contradiction", ..self.contradicting(event) } }
    }

    /// Adds the message for the log, for a breach that really happened and is recorded. Then the detail names what that
    /// message names.
    #[must_use]
    pub fn recorded_as(mut self, message: impl Declared) -> Self {
        self.recorded = Some(Box::new((message.detail(), message.into())));
        self
    }

    /// Turns it into a breach that was let pass.
    fn into_breach(mut self) -> Self {
        if let Some((named, message)) = self.recorded.take().map(|recorded| *recorded) {
            self.message = message;
            named.into_iter().for_each(|(field, value)| self.detail[field] = value);
        }
        Self { can_record_anyway: true, ..self }
    }

    /// G-1: the game is over.
    pub fn game_over() -> Self {
        Self::new("G-1", "game_over", Common::GameOver).allowed(["take_back", "amend", "annotate"])
    }

    /// G-2: it is another seat's turn.
    pub fn not_your_turn(input: Seat, turn: Seat) -> Self {
        Self::new("G-2", "not_your_turn", Common::NotYourTurn { seat: input, turn })
            .recorded_as(Common::PlayedOutOfTurn { seat: input, turn })
    }

    /// G-3: no joint move is due now.
    pub fn no_joint_move() -> Self {
        Self::new("G-3", "no_joint_move", Common::NoJointMove)
    }

    /// G-5: there is no such seat at this table.
    pub fn no_such_seat(input: Seat, seats: Seats) -> Self {
        let message = Common::NoSuchSeat { count: seats.count() };
        Self::new("G-5", "no_such_seat", message).with("seat", input).with("seats", seats.count())
    }

    /// G-5: a number outside the set-up's bounds. `what` names the quantity.
    pub fn out_of_range(what: impl Into<Message>, input: impl Into<InputNumber>, allowed: Bounds) -> Self {
        let (what, input) = (Quantity(what.into()), input.into());
        let message = Common::OutOfBounds { what, input, allowed: allowed.clone() };
        Self::new("G-5", "out_of_bounds", message).allowed(allowed)
    }

    /// Checks that a list has so many entries (G-5). `what` names the quantity.
    ///
    /// # Errors
    ///
    /// If it has another length.
    pub fn check_length(what: impl Into<Message>, input: usize, allowed: usize) -> Result<(), Self> {
        if input == allowed {
            return Ok(());
        }
        Err(Self::out_of_range(what, input, Bounds::Exactly(InputNumber::from(allowed).0)))
    }

    /// G-5: fewer moves can be taken back.
    pub fn cannot_take_back(input: u64, possible: u64) -> Self {
        let [input, possible] = [input, possible].map(InputNumber::from);
        let allowed = Bounds::Between(1, possible.0);
        if possible.0 > 0 {
            return Self::out_of_range(Common::MovesToTakeBack, input.0, allowed);
        }
        Self::new("G-5", "out_of_bounds", Common::NothingToTakeBack).input(input).allowed(allowed)
    }

    /// G-5: this event is no move in force.
    pub fn not_in_force(event: Seq, in_force: &[Seq]) -> Self {
        let allowed = BTreeMap::from([("events", in_force)]);
        Self::new("G-5", "out_of_bounds", Common::NotInForce { event }).input(event).allowed(allowed)
    }

    /// G-5: the record has no such event.
    pub fn no_such_event(event: Seq, last: Seq) -> Self {
        let allowed = Bounds::Between(1, InputNumber::from(last.0).0);
        Self::new("G-5", "out_of_bounds", Common::NoSuchEvent { event, last }).input(event).allowed(allowed)
    }

    /// G-4: a fact that disagrees with one already known.
    pub fn contradiction(message: impl Declared, event: Seq) -> Self {
        Self::new("G-4", "contradiction", message).contradicting(event)
    }

    /// Checks that a seat exists (G-5).
    ///
    /// # Errors
    ///
    /// If there is no such seat at the table.
    pub fn check_seat(seat: Seat, seats: Seats) -> Result<(), Self> {
        if seats.contains(seat) { Ok(()) } else { Err(Self::no_such_seat(seat, seats)) }
    }

    /// Checks that a seat exists (G-5) and that it is its turn (G-2), in that order.
    ///
    /// # Errors
    ///
    /// If there is no such seat at the table, or it is another one's turn.
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

    /// True if the scribe says that a breach really happened. A move whose legality depends on unknown facts then tells
    /// nothing about them.
    pub fn is_lenient(&self) -> bool {
        self.lenient
    }

    /// Checks a soft rule.
    ///
    /// # Errors
    ///
    /// The violation, if the rule does not hold and the referee is strict.
    pub fn require(&mut self, holds: bool, violation: impl FnOnce() -> Violation) -> Result<(), Violation> {
        if holds {
            return Ok(());
        }
        if !self.lenient {
            return Err(violation());
        }
        self.breaches.push(violation().into_breach());
        Ok(())
    }

    /// Notes a breach that the record cannot show, if the scribe says that the move is irregular. Returns true then.
    pub fn note_unseen_breach(&mut self, violation: impl FnOnce() -> Violation) -> bool {
        self.lenient && self.require(false, violation).is_ok()
    }

    /// The breaches that were let pass, in the order they were found.
    pub fn into_breaches(self) -> Vec<Violation> {
        self.breaches
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::message::RuleId;
    use crate::seat::seats_in;

    #[test]
    fn seats_of_a_detail_are_found_at_any_depth() {
        let detail = json!({
            "seat": 3, "turn": 1, "seats": 6, "number": 2, "later": {"event": 9, "seats": [0, 5]},
            "input": [{"seat": 4, "slot": 2}],
        });
        let mut seats: Vec<i64> = seats_in(&detail).into_iter().map(Seat::number).collect();
        seats.sort_unstable();
        assert_eq!(seats, [0, 1, 3, 4, 5]);
    }

    #[test]
    fn a_detail_names_what_its_message_names_and_what_is_added() {
        let [seat, turn] = [0, 1].map(Seat::new);
        let violation = Violation::not_your_turn(seat, turn).with("turn", 5).with("round", 2);
        assert_eq!(violation.detail, json!({"seat": 0, "turn": 1, "round": 2}));
        let swapped = violation.recorded_as(Common::PlayedOutOfTurn { seat: turn, turn: seat });
        assert_eq!(swapped.into_breach().detail, json!({"seat": 1, "turn": 0, "round": 2}));
        let breach = Common::NotYourTurn { seat, turn }.into();
        let within = Violation::new("G-1", "breach", Common::Breach { rule: RuleId("G-2"), breach });
        assert_eq!(within.detail, json!({"breach": {"seats": [0, 1]}}));
    }
}
