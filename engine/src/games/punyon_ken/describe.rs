//! Moves and effects in sentences for people.

use super::PunyonKen;
use super::moves::{Effect, Move};
use super::outcome::WinPath;
use super::words::{Bent, Thrown, Words};
use crate::game::Wording;
use crate::message::{Catalogue, Message};

impl Wording for PunyonKen {
    fn catalogue() -> &'static Catalogue {
        Words::catalogue()
    }

    fn describe_kind(kind: &str) -> Option<Message> {
        describe_kind(kind).map(Message::from)
    }

    fn describe_effect(effect: &Effect) -> Message {
        describe_effect(effect).into()
    }
}

/// A kind of move in words.
pub fn describe_kind(kind: &str) -> Option<Words> {
    (kind == "throw").then_some(Words::ThrowKind)
}

pub fn describe_move(Move::Throw { hands }: &Move) -> Words {
    match hands.values().as_slice() {
        [first, second] if first == second => Words::BothThrow { hand: *first },
        _ => {
            Words::Throws { throws: hands.iter().map(|(seat, hand)| Thrown { seat, hand: *hand }).collect() }
        }
    }
}

pub fn describe_effect(effect: &Effect) -> Words {
    match *effect {
        Effect::Drawn {} => Words::Drawn,
        Effect::ThrowWon { seat, hand } => Words::ThrowWon { seat, hand },
        Effect::FingersBent { seat, count, bent } => Words::FingersBent { seat, count, bent: Bent(bent) },
        Effect::PalmTurnedDown { seat } => Words::PalmTurnedDown { seat },
        Effect::PalmTurnedUp { seat } => Words::PalmTurnedUp { seat },
        Effect::GameWon { seat, by: WinPath::Fingers } => Words::WonByFingers { seat },
        Effect::GameWon { seat, by: WinPath::Palm } => Words::WonByPalm { seat },
    }
}
