//! `/problems/{code}`: the meaning of a problem, for people who follow its `type`; and the page in a browser where
//! there is no other.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderValue, VARY};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, HttpResponse};
use kifu_engine::text::{Language, Text};
use maud::html;
use schemars::JsonSchema;
use serde::Serialize;

use super::layout::{self, HtmlPage};
use super::words::PageText;
use super::{answer, language, words};
use crate::http::extractors::{accepted_language, negotiate};
use crate::http::media::HTML;
use crate::http::problem::{Code, Problem};

/// The explanation of a problem.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProblemExplanation {
    /// The kind of problem.
    pub code: Code,
    /// The status it is answered with.
    pub status: u16,
    /// The title.
    pub title: Text,
    /// The advice.
    pub help: Text,
}

const JSON: &str = "application/problem+json";

/// The page of a problem.
pub fn show(request: &HttpRequest, explanation: &ProblemExplanation, language: Language) -> HttpResponse {
    let title = explanation.title.of(language);
    let main = html! {
        div.stack {
            h1 { (title) }
            p { (explanation.help.of(language)) }
            p { code { (explanation.status) " " (explanation.code.word()) } }
        }
    };
    let page = HtmlPage { listed: true, ..HtmlPage::plain(language, 1, title, main) };
    let mut response = answer::html(request, &page);
    response.headers_mut().append(VARY, HeaderValue::from_static("Accept"));
    response
}

/// Puts a page in place of a problem, with its status, where a browser asked for a page. Requests to the API are
/// answered as always.
pub async fn for_people(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let wants_a_page = request.method() == Method::GET
        && !request.path().starts_with("/v1/")
        && negotiate(request.request(), &[JSON, HTML]).is_ok_and(|media| media == HTML);
    let response = next.call(request).await?.map_into_boxed_body();
    let problem = response.response().error().and_then(|error| error.as_error::<Problem>());
    let page = problem.filter(|_| wants_a_page);
    let page = page.map(|problem| instead(response.request(), response.status(), problem));
    Ok(match page {
        Some(mut page) => {
            // The other headers of the answer, such as the time to wait.
            for (name, value) in response.headers() {
                if !page.headers().contains_key(name) {
                    page.headers_mut().insert(name.clone(), value.clone());
                }
            }
            response.into_response(page)
        }
        None => response,
    })
}

fn instead(request: &HttpRequest, status: StatusCode, problem: &Problem) -> HttpResponse {
    let language = language::of(request).unwrap_or_else(|_| accepted_language(request));
    let depth = request.path().trim_start_matches('/').matches('/').count();
    let say = |text: &'static PageText| text.of(language);
    let (title, message) = (problem.code().title(), problem.message());
    // A message that repeats the title is left out.
    let explanation = if message == title { problem.code().help() } else { message };
    let main = html! {
        div.stack {
            h1 { (title.of(language)) }
            p { (explanation.of(language)) }
            p { a.button href=(layout::root(depth)) { (say(&words::ALL_TABLES)) } }
        }
    };
    let mut response = answer::html(request, &HtmlPage::plain(language, depth, title.of(language), main));
    *response.status_mut() = status;
    response.headers_mut().append(VARY, HeaderValue::from_static("Accept"));
    response
}
