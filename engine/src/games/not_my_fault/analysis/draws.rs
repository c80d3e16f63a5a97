//! The number of ways in which cards could be drawn.
//!
//! All cards are distinct, and all orders of the draw pile are equally likely. So the ways of a round are counted by
//! the copies of each number. Cards drawn before the discards were shuffled in come from the draw pile of that time.
//! Later cards come from the rest of that pile and the discards.

use super::super::rules::cards::{Cards, MAX_CARD_NUMBER};
use crate::analysis::Distribution;
use crate::fact::Fact;

/// The numbers of cards.
const NUMBERS: usize = MAX_CARD_NUMBER as usize + 1;

const NUMBERS_OF_CARDS: [u8; NUMBERS] = [0, 1, 2, 3, 4, 5, 6];

/// The cards on the table as a viewer sees them, and the piles they come from.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Draws {
    /// The draw pile at the beginning of the round.
    pub(in super::super) pile: Cards,
    /// The cards that were shuffled in during the round.
    pub(in super::super) shuffled_in: Cards,
    /// The cards, in the order they were laid.
    pub(in super::super) cards: Vec<Fact<u8>>,
    /// How many of them were laid before the discards were shuffled in.
    pub(in super::super) early: usize,
}

/// The known cards by number, and the number of unknown cards, of one part of the round.
#[derive(Clone, Copy)]
struct Part {
    known_cards: Cards,
    unknown: usize,
}

impl Part {
    fn of(cards: &[Fact<u8>]) -> Self {
        let known_cards = Cards::of(cards.iter().filter_map(|card| card.value()));
        Self { known_cards, unknown: cards.len() - known_cards.count() }
    }

    /// These cards with one of the unknown ones as this number.
    fn with(self, number: u8) -> Self {
        Self { known_cards: self.known_cards.plus(Cards::of([number])), unknown: self.unknown - 1 }
    }
}

impl Draws {
    /// The sum of the cards; `None` if they cannot have been drawn.
    pub(in super::super) fn sum(&self) -> Option<Distribution> {
        let known_cards: i64 = self.cards.iter().filter_map(|card| card.value()).map(i64::from).sum();
        let [early, late] = self.parts();
        Distribution::of_weights(known_cards, self.orders(early, late, true))
    }

    /// These cards with one more, which nobody has seen.
    pub(in super::super) fn with_unknown_card(&self) -> Self {
        let cards = self.cards.iter().copied().chain([Fact::Unknown]).collect();
        let early = if self.early == self.cards.len() { self.early + 1 } else { self.early };
        Self { cards, early, ..self.clone() }
    }

    /// For each number from 0 to 6, how many of its cards can be drawn next, if every card on the table is known.
    /// NMF-10: if the draw pile is empty, all cards that are not on the table.
    pub(in super::super) fn next_card(&self, deck: Cards) -> Option<[f64; NUMBERS]> {
        let on_table = Cards::of(self.cards.iter().filter_map(|card| card.value()));
        let drawn_from = self.pile.plus(self.shuffled_in).minus(on_table).filter(|left| left.count() > 0);
        let left = drawn_from.or_else(|| deck.minus(on_table))?;
        Some(NUMBERS_OF_CARDS.map(|number| f64::from(left.showing(number))))
    }

    /// Card by card, the chance of each number from 0 to 6; `None` if they cannot have been drawn.
    pub(super) fn chances(&self) -> Option<Vec<[f64; NUMBERS]>> {
        let [early, late] = self.parts();
        let total = |early, late| self.orders(early, late, false).iter().sum::<f64>();
        let all = total(early, late);
        // The ways leave the places of unknown cards open, so each of them is equally likely to be the one in question.
        let by_number = |unknown: usize, with: &dyn Fn(u8) -> f64| match unknown {
            0 => [0.0; NUMBERS],
            _ => NUMBERS_OF_CARDS.map(|number| with(number) / all / unknown as f64),
        };
        let of_early = by_number(early.unknown, &|number| total(early.with(number), late));
        let of_late = by_number(late.unknown, &|number| total(early, late.with(number)));
        let chances = |(index, card): (usize, &Fact<u8>)| match card {
            Fact::Known(known_cards) => {
                std::array::from_fn(|n| f64::from(u8::from(n == usize::from(*known_cards))))
            }
            Fact::Unknown if index < self.early => of_early,
            Fact::Unknown => of_late,
        };
        (all > 0.0).then(|| self.cards.iter().enumerate().map(chances).collect())
    }

    fn parts(&self) -> [Part; 2] {
        let (early, late) = self.cards.split_at(self.early.min(self.cards.len()));
        [Part::of(early), Part::of(late)]
    }

    /// The ways to draw cards like these: by the sum of the unknown ones, or the total.
    fn orders(&self, early: Part, late: Part, by_sum: bool) -> Vec<f64> {
        let sums = if by_sum { (early.unknown + late.unknown) * (NUMBERS - 1) + 1 } else { 1 };
        let width = late.unknown + 1;
        let mut orders = vec![0.0; (early.unknown + 1) * width * sums];
        orders[0] = 1.0;
        for number in 0..=MAX_CARD_NUMBER {
            let mut next = vec![0.0; orders.len()];
            for (state, so_far) in
                orders.chunks(sums).enumerate().filter(|(_, orders)| orders.iter().any(|w| *w > 0.0))
            {
                let (drawn_early, drawn_late) = (state / width, state % width);
                for more_early in 0..=early.unknown - drawn_early {
                    for more_late in 0..=late.unknown - drawn_late {
                        let of_number = self.ways_of_number(number, (early, more_early), (late, more_late));
                        if of_number <= 0.0 {
                            break;
                        }
                        let to = ((drawn_early + more_early) * width + drawn_late + more_late) * sums;
                        let shift = if by_sum { (more_early + more_late) * usize::from(number) } else { 0 };
                        for (sum, orders) in so_far[..sums - shift].iter().enumerate() {
                            next[to + sum + shift] += orders * of_number;
                        }
                    }
                }
            }
            orders = next;
        }
        orders.split_off(orders.len() - sums)
    }

    /// The ways to draw these unknown cards of a number besides the known ones, with their places left open. The
    /// division by the orders of equal numbers makes each order of the cards count once.
    fn ways_of_number(&self, number: u8, (early, x): (Part, usize), (late, y): (Part, usize)) -> f64 {
        let pile = usize::from(self.pile.showing(number));
        let all = pile + usize::from(self.shuffled_in.showing(number));
        let drawn_early = usize::from(early.known_cards.showing(number)) + x;
        let drawn_late = usize::from(late.known_cards.showing(number)) + y;
        if drawn_early > pile || drawn_early + drawn_late > all {
            return 0.0;
        }
        in_order(pile, drawn_early) * in_order(all - drawn_early, drawn_late)
            / (in_order(x, x) * in_order(y, y))
    }
}

/// The ways to draw `drawn` of these cards one after the other.
fn in_order(cards: usize, drawn: usize) -> f64 {
    (cards - drawn + 1..=cards).map(|left| left as f64).product()
}
