//! The messages that every game has, in `words/en.ftl` and `words/ja.ftl`.

pub mod expected;
pub mod json;

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::json::encode;
use crate::message::{Arg, Argument, Message, Quote, RuleId, Term};
use crate::seat::Seat;
use crate::seq::Seq;

use expected::Expected;
use json::{InputValue, JsonWord, Subject};

crate::messages! {
    /// The messages about records of any game.
    pub enum Common in "common" {
        en: include_str!("words/en.ftl"),
        ja: include_str!("words/ja.ftl"),

        GameOver,
        NotYourTurn { seat: Seat, turn: Seat },
        PlayedOutOfTurn { seat: Seat, turn: Seat },
        WrongPhase { input: MoveKind, possible: Vec<MoveKind> = kinds() },
        NoJointMove,
        NoSuchSeat { count: u8 = [4, 1] },
        OutOfBounds { what: Quantity, input: InputNumber, allowed: Bounds },

        NothingToTakeBack,
        NotInForce { event: Seq },
        NoSuchEvent { event: Seq, last: Seq },

        Breach { rule: RuleId, breach: Message },
        Disputed { said: Message, with: Option<Seq> },
        LaterMoveBreaks { event: Seq, said: Message, rule: RuleId, why: Message },

        AtLeast { least: i64 = [3] },
        AtMost { most: i64 = [3] },
        Between { least: i64 = [1], most: i64 = [6] },
        Exactly { number: i64 = [4] },
        OneOf { numbers: Vec<i64> = [vec![3, 4], vec![0, 8, 16]] },

        Someone,
        SomeoneOn { seat: Seat },

        ValuesBySeat,
        MovesToTakeBack,
        EventNumber,

        WhoLabel,
        OtherKind,
        KindSample,

        NoType,
        NoJson { subject: Subject, line: usize, column: usize },
        WrongValue { subject: Subject, path: Option<JsonWord>, expected: Expected, input: Option<InputValue> },
        ImpossibleValue { subject: Subject, path: Option<JsonWord>, input: Option<InputValue> },
        UnknownField { path: Option<JsonWord>, field: JsonWord, allowed: Vec<JsonWord> },
        MissingField { path: Option<JsonWord>, field: JsonWord },
        BlankText { field: JsonWord },
        LongText { field: JsonWord, length: usize, most: usize },

        TheMove,
        TheOptions,
        ThePart,
        TheBody,
        TheFacts,

        Quoted { text: Quote },
        WholeNumber,
        WholeNumberBetween { least: i64, most: i64 },
        WholeNumberFrom { least: i64 },
        AnyNumber,
        TrueOrFalse,
        SomeText,
        OneWord { words: Vec<JsonWord> },
        OneOfMany { count: usize, first: JsonWord, last: JsonWord },
        SomeList,
        ListOf { length: usize },
        SomeObject,
        SeatNumber,
        Either { alternatives: Vec<Expected> },
        Empty,
        OtherValue,
        Digits { digits: Quote },
        HugeNumber,
    }
}

/// Samples of the possible kinds of move: one kind, and none.
fn kinds() -> [Vec<MoveKind>; 2] {
    [vec![MoveKind(Common::KindSample.into())], Vec::new()]
}

/// A kind of move, as one thing one can do: "play a tile", 「コマを出す」. A game has one such term a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveKind(pub Message);

/// A quantity that is counted or measured: "the number of tiles".
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity(pub Message);

/// The whole numbers that are possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// This number or more.
    AtLeast(i64),
    /// This number or less.
    AtMost(i64),
    /// From the first to the second.
    Between(i64, i64),
    /// This number only.
    Exactly(i64),
    /// One of these.
    OneOf(Vec<i64>),
}

impl Serialize for Bounds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::AtLeast(min) => serializer.collect_map([("min", min)]),
            Self::AtMost(max) => serializer.collect_map([("max", max)]),
            Self::Between(min, max) => serializer.collect_map([("min", min), ("max", max)]),
            Self::Exactly(number) => number.serialize(serializer),
            Self::OneOf(numbers) => numbers.serialize(serializer),
        }
    }
}

impl Term for Bounds {
    fn message(&self) -> Message {
        match self.clone() {
            Self::AtLeast(least) => Common::AtLeast { least },
            Self::AtMost(most) => Common::AtMost { most },
            Self::Between(least, most) => Common::Between { least, most },
            Self::Exactly(number) => Common::Exactly { number },
            Self::OneOf(numbers) => Common::OneOf { numbers },
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        vec![
            Self::AtLeast(1),
            Self::AtMost(9),
            Self::Between(1, 6),
            Self::Exactly(4),
            Self::OneOf(vec![3, 4]),
        ]
    }
}

/// A number as somebody gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct InputNumber(pub i64);

/// Declares the types of numbers that people give.
macro_rules! input_numbers {
    ($($number:ty: $convert:path),+) => { $(
        impl From<$number> for InputNumber {
            fn from(number: $number) -> Self {
                Self($convert(number))
            }
        }
    )+ };
}
input_numbers! { i64: i64::from, u8: i64::from, u64: u64::cast_signed, usize: crate::count::to_i64 }

impl Argument for InputNumber {
    fn into_arg(self) -> Arg {
        Arg::Number(self.0)
    }

    fn data(&self) -> Option<Value> {
        Some(encode(self))
    }

    fn samples() -> Vec<Self> {
        vec![Self(-2), Self(12)]
    }
}

impl Argument for MoveKind {
    fn into_arg(self) -> Arg {
        Arg::Words(self.0)
    }

    fn samples() -> Vec<Self> {
        vec![Self(Common::KindSample.into())]
    }
}

impl Argument for Quantity {
    fn into_arg(self) -> Arg {
        Arg::Words(self.0)
    }

    fn samples() -> Vec<Self> {
        vec![Self(Common::ValuesBySeat.into())]
    }
}

impl Argument for Message {
    fn into_arg(self) -> Arg {
        Arg::Words(self)
    }

    fn samples() -> Vec<Self> {
        vec![Common::GameOver.into()]
    }
}
