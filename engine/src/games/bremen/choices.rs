//! What may happen next, and samples of it.

use super::ending::Conditions;
use super::knowledge::TOO_MANY_CHICKENS;
use super::moves::{Choice, Leftover, Move};
use super::table::{HAND_SIZE, Table, lowest_number, tiles_for};
use super::tile::Tile;
use super::{Bremen, Phase};
use crate::fact::Fact;
use crate::game::{RandomSource, Rules, Seq};
use crate::seat::{BySeat, Seat};
use crate::violation::Referee;

/// Always the first: for asking whether something is possible at all.
struct First;

impl RandomSource for First {
    fn below(&mut self, _: usize) -> usize {
        0
    }
}

impl Bremen {
    pub(super) fn list_choices(&self) -> Vec<Choice> {
        let Some(table) = &self.table else { return vec![self.deal_choice()] };
        let choice = match self.phase() {
            Phase::Lead => Some(Choice::Lead { seats: table.possible_leaders() }),
            Phase::Play => table.play_choice(),
            Phase::Reveal => table.reveal_choice(),
            Phase::Deal | Phase::Over => None,
        };
        choice.into_iter().chain(table.redeal_choice()).collect()
    }

    fn deal_choice(&self) -> Choice {
        Choice::Deal {
            tiles_each: i64::try_from(HAND_SIZE).unwrap_or(i64::MAX),
            center: self.seats.count() == 3,
            lowest: i64::from(lowest_number(self.seats)),
        }
    }

    pub(super) fn choice_covers(&self, choice: &Choice, mv: &Move) -> bool {
        let kind = match (choice, mv) {
            (Choice::Deal { .. }, Move::Deal { .. }) | (Choice::Reveal { .. }, Move::Reveal { .. }) => true,
            (Choice::Redeal { seats }, Move::Redeal { seat, .. })
            | (Choice::Lead { seats }, Move::Lead { seat }) => seats.contains(seat),
            (Choice::Play { seat, tiles }, Move::Play { seat: by, tile }) => {
                seat == by && tiles.contains(tile)
            }
            _ => false,
        };
        kind && self.play(Seq(0), mv, &mut Referee::strict()).is_ok()
    }

    pub(super) fn sample_move(&self, choice: &Choice, pick: &mut dyn RandomSource) -> Move {
        match (choice, &self.table) {
            (Choice::Redeal { seats }, Some(table)) => {
                let seat = *pick.one(seats);
                Move::Redeal { seat, hand: table.sample_crowded(seat, pick) }
            }
            (Choice::Lead { seats }, _) => Move::Lead { seat: *pick.one(seats) },
            (Choice::Play { seat, tiles }, Some(table)) => {
                Move::Play { seat: *seat, tile: table.sample_tile(*seat, tiles, pick) }
            }
            (Choice::Reveal { left }, Some(table)) => Move::Reveal { left: table.sample_left(left, pick) },
            _ => self.sample_deal(pick),
        }
    }

    /// All hands known, or some, or none.
    fn sample_deal(&self, pick: &mut dyn RandomSource) -> Move {
        let mut tiles: Vec<Tile> = tiles_for(self.seats).iter().collect();
        pick.shuffle(&mut tiles);
        let center = if self.seats.count() == 3 { tiles.pop() } else { None };
        let mut dealt = tiles.chunks(HAND_SIZE).map(<[Tile]>::to_vec);
        let knowing = pick.below(4);
        let hands = BySeat::new(self.seats, |_| {
            let hand = Fact::from(dealt.next());
            hand.seen_if(knowing >= 2 || (knowing == 1 && pick.chance(2)))
        });
        Move::Deal { hands: if knowing == 0 { Fact::Unknown } else { Fact::Known(hands) }, center }
    }
}

impl Table {
    fn redeal_choice(&self) -> Option<Choice> {
        let seats = self.possibly_crowded();
        (self.is_fresh() && !seats.is_empty()).then_some(Choice::Redeal { seats })
    }

    fn possible_leaders(&self) -> Vec<Seat> {
        self.hands.iter().filter(|(_, hand)| hand.held.is_none()).map(|(seat, _)| seat).collect()
    }

    fn play_choice(&self) -> Option<Choice> {
        let seat = self.turn().filter(|_| self.redeal_due.is_none())?;
        let may = |tile: &Tile| self.check_play(seat, *tile, &mut Referee::strict()).is_ok();
        let tiles: Vec<Tile> = self.candidates(seat).filter(may).collect();
        (!tiles.is_empty()).then_some(Choice::Play { seat, tiles })
    }

    /// What this seat may hold, before anything is inferred.
    fn candidates(&self, seat: Seat) -> impl Iterator<Item = Tile> + use<> {
        let hand = &self.hands[seat];
        hand.held.unwrap_or_else(|| hand.known().with(self.unseen())).iter()
    }

    /// Nothing if the game is won but nobody can hold what is left: something earlier is wrong.
    fn reveal_choice(&self) -> Option<Choice> {
        let may_stay_unknown = !self.conditions().is_some_and(Conditions::won);
        (may_stay_unknown || self.imagine(&mut First).is_some()).then_some(())?;
        let left = self.hands.map(|seat, hand| {
            let may = |tile: &Tile| {
                self.check_inferences(seat, *tile).is_ok() && self.check_leader_left(seat, *tile).is_ok()
            };
            Leftover {
                tiles: self.candidates(seat).filter(may).collect(),
                may_stay_unknown: may_stay_unknown || hand.left().is_known(),
            }
        });
        Some(Choice::Reveal { left })
    }

    /// A hand with eight chickens or more, sometimes.
    fn sample_crowded(&self, seat: Seat, pick: &mut dyn RandomSource) -> Fact<Vec<Tile>> {
        if pick.chance(2) {
            return Fact::Unknown;
        }
        let hand = &self.hands[seat];
        if let Some(held) = hand.held {
            return Fact::Known(held.iter().collect());
        }
        let (mut chickens, mut others): (Vec<Tile>, Vec<Tile>) =
            self.unseen().iter().partition(|tile| tile.is_chicken());
        pick.shuffle(&mut chickens);
        pick.shuffle(&mut others);
        let known = hand.known().iter();
        let tiles = known.chain(chickens.into_iter().take(TOO_MANY_CHICKENS)).chain(others).take(HAND_SIZE);
        Fact::from(Some(tiles.collect::<Vec<_>>()).filter(|hand| hand.len() == HAND_SIZE))
    }

    /// A tile that somebody would play who holds one of the hands imagined.
    fn sample_tile(&self, seat: Seat, tiles: &[Tile], pick: &mut dyn RandomSource) -> Tile {
        let hand = self.imagine(pick).and_then(|hands| hands.get(seat).copied()).unwrap_or_default();
        let follows = self.led().filter(|led| hand.count(*led) > 0);
        let fits = |tile: &Tile| hand.contains(*tile) && follows.is_none_or(|led| tile.animal() == led);
        let plausible: Vec<Tile> = tiles.iter().copied().filter(fits).collect();
        *pick.one(if plausible.is_empty() { tiles } else { &plausible })
    }

    fn sample_left(&self, left: &BySeat<Leftover>, pick: &mut dyn RandomSource) -> BySeat<Fact<Tile>> {
        let hands = self.imagine(pick);
        let silent = pick.chance(3);
        left.map(|seat, leftover| {
            let last = hands.as_ref().and_then(|hands| hands.get(seat)?.iter().next());
            Fact::from(last).seen_if(!(leftover.may_stay_unknown && silent && pick.chance(2)))
        })
    }
}
