//! The board: a position drawn as SVG, for one of three [layouts](Layout) and for dark rooms.
//!
//! A game says how much [room](Room) its parts take; this module decides where they stand and how they look. The
//! frame follows from the game and the number of seats only, so nothing moves or rescales while a game goes on.
//! Hidden things are hatched, never left out. People who cannot see the picture get the sentences of
//! [`Board::add_alt_text`].

mod arrangement;
mod chances;
mod lettering;
mod sign;

use std::borrow::Cow;
use std::collections::BTreeSet;

use strum::IntoStaticStr;
use svg::node::element::{
    Circle, Definitions, Description, Group, Line, Path, Pattern, Polygon, Rectangle, Style, TSpan,
    Text as Words, Title, Use,
};
use unicode_width::UnicodeWidthStr;

pub use arrangement::{Arrangement, Layout, Room, Stack};
pub use chances::{BoardChance, CHANCE_HEIGHT, CHANCE_WIDTH, Likelihood};
use lettering::{clipped, letter, plain, wrapped};
pub use sign::Sign;

use crate::count;
use crate::message::Render;
use crate::picture::Picture;
use crate::seat::Seat;
use crate::text::{Language, Names, Text};

/// The free margin on all sides.
pub const BOARD_MARGIN: i64 = 8;

const BOARD_CSS: &str = include_str!("board.css");
/// Half-width letters that fit on the smallest piece when they are pressed together.
const MAX_PIECE_LETTERS: usize = 12;
/// The height of a mat's first line, which names the seat.
pub const MAT_HEADER: i64 = 28;

/// How a piece lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Face up.
    Open,
    /// It is there, but its face is not known here.
    Hidden,
    /// A place where nothing lies.
    Empty,
    /// No longer in play.
    Faded,
    /// The centre of attention now.
    Hot,
}

impl Look {
    /// Open if it is known, hidden if not.
    pub fn of<T>(value: Option<&T>) -> Self {
        if value.is_some() { Self::Open } else { Self::Hidden }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Open => "piece",
            Self::Hidden => "piece hidden",
            Self::Empty => "piece empty",
            Self::Faded => "piece faded",
            Self::Hot => "piece hot",
        }
    }
}

/// How words look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Size {
    /// An aside.
    Small,
    /// The text of pieces and panels.
    Normal,
    /// The text to be seen first.
    Large,
}

impl Size {
    /// The width of a half-width letter, rather too much than too little.
    fn letter(self) -> i64 {
        match self {
            Self::Small => 8,
            Self::Normal => 9,
            Self::Large => 12,
        }
    }

    /// The distance from one line to the next.
    fn line(self) -> i64 {
        match self {
            Self::Small => 19,
            Self::Normal => 21,
            Self::Large => 27,
        }
    }
}

/// The position of words relative to their point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Anchor {
    /// To the right of it.
    Start,
    /// Around it.
    Middle,
    /// To the left of it.
    End,
}

/// A rectangle: its left upper corner and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Left edge.
    pub x: i64,
    /// Upper edge.
    pub y: i64,
    /// Width.
    pub w: i64,
    /// Height.
    pub h: i64,
}

impl Area {
    /// The area inside, this far from every edge.
    #[must_use]
    pub fn inset(self, by: i64) -> Self {
        let Self { x, y, w, h } = self;
        Self { x: x + by, y: y + by, w: w - 2 * by, h: h - 2 * by }
    }

    /// The middle of it.
    pub fn centre(self) -> (i64, i64) {
        (self.x + self.w / 2, self.y + self.h / 2)
    }

    /// Splits it into a part of this height at its upper edge, and the rest.
    pub fn split(self, h: i64) -> (Self, Self) {
        (Self { h, ..self }, Self { y: self.y + h, h: self.h - h, ..self })
    }
}

