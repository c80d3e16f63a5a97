//! The registry: one line a game.

pub mod rules;

use crate::erased::{AnyGame, Registered};

/// Declares the games' folders and lists them.
macro_rules! games {
    ($($module:ident :: $game:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Every game that Kifu can record, in the order in which people are offered them.
        pub static ALL: &[&dyn AnyGame] = &[$(&Registered::<$module::$game>::new()),*];
    };
}

games! {
    you_cry_wolf::YouCryWolf,
    half_werewolf::HalfWerewolf,
    bremen::Bremen,
    dancing_villager::DancingVillager,
    punyon_ken::PunyonKen,
    not_my_fault::NotMyFault,
}

/// The game with this slug.
pub fn find(slug: &str) -> Option<&'static dyn AnyGame> {
    ALL.iter().copied().find(|game| game.meta().slug == slug)
}

/// The slugs of the games.
pub fn slugs() -> Vec<String> {
    ALL.iter().map(|game| game.meta().slug.to_owned()).collect()
}
