//! The roles, and the roles of each setup.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

use super::super::words::texts::TEXTS;
use crate::message::Phrase;
use crate::picture::Picture;
use crate::seat::Seats;

/// The role on a card.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::VariantNames,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schemars(rename = "HalfWerewolfRole")]
pub enum Role {
    /// 村人: no ability.
    Villager,
    /// 人狼: of the werewolf camp.
    Werewolf,
    /// 占い師: looks at one card.
    Seer,
    /// 墓堀: sees the graveyard and exchanges one of its cards.
    Gravedigger,
    /// 狂人: of the werewolf camp.
    Madman,
    /// 罪人: wins if its right neighbour is executed.
    Sinner,
    /// 魔術師: turns a seat that sees it by an ability.
    Magician,
    /// 終末論者: wins if executed.
    Doomsayer,
}

impl Role {
    /// Its name in JSON and in statistics.
    pub const fn word(self) -> &'static str {
        <Self as strum::VariantNames>::VARIANTS[self as usize]
    }

    /// Its illustration.
    pub const fn picture(self) -> Picture {
        match self {
            Self::Villager => Picture::Villager,
            Self::Werewolf => Picture::Werewolf,
            Self::Seer => Picture::Seer,
            Self::Gravedigger => Picture::Gravedigger,
            Self::Madman => Picture::Madman,
            Self::Sinner => Picture::Sinner,
            Self::Magician => Picture::Magician,
            Self::Doomsayer => Picture::Doomsayer,
        }
    }

    /// The name for people.
    pub const fn name(self) -> Phrase {
        TEXTS.phrase("role", self.word())
    }
}

/// Two cards in no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair([Role; 2]);

impl Pair {
    /// These two.
    pub fn new(mut roles: [Role; 2]) -> Self {
        roles.sort_unstable();
        Self(roles)
    }

    /// The two of a list, if they are two.
    pub fn of(roles: &[Role]) -> Option<Self> {
        <[Role; 2]>::try_from(roles).ok().map(Self::new)
    }

    /// Both, in the order of [`Role`].
    pub const fn roles(self) -> [Role; 2] {
        self.0
    }

    /// True if one of them shows this role.
    pub fn has(self, role: Role) -> bool {
        self.0.contains(&role)
    }

    /// The other one, if this is one of them.
    pub fn beside(self, role: Role) -> Option<Role> {
        let [first, second] = self.0;
        match role {
            _ if role == first => Some(second),
            _ if role == second => Some(first),
            _ => None,
        }
    }

    /// The role that both show, if they show the same.
    pub fn same_role(self) -> Option<Role> {
        Some(self.0[0]).filter(|role| *role == self.0[1])
    }
}

/// The variant, which decides the cards.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::VariantNames,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schemars(rename = "HalfWerewolfVariant")]
pub enum Variant {
    /// The basic roles.
    #[default]
    Standard,
    /// 魔術師の夜: six seats, with the magician.
    NightOfTheMagician,
    /// 危険な隣人: six seats, with the sinner.
    DangerousNeighbour,
    /// 滅びゆく世界にさようなら: six seats, with the doomsayer.
    FarewellToADyingWorld,
}

impl Variant {
    /// Its name in JSON and in statistics.
    pub const fn word(self) -> &'static str {
        <Self as strum::VariantNames>::VARIANTS[self as usize]
    }

    const fn extra(self) -> Option<Role> {
        match self {
            Self::Standard => None,
            Self::NightOfTheMagician => Some(Role::Magician),
            Self::DangerousNeighbour => Some(Role::Sinner),
            Self::FarewellToADyingWorld => Some(Role::Doomsayer),
        }
    }
}

/// The rule that may take a vote away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voting {
    /// No rule: all seats vote.
    Everybody,
    /// HW-12: the madman, if not a mad wolf.
    NotTheMadman,
    /// HW-13: the seats that the magician turned.
    NotTheTurned,
}

/// The seats and the variant, which determine the deck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// The seats.
    pub seats: Seats,
    /// The variant.
    pub variant: Variant,
}

impl Setup {
    /// The roles of which there is one card each; all other cards are villagers.
    pub fn specials(self) -> impl Iterator<Item = Role> {
        let gravedigger = Some(Role::Gravedigger).filter(|_| self.has_gravedigger());
        let roles =
            [Some(Role::Werewolf), Some(Role::Seer), gravedigger, Some(Role::Madman), self.variant.extra()];
        roles.into_iter().flatten()
    }

    /// Four seats play without the gravedigger.
    pub fn has_gravedigger(self) -> bool {
        self.seats.count() > 4
    }

    /// How many cards lie in the graveyard.
    pub fn graveyard(self) -> usize {
        if self.has_gravedigger() { 2 } else { 1 }
    }

    /// How many cards there are.
    pub fn cards(self) -> usize {
        2 * self.seats.len() + self.graveyard()
    }

    /// How many cards show this role.
    pub fn count(self, role: Role) -> usize {
        match role {
            Role::Villager => self.cards() - self.specials().count(),
            _ => usize::from(self.specials().any(|special| special == role)),
        }
    }

    /// The roles in the game.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        std::iter::once(Role::Villager).chain(self.specials())
    }

    /// Every card, in the order of [`Setup::roles`].
    pub fn deck(self) -> Vec<Role> {
        self.roles().flat_map(|role| std::iter::repeat_n(role, self.count(role))).collect()
    }

    /// The rule that may take a vote away at this table.
    pub fn voting(self) -> Voting {
        match self.variant {
            Variant::NightOfTheMagician => Voting::NotTheTurned,
            Variant::Standard if self.seats.count() == 4 => Voting::NotTheMadman,
            _ => Voting::Everybody,
        }
    }
}
