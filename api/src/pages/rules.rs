//! `/rules` and `/rules/{game}`: the rules of each game, with an anchor for every id that a refusal can cite.

use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::games;
use kifu_engine::text::Language;
use maud::{Markup, html};

use super::layout::{Page, Place};
use super::{answer, language, words};
use crate::problem::{Code, Problem};

/// All games.
pub async fn list(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let main = html! {
        h1 { (words::RULES_TITLE.of(language)) }
        ul { @for game in games::ALL { li { a href={ "rules/" (game.meta().slug) } { (game.meta().name.of(language)) } } } }
    };
    Ok(answer::html(&request, &page(language, 0, words::RULES_TITLE.of(language), main)))
}

/// The rules of one.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let game = request.match_info().get("game").and_then(games::find);
    let game = game.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let main = html! { h1 { (game.meta().name.of(language)) } };
    Ok(answer::html(&request, &page(language, 1, game.meta().name.of(language), main)))
}

fn page(language: Language, depth: usize, title: &str, main: Markup) -> Page {
    Page {
        language,
        depth,
        title: title.to_owned(),
        place: Some(Place::Rules),
        styles: &[],
        module: None,
        head: html! {},
        listed: true,
        main,
    }
}
