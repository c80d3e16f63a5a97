//! `/statistics/{game}`: what the records of a game say.

use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::game::Meta;
use kifu_engine::games;
use kifu_engine::message::Arg;
use kifu_engine::statistics::MetricKind;
use kifu_engine::text::Language;
use maud::{Markup, html};

use super::{definition_markup, filters, groupings, of, own, page};
use crate::http::problem::{Code, Problem};
use crate::pages::words::PageText;
use crate::pages::{answer, language, words};
use kifu_statistics::catalogue::{CatalogueEntry, entries};
use kifu_statistics::groupings::GroupingOffer;
use kifu_statistics::ratings::definition;

/// Ways to rank players that games have, and what they are called.
const SORTS: [(&str, &PageText); 5] = [
    ("rating", &words::SORT_RATING),
    ("wins", &words::SORT_WINS),
    ("place", &words::SORT_PLACE),
    ("points", &words::SORT_POINTS),
    ("games", &words::SORT_GAMES),
];
/// Games that a ranked player must have played; 5 if nobody says.
const MIN_GAMES_OPTIONS: [&str; 6] = ["1", "2", "3", "10", "20", "50"];

/// Findings that are shown.
const MAX_FINDINGS: usize = 3;

/// Curves and histograms take more room than rows.
const TALL_CHART_CLASS: &str = "chart";
const LOW_CHART_CLASS: &str = "chart low";

/// The statistics of one game.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let game = request.match_info().get("game").and_then(games::find);
    let meta = game.ok_or_else(|| Problem::plain(Code::NotFound))?.meta();
    let title =
        words::STATISTICS_OF.with(language, vec![("game", Arg::Verbatim(meta.name.of(language).to_owned()))]);
    Ok(answer::html(&request, &page(language, 1, title, "statistics-game.js", main(meta, language))))
}

fn main(meta: &'static Meta, language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    let common = || entries().iter().filter(|entry| entry.is_common() && entry.games.contains(&meta.slug));
    html! {
        div.counted #game data-game=(meta.slug) {
            div.stack.tight {
                p.quiet { a href="../statistics" { (say(&words::STATISTICS)) } }
                h1 { (meta.name.of(language)) }
                p #counted .lead.number { "\u{a0}" }
                p.row.small {
                    a href={ "../?game=" (meta.slug) "&status=over" } { (say(&words::RULES_FIND)) }
                    a href={ "../rules/" (meta.slug) } { (say(&words::READ_RULES)) }
                    a href={ "../open/" (meta.slug) } { (say(&words::RULES_OPEN)) }
                }
            }
            (form(meta, language))
            div.sections {
                (findings(meta, language))
                (leaders(language))
                section.stack #metrics aria-labelledby="metrics-title" {
                    h2 #metrics-title { (say(&words::ALL_QUESTIONS)) }
                    h3 { (say(&words::OWN_METRICS)) }
                    div.listed-metrics { @for entry in own(meta.slug) { (metric(entry, language)) } }
                    h3 { (say(&words::COMMON_METRICS)) }
                    div.listed-metrics { @for entry in common() { (metric(entry, language)) } }
                }
            }
            noscript { p.trouble { (say(&words::NEEDS_SCRIPT)) } }
        }
    }
}

/// Places for the findings, and the questions that they are chosen from.
fn findings(meta: &'static Meta, language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        section.stack #findings aria-labelledby="findings-title" aria-busy="true" {
            h2 #findings-title { (say(&words::FINDINGS)) }
            div #found-list .found-list { @for _ in 0..MAX_FINDINGS { div.waiting {} } }
            p #findings-about .small.quiet {}
            template #questions {
                @for entry in own(meta.slug) {
                    @for (query, question) in questions(entry, language) {
                        data value=(query) data-metric=(entry.id) { (question) }
                    }
                }
            }
        }
    }
}

/// Questions about all games whose answers a sentence can tell: people's questions of the metric, but for those about
/// one player or some of the games.
fn questions(
    entry: &'static CatalogueEntry,
    language: Language,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let is_general = |query: &&str| {
        query.is_empty()
            || query.strip_prefix("group_by=").is_some_and(|by| by != "player" && !by.contains(['&', ',']))
    };
    let examples = entry.metric.examples().filter(move |example| is_general(&example.query));
    examples.map(move |example| (example.query, of(example.ja, example.en, language)))
}

fn form(meta: &Meta, language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        search {
            form #filters .sheet.stack.tight aria-label=(say(&words::FILTERS_OF_GAMES)) {
                details #which {
                    summary { (say(&words::FILTERS_OF_GAMES)) }
                    div.filters { (filters::usual(&[meta.slug], language)) (filters::of_options(meta.slug, language)) }
                    p { button type="submit" { (say(&words::APPLY)) } }
                }
                (filters::in_force(language))
            }
        }
    }
}

