//! `Policy`: samples deals that agree with the seat's knowledge, and plays the tile after which most can be won.
//!
//! BR-9 lets players say everything but the numbers of their tiles. So each seat says how many tiles of each animal it
//! holds, and the imagined deals agree with that. Its words come from its own position; it never says a tile's number.

use strum::VariantArray;

use super::Bremen;
use super::analysis::{Goal, OpenTable, Solver};
use super::choices::Choice;
use super::knowledge::CHICKENS_FOR_REDEAL;
use super::moves::Move;
use super::rules::table::{HAND_SIZE, Table, tiles_for};
use super::rules::tile::{Animal, Tile, Tiles};
use crate::budget::Unlimited;
use crate::fact::Fact;
use crate::game::{Choices, Chooser, Policy};
use crate::policy::{Players, Temper, best_of};
use crate::seat::{BySeat, Seat};

/// Positions that the solver may look at for one tile in one deal.
const TILE_BUDGET: u64 = 400;
/// Before this round the policy uses the likeliest plan alone: with four seats, and with three.
const FIRST_SOLVED_ROUND: [usize; 2] = [3, 1];

/// By animal, how many tiles of it a seat says it holds.
type Said = [usize; 4];

impl Policy for Bremen {
    fn policy_move(&self, players: &Players<Self>, chooser: &mut dyn Chooser) -> Option<Move> {
        if self.table.is_none() {
            return Some(self.open_deal(chooser));
        }
        let choice = self.choices().into_iter().find(|choice| matches!(choice, Choice::Play { .. }))?;
        let Choice::Play { seat, tiles } = choice else { return None };
        // The number of imagined deals.
        let deals = match players.temper(seat) {
            Temper::Random => return Some(Move::Play { seat, tile: *chooser.choose(&tiles) }),
            Temper::Sensible => 8,
            Temper::Bold => 3,
        };
        let said = BySeat::new(self.seats, |seat| players.seen_by(seat).animals_of(seat));
        let table = players.seen_by(seat).table?;
        let tile = table.tile_by_policy((seat, &tiles), &said, deals, chooser)?;
        Some(Move::Play { seat, tile })
    }
}

impl Bremen {
    /// BR-2: deals again until no seat has too many chickens.
    fn open_deal(&self, chooser: &mut dyn Chooser) -> Move {
        let mut tiles: Vec<Tile> = tiles_for(self.seats).iter().collect();
        loop {
            chooser.shuffle(&mut tiles);
            let mut hands = tiles.chunks(HAND_SIZE);
            let dealt = BySeat::new(self.seats, |_| hands.next().unwrap_or_default().to_vec());
            let chickens = |hand: &Vec<Tile>| hand.iter().filter(|tile| tile.is_chicken()).count();
            if dealt.values().all(|hand| chickens(hand) < CHICKENS_FOR_REDEAL) {
                let center = hands.next().and_then(|left| left.first().copied());
                return Move::Deal {
                    hands: Fact::Known(dealt.map(|_, hand| Fact::Known(hand.clone()))),
                    center,
                };
            }
        }
    }

    /// The words of this seat, whose position this is, about its own hand.
    fn animals_of(&self, seat: Seat) -> Said {
        let held = self.table.as_ref().and_then(|table| table.hands.get(seat)?.held).unwrap_or_default();
        std::array::from_fn(|animal| held.count(Animal::VARIANTS[animal]))
    }
}

impl Table {
    /// The tile after which most of the imagined deals can still be won; of several, the one that fits the likeliest
    /// plan best.
    fn tile_by_policy(
        &self,
        (seat, tiles): (Seat, &[Tile]),
        said: &BySeat<Said>,
        deals: usize,
        chooser: &mut dyn Chooser,
    ) -> Option<Tile> {
        let first = FIRST_SOLVED_ROUND[usize::from(self.seats.len() == 3)];
        let budget = if self.rounds.len() + 1 < first { 0 } else { TILE_BUDGET };
        let goal = Goal::win(self.seats.len(), self.center.map(Tile::animal));
        let mut values = vec![0.0; tiles.len()];
        for _ in 0..deals {
            let open = OpenTable::of(self, &self.deal_as_said(seat, said, chooser))?;
            let mut solver = Solver::new(goal.clone(), &Unlimited);
            for (tile, value) in tiles.iter().zip(&mut values) {
                *value += solver.value(&open, *tile, budget);
            }
        }
        best_of(0..tiles.len(), |place| values[*place]).map(|place| tiles[place])
    }

    /// Possible hands: the seat's own, and for the others unseen tiles, as many of each animal as they said.
    fn deal_as_said(&self, own: Seat, said: &BySeat<Said>, chooser: &mut dyn Chooser) -> BySeat<Tiles> {
        let held = self.hands[own].held.unwrap_or_default();
        let unseen = self.in_game().without(self.open()).without(held);
        let mut shuffled = Animal::VARIANTS.iter().map(|animal| {
            let mut tiles: Vec<Tile> = unseen.showing(*animal).iter().collect();
            chooser.shuffle(&mut tiles);
            tiles
        });
        let mut left: [Vec<Tile>; 4] = std::array::from_fn(|_| shuffled.next().unwrap_or_default());
        said.map(|seat, counts| {
            if seat == own {
                return held;
            }
            let of_animal = |(tiles, count): (&mut Vec<Tile>, &usize)| {
                tiles.split_off(tiles.len().saturating_sub(*count))
            };
            left.iter_mut().zip(counts).flat_map(of_animal).collect()
        })
    }
}
