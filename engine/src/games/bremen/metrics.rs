//! The metrics of finished records.

use super::outcome::Title;
use super::words::texts::TEXTS;
use crate::statistics::{Dimension, LabelledWord, Metric, ROUND};

/// How games end.
pub const ENDINGS: &[LabelledWord] = &[
    TEXTS.word("ending", "won"),
    TEXTS.word("ending", "lost_by_tiles_taken"),
    TEXTS.word("ending", "lost_by_animals_left"),
    TEXTS.word("ending", "lost_by_both"),
];

const TITLES: &[LabelledWord] = &[
    title(Title::FinestBand),
    title(Title::MovingBand),
    title(Title::ThrillingBand),
    title(Title::SpiritedBand),
    title(Title::StylishBand),
    title(Title::DreamingBand),
];
const CONDITIONS: &[LabelledWord] = &[
    TEXTS.word("condition", "tiles_taken"),
    TEXTS.word("condition", "animals_left"),
    TEXTS.word("condition", "both"),
];

const FROM_FIRST_LEADER: &Dimension = &TEXTS.dimension("from_first_leader");
const NUMBER: &Dimension = &TEXTS.dimension("number");

const CHICKENS: &Dimension = &TEXTS.dimension("chickens");
const CHICKENS_OF_ONE_HAND: &Dimension = &TEXTS.dimension("most_chickens");

/// All metrics of the game.
pub const METRICS: &[Metric] = &[
    TEXTS
        .share("win")
        .of_the_table()
        .by(&[CHICKENS_OF_ONE_HAND])
        .queries(&["group_by=seats", "group_by=most_chickens"]),
    TEXTS
        .category("title")
        .of_the_table()
        .by(&[CHICKENS_OF_ONE_HAND])
        .words(TITLES)
        .queries(&["", "group_by=most_chickens"]),
    TEXTS.number("score").at_least(0.0).of_the_table().by(&[CHICKENS_OF_ONE_HAND]).queries(&[""]),
    TEXTS.category("failed_condition").of_the_table().words(CONDITIONS).queries(&[""]),
    TEXTS.category("taken_pattern").of_the_table().queries(&["group_by=seats"]),
    TEXTS.number("rounds_off_target").at_least(0.0).of_the_table().queries(&[""]),
    TEXTS.number("lost_after_round").at_least(0.0).of_the_table().queries(&["group_by=seats"]),
    TEXTS.number("lost_in_round").within(0.0, 12.0).of_the_table().slow().queries(&["group_by=seats"]),
    TEXTS
        .share("leader_when_lost")
        .by(&[FROM_FIRST_LEADER, ROUND])
        .of_moves()
        .changed(&["2026-11-25"])
        .queries(&["group_by=player"]),
    TEXTS
        .share("took_24")
        .by(&[FROM_FIRST_LEADER, CHICKENS])
        .queries(&["group_by=from_first_leader", "group_by=chickens"]),
    TEXTS.share("took_0").by(&[FROM_FIRST_LEADER, CHICKENS]).queries(&["group_by=from_first_leader"]),
    TEXTS.share("leader_takes").by(&[ROUND]).of_moves().queries(&["group_by=round"]),
    TEXTS.number("chicken_round").at_least(0.0).by(&[NUMBER, ROUND]).of_moves().queries(&["group_by=number"]),
    TEXTS.share("chicken_takes").by(&[NUMBER, ROUND]).of_moves().queries(&["group_by=number"]),
];

const fn title(title: Title) -> LabelledWord {
    TEXTS.word("title", title.word())
}
