//! Forms of any game.

use crate::form::Form;
use crate::game::Game;
use crate::record::{Record, Status};
use crate::seat::Viewer;
use crate::seq::Seq;
use crate::text::Names;

pub(super) fn list<G: Game>(
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
