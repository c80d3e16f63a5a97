//! What the steps before an endpoint ask of its requests.

/// Who may ask an endpoint at all. What exactly a request may do is decided where it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// Anybody; a token may open more.
    Anyone,
    /// Anybody: the token that counts may be in the body.
    InBody,
    /// Whoever may open records.
    Opener,
    /// Whoever may open records and read the one that the path names.
    OpeningReader,
    /// Whoever has a token, even one that has ended: a retry gets the answer that was lost.
    Bearer,
    /// The operator.
    Operator,
    /// The scribe of the record that the path names.
    Scribe,
    /// Its scribe, or a seat.
    Writer,
    /// The player that the path names.
    Player,
    /// Whoever may manage webhooks: of the record that the query names, or of the service.
    Webhooks,
    /// Whoever may manage the webhook that the path names.
    Webhook,
}

/// What the steps ask of one endpoint.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The media types that a body may have; none where no body is read.
    pub media: &'static [&'static str],
    /// Whether a body may be of any length: it is read line by line.
    pub is_long: bool,
    /// Who may ask at all.
    pub identity: Identity,
    /// Whether an answer may take long to work out, so that strangers share a few slots.
    pub is_costly: bool,
}

impl Rules {
    /// Of an endpoint that reads no body and answers anybody.
    pub const fn open() -> Self {
        Self { media: &[], is_long: false, identity: Identity::Anyone, is_costly: false }
    }

    /// How long a body may be, in bytes.
    pub fn body_limit(&self, usual: u64) -> Option<u64> {
        (!self.is_long).then_some(usual)
    }
}
