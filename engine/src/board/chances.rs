//! Draws the chance of a thing where it may lie, and the result of a play on the thing that would be played.

use svg::node::element::{Circle, Path};

use super::{Area, Board, Look, Size, rectangle};
use crate::count;
use crate::message::Message;
use crate::picture::Picture;

/// The height of a chance.
pub const CHANCE_HEIGHT: i64 = 18;
/// The least width of a chance: its number has up to two digits.
pub const CHANCE_WIDTH: i64 = 36;
/// The side of an illustration beside a chance.
const FACE_SIDE: i64 = 15;
/// The radius of the sign on a thing that could be played.
const SIGN_RADIUS: i64 = 8;

/// The chance that something lies at a place of the board, or the result of playing it.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardChance {
    /// The place, by the name that the game draws it by.
    pub place: String,
    /// The thing that may lie there, in one word.
    pub what: String,
    /// The illustration of that thing, if there is one.
    pub picture: Option<Picture>,
    /// The chance, or the result of playing it.
    pub likelihood: Likelihood,
    /// All of it in words.
    pub sentence: Message,
}

impl BoardChance {
    /// Sorts the chances of a place into the order in which they are drawn.
    pub fn likeliest_first(mut of: Vec<Self>) -> Vec<Self> {
        let share = |chance: &Self| match chance.likelihood {
            Likelihood::Chance { share, .. } => share,
            Likelihood::Wins | Likelihood::Loses => 1.0,
        };
        of.sort_by(|a, b| share(b).total_cmp(&share(a)));
        of
    }
}

/// The chance of something, or the result of playing it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Likelihood {
    /// Its chance, which people read as a percentage.
    Chance {
        /// The chance.
        share: f64,
        /// How it is written.
        percent: i64,
    },
    /// After it, all can still win.
    Wins,
    /// After it, nobody can win any more.
    Loses,
}

impl Board<'_> {
    /// Adds chances to be drawn at their places, the likeliest of each place first.
    #[must_use]
    pub fn with_chances(mut self, chances: Vec<BoardChance>) -> Self {
        self.chances = chances;
        self
    }

    /// The likeliest thing at this place, in one word, if anything is known of it.
    pub fn likeliest(&self, place: &str) -> Option<&str> {
        self.chances.iter().find(|chance| chance.place == place).map(|chance| &*chance.what)
    }

    /// Draws the chances of this place from the upper edge of the area down, as many as it holds, and the result of a
    /// play in its lower right corner. If something is seen to lie there, only the chance of that is drawn.
    pub fn draw_chances(&mut self, place: &str, area: Area, seen: Option<&str>) {
        let is_here =
            |chance: &&BoardChance| chance.place == place && seen.is_none_or(|seen| chance.what == seen);
        let here: Vec<BoardChance> = self.chances.iter().filter(is_here).cloned().collect();
        let lines = count::from_i64(area.h / CHANCE_HEIGHT);
        for (line, chance) in (0..).zip(here.iter().take(lines.max(1))) {
            self.add_alt_text(&chance.sentence);
            match chance.likelihood {
                Likelihood::Chance { share, percent } => {
                    let area = Area { y: area.y + line * CHANCE_HEIGHT, h: CHANCE_HEIGHT - 1, ..area };
                    // A thing that lies open shows itself; the place beside its face is narrow.
                    let picture = chance.picture.filter(|_| seen.is_none());
                    self.draw_chance(area, picture, share, percent);
                }
                Likelihood::Wins => self.draw_sign(area, "wins", "M-4 0 -1 3.5 4.5 -3.5"),
                Likelihood::Loses => self.draw_sign(area, "loses", "M-3.5 -3.5 3.5 3.5M3.5 -3.5 -3.5 3.5"),
            }
        }
    }

    /// A bar filled in proportion to the chance, with the number on it.
    fn draw_chance(&mut self, area: Area, picture: Option<Picture>, share: f64, percent: i64) {
        let Area { x, y, w, .. } = area;
        self.add(rectangle(area).set("rx", 4).set("class", "chance"));
        let full = (w as f64 * share * 10.0).round() / 10.0;
        self.add(rectangle(area).set("width", full).set("rx", 4).set("class", "share"));
        let free = if let Some(picture) = picture {
            self.picture(Area { x: x + 1, y: y + 1, w: FACE_SIDE, h: FACE_SIDE }, Look::Open, picture);
            Area { x: x + FACE_SIDE, w: w - FACE_SIDE, ..area }
        } else {
            area
        };
        self.inscribe((free.centre().0, y + 14), Size::Small, &format!("{percent}%"), free.w);
    }

    fn draw_sign(&mut self, area: Area, class: &str, strokes: &str) {
        let (x, y) = (area.x + area.w - SIGN_RADIUS + 1, area.y + area.h - SIGN_RADIUS + 1);
        self.add(Circle::new().set("cx", x).set("cy", y).set("r", SIGN_RADIUS).set("class", class));
        let place = format!("translate({x} {y})");
        self.add(Path::new().set("d", strokes).set("transform", place).set("class", "verdict"));
    }
}
