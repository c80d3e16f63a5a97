//! `/games/{id}/pad` and `/games/{id}/seat`: the pads by which a scribe logs all events, and a player their own.

use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::text::Language;
use maud::{Markup, html};
use serde_json::json;

use super::files::FILES;
use super::layout::{HtmlPage, MenuPlace, root};
use super::words::PageText;
use super::{answer, language, preview, words};
use crate::app::App;
use crate::http::extractors::game_id;
use crate::http::problem::Problem;

/// The media type of a manifest.
pub const MANIFEST: &str = "application/manifest+json";
/// How deep the pads lie.
const TEMPLATE_DEPTH: usize = 2;

/// One of the two pads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pad {
    Scribe,
    Seat,
}

impl Pad {
    const fn word(self) -> &'static str {
        match self {
            Self::Scribe => "pad",
            Self::Seat => "seat",
        }
    }

    const fn title(self) -> &'static PageText {
        match self {
            Self::Scribe => &words::PAD_TITLE,
            Self::Seat => &words::SEAT_TITLE,
        }
    }
}

/// The scribe's pad.
pub async fn scribe(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    show(&app, &request, Pad::Scribe).await
}

/// A seat's own pad.
pub async fn seat(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    show(&app, &request, Pad::Seat).await
}

/// How a phone installs the scribe's pad.
pub async fn scribe_manifest(request: HttpRequest) -> Result<HttpResponse, Problem> {
    manifest(&request, Pad::Scribe)
}

/// How a phone installs a seat's pad.
pub async fn seat_manifest(request: HttpRequest) -> Result<HttpResponse, Problem> {
    manifest(&request, Pad::Seat)
}

async fn show(app: &App, request: &HttpRequest, pad: Pad) -> Result<HttpResponse, Problem> {
    game_id(request)?;
    let language = language::of(request)?;
    let head = html! {
        link rel="manifest" href={ (pad.word()) ".webmanifest?language=" (language.code()) };
        meta name="mobile-web-app-capable" content="yes";
        (preview::head(app, request, language).await?.unwrap_or_else(|| html! {}))
    };
    let page = HtmlPage {
        place: Some(MenuPlace::Tables),
        styles: &["pad.css"],
        module: Some("pad.js"),
        head,
        ..HtmlPage::plain(language, TEMPLATE_DEPTH, pad.title().of(language), content(pad, language))
    };
    Ok(answer::html(request, &page))
}

fn content(pad: Pad, language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        div #pad .pad {
            div.screen {
            div.pad-head {
                h1 #title { (say(pad.title())) }
                span #clock .tag role="timer" hidden {}
                span #connection .tag {}
                a #replay .button.plain href="../" { (say(&words::PAD_REPLAY)) }
            }
            p #trouble .trouble role="alert" hidden {}
            div.table {
                img #board alt="";
                div.said {
                    p #last aria-live="off" {}
                    button #whole .plain type="button" { (say(&words::PAD_WHOLE_TABLE)) }
                }
            }
            div.now {
                section.entry aria-labelledby="form-title" {
                    h2 #form-title { (say(&words::LOADING)) }
                    div #over hidden {}
                    div #keys {}
                    div.foot {
                        div #other-forms role="group" tabindex="0" aria-label=(say(&words::PAD_OTHER)) {}
                        details #more hidden {
                            summary.button.plain { (say(&words::PAD_MORE)) }
                            div #seldom-forms role="group" aria-label=(say(&words::PAD_MORE)) {}
                        }
                        button #claim .plain type="button" hidden { (say(&words::CLAIM)) }
                        button #undo .plain type="button" hidden[pad == Pad::Seat] disabled { (UNDO_ICON) (say(&words::PAD_UNDO)) }
                    }
                }
                section #queue aria-label=(say(&words::PAD_WAITS)) aria-live="polite" hidden {}
            }
            }
            section.past aria-labelledby="log-title" {
                h2 #log-title hidden { (say(&words::PAD_LOG)) }
                ol #log reversed {}
                button #more-log .plain type="button" hidden { (say(&words::PAD_MORE_LOG)) }
            }
            p { button #forget .plain type="button" { (say(&words::PAD_FORGET)) } }
        }
        dialog #whole-table aria-label=(say(&words::PAD_WHOLE_TABLE)) {
            img #whole-board alt="";
            form method="dialog" { button.plain { (say(&words::CLOSE)) } }
        }
        dialog #correction aria-labelledby="correction-title" {
            div.row.apart { h2 #correction-title {} button.plain type="button" data-close { (say(&words::CLOSE)) } }
            p #correction-was .quiet {}
            div #correction-keys {}
            h3 { (say(&words::PAD_INSTEAD)) }
            div #correction-forms .row {}
        }
        dialog #claim-dialog aria-labelledby="claim-title" {
            div.row.apart { h2 #claim-title { (say(&words::CLAIM_TITLE)) } form method="dialog" { button.plain { (say(&words::CLOSE)) } } }
            p.small.quiet { (say(&words::CLAIM_ABOUT)) }
            div #claim-body {}
        }
        noscript { p.trouble { (say(&words::NEEDS_SCRIPT)) } }
    }
}

/// An arrow that turns back.
const UNDO_ICON: maud::PreEscaped<&str> = maud::PreEscaped(
    r#"<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M4 9h10a5 5 0 0 1 0 10h-4M4 9l4-4M4 9l4 4"/></svg>"#,
);

fn manifest(request: &HttpRequest, pad: Pad) -> Result<HttpResponse, Problem> {
    game_id(request)?;
    let language = language::of(request)?;
    let files = format!("{}pages/{}/", root(TEMPLATE_DEPTH), FILES.version);
    let name = format!("{} {}", words::NAME.of(language), pad.title().of(language));
    let manifest = json!({
        "name": name, "short_name": pad.title().of(language), "lang": language.code(), "id": pad.word(),
        "start_url": pad.word(), "scope": root(TEMPLATE_DEPTH), "display": "standalone", "orientation": "any",
        "background_color": "#f3eddf", "theme_color": "#a8321f",
        "icons": [{"src": format!("{files}seal.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    });
    Ok(HttpResponse::Ok().content_type(MANIFEST).body(manifest.to_string()))
}
