//! The letters that some fonts can write.

use resvg::usvg::fontdb::Database;
use skrifa::{FontRef, MetadataProvider};

const BITS: u32 = u64::BITS;
const WORDS: usize = (char::MAX as usize + 1) / BITS as usize + 1;

/// A set of letters, one bit each.
pub struct Letters(Vec<u64>);

impl Letters {
    /// All that at least one of these fonts has.
    pub fn of(fonts: &Database) -> Self {
        let mut letters = Self(vec![0; WORDS]);
        for face in fonts.faces() {
            fonts.with_face_data(face.id, |data, index| letters.add(data, index));
        }
        letters
    }

    fn add(&mut self, data: &[u8], index: u32) {
        let Ok(font) = FontRef::from_index(data, index) else { return };
        for (code, _) in font.charmap().mappings() {
            if let Some(word) = self.0.get_mut((code / BITS) as usize) {
                *word |= 1 << (code % BITS);
            }
        }
    }

    /// True if this letter is among them.
    pub fn contain(&self, letter: char) -> bool {
        let code = u32::from(letter);
        self.0.get((code / BITS) as usize).is_some_and(|word| word & (1 << (code % BITS)) != 0)
    }
}
