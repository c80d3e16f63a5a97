//! `/games/{id}`: a record to follow and to replay.

use actix_web::{HttpRequest, HttpResponse};
use maud::html;

use super::layout::{Page, Place};
use super::{answer, language, words};
use crate::problem::Problem;
use crate::request::game_id;

/// The page of a record; whether there is such a record it finds out with its reader's token.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    game_id(&request)?;
    let language = language::of(&request)?;
    let main = html! { h1 #title { (words::RECORD_TITLE.of(language)) } };
    let page = Page {
        language,
        depth: 1,
        title: words::RECORD_TITLE.of(language).to_owned(),
        place: Some(Place::Tables),
        styles: &["record.css"],
        module: Some("record.js"),
        head: html! {},
        listed: false,
        main,
    };
    Ok(answer::html(&request, &page))
}
