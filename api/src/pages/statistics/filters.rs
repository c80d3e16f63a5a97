//! The form by which people say which games count. Its fields are called as the parameters of the API; what is chosen
//! is in the page's address.

use kifu_engine::game::Meta;
use kifu_engine::games;
use kifu_engine::setting::Offers;
use kifu_engine::text::{Language, Text};
use maud::{Markup, html};

use super::ways;
use crate::pages::words;
use crate::search::vocabulary::{self, Values};
use crate::statistics::catalogue::{DIMENSION, Entry, OPTION, options};

const IRREGULAR: [(&str, &Text); 2] =
    [("include", &words::IRREGULAR_INCLUDED), ("only", &words::IRREGULAR_ONLY)];

/// How many more numbers than one a list may have.
const MOST_LISTED: u8 = 12;

/// The fields that all pages have: when, how many, where, which.
pub fn usual(games: &[&'static str], language: Language) -> Markup {
    let metas: Vec<&Meta> =
        games.iter().filter_map(|slug| games::find(slug)).map(|game| game.meta()).collect();
    let least = metas.iter().map(|meta| meta.seats.0).min().unwrap_or(1);
    let most = metas.iter().map(|meta| meta.seats.1).max().unwrap_or(1);
    html! {
        (number("seats", words::WAY_SEATS.of(language), (least, most), words::ANY.of(language)))
        (written("from", &words::FROM, "date", language))
        (written("to", &words::TO, "date", language))
        (written("place", &words::WAY_PLACE, "text", language))
        (written("tag", &words::WAY_TAG, "text", language))
        (written("result", &words::WAY_RESULT, "text", language))
        label.field {
            span { (words::IRREGULAR_GAMES.of(language)) }
            select name="irregular" autocomplete="off" {
                option value="" { (words::IRREGULAR_EXCLUDED.of(language)) }
                @for (value, text) in &IRREGULAR { option value=(value) { (text.of(language)) } }
            }
        }
    }
}

/// A field for each option of a game that can be asked for.
pub fn of_options(slug: &'static str, language: Language) -> Markup {
    let known = vocabulary::games().get(slug);
    html! {
        @for name in options(&[slug]) {
            @if let Some(choice) = known.and_then(|game| game.options.get(name)) {
                (of_option(slug, name, &choice.values, language))
            }
        }
    }
}

fn of_option(slug: &str, name: &str, values: &Values, language: Language) -> Markup {
    let any = words::ANY.of(language);
    let setting = ways::setting(slug, name);
    let named = words::WAY_OPTION.of(language).replace("{name}", name);
    let label = setting.map_or(named.as_str(), |setting| setting.label.of(language));
    let field = format!("{OPTION}{name}");
    match setting.map(|setting| &setting.offers) {
        Some(Offers::OneOf { of }) => {
            let offers: Vec<_> = of.iter().map(|offer| (offer.value, offer.label.of(language))).collect();
            chosen(&field, label, &offers, any)
        }
        Some(Offers::Number { least, most }) => number(&field, label, (*least, *most), any),
        _ if values.truth => {
            let (yes, no) = (words::YES.of(language), words::NO.of(language));
            chosen(&field, label, &[("true", yes), ("false", no)], any)
        }
        _ if !values.words.is_empty() => {
            let offers: Vec<_> = values.words.iter().map(|word| (word.as_str(), word.as_str())).collect();
            chosen(&field, label, &offers, any)
        }
        _ => html! {
            label.field { span { (label) } input name=(field) type="text" inputmode=[values.numbers.then_some("numeric")] autocomplete="off"; }
        },
    }
}

/// A field for each dimension of a metric.
pub fn of_dimensions(entry: &Entry, language: Language) -> Markup {
    html! {
        @for dimension in entry.metric.dimensions {
            @let field = format!("{DIMENSION}{}", dimension.name);
            @if dimension.words.is_empty() {
                label.field { span { (dimension.title.of(language)) } input name=(field) type="text" autocomplete="off"; }
            } @else {
                @let offers: Vec<_> = dimension.words.iter().map(|word| (*word, *word)).collect();
                (chosen(&field, dimension.title.of(language), &offers, words::ANY.of(language)))
            }
        }
    }
}

/// A field with the games that a metric is of.
pub fn of_games(entry: &Entry, language: Language) -> Markup {
    let name = |slug: &'static str| games::find(slug).map_or(slug, |game| game.meta().name.of(language));
    let offers: Vec<_> = entry.games.iter().map(|slug| (*slug, name(slug))).collect();
    chosen("game", words::WAY_GAME.of(language), &offers, words::ANY.of(language))
}

/// One of several, or any.
pub fn chosen(field: &str, label: &str, offers: &[(&str, &str)], any: &str) -> Markup {
    html! {
        label.field {
            span { (label) }
            select name=(field) autocomplete="off" {
                option value="" { (any) }
                @for (value, text) in offers { option value=(value) { (text) } }
            }
        }
    }
}

/// A number: from a list, unless that would be long.
fn number(field: &str, label: &str, (least, most): (u8, u8), any: &str) -> Markup {
    if most - least > MOST_LISTED {
        return html! {
            label.field { span { (label) } input name=(field) type="number" inputmode="numeric" min=(least) max=(most) placeholder=(any) autocomplete="off"; }
        };
    }
    let numbers: Vec<String> = (least..=most).map(|number| number.to_string()).collect();
    let offers: Vec<_> = numbers.iter().map(|number| (number.as_str(), number.as_str())).collect();
    chosen(field, label, &offers, any)
}

fn written(field: &str, label: &'static Text, kind: &str, language: Language) -> Markup {
    html! { label.field { span { (label.of(language)) } input name=(field) type=(kind) autocomplete="off"; } }
}

/// The filters in force, each to be taken off; the module fills it.
pub fn in_force(language: Language) -> Markup {
    html! { div #in-force .in-force role="group" aria-label=(words::IN_FORCE.of(language)) { span.small.quiet { (words::NO_FILTER.of(language)) } } }
}
