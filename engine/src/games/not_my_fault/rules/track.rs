//! The track of 30 squares.

/// The last square. When it is declared, the cards are turned up at once (NMF-4, NMF-8).
pub const LAST_SQUARE: i64 = 30;

/// The black squares; all others are white.
pub const BLACK_SQUARES: [i64; 6] = [5, 8, 12, 17, 23, LAST_SQUARE];

/// True if a declaration of this number costs the white side of the warning card (NMF-5).
pub fn is_white(number: i64) -> bool {
    !BLACK_SQUARES.contains(&number)
}
