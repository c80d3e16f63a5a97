//! The effect of one game on ratings: Weng & Lin (2011), Algorithm 4 (Plackett–Luce), with its usual parameters.
//!
//! A place is a choice among those who did no better, so a table of many seats says no more than its order does. Comparing
//! every pair (Algorithm 1) would count each seat of a table of seventeen sixteen times. The figures are those of the
//! package `openskill` with τ = 0; the crate `skillratings` compares pairs, so this algorithm is our own.
//!
//! A team of all players is rated against the game: with its options and number of seats the game is an opponent with a
//! rating of its own, as exercises are in adaptive tests. So beating a hard variant is worth more.

/// How strong somebody probably is: a normal distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkillDistribution {
    /// The mean, μ.
    pub mean: f64,
    /// The standard deviation, σ.
    pub deviation: f64,
}

/// The skill assumed of a newcomer.
pub const NEWCOMER: SkillDistribution = SkillDistribution { mean: 25.0, deviation: 25.0 / 3.0 };
/// How much luck there is in one game, as the standard deviation β of what somebody shows in it.
const PERFORMANCE_DEVIATION: f64 = 25.0 / 6.0;
/// The least part of a variance that remains after one game, κ of the paper.
const MIN_REMAINING_VARIANCE: f64 = 1e-4;

/// A team whose members share a place: one seat, or all seats of a cooperative game.
struct Team<'a> {
    members: &'a [SkillDistribution],
    place: u8,
    mean: f64,
    variance: f64,
}

impl<'a> Team<'a> {
    fn new(members: &'a [SkillDistribution], place: u8) -> Self {
        let mean = members.iter().map(|member| member.mean).sum();
        let variance = members.iter().map(|member| member.deviation.powi(2)).sum();
        Self { members, place, mean, variance }
    }
}

/// The rating of a cooperative game for so many seats before anybody has played it: that of as many newcomers.
pub fn unplayed(seats: usize) -> SkillDistribution {
    let seats = seats as f64;
    SkillDistribution { mean: NEWCOMER.mean * seats, deviation: NEWCOMER.deviation * seats.sqrt() }
}

/// The new ratings after a competitive game, from the rating and place of each seat; 1 is the best place.
pub fn ranked(seats: &[(SkillDistribution, u8)]) -> Vec<SkillDistribution> {
    let teams: Vec<Team<'_>> =
        seats.iter().map(|(skill, place)| Team::new(std::slice::from_ref(skill), *place)).collect();
    updated(&teams).concat()
}

/// The new ratings of the seats and of the game itself after a cooperative game: all seats play against the game.
pub fn cooperative(
    seats: &[SkillDistribution],
    game: SkillDistribution,
    won: bool,
) -> (Vec<SkillDistribution>, SkillDistribution) {
    let [seats_place, game_place] = if won { [1, 2] } else { [2, 1] };
    let teams = [Team::new(seats, seats_place), Team::new(std::slice::from_ref(&game), game_place)];
    let mut rated = updated(&teams);
    let game = rated.pop().and_then(|team| team.first().copied()).unwrap_or(game);
    (rated.pop().unwrap_or_default(), game)
}

