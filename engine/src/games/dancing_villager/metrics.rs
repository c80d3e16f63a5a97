//! The metrics of finished records.

use super::words::texts::TEXTS;
use crate::statistics::{Dimension, LabelledWord, Metric, ROUND};

/// How games end.
pub const ENDINGS: &[LabelledWord] =
    &[TEXTS.word("ending", "seven_dogs"), TEXTS.word("ending", "seven_dogs_lost_again")];

const LANDINGS: &[LabelledWord] = &[
    TEXTS.word("landing", "up"),
    TEXTS.word("landing", "down"),
    TEXTS.word("landing", "flat"),
    TEXTS.word("landing", "standing"),
    TEXTS.word("landing", "leaning"),
];
const STICKS: &[LabelledWord] = &[TEXTS.word("stick", "meat"), TEXTS.word("stick", "charcoal")];
const TOUCHED: &[LabelledWord] = &[TEXTS.word("touched", "dog"), TEXTS.word("touched", "fire")];
const SOURCES: &[LabelledWord] = &[TEXTS.word("source", "standing"), TEXTS.word("source", "race")];

const LANDING: &Dimension = &TEXTS.dimension("landing").words(LANDINGS);
const ENDED_BY: &Dimension = &TEXTS.dimension("ended_by").words(STICKS);
const THROWS: &Dimension = &TEXTS.dimension("throws");
const FROM: &Dimension = &TEXTS.dimension("from").words(SOURCES);

const OWN_DOGS: &Dimension = &TEXTS.dimension("own_dogs");
const BEST_OTHER: &Dimension = &TEXTS.dimension("top_dogs");

/// All metrics of the game.
pub const METRICS: &[Metric] = &[
    TEXTS
        .number("landing_share")
        .within(0.0, 1.0)
        .means_by(&["landing"])
        .by(&[LANDING])
        .queries(&["group_by=landing", "group_by=player&dimension.landing=standing"]),
    TEXTS.number("villagers_thrown").at_least(0.0).queries(&["group_by=seats"]),
    TEXTS
        .number("throws_per_round")
        .at_least(0.0)
        .of_the_table()
        .by(&[ENDED_BY, ROUND])
        .of_moves()
        .queries(&["group_by=ended_by"]),
    TEXTS.category("round_end").of_the_table().by(&[ROUND]).of_moves().words(STICKS).queries(&[""]),
    TEXTS
        .share("dog_race")
        .by(&[THROWS, ROUND])
        .of_moves()
        .queries(&["group_by=player", "group_by=throws,player"]),
    TEXTS.share("fire_race").by(&[THROWS, ROUND]).of_moves().queries(&["group_by=player"]),
    TEXTS.number("fouls").at_least(0.0).queries(&["group_by=player"]),
    TEXTS
        .category("foul_touched")
        .by(&[ROUND])
        .of_moves()
        .words(TOUCHED)
        .changed(&["2026-11-21"])
        .queries(&[""]),
    TEXTS.number("escapes").at_least(0.0).queries(&["group_by=seats"]),
    TEXTS.number("dogs_lost").at_least(0.0).by(&[ROUND]).of_moves().queries(&[""]),
    TEXTS
        .number("dogs_won")
        .at_least(0.0)
        .means_by(&["from"])
        .by(&[FROM])
        .queries(&["group_by=from", "group_by=player&dimension.from=race"]),
    TEXTS.share("comeback").queries(&[""]),
    TEXTS
        .share("won_from_here")
        .by(&[OWN_DOGS, BEST_OTHER, ROUND])
        .of_moves()
        .queries(&["group_by=own_dogs,top_dogs"]),
    TEXTS.number("deficit_made_up").at_least(0.0).queries(&[""]),
    TEXTS.share("win_after_escape").queries(&[""]),
    TEXTS.number("rounds").at_least(0.0).of_the_table().queries(&["group_by=seats"]),
    TEXTS.number("throws").at_least(0.0).of_the_table().queries(&["group_by=seats"]),
];
