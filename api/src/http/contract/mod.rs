//! The OpenAPI 3.1 contract, made of endpoints, parameters, answers and the engine's own types.
//!
//! A game's moves, effects and choices become unions of named schemas, one for each kind, so that generated clients are
//! typed. Nothing here names a game.
//!
//! A move's schema must come from the engine, which may know no HTTP library. So schemars makes the schemas of both,
//! with one description for each type, and the table in `routes/` is routing and contract at once. `/docs/` shows the
//! contract with utoipa's Swagger UI.

mod answer;
mod cost_class;
mod endpoint;
mod examples;
mod game_variants;
mod generators;
mod parameter;
mod problem_responses;
mod response_header;
mod rules;
mod schemas;
mod tidy;

pub use answer::Answer;
pub use cost_class::CostClass;
pub use endpoint::Endpoint;
pub use examples::add_examples;
pub use game_variants::split_by_game;
pub use generators::Generators;
use generators::{SchemaOf, schema_of};
pub use parameter::{NO_NUL_PATTERN, Parameter};
pub use problem_responses::problem_responses;
pub use response_header::{ACCEPT_RANGES, ETAG, LINK, LOCATION, ResponseHeader, shared_headers};
pub use rules::{EndpointRules, Identity};
pub use schemas::*;
pub use tidy::tidy;

const JSON: &str = "application/json";
const NDJSON: &str = "application/x-ndjson";
/// The path of shared schemas.
const COMPONENTS: &str = "#/components/schemas/";
