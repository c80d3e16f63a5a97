//! `/players/{id}`: a player's public records in numbers. The address names the games, the player to compare with and
//! the drawings.

use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::games;
use kifu_engine::statistics::{MetricKind, MetricOf};
use kifu_engine::text::Language;
use maud::{Markup, html};

use super::layout::{HtmlPage, MenuPlace};
use super::words::PageText;
use super::{answer, language, words};
use crate::http::extractors::player_id;
use crate::http::problem::Problem;
use kifu_statistics::catalogue::{self, CatalogueEntry};
use kifu_statistics::definitions::COMMON;

/// The periods that one point of the rating's history can stand for.
const POINT_INTERVALS: [(&str, &PageText); 5] = [
    ("game", &words::PLAYER_BY_GAME),
    ("day", &words::PLAYER_BY_DAY),
    ("week", &words::PLAYER_BY_WEEK),
    ("month", &words::PLAYER_BY_MONTH),
    ("year", &words::PLAYER_BY_YEAR),
];
/// The period that is selected at first.
const DEFAULT_POINT_INTERVAL: &str = "month";
/// The metric that is shown at first.
const DEFAULT_METRIC: &str = "common.won";
/// Orders of opponents, the usual one first.
const SORTS: [(&str, &PageText); 4] = [
    ("games", &words::PLAYER_SORT_GAMES),
    ("wins", &words::PLAYER_SORT_WINS),
    ("losses", &words::PLAYER_SORT_LOSSES),
    ("last_played", &words::PLAYER_SORT_LAST),
];

/// The page of a player; whether there is one the API says.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    player_id(&request)?;
    let language = language::of(&request)?;
    let page = HtmlPage {
        place: Some(MenuPlace::Statistics),
        styles: &["home.css", "chart.css", "people.css"],
        module: Some("player.js"),
        ..HtmlPage::plain(language, 1, words::PLAYER_TITLE.of(language), main(language))
    };
    Ok(answer::html(&request, &page))
}

