//! Why a notice did not arrive, for whoever reads the list of deliveries.

use kifu_engine::text::Text;

/// Why a notice did not arrive. It says nothing about networks that the reader cannot see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
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
}

impl Failure {
    const ALL: &[Self] = &[
        Self::Address,
        Self::Connection,
        Self::Tls,
        Self::Timeout,
        Self::Protocol,
        Self::Redirect,
        Self::Status,
        Self::Gone,
        Self::Secret,
    ];

    /// How it is stored and told.
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

    /// In a sentence.
    pub fn message(self) -> Text {
        match self {
            Self::Address => Text::fixed(
                "このホストには、送ってよい公開アドレスがありません。",
                "The host has no public address that may be sent to.",
            ),
            Self::Connection => {
                Text::fixed("接続できないか、途中で切れました。", "Nobody took the connection, or it broke.")
            }
            Self::Tls => Text::fixed(
                "安全な接続ができませんでした。証明書を確かめてください。",
                "No secure connection came about; check the certificate.",
            ),
            Self::Timeout => Text::fixed("時間内に答えがありませんでした。", "There was no answer in time."),
            Self::Protocol => {
                Text::fixed("答えがHTTPとして読めませんでした。", "The answer could not be read as HTTP.")
            }
            Self::Redirect => Text::fixed(
                "転送が返されました。転送先へは送りません。",
                "The answer was a redirect, and those are not followed.",
            ),
            Self::Status => Text::fixed("2xx以外が返されました。", "The answer was another status than 2xx."),
            Self::Gone => Text::fixed(
                "受け手は以後の通知を断りました(410)。",
                "The receiver wants no more notices (410).",
            ),
            Self::Secret => Text::fixed(
                "署名の秘密が今の鍵では開けません。秘密を作り直してください。",
                "The signing secret can't be opened with the present key; make a new one.",
            ),
        }
    }
}
