//! The endpoints of the archive: the export of one record and of many, and the import.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use actix_web::http::header::{ACCEPT_RANGES, CONTENT_DISPOSITION, CONTENT_LANGUAGE, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use futures_util::{Stream, StreamExt, TryStreamExt, future, stream};
use kifu_engine::text::Language;
use serde::Deserialize;
use serde_json::json;

use super::export::{ArchiveFormat, Piece, Style, many};
use super::import::{ImportedChunk, Importer, run};
use super::lines::{Chunk, Lines};
use super::report::{Counts, ImportReport, ReportLine};
use super::walk::Selection;
use crate::app::App;
use crate::http::authorization;
use crate::http::authorization::read;
use crate::http::byte_range;
use crate::http::contract::{Parameter, languages};
use crate::http::cost::Admission;
use crate::http::credentials::Access;
use crate::http::entity_tag::EntityTag;
use crate::http::extractors::{accepted_language, media_type, negotiate, parameters, query, unreadable};
use crate::http::media::{self, JSON, NDJSON};
use crate::http::problem::{Code, Problem};
use crate::http::query_params::{self, QueryParams};
use crate::http::words::requests::Requests;
use crate::operation::observing;
use crate::records::damage::Trailer;
use crate::records::plays::bgg::BGGPLAY;
use crate::records::plays::bgstats::BGSPLAY;
use crate::records::search::{self, looked_up};
use kifu_store::{Consent, GameId, Visibility, WalkCursor, deadline};

/// The longest archive that is made whole before it is sent: some thousand games. So much memory is held for each of
/// the few exports that run at once.
const MAX_WHOLE_BYTES: usize = 8 << 20;

/// How long a piece of an archive may wait for the database. Threads that give way to all others may need minutes for the
/// whole on a busy machine.
const PIECE_TIMEOUT: Duration = Duration::from_secs(30);

/// How often an import says how far it has come.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// The format of one record.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OneQuery {
    format: Option<ArchiveFormat>,
    language: Option<Language>,
    bgg_id: Option<String>,
    tz: Option<String>,
}

/// The parameters for the form of exported records.
pub fn style_parameters() -> [Parameter; 3] {
    [
        Parameter::words("format", ArchiveFormat::words, "As what; else as `Accept` wants."),
        Parameter::words(
            "language",
            languages,
            "Of the names of games in plays; else as `Accept-Language` wants.",
        ),
        Parameter::integer(
            "bgg_id",
            1,
            query_params::MAX_BGG_ID.into(),
            "BoardGameGeek's number of the game, for plays.",
        ),
    ]
}

/// The parameters of an archive: those of a search, and the format.
pub fn archive_parameters() -> Vec<Parameter> {
    let after = Parameter::id("after", "Only records behind this one: the last that an export gave.");
    search::query::filters().into_iter().chain(style_parameters()).chain([after]).collect()
}

/// Exports one record as the viewer sees it.
pub async fn one(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let OneQuery { format, language, bgg_id, tz } = query(&request)?;
    let zone = query_params::time_zone(tz.as_deref())?;
    let bgg_id = query_params::bgg_id(bgg_id.as_deref())?;

    let (guard, access) = read(&app, &request).await?;
    let media = match format {
        Some(format) => format.of_one(),
        None => negotiate(&request, &[JSON, NDJSON, BGSPLAY, BGGPLAY])?,
    };
    let format = ArchiveFormat::of(media);
    let language = language.unwrap_or_else(|| accepted_language(&request));
    let style = Style { format, access, zone, language, bgg_id };
    let written = guard.compute(&Admission::of(&request)?, move |loaded| style.one(loaded)).await??;
    let loaded = guard.loaded();
    let mut response = HttpResponse::Ok();
    response.content_type(media).insert_header((VARY, "Accept, Accept-Language, Authorization"));
    if format == ArchiveFormat::Bgstats {
        let name = format!("attachment; filename=\"kifu-{}.bgsplay\"", loaded.head.id);
        response.insert_header((CONTENT_DISPOSITION, name));
    }
    if format != ArchiveFormat::Record {
        response.insert_header((CONTENT_LANGUAGE, language.code()));
    }
    Ok(response.body(written))
}

