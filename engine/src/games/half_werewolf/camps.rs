//! Who belongs to which camp, and who wins.

use schemars::JsonSchema;
use serde::Serialize;

use super::clue::Place;
use super::moves::Target;
use super::role::{Pair, Role};
use super::world::World;
use crate::seat::{BySeat, Seat, Seats};
use crate::text::Text;

/// With whom a seat wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Camp {
    /// 村人陣営.
    Village,
    /// 人狼陣営.
    Werewolf,
    /// 第三陣営: the sinner or the doomsayer, on its own.
    Third,
}

impl Camp {
    /// Every camp.
    pub const ALL: [Self; 3] = [Self::Village, Self::Werewolf, Self::Third];

    /// The word of the wire format.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Village => "village",
            Self::Werewolf => "werewolf",
            Self::Third => "third",
        }
    }

    /// What people call it.
    pub const fn name(self) -> Text {
        match self {
            Self::Village => Text::fixed("村人陣営", "village camp"),
            Self::Werewolf => Text::fixed("人狼陣営", "werewolf camp"),
            Self::Third => Text::fixed("第三陣営", "third camp"),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// HW-11: the runoff was tied.
    Panic,
    /// HW-18: a mad wolf was executed.
    MadWolfExecuted,
    /// HW-19: the werewolf was executed.
    WerewolfExecuted,
    /// HW-20: the werewolf was not executed.
    WerewolfSpared,
    /// HW-20: a mad wolf was not executed.
    MadWolfSpared,
    /// HW-20: the werewolf was not executed, and nobody is left in its camp to win.
    NobodyLeftToWin,
    /// HW-20, HW-21: so it was, and a sinner is the only one who wins.
    SinnerAlone,
    /// HW-22: a doomsayer was executed.
    DoomsayerExecuted,
    /// HW-22: a doomsayer with the werewolf was not executed.
    WerewolfDoomsayerSpared,
}

impl Ending {
    /// The word of the wire format.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Panic => "panic",
            Self::MadWolfExecuted => "mad_wolf_executed",
            Self::WerewolfExecuted => "werewolf_executed",
            Self::WerewolfSpared => "werewolf_spared",
            Self::MadWolfSpared => "mad_wolf_spared",
            Self::NobodyLeftToWin => "nobody_left_to_win",
            Self::SinnerAlone => "sinner_alone",
            Self::DoomsayerExecuted => "doomsayer_executed",
            Self::WerewolfDoomsayerSpared => "werewolf_doomsayer_spared",
        }
    }

    /// HW-18, HW-21, HW-22: whether who wins does so alone, but for a sinner beside a mad wolf.
    pub const fn is_won_alone(self) -> bool {
        matches!(self, Self::MadWolfExecuted | Self::SinnerAlone | Self::DoomsayerExecuted)
    }

    /// As a headline.
    pub const fn name(self) -> Text {
        match self {
            Self::Panic => Text::fixed("村は恐慌状態", "The village panics"),
            Self::MadWolfExecuted => Text::fixed("狂人狼の処刑", "The mad wolf is executed"),
            Self::WerewolfExecuted => Text::fixed("人狼は見つかった", "The werewolf is found"),
            Self::WerewolfSpared => Text::fixed("人狼は逃げのびた", "The werewolf gets away"),
            Self::MadWolfSpared => Text::fixed("狂人狼は処刑を免れた", "The mad wolf is spared"),
            Self::NobodyLeftToWin => {
                Text::fixed("人狼陣営には誰もいなかった", "There was nobody in the werewolf camp")
            }
            Self::SinnerAlone => Text::fixed("罪人の望みどおり", "The sinner's wish comes true"),
            Self::DoomsayerExecuted => Text::fixed("終末論者の望みどおり", "The doomsayer's wish comes true"),
            Self::WerewolfDoomsayerSpared => {
                Text::fixed("人狼を持つ終末論者は生き残った", "The doomsayer with the werewolf is spared")
            }
        }
    }
}

/// What the votes came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// HW-11: tied twice.
    Panic,
    /// HW-11: most votes.
    Executed(Target),
}

