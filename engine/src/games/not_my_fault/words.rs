//! The messages and terms of Not My Fault!. Their templates are in `words/`.

pub mod texts;

use crate::message::{Message, Term};
use crate::range::Range;
use crate::seat::Seat;
use crate::words::InputNumber;

crate::messages! {
    /// The messages of Not My Fault!
    pub enum Words in "not_my_fault" {
        en: include_str!("words/en.ftl"),
        ja: include_str!("words/ja.ftl"),

        DeclareKind,
        NoteCardKind,
        AuditKind,
        RevealKind,
        ReshuffleKind,

        DeclaresFirst { seat: Seat, card: Option<i64> = [None, Some(3)], number: i64 = [5] },
        Declares { seat: Seat, card: Option<i64> = [None, Some(0)], number: i64 = [8] },
        NotesCard { seat: Seat, card: i64 },
        Audits { seat: Seat },
        TurnsUp { placed: usize = [3, 1] },
        TurnsUpKnown { placed: usize = [3, 3, 1], cards: Vec<CardShown> = cards_shown() },
        ACard { number: i64 },
        Unnoted { count: usize = [2, 1] },
        Reshuffles,
        MakesNewPile,

        PileRemade { cards: i64 = [12, 1] },
        Warned { seat: Seat },
        Accused { auditor: Seat, accused: Seat, number: i64 = [12] },
        CountedLess { seat: Seat, number: i64 = [12], sum: i64 = [9] },
        CountedExactly { seat: Seat, sum: i64 = [12] },
        CountedMore { seat: Seat, number: i64 = [12], sum: i64 = [15] },
        Suspended { seat: Seat, suspensions: i64 = [1, 2, 3] },
        Eliminated { seat: Seat },
        RoundBegan { round: i64 = [2], seat: Seat },
        ThirtyWon { winners: Vec<Seat> = one_seat() },
        SecondSuspension { losers: Vec<Seat> = one_seat(), winners: Vec<Seat> = other_seats() },
        LastPlayer { winners: Vec<Seat> = one_seat() },

        SeatsQuantity,
        CardsQuantity,
        DeckQuantity,
        CopiesQuantity,
        CardQuantity,
        SumQuantity,

        LessThanOne { input: InputNumber = [InputNumber(0)] },
        DeclaredLessThanOne { input: InputNumber = [InputNumber(0)] },
        NotHigher { input: InputNumber = [InputNumber(8)], arrow: i64 = [12] },
        DeclaredNotHigher { input: InputNumber = [InputNumber(8)], arrow: i64 = [12] },
        BeyondTheTrack { input: InputNumber = [InputNumber(31)] },
        WhiteAgain { seat: Seat, input: InputNumber = [InputNumber(13)] },
        DeclaredWhiteAgain { seat: Seat, input: InputNumber = [InputNumber(13)] },
        NothingToDraw { seat: Seat },

        NothingToAudit { seat: Seat },
        OwnDeclaration { seat: Seat },
        NoCard { seat: Seat },
        NothingNew { seat: Seat },

        NotInDeck { cards: Vec<u8> = cards() },
        NothingToReshuffle,
        ReshuffledNothing,
        NothingRevealed,
        WrongSum { input: InputNumber = [InputNumber(12)], sums: Vec<Range> },
        SumLeftOpen { sums: Vec<Range> },
        CardOtherwise { seat: Seat, number: i64 = [8], input: InputNumber = [InputNumber(0)], logged: u8 = [3] },
        NotLeft { cards: Vec<u8> = cards() },
        SumOtherwise { input: InputNumber = [InputNumber(12)], sums: Vec<Range> },
        Range { least: i64 = [3], most: i64 = [6] },
        Number { number: i64 = [9] },

        RoundBoard { round: i64 = [2] },
        RoundExtremeBoard { round: i64 = [2] },
        AuditPending { auditor: Seat, declarer: Seat, number: i64 = [12] },
        ThirtyPending { declarer: Seat, number: i64 = [30] },
        MustAudit { seat: Seat, accused: Seat },
        DeclareOrAudit { seat: Seat, accused: Seat },
        DeclareBlackOrAudit { seat: Seat, accused: Seat },
        FirstDeclaration { seat: Seat },
        ThirtyBoard { people: Vec<Seat> = one_seat() },
        SecondSuspensionBoard { people: Vec<Seat> = one_seat() },
        LastPlayerBoard { people: Vec<Seat> = one_seat() },

        ArrowAtStart,
        ArrowOnWhite { number: i64 = [13] },
        ArrowOnBlack { number: i64 = [12] },
        FaceDown { count: usize },
        TurnedUpMade { sum: i64 = [31], number: i64 = [30] },
        TurnedUpSuspended { sum: i64 = [9, 15], number: i64 = [12], enough: bool = [false, true], seat: Seat },
        PlacedCard { seat: Seat, card: Option<i64> = [None, Some(3)], number: i64 = [8] },
        Piles { discards: i64 = [12, 1] },
        PilesCounted { drawable: i64 = [30], discards: i64 = [12] },
        DiscardedNumbers { numbers: Vec<DiscardedOfNumber> },
        DiscardedNumber { number: usize, gone: i64 = [2], all: i64 = [4] },

        WonRemark,
        OutRemark,
        LostRemark,
        TurnRemark,
        AuditsRemark,
        DeclaredRemark { number: i64 = [12] },
        SeatBoard { seat: Seat, facts: Vec<SeatFact> },
        WarningFact { yellow: bool },
        SuspensionsFact { suspensions: i64 = [0, 1, 2] },

        CardLabel,
        NumberLabel,
        SumLabel,
        DeclareLabel,
        AuditLabel { accused: Seat, number: i64 = [12] },
        ReshuffleLabel,
        CardLaidLabel { number: i64 = [12] },
        NoteLabel,
        BySumLabel,
        ByCardsLabel,
        InOrderLabel,
        UnknownLabel,

        DeclaredAgainstOdds { seat: Seat, number: i64 = [17], percent: i64 = [4] },
        DeclaredInVain { seat: Seat, number: i64 = [17] },
        AuditedRightly { seat: Seat, number: i64 = [17], percent: i64 = [62], sum: i64 = [12] },
        AuditedWrongly { seat: Seat, number: i64 = [17], percent: i64 = [62], sum: i64 = [18] },
        SumsGraph,
        DeclaredLine,
        SumLine,
        CardsTable,
        CardsOfSumTable { number: i64 = [12], percent: i64 = [40] },
        CardLine { place: usize = [2], seat: Seat },
        CardChance { place: usize = [2], seat: Seat, number: i64 = [3], percent: i64 = [34] },

    }
}

