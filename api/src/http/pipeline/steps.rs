//! The steps that every request passes before anything of its body is read.

use super::{NoEndpoint, Passage, body, identity, key};
use crate::http::boundary::{host, origin, rate};
use crate::http::problem::{Code, Problem};
use crate::http::secrets;

/// A step of the pipeline: it lets a request pass or refuses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipelineStep {
    /// The request names this service: against DNS rebinding.
    Host,
    /// No token or key stands in the address.
    Address,
    /// The table of endpoints has this path and this method.
    Route,
    /// No page of another site writes in its visitor's name.
    Origin,
    /// The body is not compressed.
    Encoding,
    /// The body is not said to be longer than the endpoint takes.
    Size,
    /// The body is of a media type that the endpoint takes.
    MediaType,
    /// An `Idempotency-Key` is only sent where it means something.
    Key,
    /// The client has the required identity.
    Identity,
    /// The client keeps to its rate.
    Rate,
}

/// The steps in their order: first those of the least cost and the least trust. A request that fails several is
/// refused by the first. Nothing of a body is read before the last step has passed.
pub const STEPS: [PipelineStep; 10] = [
    PipelineStep::Host,
    PipelineStep::Address,
    PipelineStep::Route,
    PipelineStep::Origin,
    PipelineStep::Encoding,
    PipelineStep::Size,
    PipelineStep::MediaType,
    PipelineStep::Key,
    PipelineStep::Identity,
    PipelineStep::Rate,
];

impl PipelineStep {
    /// Lets the request pass or refuses it.
    pub async fn check(self, passage: &Passage<'_>) -> Result<(), Problem> {
        let Passage { app, request, endpoint } = passage;
        match self {
            Self::Host => host::check(&app.boundary, request),
            Self::Address => secrets::refuse_in_address(&app.secrets, request),
            Self::Route => endpoint.as_ref().map(|_| ()).map_err(NoEndpoint::problem),
            Self::Origin => origin::check(&app.boundary, request),
            Self::Encoding => body::check_encoding(request),
            Self::Size => {
                body::check_size(request, passage.rules()?.max_body_bytes(app.boundary.max_body_bytes))
            }
            Self::MediaType => body::check_media_type(request, passage.rules()?.media),
            Self::Key => key::check(request, passage.rules()?.is_keyed),
            Self::Identity => identity::check(app, request, passage.rules()?.identity).await,
            Self::Rate => rate::check(&app.boundary, request),
        }
    }

    /// How it refuses, where an endpoint can fail it.
    pub const fn problems(self) -> &'static [Code] {
        match self {
            Self::Host => &[Code::UnknownHost],
            Self::Address => &[Code::MisplacedSecret],
            Self::Route => &[],
            Self::Origin => &[Code::CrossSite],
            Self::Encoding => &[Code::UnsupportedEncoding],
            Self::Size => &[Code::BodyTooLarge],
            Self::MediaType => &[Code::UnsupportedMediaType, Code::BodyTooSlow],
            Self::Key => &[Code::MalformedParameter],
            Self::Identity => &[Code::TooManyFailures],
            Self::Rate => &[Code::TooManyRequests],
        }
    }
}
