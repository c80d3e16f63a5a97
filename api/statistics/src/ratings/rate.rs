//! What one game does to ratings: the algorithm of Weng & Lin, as the crate `skillratings` has it, with its usual
//! parameters.
//!
//! A team of all players is rated against the game: with its options and number of seats the game is an opponent with a
//! rating of its own, as exercises are in adaptive tests. So beating a hard variant is worth more.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// What is believed of somebody: a normal distribution.
pub type Belief = WengLinRating;

/// What is believed of newcomers: 25, give or take 25 ⁄ 3.
pub fn newcomer() -> Belief {
    WengLinRating::new()
}

/// What is believed of a game that so many play together before anybody has: it is as good as as many newcomers.
pub fn unplayed(seats: usize) -> Belief {
    let (seats, one) = (seats as f64, newcomer());
    WengLinRating { rating: one.rating * seats, uncertainty: one.uncertainty * seats.sqrt() }
}

/// Everybody for themselves: what was believed of each seat and its place, 1 the best; then what is believed.
pub fn ranked(seats: &[(Belief, u8)]) -> Vec<Belief> {
    let teams: Vec<(&[Belief], MultiTeamOutcome)> = seats
        .iter()
        .map(|(belief, place)| (std::slice::from_ref(belief), MultiTeamOutcome::new(usize::from(*place))))
        .collect();
    weng_lin_multi_team(&teams, &WengLinConfig::new()).into_iter().flatten().collect()
}

/// All together against the game; what is believed of each seat, and of the game.
pub fn together(seats: &[Belief], game: Belief, won: bool) -> (Vec<Belief>, Belief) {
    let places = if won { [1, 2] } else { [2, 1] };
    let [seats_place, game_place] = places.map(MultiTeamOutcome::new);
    let sides = [(seats, seats_place), (std::slice::from_ref(&game), game_place)];
    let mut rated = weng_lin_multi_team(&sides, &WengLinConfig::new());
    let game = rated.pop().and_then(|side| side.first().copied()).unwrap_or(game);
    (rated.pop().unwrap_or_default(), game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    /// Algorithm 1 of the paper (Bradley–Terry, full pair) written out for two newcomers.
    #[test]
    fn two_newcomers_part_as_the_paper_says() {
        let sigma_squared = (25.0_f64 / 3.0).powi(2);
        let c = (2.0 * sigma_squared + 2.0 * (25.0_f64 / 6.0).powi(2)).sqrt();
        let omega = sigma_squared / c * 0.5;
        let delta = sigma_squared.sqrt() / c * sigma_squared / (c * c) * 0.25;
        let rated = ranked(&[(newcomer(), 1), (newcomer(), 2)]);
        assert!(close(rated[0].rating, 25.0 + omega) && close(rated[1].rating, 25.0 - omega));
        for belief in rated {
            assert!(close(belief.uncertainty, (sigma_squared * (1.0 - delta)).sqrt()));
        }
    }

    #[test]
    fn equal_places_bring_ratings_together() {
        let strong = Belief { rating: 30.0, uncertainty: 3.0 };
        let rated = ranked(&[(strong, 1), (newcomer(), 1)]);
        assert!(rated[0].rating < 30.0 && rated[1].rating > 25.0);
    }

    #[test]
    fn newcomers_are_expected_to_win_half_of_the_games_they_play_together() {
        let seats = [newcomer(); 4];
        let (won, beaten) = together(&seats, unplayed(4), true);
        let (lost, winner) = together(&seats, unplayed(4), false);
        for (won, lost) in won.iter().zip(&lost) {
            assert!(won.rating > 25.0 && close(won.rating - 25.0, 25.0 - lost.rating));
        }
        assert!(
            beaten.rating < 100.0 && winner.rating > 100.0 && beaten.uncertainty < unplayed(4).uncertainty
        );
    }
}
