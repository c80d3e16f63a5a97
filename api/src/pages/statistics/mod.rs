//! `/statistics` and the pages below it: the records of all games in numbers, of one game, and of one metric.

mod filters;
pub mod game;
mod groupings;
pub mod metric;

use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::games;
use kifu_engine::message::Argument;
use kifu_engine::text::Language;
use maud::{Markup, html};

use super::layout::{HtmlPage, MenuPlace};
use super::words::PageText;
use super::{answer, language, words};
use crate::http::problem::Problem;
use kifu_statistics::catalogue::{CatalogueEntry, entries};

/// The overview of the whole archive: a metric, its query and its title.
const LIVE_COUNTS: [(&str, &str, &PageText); 3] = [
    ("common.moves", "group_by=game", &words::LIVE_MOVES),
    ("common.minutes", "group_by=game", &words::LIVE_MINUTES),
    ("common.first_player_advantage", "group_by=game", &words::LIVE_FIRST),
];

/// Everything that records answer.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let title = words::STATISTICS.of(language).to_owned();
    Ok(answer::html(&request, &page(language, 0, title, "statistics.js", main(language))))
}

fn page(language: Language, depth: usize, title: String, module: &'static str, main: Markup) -> HtmlPage {
    HtmlPage {
        place: Some(MenuPlace::Statistics),
        styles: &["home.css", "chart.css", "statistics.css"],
        module: Some(module),
        listed: true,
        ..HtmlPage::plain(language, depth, title, main)
    }
}

fn main(language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        div.counted {
            div.stack.tight {
                h1 { (say(&words::STATISTICS)) }
                p.quiet.lead { (say(&words::STATISTICS_ABOUT)) }
                p { a.button href="players" { (say(&words::PLAYERS)) } }
            }
            (kinds(language))
            section.stack aria-labelledby="archive-title" {
                h2 #archive-title { (say(&words::ARCHIVE)) }
                div.pair {
                    figure #months .months aria-busy="true" { figcaption { h3 { (say(&words::RECORDS_BY_MONTH)) } } }
                    @for (metric, query, title) in &LIVE_COUNTS { (live(metric, query, title, language)) }
                }
            }
            (catalogue(language))
            noscript { p.trouble { (say(&words::NEEDS_SCRIPT)) } }
        }
    }
}

fn kinds(language: Language) -> Markup {
    html! {
        section.stack aria-labelledby="games-title" {
            h2 #games-title { (words::BY_GAME.of(language)) }
            ul.games {
                @for meta in games::ALL.iter().map(|game| game.meta()) {
                    li {
                        a.game href={ "statistics/" (meta.slug) } {
                            span.game-name { (meta.name.of(language)) }
                            span.small.quiet.number data-game=(meta.slug) { "\u{a0}" }
                        }
                    }
                }
            }
        }
    }
}

fn live(metric: &str, query: &str, title: &'static PageText, language: Language) -> Markup {
    html! {
        section.stack.tight {
            h3 { a href={ "statistics/metrics/" (metric) "?" (query) } { (title.of(language)) } }
            figure.chart.low data-metric=(metric) data-query=(query) {}
        }
    }
}

/// Every metric, to be found by its words.
fn catalogue(language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        section.stack #catalogue aria-labelledby="catalogue-title" {
            h2 #catalogue-title { (say(&words::CATALOGUE)) }
            search {
                label.field.seek {
                    span { (say(&words::SEEK_METRIC)) }
                    input #seek type="search" name="q" autocomplete="off" placeholder=(say(&words::SEEK_WORDS));
                }
            }
            p #sought .quiet.small role="status" { (words::METRICS_OF.with(language, vec![("count", entries().len().into_arg())])) }
            (metrics(entries().iter().filter(|entry| entry.is_common()), say(&words::COMMON_METRICS), true, language))
            @for meta in games::ALL.iter().map(|game| game.meta()) {
                (metrics(own(meta.slug), meta.name.of(language), false, language))
            }
        }
    }
}

/// Metrics under a title, shown at once or on demand.
fn metrics(
    entries: impl Iterator<Item = &'static CatalogueEntry>,
    title: &str,
    open: bool,
    language: Language,
) -> Markup {
    let entries: Vec<_> = entries.collect();
    html! {
        details.kind open[open] {
            summary { h3 { (title) } span.tag.number { (entries.len()) } }
            ul.metrics {
                @for entry in entries {
                    li data-words=(entry.id) {
                        a href={ "statistics/metrics/" (entry.id) } { (entry.metric.title.of(language)) }
                        span.small.quiet.defined { (definition_markup(entry.metric.definition.of(language))) }
                        @for example in &entry.examples { span.small.question { (of(example.ja, example.en, language)) } }
                    }
                }
            }
        }
    }
}

/// The metrics that only this game has.
fn own(slug: &str) -> impl Iterator<Item = &'static CatalogueEntry> {
    entries().iter().filter(move |entry| !entry.is_common() && entry.games == [slug])
}

/// A definition, with the names in it as the API has them.
fn definition_markup(definition: &str) -> Markup {
    html! {
        @for (index, part) in definition.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// One of two texts.
fn of<'t>(ja: &'t str, en: &'t str, language: Language) -> &'t str {
    match language {
        Language::Ja => ja,
        Language::En => en,
    }
}
