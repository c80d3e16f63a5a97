//! The messages and terms of Punyon-ken. Their templates are in `words/`.

pub mod texts;

use strum::VariantArray;

use super::rules::score::Palm;
use super::rules::throwing::Throw;
use crate::message::{Argument, Message, Term};
use crate::seat::Seat;
use crate::words::InputNumber;

crate::messages! {
    /// The messages of Punyon-ken.
    pub enum Words in "punyon_ken" {
        en: include_str!("words/en.ftl"),
        ja: include_str!("words/ja.ftl"),

        Rock,
        Scissors,
        Paper,
        PalmUp,
        PalmDown,

        ThrowKind,

        BothThrow { hand: Throw },
        Throws { throws: Vec<Thrown> },
        ThrowsHand { seat: Seat, hand: Throw },
        Drawn,
        ThrowWon { seat: Seat, hand: Throw },

        FingersBent { seat: Seat, count: i64 = [1, 1, 2], bent: Bent = [Bent(5), Bent(1), Bent(2)] },
        PalmTurnedDown { seat: Seat },
        PalmTurnedUp { seat: Seat },
        WonByFingers { seat: Seat },
        WonByPalm { seat: Seat },

        WrongNumberOfSeats { input: InputNumber = [InputNumber(3)] },
        ThrowsGiven,

        ToBeThrown,
        WonByFingersBoard { seat: Seat },
        WonByPalmBoard { seat: Seat },
        Wins,
        HandBoard { seat: Seat, bent: Bent, palm: Palm },
        CouldWin { throws: Vec<Throw> = winning() },
        CouldWinBoard { seat: Seat, throws: Vec<Throw> = winning() },

        ThrowLabel,

        ChanceTurned { seat: Seat, before: i64 = [41], after: i64 = [73] },
        ChancesGraph,
        SeatLine { seat: Seat },

    }
}

/// Throws that win the game, if any does.
fn winning() -> [Vec<Throw>; 3] {
    [vec![Throw::Rock], vec![Throw::Scissors, Throw::Paper], Vec::new()]
}

/// How many fingers of a score hand are bent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bent(pub i64);

/// The throw of a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thrown {
    /// The seat.
    pub seat: Seat,
    /// Its throw.
    pub hand: Throw,
}

impl Argument for Bent {
    fn into_arg(self) -> crate::message::Arg {
        self.0.into_arg()
    }

    fn samples() -> Vec<Self> {
        [0, 1, 2, 5].map(Self).into()
    }
}

impl Term for Throw {
    fn message(&self) -> Message {
        match self {
            Self::Rock => Words::Rock,
            Self::Scissors => Words::Scissors,
            Self::Paper => Words::Paper,
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        Self::VARIANTS.into()
    }
}

impl Term for Palm {
    fn message(&self) -> Message {
        match self {
            Self::Up => Words::PalmUp,
            Self::Down => Words::PalmDown,
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        vec![Self::Up, Self::Down]
    }
}

impl Term for Thrown {
    fn message(&self) -> Message {
        Words::ThrowsHand { seat: self.seat, hand: self.hand }.into()
    }

    fn samples() -> Vec<Self> {
        let throws = <Seat as Argument>::samples().into_iter().zip([Throw::Scissors, Throw::Paper]);
        throws.map(|(seat, hand)| Self { seat, hand }).collect()
    }
}
