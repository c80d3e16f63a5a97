//! Simulated play by reckoning; [`Sampling`](crate::game::Sampling) plays at random.
//!
//! The position of the whole record does what chance does: it deals, rolls, and turns over, and all of it is recorded.
//! A seat decides by its own position, the fold of what that seat sees ([`Players::seen_by`]). So no policy can use
//! what is hidden from its seat. A policy itself states all that it assumes of how the others play.

use crate::seat::{BySeat, Seat};

/// How a seat plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::VariantArray)]
pub enum Temper {
    /// Any legal move.
    Random,
    /// By the odds that the analysis of a record would show this seat.
    Sensible,
    /// By the same odds, with more risk: higher claims, lies, haste.
    Bold,
}

/// The seats of a simulated table.
pub struct Players<'p, G> {
    tempers: &'p BySeat<Temper>,
    seen: &'p dyn Fn(Seat) -> G,
}

impl<'p, G> Players<'p, G> {
    /// Seats with these tempers and these views.
    pub fn new(tempers: &'p BySeat<Temper>, seen: &'p dyn Fn(Seat) -> G) -> Self {
        Self { tempers, seen }
    }

    /// The temper of a seat; a seat without one plays at random.
    pub fn temper(&self, seat: Seat) -> Temper {
        self.tempers.get(seat).copied().unwrap_or(Temper::Random)
    }

    /// The position as this seat knows it.
    pub fn seen_by(&self, seat: Seat) -> G {
        (self.seen)(seat)
    }
}

/// The one with the highest value; of several, the first.
pub fn best_of<T>(of: impl IntoIterator<Item = T>, value: impl Fn(&T) -> f64) -> Option<T> {
    let valued = of.into_iter().map(|one| (value(&one), one));
    valued.reduce(|best, one| if one.0 > best.0 { one } else { best }).map(|(_, one)| one)
}

#[cfg(test)]
pub(crate) mod simulated {
    //! Whole games between seats of given tempers, for the tests of each game's policy.

    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::Temper;
    use crate::erased::{AnyRecord, Opening};
    use crate::game::Chooser;
    use crate::games;
    use crate::record::Status;
    use crate::seat::BySeat;

    /// No game of any policy is longer.
    const MAX_MOVES: usize = 3000;

    struct Dice(SmallRng);

    impl Chooser for Dice {
        fn below(&mut self, count: usize) -> usize {
            self.0.random_range(0..count.max(1))
        }
    }

    /// A finished game; `open` may change the set-up that the policy chose.
    pub(crate) fn game(
        slug: &str,
        seed: u64,
        open: impl Fn(&mut Opening),
        tempers: impl Fn(u8) -> Vec<Temper>,
    ) -> Box<dyn AnyRecord> {
        let game = games::find(slug).unwrap();
        let mut dice = Dice(SmallRng::seed_from_u64(seed));
        let mut opening = game.policy_opening(&mut dice);
        open(&mut opening);
        let mut record = game.open(&opening).unwrap();
        let tempers = BySeat::from(tempers(opening.seats));
        while record.status() == Status::Live {
            let entry = record.policy_entry(&tempers, &mut dice).expect("something can happen");
            record.append(&entry).unwrap_or_else(|rejected| panic!("{slug} {seed}: {entry}: {rejected:?}"));
            assert!(record.len() < MAX_MOVES, "{slug} {seed} does not end");
        }
        assert!(!record.is_irregular());
        record
    }

    /// How often something is true of games 0, 1, 2, …, and the standard error of that share.
    pub(crate) fn share(games: u64, holds: impl Fn(u64) -> bool) -> (f64, f64) {
        let count = (0..games).filter(|seed| holds(*seed)).count();
        let share = count as f64 / games as f64;
        (share, (share * (1.0 - share) / games as f64).sqrt())
    }
}
