//! `/statistics/metrics/{metric}`: one metric, asked in every way that it can be.

use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::games;
use kifu_engine::message::Arg;
use kifu_engine::statistics::{MetricKind, MetricOf, OTHER_SEAT};
use kifu_engine::text::{Language, Text};
use maud::{Markup, html};

use super::{definition_markup, filters, groupings, of, page};
use crate::http::problem::{Code, Problem};
use crate::pages::words::PageText;
use crate::pages::{answer, language, words};
use kifu_statistics::catalogue::{CatalogueEntry, find};
use kifu_statistics::groupings::{GroupingOffer, period};

/// Orders of groups.
const SORTS: [(&str, &PageText); 4] = [
    ("-mean", &words::SORT_MOST_MEAN),
    ("mean", &words::SORT_LEAST_MEAN),
    ("-n", &words::SORT_MOST_N),
    ("-key", &words::SORT_KEY_BACK),
];

/// The sets of quantiles on offer: the value for the API, and the title.
const QUANTILES: [(&str, &PageText); 3] = [
    ("0.25,0.5,0.75", &words::QUANTILES_QUARTERS),
    ("0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9", &words::QUANTILES_TENTHS),
    ("0.01,0.5,0.99", &words::QUANTILES_ENDS),
];
/// Numbers of bars, of the smallest groups and of groups that are offered.
const BINS: [&str; 4] = ["10", "20", "60", "100"];
const LEAST: [&str; 6] = ["2", "5", "10", "20", "50", "100"];
const GROUPS: [&str; 5] = ["5", "10", "20", "50", "1000"];

/// Numbers as choices, called by themselves.
fn numbers<const N: usize>(numbers: &[&'static str; N]) -> [(&'static str, &'static str); N] {
    numbers.map(|number| (number, number))
}

/// One metric.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let entry = find(request.match_info().get("metric").unwrap_or_default())
        .ok_or_else(|| Problem::plain(Code::NotFound))?;
    let title = match game(entry) {
        Some((_, name)) => format!("{} – {}", entry.metric.title.of(language), name.of(language)),
        None => entry.metric.title.of(language).to_owned(),
    };
    Ok(answer::html(
        &request,
        &page(language, 2, title, "statistics-metric.js", main(entry, request.query_string(), language)),
    ))
}

/// The only game that it is about.
fn game(entry: &CatalogueEntry) -> Option<(&'static str, &'static Text)> {
    let slug = entry.games.first().filter(|_| !entry.is_common())?;
    Some((slug, &games::find(slug)?.meta().name))
}

fn main(entry: &'static CatalogueEntry, query: &str, language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        div.counted #metric data-metric=(entry.id) data-kind=(kind(entry)) {
            div.stack.tight {
                p.row.quiet {
                    a href="../../statistics" { (say(&words::STATISTICS)) }
                    @if let Some((slug, name)) = game(entry) { a href={ "../" (slug) } { (name.of(language)) } }
                }
                h1 { (entry.metric.title.of(language)) }
                p.lead { (definition_markup(entry.metric.definition.of(language))) }
                p.small.quiet { (entry.counted_games.of(language)) }
                p.row.small.quiet {
                    span.tag { (say(&words::UNIT)) " " (entry.metric.unit.of(language)) }
                    span.tag { (say(if entry.metric.of == MetricOf::Seat { &words::OF_SEATS } else { &words::OF_TABLES })) }
                    @if entry.metric.only_noted { span.tag { (say(&words::ONLY_NOTED)) } }
                }
            }
            (form(entry, query, language))
            section.stack aria-labelledby="answer-title" {
                h2 #answer-title { (say(&words::ANSWER)) }
                nav #groupings .row aria-label=(say(&words::GROUP_BY)) {
                    a.tag href="?" data-grouping="" { (say(&words::ALTOGETHER)) }
                    @for grouping in usual(entry) { a.tag href={ "?group_by=" (grouping) } data-grouping=(grouping) { (groupings::name(entry, grouping, language)) } }
                }
                figure #answer class=(shape(entry, query)) {}
                div #comparison .stack.tight hidden {}
            }
            (examples(entry, language))
            (history(entry, language))
            noscript { p.trouble { (say(&words::NEEDS_SCRIPT)) } }
        }
    }
}

/// How much room the answer to what the address asks will take.
fn shape(entry: &CatalogueEntry, query: &str) -> &'static str {
    let is_curve =
        |groupings: &str| groupings.replace("%2C", ",").split(',').any(|one| period(one).is_some());
    match grouped(query) {
        Some(groupings) if !is_curve(groupings) => "chart wide low",
        None if entry.metric.kind != MetricKind::Number => "chart wide low",
        _ => "chart wide",
    }
}

fn kind(entry: &CatalogueEntry) -> &'static str {
    match entry.metric.kind {
        MetricKind::Number => "number",
        MetricKind::Share => "share",
        MetricKind::Category => "category",
    }
}

/// The ways to group that are one tap away: all but what only some ask for.
fn usual(entry: &CatalogueEntry) -> impl Iterator<Item = &str> {
    let seldom = |name: &str| name == OTHER_SEAT.name || (name == "game" && entry.games.len() == 1);
    groupings::offered(entry, GroupingOffer::Metric).filter(move |name| !seldom(name))
}

