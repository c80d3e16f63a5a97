//! The options that people choose when they set the game up.

use crate::setting::{Offer, Offers, Setting};
use crate::text::Text;

pub(super) const SETTINGS: &[Setting] = &[Setting {
    name: "variant",
    label: Text::fixed("レギュレーション", "Variant"),
    offers: Offers::OneOf {
        of: &[
            Offer { value: "standard", label: Text::fixed("基本", "Standard"), seats: None },
            Offer {
                value: "night_of_the_magician",
                label: Text::fixed("魔術師の夜（6人）", "Night of the Magician (six)"),
                seats: Some(6),
            },
            Offer {
                value: "dangerous_neighbour",
                label: Text::fixed("危険な隣人（6人）", "Dangerous Neighbour (six)"),
                seats: Some(6),
            },
            Offer {
                value: "farewell_to_a_dying_world",
                label: Text::fixed("滅びゆく世界にさようなら（6人）", "Farewell to a Dying World (six)"),
                seats: Some(6),
            },
        ],
    },
}];
