//! The forms that one seat may fill in: those of its own moves.

use super::{Field, Form};
use crate::seat::Seat;

impl Form {
    /// This form for the phone of one seat, without the question for the seat; `None` if the move is not its own.
    #[must_use]
    pub fn filled_by(mut self, seat: Seat) -> Option<Self> {
        if let Some(own) = self.seat {
            return (own == seat).then_some(self);
        }
        let actor_field =
            self.fields.iter().position(|field| matches!(field, Field::ChooseOne(choice) if choice.acts))?;
        let Field::ChooseOne(choice) = self.fields.remove(actor_field) else { return None };
        let mut keys = choice.groups.into_iter().flat_map(|group| group.keys);
        let key = keys.find(|key| key.value == seat.number())?;
        self.fields.splice(actor_field..actor_field, key.then);
        self.mv["seat"] = key.value;
        self.seat = Some(seat);
        Some(self)
    }
}
