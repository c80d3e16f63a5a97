//! The last tiles are turned over.

use super::super::outcome::Conditions;
use super::super::words::Words;
use super::super::{Bremen, Phase, Played, refusals};
use super::table::Table;
use super::tile::{Tile, Tiles};
use crate::fact::Fact;
use crate::seat::BySeat;
use crate::violation::Violation;

impl Table {
    /// The tiles turned over, and those known before. In a win only one tile can be unknown; it is the one that
    /// remains.
    pub fn with_known_left(&self, left: &BySeat<Fact<Tile>>) -> BySeat<Fact<Tile>> {
        let mut tiles = left.map(|seat, tile| {
            tile.or(self.hands.get(seat).map_or(Fact::Unknown, super::super::knowledge::Hand::left))
        });
        let seen: Tiles = tiles.values().filter_map(|tile| tile.value()).collect();
        let mut rest = self.in_game().without(self.open()).without(seen).iter();
        let mut unknown = tiles.values_mut().filter(|tile| tile.is_unknown());
        if let (Some(tile), None, Some(last), None) =
            (unknown.next(), unknown.next(), rest.next(), rest.next())
            && self.conditions().is_some_and(Conditions::won)
        {
            *tile = Fact::Known(last);
        }
        tiles
    }

    fn check_left(&self, left: &BySeat<Fact<Tile>>) -> Result<BySeat<Fact<Tile>>, Violation> {
        let mut seen = Tiles::default();
        let input = || left.iter().filter_map(|(seat, tile)| tile.value().map(|tile| (seat, tile)));
        for (seat, tile) in input() {
            self.check_in_hand(seat, tile)?;
            if !seen.insert(tile) {
                return Err(refusals::tile_twice(tile));
            }
        }
        let all = self.with_known_left(left);
        let missing = all.iter().find(|(_, tile)| tile.is_unknown());
        if let Some((seat, _)) = missing.filter(|_| self.conditions().is_some_and(Conditions::won)) {
            return Err(refusals::score_unknown(seat));
        }
        for (seat, tile) in all.iter().filter_map(|(seat, tile)| Some((seat, tile.value()?))) {
            self.check_inferences(seat, tile)?;
            self.check_leader_left(seat, tile)?;
        }
        Ok(all)
    }
}

impl Bremen {
    /// The last tiles are turned over, and the game is over.
    pub(crate) fn reveal(&self, left: &BySeat<Fact<Tile>>) -> Played {
        let table = self.expect(Phase::Reveal, "reveal")?.ok_or_else(|| self.wrong_phase("reveal"))?;
        Violation::check_length(Words::TilesLeftGiven, left.len(), self.seats.len())?;
        let left = table.check_left(left)?;
        let mut table = table.clone();
        let effects = table.finish(left).into_iter().collect();
        Ok((self.with(table), effects))
    }
}
