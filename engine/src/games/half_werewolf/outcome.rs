//! The winners and their result.

use schemars::JsonSchema;
use serde::Serialize;

use super::HalfWerewolf;
use super::knowledge::world::World;
use super::moves::Target;
use super::rules::camps::{Camp, Hands, is_mad_wolf};
use super::rules::role::Role;
use super::words::texts::TEXTS;
use crate::message::Phrase;
use crate::outcome::Outcome;
use crate::seat::Seat;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, strum::VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schemars(rename = "HalfWerewolfEnding")]
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
    /// HW-20, HW-21: as `NobodyLeftToWin`, but a sinner wins alone.
    SinnerAlone,
    /// HW-22: a doomsayer was executed.
    DoomsayerExecuted,
    /// HW-22: a doomsayer with the werewolf was not executed.
    WerewolfDoomsayerSpared,
}

/// The result of the votes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// HW-11: tied twice.
    Panic,
    /// HW-11: most votes.
    Executed(Target),
}

/// The result.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The arrangement of the cards. The card of a hand that came from the neighbour may be a guess.
    pub world: World,
    pub hands: Hands,
    pub ending: Ending,
    pub winners: Vec<Seat>,
}

impl Ending {
    /// Its name in JSON and in statistics.
    pub const fn word(self) -> &'static str {
        <Self as strum::VariantNames>::VARIANTS[self as usize]
    }

    /// HW-18, HW-21, HW-22: true if the winner wins alone, except for a sinner beside a mad wolf.
    pub const fn is_won_alone(self) -> bool {
        matches!(self, Self::MadWolfExecuted | Self::SinnerAlone | Self::DoomsayerExecuted)
    }

    /// As a headline.
    pub const fn name(self) -> Phrase {
        TEXTS.phrase("ending", self.word())
    }
}

impl HalfWerewolf {
    /// The result, once there is one.
    pub(super) fn result(&self) -> Option<Outcome> {
        self.end.as_ref().map(|end| Outcome {
            winners: end.winners.clone(),
            places: None,
            points: None,
            score: None,
            title: None,
            ending: end.ending.word(),
        })
    }
}

impl Hands {
    /// HW-18 to HW-22, HW-24: the ending and the winners.
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
            // HW-22: comes before HW-19, even if the doomsayer holds the werewolf.
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

    /// HW-24: all seats of these camps, executed or not.
    fn in_camps(&self, camps: &[Camp]) -> Vec<Seat> {
        self.seats.iter().filter(|seat| camps.contains(&self.camp(*seat))).collect()
    }

    /// HW-21: the sinner of the third camp whose right neighbour is executed.
    fn winning_sinner(&self, executed: Option<Seat>) -> Option<Seat> {
        let sinner = self.seats.left_of(executed?);
        (self.holds[sinner].has(Role::Sinner) && self.camp(sinner) == Camp::Third).then_some(sinner)
    }
}
