//! The metrics that every kind of game has, or every one of some sort: `common.won` and the others. A game's own list
//! has the metrics that only it has.

use kifu_engine::game::{Feature, Meta};
use kifu_engine::message::Phrases;
use kifu_engine::phrases;
use kifu_engine::statistics::{Dimension, Metric, Reference, ValueRange};

/// The titles and definitions, in `definitions/en.ftl` and `definitions/ja.ftl`.
pub const TEXTS: Phrases = phrases!("metrics of any game", "definitions");

/// The part before the dot in the ids of the common metrics, where others have the slug of their game.
pub const COMMON: &str = "common";

/// For each seat, whether it won.
pub const WON: &str = "won";
/// For each seat, its place.
pub const PLACE: &str = "place";
/// For each seat, its points.
pub const POINTS: &str = "points";
/// The score of the table.
pub const SCORE: &str = "score";
/// How many moves a game had.
pub const MOVES: &str = "moves";
/// How long a game took.
pub const MINUTES: &str = "minutes";
/// For each seat, whether it won, less the share of the seats that did.
pub const WON_ABOVE_CHANCE: &str = "won_above_chance";
/// The value of the first turn.
pub const FIRST_PLAYER_ADVANTAGE: &str = "first_player_advantage";
/// The others at the same table; derived from the seating when it is asked for, never stored.
pub const OPPONENTS: &str = "opponents";

/// The place of a seat in the order of turns.
pub const TURN: &Dimension = &TEXTS.dimension("turn");

/// A common metric, and which kinds of games have it.
struct General {
    metric: Metric,
    is_of: fn(&Meta) -> bool,
}

static METRICS: [General; 9] = [
    General { metric: WON_METRIC, is_of: |_| true },
    General { metric: WON_ABOVE_CHANCE_METRIC, is_of: |game| !game.features.contains(&Feature::Cooperative) },
    General { metric: PLACE_METRIC, is_of: |game| game.features.contains(&Feature::Places) },
    General { metric: POINTS_METRIC, is_of: |game| game.features.contains(&Feature::Points) },
    General { metric: SCORE_METRIC, is_of: |game| game.features.contains(&Feature::Score) },
    General { metric: MOVES_METRIC, is_of: |_| true },
    General { metric: MINUTES_METRIC, is_of: |_| true },
    General { metric: FIRST_PLAYER_ADVANTAGE_METRIC, is_of: has_a_first_player_who_may_win_alone },
    General { metric: OPPONENTS_METRIC, is_of: |_| true },
];

/// All common metrics.
pub fn all() -> impl Iterator<Item = &'static Metric> {
    METRICS.iter().map(|common| &common.metric)
}

/// The range of a common metric's values.
pub fn range(name: &str) -> ValueRange {
    all().find(|metric| metric.name == name).map_or(ValueRange::default(), |metric| metric.range)
}

/// The common metrics that a kind of game has.
pub fn of(game: &Meta) -> impl Iterator<Item = &'static Metric> {
    METRICS.iter().filter(|common| (common.is_of)(game)).map(|common| &common.metric)
}

fn has_a_first_player_who_may_win_alone(game: &Meta) -> bool {
    game.features.contains(&Feature::Turns) && !game.features.contains(&Feature::Cooperative)
}

const WON_METRIC: Metric =
    TEXTS.share(WON).by(&[TURN]).queries(&["seats=5&group_by=turn", "group_by=player"]);

const CHANCE: &Reference = &TEXTS.reference("chance", 0.0);

const WON_ABOVE_CHANCE_METRIC: Metric = TEXTS
    .number(WON_ABOVE_CHANCE)
    .within(-1.0, 1.0)
    .held_against(CHANCE)
    .by(&[TURN])
    .means_by(&["player", "seat", "turn", "nth_game"])
    .queries(&["group_by=player&sort=-mean", "group_by=nth_game"]);

const PLACE_METRIC: Metric = TEXTS.number(PLACE).at_least(1.0).by(&[TURN]).queries(&["group_by=seats"]);

