//! How a game ended, in a few words: the same that the page of the record shows.

use kifu_engine::message::Arg;
use kifu_engine::outcome::Outcome;
use kifu_engine::seat::Seats;
use kifu_engine::text::{Language, Names};

use crate::pages::words;

/// The winners, with the score, the title and everybody's points where there are such.
pub fn sentence(outcome: &Outcome, seats: Seats, names: &Names, language: Language) -> String {
    let points =
        standings(outcome, names, language).into_iter().map(|(name, points)| format!("{name} {points}"));
    let points = points.collect::<Vec<_>>().join(words::LIST_MARK.of(language));
    let parts =
        [Some(who_won(outcome, seats, names, language)), score(outcome, language), title(outcome, language)];
    let parts = parts.into_iter().flatten().chain(Some(points));
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// The winners, in a line.
pub fn who_won(outcome: &Outcome, seats: Seats, names: &Names, language: Language) -> String {
    let winners: Vec<_> = outcome.winners.iter().map(|seat| names.in_sentence(*seat, language)).collect();
    if winners.is_empty() {
        return words::WON_BY_NOBODY.of(language).to_owned();
    }
    if winners.len() == seats.len() {
        return words::WON_BY_ALL.of(language).to_owned();
    }
    let names = Arg::Verbatim(winners.join(words::LIST_MARK.of(language)));
    words::WON_BY.with(language, vec![("names", names)])
}

/// The score of the whole table.
pub fn score(outcome: &Outcome, language: Language) -> Option<String> {
    outcome.score.map(|score| words::SCORE.with(language, vec![("score", Arg::Number(score))]))
}

/// The title that the game awards.
pub fn title(outcome: &Outcome, language: Language) -> Option<String> {
    outcome.title.as_ref().map(|title| title.of(language).to_owned())
}

/// Everybody with their points, the best first; nobody where a game has no points.
pub fn standings(outcome: &Outcome, names: &Names, language: Language) -> Vec<(String, i64)> {
    let Some(points) = &outcome.points else { return Vec::new() };
    let place =
        |seat| outcome.places.as_ref().and_then(|places| places.get(seat).copied()).unwrap_or_default();
    let mut rows: Vec<_> = points.iter().map(|(seat, points)| (place(seat), *points, seat)).collect();
    rows.sort_by_key(|(place, points, _)| (*place, -points));
    let row = |(_, points, seat)| (names.in_sentence(seat, language), points);
    rows.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use kifu_engine::seat::{BySeat, Seat};

    use super::*;

    fn outcome(winners: &[u8], points: Option<[i64; 3]>) -> Outcome {
        let seats = Seats::new(3);
        Outcome {
            winners: winners.iter().copied().map(Seat::new).collect(),
            places: None,
            points: points.map(|points| BySeat::new(seats, |seat| points[seat.index()])),
            score: None,
            title: None,
            ending: "last_tile",
        }
    }

    #[test]
    fn a_result_says_who_won_and_the_points_from_the_most_on() {
        let names = Names::new(&["Aki", "Ben", "Chika"].map(|name| Some(name.to_owned())));
        let rendered = |outcome: &Outcome, language| sentence(outcome, Seats::new(3), &names, language);
        let one = outcome(&[1], Some([3, 9, -2]));
        assert_eq!(rendered(&one, Language::En), "Won by Ben · Ben 9, Aki 3, Chika -2");
        assert_eq!(rendered(&one, Language::Ja), "勝ち：Ben · Ben 9、Aki 3、Chika -2");
        assert_eq!(rendered(&outcome(&[0, 1, 2], None), Language::En), "Everybody won");
        assert_eq!(rendered(&outcome(&[], None), Language::Ja), "勝者なし");
    }
}