/// A picture being drawn, and its description in words.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    names: &'a Names,
    language: Language,
    layout: Layout,
    /// The frame, once it is arranged.
    height: i64,
    drawn: Group,
    /// The illustrations that are used.
    pictures: BTreeSet<Picture>,
    alt_text: Vec<String>,
    /// The chances to be drawn at their places.
    chances: Vec<BoardChance>,
}

impl<'a> Board<'a> {
    /// An empty table with these people, described in this language.
    pub fn new(names: &'a Names, language: Language, layout: Layout) -> Self {
        Self {
            names,
            language,
            layout,
            height: 0,
            drawn: Group::new(),
            pictures: BTreeSet::new(),
            alt_text: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// The layout of the board.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The people at the table.
    pub fn names(&self) -> &'a Names {
        self.names
    }

    /// The name of a seat.
    pub fn name(&self, seat: Seat) -> Cow<'a, str> {
        self.names.display_name(seat, self.language)
    }

    /// The words in the language of this board.
    pub fn words<'t>(&self, text: &'t Text) -> &'t str {
        text.of(self.language)
    }

    /// Words for this table in the language of this board.
    pub fn render(&self, words: impl Render) -> String {
        words.render(self.names, self.language)
    }

    /// Adds sentences to the text alternative, and returns them as one text, to be drawn as well.
    pub fn say<M: Render>(&mut self, sentences: &[M]) -> String {
        let rendered: Vec<String> = sentences.iter().map(|sentence| self.render(sentence)).collect();
        self.alt_text.extend(rendered.iter().cloned());
        rendered.join(self.language.between_sentences())
    }

    /// Adds a sentence to the text alternative.
    pub fn add_alt_text(&mut self, sentence: &impl Render) {
        self.alt_text.push(self.render(sentence));
    }

    /// Words, cut where they would be wider than `max_width`.
    pub fn write(&mut self, (x, y): (i64, i64), anchor: Anchor, size: Size, text: &str, max_width: i64) {
        let text = clipped(text, count::from_i64(max_width / size.letter()));
        self.add(
            Words::new(text)
                .set("x", x)
                .set("y", y)
                .set("text-anchor", <&str>::from(anchor))
                .set("class", <&str>::from(size)),
        );
    }

    /// Words in the middle of a piece this wide, pressed together rather than cut.
    pub fn inscribe(&mut self, (x, y): (i64, i64), size: Size, text: &str, width: i64) {
        let text = clipped(text, MAX_PIECE_LETTERS);
        let needed = lettering::width(&text, size);
        let words = Words::new(text).set("x", x).set("y", y).set("text-anchor", "middle");
        let words = words.set("class", <&str>::from(size));
        let max_width = width - 4;
        self.add(if needed > max_width {
            words.set("textLength", max_width).set("lengthAdjust", "spacingAndGlyphs")
        } else {
            words
        });
    }

    /// Words in as many lines as the area holds, cut at its end.
    pub fn write_lines(&mut self, area: Area, size: Size, text: &str) {
        let lines = count::from_i64(area.h / size.line()).max(1);
        let letters = count::from_i64(area.w / size.letter());
        let mut words = Words::new("").set("text-anchor", "start").set("class", <&str>::from(size));
        for (place, line) in (0..).zip(wrapped(text, letters, lines)) {
            let y = area.y + size.line() * (place + 1) - 5;
            words = words.add(TSpan::new(clipped(&line, letters)).set("x", area.x).set("y", y));
        }
        self.add(words);
    }

    /// How many lines words take at this width.
    pub fn line_count(width: i64, size: Size, text: &str) -> usize {
        wrapped(text, count::from_i64(width / size.letter()), usize::MAX).len()
    }

    /// A card, a die, a tile: something with a face.
    pub fn piece(&mut self, area: Area, look: Look, face: &str) {
        let Area { x, y, w, h } = area;
        self.add(rectangle(area).set("rx", 5).set("class", look.class()));
        let size = if h >= 40 && face.width() <= 3 { Size::Large } else { Size::Normal };
        let size = if count::to_i64(face.width()) * size.letter() > w { Size::Small } else { size };
        let face = if look == Look::Hidden && face.is_empty() { "?" } else { face };
        let baseline = y + h / 2 + if size == Size::Large { 7 } else { 5 };
        self.inscribe((x + w / 2, baseline), size, face, w);
    }

    /// A rectangle with straight corners, of classes in `board.css`.
    pub fn square(&mut self, area: Area, class: &str) {
        self.add(rectangle(area).set("class", class));
    }

    /// A card with a number above an illustration.
    pub fn numbered_card(&mut self, area: Area, look: Look, number: i64, picture: Picture) {
        let Area { x, y, w, h } = area;
        self.piece(area, look, "");
        let side = w.min(h - 19);
        self.picture(Area { x: x + (w - side) / 2, y: y + h - side - 1, w: side, h: side }, look, picture);
        let (letters, baseline) = if h >= 60 { (Size::Large, 19) } else { (Size::Small, 15) };
        self.inscribe((x + w / 2, y + baseline), letters, &number.to_string(), w);
    }

    /// An illustration, in the middle of the area and as large as that allows.
    pub fn picture(&mut self, area: Area, look: Look, picture: Picture) {
        self.pictures.insert(picture);
        let picture = use_of(picture, area);
        self.add(if look == Look::Faded { picture.set("class", "faded") } else { picture });
    }

    /// A piece with an illustration for its face; hidden without one.
    pub fn illustrated_piece(&mut self, area: Area, look: Look, picture: Option<Picture>) {
        self.piece(area, if picture.is_some() { look } else { Look::Hidden }, "");
        if let Some(picture) = picture {
            let Area { x, y, w, h } = area;
            self.picture(Area { x: x + 2, y: y + 2, w: w - 4, h: h - 4 }, look, picture);
        }
    }

    /// Draws an outline of classes in `board.css`: path data from its left upper corner on, in so many hundredths of
    /// its size.
    pub fn shape(&mut self, at: (i64, i64), percent: i64, class: &str, outline: &str) {
        self.add(path(at, percent, outline, class));
    }

    /// Draws path data on pieces or between them, from the corner on.
    pub fn strokes(&mut self, at: (i64, i64), percent: i64, strokes: &str) {
        self.add(path(at, percent, strokes, "stroke"));
    }

    /// Pieces side by side, in one line; closer together where there are too many. Hidden where there is no picture.
    pub fn row(
        &mut self,
        area: Area,
        side: i64,
        look: impl Fn(Picture) -> Look,
        pictures: &[Option<Picture>],
    ) {
        let gaps = count::to_i64(pictures.len().saturating_sub(1)).max(1);
        let pitch = (side + 3).min((area.w - side) / gaps).max(1);
        let mut x = area.x;
        for picture in pictures {
            if x + side > area.x + area.w {
                break;
            }
            let look = picture.map_or(Look::Hidden, &look);
            self.illustrated_piece(Area { x, y: area.y, w: side, h: side }, look, *picture);
            x += pitch;
        }
    }

    /// The mark of a seat: its letter in a ring of its colour.
    pub fn mark(&mut self, (x, y): (i64, i64), seat: Seat) {
        let colour = format!("seat s{}", seat.number().rem_euclid(8));
        self.add(Circle::new().set("cx", x).set("cy", y).set("r", 10).set("class", colour));
        self.write((x, y + 5), Anchor::Middle, Size::Small, &letter(seat), 20);
    }

    /// The mat of a seat: its mark, an arrow if it is its turn, its name, and a remark at the right end of that line.
    /// Returns the area left below.
    pub fn mat(&mut self, area: Area, seat: Seat, is_turn: bool, remark: &[Sign]) -> Area {
        let Area { x, y, w, h } = area;
        let class = if is_turn { "mat awaited" } else { "mat" };
        self.add(rectangle(area).set("rx", 7).set("class", class));
        self.mark((x + 15, y + 14), seat);
        if is_turn {
            let points = format!("{},{} {},{} {},{}", x + 28, y + 8, x + 36, y + 14, x + 28, y + 20);
            self.add(Polygon::new().set("points", points).set("class", "turn"));
        }
        let taken = self.signs((x + w - 5, y + 3), remark);
        let name = self.name(seat);
        self.write((x + 40, y + 19), Anchor::Start, Size::Small, &name, (w - 46 - taken).max(24));
        Area { x: x + 6, y: y + MAT_HEADER, w: w - 12, h: h - MAT_HEADER - 5 }
    }

    /// An illustration of a thing that is gone, or never was.
    pub fn crossed(&mut self, area: Area, picture: Picture) {
        self.picture(area, Look::Faded, picture);
        let Area { x, y, w, h } = area.inset(3);
        self.add(line((x, y + h), (x + w, y), "cross"));
    }

    /// A line from one point to another.
    pub fn line(&mut self, from: (i64, i64), to: (i64, i64)) {
        self.add(line(from, to, "line"));
    }

    /// Anything else, of the classes in `board.css`.
    pub fn add(&mut self, element: impl Into<Box<dyn svg::Node>>) {
        self.drawn = std::mem::take(&mut self.drawn).add(element);
    }

    /// The picture, titled with the name of the game.
    pub fn into_svg(self, title: &Text) -> String {
        let (width, height) = (self.layout.width(), self.height);
        let frame = Area { x: 0, y: 0, w: width, h: height };
        let hatch = Pattern::new()
            .set("id", "hatch")
            .set("width", 6)
            .set("height", 6)
            .set("patternUnits", "userSpaceOnUse")
            .set("patternTransform", "rotate(45)")
            .add(Rectangle::new().set("width", 6).set("height", 6).set("class", "back"))
            .add(line((0, 0), (0, 6), "stripe"));
        svg::Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("class", "kifu-board")
            .set("role", "img")
            .set("lang", self.language.code())
            .add(Title::new(title.of(self.language)))
            .add(
                Description::new()
                    .add(svg::node::Text::new(plain(&self.alt_text.join(self.language.between_sentences())))),
            )
            .add(Style::new(BOARD_CSS))
            .add(self.pictures.iter().fold(Definitions::new().add(hatch), |definitions, picture| {
                definitions.add(svg::node::Blob::new(picture.symbol()))
            }))
            .add(rectangle(frame).set("class", "table"))
            .add(self.drawn)
            .to_string()
    }
}

