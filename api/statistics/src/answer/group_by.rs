//! The possible groups. A key is a code in mixed radix: one index of a part for each expression of `group_by`.

use crate::columns::dictionary_column::code_of;
use ahash::AHashMap;
use kifu_engine::count;
use uuid::Uuid;

use super::ScanInput;
use super::game_numbers::game_numbers;
use super::group_codes::{CodeSource, GroupCodes};
use super::selection::ChunkSelection;
use crate::question::{GroupByExpr, Key, KeyPart, KeySource, PlayerRedirects, Question};

/// The `group_by` of a question, with all parts of keys that its chunks have.
pub struct GroupBy {
    parts: Vec<KeyParts>,
}

/// The rank of each key in the order of keys, by its code.
pub struct Ranks {
    /// For each expression, by the index of a part.
    of_parts: Vec<Vec<u64>>,
}

/// The parts of keys that one expression of `group_by` has.
pub struct KeyParts {
    by: GroupByExpr,
    /// By index.
    parts: Vec<KeyPart>,
    /// Indexes by the part in the form that is compared.
    indexes: AHashMap<KeyPart, u32>,
    /// Indexes by spelling, where the spelling is not compared.
    index_by_spelling: AHashMap<KeyPart, u32>,
    /// Indexes by a number that the part follows from.
    index_by_number: AHashMap<i64, u32>,
    /// Indexes by the id that a player had.
    index_by_player: AHashMap<Option<Uuid>, u32>,
}

impl GroupBy {
    /// Reads the parts of keys in these chunks, and the codes of each chunk.
    pub fn read<'p>(
        inputs: &[ScanInput],
        selections: &[ChunkSelection<'p>],
        question: &Question,
    ) -> (Self, Vec<GroupCodes<'p>>) {
        let mut parts: Vec<_> = question.by.iter().cloned().map(KeyParts::new).collect();
        let by_number = question.by.iter().any(GroupByExpr::is_by_number);
        let numbers = if by_number { game_numbers(inputs, question) } else { Vec::new() };
        let mut read = |(chunk, selection): (usize, &ChunkSelection<'p>)| -> Vec<(CodeSource<'p>, Vec<u32>)> {
            let source = |parts| CodeSource::read(selection, parts, &question.redirects, numbers.get(chunk));
            parts.iter_mut().map(source).collect()
        };
        let sources: Vec<_> = selections.iter().enumerate().map(&mut read).collect();
        let group_by = Self { parts };
        let codes = selections.iter().zip(sources).map(|(selection, sources)| {
            GroupCodes::new(selection.input, sources.into_iter().zip(group_by.strides()))
        });
        let codes = codes.collect();
        (group_by, codes)
    }

    /// How many keys there can be.
    pub fn size(&self) -> u64 {
        self.parts.iter().map(KeyParts::radix).product()
    }

    /// The key with this code.
    pub fn key(&self, mut code: u64) -> Key {
        let part = |parts: &KeyParts| {
            let index = code % parts.radix();
            code /= parts.radix();
            parts.parts[count::from_u64(index)].clone()
        };
        self.parts.iter().map(part).collect()
    }

    /// The code of a key; `None` if nothing can have it.
    pub fn code(&self, key: &Key) -> Option<u64> {
        let indexes = self.parts.iter().zip(key).zip(self.strides());
        indexes.map(|((parts, part), stride)| Some(u64::from(parts.index(part)?) * stride)).sum()
    }

    /// A key in the spelling that answers have.
    pub fn canonical(&self, key: &Key) -> Key {
        if key.is_empty() {
            return Key::new();
        }
        self.code(key).map_or_else(|| key.clone(), |code| self.key(code))
    }

    /// The order of all keys: by their first parts, those with the same by the next, and so on.
    pub fn ranks(&self) -> Ranks {
        let mut keys = 1;
        let ranks = |parts: &KeyParts| {
            let ranks = parts.ranks(keys);
            keys *= parts.radix();
            ranks
        };
        let mut of_parts: Vec<_> = self.parts.iter().rev().map(ranks).collect();
        of_parts.reverse();
        Ranks { of_parts }
    }

    fn strides(&self) -> impl Iterator<Item = u64> {
        self.parts.iter().scan(1, |stride, parts| {
            let this = *stride;
            *stride *= parts.radix();
            Some(this)
        })
    }
}

