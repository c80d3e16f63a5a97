//! Moves that programs choose in a record of any game.

use serde_json::Value;

use super::forms::legal_choices;
use crate::game::{Chooser, Game};
use crate::policy::{Players, Temper};
use crate::record::{Record, Status};
use crate::seat::{BySeat, Seat, Viewer};
use crate::tagged;

/// Moves that programs choose.
pub trait AnySimulation {
    /// A possible next move; `None` where there is none.
    fn sample(&self, chooser: &mut dyn Chooser) -> Option<Value>;
    /// The next entry where the seats play like this; `None` if nothing can happen.
    fn policy_entry(&self, tempers: &BySeat<Temper>, chooser: &mut dyn Chooser) -> Option<Value>;
}

impl<G: Game> AnySimulation for Record<G> {
    fn sample(&self, chooser: &mut dyn Chooser) -> Option<Value> {
        let choices = legal_choices(self);
        (!choices.is_empty()).then(|| tagged::write(&self.now().sample(chooser.choose(&choices), chooser)))
    }

    fn policy_entry(&self, tempers: &BySeat<Temper>, chooser: &mut dyn Chooser) -> Option<Value> {
        let seen = |seat: Seat| Record::seen_by(self, Viewer::Seat(seat)).now().clone();
        let is_live = Record::status(self) == Status::Live;
        let mv = is_live.then(|| self.now().policy_move(&Players::new(tempers, &seen), chooser))?;
        mv.map(|mv| tagged::write(&mv))
    }
}
