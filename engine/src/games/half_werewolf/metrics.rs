//! The metrics of finished records.

use super::outcome::Ending;
use super::rules::camps::Camp;
use super::rules::role::Role;
use super::words::texts::TEXTS;
use crate::statistics::{Dimension, LabelledWord, Metric, OTHER_SEAT};

/// How games end.
pub const ENDINGS: &[LabelledWord] = &[
    ending(Ending::Panic),
    ending(Ending::MadWolfExecuted),
    ending(Ending::WerewolfExecuted),
    ending(Ending::WerewolfSpared),
    ending(Ending::MadWolfSpared),
    ending(Ending::NobodyLeftToWin),
    ending(Ending::SinnerAlone),
    ending(Ending::DoomsayerExecuted),
    ending(Ending::WerewolfDoomsayerSpared),
];

const ROLES: &[LabelledWord] = &[
    role(Role::Villager),
    role(Role::Werewolf),
    role(Role::Seer),
    role(Role::Gravedigger),
    role(Role::Madman),
    role(Role::Sinner),
    role(Role::Magician),
    role(Role::Doomsayer),
];
const CAMPS: &[LabelledWord] = &[camp(Camp::Village), camp(Camp::Werewolf), camp(Camp::Third)];
const VOTES: &[LabelledWord] = &[TEXTS.word("vote", "first"), TEXTS.word("vote", "runoff")];
/// The targets of a look.
const TARGET_WORDS: &[LabelledWord] = &[
    TEXTS.word("target", "own"),
    TEXTS.word("target", "right"),
    TEXTS.word("target", "left"),
    TEXTS.word("target", "other"),
    TEXTS.word("target", "graveyard"),
];

const fn ending(ending: Ending) -> LabelledWord {
    TEXTS.word("ending", ending.word())
}

const fn role(role: Role) -> LabelledWord {
    TEXTS.word("role", role.word())
}

const fn camp(camp: Camp) -> LabelledWord {
    TEXTS.word("camp", camp.word())
}

const CAMP: &Dimension = &TEXTS.dimension("camp").words(CAMPS);
const PAIR: &Dimension = &TEXTS.dimension("pair").words(ROLES).joined_by('+');
const ROLE: &Dimension = &TEXTS.dimension("role").words(ROLES);
const VOTE: &Dimension = &TEXTS.dimension("vote").words(VOTES);
const TARGET: &Dimension = &TEXTS.dimension("target").words(TARGET_WORDS);
const CLAIMED: &Dimension = &TEXTS.dimension("claimed").words(ROLES);
const HELD: &Dimension = &TEXTS.dimension("held").words(ROLES).joined_by('+');

/// All metrics of the game. Cards and camps are those at the end.
pub const METRICS: &[Metric] = &[
    TEXTS.share("win").by(&[CAMP, PAIR]).queries(&["group_by=camp", "group_by=pair"]),
    TEXTS.share("win_with_role").by(&[ROLE]).queries(&["group_by=role"]),
    TEXTS
        .share("camp_wins")
        .of_the_table()
        .by(&[CAMP])
        .queries(&["group_by=camp", "group_by=option.variant"]),
    TEXTS.category("ending").of_the_table().words(ENDINGS).queries(&[""]),
    TEXTS.share("runoff").of_the_table().queries(&["group_by=seats"]),
    TEXTS.share("panic").of_the_table().queries(&[""]),
    TEXTS.share("graveyard_voted").of_the_table().queries(&["group_by=seats"]),
    TEXTS.share("graveyard_right").of_the_table().queries(&[""]),
    TEXTS.share("village_accuracy").of_the_table().queries(&["group_by=seats"]),
    TEXTS
        .share("vote_on_werewolf")
        .by(&[VOTE, CAMP, OTHER_SEAT])
        .of_moves()
        .queries(&["group_by=player", "group_by=player,other_player"]),
    TEXTS.category("seer_target").of_moves().words(TARGET_WORDS).queries(&[""]),
    TEXTS.share("seer_found_werewolf").by(&[TARGET]).of_moves().queries(&["group_by=target"]),
    TEXTS.share("exchange_changed_winner").of_moves().queries(&[""]),
    TEXTS.share("mad_wolf").of_the_table().queries(&["group_by=seats"]),
    TEXTS.share("mad_wolf_wins").queries(&[""]),
    TEXTS
        .share("claim_true")
        .by(&[CLAIMED])
        .of_moves()
        .where_noted()
        .queries(&["group_by=claimed", "group_by=player"]),
    TEXTS
        .category("claimed_role")
        .words(ROLES)
        .by(&[HELD])
        .of_moves()
        .where_noted()
        .queries(&["group_by=held"]),
    TEXTS.share("vote_decides").of_moves().queries(&["group_by=seats"]),
    TEXTS.number("vote_gives_up").within(0.0, 1.0).of_moves().slow().queries(&["group_by=player"]),
];
