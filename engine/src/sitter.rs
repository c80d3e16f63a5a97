//! The people on the seats, and their names in sentences.

use crate::message::Message;
use crate::seat::Seat;
use crate::text::{Names, Text};
use crate::words::Common;

/// The person on a seat, as far as sentences know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitter<'a> {
    /// Somebody with this name.
    Named(&'a str),
    /// Somebody whose name was erased. Sentences say "Someone".
    Erased,
    /// Somebody without a name, called by the number of the seat.
    Nameless,
}

impl Sitter<'_> {
    /// The names of these people, by seat. With several erased ones, each is called with the seat.
    pub fn names(sitters: &[Sitter<'_>]) -> Names {
        let erased = sitters.iter().filter(|sitter| **sitter == Sitter::Erased).count();
        let text = |message: Common| Message::from(message).text(&Names::none(0));
        Names::by_language((0..).map(Seat::new).zip(sitters).map(|(seat, sitter)| match sitter {
            Sitter::Named(name) => Some(Text::new(*name, *name)),
            Sitter::Erased if erased == 1 => Some(text(Common::Someone)),
            Sitter::Erased => Some(text(Common::SomeoneOn { seat })),
            Sitter::Nameless => None,
        }))
    }
}
