//! The table in words: captions of the drawing, and a description for people who cannot see it.

use super::super::outcome::Ending;
use super::super::rules::track::is_white;
use super::super::view::{PhaseName, PileView, PlacedCardView, RevealedView, SeatView, View};
use super::super::words::{DiscardedOfNumber, SeatFact, Words};
use crate::seat::Seat;

/// The round, and the extreme rule if it applies.
pub fn round(view: &View) -> Words {
    let round = view.round;
    if view.extreme { Words::RoundExtremeBoard { round } } else { Words::RoundBoard { round } }
}

/// The awaited action of the table, or the end of the game.
pub fn awaited(view: &View) -> Words {
    match (view.phase, view.turn, &view.pending) {
        (PhaseName::Turn, Some(seat), _) => turn(seat, view),
        (PhaseName::Reveal, _, Some(pending)) => {
            let (declarer, number) = (pending.declarer, pending.number);
            match pending.auditor {
                Some(auditor) => Words::AuditPending { auditor, declarer, number },
                None => Words::ThirtyPending { declarer, number },
            }
        }
        _ => end(view),
    }
}

fn turn(seat: Seat, view: &View) -> Words {
    let warned = view.seats.get(seat).is_some_and(|own| own.warned);
    let accused = view.cards.last().map(|last| last.seat).filter(|last| *last != seat);
    match accused {
        Some(accused) if view.must_audit => Words::MustAudit { seat, accused },
        Some(accused) if warned => Words::DeclareBlackOrAudit { seat, accused },
        Some(accused) => Words::DeclareOrAudit { seat, accused },
        None => Words::FirstDeclaration { seat },
    }
}

/// The winners or, if all others won, the losers.
fn end(view: &View) -> Words {
    let is_named = |seat: &Seat| won(view, *seat) != (view.ending == Some(Ending::SecondSuspension));
    let people: Vec<Seat> = view.seats.iter().map(|(seat, _)| seat).filter(is_named).collect();
    match view.ending {
        Some(Ending::Thirty) => Words::ThirtyBoard { people },
        Some(Ending::SecondSuspension) => Words::SecondSuspensionBoard { people },
        Some(Ending::LastPlayer) | None => Words::LastPlayerBoard { people },
    }
}

/// NMF-8, NMF-9, NMF-11.
pub fn won(view: &View, seat: Seat) -> bool {
    let revealed = view.revealed.as_ref();
    match view.ending {
        Some(Ending::Thirty) => {
            revealed.and_then(|round| round.cards.last()).is_some_and(|last| last.seat == seat)
        }
        Some(Ending::SecondSuspension) => revealed.is_some_and(|round| round.suspended != Some(seat)),
        Some(Ending::LastPlayer) => view.seats.get(seat).is_some_and(|own| !own.eliminated),
        None => false,
    }
}

/// The place of the arrow.
pub fn arrow(number: i64) -> Words {
    match number {
        0 => Words::ArrowAtStart,
        _ if is_white(number) => Words::ArrowOnWhite { number },
        _ => Words::ArrowOnBlack { number },
    }
}

/// The heading over cards that were turned up: their sum, and the seat suspended.
pub fn turned_up(round: &RevealedView) -> Words {
    let (sum, number) = (round.sum, round.cards.last().map_or(0, |last| last.number));
    match round.suspended {
        Some(seat) => Words::TurnedUpSuspended { sum, number, enough: sum >= number, seat },
        None => Words::TurnedUpMade { sum, number },
    }
}

/// A declaration with its card.
pub fn placed(placed: &PlacedCardView) -> Words {
    let PlacedCardView { seat, number, card, .. } = *placed;
    Words::PlacedCard { seat, card: card.value(), number }
}

/// The state of a seat, in a word or two.
pub fn remark(seat: Seat, own: &SeatView, view: &View) -> Option<Words> {
    let pending = view.pending.as_ref();
    match view.phase {
        PhaseName::Over if won(view, seat) => Some(Words::WonRemark),
        _ if own.eliminated => Some(Words::OutRemark),
        PhaseName::Over => Some(Words::LostRemark),
        PhaseName::Turn => (view.turn == Some(seat)).then_some(Words::TurnRemark),
        PhaseName::Reveal => match pending {
            Some(pending) if pending.auditor == Some(seat) => Some(Words::AuditsRemark),
            Some(pending) if pending.declarer == seat => {
                Some(Words::DeclaredRemark { number: pending.number })
            }
            _ => None,
        },
    }
}

/// A seat with the cards before it.
pub fn seat(seat: Seat, own: &SeatView, view: &View) -> Words {
    let remark = remark(seat, own, view).map(SeatFact::Remark);
    let warning = (!own.eliminated).then_some(SeatFact::Warning(own.warned));
    let suspensions = SeatFact::Suspensions(own.suspensions);
    let facts = remark.into_iter().chain(warning).chain([suspensions]).collect();
    Words::SeatBoard { seat, facts }
}

/// The draw pile, if the deck is known, and the discards.
pub fn piles(discards: i64, pile: Option<&PileView>) -> Words {
    match pile {
        Some(pile) => Words::PilesCounted { drawable: pile.cards, discards },
        None => Words::Piles { discards },
    }
}

/// For each number, how many of its cards are certainly discarded.
pub fn discarded_numbers(pile: &PileView) -> Words {
    let numbers = pile.discarded.iter().zip(&pile.deck).enumerate();
    let numbers = numbers.map(|(number, (gone, all))| DiscardedOfNumber { number, gone: *gone, all: *all });
    Words::DiscardedNumbers { numbers: numbers.filter(|discarded| discarded.all > 0).collect() }
}
