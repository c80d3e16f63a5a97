//! `GET /v1/statistics`: every metric, and exactly what it means.

use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::games;
use kifu_engine::games::slugs;
use kifu_statistics::catalogue::{CatalogueEntry, entries};
use kifu_statistics::groupings::{GROUPINGS, Grouping};
use kifu_statistics::ratings::definition::RatingDefinition;
use schemars::JsonSchema;
use serde::Serialize;

use crate::http::contract::Parameter;
use crate::http::entity_tag::tagged;
use crate::http::extractors;
use crate::http::problem::Problem;
use crate::http::query_params::QueryParams;

/// All metrics.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Catalogue {
    /// The common ones first, then by game.
    pub metrics: Vec<&'static CatalogueEntry>,
    /// The ways to group that metrics share, and exactly what they mean.
    pub groupings: &'static [Grouping],
    /// The definition of the ratings on leaderboards and profiles.
    pub ratings: RatingDefinition,
}

/// The parameters of the catalogue.
pub fn parameters() -> Vec<Parameter> {
    let about = "Only what records of this game answer, the common metrics among it.";
    vec![Parameter::words("game", slugs, about)]
}

/// Shows the metrics.
pub async fn handle(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let params = extractors::parameters(&request)?;
    let params = QueryParams(&params);
    params.check(&parameters())?;
    let game = params.word("game", &slugs())?;
    let is_requested =
        |entry: &&CatalogueEntry| game.as_ref().is_none_or(|game| entry.games.contains(&game.as_str()));
    let rated = games::ALL.iter().map(|game| game.meta());
    let rated = rated.filter(|meta| game.as_ref().is_none_or(|game| game == meta.slug));
    let catalogue = Catalogue {
        metrics: entries().iter().filter(is_requested).collect(),
        groupings: GROUPINGS,
        ratings: RatingDefinition::of(rated),
    };
    let body = serde_json::to_string(&catalogue).map_err(Problem::internal)?;
    Ok(tagged(&request, HttpResponse::Ok(), "application/json", body))
}
