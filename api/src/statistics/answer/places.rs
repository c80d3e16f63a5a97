//! Where something is, by a number.

use ahash::AHashMap;

/// Up to so many numbers have a place each in a list; if there can be more, those met are in a map.
const FEW: u64 = 1 << 20;

/// Places of things in a list by their numbers.
pub enum Places {
    /// By number, counted from 1; 0 for none.
    List(Vec<u32>),
    /// By number.
    Map(AHashMap<u64, u32>),
}

impl Places {
    /// None yet, of numbers below this one.
    pub fn new(numbers: u64) -> Self {
        let few = usize::try_from(numbers).ok().filter(|_| numbers <= FEW);
        few.map_or_else(|| Self::Map(AHashMap::new()), |few| Self::List(vec![0; few]))
    }

    /// Where the thing with this number is.
    #[inline]
    pub fn get(&self, number: u64) -> Option<usize> {
        match self {
            Self::List(places) => places[index(number)].checked_sub(1).map(|place| place as usize),
            Self::Map(places) => places.get(&number).map(|place| *place as usize),
        }
    }

    /// The same; if there is none yet, it will be here.
    #[inline]
    pub fn get_or_insert(&mut self, number: u64, next: usize) -> usize {
        let next = u32::try_from(next).unwrap_or(u32::MAX);
        match self {
            Self::List(places) => {
                let place = &mut places[index(number)];
                if *place == 0 {
                    *place = next + 1;
                }
                *place as usize - 1
            }
            Self::Map(places) => *places.entry(number).or_insert(next) as usize,
        }
    }

    /// Forgets where it is.
    #[inline]
    pub fn remove(&mut self, number: u64) {
        match self {
            Self::List(places) => places[index(number)] = 0,
            Self::Map(places) => _ = places.remove(&number),
        }
    }
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
