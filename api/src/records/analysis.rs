//! `GET /v1/games/{id}/analysis`: what could be known at each step of a finished record, and how likely it was.
//!
//! An answer tells hidden facts, so a live record has none. It is worked out beside the threads that serve, few at a
//! time.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::analysis::{AnalysisPart, AnalysisQuestion, MODEL};
use kifu_engine::count;
use kifu_engine::erased::{NotAnalysed, RecordAnalysis};
use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::analysis_table;
use super::archive_facts;
use super::finished;
use super::perspective::Perspective;
use super::written::{with_elements, write};
use crate::app::App;
use crate::http::authorization::read;
use crate::http::cost::{Admission, Folds, Permit, Solves};
use crate::http::extractors::{After, negotiate, parameters};
use crate::http::media::{CSV, JSON, NDJSON};
use crate::http::problem::{Code, Problem};
use crate::http::reading::read_parameters;
use crate::http::words::requests::Requests;
use crate::records::analysis_cache::AnalysisKey;
use crate::records::cache::LoadedRecord;

/// The query, beside the facts to assume.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnalysisQuery {
    viewer: Option<Perspective>,
    part: Option<Parts>,
    from: Option<After>,
    to: Option<After>,
    format: Option<AnalysisFormat>,
}

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum AnalysisFormat {
    Json,
    Ndjson,
    Csv,
}

/// The names of the formats.
pub fn formats() -> Vec<String> {
    ["json", "ndjson", "csv"].map(str::to_owned).into()
}

/// The parts of an analysis that a request may name.
pub fn parts() -> Vec<String> {
    AnalysisPart::WORDS.iter().map(|word| (*word).to_owned()).collect()
}

/// The facts that a request may assume for the records of some game.
pub fn facts() -> Vec<&'static str> {
    let mut facts: Vec<_> = games::ALL.iter().flat_map(|game| game.assumable_facts()).copied().collect();
    facts.sort_unstable();
    facts.dedup();
    facts
}

/// Parts, separated by commas.
#[derive(Debug)]
struct Parts(Vec<AnalysisPart>);

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: serde::Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let text = String::deserialize(reader)?;
        let part = |word: &str| {
            let unknown = || serde::de::Error::unknown_variant(word, AnalysisPart::WORDS);
            AnalysisPart::named(word).ok_or_else(unknown)
        };
        text.split(',').map(part).collect::<Result<_, _>>().map(Self)
    }
}

/// Analyses a record.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (query, mut facts) = read_params(&parameters(&request)?)?;
    let (snapshot, _) = read(&app, &request).await?;
    let format = match query.format {
        Some(format) => format,
        None => match negotiate(&request, &[JSON, NDJSON, CSV])? {
            NDJSON => AnalysisFormat::Ndjson,
            CSV => AnalysisFormat::Csv,
            _ => AnalysisFormat::Json,
        },
    };
    let loaded = snapshot.loaded();
    let question = question(loaded, &query)?;
    let admission = Admission::of(&request)?;
    archive_facts::add((&app, &admission), loaded, &mut facts).await?;
    let assumed = Value::Object(facts);
    let (mut response, not_modified) = finished::begin_analysis(&request, loaded, MODEL, &assumed);
    if not_modified {
        return Ok(response.finish());
    }
    let stamp = (loaded.record.version(), loaded.head.revision);
    let key = AnalysisKey::new(loaded.head.id, stamp, question, assumed.to_string());
    let analysed = {
        let (loaded, question) = (loaded.clone(), key.question.clone());
        let work = move |permit: &Permit<Solves>| analyse(&loaded, &question, &assumed, permit);
        async { admission.run(work).await?.map(Arc::new) }
    };
    let analysis = app.analyses.get(&key, analysed).await?;
    match format {
        AnalysisFormat::Json => {
            response.content_type(JSON);
            let frame = RecordAnalysis { header: analysis.header.clone(), steps: Vec::new() };
            let steps = (0..analysis.steps.len()).map(move |i| analysis.steps[i].to_string());
            write(response, &admission, false, with_elements(&frame, "steps", steps)?).await
        }
        AnalysisFormat::Ndjson => {
            response.content_type(NDJSON);
            let head = json!(analysis.header).to_string() + "\n";
            let steps = (0..analysis.steps.len()).map(move |i| format!("{}\n", analysis.steps[i]));
            write(response, &admission, false, std::iter::once(head).chain(steps)).await
        }
        AnalysisFormat::Csv => {
            let work = move |_: &Permit<Folds>| analysis_table::table(&analysis.steps);
            Ok(analysis_table::answer(response, admission.run(work).await?))
        }
    }
}

/// The parameters, and the facts among them as one object.
fn read_params(parameters: &[(String, String)]) -> Result<(AnalysisQuery, Map<String, Value>), Problem> {
    let (assumed, own): (Vec<_>, Vec<_>) =
        parameters.iter().cloned().partition(|(name, _)| facts().contains(&name.as_str()));
    let query = read_parameters(&own).map_err(|fault| Problem::of_query(&fault))?;
    let mut facts = Map::new();
    for (name, values) in &assumed {
        let value = |word: &str| word.parse::<i64>().map_or_else(|_| json!(word), |number| json!(number));
        if facts.insert(name.clone(), values.split(',').map(value).collect()).is_some() {
            return Err(Problem::parameter(name, Requests::RepeatedField { field: name.as_str().into() }));
        }
    }
    Ok((query, facts))
}

/// The question about this record.
fn question(loaded: &LoadedRecord, query: &AnalysisQuery) -> Result<AnalysisQuestion, Problem> {
    if loaded.record.status() == Status::Live {
        return Err(Problem::plain(Code::StillLive));
    }
    let viewer = query.viewer.map_or(Viewer::Public, Perspective::viewer);
    if let Viewer::Seat(seat) = viewer
        && !loaded.record.seats().contains(seat)
    {
        return Err(Problem::parameter("viewer", Requests::NoSuchSeat { name: "viewer".into() }));
    }
    let step = |after: After| count::from_u64(after.0);
    let parts = query.part.as_ref().map_or_else(|| AnalysisPart::ALL.to_vec(), |parts| parts.0.clone());
    let parts = AnalysisPart::ALL.iter().copied().filter(|part| parts.contains(part)).collect();
    let moves = loaded.record.len();
    Ok(AnalysisQuestion {
        viewer,
        parts,
        from: query.from.map_or(0, step).min(moves + 1),
        to: query.to.map_or(moves, step).min(moves),
    })
}

fn analyse(
    loaded: &LoadedRecord,
    question: &AnalysisQuestion,
    assumed: &Value,
    permit: &Permit<Solves>,
) -> Result<RecordAnalysis, Problem> {
    loaded.record.analyse(question, assumed, &loaded.names, permit).map_err(|why| match why {
        NotAnalysed::Live => Problem::plain(Code::StillLive),
        NotAnalysed::Malformed(malformed) => Problem::malformed(Code::MalformedParameter, malformed),
    })
}