fn examples(entry: &CatalogueEntry, language: Language) -> Markup {
    html! {
        @if !entry.examples.is_empty() {
            section.stack.tight aria-labelledby="examples-title" {
                h2 #examples-title { (words::EXAMPLES.of(language)) }
                ul.questions {
                    @for example in &entry.examples {
                        @let query = example.url.split_once('?').map_or("", |(_, query)| query);
                        li { a href={ "?" (query) } data-query=(query) { (of(example.ja, example.en, language)) } }
                    }
                }
            }
        }
    }
}

fn form(entry: &'static CatalogueEntry, query: &str, language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    let groups: Vec<(&str, String)> = entry
        .group_by
        .iter()
        .map(|grouping| (grouping.as_str(), groupings::name(entry, grouping, language)))
        .collect();
    let groups: Vec<_> = groups.iter().map(|(grouping, name)| (*grouping, name.as_str())).collect();
    html! {
        search {
            form #filters .sheet.stack.tight aria-label=(say(&words::QUESTION)) {
                div.query-fields {
                    (filters::chosen("group_by", say(&words::GROUP_BY), &groups, say(&words::ALTOGETHER)))
                    (filters::chosen("group_by", say(&words::AND_BY), &groups, say(&words::NOTHING_ELSE)))
                    (compared("one", say(&words::COMPARE_ONE), query, language))
                    (compared("other", say(&words::COMPARE_OTHER), query, language))
                }
                details #which {
                    summary { (say(&words::FILTERS_OF_GAMES)) }
                    div.filters {
                        @if entry.games.len() > 1 { (filters::of_games(entry, language)) }
                        (filters::of_dimensions(entry, language))
                        (filters::usual(&entry.games, language))
                        @if let [slug] = entry.games[..] { (filters::of_options(slug, language)) }
                    }
                }
                details {
                    summary { (say(&words::HOW_COUNTED)) }
                    div.filters { (counting(entry, language)) }
                }
                div.row.apart { (filters::in_force(language)) button type="submit" { (say(&words::APPLY)) } }
            }
        }
    }
}

/// The module puts the groups there are into it.
fn compared(id: &str, label: &str, query: &str, language: Language) -> Markup {
    html! {
        label.field hidden[grouped(query).is_none()] {
            span { (label) }
            select #(id) autocomplete="off" { option value="" { (words::COMPARE_NOTHING.of(language)) } }
        }
    }
}

/// The ways to group that an address asks for.
fn grouped(query: &str) -> Option<&str> {
    query
        .split('&')
        .filter_map(|parameter| parameter.strip_prefix("group_by="))
        .find(|groupings| !groupings.is_empty())
}

fn counting(entry: &CatalogueEntry, language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    let sorts = SORTS.iter().filter(|(value, _)| entry.has_mean() || !value.ends_with("mean"));
    let sorts: Vec<_> = sorts.map(|(value, text)| (*value, text.of(language))).collect();
    let quantiles = QUANTILES.map(|(value, text)| (value, text.of(language)));
    html! {
        @if entry.metric.kind == MetricKind::Number {
            (filters::chosen("quantiles", say(&words::QUANTILES), &quantiles, say(&words::QUANTILES_USUAL)))
            (filters::chosen("bins", say(&words::BINS), &numbers(&BINS), "40"))
        }
        (filters::chosen("min_n", say(&words::MIN_N), &numbers(&LEAST), say(&words::ANY)))
        (filters::chosen("min_games", say(&words::MIN_GAMES), &numbers(&LEAST), say(&words::ANY)))
        (filters::chosen("sort", say(&words::GROUP_ORDER), &sorts, say(&words::SORT_KEY)))
        (filters::chosen("limit", say(&words::GROUP_LIMIT), &numbers(&GROUPS), "100"))
        label.field {
            span { (say(&words::AS_OF)) }
            input name="as_of" type="date" autocomplete="off";
        }
    }
}

fn history(entry: &CatalogueEntry, language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        @if !entry.metric.dimensions.is_empty() {
            section.stack.tight aria-labelledby="dimensions-title" {
                h2 #dimensions-title { (say(&words::DIMENSIONS)) }
                dl.dimensions {
                    @for dimension in entry.metric.dimensions {
                        dt { (dimension.title.of(language)) }
                        dd { (definition_markup(dimension.definition.of(language))) }
                    }
                }
            }
        }
        section.stack.tight aria-labelledby="versions-title" {
            h2 #versions-title { (say(&words::VERSIONS)) }
            ul.versions {
                @for change in entry.metric.changes.iter() {
                    li { (words::VERSION.with(language, vec![("version", Arg::Number(change.version.into()))])) " · " time datetime=(change.date) { (change.date) } " – " (of(change.ja, change.en, language)) }
                }
            }
            p.small.quiet { code { (entry.id) } " · " a href={ "../../v1/statistics/" (entry.id) } { "GET /v1/statistics/" (entry.id) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chart_has_the_size_that_the_query_needs() {
        let [number, share] =
            ["common.moves", "common.won"].map(|id| find(id).unwrap_or_else(|| panic!("{id}")));
        for (entry, query, expected) in [
            (number, "", "chart wide"),
            (number, "language=ja&group_by=", "chart wide"),
            (number, "group_by=seats&place=x", "chart wide low"),
            (number, "place=x&group_by=game,month", "chart wide"),
            (share, "", "chart wide low"),
            (share, "group_by=year", "chart wide"),
        ] {
            assert_eq!(shape(entry, query), expected, "{}?{query}", entry.id);
        }
    }
}
