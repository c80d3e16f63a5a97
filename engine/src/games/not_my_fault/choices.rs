//! The moves that may come next.

use schemars::JsonSchema;
use serde::Serialize;

use super::moves::Move;
use super::{NotMyFault, Phase};
use crate::count;
use crate::fact::Fact;
use crate::game::Choices;
use crate::range::Range;
use crate::rules::Rules;
use crate::seat::Seat;
use crate::seq::Seq;
use crate::violation::Referee;

/// Legal moves of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Choice {
    /// A declaration.
    Declare {
        /// The seat to move.
        seat: Seat,
        /// The numbers it may declare; with a yellow warning card, black squares only.
        numbers: Vec<i64>,
        /// The numbers the drawn card can have.
        cards: Vec<i64>,
    },
    /// A seat may note the card it laid last.
    NoteCard {
        /// The cards that nobody has noted.
        open: Vec<OpenNote>,
    },
    /// An audit.
    Audit {
        /// The seat to move.
        seat: Seat,
        /// The seat it would accuse.
        accused: Seat,
        /// The number declared.
        number: i64,
    },
    /// The cards are turned up. The move gives possible cards, their sum, or both if they agree.
    Reveal {
        /// The cards as far as they are known, in the order they were laid.
        cards: Vec<Fact<i64>>,
        /// The possible sums.
        sums: Vec<Range>,
    },
    /// The discards may be shuffled into the draw pile early.
    Reshuffle {
        /// How many cards were discarded since the last recorded reshuffle.
        discards: i64,
    },
}

/// A card that can still be noted.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NotMyFaultOpenNote")]
pub struct OpenNote {
    /// The seat that laid it.
    pub seat: Seat,
    /// The number that seat declared with it.
    pub declared: i64,
    /// The numbers the card can have.
    pub cards: Vec<i64>,
}

impl Choices for NotMyFault {
    type Choice = Choice;

    fn choices(&self) -> Vec<Choice> {
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

    fn matches(&self, choice: &Choice, mv: &Move) -> bool {
        match (choice, mv) {
            (Choice::Declare { seat: whose, numbers, cards }, Move::Declare { seat, number, card }) => {
                let possible = card.value().is_none_or(|card| cards.contains(&card));
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
}

impl NotMyFault {
    /// NMF-3: a turn is a declaration or an audit. Notes and a reshuffle are possible too.
    fn turn_choices(&self, seat: Seat) -> Vec<Choice> {
        let mut choices = Vec::new();
        let numbers = self.numbers(seat);
        if !self.must_audit() && !numbers.is_empty() {
            choices.push(Choice::Declare { seat, numbers, cards: self.drawable() });
        }
        if let Some(last) = self.placed.last().filter(|last| last.seat != seat) {
            choices.push(Choice::Audit { seat, accused: last.seat, number: last.number });
        }
        let open: Vec<OpenNote> = self.seats.iter().filter_map(|seat| self.open_note(seat)).collect();
        if !open.is_empty() {
            choices.push(Choice::NoteCard { open });
        }
        if self.discards > 0 {
            choices.push(Choice::Reshuffle { discards: count::to_i64(self.discards) });
        }
        choices
    }

    /// The numbers that the next card can have.
    fn drawable(&self) -> Vec<i64> {
        let draws = |number: &i64| self.accepts(&self.drawing(*number));
        (0..=i64::from(super::rules::cards::MAX_CARD_NUMBER)).filter(draws).collect()
    }

    /// A declaration that is legal apart from the card.
    fn drawing(&self, number: i64) -> Move {
        let seat = match self.phase {
            Phase::Turn(seat) => seat,
            _ => Seat::new(0),
        };
        Move::Declare { seat, number: super::rules::track::LAST_SQUARE, card: Fact::Known(number) }
    }

    fn open_note(&self, seat: Seat) -> Option<OpenNote> {
        let index = self.latest(seat)?;
        let placed = self.placed.get(index).filter(|placed| placed.card.is_unknown())?;
        Some(OpenNote { seat, declared: placed.number, cards: self.possible_cards(index) })
    }

    pub(super) fn accepts(&self, mv: &Move) -> bool {
        self.play(Seq(u64::MAX), mv, &mut Referee::strict()).is_ok()
    }
}
