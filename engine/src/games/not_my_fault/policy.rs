//! `Policy`: audits unlikely declarations, and declares numbers that probably hold.

use super::analysis::Draws;
use super::choices::Choice;
use super::moves::Move;
use super::opening::Options;
use super::rules::track::{LAST_SQUARE, is_white};
use super::{NotMyFault, Phase};
use crate::analysis::Distribution;
use crate::count;
use crate::fact::Fact;
use crate::game::{Choices, Chooser, Policy, Sampling};
use crate::policy::{Players, Temper, best_of};
use crate::seat::Seat;

/// The deck of simulated games: four cards of each number.
const SAMPLE_DECK: [i64; 7] = [4; 7];
/// The assumed chance that the next player audits.
const AUDIT_SHARE: f64 = 0.5;
/// The cost of a yellow warning card, in suspensions.
const WARNING_COST: f64 = 0.03;

impl Policy for NotMyFault {
    fn policy_opening(chooser: &mut dyn Chooser) -> (u8, Options) {
        let (seats, options) = Self::sample_opening(chooser);
        (seats, Options { deck: Some(SAMPLE_DECK.to_vec()), ..options })
    }

    fn policy_move(&self, players: &Players<Self>, chooser: &mut dyn Chooser) -> Option<Move> {
        match self.phase {
            Phase::Turn(seat) => self.turn_by_policy(seat, players, chooser),
            Phase::Reveal(_) => {
                let cards = self.placed.iter().map(|placed| placed.card.map(i64::from)).collect();
                Some(Move::Reveal { cards: Some(cards), sum: None })
            }
            Phase::Over(..) => None,
        }
    }
}

impl NotMyFault {
    /// The card comes from the draw pile of the whole record; all other knowledge is from the seat's own position.
    fn turn_by_policy(&self, seat: Seat, players: &Players<Self>, chooser: &mut dyn Chooser) -> Option<Move> {
        let (own, temper) = (players.seen_by(seat), players.temper(seat));
        if own.audits(seat, temper, chooser) {
            return Some(Move::Audit { seat });
        }
        let weights = self.draws()?.next_card(self.pile.as_ref()?.deck())?;
        let card = count::to_i64(chooser.by_weight(&weights));
        let number = own.number_by_policy(seat, (card, temper), chooser)?;
        Some(Move::Declare { seat, number, card: Fact::Known(card) })
    }

    /// True if this seat, whose position this is, audits.
    fn audits(&self, seat: Seat, temper: Temper, chooser: &mut dyn Chooser) -> bool {
        let choices = self.choices();
        let may = |is: fn(&Choice) -> bool| choices.iter().any(is);
        let (audit, declare) = (
            may(|choice| matches!(choice, Choice::Audit { .. })),
            may(|choice| matches!(choice, Choice::Declare { .. })),
        );
        if !audit || !declare {
            return audit;
        }
        let trust = match temper {
            Temper::Random => return chooser.chance(2),
            Temper::Sensible => 1.0,
            Temper::Bold => 1.3,
        };
        let Some(draws) = self.draws() else { return false };
        let (Some(now), Some(later)) = (draws.sum(), draws.with_unknown_card().sum()) else { return false };
        let of_declaring = best_of(self.numbers(seat), |number| -self.risk(seat, *number, &later));
        let of_declaring = of_declaring.map_or(1.0, |number| self.risk(seat, number, &later));
        now.at_least(self.arrow()) * trust < of_declaring
    }

    /// The risk of a declaration, in suspensions: the next player audits, and is right.
    fn risk(&self, seat: Seat, number: i64, sum: &Distribution) -> f64 {
        let fails = 1.0 - sum.at_least(number);
        if number == LAST_SQUARE {
            // NMF-8: the seat that makes it wins, so it is worth more than not being suspended.
            return fails - (1.0 - fails);
        }
        let warning = if is_white(number) && !self.player(seat).warned { WARNING_COST } else { 0.0 };
        fails * AUDIT_SHARE + warning
    }

    /// The number that this seat, whose position this is, declares with its card.
    fn number_by_policy(
        &self,
        seat: Seat,
        (card, temper): (i64, Temper),
        chooser: &mut dyn Chooser,
    ) -> Option<i64> {
        let numbers = self.numbers(seat);
        let sum = self.draws()?.sum()?.shifted(card);
        match temper {
            Temper::Random => {
                let declare =
                    self.choices().into_iter().find(|choice| matches!(choice, Choice::Declare { .. }))?;
                match self.sample(&declare, chooser) {
                    Move::Declare { number, .. } => Some(number),
                    _ => None,
                }
            }
            Temper::Sensible => best_of(numbers, |number| -self.risk(seat, *number, &sum)),
            Temper::Bold => {
                let least = if chooser.chance(5) { 0.1 } else { 0.4 };
                let daring: Vec<i64> =
                    numbers.iter().copied().filter(|number| sum.at_least(*number) >= least).collect();
                let all = if daring.is_empty() { numbers.get(..1)? } else { &daring };
                Some(*chooser.choose(all))
            }
        }
    }

    /// The cards on the table as this position knows them, and the piles they come from; `None` if the deck is not
    /// given.
    fn draws(&self) -> Option<Draws> {
        let pile = self.pile.as_ref()?;
        let (shuffled_in, early) =
            pile.shuffled_in().unwrap_or((super::rules::cards::Cards::default(), self.placed.len()));
        let left = pile.deck().minus(pile.certainly_discarded())?.minus(shuffled_in)?;
        Some(Draws {
            pile: left,
            shuffled_in,
            cards: self.placed.iter().map(|placed| placed.card).collect(),
            early,
        })
    }
}