impl Ranks {
    /// The rank of the key with this code.
    pub fn of(&self, mut code: u64) -> u64 {
        let ranks = self.of_parts.iter().map(|ranks| {
            let radix = ranks.len() as u64;
            let index = code % radix;
            code /= radix;
            ranks[count::from_u64(index)]
        });
        ranks.sum()
    }
}

impl KeyParts {
    fn new(by: GroupByExpr) -> Self {
        Self {
            by,
            parts: Vec::new(),
            indexes: AHashMap::new(),
            index_by_spelling: AHashMap::new(),
            index_by_number: AHashMap::new(),
            index_by_player: AHashMap::new(),
        }
    }

    /// The source of the parts.
    pub fn source(&self) -> KeySource {
        self.by.source.clone()
    }

    fn radix(&self) -> u64 {
        self.parts.len() as u64
    }

    /// The index of a part, which may be new. Of several spellings of free text the first in the alphabet is shown.
    pub fn insert(&mut self, part: KeyPart) -> u32 {
        if !self.by.is_free_text() {
            return self.insert_as(part.clone(), part);
        }
        if let Some(index) = self.index_by_spelling.get(&part) {
            return *index;
        }
        let index = self.insert_as(part.folded(), part.clone());
        self.index_by_spelling.insert(part, index);
        index
    }

    /// The indexes of these parts.
    pub fn insert_all(&mut self, parts: impl Iterator<Item = KeyPart>) -> Vec<u32> {
        parts.map(|part| self.insert(part)).collect()
    }

    /// The indexes of parts of which only some are used. The spelling of a game that does not count must not show.
    pub fn insert_used(
        &mut self,
        parts: impl Iterator<Item = KeyPart>,
        used: impl IntoIterator<Item = bool>,
    ) -> Vec<u32> {
        parts.zip(used).map(|(part, used)| if used { self.insert(part) } else { 0 }).collect()
    }

    /// The index of the player that an id stands for now.
    pub fn insert_player(&mut self, id: Option<Uuid>, redirects: &PlayerRedirects) -> u32 {
        if let Some(index) = self.index_by_player.get(&id) {
            return *index;
        }
        let now = id.and_then(|id| redirects.now(id));
        let index = self.insert(now.map_or(KeyPart::Missing, KeyPart::Player));
        self.index_by_player.insert(id, index);
        index
    }

    /// The index of the part that follows from a number: each part is made once, for all chunks.
    #[inline]
    pub fn insert_number(&mut self, number: i64, part: impl Fn(i64) -> KeyPart) -> u32 {
        if let Some(index) = self.index_by_number.get(&number) {
            return *index;
        }
        let index = self.insert(part(number));
        self.index_by_number.insert(number, index);
        index
    }

    /// The indexes of no number and of the numbers from 1 to `most`. Nothing else is inserted, so that each index is its
    /// number: players have thousands of games, and every chunk has those of all of them.
    pub fn insert_game_numbers(&mut self, most: u32) -> Vec<u32> {
        for number in code_of(self.parts.len())..=most {
            self.insert(if number == 0 { KeyPart::Missing } else { KeyPart::Number(number.into()) });
        }
        (0..=most).collect()
    }

    fn insert_as(&mut self, compared: KeyPart, part: KeyPart) -> u32 {
        if let Some(index) = self.indexes.get(&compared) {
            let spelling = &mut self.parts[*index as usize];
            if part < *spelling {
                *spelling = part;
            }
            return *index;
        }
        let index = code_of(self.parts.len());
        self.indexes.insert(compared, index);
        self.parts.push(part);
        index
    }

    fn index(&self, part: &KeyPart) -> Option<u32> {
        let compared = if self.by.is_free_text() { part.folded() } else { part.clone() };
        self.indexes.get(&compared).copied()
    }

    /// The place of a word among those that parts can be; what is none of them comes behind.
    fn place(&self, part: &KeyPart) -> usize {
        let place = |word: &String| self.by.words.iter().position(|one| one.name == *word);
        if let KeyPart::Word(word) = part {
            place(word).unwrap_or(self.by.words.len())
        } else {
            self.by.words.len()
        }
    }

    /// By index, how many keys come before the first key with this part.
    fn ranks(&self, keys: u64) -> Vec<u64> {
        let mut indexes: Vec<usize> = (0..self.parts.len()).collect();
        indexes.sort_unstable_by_key(|index| (self.place(&self.parts[*index]), &self.parts[*index]));
        let mut ranks = vec![0; indexes.len()];
        indexes.into_iter().zip(0..).for_each(|(index, rank): (usize, u64)| ranks[index] = rank * keys);
        ranks
    }
}
