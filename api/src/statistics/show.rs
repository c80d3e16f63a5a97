//! `GET /v1/statistics/{metric}`: a question about a metric, answered as JSON, CSV or a chart.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, ETAG, VARY,
};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use uuid::Uuid;

use super::answer::question::{By, Question};
use super::answered::{Digest, Pages};
use super::archive::{Measured, Rolls, Wanted, When};
use super::catalogue::{Entry, find};
use super::chart::{self, Look};
use super::columns::facets::Facet;
use super::query::{Format, Query, read};
use super::told::read_as_of;
use super::values::Values;
use super::{csv, opponents};
use crate::problem::{Code, Problem};
use crate::records::board::{HARMLESS, SVG};
use crate::request::{accepted_language, has_already, negotiate, query};
use crate::startup::App;
use crate::store::{Known, PlayerId};

/// Comma-separated values (RFC 4180).
pub const CSV: &str = "text/csv";
const JSON: &str = "application/json";

/// Answers a question about a metric.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let entry = find(request.match_info().get("metric").unwrap_or_default())?;
    let given: Vec<(String, String)> = query(&request)?;
    let query = read(entry, &given)?;
    let shown = Shown::new(&request, &query)?;
    let (pages, moment) = pages(&app, entry, &query).await?;
    let tag = Tag::new(entry, &query, &shown, &moment);
    if !names_anybody(entry, &query) && has_already(&request, &tag.text(&HashMap::new())) {
        return Ok(shown.respond(HttpResponse::NotModified(), &tag.text(&HashMap::new())).finish());
    }
    let query = Arc::new(query);
    let answered = app.answers.get(tag.digest, pages, entry, &query, &moment).await?;
    let names = names(&app, &answered.players).await?;
    let tag = tag.text(&names);
    if has_already(&request, &tag) {
        return Ok(shown.respond(HttpResponse::NotModified(), &tag).finish());
    }
    let cursor = app.feed.sealer.seal(&moment.cursor);
    let values = answered.told(entry, &query, &names, &moment, cursor);
    let body = shown.write(&values, &query)?;
    Ok(shown.respond(HttpResponse::Ok(), &tag).body(body))
}

/// How the answer is shown.
struct Shown {
    format: Format,
    look: Look,
}

impl Shown {
    fn new(request: &HttpRequest, query: &Query) -> Result<Self, Problem> {
        let format = match query.format {
            Some(format) => format,
            None => match negotiate(request, &[JSON, CSV, SVG])? {
                CSV => Format::Csv,
                SVG => Format::Svg,
                _ => Format::Json,
            },
        };
        let language = query.language.unwrap_or_else(|| accepted_language(request));
        let look = Look { language, theme: query.theme, width: query.width, height: query.height };
        Ok(Self { format, look })
    }

    fn respond(&self, mut response: HttpResponseBuilder, tag: &str) -> HttpResponseBuilder {
        let media = match self.format {
            Format::Json => JSON,
            Format::Csv => "text/csv; charset=utf-8; header=present",
            Format::Svg => SVG,
        };
        response
            .content_type(media)
            .insert_header((ETAG, format!("W/{tag}")))
            .insert_header((CACHE_CONTROL, "no-cache"))
            .insert_header((VARY, "Accept, Accept-Language"));
        match self.format {
            Format::Json => &mut response,
            Format::Csv => {
                response.insert_header((CONTENT_DISPOSITION, "inline; filename=\"statistics.csv\""))
            }
            Format::Svg => response
                .insert_header((CONTENT_LANGUAGE, self.look.language.code()))
                .insert_header((CONTENT_SECURITY_POLICY, HARMLESS)),
        };
        response
    }

    fn write(&self, values: &Values, query: &Query) -> Result<String, Problem> {
        match self.format {
            Format::Json => serde_json::to_string(values).map_err(|error| failed(&error)),
            Format::Csv => Ok(csv::write(values, &query.group_by, &query.quantiles)),
            Format::Svg => chart::draw(values, &self.look).map_err(|error| failed(&error)),
        }
    }
}

fn failed(error: &dyn std::fmt::Debug) -> Problem {
    tracing::error!(?error, "an answer could not be written");
    Problem::plain(Code::Internal)
}

/// The chunks that the question is about, and the moment at which they were looked at.
pub async fn pages(app: &App, entry: &'static Entry, query: &Query) -> Result<(Pages, When), Problem> {
    let as_of = read_as_of(app, query.as_of.as_deref())?;
    let game = match (&entry.games[..], &query.filter.games[..]) {
        ([only], _) => Some(*only),
        (_, [only]) => Some(only.as_str()),
        _ => None,
    };
    let mut facets = Question::facets(&query.filter, &query.by);
    if entry.is_of_players() {
        facets.push(Facet::Players);
        let wanted = Wanted { game, facets: &facets, metrics: &[], as_of };
        let Rolls { rolls, moment } = app.archive.rolls(app.store(), &wanted).await?;
        let people = moment.ground.people.clone();
        return Ok((Box::new(move || opponents::pages(rolls, &people)), moment));
    }
    let measured = Measured::asked(&entry.id, &query.filter, &query.by);
    let wanted = Wanted { game, facets: &facets, metrics: &[measured], as_of };
    let Rolls { rolls, moment } = app.archive.rolls(app.store(), &wanted).await?;
    Ok((Box::new(|| rolls.into_iter().filter_map(|roll| roll.page(&entry.id)).collect()), moment))
}

/// Whether names of players are in the answer: they may change without anything else changing.
fn names_anybody(entry: &Entry, query: &Query) -> bool {
    entry.is_of_players() || query.by.contains(&By::Player) || query.filter.seated().next().is_some()
}

/// What decides whether two answers are the same, but for names: not the moment, only what was counted by then.
struct Tag {
    /// Of the question and of what was counted.
    digest: Digest,
    /// The same, and how it is shown.
    shown: blake3::Hasher,
}

impl Tag {
    fn new(entry: &Entry, query: &Query, shown: &Shown, moment: &When) -> Self {
        let mut tag = blake3::Hasher::new();
        tag.update(&moment.digest).update(env!("CARGO_PKG_VERSION").as_bytes());
        let as_of = query.as_of.as_deref().unwrap_or_default();
        let question = format!("{:?}", (&entry.id, entry.metric.version, &query.question, as_of));
        tag.update(question.as_bytes());
        let digest = *tag.finalize().as_bytes();
        let look = (shown.format == Format::Svg).then_some(shown.look);
        tag.update(format!("{:?}", (shown.format, look)).as_bytes());
        Self { digest, shown: tag }
    }

    fn text(&self, names: &HashMap<Uuid, String>) -> String {
        let mut tag = self.shown.clone();
        let mut names: Vec<_> = names.iter().collect();
        names.sort_unstable();
        for name in names {
            tag.update(format!("{name:?}").as_bytes());
        }
        format!("\"{}\"", tag.finalize().to_hex())
    }
}

/// What these players are called; those erased meanwhile are left out.
pub async fn names(app: &App, players: &BTreeSet<Uuid>) -> Result<HashMap<Uuid, String>, Problem> {
    if players.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<_> = players.iter().copied().map(PlayerId).collect();
    let known = app.store().latest().players(&ids).await?;
    Ok(known
        .into_iter()
        .filter_map(|(id, known)| match known {
            Known::Player(player) => Some((id.0, player.name)),
            Known::Erased => None,
        })
        .collect())
}
