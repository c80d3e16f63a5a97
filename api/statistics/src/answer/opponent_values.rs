//! Observations that nobody stores: at a table everybody is an opponent of everybody else.

use super::ScanInput;

/// Which values of a chunk its players are, by their codes; nobody is none.
#[derive(Clone)]
pub struct OpponentValues(pub Vec<Option<u32>>);

/// The seats of a game where somebody known sits.
pub struct SeatedValues<'p> {
    codes: &'p [u32],
    values: &'p [Option<u32>],
}

impl OpponentValues {
    /// The table of a game.
    pub fn of<'p>(&'p self, input: &'p ScanInput, game: usize) -> SeatedValues<'p> {
        SeatedValues {
            codes: &input.games.players.codes[input.games.base.seat_offsets.of(game)],
            values: &self.0,
        }
    }
}

impl SeatedValues<'_> {
    /// The seats, and which values sit there.
    pub fn seats(&self) -> impl Iterator<Item = (u8, u32)> + Clone {
        (0..).zip(self.codes).filter_map(|(seat, code)| Some((seat, self.values[*code as usize]?)))
    }

    /// The values on the other seats.
    pub fn others(&self, seat: u8) -> impl Iterator<Item = u32> + Clone {
        self.seats().filter(move |(other, _)| *other != seat).map(|(_, value)| value)
    }
}
