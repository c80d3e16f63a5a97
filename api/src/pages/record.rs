//! `/games/{id}`: a record to follow and to replay.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::text::Language;
use maud::{Markup, html};

use super::layout::{HtmlPage, MenuPlace};
use super::words::PageText;
use super::{answer, language, preview, words};
use crate::app::App;
use crate::http::extractors::game_id;
use crate::http::problem::Problem;

/// Speeds of the replay: milliseconds a step, and how they are written.
const REPLAY_SPEEDS_MS: [(u32, &str); 4] = [(3200, "½×"), (1600, "1×"), (700, "2×"), (250, "6×")];
/// The speed that is selected at first.
const DEFAULT_SPEED_MS: u32 = 1600;

/// The page of a record; whether there is such a record it finds out with its reader's token.
pub async fn show(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    game_id(&request)?;
    let language = language::of(&request)?;
    let head = preview::head(&app, &request, language).await?;
    let is_seen = head.is_some();
    let page = HtmlPage {
        place: Some(MenuPlace::Tables),
        styles: &["record.css"],
        module: Some("record.js"),
        head: head.unwrap_or_else(|| html! {}),
        ..HtmlPage::plain(language, 1, words::RECORD_TITLE.of(language), main(language))
    };
    let mut response = answer::html(&request, &page);
    // A token is behind `#` and reaches no server: the page itself asks again with it.
    if !is_seen && response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    Ok(response)
}

/// The content of the page.
pub fn main(language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        div.about {
            h1 #title { (say(&words::RECORD_TITLE)) }
            p #people {}
            p #facts .row.small.quiet {}
        }
        p #trouble .trouble role="alert" hidden {}
        div #record .record {
            section.table aria-label=(say(&words::BOARD)) {
                div #stage .stage { img #board alt=""; }
                div #narration .narration tabindex="0" {}
            }
            (controls(language))
            (analysis(language))
            div #result .result hidden {}
            section.side {
                div.row.apart {
                    h2 #log-title { (say(&words::LOG)) }
                    label.row.perspective #perspective-field hidden {
                        span { (say(&words::PERSPECTIVE)) }
                        select #perspective autocomplete="off" {}
                    }
                }
                label #hindsight-field .check.small hidden {
                    input #hindsight type="checkbox" checked autocomplete="off";
                    span { (say(&words::HINDSIGHT)) }
                }
                label #chances-field .check.small hidden {
                    input #chances type="checkbox" autocomplete="off";
                    span { (say(&words::CHANCES)) }
                }
                div #log-box .log-box tabindex="0" role="region" aria-labelledby="log-title" { ol #log .log {} }
                (tools(language))
            }
        }
        (note_dialog(language))
        noscript { p.trouble { (say(&words::NEEDS_SCRIPT)) } }
    }
}

fn controls(language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        section #controls .controls.sheet aria-label=(say(&words::REPLAY)) {
            div.scrubber {
                div #marks .marks aria-hidden="true" {}
                input #scrubber type="range" min="0" max="0" value="0" step="1" aria-label=(say(&words::STEP)) autocomplete="off";
            }
            div #chapters .chapters aria-hidden="true" {}
            div.buttons {
                (button("start", &words::TO_START, "M6 5v14M19 5 9 12l10 7z", language))
                (button("back", &words::BACK, "M16 5 6 12l10 7z", language))
                button #play .first type="button" aria-label=(say(&words::PLAY)) {
                    (icon("M7 4.5v15l12-7.5z")) (icon("M7 5h3.5v14H7zM13.5 5H17v14h-3.5z"))
                }
                (button("on", &words::ON, "M8 5l10 7-10 7z", language))
                (button("end", &words::TO_END, "M18 5v14M5 5l10 7-10 7z", language))
                label.speed {
                    span.unseen { (say(&words::SPEED)) }
                    select #speed autocomplete="off" {
                        @for (pause, name) in &REPLAY_SPEEDS_MS {
                            option value=(pause) selected[*pause == DEFAULT_SPEED_MS] { (name) }
                        }
                    }
                }
            }
        }
    }
}

/// The section with the analysis of a finished game.
fn analysis(language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        section #analysis .analysis.sheet aria-labelledby="analysis-title" hidden {
            div.row.apart {
                h2 #analysis-title { (say(&words::ANALYSIS)) }
                label.check.small {
                    input #guess type="checkbox" autocomplete="off";
                    span { (say(&words::GUESS_FIRST)) }
                }
            }
            figure #graph .graph hidden {
                div #graph-picture .graph-picture {}
                figcaption #graph-caption .small.quiet {}
            }
            div #mark-said .mark-said tabindex="-1" {}
            button #next-mark type="button" { (say(&words::NEXT_MARK)) }
            div #odds .stack {}
            p #analysis-model .small.quiet {}
        }
    }
}

fn tools(language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        div.tools {
            a #to-work .button.first.online hidden {}
            button #note .online type="button" hidden { (say(&words::NOTE)) }
            button #step-link .online type="button" { (say(&words::STEP_LINK)) }
            div #step-link-place .wide {}
            button #continue .online type="button" { (say(&words::CONTINUE)) }
            details {
                summary { (say(&words::PICTURES)) }
                div.row {
                    button #as-svg type="button" { (say(&words::AS_SVG)) }
                    button #as-png type="button" { (say(&words::AS_PNG)) }
                    button #as-animation type="button" { (say(&words::AS_ANIMATION)) }
                }
            }
            button #save-replay .online type="button" { (say(&words::SAVE_REPLAY)) }
            p #save-progress .small.quiet role="status" {}
            details #edit .online hidden { summary { (say(&words::EDIT_RECORD)) } div #edit-body {} }
            details #share .online { summary { (say(&words::SHARE)) } div #share-body .stack {} }
            p.small.quiet { (say(&words::KEYS)) }
        }
    }
}

fn note_dialog(language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        dialog #note-dialog aria-labelledby="note-title" {
            form method="dialog" .stack {
                h2 #note-title { (say(&words::NOTE)) }
                p #note-step .quiet {}
                label.field {
                    span { (say(&words::NOTE_TEXT)) }
                    textarea #note-text rows="4" maxlength="2000" required {}
                }
                p #note-trouble .trouble role="alert" hidden {}
                div.row.apart {
                    button type="submit" value="cancel" formnovalidate { (say(&words::CANCEL)) }
                    button #note-save .first type="submit" value="save" { (say(&words::NOTE_SAVE)) }
                }
            }
        }
    }
}

fn button(id: &str, name: &'static PageText, path: &str, language: Language) -> Markup {
    html! { button id=(id) type="button" aria-label=(name.of(language)) title=(name.of(language)) { (icon(path)) } }
}

fn icon(path: &str) -> Markup {
    html! {
        svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" { path d=(path) {} }
    }
}
