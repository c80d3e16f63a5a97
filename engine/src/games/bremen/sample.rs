//! Plausible moves, drawn with a chooser from outside.

use super::Bremen;
use super::choices::{Choice, Leftover};
use super::knowledge::CHICKENS_FOR_REDEAL;
use super::moves::Move;
use super::opening::Options;
use super::rules::table::{HAND_SIZE, Table, tiles_for};
use super::rules::tile::Tile;
use crate::fact::Fact;
use crate::game::{Chooser, Sampling};
use crate::seat::{BySeat, Seat};

impl Sampling for Bremen {
    fn sample_opening(chooser: &mut dyn Chooser) -> (u8, Options) {
        (*chooser.choose(&[3, 4]), Options {})
    }

    fn sample(&self, choice: &Choice, chooser: &mut dyn Chooser) -> Move {
        match (choice, &self.table) {
            (Choice::Redeal { seats }, Some(table)) => {
                let seat = *chooser.choose(seats);
                Move::Redeal { seat, hand: table.sample_crowded(seat, chooser) }
            }
            (Choice::Lead { seats }, _) => Move::Lead { seat: *chooser.choose(seats) },
            (Choice::Play { seat, tiles }, Some(table)) => {
                Move::Play { seat: *seat, tile: table.sample_tile(*seat, tiles, chooser) }
            }
            (Choice::Reveal { left }, Some(table)) => Move::Reveal { left: table.sample_left(left, chooser) },
            _ => self.sample_deal(chooser),
        }
    }
}

impl Bremen {
    /// A deal with all hands known, or some, or none.
    fn sample_deal(&self, chooser: &mut dyn Chooser) -> Move {
        let mut tiles: Vec<Tile> = tiles_for(self.seats).iter().collect();
        chooser.shuffle(&mut tiles);
        let center = if self.seats.count() == 3 { tiles.pop() } else { None };
        let mut dealt = tiles.chunks(HAND_SIZE).map(<[Tile]>::to_vec);
        let knowing = chooser.below(4);
        let hands = BySeat::new(self.seats, |_| {
            let hand = Fact::from(dealt.next());
            hand.seen_if(knowing >= 2 || (knowing == 1 && chooser.chance(2)))
        });
        Move::Deal { hands: if knowing == 0 { Fact::Unknown } else { Fact::Known(hands) }, center }
    }
}

impl Table {
    /// A hand with eight chickens or more, sometimes.
    fn sample_crowded(&self, seat: Seat, chooser: &mut dyn Chooser) -> Fact<Vec<Tile>> {
        if chooser.chance(2) {
            return Fact::Unknown;
        }
        let hand = &self.hands[seat];
        if let Some(held) = hand.held {
            return Fact::Known(held.iter().collect());
        }
        let (mut chickens, mut others): (Vec<Tile>, Vec<Tile>) =
            self.unseen().iter().partition(|tile| tile.is_chicken());
        chooser.shuffle(&mut chickens);
        chooser.shuffle(&mut others);
        let known_tiles = hand.known_tiles().iter();
        let tiles =
            known_tiles.chain(chickens.into_iter().take(CHICKENS_FOR_REDEAL)).chain(others).take(HAND_SIZE);
        Fact::from(Some(tiles.collect::<Vec<_>>()).filter(|hand| hand.len() == HAND_SIZE))
    }

    /// A tile that a player would play with one of the sampled hands.
    fn sample_tile(&self, seat: Seat, tiles: &[Tile], chooser: &mut dyn Chooser) -> Tile {
        let hand = self.sample_world(chooser).and_then(|hands| hands.get(seat).copied()).unwrap_or_default();
        let follows = self.led().filter(|led| hand.count(*led) > 0);
        let fits = |tile: &Tile| hand.contains(*tile) && follows.is_none_or(|led| tile.animal() == led);
        let plausible: Vec<Tile> = tiles.iter().copied().filter(fits).collect();
        *chooser.choose(if plausible.is_empty() { tiles } else { &plausible })
    }

    fn sample_left(&self, left: &BySeat<Leftover>, chooser: &mut dyn Chooser) -> BySeat<Fact<Tile>> {
        let hands = self.sample_world(chooser);
        let silent = chooser.chance(3);
        left.map(|seat, leftover| {
            let last = hands.as_ref().and_then(|hands| hands.get(seat)?.iter().next());
            Fact::from(last).seen_if(!(leftover.may_stay_unknown && silent && chooser.chance(2)))
        })
    }
}
