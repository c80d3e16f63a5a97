//! The moves that may happen next in a record of any game, and how they are entered.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::entries::read_entry;
use super::joint::due;
use super::{AnyChoice, AnyRecord};
use crate::form::Form;
use crate::game::Game;
use crate::joint::Joint;
use crate::record::{Entry, Record, Status};
use crate::rules::Part;
use crate::seat::{Seat, Viewer};
use crate::seq::Seq;
use crate::text::Names;

/// The forms of what a viewer may enter next, or instead of an event.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct OfferedForms {
    /// The moves that this viewer may log, the likeliest first: everything for the scribe, a seat's own moves for that
    /// seat, nothing for a reader.
    pub forms: Vec<Form>,
    /// The move that all make at once, if one is due.
    pub joint: Option<Joint>,
    /// A seat's part of it, to be sent to `/v1/games/{id}/joint`.
    pub part: Option<Form>,
}

impl OfferedForms {
    /// The forms for this viewer, whose record this is. `None` if the event is no move in force.
    pub fn of(
        record: &dyn AnyRecord,
        viewer: Viewer,
        instead_of: Option<Seq>,
        names: &Names,
    ) -> Option<Self> {
        let forms = record.forms(viewer, instead_of, names)?;
        let joint = record.joint().filter(|_| instead_of.is_none());
        let part = match viewer {
            Viewer::Seat(seat) if joint.is_some() => record.part_form(seat, names),
            _ => None,
        };
        Some(Self { forms, joint, part })
    }
}

/// The moves that may happen next in a record, and how they are entered.
pub trait AnyForms {
    /// The moves that may happen next; none once the game has ended.
    fn choices(&self) -> Vec<AnyChoice>;
    /// True if a choice stands for this move.
    fn is_choice(&self, entry: &Value) -> bool;
    /// The forms by which this viewer, whose record this is, enters the next move, or a move instead of an event. There
    /// are none once the game has ended, and a seat gets only those of its own moves. `None` if the event is no move in
    /// force.
    fn forms(&self, viewer: Viewer, instead_of: Option<Seq>, names: &Names) -> Option<Vec<Form>>;
    /// How a seat enters its part of the joint move that is due.
    fn part_form(&self, seat: Seat, names: &Names) -> Option<Form>;
}

impl<G: Game> AnyForms for Record<G> {
    fn choices(&self) -> Vec<AnyChoice> {
        let answered = |choice| AnyChoice::of(G::META.slug, choice);
        legal_choices(self).iter().map(answered).collect()
    }

    fn is_choice(&self, entry: &Value) -> bool {
        let Ok(Entry::Play { mv, .. }) = read_entry::<G>(entry) else { return false };
        legal_choices(self).iter().any(|choice| self.now().matches(choice, &mv))
    }

    fn forms(&self, viewer: Viewer, instead_of: Option<Seq>, names: &Names) -> Option<Vec<Form>> {
        list(self, viewer, instead_of, names)
    }

    fn part_form(&self, seat: Seat, names: &Names) -> Option<Form> {
        due(self).and_then(|_| G::Part::form(self.now(), seat, names))
    }
}

pub(super) fn legal_choices<G: Game>(record: &Record<G>) -> Vec<G::Choice> {
    match record.status() {
        Status::Live => record.now().choices(),
        Status::Over | Status::Abandoned => Vec::new(),
    }
}

fn list<G: Game>(
    record: &Record<G>,
    viewer: Viewer,
    instead_of: Option<Seq>,
    names: &Names,
) -> Option<Vec<Form>> {
    let forms = match instead_of {
        Some(event) => {
            let step = record.in_force().position(|(seq, _, _)| seq == event)?;
            record.position_at(step)?.forms(names)
        }
        None if record.status() == Status::Live => record.now().forms(names),
        None => Vec::new(),
    };
    Some(forms.into_iter().filter_map(|form| filled_by(form, viewer)).collect())
}

fn filled_by(form: Form, viewer: Viewer) -> Option<Form> {
    match viewer {
        Viewer::Scribe => Some(form),
        Viewer::Seat(seat) => form.filled_by(seat),
        Viewer::Public => None,
    }
}
