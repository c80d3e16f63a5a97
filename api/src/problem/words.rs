//! What each kind of problem is, and what to do about it. The help is an attribute of the template.

use super::Code;

kifu_engine::messages! {
    /// The kinds of problems, by the names of their [codes](Code).
    pub enum Problems in "problems" {
        en: include_str!("../words/problems/en.ftl"),
        ja: include_str!("../words/problems/ja.ftl"),

        MalformedBody,
        MalformedMove,
        MalformedParameter,
        UnknownGame,
        MisplacedSecret,
        Unauthenticated,
        Forbidden,
        CrossSite,
        NotFound,
        Erased,
        MethodNotAllowed,
        NotAcceptable,
        BodyTooSlow,
        KeyReused,
        TokenEnded,
        LastScribeToken,
        TooManyTokens,
        SatTogether,
        SeatTaken,
        RecordFull,
        UnreadableRecord,
        RecordConflict,
        NotFinished,
        StillLive,
        WebhookKeyMissing,
        WebhookDisabled,
        TooManyWebhooks,
        StaleVersion,
        VersionRequired,
        BodyTooLarge,
        UnsupportedMediaType,
        UnsupportedEncoding,
        UnsatisfiableRange,
        UnknownHost,
        UnknownPlayer,
        UnfitSeats,
        Violation,
        TooManyRequests,
        TooManyFailures,
        TooManyOwnStreams,
        Busy,
        Unavailable,
        TooManyStreams,
        Internal,

        Help { code: Code },
    }
}