fn main(language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        p.small { a href="../players" { (say(&words::PLAYERS)) } }
        h1 #name { (say(&words::PLAYER_TITLE)) }
        p #facts .quiet.small {}
        ul #moments .moments {}
        div #gone .stack hidden {
            p #gone-text .sheet role="status" {}
            p { a.button href="../players" { (say(&words::PLAYER_FIND_OTHER)) } }
        }
        p #trouble .trouble role="alert" hidden {}
        div #profile .profile aria-busy="true" {
            (filters(language))
            (part("numbers", &words::PLAYER_NUMBERS, &html! {}, &numbers(language), language))
            (part("recent", &words::RECENT, &html! {}, &recent(language), language))
            (part("ratings", &words::PLAYER_RATINGS, &html! {}, &html! { div #rating-charts .charts {} details { summary { (words::PLAYER_RATING_WHAT.of(language)) } p #rating-is .small.quiet {} } }, language))
            (part("versus", &words::PLAYER_VERSUS, &versus(language), &html! { div #versus-note .stack aria-live="polite" {} }, language))
            (part("opponents", &words::PLAYER_OPPONENTS, &orders(language), &html! { div #opponents-note {} }, language))
            (part("metrics", &words::PLAYER_METRICS, &metric(language), &charts(language), language))
        }
        (own(language))
        noscript { p.trouble { (say(&words::NEEDS_SCRIPT)) } }
    }
}

/// The part for the player alone, shown with the profile's key.
fn own(language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        details #own-part {
            summary { (say(&words::OWN_TITLE)) }
            div.stack {
                p.small.quiet { (say(&words::OWN_ABOUT)) }
                form #own-form .row {
                    label.field { span { (say(&words::OWN_KEY)) } input #own-key type="password" autocomplete="off" required; }
                    button type="submit" { (say(&words::OWN_SHOW)) }
                }
                p #own-trouble .trouble role="alert" hidden {}
                div #own .stack hidden {
                    label.row {
                        span { (say(&words::OWN_SEATED_BY)) }
                        select #own-seated-by autocomplete="off" {
                            option value="token_holders" { (say(&words::OWN_TOKEN_HOLDERS)) }
                            option value="anybody" { (say(&words::OWN_ANYBODY)) }
                        }
                    }
                    h3 { (say(&words::OWN_SEATS)) }
                    p.small.quiet { (say(&words::OWN_LEAVE_ABOUT)) }
                    ul #own-seats .stack.tight {}
                    p { button #own-forget type="button" { (say(&words::OWN_FORGET)) } }
                }
            }
        }
    }
}

/// A section: its title, its choices and its content.
fn part(id: &str, title: &'static PageText, chosen: &Markup, shown: &Markup, language: Language) -> Markup {
    html! {
        section id=(id) .part aria-labelledby={ (id) "-title" } {
            div.row.apart { h2 id={ (id) "-title" } { (title.of(language)) } (chosen) }
            (shown)
        }
    }
}

fn filters(language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        search aria-label=(say(&words::PLAYER_WHICH)) {
            form #filters .filters {
                label.field {
                    span { (say(&words::GAME)) }
                    select name="game" autocomplete="off" {
                        option value="" { (say(&words::ANY)) }
                        @for game in games::ALL { option value=(game.meta().slug) { (game.meta().name.of(language)) } }
                    }
                }
                label.field { span { (say(&words::FROM)) } input name="from" type="date" autocomplete="off"; }
                label.field { span { (say(&words::TO)) } input name="to" type="date" autocomplete="off"; }
                label.field { span { (say(&words::PLAYER_BY)) } (offers("by", &POINT_INTERVALS, DEFAULT_POINT_INTERVAL, language)) }
            }
        }
    }
}

fn numbers(language: Language) -> Markup {
    html! {
        div #games .played { @for _ in 0..2 { div.waiting {} } }
        p #games-note .small.quiet { (words::LOADING.of(language)) }
    }
}

fn recent(language: Language) -> Markup {
    html! {
        ul #recent-list .cards {}
        p { a #all-records href="../" { (words::PLAYER_ALL_RECORDS.of(language)) } }
    }
}

fn versus(language: Language) -> Markup {
    html! {
        label.row {
            span { (words::PLAYER_AGAINST.of(language)) }
            select #versus-who name="versus" autocomplete="off" { option value="" { "–" } }
        }
    }
}

fn orders(language: Language) -> Markup {
    html! {
        div.row {
            label.row { span { (words::ORDER.of(language)) } (offers("sort", &SORTS, SORTS[0].0, language)) }
            label.row {
                span { (words::PLAYER_LEAST.of(language)) }
                input name="min_games" data-usual="1" type="number" min="1" max="1000000" value="1" inputmode="numeric" autocomplete="off";
            }
        }
    }
}

fn metric(language: Language) -> Markup {
    html! {
        label.row {
            span { (words::PLAYER_METRIC.of(language)) }
            select #metric-which name="metric" data-usual=(DEFAULT_METRIC) autocomplete="off" {
                (metrics(COMMON, words::PLAYER_COMMON.of(language), language))
                @for game in games::ALL { (metrics(game.meta().slug, game.meta().name.of(language), language)) }
            }
        }
    }
}

/// Places for the charts of a metric.
fn charts(language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        p #metric-is .quiet {}
        p #of-table .small.quiet hidden { (say(&words::PLAYER_OF_TABLE)) }
        div.charts {
            div.stack.tight { h3 #spread-title { (say(&words::PLAYER_DISTRIBUTION)) } figure #spread .chart aria-labelledby="spread-title" {} }
            div.stack.tight { h3 #trend-title { (say(&words::PLAYER_TREND)) } figure #trend .chart aria-labelledby="trend-title" {} }
            div #everybody-part .stack.tight { h3 #everybody-title { (say(&words::PLAYER_EVERYBODY)) } figure #everybody .chart aria-labelledby="everybody-title" {} }
            div #other-part .stack.tight hidden { h3 #other-title { (say(&words::PLAYER_AGAINST_OTHER)) } figure #other .chart aria-labelledby="other-title" {} }
        }
    }
}

/// The metrics of a kind of game, or the common ones.
fn metrics(of: &str, name: &str, language: Language) -> Markup {
    let is_of = |entry: &&CatalogueEntry| entry.id.split_once('.').is_some_and(|(kind, _)| kind == of);
    html! {
        optgroup label=(name) data-game=(of) {
            @for entry in catalogue::entries().iter().filter(is_of) {
                option value=(entry.id) data-of=(if entry.metric.of == MetricOf::Seat { "seat" } else { "table" }) data-games=(entry.games.join(" ")) data-low[entry.metric.kind == MetricKind::Share] {
                    (entry.metric.title.of(language))
                }
            }
        }
    }
}

/// A choice that the address keeps by this name.
fn offers(name: &str, offers: &[(&str, &'static PageText)], usual: &str, language: Language) -> Markup {
    html! {
        select name=(name) data-usual=(usual) autocomplete="off" {
            @for (value, text) in offers { option value=(value) selected[*value == usual] { (text.of(language)) } }
        }
    }
}