fn use_of(picture: Picture, Area { x, y, w, h }: Area) -> Use {
    let href = format!("#{}", picture.id());
    Use::new().set("href", href).set("x", x).set("y", y).set("width", w).set("height", h)
}

fn rectangle(Area { x, y, w, h }: Area) -> Rectangle {
    Rectangle::new().set("x", x).set("y", y).set("width", w).set("height", h)
}

fn line((x1, y1): (i64, i64), (x2, y2): (i64, i64), class: &str) -> Line {
    Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2).set("class", class)
}

fn path((x, y): (i64, i64), percent: i64, data: &str, class: &str) -> Path {
    let place = format!("translate({x} {y}) scale({})", percent as f64 / 100.0);
    Path::new().set("d", data).set("transform", place).set("class", class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_break_out_of_the_picture() {
        let name = "<script>\u{0}\u{8}&\"'</script>";
        let names = Names::new(&[Some(name.to_owned())]);
        let mut board = Board::new(&names, Language::En, Layout::Landscape);
        board.mat(Area { x: 8, y: 8, w: 700, h: 40 }, Seat::new(0), true, &[]);
        let drawn = board.into_svg(&Text::fixed("碁", "Go"));
        assert!(drawn.contains("&lt;script&gt;&amp;\"'&lt;/script&gt;"), "{drawn}");
        assert!(!drawn.contains(['\u{0}', '\u{8}']));
    }
}
