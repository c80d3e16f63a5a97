//! `/`: live records, finished records, and the link that opens a new one.

use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::games;
use kifu_engine::picture::Picture;
use kifu_engine::text::Language;
use maud::{Markup, html};

use super::layout::{HtmlPage, MenuPlace};
use super::words::PageText;
use super::{answer, language, words};
use crate::http::problem::Problem;

/// Orders that the search offers.
const SORTS: [(&str, &PageText); 5] = [
    ("-opened", &words::ORDER_OPENED),
    ("-played", &words::ORDER_PLAYED),
    ("-moves", &words::ORDER_MOVES),
    ("-points", &words::ORDER_POINTS),
    ("-score", &words::ORDER_SCORE),
];
const STATUSES: [(&str, &PageText); 3] =
    [("live", &words::STATUS_LIVE), ("over", &words::STATUS_OVER), ("abandoned", &words::STATUS_ABANDONED)];

/// The home page.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let page = HtmlPage {
        place: Some(MenuPlace::Tables),
        styles: &["home.css"],
        module: Some("home.js"),
        listed: true,
        ..HtmlPage::plain(
            language,
            0,
            words::NAME.of(language),
            main(language, read_query(request.query_string())),
        )
    };
    Ok(answer::html(&request, &page))
}

/// The query of an address. The page is made for it at once, so that nothing moves when the module fills it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HomeQuery {
    Tables,
    /// Records, with this number of filters beside words.
    Records(usize),
}

fn read_query(query: &str) -> HomeQuery {
    let parameters = query.split('&').filter_map(|parameter| parameter.split_once('='));
    let filters: Vec<_> =
        parameters.filter(|(name, value)| *name != "language" && !value.is_empty()).collect();
    if filters.is_empty() {
        return HomeQuery::Tables;
    }
    HomeQuery::Records(filters.iter().filter(|(name, _)| *name != "q").count())
}

fn main(language: Language, query: HomeQuery) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        @if query == HomeQuery::Tables {
            div.hero {
                div { h1 { (say(&words::HOME_TITLE)) } p.quiet { (say(&words::HOME_ABOUT)) } }
                (musicians())
            }
        } @else {
            h1.finding { (say(&words::FIND)) }
        }
        (search(language, query))
        section #found .found hidden[query == HomeQuery::Tables] aria-labelledby="found-title" {
            div.row.apart { h2 #found-title { (say(&words::FOUND)) } p #found-count .quiet.number role="status" {} }
            p #found-trouble .trouble role="alert" hidden {}
            ul #found-list .cards {}
            div.row { button #found-more type="button" hidden { (say(&words::MORE)) } a.button.plain href="./" { (say(&words::ALL_TABLES)) } }
        }
        div #tables hidden[query != HomeQuery::Tables] {
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
            (super::games::cards("open", language))
            p.row.small {
                a href="statistics" { (words::STATISTICS.of(language)) }
                @for game in games::ALL {
                    a.quiet href={ "statistics/" (game.meta().slug) } { (game.meta().name.of(language)) }
                }
            }
        }
    }
}

fn list(id: &str, title: &'static PageText, language: Language) -> Markup {
    html! {
        section aria-labelledby={ (id) "-title" } {
            h2 id={ (id) "-title" } { (title.of(language)) }
            ul #(id) .cards aria-busy="true" { @for _ in 0..3 { li.waiting {} } }
        }
    }
}

/// The musicians of Bremen, one on the other. Only to look at.
fn musicians() -> Markup {
    const FROM_THE_TOP: [Picture; 4] = [Picture::Chicken, Picture::Cat, Picture::Dog, Picture::Donkey];
    html! {
        div.musicians aria-hidden="true" {
            @for picture in FROM_THE_TOP { (super::games::illustration(picture, 96)) }
        }
    }
}

fn search(language: Language, query: HomeQuery) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        search {
            form #search .search action="./" {
                div.first-row {
                    label.field { span.unseen { (say(&words::FIND)) } input name="q" type="search" placeholder=(say(&words::FIND_WORDS)); }
                    button type="submit" { (say(&words::FIND_DO)) }
                }
                p.small { a href="players" { (say(&words::PLAYERS_FIND)) } }
                details #filters {
                    summary { (say(&words::FILTERS)) @if let HomeQuery::Records(count @ 1..) = query { span.tag { (count) } } }
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
                            select name="sort" { @for (value, name) in &SORTS { option value=(value) { (name.of(language)) } } }
                        }
                    }
                }
            }
        }
    }
}

fn choice<'a>(
    name: &str,
    label: &'static PageText,
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

fn field(name: &str, label: &'static PageText, kind: &str, language: Language) -> Markup {
    html! { label.field { span { (label.of(language)) } input name=(name) type=(kind) autocomplete="off"; } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_filters_asks_for_tables() {
        for (query, expected) in [
            ("", HomeQuery::Tables),
            ("language=ja&q=", HomeQuery::Tables),
            ("q=Aki", HomeQuery::Records(0)),
            ("q=Aki&game=x", HomeQuery::Records(1)),
            ("sort=-moves&q=Aki&game=x", HomeQuery::Records(2)),
        ] {
            assert_eq!(read_query(query), expected, "{query}");
        }
    }
}
