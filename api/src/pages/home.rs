//! `/`: what is being played, what was, and the way to a record of one's own.

use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::games;
use kifu_engine::text::{Language, Text};
use maud::{Markup, html};

use super::layout::{Page, Place};
use super::{answer, language, words};
use crate::problem::Problem;

/// Orders that the search offers.
const ORDERS: [(&str, &Text); 5] = [
    ("-opened", &words::ORDER_OPENED),
    ("-played", &words::ORDER_PLAYED),
    ("-moves", &words::ORDER_MOVES),
    ("-points", &words::ORDER_POINTS),
    ("-score", &words::ORDER_SCORE),
];
const STATUSES: [(&str, &Text); 3] =
    [("live", &words::STATUS_LIVE), ("over", &words::STATUS_OVER), ("abandoned", &words::STATUS_ABANDONED)];

/// The home page.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let page = Page {
        language,
        depth: 0,
        title: words::NAME.of(language).to_owned(),
        place: Some(Place::Tables),
        styles: &["home.css"],
        module: Some("home.js"),
        head: html! {},
        listed: true,
        main: main(language),
    };
    Ok(answer::html(&request, &page))
}

fn main(language: Language) -> Markup {
    let say = |text: &'static Text| text.of(language);
    html! {
        div.hero {
            h1 { (say(&words::HOME_TITLE)) }
            p.quiet { (say(&words::HOME_ABOUT)) }
        }
        (search(language))
        section #found .found hidden aria-labelledby="found-title" {
            div.row.apart { h2 #found-title { (say(&words::FOUND)) } p #found-count .quiet.number role="status" {} }
            p #found-trouble .trouble role="alert" hidden {}
            ul #found-list .cards {}
            div.row { button #found-more type="button" hidden { (say(&words::MORE)) } a.button.plain href="./" { (say(&words::ALL_TABLES)) } }
        }
        div #tables {
            (opening(language))
            div.lists {
                (list("live", &words::LIVE_NOW, language))
                (list("recent", &words::RECENT, language))
                (list("notable", &words::NOTABLE, language))
            }
        }
        noscript { p.trouble { (say(&words::NEEDS_SCRIPT)) } }
    }
}

fn opening(language: Language) -> Markup {
    html! {
        section.opening aria-labelledby="opening-title" {
            h2 #opening-title { (words::START_RECORD.of(language)) }
            ul.games {
                @for game in games::ALL {
                    li {
                        a.game href={ "open/" (game.meta().slug) } {
                            span.game-name { (game.meta().name.of(language)) }
                            span.small.quiet { (super::games::seats(game.meta(), language)) }
                        }
                    }
                }
            }
        }
    }
}

fn list(id: &str, title: &'static Text, language: Language) -> Markup {
    html! {
        section aria-labelledby={ (id) "-title" } {
            h2 id={ (id) "-title" } { (title.of(language)) }
            ul #(id) .cards aria-busy="true" { @for _ in 0..3 { li.waiting {} } }
        }
    }
}

fn search(language: Language) -> Markup {
    let say = |text: &'static Text| text.of(language);
    html! {
        search {
            form #search .search action="./" {
                div.first-row {
                    label.field { span.unseen { (say(&words::FIND)) } input name="q" type="search" placeholder=(say(&words::FIND_WORDS)); }
                    button type="submit" { (say(&words::FIND_DO)) }
                }
                details #filters {
                    summary { (say(&words::FILTERS)) }
                    div.filters {
                        (choice("game", &words::GAME, games::ALL.iter().map(|game| (game.meta().slug, game.meta().name.of(language))), language))
                        (choice("status", &words::STATUS, STATUSES.iter().map(|(value, name)| (*value, name.of(language))), language))
                        (field("player", &words::PLAYER, "text", language))
                        (field("winner", &words::WINNER, "text", language))
                        (field("from", &words::FROM, "date", language))
                        (field("to", &words::TO, "date", language))
                        (field("happened", &words::HAPPENED, "text", language))
                        label.field {
                            span { (say(&words::ORDER)) }
                            select name="sort" { @for (value, name) in &ORDERS { option value=(value) { (name.of(language)) } } }
                        }
                    }
                }
            }
        }
    }
}

fn choice<'a>(
    name: &str,
    label: &'static Text,
    offers: impl Iterator<Item = (&'a str, &'a str)>,
    language: Language,
) -> Markup {
    html! {
        label.field {
            span { (label.of(language)) }
            select name=(name) {
                option value="" { (words::ANY.of(language)) }
                @for (value, text) in offers { option value=(value) { (text) } }
            }
        }
    }
}

fn field(name: &str, label: &'static Text, kind: &str, language: Language) -> Markup {
    html! { label.field { span { (label.of(language)) } input name=(name) type=(kind) autocomplete="off"; } }
}
