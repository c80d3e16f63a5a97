//! The cards are turned up: the suspension and the winners.

use std::sync::Arc;

use super::super::knowledge::pile::total;
use super::super::knowledge::{any_sum, check_card, contains};
use super::super::moves::Effect;
use super::super::outcome::Ending;
use super::super::words::Words;
use super::super::{Cause, NotMyFault, Phase, PlacedCard, Played, Revealed, refusals};
use super::cards::MAX_CARD_NUMBER;
use crate::count;
use crate::fact::Fact;
use crate::seat::Seat;
use crate::seq::Seq;
use crate::shared::Shared;
use crate::violation::Violation;

/// The number of suspensions with which a player loses (NMF-9).
const SUSPENSIONS_TO_LOSE: u8 = 2;

impl NotMyFault {
    /// NMF-6, NMF-8.
    pub(crate) fn reveal(&self, at: Seq, cards: Option<&[Fact<i64>]>, sum: Option<i64>) -> Played {
        let (Phase::Reveal(cause), Some(last)) = (self.phase, self.placed.last()) else {
            return Err(Violation::wrong_phase("reveal", self));
        };
        let input = self.check_input(cards, sum)?;
        if cards.is_none() && sum.is_none() {
            return Err(refusals::nothing_revealed(cause.rule()));
        }
        self.check_added(cause, &input, sum)?;
        self.check_deck(&input)?;
        self.check_logged(&input)?;
        self.check_fits(at, &input)?;
        let sum = self.add(at, cause, &input, sum)?;
        Ok(self.finish_round(at, (cause, *last), self.turned_up(&input, sum), sum))
    }

    /// G-5: checks the number of cards, and that the sum is possible.
    fn check_input(&self, cards: Option<&[Fact<i64>]>, sum: Option<i64>) -> Result<Vec<Fact<u8>>, Violation> {
        let placed = self.placed.len();
        cards.map_or(Ok(()), |cards| Violation::check_length(Words::CardsQuantity, cards.len(), placed))?;
        let cards = cards.unwrap_or_default();
        let mut input = vec![Fact::Unknown; placed];
        for (card, input) in cards.iter().zip(&mut input) {
            if let Fact::Known(card) = card {
                *input = Fact::Known(check_card(*card)?);
            }
        }
        let most = count::to_i64(placed).saturating_mul(MAX_CARD_NUMBER.into());
        match sum {
            Some(sum) if !(0..=most).contains(&sum) => Err(refusals::sum_out_of_bounds(sum, most)),
            _ => Ok(input),
        }
    }

    /// The cards and the sum of one reveal agree.
    fn check_added(&self, cause: Cause, input: &[Fact<u8>], sum: Option<i64>) -> Result<(), Violation> {
        let Some(sum) = sum else { return Ok(()) };
        let sums = self.sums_alone(input);
        if contains(&sums, sum) { Ok(()) } else { Err(refusals::wrong_sum(cause.rule(), sum, &sums)) }
    }

    /// G-4: a card must agree with the log.
    fn check_logged(&self, input: &[Fact<u8>]) -> Result<(), Violation> {
        for (placed, input) in self.placed.iter().zip(input) {
            if let (Fact::Known(logged), Fact::Known(input)) = (placed.card, input)
                && logged != *input
            {
                return Err(refusals::card_otherwise(placed, *input, logged));
            }
        }
        Ok(())
    }

    /// The sum, told or worked out. It must be possible with these cards, the cards already known
    /// (G-4) and those turned up since the last reshuffle (NMF-10).
    fn add(&self, at: Seq, cause: Cause, input: &[Fact<u8>], sum: Option<i64>) -> Result<i64, Violation> {
        let cards = self.cards_with(input, None);
        let sums = self.sums(&cards, None);
        match (sum, &sums[..]) {
            (Some(sum), _) if contains(&sums, sum) => Ok(sum),
            (Some(sum), _) => {
                let agrees =
                    |last| contains(&self.sums(&self.cards_with(input, Some(last)), Some(last)), sum);
                let event = self.first_conflict(at, agrees);
                let rule = if any_sum(&cards).contains(sum) { "NMF-10" } else { "G-4" };
                Err(refusals::sum_otherwise(rule, sum, &sums, event))
            }
            (None, [only]) if only.min == only.max => Ok(only.min),
            (None, _) => Err(refusals::sum_left_open(cause.rule(), &sums)),
        }
    }

