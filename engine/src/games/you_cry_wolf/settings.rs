//! The options that people choose when they set the game up.

use super::metrics::ANIMALS;
use crate::setting::{ListSetting, Offer, Offers, Setting};
use crate::text::Text;

pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "edition",
        label: Text::fixed("版", "Edition"),
        offers: Offers::OneOf {
            of: &[
                Offer { value: "ja", label: Text::fixed("日本語版", "Japanese"), seats: None },
                Offer { value: "en", label: Text::fixed("英語版", "English"), seats: None },
            ],
        },
    },
    Setting {
        name: "boxes",
        label: Text::fixed("箱の数（1箱5人まで）", "Boxes (five players each)"),
        offers: Offers::Number { least: 1, most: 50 },
    },
    Setting {
        name: "open_dice",
        label: Text::fixed("オープンダイスも振る（1箱4人まで）", "Roll open dice too (four players a box)"),
        offers: Offers::Switch,
    },
];

pub(super) const LISTS: &[ListSetting] = &[DIE_FACES];

const DIE_FACES: ListSetting = ListSetting {
    name: "die_faces",
    label: Text::fixed("ダイスの面", "Sides of a die"),
    length: 6,
    words: ANIMALS,
};
