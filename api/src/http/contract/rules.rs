//! The rules of an endpoint for the steps before it.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::CostClass;

/// The identity that an endpoint requires. The endpoint itself decides what exactly a request may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// Anybody; a token may open more.
    Anyone,
    /// Anybody: the token that counts may be in the body.
    InBody,
    /// A client that may open records.
    Opener,
    /// A client that may open records and read the one that the path names.
    OpeningReader,
    /// The bearer of a token, even one that has ended: a retry gets the answer that was lost.
    Bearer,
    /// The operator.
    Operator,
    /// The scribe of the record that the path names.
    Scribe,
    /// Its scribe, or a seat.
    Writer,
    /// The player that the path names.
    Player,
    /// As `Player`, or the bearer of a token that was replaced: a retry gets the answer that was lost.
    PlayerBearer,
    /// A client that may manage webhooks: of the record that the query names, or of the service.
    Webhooks,
    /// A client that may manage the webhook that the path names.
    Webhook,
}

impl Identity {
    /// The required identity, as a sentence of the contract.
    pub(super) const fn about(self) -> &'static str {
        match self {
            Self::Anyone => "Anybody may ask. A token shows what its holder may see.",
            Self::InBody => "Anybody may ask; a token in the body says for whom.",
            Self::Opener => {
                "Anybody may ask, or only the operator where the service is run with `--require-key`."
            }
            Self::OpeningReader => {
                "Whoever may read the record may ask, and only the operator where the service is run with `--require-key`."
            }
            Self::Bearer => {
                "Needs a token of the record. A token that has ended still gets the answer to a retry."
            }
            Self::Operator => "Needs the operator's key.",
            Self::Scribe => "Needs the token of the record's scribe, or the operator's key.",
            Self::Writer => "Needs a token of the record's scribe or of a seat, or the operator's key.",
            Self::Player => "Needs the player's token, or the operator's key.",
            Self::PlayerBearer => {
                "Needs the player's token, or the operator's key. A token that was replaced still gets the answer to a retry."
            }
            Self::Webhooks | Self::Webhook => {
                "Webhooks of a record need its scribe's token; webhooks of the service need the operator's key, if it has one."
            }
        }
    }

    /// The contract's security requirements: any one of these will do.
    pub fn security(self) -> Value {
        let (nothing, token, key) = (json!({}), json!({"token": []}), json!({"operatorKey": []}));
        match self {
            Self::Anyone
            | Self::InBody
            | Self::Opener
            | Self::OpeningReader
            | Self::Webhooks
            | Self::Webhook => json!([nothing, token, key]),
            Self::Bearer => json!([token]),
            Self::Operator => json!([key]),
            Self::Scribe | Self::Writer | Self::Player | Self::PlayerBearer => json!([token, key]),
        }
    }
}

/// The rules of one endpoint for the steps.
#[derive(Clone, Debug)]
pub struct EndpointRules {
    /// The media types that a body may have; none where no body is read.
    pub media: &'static [&'static str],
    /// True: a body may be of any length, as it is read line by line.
    pub is_long: bool,
    /// The identity that the endpoint requires.
    pub identity: Identity,
    /// The cost of an answer.
    pub cost: CostClass,
    /// The cost of an answer where one of these parameters is given, and not as `false`.
    pub(super) raised: Vec<(Cow<'static, str>, CostClass)>,
    /// True: a request can be retried under an `Idempotency-Key`.
    pub is_keyed: bool,
}

impl EndpointRules {
    /// The rules of an endpoint that reads no body and answers anybody.
    pub const fn open(cost: CostClass) -> Self {
        Self {
            media: &[],
            is_long: false,
            identity: Identity::Anyone,
            cost,
            raised: Vec::new(),
            is_keyed: false,
        }
    }

    /// The cost of the answer to a request with these parameters.
    pub fn cost_of(&self, parameters: &[(String, String)]) -> CostClass {
        let is_given = |name: &str| parameters.iter().any(|(input, value)| input == name && value != "false");
        let raised = self.raised.iter().filter(|(name, _)| is_given(name)).map(|(_, cost)| *cost);
        raised.max().unwrap_or(self.cost).max(self.cost)
    }

    /// How long a body may be, in bytes.
    pub fn max_body_bytes(&self, usual: u64) -> Option<u64> {
        (!self.is_long).then_some(usual)
    }
}
