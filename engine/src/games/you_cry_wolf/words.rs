//! The messages and terms of You Cry Wolf!. Their templates are in `words/`.

pub mod texts;

use strum::VariantArray;

use super::rules::animal::Animal;
use crate::count;
use crate::fact::Fact;
use crate::message::{Message, Term};
use crate::seat::Seat;
use crate::words::{Bounds, InputNumber};

crate::messages! {
    /// The messages of You Cry Wolf!
    pub enum Words in "you_cry_wolf" {
        en: include_str!("words/en.ftl"),
        ja: include_str!("words/ja.ftl"),

        Cow,
        Sheep,
        Sheepdog,
        Wolf,
        Animals { animal: Animal, count: i64 = [7, 1] },
        UnknownDice { count: i64 = [2, 1] },
        PlacedAsIs { die: Animal },
        PlacedOtherwise { die: Animal = [Animal::Wolf], row: Animal = [Animal::Sheep, Animal::Sheepdog] },

        ChooseFirstPlayerKind,
        NoteCupKind,
        OpenDiceKind,
        BetKind,
        PrivilegeKind,
        CallKind,
        RevealKind,
        PassKind,

        Chosen { seat: Seat },
        ChosenAnyway { seat: Seat, wolves: Counted = [wolves(1)] },
        ChosenWith { seat: Seat, wolves: Counted = [wolves(3)] },
        LooksUnderCup { seat: Seat, dice: Vec<DiceShown> },
        RollsOpenDice { seat: Seat, dice: Vec<DiceShown> },
        RollsDiceOpenly { dice: Vec<DiceShown> },
        Claims { seat: Seat, placed: PlacedDie, claimed: Counted },
        UsesPower { seat: Seat, placed: PlacedDie },
        Calls { seat: Seat, accused: Seat, claimed: Counted },
        CallsRow { seat: Seat, row: Animal },
        Lifts,
        LiftsAndShows { cups: Vec<CupShown> },
        CupShown { seat: Seat, dice: Vec<DiceShown> },
        Counts { counted: Counted },
        Passes { seat: Seat },

        RoundBegan { round: i64 = [2], first_player: Seat },
        MarkerReturned { seat: Seat, claimed: Counted },
        SheepTaken { die: Animal = [Animal::Sheep, Animal::Wolf] },
        FirstPlayerMoved { seat: Seat },
        Accused { accused: Seat, claimed: Counted },
        WasALie { claimed: Counted = [wolves(5)], found: Counted = [wolves(3), wolves(1)] },
        WasTheTruth { claimed: Counted = [wolves(5)], found: Counted = [wolves(5), wolves(7)] },
        Pays { payer: Seat, receiver: Seat, paid: i64 = [2, 1] },
        PaysShort { payer: Seat, receiver: Seat, paid: i64 = [3, 1], short: i64 = [2, 1] },
        GameOver { winners: Vec<Seat>, points: i64 = [5, 1] },

        WolvesGiven,
        CupsGiven,
        FacesGiven,
        BoxesQuantity,
        CountQuantity,

        WrongNumberOfSeats { input: InputNumber = [InputNumber(6)], most: i64 = [5] },
        WolvesOfSixDice { input: InputNumber = [InputNumber(7)] },
        NotMostWolves { seat: Seat, most: i64 = [4] },

        NotSixDice { input: InputNumber = [InputNumber(5)] },
        NothingNew { seat: Seat },
        DieNotedOtherwise { seat: Seat, number: usize = [3], input: Animal, logged: Animal },
        ImpossibleCup { seat: Seat },
        ImpossibleBet { seat: Seat, die: Animal },
        PassNotForced { seat: Seat },
        CupNotedOtherwise { seat: Seat },
        NotTheRest { seat: Seat, input: InputNumber = [InputNumber(6)], left: i64 = [4, 1] },

        WrongRow { die: Animal, row: Animal },
        PlacedOnWrongRow { die: Animal, row: Animal },
        ClaimTooLow { row: Animal, least: i64 = [3] },
        ClaimedTooLittle { row: Animal, input: InputNumber = [InputNumber(2)], least: i64 = [3] },
        NotOutbid { row: Animal, marker: i64 = [15] },
        DidNotOutbid { row: Animal, input: InputNumber = [InputNumber(15)], marker: i64 = [15] },
        NoMarker { seat: Seat },
        EmptyCup { seat: Seat },
        MoreThanAllDice { input: InputNumber = [InputNumber(31)], most: i64 = [30] },

        NoPrivilege { seat: Seat },
        UsedPowerAnyway { seat: Seat },
        NothingToRoll,
        CouldAct { seat: Seat },
        PassedAnyway { seat: Seat },
        NobodyToAccuse { row: Animal },

        NothingRevealed,
        CountLeftOpen { allowed: Bounds = open_counts() },
        WrongCount { input: InputNumber = [InputNumber(12)], allowed: Bounds = counts() },

        MostWolvesBoard,
        OverBoard,
        RoundBoard { round: i64 = [2] },
        CallBoard { caller: Seat, accused: Seat, claimed: Counted },
        RowEmptyBoard { row: Animal },
        RowBoard { row: Animal, dice: Vec<DiceShown> },
        ClaimBoard { seat: Seat, claimed: Counted },
        OpenDiceBoard { dice: Vec<DiceShown> },
        SpareDice { count: i64 = [12, 1] },
        SpareDiceBoard { count: i64 = [12, 1, 0] },
        LiftedBoard { claimed: Counted = [wolves(5)], counted: Counted = [wolves(3)] },
        FirstPlayerBoard { seat: Seat },
        Points { points: i64 = [3, 1] },
        SeatBoard { seat: Seat, points: i64, chips: i64 },
        EmptyCupBoard { seat: Seat },
        CupBoard { seat: Seat, dice: Vec<DiceShown> },

        DieLabel,
        ClaimLabel,
        CountLabel,
        SixDiceLabel,
        RollOpenDiceLabel,
        PassLabel,
        WhoLabel,
        WolvesLabel { seat: Seat },
        WithWolvesLabel,
        FirstPlayerLabel,
        NoteLabel,
        BetLabel,
        PrivilegeLabel,
        CallKey { accused: Seat, claimed: Counted },
        CallLabel,
        WhichClaimLabel,
        ByCountLabel,
        ByCupsLabel,
        OwnCupLabel,
        DiceLeftLabel,
        UnknownLabel,
        PlacedKey { die: Animal = [Animal::Wolf], row: Animal = [Animal::Sheep, Animal::Sheepdog] },

        ClaimedAgainstOdds { seat: Seat, claimed: Counted, percent: i64 = [4] },
        ClaimedInVain { seat: Seat, claimed: Counted },
        CalledRightly { seat: Seat, claimed: Counted, percent: i64 = [62], found: Counted = [wolves(3), wolves(1)] },
        CalledWrongly { seat: Seat, claimed: Counted, percent: i64 = [62], found: Counted = [wolves(5), wolves(7)] },
        ClaimsGraph,
        ClaimedLine,
        CountedLine,
        CountsTable,
        ClaimColumn,
        HoldsColumn,
        LikeliestColumn,
        LikeliestCount { count: i64 = [5], percent: i64 = [22] },
        ClaimChance { claimed: Counted, percent: i64 = [4] },

    }
}

