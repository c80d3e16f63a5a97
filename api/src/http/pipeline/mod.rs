//! The steps that every request passes before its body is read: [`STEPS`], in their order.
//!
//! Each endpoint says in its row of the table what the steps ask of it ([`EndpointRules`]).
//!
//! Nothing of a body is read before the last step. Identity comes before the rate limit, so that a client with a valid
//! token does not pay for others behind the same address. A token that was not yet found valid counts for its address.
//! An address that showed too many wrong tokens has to wait, except for tokens that were valid there before: a
//! neighbour cannot lock anybody out in mid-game, and an attacker learns nothing from a token that is known.

pub mod body;
pub mod caching;
pub mod closing;
pub mod cors;
pub mod identity;
mod key;
pub mod problems;
mod steps;
mod table;

use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest, web};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;

pub use self::steps::{PipelineStep, STEPS};
pub use self::table::Table;

use self::body::Guarded;
use crate::app::App;
use crate::http::boundary::client::{self, Payer};
use crate::http::boundary::rate;
use crate::http::contract::{CostClass, EndpointRules};
use crate::http::cost::{Admission, ClientKind};
use crate::http::extractors::parameters;
use crate::http::problem::{Code, Problem};
use crate::operation::observing::RoutedPattern;
use kifu_store::deadline;

/// How long a request may wait for the database and for the record that it changes, from its first question on.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(10);
/// The timeout of database work that scans many records.
const SCAN_DATABASE_TIMEOUT: Duration = Duration::from_secs(30);

/// Why a request leads to no endpoint.
#[derive(Clone, Debug)]
pub enum NoEndpoint {
    /// No endpoint has this path.
    Path,
    /// The path has endpoints with other methods only.
    Method {
        /// The methods they have.
        allow: String,
    },
}

impl NoEndpoint {
    /// The problem to answer with.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Path => Problem::plain(Code::NotFound),
            Self::Method { allow } => Problem::method_not_allowed(allow),
        }
    }
}

/// A request on its way through the steps.
pub struct Passage<'r> {
    /// The service.
    pub app: &'r App,
    /// The request.
    pub request: &'r HttpRequest,
    /// The endpoint.
    pub endpoint: Result<&'r EndpointRules, NoEndpoint>,
}

impl<'r> Passage<'r> {
    /// The rules of the endpoint.
    pub fn rules(&self) -> Result<&'r EndpointRules, Problem> {
        self.endpoint.as_ref().map(|rules| *rules).map_err(NoEndpoint::problem)
    }

    /// Notes what this request may have worked out, and for whom, as far as that is known by now.
    fn admit(&self) {
        let Ok(rules) = &self.endpoint else { return };
        let client = match client::payer(&self.app.boundary, self.request) {
            Some(Payer::Operator | Payer::Token(_)) => ClientKind::Known,
            Some(Payer::Address(address)) => ClientKind::Stranger(Some(address)),
            None => ClientKind::Stranger(None),
        };
        // Parameters that can't be read are refused where they are read.
        let parameters = parameters(self.request).unwrap_or_default();
        let cost = rules.cost_of(&parameters);
        #[expect(clippy::disallowed_methods, reason = "this is the pipeline")]
        let admission = Admission::new(&self.app.lanes, cost, client);
        self.request.extensions_mut().insert(admission);
    }
}

/// Takes a request through all steps, then on to its endpoint.
pub async fn pass(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let (Some(app), Some(table)) =
        (request.app_data::<web::Data<App>>().cloned(), request.app_data::<web::Data<Table>>().cloned())
    else {
        return Ok(request
            .error_response(Problem::internal("the service was started without its table of endpoints")));
    };
    let body = Guarded::over(request.take_payload());
    let routed = request.extensions().get::<RoutedPattern>().cloned();
    let pattern = routed.and_then(|RoutedPattern(pattern)| pattern);
    let endpoint = table.find(pattern.as_deref(), request.method());
    let passage = Passage { app: &app, request: request.request(), endpoint };
    // To know who asks, a record may have to be read.
    passage.admit();
    let mut response = match deadline::within(DATABASE_TIMEOUT, checked(&passage).boxed_local()).await {
        Err(problem) => request.error_response(problem),
        Ok(rules) => {
            passage.admit();
            request.set_payload(body.for_handler(rules.max_body_bytes(app.boundary.max_body_bytes)));
            answer(&rules, next.call(request).boxed_local()).await?.map_into_boxed_body()
        }
    };
    rate::finish(&app.boundary, &mut response);
    body.let_go();
    Ok(response)
}

/// Has the endpoint answer in the time that it has. A body of any length is written piece by piece, for which no time is
/// set in advance.
async fn answer<T>(rules: &EndpointRules, work: LocalBoxFuture<'_, T>) -> T {
    if rules.is_long {
        return work.await;
    }
    let timeout = if rules.cost >= CostClass::Scans { SCAN_DATABASE_TIMEOUT } else { DATABASE_TIMEOUT };
    deadline::within(timeout, work).await
}

async fn checked(passage: &Passage<'_>) -> Result<EndpointRules, Problem> {
    for step in STEPS {
        if let Err(problem) = step.check(passage).await {
            if step == PipelineStep::Identity {
                rate::note_stranger(passage.request, &problem);
            }
            return Err(problem);
        }
    }
    passage.rules().cloned()
}