/// What everybody holds when the votes are counted, and whom the magician turned.
#[derive(Clone, Debug, PartialEq)]
pub struct Hands {
    seats: Seats,
    holds: BySeat<Pair>,
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

/// HW-15: whether these two are a mad wolf.
pub fn is_mad_wolf(pair: Pair) -> bool {
    pair.has(Role::Werewolf) && pair.has(Role::Madman)
}

impl Hands {
    /// As they are at the end (HW-I7).
    pub fn at_the_end(seats: Seats, world: &World) -> Self {
        Self {
            seats,
            holds: BySeat::new(seats, |seat| world.holds(seat)),
            graveyard: world.graveyard_now(),
            turned: seats.iter().filter(|seat| world.turned(*seat)).collect(),
        }
    }

    /// As they would be if the gravedigger had exchanged nothing.
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

    /// What a seat holds.
    pub fn of(&self, seat: Seat) -> Pair {
        self.holds[seat]
    }

    /// Whom the magician turned.
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

    /// Whether the seat or the graveyard holds the werewolf.
    pub fn has_werewolf(&self, target: Target) -> bool {
        match target {
            Target::Seat(seat) => self.holds[seat].has(Role::Werewolf),
            Target::Graveyard => self.graveyard.contains(&Role::Werewolf),
        }
    }

    /// HW-18 to HW-22, HW-24: how it ended, and who wins.
    pub fn result(&self, verdict: Verdict) -> (Ending, Vec<Seat>) {
        // HW-I3: panic is decided before everything else, and nobody is executed.
        let Verdict::Executed(target) = verdict else {
            return (Ending::Panic, self.in_camps(&[Camp::Werewolf]));
        };
        let executed = match target {
            Target::Seat(seat) => Some(seat),
            Target::Graveyard => None,
        };
        let (ending, mut winners) = self.without_sinner(target, executed);
        let Some(sinner) = self.winning_sinner(executed) else { return (ending, winners) };
        winners.push(sinner);
        winners.sort_unstable();
        (if ending == Ending::NobodyLeftToWin { Ending::SinnerAlone } else { ending }, winners)
    }

    fn without_sinner(&self, target: Target, executed: Option<Seat>) -> (Ending, Vec<Seat>) {
        match executed {
            // HW-22: before HW-19, the werewolf of a doomsayer notwithstanding.
            Some(seat) if self.holds[seat].has(Role::Doomsayer) => {
                return (Ending::DoomsayerExecuted, vec![seat]);
            }
            // HW-18: a seat, not the graveyard.
            Some(seat) if is_mad_wolf(self.holds[seat]) => return (Ending::MadWolfExecuted, vec![seat]),
            _ => {}
        }
        // HW-19
        if self.has_werewolf(target) {
            return (Ending::WerewolfExecuted, self.in_camps(&[Camp::Village]));
        }
        // HW-20
        if self.mad_wolf().is_some() {
            return (Ending::MadWolfSpared, self.in_camps(&[Camp::Village]));
        }
        // HW-22
        if self.holds.values().any(|pair| pair.has(Role::Doomsayer) && pair.has(Role::Werewolf)) {
            return (Ending::WerewolfDoomsayerSpared, self.in_camps(&[Camp::Werewolf, Camp::Village]));
        }
        let winners = self.in_camps(&[Camp::Werewolf]);
        let ending = if winners.is_empty() { Ending::NobodyLeftToWin } else { Ending::WerewolfSpared };
        (ending, winners)
    }

    /// HW-24: all of a camp, executed or not.
    fn in_camps(&self, camps: &[Camp]) -> Vec<Seat> {
        self.seats.iter().filter(|seat| camps.contains(&self.camp(*seat))).collect()
    }

    /// HW-21: the sinner of the third camp whose right neighbour is executed.
    fn winning_sinner(&self, executed: Option<Seat>) -> Option<Seat> {
        let sinner = self.seats.left_of(executed?);
        (self.holds[sinner].has(Role::Sinner) && self.camp(sinner) == Camp::Third).then_some(sinner)
    }
}
