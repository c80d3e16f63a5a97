//! The options that people choose when they set the game up.

use super::metrics::ANIMALS;
use super::words::texts::TEXTS;
use crate::setting::{ListSetting, Offer, Offers, Setting};

pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "edition",
        label: TEXTS.phrase("setting", "edition"),
        offers: Offers::OneOf {
            of: &[
                Offer { value: "ja", label: TEXTS.phrase("edition", "ja"), seats: None },
                Offer { value: "en", label: TEXTS.phrase("edition", "en"), seats: None },
            ],
        },
    },
    Setting {
        name: "boxes",
        label: TEXTS.phrase("setting", "boxes"),
        offers: Offers::Number { least: 1, most: 50 },
    },
    Setting { name: "open_dice", label: TEXTS.phrase("setting", "open_dice"), offers: Offers::Switch },
];

pub(super) const LISTS: &[ListSetting] = &[DIE_FACES];

const DIE_FACES: ListSetting =
    ListSetting { name: "die_faces", label: TEXTS.phrase("setting", "die_faces"), length: 6, words: ANIMALS };
