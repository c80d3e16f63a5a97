//! `/open/{game}`: who sits where, how it is played, and the links for everybody.

use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::games;
use maud::html;

use super::layout::{Page, Place};
use super::{answer, language, words};
use crate::problem::{Code, Problem};

/// The page that opens a record of this game.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let game = request.match_info().get("game").and_then(games::find);
    let game = game.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let main = html! { h1 { (words::OPEN_TITLE.of(language)) } p { (game.meta().name.of(language)) } };
    let page = Page {
        language,
        depth: 1,
        title: words::OPEN_TITLE.of(language).to_owned(),
        place: Some(Place::Tables),
        styles: &["home.css"],
        module: Some("open.js"),
        head: html! {},
        listed: true,
        main,
    };
    Ok(answer::html(&request, &page))
}
