//! A throw, and all that follows from it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

use super::super::PunyonKen;
use super::super::moves::Effect;
use super::super::outcome::WinPath;
use super::score::{ALL_FINGERS, Palm, Score};
use crate::seat::Seat;

/// A throw of a hand. Each beats the next, and the last beats the first.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::VariantNames,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schemars(rename = "PunyonKenThrow")]
pub enum Throw {
    /// グー.
    Rock,
    /// チョキ.
    Scissors,
    /// パー.
    Paper,
}

impl Throw {
    /// Its name in JSON and in statistics.
    pub const fn word(self) -> &'static str {
        <Self as strum::VariantNames>::VARIANTS[self as usize]
    }

    /// PK-2: rock beats scissors, scissors paper, paper rock.
    pub const fn beats(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Rock, Self::Scissors) | (Self::Scissors, Self::Paper) | (Self::Paper, Self::Rock)
        )
    }
}

/// PK-2: the place of the winning throw; none if both are equal.
pub fn winner([first, second]: [Throw; 2]) -> Option<usize> {
    if first.beats(second) {
        Some(0)
    } else if second.beats(first) {
        Some(1)
    } else {
        None
    }
}

/// The seat at a place of an array for two.
pub const fn seat(place: usize) -> Seat {
    Seat::new(if place == 0 { 0 } else { 1 })
}

impl Score {
    /// The throws with which this hand would win the game at once.
    pub fn winning_throws(self) -> Vec<Throw> {
        let position = PunyonKen { scores: [self, Self::START], won: None };
        let beaten = |throw: Throw| Throw::VARIANTS.iter().copied().find(|other| throw.beats(*other));
        let wins = |throw: &Throw| {
            beaten(*throw).is_some_and(|other| position.throw([*throw, other]).0.won.is_some())
        };
        Throw::VARIANTS.iter().copied().filter(wins).collect()
    }
}

impl PunyonKen {
    /// PK-2 to PK-8. PK-I2: equal throws change nothing.
    pub(crate) fn throw(&self, hands: [Throw; 2]) -> (Self, Vec<Effect>) {
        let Some(winner) = winner(hands) else { return (*self, vec![Effect::Drawn {}]) };
        let mut after = *self;
        let mut effects = vec![Effect::ThrowWon { seat: seat(winner), hand: hands[winner] }];
        effects.extend(after.reward(winner, hands[winner]));
        effects.extend(after.punish(1 - winner));
        effects.extend(after.won.map(|(seat, by)| Effect::GameWon { seat, by }));
        (after, effects)
    }

    /// The reward of winning a throw.
    fn reward(&mut self, winner: usize, hand: Throw) -> Option<Effect> {
        match (hand, self.scores[winner].palm) {
            // PK-3
            (Throw::Rock, _) => Some(self.bend(winner, 1)),
            // PK-4
            (Throw::Scissors, _) => Some(self.bend(winner, 2)),
            // PK-6
            (Throw::Paper, Palm::Up) => {
                self.scores[winner].palm = Palm::Down;
                Some(Effect::PalmTurnedDown { seat: seat(winner) })
            }
            // PK-7
            (Throw::Paper, Palm::Down) => {
                self.won = Some((seat(winner), WinPath::Palm));
                None
            }
        }
    }

    /// PK-5: five bent fingers win. PK-I1: it does not matter which throws bent them.
    fn bend(&mut self, winner: usize, fingers: u8) -> Effect {
        let score = &mut self.scores[winner];
        let count = i64::from(score.bend(fingers));
        let bent = score.bent;
        if bent == ALL_FINGERS {
            self.won = Some((seat(winner), WinPath::Fingers));
        }
        Effect::FingersBent { seat: seat(winner), count, bent: i64::from(bent) }
    }

    /// PK-8: a loser with its palm down turns it up again; its fingers stay bent.
    fn punish(&mut self, loser: usize) -> Option<Effect> {
        let palm = &mut self.scores[loser].palm;
        let was = std::mem::replace(palm, Palm::Up);
        (was == Palm::Down).then_some(Effect::PalmTurnedUp { seat: seat(loser) })
    }
}