/// The single winner or loser.
fn one_seat() -> [Vec<Seat>; 1] {
    [vec![Seat::new(0)]]
}

/// Everybody else.
fn other_seats() -> [Vec<Seat>; 2] {
    [vec![Seat::new(1), Seat::new(2)], vec![Seat::new(1)]]
}

/// One card, three cards, three of which two are unknown.
fn cards_shown() -> [Vec<CardShown>; 3] {
    let [five, zero, four] = [5, 0, 4].map(CardShown::Known);
    [vec![five], vec![five, zero, four], vec![five, CardShown::Unnoted(2)]]
}

/// Cards of which there are too many.
fn cards() -> [Vec<u8>; 2] {
    [vec![3], vec![6, 0]]
}

/// Cards that are turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardShown {
    /// One with a known number.
    Known(i64),
    /// This many cards that nobody noted.
    Unnoted(usize),
}

/// How many cards of a number are certainly discarded, of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscardedOfNumber {
    /// The number.
    pub number: usize,
    /// How many are certainly discarded.
    pub gone: i64,
    /// How many the deck has.
    pub all: i64,
}

/// A fact about a seat, or a thing that lies before it.
#[derive(Clone, Debug, PartialEq)]
pub enum SeatFact {
    /// A remark.
    Remark(Words),
    /// Its warning card; true if it is yellow.
    Warning(bool),
    /// How many suspensions it has.
    Suspensions(i64),
}

impl Term for CardShown {
    fn message(&self) -> Message {
        match *self {
            Self::Known(number) => Words::ACard { number }.into(),
            Self::Unnoted(count) => Words::Unnoted { count }.into(),
        }
    }

    fn samples() -> Vec<Self> {
        vec![Self::Known(3), Self::Known(6), Self::Unnoted(1)]
    }
}

impl Term for Range {
    fn message(&self) -> Message {
        match *self {
            Self { min, max } if min == max => Words::Number { number: min }.into(),
            Self { min, max } => Words::Range { least: min, most: max }.into(),
        }
    }

    fn samples() -> Vec<Self> {
        vec![Self { min: 3, max: 6 }, Self { min: 9, max: 9 }]
    }
}

impl Term for DiscardedOfNumber {
    fn message(&self) -> Message {
        let Self { number, gone, all } = *self;
        Words::DiscardedNumber { number, gone, all }.into()
    }

    fn samples() -> Vec<Self> {
        vec![Self { number: 0, gone: 1, all: 4 }, Self { number: 6, gone: 2, all: 2 }]
    }
}

impl Term for SeatFact {
    fn message(&self) -> Message {
        match self {
            Self::Remark(words) => words.clone(),
            Self::Warning(yellow) => Words::WarningFact { yellow: *yellow },
            Self::Suspensions(suspensions) => Words::SuspensionsFact { suspensions: *suspensions },
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        vec![Self::Remark(Words::TurnRemark), Self::Warning(true), Self::Suspensions(1)]
    }
}
