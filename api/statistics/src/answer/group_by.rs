//! Which groups there can be: a key is a code, one digit for each way to group, in a system of mixed radix.

use ahash::AHashMap;
use uuid::Uuid;

use super::group_codes::{CodeSource, GroupCodes};
use super::question::{GroupByExpr, Key, KeyPart, PlayerRedirects, Question};
use super::selection::ChunkSelection;

/// The ways to group of a question, with all parts of keys that its chunks have.
pub struct GroupBy {
    parts: Vec<KeyParts>,
}

/// Where keys stand in their order, by their codes.
pub struct Ranks {
    /// Of each way to group, by the digit of a part.
    of_parts: Vec<Vec<u64>>,
}

/// The parts of keys that one way to group has.
pub struct KeyParts {
    by: GroupByExpr,
    /// By digit.
    parts: Vec<KeyPart>,
    /// Digits by what is compared.
    digits: AHashMap<KeyPart, u32>,
    /// The same by how it is spelled, where that is not what is compared.
    digits_by_spelling: AHashMap<KeyPart, u32>,
    /// The same by a number that the part follows from.
    digits_by_number: AHashMap<i64, u32>,
    /// Who somebody is by now, by what they were.
    digits_by_player: AHashMap<Option<Uuid>, u32>,
}

impl GroupBy {
    /// What these chunks have, and the codes of each of them.
    pub fn read<'p>(selections: &[ChunkSelection<'p>], question: &Question) -> (Self, Vec<GroupCodes<'p>>) {
        let mut parts: Vec<_> = question.by.iter().cloned().map(KeyParts::new).collect();
        let mut read = |selection: &ChunkSelection<'p>| -> Vec<(CodeSource<'p>, Vec<u32>)> {
            parts.iter_mut().map(|parts| CodeSource::read(selection, parts, &question.people)).collect()
        };
        let sources: Vec<_> = selections.iter().map(&mut read).collect();
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
            let digit = code % parts.radix();
            code /= parts.radix();
            parts.parts[usize::try_from(digit).unwrap_or_default()].clone()
        };
        self.parts.iter().map(part).collect()
    }

    /// The code of a key; `None` if nothing can have it.
    pub fn code(&self, key: &Key) -> Option<u64> {
        let digits = self.parts.iter().zip(key).zip(self.strides());
        digits.map(|((parts, part), stride)| Some(u64::from(parts.digit(part)?) * stride)).sum()
    }

    /// A key in the spelling that answers have.
    pub fn spelled(&self, key: &Key) -> Key {
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
            let digit = code % radix;
            code /= radix;
            ranks[usize::try_from(digit).unwrap_or_default()]
        });
        ranks.sum()
    }
}

impl KeyParts {
    fn new(by: GroupByExpr) -> Self {
        Self {
            by,
            parts: Vec::new(),
            digits: AHashMap::new(),
            digits_by_spelling: AHashMap::new(),
            digits_by_number: AHashMap::new(),
            digits_by_player: AHashMap::new(),
        }
    }

    /// The way to group.
    pub fn by(&self) -> GroupByExpr {
        self.by.clone()
    }

    fn radix(&self) -> u64 {
        self.parts.len() as u64
    }

    /// The digit of a part, which may be new; words of people's own are spelled as comes first in the alphabet.
    pub fn insert(&mut self, part: KeyPart) -> u32 {
        if !self.by.is_free_text() {
            return self.insert_as(part.clone(), part);
        }
        if let Some(digit) = self.digits_by_spelling.get(&part) {
            return *digit;
        }
        let digit = self.insert_as(part.folded(), part.clone());
        self.digits_by_spelling.insert(part, digit);
        digit
    }

    /// The digits of these parts.
    pub fn insert_all(&mut self, parts: impl Iterator<Item = KeyPart>) -> Vec<u32> {
        parts.map(|part| self.insert(part)).collect()
    }

    /// The same of parts of which only some are met. The spelling of a game that does not count must not show.
    pub fn insert_met(
        &mut self,
        parts: impl Iterator<Item = KeyPart>,
        met: impl IntoIterator<Item = bool>,
    ) -> Vec<u32> {
        parts.zip(met).map(|(part, met)| if met { self.insert(part) } else { 0 }).collect()
    }

    /// The digit of who somebody is by now.
    pub fn insert_player(&mut self, id: Option<Uuid>, people: &PlayerRedirects) -> u32 {
        if let Some(digit) = self.digits_by_player.get(&id) {
            return *digit;
        }
        let now = id.and_then(|id| people.now(id));
        let digit = self.insert(now.map_or(KeyPart::Missing, KeyPart::Player));
        self.digits_by_player.insert(id, digit);
        digit
    }

    /// The digit of the part that follows from a number: each is made once, in whatever chunk it is met.
    #[inline]
    pub fn insert_number(&mut self, number: i64, part: impl Fn(i64) -> KeyPart) -> u32 {
        if let Some(digit) = self.digits_by_number.get(&number) {
            return *digit;
        }
        let digit = self.insert(part(number));
        self.digits_by_number.insert(number, digit);
        digit
    }

    fn insert_as(&mut self, compared: KeyPart, part: KeyPart) -> u32 {
        if let Some(digit) = self.digits.get(&compared) {
            let spelled = &mut self.parts[*digit as usize];
            if part < *spelled {
                *spelled = part;
            }
            return *digit;
        }
        let digit = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        self.digits.insert(compared, digit);
        self.parts.push(part);
        digit
    }

    fn digit(&self, part: &KeyPart) -> Option<u32> {
        let compared = if self.by.is_free_text() { part.folded() } else { part.clone() };
        self.digits.get(&compared).copied()
    }

    /// By digit, how many parts come before, as often as there are keys that begin with the same part.
    fn ranks(&self, keys: u64) -> Vec<u64> {
        let mut digits: Vec<usize> = (0..self.parts.len()).collect();
        digits.sort_unstable_by_key(|digit| &self.parts[*digit]);
        let mut ranks = vec![0; digits.len()];
        digits.into_iter().zip(0..).for_each(|(digit, rank): (usize, u64)| ranks[digit] = rank * keys);
        ranks
    }
}
