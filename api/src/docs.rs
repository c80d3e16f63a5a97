//! Pages for people who build on the API: the contract to browse, and what each problem means.

use actix_web::web::ServiceConfig;
use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::text::Text;
use schemars::JsonSchema;
use serde::Serialize;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::pages;
use crate::problem::{Code, Problem};
use crate::records::events::JSON;
use crate::request::negotiate;

const HTML: &str = "text/html";

/// What a problem means.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Explanation {
    /// The kind of problem.
    pub code: Code,
    /// The status it is answered with.
    pub status: u16,
    /// What it is.
    pub title: Text,
    /// What to do about it.
    pub help: Text,
}

/// The browsable contract at `/docs/`; its files are inside the binary.
pub fn mount(service: &mut ServiceConfig) {
    let config = Config::new(["/openapi.json"]).display_request_duration(true).validator_url("none");
    service.route("/docs", actix_web::web::get().to(to_docs));
    service.service(SwaggerUi::new("/docs/{_:.*}").config(config));
}

async fn to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header(("Location", "/docs/")).finish()
}

/// The page a problem's `type` points at.
pub async fn problem(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = pages::language::of(&request)?;
    let word = request.match_info().get("code").unwrap_or_default();
    let code = Code::ALL.iter().copied().find(|code| code.word() == word);
    let code = code.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let explanation =
        Explanation { code, status: code.status().as_u16(), title: code.title(), help: code.help() };
    if negotiate(&request, &[JSON, HTML])? == JSON {
        return Ok(HttpResponse::Ok().json(explanation));
    }
    Ok(pages::problem::show(&request, &explanation, language))
}