/// Exports all records that are asked for and that the asker may see, oldest first, in bounded memory. A long answer
/// that could not be ended well breaks off; asked again `after` the last record, it goes on.
pub async fn export(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let params = parameters(&request)?;
    let params = QueryParams(&params);
    params.check(&archive_parameters())?;
    let bgg_id = query_params::bgg_id(params.one("bgg_id")?)?;
    let conditions = search::query::conditions(params)?;
    let access = authorization::everywhere(&app, &request)?;
    if access != Access::Scribe
        && conditions.visibilities.iter().any(|visibility| *visibility != Visibility::Public)
    {
        return Err(Problem::plain(Code::Unauthenticated));
    }
    let format = match params.word("format", &ArchiveFormat::words())? {
        Some(word) => ArchiveFormat::named(&word),
        None => ArchiveFormat::of(negotiate(&request, &[NDJSON, BGSPLAY])?),
    };
    let after = match params.id("after")? {
        Some(id) => Some(cursor(&app, GameId(id), access).await?),
        None => None,
    };
    let all = [Visibility::Public, Visibility::Unlisted, Visibility::Private];
    let visible = if access == Access::Scribe { &all[..] } else { &all[..1] };
    let filters = looked_up::filters(app.store().latest(), conditions, visible).await?;
    let language = params.language()?.unwrap_or_else(|| accepted_language(&request));
    let style = Style { format, access, zone: params.time_zone()?, language, bgg_id };
    let admission = Admission::of(&request)?.patient();
    let pieces = many(admission, app.store().latest().clone(), (Selection::Found(filters), after), style);
    let pieces = deadline::each_within(PIECE_TIMEOUT, pieces);
    answer(&request, format.of_many(), with_trailer(format, pieces)).await
}

/// The text of these pieces, and behind the last the records that were passed over. A file for BG Stats has no place
/// for them.
fn with_trailer(
    format: ArchiveFormat,
    pieces: impl Stream<Item = Result<Piece, Problem>>,
) -> impl Stream<Item = Result<String, Problem>> {
    let end = stream::once(future::ok(None));
    pieces.map_ok(Some).chain(end).scan(Trailer::default(), move |trailer, piece| {
        let text = piece.map(|piece| match piece {
            Some(piece) => {
                piece.passed_over.into_iter().for_each(|record| trailer.add(record));
                piece.text
            }
            None if format == ArchiveFormat::Bgstats => String::new(),
            None => trailer.line(),
        });
        future::ready(Some(text))
    })
}

/// An archive of these pieces. A short one is made whole before it is sent, under a tag of its bytes, so that it can be
/// asked for in parts; a longer one is sent as it is made.
async fn answer(
    request: &HttpRequest,
    media: &str,
    pieces: impl Stream<Item = Result<String, Problem>> + 'static,
) -> Result<HttpResponse, Problem> {
    let mut response = HttpResponse::Ok();
    response.insert_header((VARY, "Accept, Accept-Language, Authorization"));
    let mut pieces = Box::pin(pieces);
    let mut text = String::new();
    while text.len() <= MAX_WHOLE_BYTES {
        let Some(piece) = pieces.try_next().await? else {
            let tag = EntityTag::of_bytes(text.as_bytes());
            return byte_range::text(request, response, (&tag, media), future::ok(text.into())).await;
        };
        text.push_str(&piece);
    }
    let pieces = stream::once(future::ok(text)).chain(pieces);
    response.content_type(media).insert_header((ACCEPT_RANGES, "none"));
    Ok(response.streaming(pieces.map_ok(web::Bytes::from)))
}

/// The cursor behind a record. If the client may not find the record, it learns nothing of it.
async fn cursor(app: &App, id: GameId, access: Access) -> Result<WalkCursor, Problem> {
    let head = app.store().latest().record(id).await?;
    let head = head.filter(|head| head.visibility == Visibility::Public || access == Access::Scribe);
    head.map(|head| head.cursor()).ok_or_else(|| {
        let message = Requests::RecordNotFound { name: "after".into() };
        Problem::new(Code::NotFound, message).with(json!({"parameter": "after", "input": id}))
    })
}

/// Imports records, one a line. Lines that are refused are reported and change nothing.
pub async fn import(
    app: web::Data<App>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let access = authorization::everywhere(&app, &request).unwrap_or(Access::Reader);
    let lines = match media_type(&request).as_deref() {
        Some(JSON) => Lines::one(),
        Some(_) => Lines::many(),
        None => return Err(media::unsupported(request.method(), &[JSON, NDJSON])),
    };
    let lines = if access == Access::Scribe { lines.of_operator() } else { lines };
    let media = negotiate(&request, &[JSON, NDJSON])?;
    let limits = (access != Access::Scribe).then_some(app.record_limits.get());
    let (store, traceparent) = (app.store().clone(), observing::traceparent(&request));
    let consent = authorization::consent(&app, &request).unwrap_or(Consent::Nothing);
    let imported_chunk =
        run(Importer { store, access, consent, limits, traceparent }, chunks(payload, lines));
    if media == NDJSON {
        return Ok(HttpResponse::Ok().content_type(NDJSON).streaming(report_lines(imported_chunk)));
    }
    let report = imported_chunk.try_fold(ImportReport::default(), |mut report, imported_chunk| {
        report.counts.lines = imported_chunk.read;
        imported_chunk.done.into_iter().for_each(|done| report.note(done));
        future::ok(report)
    });
    Ok(HttpResponse::Ok().json(report.await?))
}

