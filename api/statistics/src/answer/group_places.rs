//! The places of groups in a list, by their codes.

use crate::columns::dictionary_column::code_of;
use ahash::AHashMap;
use kifu_engine::count;

/// So much is kept in a list at most: if there can be more, in a hash map.
pub const MAX_DENSE_LENGTH: u64 = 1 << 20;

/// Places by code, counted from 1; 0 is none.
pub enum GroupPlaces {
    /// The places of every code below some bound.
    List(Vec<u32>),
    /// The places of the codes that were set.
    Map(AHashMap<u64, u32>),
}

impl GroupPlaces {
    /// No places, for codes below `codes`.
    pub fn new(codes: u64) -> Self {
        if codes > MAX_DENSE_LENGTH {
            return Self::Map(AHashMap::new());
        }
        Self::List(vec![0; count::from_u64(codes)])
    }

    /// The place of a code, if it has one.
    #[inline]
    pub fn get(&self, code: u64) -> Option<usize> {
        let place = match self {
            Self::List(places) => places[count::from_u64(code)],
            Self::Map(places) => places.get(&code).copied().unwrap_or_default(),
        };
        (place as usize).checked_sub(1)
    }

    /// Sets the place of a code, or that it has none.
    #[inline]
    pub fn set(&mut self, code: u64, place: Option<usize>) {
        let place = place.map_or(0, |place| code_of(place + 1));
        match self {
            Self::List(places) => places[count::from_u64(code)] = place,
            Self::Map(places) => _ = places.insert(code, place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_and_a_map_know_the_same_places() {
        let [list, map] = [5, u64::MAX].map(GroupPlaces::new);
        assert!(matches!((&list, &map), (GroupPlaces::List(_), GroupPlaces::Map(_))));
        for mut places in [list, map] {
            places.set(4, Some(0));
            places.set(2, Some(1));
            places.set(2, None);
            assert_eq!([4, 2, 3].map(|code| places.get(code)), [Some(0), None, None]);
        }
    }
}
