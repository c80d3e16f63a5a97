//! Messages about faults in a body, a parameter or a header.

use kifu_engine::message::{Message, Quote};
use kifu_engine::words::Bounds;

use super::{Field, lists};

kifu_engine::messages! {
    /// Messages about faults in a request.
    pub enum Requests in "requests" {
        en: include_str!("requests/en.ftl"),
        ja: include_str!("requests/ja.ftl"),

        NotJson { line: usize, column: usize },
        JsonEndsEarly,
        NulCharacter,
        BodyNotReceived,
        MustBe { field: Option<Field>, expected: Message = expectations() },
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

/// Samples of expected values.
fn expectations() -> Vec<Message> {
    let bounds = Bounds::Between(1, 100);
    let numbers = [Requests::WholeNumber, Requests::WholeNumberIn { bounds }, Requests::Number];
    let kinds = [Requests::Characters, Requests::TrueOrFalse, Requests::List, Requests::Object];
    let ids = [Requests::PlayerId, Requests::Id];
    let times = [Requests::DayOrTime, Requests::Time, Requests::TimeZone];
    let people = [Requests::Person, Requests::Perspective];
    numbers.into_iter().chain(kinds).chain(ids).chain(times).chain(people).map(Message::from).collect()
}