    /// The round's cards, turned up. The sum determines a single card that nobody told.
    fn turned_up(&self, input: &[Fact<u8>], sum: i64) -> Vec<PlacedCard> {
        let mut cards = self.cards_with(input, None);
        let rest = u8::try_from(sum - total(&cards)).ok();
        let mut unknown = cards.iter_mut().filter(|card| card.is_unknown());
        if let (Some(card), None) = (unknown.next(), unknown.next()) {
            *card = Fact::from(rest);
        }
        self.placed.iter().zip(cards).map(|(placed, card)| PlacedCard { card, ..*placed }).collect()
    }

    /// NMF-6 to NMF-9, NMF-11.
    fn finish_round(
        &self,
        at: Seq,
        (cause, last): (Cause, PlacedCard),
        placed: Vec<PlacedCard>,
        sum: i64,
    ) -> (Self, Vec<Effect>) {
        let mut effects = vec![Effect::Counted { seat: last.seat, number: last.number, sum }];
        let suspended = match cause {
            _ if sum < last.number => Some(last.seat),
            Cause::Audit(auditor) => Some(auditor),
            Cause::Thirty => None,
        };
        let mut next = self.clone();
        next.clear_table(at, Revealed { placed, sum, cause, suspended });
        if let Some(seat) = suspended {
            effects.extend(next.suspend(seat));
        } else {
            next.phase = Phase::Over(Ending::Thirty, last.seat);
        }
        effects.push(match (next.phase, cause) {
            (Phase::Over(..), _) => next.game_over(),
            (_, Cause::Audit(auditor)) if !next.is_eliminated(auditor) => next.begin_round(auditor),
            (_, Cause::Audit(auditor)) => next.begin_round(next.after(auditor)), // NMF-I1
            (_, Cause::Thirty) => next.begin_round(next.after(last.seat)),
        });
        (next, effects)
    }

    /// NMF-7: the round's cards go to the discards.
    fn clear_table(&mut self, at: Seq, revealed: Revealed) {
        self.discards += revealed.placed.len();
        self.placed = Shared::default();
        if let Some(pile) = &mut self.pile {
            let cards: Vec<Fact<u8>> = revealed.placed.iter().map(|placed| placed.card).collect();
            pile.discard(at, &cards, revealed.sum);
        }
        self.revealed = Some(Arc::new(revealed));
    }

    /// NMF-9, NMF-11.
    fn suspend(&mut self, seat: Seat) -> Vec<Effect> {
        let player = &mut self.players[seat.index()];
        player.suspensions = player.suspensions.saturating_add(1);
        let suspensions = player.suspensions;
        let mut effects = vec![Effect::Suspended { seat, suspensions: suspensions.into() }];
        if self.extreme {
            effects.push(Effect::Eliminated { seat });
            let mut left = self.active();
            if let (Some(winner), None) = (left.next(), left.next()) {
                drop(left);
                self.phase = Phase::Over(Ending::LastPlayer, winner);
            }
        } else if suspensions >= SUSPENSIONS_TO_LOSE {
            self.phase = Phase::Over(Ending::SecondSuspension, seat);
        }
        effects
    }

    fn game_over(&self) -> Effect {
        let (winners, losers) = self.seats.iter().partition(|seat| self.won(*seat));
        let ending = match self.phase {
            Phase::Over(ending, _) => ending,
            _ => Ending::LastPlayer,
        };
        Effect::GameOver { ending, winners, losers }
    }
}
