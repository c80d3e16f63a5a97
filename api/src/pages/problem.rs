//! `/problems/{code}`: what a problem means, for people who follow its `type`.

use actix_web::http::header::{HeaderValue, VARY};
use actix_web::{HttpRequest, HttpResponse};
use maud::html;

use super::layout::Page;
use super::{answer, language};
use crate::docs::Explanation;
use crate::problem::Problem;

/// The page of a problem.
pub fn show(request: &HttpRequest, explanation: &Explanation) -> Result<HttpResponse, Problem> {
    let language = language::of(request)?;
    let title = explanation.title.of(language);
    let main = html! {
        div.stack {
            h1 { (title) }
            p { (explanation.help.of(language)) }
            p { code { (explanation.status) " " (explanation.code.word()) } }
        }
    };
    let page = Page {
        language,
        depth: 1,
        title: title.to_owned(),
        place: None,
        styles: &[],
        module: None,
        head: html! {},
        listed: true,
        main,
    };
    let mut response = answer::html(request, &page);
    response.headers_mut().append(VARY, HeaderValue::from_static("Accept"));
    Ok(response)
}
