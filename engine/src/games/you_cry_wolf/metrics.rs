//! The metrics of finished records.

use super::rules::animal::Animal;
use super::words::texts::TEXTS;
use crate::analysis::VERDICTS;
use crate::statistics::{Dimension, LabelledWord, Metric, OTHER_SEAT, ROUND, Reference};

/// How games end.
pub const ENDINGS: &[LabelledWord] = &[TEXTS.word("ending", "out_of_chips")];

/// The animals of a die.
pub const ANIMALS: &[LabelledWord] =
    &[animal(Animal::Cow), animal(Animal::Sheep), animal(Animal::Sheepdog), animal(Animal::Wolf)];
const SEEN_AS_OTHERS: &[LabelledWord] = &[animal(Animal::Sheepdog), animal(Animal::Wolf)];
const ROLES: &[LabelledWord] = &[TEXTS.word("role", "betting"), TEXTS.word("role", "calling")];

const fn animal(animal: Animal) -> LabelledWord {
    TEXTS.word("animal", animal.word())
}

const ANIMAL: &Dimension = &TEXTS.dimension("animal").words(ANIMALS);
const POSITION: &Dimension = &TEXTS.dimension("position");
const BY: &Dimension = &TEXTS.dimension("by").words(ROLES);
const DIE: &Dimension = &TEXTS.dimension("die").words(SEEN_AS_OTHERS);

const CLAIM: &Dimension = &TEXTS.dimension("claim");
const HIDDEN_DICE: &Dimension = &TEXTS.dimension("hidden_dice");

const TRUTH: &Reference = &TEXTS.reference("truth", 0.0);

/// All metrics of the game.
pub const METRICS: &[Metric] = &[
    TEXTS
        .number("bid_escalation")
        .by(&[ANIMAL, POSITION, ROUND])
        .of_moves()
        .queries(&["group_by=position", "group_by=player"]),
    TEXTS
        .number("overstatement")
        .held_against(TRUTH)
        .by(&[ANIMAL, CLAIM, ROUND])
        .of_moves()
        .changed(&["2026-11-21", "2026-11-23"])
        .queries(&["group_by=animal"]),
    TEXTS
        .share("truth_rate")
        .by(&[ANIMAL, CLAIM, ROUND])
        .of_moves()
        .changed(&["2026-11-21", "2026-11-23"])
        .queries(&["group_by=player"]),
    TEXTS
        .share("bluff_rate")
        .by(&[ANIMAL, CLAIM, ROUND])
        .of_moves()
        .changed(&["2026-11-21", "2026-11-23"])
        .queries(&["group_by=animal", "group_by=player"]),
    TEXTS
        .share("call_success")
        .by(&[ANIMAL, CLAIM, HIDDEN_DICE, OTHER_SEAT, ROUND])
        .of_moves()
        .queries(&["group_by=player", "group_by=player,other_player"]),
    TEXTS
        .number("call_margin")
        .by(&[ANIMAL, CLAIM, HIDDEN_DICE, OTHER_SEAT, ROUND])
        .of_moves()
        .queries(&["group_by=animal", "group_by=claim"]),
    TEXTS.number("chips_won").at_least(0.0).by(&[BY, ROUND]).of_moves().queries(&["group_by=by"]),
    TEXTS.number("chips_lost").at_least(0.0).by(&[BY, ROUND]).of_moves().queries(&["group_by=by"]),
    TEXTS.share("sheeps_clothing").by(&[ROUND]).of_moves().queries(&[""]),
    TEXTS.share("misplaced").by(&[DIE, ROUND]).of_moves().queries(&["group_by=die"]),
    TEXTS
        .share("misplacement_decided")
        .of_the_table()
        .by(&[ANIMAL, ROUND])
        .of_moves()
        .queries(&["group_by=animal"]),
    TEXTS.share("privilege_use").by(&[ROUND]).of_moves().queries(&["group_by=player"]),
    TEXTS
        .number("turns_per_round")
        .at_least(0.0)
        .of_the_table()
        .by(&[ROUND])
        .of_moves()
        .queries(&["group_by=seats"]),
    TEXTS.number("rounds_per_game").at_least(0.0).of_the_table().queries(&["group_by=seats"]),
    TEXTS.share("first_player_wins").queries(&["seats=5"]),
    TEXTS
        .number("called_claim")
        .at_least(0.0)
        .of_the_table()
        .by(&[ANIMAL, ROUND])
        .of_moves()
        .queries(&["group_by=animal"]),
    TEXTS
        .category("claim_certainty")
        .by(&[ANIMAL, ROUND])
        .of_moves()
        .words(VERDICTS)
        .queries(&["group_by=player"]),
    TEXTS
        .number("call_beyond_chance")
        .within(-1.0, 1.0)
        .by(&[ROUND])
        .of_moves()
        .queries(&["group_by=player"]),
    TEXTS.number("chips_given_up").at_least(0.0).by(&[ROUND]).of_moves().queries(&["group_by=player"]),
];
