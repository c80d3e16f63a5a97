//! `GET /v1/rules`: which games there are, and the rules each is played by.

use actix_web::http::header::{CONTENT_LANGUAGE, VARY};
use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::erased::AnyGame;
use kifu_engine::game::Meta;
use kifu_engine::games;
use kifu_engine::message::Quote;
use kifu_engine::rules::RulesVersion;
use kifu_engine::setting::Setting;
use kifu_engine::statistics::LabelledWord;
use kifu_engine::text::Text;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::http::contract::Parameter;
use crate::http::entity_tag::tagged;
use crate::http::extractors::{accepted_language, negotiate, parameters};
use crate::http::media::JSON;
use crate::http::problem::{Code, Problem};
use crate::http::query_params::QueryParams;
use crate::http::words::Field;
use crate::http::words::requests::Requests;

const MARKDOWN: &str = "text/markdown";

/// A kind of game.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Game")]
pub struct Kind {
    /// Its stable name.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub slug: &'static str,
    /// The name of the game.
    pub name: Text,
    /// Fewest seats.
    pub min_seats: u8,
    /// Most seats that any set-up allows.
    pub max_seats: u8,
    /// True: some events are hidden from some viewers. Without secrets all viewers see the whole game.
    pub has_secrets: bool,
    /// The version of the rules by which new records are played, from 1.
    pub rules_version: RulesVersion,
    /// The settings to choose when a game is set up.
    pub settings: &'static [Setting],
    /// How results of it come about: the words of `ending` in results, and what people call them.
    pub endings: &'static [LabelledWord],
    /// The address of its rules.
    pub rules: String,
}

/// All kinds of games.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Games")]
pub struct Kinds {
    /// The games in the order in which people are offered them.
    pub games: Vec<Kind>,
}

/// The rules of one game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GameRules {
    /// The game.
    #[serde(flatten)]
    pub kind: Kind,
    /// The version of its rules.
    pub version: RulesVersion,
    /// The rules with their ids, in Markdown.
    pub text: Text,
}

fn kind(game: &dyn AnyGame) -> Kind {
    let meta = game.meta();
    Kind {
        slug: meta.slug,
        name: meta.name.clone(),
        min_seats: meta.seats.0,
        max_seats: meta.seats.1,
        has_secrets: meta.has_secrets,
        rules_version: meta.rules_version(),
        settings: meta.settings,
        endings: meta.endings,
        rules: format!("/v1/rules/{}", meta.slug),
    }
}

/// Lists the games.
pub async fn list(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let kinds = Kinds { games: games::ALL.iter().map(|game| kind(*game)).collect() };
    let body = serde_json::to_string(&kinds).map_err(Problem::internal)?;
    Ok(tagged(&request, HttpResponse::Ok(), JSON, body))
}

/// The requested version of the rules.
pub const VERSION: Parameter = Parameter::integer(
    "version",
    1,
    u16::MAX as u64,
    "The version of the rules, such as the `rules_version` of a record; the newest if nobody says.",
);

/// The version of a game's rules that is asked for, and their text.
///
/// # Errors
///
/// If the game has no such version.
pub fn requested(params: QueryParams<'_>, game: &dyn AnyGame) -> Result<(RulesVersion, Text), Problem> {
    let meta = game.meta();
    let version = match params.number::<u16>(VERSION.name(), 1, u16::MAX.into())? {
        Some(number) => meta.rules_versions().find(|version| version.number() == number),
        None => Some(meta.rules_version()),
    };
    let version = version.ok_or_else(|| no_such_version(params, meta))?;
    let text = games::rules::text(game, version).ok_or_else(|| Problem::plain(Code::NotFound))?;
    Ok((version, text))
}

/// The complaint about a version that the rules of a game do not have.
fn no_such_version(params: QueryParams<'_>, meta: &Meta) -> Problem {
    let versions: Vec<_> = meta.rules_versions().map(|version| version.to_string()).collect();
    let input = params.one(VERSION.name()).ok().flatten().unwrap_or_default();
    let (field, allowed) = (VERSION.name().into(), Field::list(&versions));
    let message = Requests::NotAmong { field, input: Quote(input.to_owned()), allowed };
    Problem::new(Code::NotFound, message).with(json!({"parameter": VERSION.name(), "input": input}))
}

/// Shows the rules of one: both languages as JSON, or one of them as Markdown.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let game = request.match_info().get("game").and_then(games::find);
    let game = game.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let params = parameters(&request)?;
    QueryParams(&params).check(&[VERSION])?;
    let (version, text) = requested(QueryParams(&params), game)?;
    let mut response = HttpResponse::Ok();
    response.insert_header((VARY, "Accept, Accept-Language"));
    if negotiate(&request, &[JSON, MARKDOWN])? == JSON {
        let rules = GameRules { kind: kind(game), version, text };
        let body = serde_json::to_string(&rules).map_err(Problem::internal)?;
        return Ok(tagged(&request, response, JSON, body));
    }
    let language = accepted_language(&request);
    response.insert_header((CONTENT_LANGUAGE, language.code()));
    Ok(tagged(&request, response, "text/markdown; charset=utf-8", text.of(language).to_owned()))
}
