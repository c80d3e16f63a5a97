//! Messages about records, the people in them, files and streams.

use kifu_engine::message::{Message, Quote};
use kifu_engine::seat::Seat;
use kifu_engine::seq::Seq;
use kifu_engine::words::Bounds;

use super::{Field, lists};

kifu_engine::messages! {
    /// Messages about records.
    pub enum Records in "records" {
        en: include_str!("records/en.ftl"),
        ja: include_str!("records/ja.ftl"),

        UnknownGame { input: Quote, games: Vec<Field> = lists() },
        NumberOfSeats { input: usize, allowed: Bounds },
        SeatsOfTable { field: Field, table: usize, input: usize },
        MovesAtOnce { most: usize },
        CannotRemove { field: Field },
        TooManyTags { field: Field, input: usize, most: usize },
        AlreadyPast { field: Field },
        TimeOfPlay { field: Field },
        SeatNumber { field: Field, last: u8 },
        OnlySeatHasSeat { field: Field },
        NoStep { at: usize, last: usize },
        CopyEasierToFind,
        CopyByScribe,

        StaleVersion { version: Seq },
        StaleRevision,
        TooManyEvents { most: u64 },
        TooLong { most: usize },
        SeatTooManyEvents { most: u64 },
        SeatTooLong { most: u64 },
        TooManyCorrections { most: u64 },

        PlayerTwice { player: Quote, first: Seat, second: Seat },
        PlayerErased { player: Quote },
        UnknownPlayer { player: Quote },
        NoConsent { player: Quote },
        ClaimOf,
        ClaimsAtOnce { most: usize },
        MergedWithSelf { field: Field },
        MergerNeedsBoth { field: Field },

        NotOverYet,
        RecordUnreadable,
        EventMissing { event: u64 },
        EventUnreplayable { event: u64 },
        PassedOver { count: u64 },
        NoTreeHead,
        Abandoned,
        AtEvent { event: u64, message: Message },
        FieldDiffers { field: Field },
        EventDiffers { event: usize },
        EndsEarlier { event: usize },
        LineTooLong { most: usize },
        ImportStopped,
        OtherFormat { input: u64, supported: u64 },
        InTheFuture { field: Field },
        BeforeEarlier { field: Field },
        StatusDiffers { field: Field },
        NamesForSeats { field: Field, names: usize, seats: usize },

        ReadTooSlowly,
        TokenRevoked,
        TokenExpired,
        BecamePrivate,
        ServiceStops,
        DatabaseReplaced,
        OverAndOpen,
    }
}
