//! The camps and the winners.

use schemars::JsonSchema;
use serde::Serialize;
use strum::VariantArray;

use super::super::knowledge::clue::Place;
use super::super::knowledge::world::World;
use super::super::moves::Target;
use super::super::words::texts::TEXTS;
use super::role::{Pair, Role};
use crate::message::Phrase;
use crate::seat::{BySeat, Seat, Seats};

/// The camp that a seat wins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, strum::VariantNames, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schemars(rename = "HalfWerewolfCamp")]
pub enum Camp {
    /// 村人陣営.
    Village,
    /// 人狼陣営.
    Werewolf,
    /// 第三陣営: the sinner or the doomsayer, on its own.
    Third,
}

impl Camp {
    /// Its name in JSON and in statistics.
    pub const fn word(self) -> &'static str {
        <Self as strum::VariantNames>::VARIANTS[self as usize]
    }

    /// The name for people.
    pub const fn name(self) -> Phrase {
        TEXTS.phrase("camp", self.word())
    }
}

/// The cards of all seats when the votes are counted, and the seats that the magician turned.
#[derive(Clone, Debug, PartialEq)]
pub struct Hands {
    /// The table.
    pub seats: Seats,
    /// By seat, its two cards.
    pub holds: BySeat<Pair>,
    graveyard: Vec<Role>,
    turned: Vec<Seat>,
}

/// HW-15 to HW-17: the camp of two cards.
pub fn camp_of(pair: Pair) -> Camp {
    if pair.has(Role::Doomsayer) {
        Camp::Third
    } else if pair.has(Role::Werewolf) || pair.has(Role::Madman) {
        Camp::Werewolf
    } else if pair.has(Role::Sinner) {
        Camp::Third
    } else {
        Camp::Village
    }
}

/// HW-15: true if these two are a mad wolf.
pub fn is_mad_wolf(pair: Pair) -> bool {
    pair.has(Role::Werewolf) && pair.has(Role::Madman)
}

impl Hands {
    /// The hands at the end (HW-I7).
    pub fn at_the_end(seats: Seats, world: &World) -> Self {
        Self {
            seats,
            holds: BySeat::new(seats, |seat| world.holds(seat)),
            graveyard: world.graveyard_now(),
            turned: seats.iter().filter(|seat| world.turned(*seat)).collect(),
        }
    }

    /// The hands as they would be without the gravedigger's exchange.
    pub fn without_the_exchange(seats: Seats, world: &World) -> Self {
        let graveyard = world.graveyard();
        Self {
            holds: BySeat::new(seats, |seat| {
                Pair::new([0, 1].map(|slot| world.card(Place::Slot(seat, slot))))
            }),
            graveyard,
            ..Self::at_the_end(seats, world)
        }
    }

    /// The cards of a seat.
    pub fn of(&self, seat: Seat) -> Pair {
        self.holds[seat]
    }

    /// The seats that the magician turned.
    pub fn turned(&self) -> &[Seat] {
        &self.turned
    }

    /// HW-15 to HW-17 and HW-23: the camp of a seat.
    pub fn camp(&self, seat: Seat) -> Camp {
        if self.turned.contains(&seat) { Camp::Werewolf } else { camp_of(self.holds[seat]) }
    }

    /// HW-15: the seat that is a mad wolf, if one is.
    pub fn mad_wolf(&self) -> Option<Seat> {
        self.seats.iter().find(|seat| is_mad_wolf(self.holds[*seat]))
    }

    /// True if the seat or the graveyard holds the werewolf.
    pub fn has_werewolf(&self, target: Target) -> bool {
        match target {
            Target::Seat(seat) => self.holds[seat].has(Role::Werewolf),
            Target::Graveyard => self.graveyard.contains(&Role::Werewolf),
        }
    }
}
