//! The options that people choose when they set the game up.

use super::words::texts::TEXTS;
use crate::setting::{ListSetting, Offers, Setting};

pub(super) const SETTINGS: &[Setting] = &[
    Setting { name: "first_player", label: TEXTS.phrase("setting", "first_player"), offers: Offers::Seat },
    Setting { name: "extreme", label: TEXTS.phrase("setting", "extreme"), offers: Offers::Switch },
];

pub(super) const LISTS: &[ListSetting] =
    &[ListSetting { name: "deck", label: TEXTS.phrase("setting", "deck"), length: 7, words: &[] }];
