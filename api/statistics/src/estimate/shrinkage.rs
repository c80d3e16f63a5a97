//! Means of groups drawn towards the mean of all groups, so that they can be put in order.
//!
//! The best of many means is mostly that of a group of few games that had luck. An empirical Bayes estimate (Morris 1983,
//! *Parametric empirical Bayes inference*; James & Stein 1961) leaves of what a group is above or below the others as
//! much as the spread between groups accounts for: `m + (x − m) · t / (t + s / g)`, with the mean `x` of a group of `g`
//! games, the variance `s` of one game's mean, pooled over all groups, and the variance `t` between groups by the method
//! of moments (`DerSimonian` & Laird 1986). `g` is Kish's effective number of games, `m` the mean of the groups, each
//! weighted by `1 / (t + s / g)`.

use super::Sums;

/// The parameters that groups have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shrinkage {
    /// The mean of the groups.
    center: f64,
    /// The variance of their true means.
    between: f64,
    /// The variance of the mean of one game within its group.
    within: f64,
}

/// The mean of a group and how many games it is worth.
#[derive(Clone, Copy)]
struct GroupMean {
    mean: f64,
    games: f64,
}

impl GroupMean {
    fn of(sums: &Sums) -> Option<Self> {
        Some(Self { mean: sums.mean()?, games: sums.effective_games() })
    }
}

impl Shrinkage {
    /// Of these groups; those without a known value count for nothing.
    pub fn of<'s>(groups: impl Iterator<Item = &'s Sums> + Clone) -> Self {
        let means: Vec<GroupMean> = groups.clone().filter_map(GroupMean::of).collect();
        let within = pooled_variance(groups);
        let (games, of_squares) = means
            .iter()
            .fold((0.0, 0.0), |(sum, squares), one| (sum + one.games, squares + one.games * one.games));
        let middle = weighted_mean(&means, |one| one.games);
        let apart: f64 = means.iter().map(|one| one.games * (one.mean - middle).powi(2)).sum();
        let by_chance = (means.len() as f64 - 1.0) * within;
        let room = games - of_squares / games;
        let between = if room > 0.0 { ((apart - by_chance) / room).max(0.0) } else { 0.0 };
        let mut shrinkage = Self { center: middle, between, within };
        shrinkage.center = weighted_mean(&means, |one| shrinkage.weight(one.games));
        shrinkage
    }

    /// The mean of a group, drawn towards that of the groups; `None` without a known value.
    pub fn mean(&self, sums: &Sums) -> Option<f64> {
        let one = GroupMean::of(sums)?;
        if self.within == 0.0 {
            return Some(one.mean);
        }
        Some(self.center + (one.mean - self.center) * self.between * self.weight(one.games))
    }

    /// The sort key of groups. It gives the order of the drawn means. Where all of those are equal, it gives the order
    /// they approach as the variance between groups goes to 0.
    pub fn order(&self, sums: &Sums) -> Option<f64> {
        let one = GroupMean::of(sums)?;
        Some((one.mean - self.center) * self.weight(one.games))
    }

    /// The weight of a group of so many games.
    fn weight(&self, games: f64) -> f64 {
        let variance = games * self.between + self.within;
        if variance > 0.0 { games / variance } else { 1.0 }
    }
}

fn weighted_mean(means: &[GroupMean], weight: impl Fn(&GroupMean) -> f64) -> f64 {
    let all: f64 = means.iter().map(&weight).sum();
    let sum: f64 = means.iter().map(|one| weight(one) * one.mean).sum();
    if all > 0.0 { sum / all } else { 0.0 }
}

/// The variance of the mean of one game, from what games add beyond the shares of their groups. That their groups' means
/// are estimates makes the squares smaller, by a part that follows from the sizes of the games.
fn pooled_variance<'s>(groups: impl Iterator<Item = &'s Sums>) -> f64 {
    let (squares, room) = groups.fold((0.0, 0.0), |(squares, room), sums| {
        let Some(mean) = sums.mean() else { return (squares, room) };
        let of_sizes = sums.count_count - 2.0 * sums.count_count_count / sums.n
            + sums.count_count * sums.count_count / (sums.n * sums.n);
        (squares + sums.between(mean), room + if sums.games > 1.0 { of_sizes } else { 0.0 })
    });
    if room > 0.0 { squares / room } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::ClusterSums;
    use super::*;

    /// A group of games with one value each.
    fn group(values: &[f64]) -> Sums {
        let mut sums = Sums::default();
        for value in values {
            let mut game = ClusterSums::default();
            game.add(*value);
            sums.add(game);
        }
        sums
    }

    /// By hand: the means are 0 and 4 of two games each, the pooled variance 2; between them (2 · 4 + 2 · 4 − 2) / 2 = 7
    /// of which a mean keeps 7 / (7 + 1).
    #[test]
    fn means_keep_what_the_spread_between_groups_accounts_for() {
        let groups = [group(&[-1.0, 1.0]), group(&[3.0, 5.0])];
        let shrinkage = Shrinkage::of(groups.iter());
        let means = groups.map(|sums| shrinkage.mean(&sums).unwrap());
        assert!((means[0] - 0.25).abs() < 1e-12 && (means[1] - 3.75).abs() < 1e-12, "{means:?}");
    }

    #[test]
    fn a_lucky_game_does_not_come_before_many_good_ones() {
        let steady: Vec<f64> = (0..100).map(|game| if game % 10 < 7 { 1.0 } else { 0.0 }).collect();
        let weak: Vec<f64> = (0..100).map(|game| if game % 10 < 3 { 1.0 } else { 0.0 }).collect();
        let groups = [group(&[1.0]), group(&steady), group(&weak)];
        let shrinkage = Shrinkage::of(groups.iter());
        let [lucky, steady, weak] = groups.map(|sums| shrinkage.order(&sums).unwrap());
        assert!(steady > lucky && lucky > weak, "{lucky} {steady} {weak}");
    }

    #[test]
    fn groups_that_differ_by_chance_only_have_one_mean_and_still_an_order() {
        let groups = [group(&[0.0, 1.0]), group(&[1.0, 0.0, 1.0]), group(&[0.0, 0.0, 1.0, 1.0])];
        let shrinkage = Shrinkage::of(groups.iter());
        let means = groups.map(|sums| shrinkage.mean(&sums).unwrap());
        assert!(means.iter().all(|mean| (mean - 5.0 / 9.0).abs() < 1e-12), "{means:?}");
        let order = groups.map(|sums| shrinkage.order(&sums).unwrap());
        assert!(order[1] > order[0] && order[0] > order[2], "{order:?}");
    }

    #[test]
    fn values_without_spread_within_groups_stay_what_they_are() {
        let groups = [group(&[1.0, 1.0]), group(&[2.0])];
        let shrinkage = Shrinkage::of(groups.iter());
        assert_eq!(groups.map(|sums| shrinkage.mean(&sums)), [Some(1.0), Some(2.0)]);
        assert_eq!(Shrinkage::of([].iter()).mean(&group(&[])), None);
    }
}
