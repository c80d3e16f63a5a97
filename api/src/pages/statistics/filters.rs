//! The form by which people filter the games. Its fields are named as the parameters of the API; the choice is in the
//! page's address.

use kifu_engine::erased::AnyGame;
use kifu_engine::game::Meta;
use kifu_engine::games;
use kifu_engine::message::Argument;
use kifu_engine::setting::{Offers, Setting};
use kifu_engine::text::Language;
use maud::{Markup, html};

use super::groupings::title;
use crate::pages::words::{self, PageText};
use kifu_statistics::catalogue::{CatalogueEntry, DIMENSION_PREFIX, OPTION_PREFIX, options, setting};

/// The choices for games that are left out by default.
const INCLUSIONS: [(&str, &PageText); 2] =
    [("include", &words::GAMES_INCLUDED), ("only", &words::GAMES_ONLY)];

/// How many more numbers than one a list may have.
const MAX_EXTRA_NUMBERS: u8 = 12;

/// The fields that all pages have: when, how many, where, which.
pub fn usual(games: &[&'static str], language: Language) -> Markup {
    let metas: Vec<&Meta> = games.iter().filter_map(|slug| games::find(slug)).map(AnyGame::meta).collect();
    let least = metas.iter().map(|meta| meta.seats.0).min().unwrap_or(1);
    let most = metas.iter().map(|meta| meta.seats.1).max().unwrap_or(1);
    html! {
        (number("seats", title("seats", language), (least, most), words::ANY.of(language)))
        (written("from", &words::FROM, "date", language))
        (written("to", &words::TO, "date", language))
        @for name in ["place", "tag", "player"] { (found(name, title(name, language), name, language)) }
        (results(&metas, language))
        (inclusion("irregular", words::IRREGULAR_GAMES.of(language), language))
        (inclusion("simulated", words::SIMULATED_GAMES.of(language), language))
    }
}

/// The choice for games that are left out by default.
fn inclusion(field: &str, label: &str, language: Language) -> Markup {
    chosen(
        field,
        label,
        &INCLUSIONS.map(|(value, text)| (value, text.of(language))),
        words::GAMES_EXCLUDED.of(language),
    )
}

/// How games ended; of several kinds of games, kind by kind.
fn results(metas: &[&Meta], language: Language) -> Markup {
    let offers = |meta: &Meta| {
        let words = meta.endings.iter();
        html! { @for word in words { option value=(word.name) { (word.title.of(language)) } } }
    };
    html! {
        label.field {
            span { (title("result", language)) }
            select name="result" autocomplete="off" {
                option value="" { (words::ANY.of(language)) }
                @if let [only] = metas { (offers(only)) } @else {
                    @for meta in metas { optgroup label=(meta.name.of(language)) { (offers(meta)) } }
                }
            }
        }
    }
}

/// A field for each option of a game that can be asked for.
pub fn of_options(slug: &'static str, language: Language) -> Markup {
    html! {
        @for setting in options(&[slug]).filter_map(|option| setting(&[slug], option)) {
            (of_option(slug, setting, language))
        }
    }
}

fn of_option(slug: &str, setting: &Setting, language: Language) -> Markup {
    let any = words::ANY.of(language);
    let (field, label) = (format!("{OPTION_PREFIX}{}", setting.name), setting.label.of(language));
    match setting.offers {
        Offers::Switch => {
            let (yes, no) = (words::YES.of(language), words::NO.of(language));
            chosen(&field, label, &[("true", yes), ("false", no)], any)
        }
        Offers::OneOf { of } => {
            let offers: Vec<_> = of.iter().map(|offer| (offer.value, offer.label.of(language))).collect();
            chosen(&field, label, &offers, any)
        }
        Offers::Number { least, most } => number(&field, label, (least, most), any),
        Offers::Seat => seat(&field, label, slug, language),
    }
}

fn seat(field: &str, label: &str, slug: &str, language: Language) -> Markup {
    let seats = games::find(slug).map_or(0, |game| game.meta().seats.1);
    // People count seats from 1.
    let name = |seat: u8| words::SEAT.with(language, vec![("seat", (seat + 1).into_arg())]);
    let called: Vec<_> = (0..seats).map(|seat| (name(seat), seat.to_string())).collect();
    let offers: Vec<_> = called.iter().map(|(name, seat)| (seat.as_str(), name.as_str())).collect();
    chosen(field, label, &offers, words::ANY.of(language))
}

/// A field for each dimension of a metric.
pub fn of_dimensions(entry: &CatalogueEntry, language: Language) -> Markup {
    html! {
        @for dimension in entry.metric.dimensions {
            @let field = format!("{DIMENSION_PREFIX}{}", dimension.name);
            @let values = dimension.values();
            @if values.is_empty() {
                (found(&field, dimension.title.of(language), dimension.name, language))
            } @else {
                @let offers: Vec<_> = values.iter().map(|(value, title)| (value.as_str(), title.of(language))).collect();
                (chosen(&field, dimension.title.of(language), &offers, words::ANY.of(language)))
            }
        }
    }
}

/// A field with the games that a metric is of.
pub fn of_games(entry: &CatalogueEntry, language: Language) -> Markup {
    let name = |slug: &'static str| games::find(slug).map_or(slug, |game| game.meta().name.of(language));
    let offers: Vec<_> = entry.games.iter().map(|slug| (*slug, name(slug))).collect();
    chosen("game", title("game", language), &offers, words::ANY.of(language))
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

/// A field whose choices the module finds in the records: the groups by this way to group.
fn found(field: &str, label: &str, grouping: &str, language: Language) -> Markup {
    html! {
        label.field {
            span { (label) }
            select name=(field) data-recorded=(grouping) autocomplete="off" { option value="" { (words::ANY.of(language)) } }
        }
    }
}

/// A number: from a list, unless that would be long.
fn number(field: &str, label: &str, (least, most): (u8, u8), any: &str) -> Markup {
    if most - least > MAX_EXTRA_NUMBERS {
        return html! {
            label.field { span { (label) } input name=(field) type="number" inputmode="numeric" min=(least) max=(most) placeholder=(any) autocomplete="off"; }
        };
    }
    let numbers: Vec<String> = (least..=most).map(|number| number.to_string()).collect();
    let offers: Vec<_> = numbers.iter().map(|number| (number.as_str(), number.as_str())).collect();
    chosen(field, label, &offers, any)
}

fn written(field: &str, label: &'static PageText, kind: &str, language: Language) -> Markup {
    html! { label.field { span { (label.of(language)) } input name=(field) type=(kind) autocomplete="off"; } }
}

/// The filters in force, each to be taken off; the module fills it.
pub fn in_force(language: Language) -> Markup {
    html! { div #in-force .in-force role="group" aria-label=(words::IN_FORCE.of(language)) { span.small.quiet { (words::NO_FILTER.of(language)) } } }
}