/// A body as chunks of lines, as they come.
fn chunks(payload: web::Payload, mut lines: Lines) -> impl Stream<Item = Result<Chunk, Problem>> {
    let pieces = payload.map(Some).chain(stream::once(future::ready(None)));
    pieces.flat_map(move |piece| {
        let chunks = match piece {
            Some(Ok(bytes)) => lines.push(&bytes).into_iter().map(Ok).collect(),
            Some(Err(error)) => vec![Err(unreadable(&error.into()))],
            None => vec![Ok(lines.finish())],
        };
        stream::iter(chunks)
    })
}

/// The report of an import while it goes on, one document a line.
fn report_lines(
    imported_chunk: impl Stream<Item = Result<ImportedChunk, Problem>>,
) -> impl Stream<Item = Result<web::Bytes, Infallible>> {
    let imported_chunk = imported_chunk.map(Some).chain(stream::once(future::ready(None)));
    let report = imported_chunk.scan(ReportStream::new(), |report, imported_chunk| {
        future::ready((!report.ended).then(|| report.next_lines(imported_chunk)))
    });
    report.map(|lines| {
        let lines = lines.iter().map(|line| serde_json::to_string(line).unwrap_or_default() + "\n");
        Ok(web::Bytes::from(lines.collect::<String>()))
    })
}

struct ReportStream {
    counts: Counts,
    last_progress: Instant,
    ended: bool,
}

impl ReportStream {
    fn new() -> Self {
        Self { counts: Counts::default(), last_progress: Instant::now(), ended: false }
    }

    fn next_lines(&mut self, imported_chunk: Option<Result<ImportedChunk, Problem>>) -> Vec<ReportLine> {
        match imported_chunk {
            Some(Ok(imported_chunk)) => self.lines_of(imported_chunk),
            Some(Err(problem)) => {
                self.ended = true;
                vec![ReportLine::Problem(Box::new(problem.document()))]
            }
            None => {
                self.ended = true;
                vec![ReportLine::Done(self.counts)]
            }
        }
    }

    fn lines_of(&mut self, imported_chunk: ImportedChunk) -> Vec<ReportLine> {
        self.counts.lines = imported_chunk.read;
        imported_chunk.done.iter().for_each(|done| self.counts.count(done));
        let mut lines: Vec<_> = imported_chunk.done.into_iter().flat_map(ReportLine::of).collect();
        if self.last_progress.elapsed() >= PROGRESS_INTERVAL {
            self.last_progress = Instant::now();
            lines.push(ReportLine::Progress(self.counts));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;
    use actix_web::http::StatusCode;
    use actix_web::http::header::{ETAG, RANGE};
    use actix_web::test::TestRequest;

    use super::*;

    /// An archive of so many lines of half of what is made whole.
    async fn archive(lines: usize) -> (String, HttpResponse) {
        let line = "x".repeat(MAX_WHOLE_BYTES / 2);
        let request = TestRequest::get().insert_header((RANGE, "bytes=2-4")).to_http_request();
        let pieces: Vec<_> = (0..lines).map(|_| Ok(line.clone())).collect();
        (line.repeat(lines), answer(&request, NDJSON, stream::iter(pieces)).await.unwrap())
    }

    #[actix_web::test]
    async fn only_a_short_archive_has_parts() {
        let (text, part) = archive(1).await;
        assert_eq!(part.status(), StatusCode::PARTIAL_CONTENT);
        assert_eq!(to_bytes(part.into_body()).await.unwrap(), text[2..=4]);

        let (text, whole) = archive(4).await;
        assert!(whole.status() == StatusCode::OK && whole.headers().get(ACCEPT_RANGES).unwrap() == "none");
        assert!(!whole.headers().contains_key(ETAG), "its bytes are not known yet");
        assert!(to_bytes(whole.into_body()).await.unwrap() == text);
    }
}
