//! `/`: what is being played, what was, and the way to a record of one's own.

use actix_web::{HttpRequest, HttpResponse};
use maud::html;

use super::layout::{Page, Place};
use super::{answer, language, words};
use crate::problem::Problem;

/// The home page.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let main = html! { h1 { (words::HOME_TITLE.of(language)) } };
    let page = Page {
        language,
        depth: 0,
        title: words::NAME.of(language).to_owned(),
        place: Some(Place::Tables),
        styles: &["home.css"],
        module: Some("home.js"),
        head: html! {},
        listed: true,
        main,
    };
    Ok(answer::html(&request, &page))
}