/// The ratings of all teams after a game.
fn updated(teams: &[Team<'_>]) -> Vec<Vec<SkillDistribution>> {
    let spread: f64 = teams.iter().map(|team| team.variance + PERFORMANCE_DEVIATION.powi(2)).sum();
    let spread = spread.sqrt();
    teams.iter().map(|team| updated_team(team, teams, spread)).collect()
}

/// Each place that was not better than the team's own was a choice that it could have won: how likely it was to, against
/// whether it did.
fn updated_team(team: &Team<'_>, teams: &[Team<'_>], spread: f64) -> Vec<SkillDistribution> {
    let strength = |team: &Team<'_>| (team.mean / spread).exp();
    let (mut gain, mut certainty) = (0.0, 0.0);
    for choice in teams.iter().filter(|choice| choice.place <= team.place) {
        let candidates: f64 = teams.iter().filter(|other| other.place >= choice.place).map(strength).sum();
        let tied = teams.iter().filter(|other| other.place == choice.place).count() as f64;
        let chance = strength(team) / candidates;
        gain += (f64::from(u8::from(std::ptr::eq(choice, team))) - chance) / tied;
        certainty += chance * (1.0 - chance) / tied;
    }
    gain *= team.variance / spread;
    certainty *= team.variance / spread.powi(2) * team.variance.sqrt() / spread;
    let update = |member: &SkillDistribution| {
        let part = member.deviation.powi(2) / team.variance;
        let remaining = (1.0 - part * certainty).max(MIN_REMAINING_VARIANCE);
        SkillDistribution { mean: member.mean + part * gain, deviation: member.deviation * remaining.sqrt() }
    };
    team.members.iter().map(update).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(rated: &[SkillDistribution], expected: &[(f64, f64)]) {
        assert_eq!(rated.len(), expected.len());
        for (rated, (mean, deviation)) in rated.iter().zip(expected) {
            let off = (rated.mean - mean).abs().max((rated.deviation - deviation).abs());
            assert!(off < 1e-8, "{rated:?}, expected {mean} {deviation}");
        }
    }

    fn newcomers(places: &[u8]) -> Vec<SkillDistribution> {
        ranked(&places.iter().map(|place| (NEWCOMER, *place)).collect::<Vec<_>>())
    }

    /// The expected figures are those of openskill 6.2.0, `PlackettLuce(tau=0)`.
    #[test]
    fn figures_are_those_of_openskill() {
        assert_close(
            &newcomers(&[1, 2, 3, 4]),
            &[
                (27.795_084_972, 8.263_160_758),
                (26.552_824_984, 8.179_213_705),
                (24.689_435_003, 8.083_731_307),
                (20.962_655_041, 8.083_731_307),
            ],
        );
        let three_last = (24.068_305_009, 8.179_213_705);
        assert_close(
            &newcomers(&[1, 2, 2, 2]),
            &[(27.795_084_972, 8.263_160_758), three_last, three_last, three_last],
        );
        assert_close(&newcomers(&[1, 1]), &[(25.0, 8.065_506_316); 2]);
        let skills = [(30.0, 3.0, 2), (25.0, 25.0 / 3.0, 1), (20.0, 5.0, 2), (27.5, 1.5, 5), (22.0, 8.0, 4)];
        let seats = skills.map(|(mean, deviation, place)| (SkillDistribution { mean, deviation }, place));
        assert_close(
            &ranked(&seats),
            &[
                (29.942_858_531, 2.995_870_954),
                (28.485_236_721, 8.240_239_022),
                (20.277_456_408, 4.979_440_161),
                (27.345_499_055, 1.499_615_791),
                (22.878_750_326, 7.725_870_476),
            ],
        );
        let two = [NEWCOMER, SkillDistribution { mean: 28.0, deviation: 4.0 }];
        let (rated, game) = cooperative(&two, unplayed(2), true);
        assert_close(&rated, &[(26.956_831_779, 8.172_803_572), (28.450_854_042, 3.982_378_876)]);
        assert_close(&[game], &[(46.086_336_442, 11.197_136_067)]);
    }

    #[test]
    fn a_large_table_says_little_of_each_seat() {
        let rated = newcomers(&(1..=17).collect::<Vec<_>>());
        assert_close(&rated[..1], &[(26.701_415_355, 8.330_978_1)]);
        assert_close(&rated[16..], &[(20.589_889_62, 8.254_192_822)]);
    }

    #[test]
    fn equal_places_bring_ratings_together() {
        let strong = SkillDistribution { mean: 30.0, deviation: 3.0 };
        let rated = ranked(&[(strong, 1), (NEWCOMER, 1)]);
        assert!(rated[0].mean < 30.0 && rated[1].mean > 25.0);
    }

    #[test]
    fn newcomers_are_expected_to_win_half_of_the_games_they_play_together() {
        let seats = [NEWCOMER; 4];
        let (won, beaten) = cooperative(&seats, unplayed(4), true);
        let (lost, winner) = cooperative(&seats, unplayed(4), false);
        for (won, lost) in won.iter().zip(&lost) {
            assert!(won.mean > 25.0 && (won.mean - 25.0 - (25.0 - lost.mean)).abs() < 1e-9);
        }
        assert!(beaten.mean < 100.0 && winner.mean > 100.0 && beaten.deviation < unplayed(4).deviation);
    }
}