fn leaders(language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    let sorts: Vec<_> = SORTS.iter().skip(1).map(|(value, text)| (*value, text.of(language))).collect();
    let least: Vec<_> = MIN_GAMES_OPTIONS.iter().map(|number| (*number, *number)).collect();
    html! {
        section #leaders .leaders.stack aria-labelledby="leaders-title" {
            h2 #leaders-title { (say(&words::LEADERS)) }
            div #leaders-form .row {
                (filters::chosen("sort", say(&words::RANKED_BY), &sorts, say(SORTS[0].1)))
                (filters::chosen("min_games", say(&words::LEAST_GAMES), &least, "5"))
            }
            div #leaders-table .leaders-table aria-busy="true" {}
            details {
                summary { (say(&words::RATING_IS)) }
                p.small { (definition::RATING.definition.of(language)) }
            }
        }
    }
}

/// A metric within the page of a game, opened on demand.
fn metric(entry: &CatalogueEntry, language: Language) -> Markup {
    let id = anchor(entry);
    html! {
        details #(id) .metric {
            summary { (entry.metric.title.of(language)) }
            div.stack.tight {
                p { a href={ "metrics/" (entry.id) } data-metric=(entry.id) { (words::METRIC_PAGE.of(language)) } }
                p.small { (definition_markup(entry.metric.definition.of(language))) }
                p.row.small {
                    @for grouping in offered(entry) {
                        a.tag href={ "metrics/" (entry.id) "?group_by=" (grouping) } data-metric=(entry.id) data-query={ "group_by=" (grouping) } {
                            (words::BY_GROUPING.with(language, vec![("grouping", Arg::Verbatim(groupings::name(entry, grouping, language)))]))
                        }
                    }
                }
                @if !entry.examples.is_empty() {
                    ul.questions.small {
                        @for example in &entry.examples {
                            @let query = example.url.split_once('?').map_or("", |(_, query)| query);
                            li { a href={ "metrics/" (entry.id) "?" (query) } data-metric=(entry.id) data-query=(query) {
                                (of(example.ja, example.en, language))
                            } }
                        }
                    }
                }
            }
            div.pair {
                @for (query, shape) in charts(entry) { figure class=(shape) data-metric=(entry.id) data-query=(query) {} }
            }
        }
    }
}

fn anchor(entry: &CatalogueEntry) -> String {
    entry.id.replace('.', "-")
}

/// The groupings that the page of a game offers: the metric's own first, then the most useful ones.
fn offered(entry: &CatalogueEntry) -> impl Iterator<Item = &str> {
    // Where observations come in sets, the means are grouped by the dimensions within a set.
    let sets = entry.metric.means_by;
    let has_means = move |grouping: &&str| sets.is_empty() || sets.contains(grouping);
    groupings::offered(entry, GroupingOffer::Game).filter(has_means)
}

/// The charts of a metric: how its values spread, and how they change.
fn charts(entry: &CatalogueEntry) -> Vec<(String, &'static str)> {
    let by = |grouping: &str| format!("group_by={grouping}");
    let spread = match (entry.metric.kind, entry.metric.dimensions.first()) {
        (MetricKind::Share, Some(dimension)) => by(dimension.name),
        (MetricKind::Share, None) => by("seats"),
        _ => String::new(),
    };
    if let Some(grouping) = entry.metric.means_by.first() {
        return vec![(by(grouping), LOW_CHART_CLASS)];
    }
    match entry.metric.kind {
        // The means of places and of wins do not depend on the players.
        MetricKind::Number if entry.metric.name != "place" => {
            vec![(spread, TALL_CHART_CLASS), (by("month"), TALL_CHART_CLASS)]
        }
        MetricKind::Number => vec![(spread, TALL_CHART_CLASS)],
        _ => vec![(spread, LOW_CHART_CLASS)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::answers::query;

    #[test]
    fn every_game_has_questions_to_choose_findings_from() {
        for meta in games::ALL.iter().map(|game| game.meta()) {
            let questions: Vec<_> = own(meta.slug)
                .flat_map(|entry| questions(entry, Language::En).map(move |found| (entry, found)))
                .collect();
            assert!(questions.len() >= MAX_FINDINGS, "{}: {}", meta.slug, questions.len());
            for (entry, (text, _)) in questions {
                let params: Vec<_> = text
                    .split_once('=')
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .collect();
                assert!(query::read(entry, &params).is_ok(), "{}?{text}", entry.id);
            }
        }
    }

    #[test]
    fn every_offered_chart_and_grouping_is_a_valid_query() {
        for entry in entries() {
            let groupings = offered(entry).map(|grouping| format!("group_by={grouping}"));
            for query in charts(entry).into_iter().map(|(query, _)| query).chain(groupings) {
                let params: Vec<_> = query
                    .split_once('=')
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .collect();
                assert!(query::read(entry, &params).is_ok(), "{}?{query}", entry.id);
            }
        }
    }
}
