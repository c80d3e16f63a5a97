//! The metrics of finished records.

use super::outcome::Ending;
use super::words::texts::TEXTS;
use crate::analysis::VERDICTS;
use crate::statistics::{Dimension, LabelledWord, Metric, OTHER_SEAT, ROUND, Reference};

/// How games end.
pub const ENDINGS: &[LabelledWord] = &[
    TEXTS.word("ending", Ending::Thirty.word()),
    TEXTS.word("ending", Ending::SecondSuspension.word()),
    TEXTS.word("ending", Ending::LastPlayer.word()),
];

const POSITION: &Dimension = &TEXTS.dimension("position");

const DECLARED: &Dimension = &TEXTS.dimension("declared");
const CARDS: &Dimension = &TEXTS.dimension("cards");

const TRUTH: &Reference = &TEXTS.reference("truth", 0.0);

/// All metrics of the game.
pub const METRICS: &[Metric] = &[
    TEXTS
        .number("escalation")
        .by(&[POSITION, ROUND])
        .of_moves()
        .queries(&["group_by=position", "group_by=player"]),
    TEXTS
        .number("overstatement")
        .held_against(TRUTH)
        .by(&[POSITION, DECLARED, ROUND])
        .of_moves()
        .changed(&["2026-11-21"])
        .queries(&["group_by=position"]),
    TEXTS
        .share("honest_step")
        .by(&[POSITION, DECLARED, ROUND])
        .of_moves()
        .changed(&["2026-11-21"])
        .queries(&["group_by=player"]),
    TEXTS.share("white_square").by(&[POSITION, ROUND]).of_moves().queries(&["group_by=position"]),
    TEXTS
        .share("audit_success")
        .by(&[DECLARED, CARDS, OTHER_SEAT, ROUND])
        .of_moves()
        .queries(&["group_by=player", "group_by=declared"]),
    TEXTS.number("audit_margin").by(&[DECLARED, CARDS, OTHER_SEAT, ROUND]).of_moves().queries(&[""]),
    TEXTS
        .share("caught")
        .by(&[DECLARED, CARDS, OTHER_SEAT, ROUND])
        .of_moves()
        .queries(&["group_by=player", "group_by=player,other_player"]),
    TEXTS
        .number("height_at_audit")
        .at_least(0.0)
        .of_the_table()
        .by(&[ROUND])
        .of_moves()
        .queries(&["group_by=seats"]),
    TEXTS
        .number("declarations_per_round")
        .at_least(0.0)
        .of_the_table()
        .by(&[ROUND])
        .of_moves()
        .queries(&["group_by=seats"]),
    TEXTS.number("thirty_tried").at_least(0.0).queries(&["group_by=player"]),
    TEXTS.share("thirty_made").by(&[ROUND]).of_moves().queries(&[""]),
    TEXTS.number("suspensions").at_least(0.0).queries(&["group_by=player"]),
    TEXTS.share("eliminated").queries(&["group_by=seat"]),
    TEXTS.number("rounds_per_game").at_least(0.0).of_the_table().queries(&["group_by=seats"]),
    TEXTS.share("win").queries(&["group_by=seat"]),
    TEXTS
        .category("declaration_certainty")
        .by(&[ROUND])
        .of_moves()
        .words(VERDICTS)
        .queries(&["group_by=player"]),
    TEXTS
        .number("audit_beyond_chance")
        .within(-1.0, 1.0)
        .by(&[ROUND])
        .of_moves()
        .queries(&["group_by=player"]),
];
