//! The reasons why a notice did not arrive, for readers of the list of deliveries.

use kifu_engine::text::Text;

use crate::http::words;
use crate::http::words::webhooks::Webhooks;

/// Why a notice did not arrive. It says nothing about networks that the reader cannot see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryFailure {
    /// The host has no address that may be sent to.
    Address,
    /// Nobody took the connection, or it broke.
    Connection,
    /// No secure connection came about.
    Tls,
    /// No answer in time.
    Timeout,
    /// The answer was no HTTP, or too long.
    Protocol,
    /// The answer was a redirect.
    Redirect,
    /// The answer was another status than 2xx.
    Status,
    /// The receiver wants no more notices (410).
    Gone,
    /// The signing secret was sealed under another key than the service has now.
    Secret,
    /// The maker of the webhook may not be told any more.
    Withdrawn,
}

impl DeliveryFailure {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Address,
        Self::Connection,
        Self::Tls,
        Self::Timeout,
        Self::Protocol,
        Self::Redirect,
        Self::Status,
        Self::Gone,
        Self::Secret,
        Self::Withdrawn,
    ];

    /// Its name in the database and in answers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Connection => "connection",
            Self::Tls => "tls",
            Self::Timeout => "timeout",
            Self::Protocol => "protocol",
            Self::Redirect => "redirect",
            Self::Status => "status",
            Self::Gone => "gone",
            Self::Secret => "secret",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// The failure of this word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|failure| failure.word() == word)
    }

    /// The failure that an answer's status is; none if the notice arrived.
    pub fn of_status(status: u16) -> Option<Self> {
        match status {
            200..=299 => None,
            300..=399 => Some(Self::Redirect),
            410 => Some(Self::Gone),
            _ => Some(Self::Status),
        }
    }

    /// The failure in a sentence.
    pub fn message(self) -> Text {
        words::text(match self {
            Self::Address => Webhooks::NoPublicAddress,
            Self::Connection => Webhooks::NoConnection,
            Self::Tls => Webhooks::NotSecure,
            Self::Timeout => Webhooks::NoAnswer,
            Self::Protocol => Webhooks::NotHttp,
            Self::Redirect => Webhooks::Redirected,
            Self::Status => Webhooks::OtherStatus,
            Self::Gone => Webhooks::Declined,
            Self::Secret => Webhooks::SecretSealed,
            Self::Withdrawn => Webhooks::Withdrawn,
        })
    }
}
