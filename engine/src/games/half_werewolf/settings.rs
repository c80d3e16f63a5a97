//! The options that people choose when they set the game up.

use super::words::texts::TEXTS;
use crate::setting::{Offer, Offers, Setting};

pub(super) const SETTINGS: &[Setting] = &[Setting {
    name: "variant",
    label: TEXTS.phrase("setting", "variant"),
    offers: Offers::OneOf {
        of: &[
            Offer { value: "standard", label: TEXTS.phrase("variant", "standard"), seats: None },
            Offer {
                value: "night_of_the_magician",
                label: TEXTS.phrase("variant", "night_of_the_magician"),
                seats: Some(6),
            },
            Offer {
                value: "dangerous_neighbour",
                label: TEXTS.phrase("variant", "dangerous_neighbour"),
                seats: Some(6),
            },
            Offer {
                value: "farewell_to_a_dying_world",
                label: TEXTS.phrase("variant", "farewell_to_a_dying_world"),
                seats: Some(6),
            },
        ],
    },
}];
