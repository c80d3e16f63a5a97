//! `/open/{game}`: the form for the people by seat and the settings, and the links for everybody.

use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::game::Meta;
use kifu_engine::games;
use kifu_engine::message::Argument;
use kifu_engine::setting::{ListSetting, Offers, Setting};
use kifu_engine::text::Language;
use maud::{Markup, html};

use super::layout::{HtmlPage, MenuPlace};
use super::words::PageText;
use super::{answer, language, words};
use crate::http::problem::{Code, Problem};

/// How many sit at a table if the game allows it.
const DEFAULT_SEATS: u8 = 4;
/// So many players can be named here; larger tables are opened by the API, or named later.
const MAX_NAMED_SEATS: u8 = 40;
/// Copies of a card that somebody may count at most.
const MAX_COPIES: u8 = 99;
/// The visibilities of a record, as in the API.
const VISIBILITIES: [(&str, &PageText); 3] = [
    ("public", &words::READS_PUBLIC),
    ("unlisted", &words::READS_UNLISTED),
    ("private", &words::READS_PRIVATE),
];

/// The page that opens a record of this game.
pub async fn show(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let language = language::of(&request)?;
    let game = request.match_info().get("game").and_then(games::find);
    let meta = game.ok_or_else(|| Problem::plain(Code::NotFound))?.meta();
    let page = HtmlPage {
        place: Some(MenuPlace::Tables),
        styles: &["home.css"],
        module: Some("open.js"),
        listed: true,
        ..HtmlPage::plain(
            language,
            1,
            format!("{} – {}", words::OPEN_TITLE.of(language), meta.name.of(language)),
            main(meta, language),
        )
    };
    Ok(answer::html(&request, &page))
}

fn main(meta: &Meta, language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        div.open {
            div {
                p.quiet { (say(&words::OPEN_TITLE)) }
                h1 { (meta.name.of(language)) }
                p.row {
                    a href={ "../rules/" (meta.slug) } { (say(&words::READ_RULES)) }
                    a.quiet href="../" { (say(&words::ANOTHER)) }
                }
            }
            form #open .stack data-game=(meta.slug) {
                (seats_form(meta, language))
                (options(meta, language))
                p #trouble .trouble role="alert" hidden {}
                label.field #key-field hidden {
                    span { (say(&words::KEY)) }
                    input #key type="password" autocomplete="off" aria-describedby="key-why";
                    span #key-why .small.quiet { (say(&words::KEY_WHY)) }
                }
                div.go { button #go .first type="submit" { (say(&words::DO_OPEN)) } }
            }
            section #opened .stack hidden tabindex="-1" aria-labelledby="opened-title" {}
            noscript { p.trouble { (say(&words::NEEDS_SCRIPT)) } }
        }
    }
}

fn seats_form(meta: &Meta, language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    let (least, most) = (meta.seats.0, meta.seats.1.min(MAX_NAMED_SEATS));
    let usual = DEFAULT_SEATS.clamp(least, most);
    html! {
        fieldset {
            legend { (say(&words::WHO_SITS)) }
            label.field {
                span { (say(&words::HOW_MANY)) }
                select #seats autocomplete="off" {
                    @for count in least..=most { option value=(count) selected[count == usual] { (count) } }
                }
            }
            p.small.quiet { (say(&words::CLOCKWISE)) }
            datalist #name-suggestions {}
            ol #names .seats { @for seat in 0..usual { (person(seat, language)) } }
        }
    }
}

fn person(seat: u8, language: Language) -> Markup {
    let name = words::SEAT.with(language, vec![("seat", (seat + 1).into_arg())]);
    html! {
        li {
            label {
                span.stone { (seat + 1) }
                span.unseen { (name) }
                input maxlength="100" list="name-suggestions" autocomplete="off" placeholder=(name);
            }
        }
    }
}

fn options(meta: &Meta, language: Language) -> Markup {
    let say = |text: &'static PageText| text.of(language);
    html! {
        fieldset {
            legend { (say(&words::OPTIONS)) }
            div.settings {
                @for setting in meta.settings { (offered(setting, language)) }
                label.field {
                    span { (say(&words::WHO_READS)) }
                    select #visibility autocomplete="off" {
                        @for (value, text) in &VISIBILITIES { option value=(value) { (text.of(language)) } }
                    }
                }
                label.field {
                    span { (say(&words::WHERE)) }
                    input #place maxlength="100" autocomplete="off";
                }
            }
            @if !meta.lists.is_empty() {
                details {
                    summary { (say(&words::FOR_ODDS)) }
                    p.small.quiet { (say(&words::FOR_ODDS_ABOUT)) }
                    @for list in meta.lists { (entries(list, language)) }
                }
            }
        }
    }
}

/// A field for each entry of a list that may be left out. A word is chosen; a number counts what its label says.
fn entries(list: &ListSetting, language: Language) -> Markup {
    let label = list.label.of(language);
    html! {
        fieldset.entries data-list=(list.name) {
            legend { (label) }
            @for entry in 0..list.length {
                @if list.words.is_empty() {
                    label.field {
                        span { (entry) }
                        input type="number" inputmode="numeric" min="0" max=(MAX_COPIES) aria-label={ (label) " " (entry) } autocomplete="off";
                    }
                } @else {
                    select aria-label={ (label) " " (entry + 1) } autocomplete="off" {
                        option value="" { "–" }
                        @for word in list.words { option value=(word.name) { (word.title.of(language)) } }
                    }
                }
            }
        }
    }
}

/// A setting, with what it usually is.
fn offered(setting: &Setting, language: Language) -> Markup {
    let (name, label) = (setting.name, setting.label.of(language));
    match &setting.offers {
        Offers::Switch => html! {
            label.check { input type="checkbox" data-setting=(name) data-kind="switch" autocomplete="off"; span { (label) } }
        },
        Offers::OneOf { of } => html! {
            label.field {
                span { (label) }
                select data-setting=(name) data-kind="word" autocomplete="off" {
                    @for offer in *of { option value=(offer.value) data-seats=[offer.seats] { (offer.label.of(language)) } }
                }
            }
        },
        Offers::Number { least, most } => html! {
            label.field {
                span { (label) }
                input type="number" inputmode="numeric" min=(least) max=(most) value=(least) data-setting=(name) data-kind="number" autocomplete="off";
            }
        },
        Offers::Seat => html! {
            label.field { span { (label) } select data-setting=(name) data-kind="seat" autocomplete="off" {} }
        },
    }
}
