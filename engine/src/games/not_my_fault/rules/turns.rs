//! A turn: a declaration or an audit; also notes and reshuffles.

use super::super::knowledge::check_card;
use super::super::moves::Effect;
use super::super::{Cause, NotMyFault, Phase, PlacedCard, Played, Player, refusals};
use super::track::{BLACK_SQUARES, LAST_SQUARE, is_white};
use crate::count;
use crate::fact::Fact;
use crate::kinds::choice_kinds;
use crate::seat::Seat;
use crate::seq::Seq;
use crate::violation::{Referee, Violation};

impl NotMyFault {
    /// The seat must exist (G-5) and have the turn (NMF-1, G-2). A turn out of order can be
    /// recorded as irregular, but an eliminated seat never plays again (NMF-11).
    fn check_turn(&self, seat: Seat, referee: &mut Referee) -> Result<(), Violation> {
        Violation::check_seat(seat, self.seats)?;
        let Phase::Turn(turn) = self.phase else { return Ok(()) };
        if self.is_eliminated(seat) {
            return Err(Violation::not_your_turn(seat, turn));
        }
        referee.require(seat == turn, || Violation::not_your_turn(seat, turn))
    }

    pub(crate) fn player(&self, seat: Seat) -> Player {
        self.players.get(seat.index()).copied().unwrap_or_default()
    }

    /// NMF-11.
    pub(crate) fn is_eliminated(&self, seat: Seat) -> bool {
        self.extreme && self.player(seat).suspensions > 0
    }

    /// The seats still in the game.
    pub(crate) fn active(&self) -> impl Iterator<Item = Seat> {
        self.seats.iter().filter(|seat| !self.is_eliminated(*seat))
    }

    /// NMF-1, NMF-I1: the next seat clockwise that is still in the game.
    pub(crate) fn after(&self, seat: Seat) -> Seat {
        let next = self.seats.left_of(seat);
        self.seats.from(next).find(|seat| !self.is_eliminated(*seat)).unwrap_or(next)
    }

    /// The square of the arrow: the last declaration of the round, or 0 (NMF-1, NMF-7).
    pub(crate) fn arrow(&self) -> i64 {
        self.placed.last().map_or(0, |placed| placed.number)
    }

    /// The number of cards in the draw pile, if the deck is given.
    pub(crate) fn draw_pile(&self) -> Option<usize> {
        let deck = self.pile.as_ref()?.deck().count();
        Some(deck.saturating_sub(self.discards + self.placed.len()))
    }

    /// NMF-I2: no card is left to draw, neither in the draw pile nor among the discards.
    pub(crate) fn must_audit(&self) -> bool {
        self.draw_pile() == Some(0) && self.discards == 0
    }

    /// NMF-2 to NMF-5, NMF-8, NMF-10.
    pub(crate) fn declare(
        &self,
        at: Seq,
        seat: Seat,
        (number, card): (i64, Fact<i64>),
        referee: &mut Referee,
    ) -> Played {
        self.check_turn(seat, referee)?;
        let card = match card {
            Fact::Known(card) => Fact::Known(check_card(card)?),
            Fact::Unknown => Fact::Unknown,
        };
        self.check_number(seat, number, referee)?;
        if self.must_audit() {
            return Err(refusals::nothing_to_draw(seat, &choice_kinds(self)));
        }
        let mut next = self.clone();
        let mut effects = Vec::new();
        if next.draw_pile() == Some(0) {
            effects.extend(next.remake_draw_pile());
        }
        next.placed.push(PlacedCard { seat, number, card, at });
        next.check_card_at(at, self.placed.len())?;
        if is_white(number) && !self.player(seat).warned {
            next.players[seat.index()].warned = true;
            effects.push(Effect::Warned { seat });
        }
        next.revealed = None;
        next.phase =
            if number == LAST_SQUARE { Phase::Reveal(Cause::Thirty) } else { Phase::Turn(next.after(seat)) };
        Ok((next, effects))
    }