const POINTS_METRIC: Metric = TEXTS.number(POINTS).by(&[TURN]).queries(&["group_by=game"]);

const SCORE_METRIC: Metric = TEXTS.number(SCORE).of_the_table().queries(&["group_by=month"]);

const MOVES_METRIC: Metric = TEXTS.number(MOVES).at_least(0.0).of_the_table().queries(&["group_by=game"]);

const MINUTES_METRIC: Metric =
    TEXTS.number(MINUTES).at_least(0.0).of_the_table().changed(&["2026-11-25"]).queries(&["group_by=seats"]);

const NO_ADVANTAGE: &Reference = &TEXTS.reference("no_advantage", 0.0);

const FIRST_PLAYER_ADVANTAGE_METRIC: Metric = TEXTS
    .number(FIRST_PLAYER_ADVANTAGE)
    .within(-1.0, 1.0)
    .held_against(NO_ADVANTAGE)
    .queries(&["group_by=seats", "group_by=game"]);

const OPPONENTS_METRIC: Metric = TEXTS.category(OPPONENTS).queries(&["group_by=player"]);

#[cfg(test)]
mod tests {
    use kifu_engine::games;
    use kifu_engine::text::Text;

    use super::*;
    use crate::ratings::definition::RATING;
    use kifu_engine::style::{half_width, impolite, misnamed};

    fn names(game: &Meta) -> Vec<&'static str> {
        of(game).map(|metric| metric.name).collect()
    }

    #[test]
    fn games_have_the_metrics_that_their_results_can_fill() {
        let some = [WON, MOVES, MINUTES, OPPONENTS];
        for game in games::ALL {
            let names = names(game.meta());
            assert!(some.iter().all(|name| names.contains(name)), "{names:?}");
        }
        let has = |name| games::ALL.iter().filter(|game| names(game.meta()).contains(&name)).count();
        for name in [PLACE, POINTS, SCORE, FIRST_PLAYER_ADVANTAGE, WON_ABOVE_CHANCE] {
            assert!((1..games::ALL.len()).contains(&has(name)), "{name}");
        }
    }

    #[test]
    fn metrics_are_defined_in_both_languages() {
        for metric in all() {
            let texts =
                metric.dimensions.iter().flat_map(|dimension| [dimension.title, dimension.definition]);
            for text in texts.chain([metric.title, metric.definition, metric.unit]) {
                assert!(!text.ja.is_ascii() && !text.en.is_empty(), "{}: {text:?}", metric.name);
            }
            assert!(metric.examples().next().is_some(), "{}", metric.name);
            for example in metric.examples() {
                assert!(example.ja.ends_with('。') && example.en.ends_with('?'), "{example:?}");
            }
        }
    }

    fn assert_well_written(ja: &str) {
        assert_eq!(impolite(ja), None, "{ja}");
        assert_eq!(half_width(ja), None, "{ja}");
        assert_eq!(misnamed(ja), None, "{ja}");
        assert!(!ja.contains([',', ';', ':', '(', ')']), "{ja}");
    }

    /// Those of games hold to it, too, and what is said of how definitions changed.
    #[test]
    fn definitions_are_whole_polite_sentences_with_full_width_punctuation() {
        let metrics = || all().chain(games::ALL.iter().flat_map(|game| game.meta().metrics));
        let of_dimensions =
            |metric: &'static Metric| metric.dimensions.iter().map(|dimension| dimension.definition.text());
        let definitions =
            metrics().flat_map(|metric| of_dimensions(metric).chain([metric.definition.text()]));
        for Text { ja, .. } in definitions.chain([RATING.definition.text()]) {
            assert_well_written(ja);
        }
        for change in metrics().flat_map(|metric| metric.changes.iter()) {
            assert_well_written(change.ja);
        }
    }

    #[test]
    fn no_metric_is_defined_twice() {
        let mut names: Vec<_> = all().map(|metric| metric.name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
