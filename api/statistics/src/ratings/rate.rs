//! What one game does to ratings: the algorithm of Weng & Lin, as the crate `skillratings` has it, with its usual
//! parameters.
//!
//! A team of all players is rated against the game: with its options and number of seats the game is an opponent with a
//! rating of its own, as exercises are in adaptive tests. So beating a hard variant is worth more.

use skillratings::MultiTeamOutcome;
pub use skillratings::weng_lin::WengLinRating;
use skillratings::weng_lin::{WengLinConfig, weng_lin_multi_team};

/// The rating of newcomers: μ is 25, σ is 25 ⁄ 3.
pub fn newcomer() -> WengLinRating {
    WengLinRating::new()
}

/// The rating of a cooperative game for so many seats before anybody has played it: that of as many newcomers.
pub fn unplayed(seats: usize) -> WengLinRating {
    let (seats, one) = (seats as f64, newcomer());
    WengLinRating { rating: one.rating * seats, uncertainty: one.uncertainty * seats.sqrt() }
}

/// The new ratings after a competitive game, from the rating and place of each seat; 1 is the best place.
pub fn ranked(seats: &[(WengLinRating, u8)]) -> Vec<WengLinRating> {
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = seats
        .iter()
        .map(|(rating, place)| (std::slice::from_ref(rating), MultiTeamOutcome::new(usize::from(*place))))
        .collect();
    weng_lin_multi_team(&teams, &WengLinConfig::new()).into_iter().flatten().collect()
}

/// The new ratings of the seats and of the game itself after a cooperative game: all seats play against the game.
pub fn cooperative(
    seats: &[WengLinRating],
    game: WengLinRating,
    won: bool,
) -> (Vec<WengLinRating>, WengLinRating) {
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
        for rating in rated {
            assert!(close(rating.uncertainty, (sigma_squared * (1.0 - delta)).sqrt()));
        }
    }

    #[test]
    fn equal_places_bring_ratings_together() {
        let strong = WengLinRating { rating: 30.0, uncertainty: 3.0 };
        let rated = ranked(&[(strong, 1), (newcomer(), 1)]);
        assert!(rated[0].rating < 30.0 && rated[1].rating > 25.0);
    }

    #[test]
    fn newcomers_are_expected_to_win_half_of_the_games_they_play_together() {
        let seats = [newcomer(); 4];
        let (won, beaten) = cooperative(&seats, unplayed(4), true);
        let (lost, winner) = cooperative(&seats, unplayed(4), false);
        for (won, lost) in won.iter().zip(&lost) {
            assert!(won.rating > 25.0 && close(won.rating - 25.0, 25.0 - lost.rating));
        }
        assert!(
            beaten.rating < 100.0 && winner.rating > 100.0 && beaten.uncertainty < unplayed(4).uncertainty
        );
    }
}
