//! Pages for people who build on the API: the contract to browse, and the meaning of each problem.

use actix_web::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY};
use actix_web::middleware::DefaultHeaders;
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::http::entity_tag::tagged;
use crate::http::extractors::negotiate;
use crate::http::media::{HTML, JSON};
use crate::http::problem::{Code, Problem};
use crate::pages;
use crate::pages::problem::ProblemExplanation;

/// The paths of the documentation.
pub const PATHS: [&str; 3] = ["/docs", "/docs/index.css", "/docs/{_:.*}"];

/// The policy of the pages, and `data:` for the arrows of the interface.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The interface's own small stylesheet, and the colours of its logo, which it writes into the page, where [`DOCS_POLICY`]
/// leaves them out: the logo would be black on its dark bar.
const STYLES: &str = "html { box-sizing: border-box; overflow-y: scroll }
*, *::before, *::after { box-sizing: inherit }
body { margin: 0; background: #fafafa }
.topbar .logo_small_svg__cls-2 { fill: #fff }
.topbar .logo_small_svg__cls-3 { fill: #85ea2d }
";

/// The browsable contract at `/docs/`; its files are inside the binary.
pub fn mount(service: &mut ServiceConfig) {
    let config = Config::new(["/openapi.json"]).display_request_duration(true).validator_url("none");
    let headers = DefaultHeaders::new()
        .add((CONTENT_SECURITY_POLICY, DOCS_POLICY))
        .add((REFERRER_POLICY, "no-referrer"));
    let scope = web::scope("/docs").wrap(headers).route("", web::get().to(to_docs));
    let scope = scope.route("/index.css", web::get().to(styles));
    service.service(scope.service(SwaggerUi::new("/{_:.*}").config(config)));
}

async fn to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header(("Location", "/docs/")).finish()
}

async fn styles() -> HttpResponse {
    HttpResponse::Ok().content_type("text/css; charset=utf-8").body(STYLES)
}

/// The page a problem's `type` points at.
pub async fn problem(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = pages::language::of(&request)?;
    let word = request.match_info().get("code").unwrap_or_default();
    let code = Code::ALL.iter().copied().find(|code| code.word() == word);
    let code = code.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let explanation =
        ProblemExplanation { code, status: code.status().as_u16(), title: code.title(), help: code.help() };
    if negotiate(&request, &[JSON, HTML])? == JSON {
        let body = serde_json::to_string(&explanation).map_err(Problem::internal)?;
        return Ok(tagged(&request, HttpResponse::Ok(), JSON, body));
    }
    Ok(pages::problem::show(&request, &explanation, language))
}
