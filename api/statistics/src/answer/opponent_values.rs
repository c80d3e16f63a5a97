//! Observations that nobody stores: at a table everybody is an opponent of everybody else.

use super::ScanInput;

/// The values that a chunk's players are, by their codes; `None` for nobody.
#[derive(Clone)]
pub struct OpponentValues(pub Vec<Option<u32>>);

impl OpponentValues {
    /// The table of a game: the seats where somebody known sits, and which values they are.
    pub fn table(&self, input: &ScanInput, game: usize) -> impl Iterator<Item = (u8, u32)> {
        let codes = &input.games.players.codes[input.games.base.seat_offsets.of(game)];
        (0..).zip(codes).filter_map(|(seat, code)| Some((seat, self.0[*code as usize]?)))
    }
}
