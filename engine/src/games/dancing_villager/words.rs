//! The messages and terms of Dancing Villager. Their templates are in `words/`.

pub mod texts;

use strum::VariantArray;

use super::moves::{Stick, Touched};
use super::rules::landing::LandingKind;
use crate::message::{Message, Term};
use crate::seat::Seat;
use crate::words::InputNumber;

crate::messages! {
    /// The messages of Dancing Villager.
    pub enum Words in "dancing_villager" {
        en: include_str!("words/en.ftl"),
        ja: include_str!("words/ja.ftl"),

        Meat,
        Charcoal,
        Dog,
        Fire,
        HandUp,
        HandDown,
        Flat,
        Standing,
        Leaning,

        PlaceDogKind,
        ThrowKind,
        TakeDogsKind,
        TakeFireKind,
        FoulKind,

        FirstDogPlaced { seat: Seat },
        NewDogPlaced { seat: Seat },
        OldDogPlaced { seat: Seat },
        Thrown { landed: Vec<Landed> },
        Landed { kind: LandingKind, count: i64 = [1, 2] },
        NothingThrown,
        Stacked,
        DogsGrabbed { takers: Vec<Taker> },
        Taker { seat: Seat, dogs: i64 = [1, 2] },
        NoDogGrabbed,
        FireTaken { seat: Seat },
        Foul { seat: Seat },
        FoulTouched { seat: Seat, touched: Touched },

        SticksTaken { stick: Stick, count: i64 = [1, 2] },
        SticksLeft { left: i64 = [1, 2] },
        CancelledOut { each: i64 = [1, 2] },
        DogsGained { seat: Seat, count: i64 = [1, 2], dogs: i64 = [2, 6] },
        DogJoined { field: i64 = [2, 3] },
        DogRace,
        FireRace,
        DogsTaken { seat: Seat, dogs: i64 = [1, 2] },
        VillagerLost { seat: Seat, villagers: i64 = [1, 2] },
        LastVillagerLost { seat: Seat },
        NoDogEscaped { seat: Seat, villagers: i64 = [3, 4, 6] },
        DogsEscaped { seat: Seat, dogs: i64 = [1, 2], villagers: i64 = [3, 4, 6] },
        SevenDogs { seat: Seat, dogs: i64 = [7, 8] },
        RoundBegan { round: i64 = [2, 5], field: i64 = [1, 2] },
        GameEnded { winners: Vec<Seat> },

        ResultsGiven,
        TakenGiven,
        LandedQuantity { kind: LandingKind },
        TakenQuantity,

        WrongNumberOfSeats { input: InputNumber = [1, 5].map(InputNumber) },
        WrongVillagers { seat: Seat, input: InputNumber = [1, 0, 4].map(InputNumber), villagers: i64 = [2, 3] },
        WrongVillagersThrown { seat: Seat, input: InputNumber = [1, 0, 4].map(InputNumber), villagers: i64 = [2, 3] },
        TooManyDogs { input: InputNumber = [3, 4].map(InputNumber), field: i64 = [1, 2] },
        DogNotTaken,
        DogsNotTaken { input: InputNumber = [0, 1].map(InputNumber), field: i64 = [2, 3] },
        DogsLeft { left: i64 = [1, 2] },
        NoNewDog,
        DogMoved,

        ThrowBoard { round: i64 = [2, 5], throw: i64 = [1, 2] },
        DogRaceBoard,
        FireRaceBoard,
        LastRaceBoard,
        OverBoard { winners: Vec<Seat> },
        CharcoalBoard { charcoal: i64 },
        MeatBoard { meat: i64 },
        SticksBoard { charcoal: i64, meat: i64 },
        FieldBoard { field: i64 },
        FieldBeforeBoard { field: i64 = [1, 2], seat: Seat },
        SeatRemark { villagers: i64 = [1, 2], dogs: i64 },
        PlaceRemark { place: i64 = [1, 2, 3, 4], villagers: i64 = [1, 2], dogs: i64 },
        SeatBoard { seat: Seat, villagers: i64 = [1, 2], dogs: i64 },
        PlaceBoard { seat: Seat, place: i64 = [1, 2, 3, 4], villagers: i64 = [1, 2], dogs: i64 },

        PlaceDogLabel,
        BeforeLabel,
        ThrowLabel,
        StackedLabel,
        StackedKey,
        TakeDogsLabel,
        FieldLabel { field: i64 = [1, 2] },
        TakeFireLabel,
        FoulLabel,
        FoulTouchedLabel { touched: Touched },

        TookLead { seat: Seat },
        EndedAgainstOdds { percent: i64 = [4] },
        DogsGraph,
        SeatLine { seat: Seat },
        NextThrowTable,
        ThrowChanceColumn,
        RoundEndsRow,
        MeatGoneRow,
        CharcoalGoneRow,
        WinsTable,
        WonColumn,
        IntervalColumn,
        ShareInterval { low: i64 = [20], high: i64 = [34] },
    }
}

/// Villagers that landed the same way: "2 standing".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landed {
    /// The way they landed.
    pub kind: LandingKind,
    /// How many.
    pub count: i64,
}

/// A seat and the number of dogs that it took from the field: "Aki takes 2 dogs".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taker {
    /// The seat.
    pub seat: Seat,
    /// How many.
    pub dogs: i64,
}

impl Term for Stick {
    fn message(&self) -> Message {
        match self {
            Self::Meat => Words::Meat,
            Self::Charcoal => Words::Charcoal,
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        vec![Self::Meat, Self::Charcoal]
    }
}

impl Term for Touched {
    fn message(&self) -> Message {
        match self {
            Self::Dog => Words::Dog,
            Self::Fire => Words::Fire,
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        vec![Self::Dog, Self::Fire]
    }
}

impl Term for LandingKind {
    fn message(&self) -> Message {
        match self {
            Self::Up => Words::HandUp,
            Self::Down => Words::HandDown,
            Self::Flat => Words::Flat,
            Self::Standing => Words::Standing,
            Self::Leaning => Words::Leaning,
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        Self::VARIANTS.into()
    }
}

impl Term for Landed {
    fn message(&self) -> Message {
        Words::Landed { kind: self.kind, count: self.count }.into()
    }

    fn samples() -> Vec<Self> {
        let landed = [(LandingKind::Flat, 8), (LandingKind::Standing, 1), (LandingKind::Leaning, 3)];
        landed.map(|(kind, count)| Self { kind, count }).into()
    }
}

impl Term for Taker {
    fn message(&self) -> Message {
        Words::Taker { seat: self.seat, dogs: self.dogs }.into()
    }

    fn samples() -> Vec<Self> {
        [(1, 1), (0, 2)].map(|(seat, dogs)| Self { seat: Seat::new(seat), dogs }).into()
    }
}
