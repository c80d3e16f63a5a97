//! The options that people choose when they set the game up.

use crate::setting::{ListSetting, Offers, Setting};
use crate::text::Text;

pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "first_player",
        label: Text::fixed("最初の手番のプレイヤー", "Who has the first turn"),
        offers: Offers::Seat,
    },
    Setting {
        name: "extreme",
        label: Text::fixed(
            "エクストリームルール（停職カード1枚で脱落、5人以上で推奨）",
            "Extreme rule: one suspension eliminates (for five or more)",
        ),
        offers: Offers::Switch,
    },
];

pub(super) const LISTS: &[ListSetting] = &[ListSetting {
    name: "deck",
    label: Text::fixed("数字カードの枚数（0から6）", "Cards of each number, 0 to 6"),
    length: 7,
    words: &[],
}];
