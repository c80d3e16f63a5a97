//! Twelve rounds.

use super::super::moves::Effect;
use super::super::{Bremen, Phase, Played, refusals};
use super::table::{Round, Table};
use super::tile::{Animal, Tile, Tiles};
use super::trick::Play;
use crate::count;
use crate::seat::Seat;
use crate::seq::Seq;
use crate::violation::{Referee, Violation};

impl Bremen {
    /// BR-3: a seat plays one tile of its hand.
    pub(crate) fn play_tile(&self, at: Seq, seat: Seat, tile: Tile, referee: &mut Referee) -> Played {
        let table = self.expect(Phase::Play, "play")?.ok_or_else(|| self.wrong_phase("play"))?;
        Violation::check_seat(seat, self.seats)?;
        let turn = table.turn().ok_or_else(|| self.wrong_phase("play"))?;
        Violation::check_turn(seat, turn, self.seats)?;
        let not_dealt_again = table.check_dealt_again(referee)?;
        table.check_play(seat, tile, referee)?;
        let mut table = table.clone();
        table.redeal_due = None;
        table.chickens_unchecked |= not_dealt_again;
        table.note_failure_to_follow(at, seat, tile, referee);
        table.hands[seat].lay(tile);
        table.trick.lay(Play { at, seat, tile });
        let mut effects = table.end_round();
        if table.is_played_out() {
            effects.extend(table.end_play());
        }
        Ok((self.with(table), effects))
    }
}

impl Table {
    /// BR-2: no tile is played while a redeal is due. Returns true for a play recorded as irregular although a seat
    /// held, or may have held, eight chickens.
    fn check_dealt_again(&self, referee: &mut Referee) -> Result<bool, Violation> {
        match self.redeal_due {
            Some(crowded) if referee.is_lenient() => {
                referee.require(false, || refusals::not_dealt_again(Some(crowded)))?;
                Ok(true)
            }
            Some(crowded) => Err(refusals::redeal_first(crowded, self.dealt)),
            None => {
                let checked = self.is_fresh() && !self.chickens_unchecked;
                let breakable = checked && !self.possibly_crowded().is_empty();
                Ok(breakable && referee.note_unseen_breach(|| refusals::not_dealt_again(None)))
            }
        }
    }

    /// Checks that this seat, whose turn it is, may play this tile.
    pub fn check_play(&self, seat: Seat, tile: Tile, referee: &mut Referee) -> Result<(), Violation> {
        self.check_in_hand(seat, tile)?;
        // BR-5: the leader may play any tile. BR-6: the others follow if they can.
        if let Some(led) = self.not_followed(tile) {
            let could = self.hands[seat].known_tiles().showing(led);
            referee.require(could == Tiles::default(), || refusals::must_follow(seat, tile, led, could))?;
        }
        self.check_inferences(seat, tile)
    }

    /// The leader's animal, if this tile would not follow it.
    pub fn not_followed(&self, tile: Tile) -> Option<Animal> {
        self.led().filter(|led| *led != tile.animal())
    }

    /// Notes the animal that a seat lacks, because it did not follow. If such a play of an unknown hand is recorded as
    /// irregular, it is a revoke and shows nothing.
    fn note_failure_to_follow(&mut self, at: Seq, seat: Seat, tile: Tile, referee: &mut Referee) {
        let Some(led) = self.not_followed(tile) else { return };
        let hand = &mut self.hands[seat];
        if hand.surely_holds(led) {
            return;
        }
        let revoked =
            hand.held.is_none() && referee.note_unseen_breach(|| refusals::said_revoke(seat, tile, led));
        if !revoked {
            hand.lacks[led.index()].get_or_insert(at);
        }
    }

    /// BR-7, BR-8: once all seats have played, one seat takes all tiles.
    fn end_round(&mut self) -> Vec<Effect> {
        if self.trick.len() < self.seats.len() {
            return Vec::new();
        }
        let Some(taken) = self.trick.taking() else { return Vec::new() };
        let trick = std::mem::take(&mut self.trick);
        self.rounds.push(Round { trick, taken });
        let round = count::to_i64(self.rounds.len());
        vec![Effect::RoundTaken { round, seat: taken.seat, tile: taken.tile, taken: self.taken(taken.seat) }]
    }
}