const fn wolves(count: i64) -> Counted {
    Counted { animal: Animal::Wolf, count }
}

/// The counts that partly known dice leave open.
fn open_counts() -> [Bounds; 2] {
    [Bounds::Between(3, 6), Bounds::OneOf(vec![3, 4])]
}

/// The possible counts.
fn counts() -> [Bounds; 2] {
    [Bounds::Exactly(4), Bounds::Between(3, 6)]
}

/// A number of an animal: "2 cows".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The animal.
    pub animal: Animal,
    /// How many.
    pub count: i64,
}

/// Dice that show the same: "2 cows", or "3 unknown".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceShown {
    /// Dice with a known face.
    Known(Counted),
    /// Dice that nobody noted.
    Unknown(i64),
}

/// The dice left under a cup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CupShown {
    /// The seat of the cup.
    pub seat: Seat,
    /// Face by face.
    pub dice: Vec<DiceShown>,
}

/// A die on a row: "a wolf", or "a wolf as a sheep".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedDie {
    /// The face of the die.
    pub die: Animal,
    /// The row where it is placed.
    pub row: Animal,
}

/// These dice, face by face in the order of the rows.
pub fn shown(dice: &[Fact<Animal>]) -> Vec<DiceShown> {
    let of = |count: usize| count::to_i64(count);
    let by_face = Animal::VARIANTS.iter().copied().map(|animal| {
        let count = of(dice.iter().filter(|die| die.value() == Some(animal)).count());
        DiceShown::Known(Counted { animal, count })
    });
    let unknown = DiceShown::Unknown(of(dice.iter().filter(|die| die.is_unknown()).count()));
    by_face.chain([unknown]).filter(|shown| shown.count() > 0).collect()
}

impl DiceShown {
    fn count(self) -> i64 {
        match self {
            Self::Known(Counted { count, .. }) | Self::Unknown(count) => count,
        }
    }
}

impl Term for Animal {
    fn message(&self) -> Message {
        match self {
            Self::Cow => Words::Cow,
            Self::Sheep => Words::Sheep,
            Self::Sheepdog => Words::Sheepdog,
            Self::Wolf => Words::Wolf,
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        Self::VARIANTS.into()
    }
}

impl Term for Counted {
    fn message(&self) -> Message {
        Words::Animals { animal: self.animal, count: self.count }.into()
    }

    fn samples() -> Vec<Self> {
        vec![wolves(1), Self { animal: Animal::Sheep, count: 3 }]
    }
}

impl Term for DiceShown {
    fn message(&self) -> Message {
        match *self {
            Self::Known(counted) => counted.message(),
            Self::Unknown(count) => Words::UnknownDice { count }.into(),
        }
    }

    fn samples() -> Vec<Self> {
        let by_face = <Counted as Term>::samples().into_iter().map(Self::Known);
        by_face.chain([Self::Unknown(2)]).collect()
    }
}

impl Term for CupShown {
    fn message(&self) -> Message {
        Words::CupShown { seat: self.seat, dice: self.dice.clone() }.into()
    }

    fn samples() -> Vec<Self> {
        let dice = <DiceShown as Term>::samples();
        [0, 2].map(|seat| Self { seat: Seat::new(seat), dice: dice.clone() }).into()
    }
}

impl Term for PlacedDie {
    fn message(&self) -> Message {
        if self.die == self.row {
            Words::PlacedAsIs { die: self.die }.into()
        } else {
            Words::PlacedOtherwise { die: self.die, row: self.row }.into()
        }
    }

    fn samples() -> Vec<Self> {
        let wolf_on = |row| Self { die: Animal::Wolf, row };
        vec![wolf_on(Animal::Wolf), wolf_on(Animal::Sheep)]
    }
}
