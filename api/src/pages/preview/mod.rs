//! The preview of a link to a record where it is pasted: a title, a sentence and a picture (Open Graph).
//!
//! A request for a preview shows no token: the part of a link behind `#` reaches no server. So a preview has only
//! public content, and nothing of a private record. A link to a step (`at`) tells no more than the public knew at that
//! step, so it gives no result away.

mod card;
mod result;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_LANGUAGE, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::erased::AnyRecord;
use kifu_engine::outcome::Outcome;
use kifu_engine::record::Status;
use kifu_engine::seat::{Seats, Viewer};
use kifu_engine::text::{Language, Names, Text};
use kifu_raster::Rasterizer;
use maud::{Markup, html};
use serde::Deserialize;

use self::card::Card;
use super::words;
use crate::app::App;
use crate::http::authorization::{read, read_unseen};
use crate::http::cost::{Admission, Draws, Permit};
use crate::http::entity_tag::EntityTag;
use crate::http::extractors::{accepted_language, game_id, query};
use crate::http::media::PNG;
use crate::http::problem::{Code, Problem};
use crate::pages::previews::PREVIEW_SIZE;
use crate::records::cache::{LoadedRecord, RecordSnapshot};
use kifu_store::Visibility;

/// The requested preview.
#[derive(Debug, Deserialize)]
struct PreviewQuery {
    language: Option<Language>,
    /// The step that the link leads to. Text that is not a number leads to the end, as on the page.
    at: Option<String>,
}

impl PreviewQuery {
    fn step(&self) -> Option<usize> {
        self.at.as_ref()?.parse().ok()
    }
}

/// The public's view of a record at a step.
#[derive(Clone, Debug)]
struct Moment {
    game: &'static Text,
    seats: Seats,
    step: usize,
    outcome: Option<Outcome>,
    /// The narration of the last event.
    narration: String,
}

impl Moment {
    fn of(record: &dyn AnyRecord, step: usize, names: &Names, language: Language) -> Self {
        let narration = record.steps(step.max(1), step, names);
        let narration = narration.last().map(|step| sentence(&step.narration, language)).unwrap_or_default();
        let outcome = record.outcome().filter(|_| step == record.len());
        Self { game: &record.meta().name, seats: record.seats(), step, outcome, narration }
    }

    /// The result, or else what happened last.
    fn sentence(&self, names: &Names, language: Language) -> String {
        let Some(outcome) = &self.outcome else {
            return if self.step == 0 {
                words::AT_START.of(language).to_owned()
            } else {
                self.narration.clone()
            };
        };
        result::sentence(outcome, self.seats, names, language)
    }
}

fn sentence(narration: &[Text], language: Language) -> String {
    narration.iter().map(|text| text.of(language)).collect::<Vec<_>>().join(" ")
}

/// Reads a record as the public saw it at a step: at the end as it is now, at an earlier one as it was then.
fn at_step<T>(
    loaded: &LoadedRecord,
    step: Option<usize>,
    look: impl FnOnce(&dyn AnyRecord, usize) -> T,
) -> T {
    let Some(step) = step else {
        let record = loaded.seen_by(Viewer::Public);
        return look(&*record, record.len());
    };
    let log = loaded.record.viewer_log(Viewer::Public);
    let seen = log.seen();
    look(seen, step.min(seen.len()))
}

/// The elements in a page's head for programs that show previews. `None` if strangers may not see the record, or it
/// does not exist. If the record can't be read just now, there are none.
pub async fn head(app: &App, request: &HttpRequest, language: Language) -> Result<Option<Markup>, Problem> {
    let id = game_id(request)?;
    let snapshot = match read_unseen(app, request).await {
        Ok(snapshot) => snapshot,
        Err(problem) if problem.code() == Code::NotFound => return Ok(None),
        Err(_) => return Ok(Some(html! {})),
    };
    if snapshot.loaded().head.visibility == Visibility::Private {
        return Ok(None);
    }
    let step = query::<PreviewQuery>(request)?.step();
    let moment = look(request, &snapshot, step, language).await?;
    let names = &snapshot.loaded().names;
    let page = app.links.to_record(&app.boundary, request, id, None);
    let at = step.map(|step| format!("&at={step}")).unwrap_or_default();
    let picture = format!("{page}/preview.png?language={}{at}", language.code());
    let people = seat_names(moment.seats, names, language).join(words::LIST_MARK.of(language));
    let title = format!("{} – {people}", moment.game.of(language));
    Ok(Some(markup(language, &title, &moment.sentence(names, language), &page, &picture)))
}

async fn look(
    request: &HttpRequest,
    snapshot: &RecordSnapshot,
    step: Option<usize>,
    language: Language,
) -> Result<Moment, Problem> {
    let look = move |loaded: &LoadedRecord| {
        at_step(loaded, step, |record, step| Moment::of(record, step, &loaded.names, language))
    };
    snapshot.compute(&Admission::of(request)?, look).await
}

fn seat_names(seats: Seats, names: &Names, language: Language) -> Vec<String> {
    seats.iter().map(|seat| names.in_sentence(seat, language)).collect()
}

fn markup(language: Language, title: &str, sentence: &str, page: &str, picture: &str) -> Markup {
    let (width, height) = PREVIEW_SIZE;
    let locale = match language {
        Language::Ja => "ja_JP",
        Language::En => "en_GB",
    };
    html! {
        meta name="description" content=(sentence);
        meta property="og:type" content="website";
        meta property="og:site_name" content=(words::NAME.of(language));
        meta property="og:locale" content=(locale);
        meta property="og:title" content=(title);
        meta property="og:description" content=(sentence);
        meta property="og:url" content=(page);
        meta property="og:image" content=(picture);
        meta property="og:image:type" content=(PNG);
        meta property="og:image:width" content=(width);
        meta property="og:image:height" content=(height);
        meta property="og:image:alt" content=(sentence);
        meta name="twitter:card" content="summary_large_image";
    }
}

/// `GET /games/{id}/preview.png`: the picture of a preview.
pub async fn picture(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let params: PreviewQuery = query(&request)?;
    let language = params.language.unwrap_or_else(|| accepted_language(&request));
    let step = params.step();
    let (snapshot, _) = read(&app, &request).await?;
    let loaded = std::sync::Arc::clone(snapshot.loaded());
    let admission = Admission::of(&request)?;
    let version = move |loaded: &LoadedRecord| at_step(loaded, step, |seen, _| seen.version());
    let version = snapshot.compute(&admission, version).await?;
    let at = step.map(|step| format!("-{step}")).unwrap_or_default();
    let ended = if loaded.record.status() == Status::Live { "" } else { "-over" };
    let tag = EntityTag::of_view(loaded.stamp(version), &format!("{}{at}{ended}", language.code()));
    let (mut response, not_modified) = tag.begin(&request);
    response
        .insert_header((CACHE_CONTROL, "private, no-cache"))
        .insert_header((VARY, "Authorization, Accept-Language"));
    if not_modified {
        return Ok(response.finish());
    }
    let key = format!("{} {}", loaded.head.id, tag.as_str());
    let compose = move |writer: &Rasterizer, permit: &Permit<Draws>| {
        at_step(&loaded, step, |seen, step| {
            Card::new((seen, step), &loaded.names, language, (writer, permit))?.svg()
        })
    };
    let png = app.previews.png(&admission, &key, compose).await?;
    Ok(response.content_type(PNG).insert_header((CONTENT_LANGUAGE, language.code())).body(png))
}
