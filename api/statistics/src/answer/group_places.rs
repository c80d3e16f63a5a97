//! Where groups stand in a list, by their codes.

use ahash::AHashMap;

/// So much is kept in a list at most: if there can be more, in a hash map.
pub const MAX_DENSE_LENGTH: u64 = 1 << 20;

/// Places by code, counted from 1; 0 is none.
pub enum GroupPlaces {
    /// Of every code below some bound.
    List(Vec<u32>),
    /// Of the codes that were set.
    Map(AHashMap<u64, u32>),
}

impl GroupPlaces {
    /// No places, for codes below `codes`.
    pub fn new(codes: u64) -> Self {
        let length = usize::try_from(codes).ok().filter(|_| codes <= MAX_DENSE_LENGTH);
        length.map_or_else(|| Self::Map(AHashMap::new()), |length| Self::List(vec![0; length]))
    }

    /// The place of a code, if it has one.
    #[inline]
    pub fn get(&self, code: u64) -> Option<usize> {
        let place = match self {
            Self::List(places) => places[index(code)],
            Self::Map(places) => places.get(&code).copied().unwrap_or_default(),
        };
        (place as usize).checked_sub(1)
    }

    /// Sets the place of a code, or that it has none.
    #[inline]
    pub fn set(&mut self, code: u64, place: Option<usize>) {
        let place = place.map_or(0, |place| u32::try_from(place + 1).unwrap_or(u32::MAX));
        match self {
            Self::List(places) => places[index(code)] = place,
            Self::Map(places) => _ = places.insert(code, place),
        }
    }
}

fn index(code: u64) -> usize {
    usize::try_from(code).unwrap_or(usize::MAX)
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
