//! The metrics of finished records.

use super::outcome::WinPath;
use super::rules::score::Palm;
use super::rules::throwing::Throw;
use super::words::texts::TEXTS;
use crate::statistics::{Dimension, LabelledWord, Metric, Reference};

/// How games end.
pub const ENDINGS: &[LabelledWord] =
    &[TEXTS.word("ending", WinPath::Fingers.word()), TEXTS.word("ending", WinPath::Palm.word())];

const THROWS: &[LabelledWord] = &[throw(Throw::Rock), throw(Throw::Scissors), throw(Throw::Paper)];
const PALMS: &[LabelledWord] = &[palm(Palm::Up), palm(Palm::Down)];
const RESULTS: &[LabelledWord] =
    &[TEXTS.word("result", "win"), TEXTS.word("result", "loss"), TEXTS.word("result", "draw")];
const SHIFTS: &[LabelledWord] =
    &[TEXTS.word("shift", "stay"), TEXTS.word("shift", "to_beating"), TEXTS.word("shift", "to_beaten")];
const FATES: &[LabelledWord] =
    &[TEXTS.word("fate", "won"), TEXTS.word("fate", "lost"), TEXTS.word("fate", "stayed_down")];

const fn throw(throw: Throw) -> LabelledWord {
    TEXTS.word("throw", throw.word())
}

const fn palm(palm: Palm) -> LabelledWord {
    TEXTS.word("palm", palm.word())
}

const OWN_FINGERS: &Dimension = &TEXTS.dimension("own_fingers");
const OWN_PALM: &Dimension = &TEXTS.dimension("own_palm").words(PALMS);
const OTHER_FINGERS: &Dimension = &TEXTS.dimension("other_fingers");
const OTHER_PALM: &Dimension = &TEXTS.dimension("other_palm").words(PALMS);
const AFTER: &Dimension = &TEXTS.dimension("after").words(RESULTS);
const PREVIOUS: &Dimension = &TEXTS.dimension("previous").words(THROWS);
const THROW: &Dimension = &TEXTS.dimension("throw").words(THROWS);
const REPLY: &Dimension = &TEXTS.dimension("reply").words(THROWS);

const POSITION: &Dimension = &TEXTS.dimension("position");
const FIRST_THROW: &Dimension = &TEXTS.dimension("first_throw").words(THROWS);
const FIRST_RESULT: &Dimension = &TEXTS.dimension("first_result").words(RESULTS);

const EQUILIBRIUM: &Reference = &TEXTS.reference("equilibrium", 0.0);

/// All metrics of the game.
pub const METRICS: &[Metric] = &[
    TEXTS
        .category("throw")
        .words(THROWS)
        .by(&[OWN_FINGERS, OWN_PALM, OTHER_FINGERS, OTHER_PALM, POSITION])
        .of_moves()
        .queries(&["group_by=player", "dimension.position=1"]),
    TEXTS
        .share("win")
        .by(&[FIRST_THROW, FIRST_RESULT])
        .means_by(&["first_throw", "first_result", "seat", "player"])
        .queries(&["group_by=first_throw", "group_by=first_result"]),
    TEXTS.number("streak").at_least(0.0).queries(&["", "group_by=player"]),
    TEXTS
        .category("throw_after")
        .words(THROWS)
        .by(&[AFTER, PREVIOUS])
        .of_moves()
        .queries(&["group_by=after"]),
    TEXTS
        .category("shift_after")
        .words(SHIFTS)
        .by(&[AFTER, PREVIOUS])
        .of_moves()
        .queries(&["group_by=after"]),
    TEXTS.category("win_path").words(ENDINGS).queries(&[""]),
    TEXTS.number("palm_losses").at_least(0.0).queries(&["group_by=player"]),
    TEXTS.category("palm_fate").words(FATES).queries(&[""]),
    TEXTS.number("throws").at_least(0.0).of_the_table().queries(&[""]),
    TEXTS
        .number("equilibrium_excess")
        .within(-1.0, 1.0)
        .means_by(&["throw"])
        .held_against(EQUILIBRIUM)
        .by(&[THROW, OWN_FINGERS, OWN_PALM, OTHER_FINGERS, OTHER_PALM])
        .of_moves()
        .queries(&["group_by=throw", "group_by=player,throw"]),
    TEXTS
        .number("equilibrium_risk")
        .within(-1.0, 1.0)
        .means_by(&["reply"])
        .held_against(EQUILIBRIUM)
        .by(&[REPLY, OWN_FINGERS, OWN_PALM, OTHER_FINGERS, OTHER_PALM])
        .of_moves()
        .queries(&["group_by=reply"]),
    TEXTS.number("equilibrium_distance").within(0.0, 1.0).queries(&["group_by=player"]),
];
