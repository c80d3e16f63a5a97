//! `GET /v1/statistics/{metric}`: a question about a metric, answered as JSON, CSV or a chart.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, VARY,
};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use uuid::Uuid;

use crate::app::App;
use crate::http::cost::{Admission, Permit, Scans, drawing};
use crate::http::entity_tag::EntityTag;
use crate::http::extractors::{accepted_language, negotiate, parameters};
use crate::http::media::{CSV, JSON};
use crate::http::media::{PICTURE_SECURITY_POLICY, SVG};
use crate::http::problem::{Code, Problem};
use crate::statistics::answers::as_of::cursor;
use crate::statistics::answers::names::names;
use crate::statistics::answers::query::{Format, StatisticsQuery, read};
use crate::statistics::answers::sources::Sources;
use kifu_chart::ChartOptions;
use kifu_statistics::catalogue::CatalogueEntry;
use kifu_statistics::catalogue::find;
use kifu_statistics::chunk::Snapshot;
use kifu_statistics::csv;
use kifu_statistics::question::GroupByExpr;
use kifu_statistics::rounding::to_json;
use kifu_statistics::values::Statistics;

/// Answers a question about a metric.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let entry = find(request.match_info().get("metric").unwrap_or_default())
        .ok_or_else(|| Problem::plain(Code::NotFound))?;
    let params = parameters(&request)?;
    let query = read(entry, &params)?;
    let shown = ShownAnswer::new(&request, &query)?;
    let slot = Admission::of(&request)?.slot().await?;
    let sources =
        Sources { archive: &app.archive, store: app.store(), slot: &slot, sealer: &app.feed.sealer };
    let epoch = app.store().epoch();
    let (inputs, snapshot) = sources.inputs(entry, &query).await?;
    let digest = AnswerDigest::new(entry, &query, &shown, &snapshot);
    let nameless = EntityTag::of_counted(epoch, &digest.with(&HashMap::new())).weak();
    if !names_anybody(entry, &query) && nameless.is_known(&request) {
        return Ok(shown.respond(nameless.begin(&request).0).finish());
    }
    let query = Arc::new(query);
    let answer = app.answers.get((inputs, &slot), entry, &query, &snapshot).await?;
    let names = names(app.store(), &answer.players).await?;
    let tag = EntityTag::of_counted(epoch, &digest.with(&names)).weak();
    let (response, not_modified) = tag.begin(&request);
    if not_modified {
        return Ok(shown.respond(response).finish());
    }
    let cursor = cursor(&app.feed.sealer, &snapshot);
    let write = move |permit: &Permit<Scans>| {
        let values = answer.named(entry, &query, &names, &snapshot, cursor);
        shown.write(permit, &values, &query)
    };
    let body = slot.run(write).await??;
    Ok(shown.respond(response).body(body))
}

/// How the answer is shown.
#[derive(Clone, Copy)]
struct ShownAnswer {
    format: Format,
    chart: ChartOptions,
}

impl ShownAnswer {
    fn new(request: &HttpRequest, query: &StatisticsQuery) -> Result<Self, Problem> {
        let format = match query.format {
            Some(format) => format,
            None => match negotiate(request, &[JSON, CSV, SVG])? {
                CSV => Format::Csv,
                SVG => Format::Svg,
                _ => Format::Json,
            },
        };
        let language = query.language.unwrap_or_else(|| accepted_language(request));
        let chart = ChartOptions { language, theme: query.theme, width: query.width, height: query.height };
        Ok(Self { format, chart })
    }

    fn respond(&self, mut response: HttpResponseBuilder) -> HttpResponseBuilder {
        let media = match self.format {
            Format::Json => JSON,
            Format::Csv => "text/csv; charset=utf-8; header=present",
            Format::Svg => SVG,
        };
        response
            .content_type(media)
            .insert_header((CACHE_CONTROL, "no-cache"))
            .insert_header((VARY, "Accept, Accept-Language"));
        match self.format {
            Format::Json => &mut response,
            Format::Csv => {
                response.insert_header((CONTENT_DISPOSITION, "inline; filename=\"statistics.csv\""))
            }
            Format::Svg => response
                .insert_header((CONTENT_LANGUAGE, self.chart.language.code()))
                .insert_header((CONTENT_SECURITY_POLICY, PICTURE_SECURITY_POLICY)),
        };
        response
    }

    fn write(
        &self,
        permit: &Permit<Scans>,
        values: &Statistics,
        query: &StatisticsQuery,
    ) -> Result<String, Problem> {
        match self.format {
            Format::Json => to_json(values).map_err(|error| failed(&error)),
            Format::Csv => Ok(csv::write(values, &query.question.by, &query.quantiles)),
            Format::Svg => drawing::chart(permit, values, &self.chart),
        }
    }
}

fn failed(error: &serde_json::Error) -> Problem {
    Problem::internal(format!("an answer could not be written: {error}"))
}

/// True if names of players are in the answer: they may change without anything else changing.
fn names_anybody(entry: &CatalogueEntry, query: &StatisticsQuery) -> bool {
    entry.is_of_players()
        || query.question.by.iter().any(GroupByExpr::is_of_players)
        || query.question.filter.seated().next().is_some()
}

/// The digest that decides if two answers are equal, but for names: it has the snapshot, not the moment.
struct AnswerDigest(blake3::Hasher);

impl AnswerDigest {
    fn new(
        entry: &CatalogueEntry,
        query: &StatisticsQuery,
        shown: &ShownAnswer,
        snapshot: &Snapshot,
    ) -> Self {
        let mut tag = blake3::Hasher::new();
        tag.update(&snapshot.id.0).update(env!("CARGO_PKG_VERSION").as_bytes());
        let as_of = query.as_of.as_deref().unwrap_or_default();
        let question = format!("{:?}", (&entry.id, entry.metric.version, &query.echo, as_of));
        let chart = (shown.format == Format::Svg).then_some(shown.chart);
        tag.update(question.as_bytes()).update(format!("{:?}", (shown.format, chart)).as_bytes());
        Self(tag)
    }

    fn with(&self, names: &HashMap<Uuid, String>) -> blake3::Hash {
        let mut tag = self.0.clone();
        let mut names: Vec<_> = names.iter().collect();
        names.sort_unstable();
        for name in names {
            tag.update(format!("{name:?}").as_bytes());
        }
        tag.finalize()
    }
}
