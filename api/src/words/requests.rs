//! What is wrong with a body, a parameter or a header.

use kifu_engine::message::{Message, Quote, Term};
use kifu_engine::words::Bounds;

use super::{Field, lists};

kifu_engine::messages! {
    /// What is wrong with a request.
    pub enum Requests in "requests" {
        en: include_str!("requests/en.ftl"),
        ja: include_str!("requests/ja.ftl"),

        NotJson { line: usize, column: usize },
        JsonEndsEarly,
        NulCharacter,
        BodyNotReceived,
        MustBe { field: Option<Field>, expected: Expected },
        Unreadable { field: Option<Field> },
        MissingField { field: Field },
        RepeatedField { field: Field },
        UnknownField { field: Field, allowed: Vec<Field> = lists() },
        NotAmong { field: Field, input: Quote, allowed: Vec<Field> = lists() },
        InvisibleName { field: Option<Field> },
        NameLetters { field: Option<Field>, input: usize, most: usize },
        NameBytes { field: Option<Field>, input: usize, most: usize },

        UnknownParameter { name: Field, allowed: Vec<Field> = lists() },
        TooLong { name: Field, most: usize },
        TooOften { name: Field, most: usize },
        OnlyOnce { name: Field },
        Empty { name: Field },
        IdempotencyKey { name: Field },
        KeyMeansNothing { name: Field },
        IfMatch { name: Field },
        OneHost { name: Field },
        UnknownHost { host: Quote },
        OfThisStream { name: Field },
        OfTheFeed { name: Field },
        OfAPage { name: Field },
        OfAnotherSearch { name: Field },
        NoSuchSeat { name: Field },
        WhosePart { name: Field },
        SamePlayer { name: Field },
        RecordNotFound { name: Field },
        OperatorKeyNeeded,
        TooCostly { seconds: u64 },

        TooManyPlayers { name: Field, most: usize },
        TooManyGroupings { name: Field, most: usize },
        CompareNeedsGroups { name: Field, groups: Field },
        CompareTwoGroups { name: Field },
        CompareTwice { name: Field, groups: Field, count: usize },
        Quantiles { name: Field, most: usize },
        AsOf { name: Field },

        UnreadableCondition { input: Quote },
        UnknownSearchTerm { input: Quote },
        UnknownDetail { kind: Field, input: Quote },
        ImpossibleValue { field: Field, input: Quote },
        NotOrdered { field: Field },
        Allowed { allowed: Vec<Field> = lists() },

        WholeNumber,
        WholeNumberIn { bounds: Bounds },
        Number,
        Characters,
        TrueOrFalse,
        List,
        Object,
        PlayerId,
        Id,
        DayOrTime,
        Time,
        TimeZone,
        Person,
        Perspective,
    }
}

/// What should have stood in a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A whole number; between which, where that is known.
    WholeNumber(Option<Bounds>),
    /// Any number.
    Number,
    /// A string.
    Characters,
    /// `true` or `false`.
    TrueOrFalse,
    /// A JSON array.
    List,
    /// A JSON object.
    Object,
    /// The id of a player.
    PlayerId,
    /// A UUID.
    Id,
    /// A day, or a time of RFC 3339.
    DayOrTime,
    /// A time of RFC 3339.
    Time,
    /// A time zone.
    TimeZone,
    /// Who sits on a seat.
    Person,
    /// The public, or the number of a seat.
    Perspective,
}

impl Term for Expected {
    fn message(&self) -> Message {
        match self.clone() {
            Self::WholeNumber(None) => Requests::WholeNumber,
            Self::WholeNumber(Some(bounds)) => Requests::WholeNumberIn { bounds },
            Self::Number => Requests::Number,
            Self::Characters => Requests::Characters,
            Self::TrueOrFalse => Requests::TrueOrFalse,
            Self::List => Requests::List,
            Self::Object => Requests::Object,
            Self::PlayerId => Requests::PlayerId,
            Self::Id => Requests::Id,
            Self::DayOrTime => Requests::DayOrTime,
            Self::Time => Requests::Time,
            Self::TimeZone => Requests::TimeZone,
            Self::Person => Requests::Person,
            Self::Perspective => Requests::Perspective,
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        let bounds = Some(Bounds::Between(1, 100));
        [
            Self::WholeNumber(None),
            Self::WholeNumber(bounds),
            Self::Number,
            Self::Characters,
            Self::TrueOrFalse,
        ]
        .into_iter()
        .chain([
            Self::List,
            Self::Object,
            Self::PlayerId,
            Self::Id,
            Self::DayOrTime,
            Self::Time,
            Self::TimeZone,
            Self::Person,
            Self::Perspective,
        ])
        .collect()
    }
}
