//! What may happen next, and whether a move is among it.

use super::{Choice, Move, NotMyFault, OpenNote, Phase};
use crate::fact::Fact;
use crate::game::{Rules, Seq};
use crate::seat::Seat;
use crate::violation::Referee;

impl NotMyFault {
    pub(super) fn list_choices(&self) -> Vec<Choice> {
        match self.phase {
            Phase::Turn(seat) => self.turn_choices(seat),
            Phase::Reveal(_) => {
                let cards = self.cards(None);
                let sums = self.sums(&cards, None);
                vec![Choice::Reveal {
                    cards: cards.into_iter().map(|card| card.map(i64::from)).collect(),
                    sums,
                }]
            }
            Phase::Over(..) => Vec::new(),
        }
    }

    /// NMF-3: declare or audit; and what may be said beside it.
    fn turn_choices(&self, seat: Seat) -> Vec<Choice> {
        let mut choices = Vec::new();
        let numbers = self.numbers(seat);
        if !self.must_audit() && !numbers.is_empty() {
            choices.push(Choice::Declare { seat, numbers, cards: self.drawable() });
        }
        if let Some(last) = self.laid.last().filter(|last| last.seat != seat) {
            choices.push(Choice::Audit { seat, accused: last.seat, number: last.number });
        }
        let open: Vec<OpenNote> = self.seats.iter().filter_map(|seat| self.open_note(seat)).collect();
        if !open.is_empty() {
            choices.push(Choice::NoteCard { open });
        }
        if self.discards > 0 {
            choices.push(Choice::Reshuffle { discards: i64::try_from(self.discards).unwrap_or(i64::MAX) });
        }
        choices
    }

    /// The numbers that the next card can have.
    fn drawable(&self) -> Vec<i64> {
        let draws = |number: &i64| self.accepts(&self.drawing(*number));
        (0..=i64::from(super::cards::HIGHEST)).filter(draws).collect()
    }

    /// A declaration that is right but for the card.
    fn drawing(&self, number: i64) -> Move {
        let seat = match self.phase {
            Phase::Turn(seat) => seat,
            _ => Seat::new(0),
        };
        Move::Declare { seat, number: super::LAST, card: Fact::Known(number) }
    }

    fn open_note(&self, seat: Seat) -> Option<OpenNote> {
        let index = self.latest(seat)?;
        let laid = self.laid.get(index).filter(|laid| laid.card.is_unknown())?;
        Some(OpenNote { seat, declared: laid.number, cards: self.possible_cards(index) })
    }

    pub(super) fn choice_covers(&self, choice: &Choice, mv: &Move) -> bool {
        match (choice, mv) {
            (Choice::Declare { seat: whose, numbers, cards }, Move::Declare { seat, number, card }) => {
                let possible = card.known().is_none_or(|card| cards.contains(&card));
                whose == seat && numbers.contains(number) && possible
            }
            (Choice::NoteCard { open }, Move::NoteCard { seat, card }) => {
                open.iter().any(|open| open.seat == *seat && open.cards.contains(card))
            }
            (Choice::Audit { seat: whose, .. }, Move::Audit { seat }) => whose == seat,
            (Choice::Reveal { .. }, Move::Reveal { .. }) => self.accepts(mv),
            (Choice::Reshuffle { .. }, Move::Reshuffle {}) => true,
            _ => false,
        }
    }

    pub(super) fn accepts(&self, mv: &Move) -> bool {
        self.play(Seq(u64::MAX), mv, &mut Referee::strict()).is_ok()
    }
}
