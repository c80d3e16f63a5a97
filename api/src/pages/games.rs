//! The description of a game, for pages before it is played.

use kifu_engine::game::Meta;
use kifu_engine::games;
use kifu_engine::message::Argument;
use kifu_engine::picture::Picture;
use kifu_engine::text::Language;
use maud::{Markup, html};

use super::files::{FILES, picture_file};
use super::words;

/// A card for each game, with its pictures, that leads to its page in this folder; for pages at the root.
pub fn cards(folder: &str, language: Language) -> Markup {
    html! {
        ul.games {
            @for game in games::ALL {
                li {
                    a.game href={ (folder) "/" (game.meta().slug) } {
                        span.game-pictures { @for picture in game.meta().pictures { (illustration(*picture, 40)) } }
                        span.game-name { (game.meta().name.of(language)) }
                        span.small.quiet { (seats(game.meta(), language)) }
                    }
                }
            }
        }
    }
}

/// An illustration beside words that say the same; for pages at the root.
pub fn illustration(picture: Picture, side: u8) -> Markup {
    html! { img src={ "pages/" (FILES.version) "/" (picture_file(picture)) } width=(side) height=(side) alt=""; }
}

/// How many play it.
pub fn seats(meta: &Meta, language: Language) -> String {
    let (least, most) = meta.seats;
    let text = if least == most { &words::SEATS_JUST } else { &words::SEATS_FROM_TO };
    text.with(language, vec![("least", least.into_arg()), ("most", most.into_arg())])
}