    fn check_number(&self, seat: Seat, number: i64, referee: &mut Referee) -> Result<(), Violation> {
        let arrow = self.arrow();
        let too_low = || match self.placed.last() {
            None => refusals::less_than_one(number),
            Some(_) => refusals::not_higher(number, arrow),
        };
        // The track has no squares below 0 or beyond 30, so there is nowhere to put the arrow.
        if number < 0 {
            return Err(too_low());
        }
        referee.require(number > arrow, too_low)?; // NMF-2, NMF-4
        if number > LAST_SQUARE {
            return Err(refusals::beyond_the_track(number, arrow)); // NMF-4
        }
        let black_only = self.player(seat).warned;
        referee.require(!black_only || !is_white(number), || refusals::white_again(seat, number, arrow)) // NMF-5
    }

    /// The numbers a seat may declare (NMF-2, NMF-4, NMF-5).
    pub(crate) fn numbers(&self, seat: Seat) -> Vec<i64> {
        let higher = self.arrow() + 1..=LAST_SQUARE;
        if self.player(seat).warned {
            BLACK_SQUARES.into_iter().filter(|number| higher.contains(number)).collect()
        } else {
            higher.collect()
        }
    }

    /// The place on the table of the card that a seat laid last.
    pub(crate) fn latest(&self, seat: Seat) -> Option<usize> {
        self.placed.iter().rposition(|placed| placed.seat == seat)
    }

    /// NMF-2: a seat looks at its own card.
    pub(crate) fn note_card(&self, at: Seq, seat: Seat, card: i64) -> Played {
        Violation::check_seat(seat, self.seats)?;
        let number = check_card(card)?;
        let latest = self.latest(seat).and_then(|index| Some((index, self.placed.get(index)?)));
        let (index, placed) = latest.ok_or_else(|| refusals::no_card(seat))?;
        match placed.card {
            Fact::Known(logged) if logged == number => return Err(refusals::nothing_new(seat)),
            Fact::Known(logged) => return Err(refusals::card_otherwise(placed, number, logged)),
            Fact::Unknown => {}
        }
        let mut next = self.clone();
        next.placed[index].card = Fact::Known(number);
        next.placed[index].at = at;
        next.check_card_at(at, index)?;
        Ok((next, Vec::new()))
    }

    /// NMF-6. On the first turn of a round there is no declaration to audit (NMF-2).
    pub(crate) fn audit(&self, seat: Seat, referee: &mut Referee) -> Played {
        self.check_turn(seat, referee)?;
        let last = self.placed.last().ok_or_else(|| refusals::nothing_to_audit(seat, &choice_kinds(self)))?;
        if last.seat == seat {
            return Err(refusals::own_declaration(seat));
        }
        let accused = Effect::Accused { auditor: seat, accused: last.seat, number: last.number };
        let mut next = self.clone();
        next.phase = Phase::Reveal(Cause::Audit(seat));
        Ok((next, vec![accused]))
    }

    /// NMF-10: the table may shuffle the discards in before the draw pile is empty.
    pub(crate) fn reshuffle(&self, referee: &mut Referee) -> Played {
        referee.require(self.discards > 0, refusals::nothing_to_reshuffle)?;
        let mut next = self.clone();
        next.remake_draw_pile();
        Ok((next, Vec::new()))
    }

    /// NMF-10: cards on the table stay out of it.
    fn remake_draw_pile(&mut self) -> Option<Effect> {
        self.discards = 0;
        let placed = self.placed.len();
        self.pile.as_mut()?.remake(placed);
        let cards = count::to_i64(self.draw_pile()?);
        Some(Effect::DrawPileRemade { cards })
    }

    /// NMF-7: the arrow is at 0, all warning cards are grey, and this seat is next.
    pub(crate) fn begin_round(&mut self, seat: Seat) -> Effect {
        self.players.iter_mut().for_each(|player| player.warned = false);
        self.round += 1;
        self.phase = Phase::Turn(seat);
        Effect::RoundBegan { round: self.round, seat }
    }
}
