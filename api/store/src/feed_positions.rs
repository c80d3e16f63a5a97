//! Places in the feed of a whole database.

use std::sync::Arc;

use super::{Position, Shard, Shards, Store, StoreError};

/// A place in the feed of a whole database: a position for each shard. Of two places neither needs to be the earlier one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FeedPositions(Arc<[Position]>);

impl FeedPositions {
    /// Before everything.
    pub fn start(shards: Shards) -> Self {
        shards.all().map(|_| Position::START).collect()
    }

    /// The end of the feed, as it stands.
    pub async fn end(store: &Store) -> Result<Self, StoreError> {
        store.latest().heads().await
    }

    /// The position in a shard.
    pub fn of(&self, shard: Shard) -> Position {
        self.0.get(shard.index()).copied().unwrap_or_default()
    }

    /// The positions, shard by shard.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Position> + '_ {
        self.0.iter().copied()
    }

    /// True if everything that the other positions include is included here, too.
    pub fn includes(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.iter().zip(other.iter()).all(|(here, there)| here >= there)
    }

    /// The positions as numbers.
    pub fn numbers(&self) -> Vec<i64> {
        self.iter().map(|position| position.0).collect()
    }
}

impl FromIterator<Position> for FeedPositions {
    fn from_iter<I: IntoIterator<Item = Position>>(positions: I) -> Self {
        Self(positions.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_places_neither_needs_to_be_earlier() {
        let place = |numbers: [i64; 2]| numbers.map(Position).into_iter().collect::<FeedPositions>();
        assert!(place([3, 4]).includes(&place([3, 4])) && place([3, 5]).includes(&place([2, 5])));
        assert!(!place([3, 4]).includes(&place([4, 3])) && !place([4, 3]).includes(&place([3, 4])));
        let of_one: FeedPositions = [Position(9)].into_iter().collect();
        assert!(!of_one.includes(&place([1, 1])), "a place of another database");
    }
}
