//! Moves and effects in sentences for people.

use super::NotMyFault;
use super::moves::{Effect, Move};
use super::outcome::Ending;
use super::words::{CardShown, Words};
use crate::fact::Fact;
use crate::game::Wording;
use crate::message::{Catalogue, Message};

impl Wording for NotMyFault {
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
    Some(match kind {
        "declare" => Words::DeclareKind,
        "note_card" => Words::NoteCardKind,
        "audit" => Words::AuditKind,
        "reveal" => Words::RevealKind,
        "reshuffle" => Words::ReshuffleKind,
        _ => return None,
    })
}

pub fn describe_move(game: &NotMyFault, mv: &Move) -> Words {
    match mv {
        Move::Declare { seat, number, card } => {
            let (seat, number, card) = (*seat, *number, card.value());
            if game.placed.is_empty() {
                Words::DeclaresFirst { seat, card, number }
            } else {
                Words::Declares { seat, card, number }
            }
        }
        Move::NoteCard { seat, card } => Words::NotesCard { seat: *seat, card: *card },
        Move::Audit { seat } => Words::Audits { seat: *seat },
        Move::Reveal { cards, .. } => describe_reveal(game, cards.as_deref()),
        Move::Reshuffle {} if game.discards == 0 => Words::MakesNewPile,
        Move::Reshuffle {} => Words::Reshuffles,
    }
}

/// "a 3, a 6 and 2 cards that nobody noted", by all that is known of the cards.
fn describe_reveal(game: &NotMyFault, cards: Option<&[Fact<i64>]>) -> Words {
    let placed = game.placed.len();
    let Move::Reveal { cards, .. } = game.reveal_seen(cards, None) else { return Words::TurnsUp { placed } };
    let known_cards: Vec<_> =
        cards.iter().flatten().filter_map(|card| card.value()).map(CardShown::Known).collect();
    if known_cards.is_empty() {
        return Words::TurnsUp { placed };
    }
    let unnoted = Some(placed.saturating_sub(known_cards.len())).filter(|count| *count > 0);
    let cards = known_cards.into_iter().chain(unnoted.map(CardShown::Unnoted)).collect();
    Words::TurnsUpKnown { placed, cards }
}

pub fn describe_effect(effect: &Effect) -> Words {
    match effect {
        Effect::DrawPileRemade { cards } => Words::PileRemade { cards: *cards },
        Effect::Warned { seat } => Words::Warned { seat: *seat },
        Effect::Accused { auditor, accused, number } => {
            Words::Accused { auditor: *auditor, accused: *accused, number: *number }
        }
        Effect::Counted { seat, number, sum } => {
            let (seat, number, sum) = (*seat, *number, *sum);
            match sum - number {
                ..0 => Words::CountedLess { seat, number, sum },
                0 => Words::CountedExactly { seat, sum },
                _ => Words::CountedMore { seat, number, sum },
            }
        }
        Effect::Suspended { seat, suspensions } => {
            Words::Suspended { seat: *seat, suspensions: *suspensions }
        }
        Effect::Eliminated { seat } => Words::Eliminated { seat: *seat },
        Effect::RoundBegan { round, seat } => Words::RoundBegan { round: *round, seat: *seat },
        Effect::GameOver { ending, winners, losers } => {
            let (winners, losers) = (winners.clone(), losers.clone());
            match ending {
                Ending::Thirty => Words::ThirtyWon { winners },
                Ending::SecondSuspension => Words::SecondSuspension { losers, winners },
                Ending::LastPlayer => Words::LastPlayer { winners },
            }
        }
    }
}
