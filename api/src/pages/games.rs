//! What pages say of a game before it is played.

use kifu_engine::game::Meta;
use kifu_engine::text::Language;

use super::words;

/// How many play it.
pub fn seats(meta: &Meta, language: Language) -> String {
    let (least, most) = meta.seats;
    let text = if least == most { &words::SEATS_JUST } else { &words::SEATS_FROM_TO };
    text.of(language).replace("{least}", &least.to_string()).replace("{most}", &most.to_string())
}
