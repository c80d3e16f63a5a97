//! The first of many players: by raw means, and by means drawn towards that of all.

use kifu_statistics::estimate::shrinkage::Shrinkage;
use kifu_statistics::estimate::{ClusterSums, Sums};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// How many games each player has.
const GAMES: [u32; 14] = [3, 3, 5, 5, 10, 10, 20, 20, 50, 50, 100, 100, 200, 200];
/// How often a player wins in the mean.
const SHARE: f64 = 0.25;

/// The first of a list.
#[derive(Clone, Copy, Default)]
pub struct Leader {
    /// How far the player's mean in the list is above the truth.
    pub flattery: f64,
    /// How often the player truly wins.
    pub truth: f64,
    /// How many games the player has.
    pub games: f64,
}

impl std::ops::AddAssign for Leader {
    fn add_assign(&mut self, more: Self) {
        self.flattery += more.flattery;
        self.truth += more.truth;
        self.games += more.games;
    }
}

/// The average first player of many studies: sorted by means, and by shrunk means. True shares are up to `spread` above
/// or below the mean one.
pub fn leaders(spread: f64, studies: u32) -> [Leader; 2] {
    let mut dice = StdRng::seed_from_u64(u64::from(studies));
    let mut sums = [Leader::default(); 2];
    for _ in 0..studies {
        let players = GAMES.map(|games| {
            let truth = SHARE + spread * (2.0 * dice.random::<f64>() - 1.0);
            let mut won = Sums::default();
            for _ in 0..games {
                let mut game = ClusterSums::default();
                game.add(f64::from(u8::from(dice.random_bool(truth))));
                won.add(game);
            }
            (truth, won)
        });
        let shrinkage = Shrinkage::of(players.iter().map(|(_, won)| won));
        let first = |value: &dyn Fn(&Sums) -> Option<f64>, shown: &dyn Fn(&Sums) -> Option<f64>| {
            let by = |(_, won): &&(f64, Sums)| value(won).unwrap_or_default();
            let best = players.iter().max_by(|one, other| by(one).total_cmp(&by(other)));
            let (truth, won) = best.copied().unwrap_or_default();
            Leader { flattery: shown(&won).unwrap_or_default() - truth, truth, games: won.games }
        };
        sums[0] += first(&Sums::mean, &Sums::mean);
        sums[1] += first(&|won| shrinkage.order(won), &|won| shrinkage.mean(won));
    }
    let studies = f64::from(studies);
    sums.map(|sum| Leader {
        flattery: sum.flattery / studies,
        truth: sum.truth / studies,
        games: sum.games / studies,
    })
}
