//! `/players`: finding somebody by name, and who leads at each game.

use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::games;
use kifu_engine::text::Language;
use maud::{Markup, html};

use super::layout::{HtmlPage, MenuPlace};
use super::words::PageText;
use super::{answer, language, words};
use crate::http::problem::Problem;

/// Numbers of games that leaders must have played, as they are offered; the API's own is chosen at first.
const MIN_GAMES_OPTIONS: [u32; 5] = [1, 5, 10, 20, 50];
const DEFAULT_MIN_GAMES: u32 = 5;
/// Leaders of a game.
const LEADERS_PER_GAME: usize = 5;

/// The page.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let page = HtmlPage {
        place: Some(MenuPlace::Statistics),
        styles: &["people.css"],
        module: Some("players.js"),
        listed: true,
        ..HtmlPage::plain(language, 0, words::PLAYERS.of(language), main(language))
    };
    Ok(answer::html(&request, &page))
}

fn main(language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        h1 { (say(&words::PLAYERS)) }
        p.quiet { (say(&words::PLAYERS_ABOUT)) }
        search {
            form #search .who {
                label.field {
                    span { (say(&words::PLAYERS_NAME)) }
                    input name="name" type="search" maxlength="100" autocomplete="off";
                }
                button type="submit" { (say(&words::FIND_DO)) }
            }
        }
        section #found .found-people aria-labelledby="found-title" {
            h2 #found-title { (say(&words::PLAYERS_ALL)) }
            p #found-trouble .trouble role="alert" hidden {}
            ul #found-list .people aria-busy="true" { @for _ in 0..8 { li.waiting {} } }
            button #found-more type="button" hidden { (say(&words::MORE)) }
        }
        section #leaders aria-labelledby="leaders-title" {
            div.row.apart {
                h2 #leaders-title { (say(&words::PLAYERS_LEADERS)) }
                label.row {
                    span { (say(&words::PLAYERS_LEAST)) }
                    select #least autocomplete="off" {
                        @for least in MIN_GAMES_OPTIONS { option value=(least) selected[least == DEFAULT_MIN_GAMES] { (least) } }
                    }
                }
            }
            p.small.quiet { (say(&words::PLAYERS_RATED)) }
            div.boards { @for game in games::ALL { (leaders(game.meta().slug, game.meta().name.of(language), language)) } }
        }
        noscript { p.trouble { (say(&words::NEEDS_SCRIPT)) } }
    }
}

/// A place for the leaders of a game.
fn leaders(slug: &str, name: &str, language: Language) -> Markup {
    let title = format!("leaders-{slug}");
    html! {
        div.board.sheet data-game=(slug) {
            h3 id=(title) { a href={ "statistics/" (slug) } { (name) } }
            div.scrolls tabindex="0" role="region" aria-labelledby=(title) {
                table {
                    thead {
                        tr {
                            th scope="col" { (words::PLACE.of(language)) }
                            th scope="col" { (words::WHO.of(language)) }
                            th.number scope="col" { (words::PLAYER_RATING.of(language)) }
                            th.number scope="col" { (words::PLAYER_WINS.of(language)) }
                        }
                    }
                    tbody { @for _ in 0..LEADERS_PER_GAME { tr { td colspan="4" { "…" } } } }
                }
            }
        }
    }
}
