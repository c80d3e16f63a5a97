//! The board: a position drawn as SVG, for a phone's width and for dark rooms.
//!
//! A game places pieces and words from the top down; this module decides how they look. What is hidden is hatched,
//! never left out. People who cannot see the picture get the sentences of [`Board::add_alt_text`].

use std::borrow::Cow;
use std::collections::BTreeSet;

use strum::IntoStaticStr;
use svg::node::element::{
    Circle, Definitions, Description, Group, Line, Path, Pattern, Polygon, Rectangle, Style, Text as Words,
    Title, Use,
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::message::Render;
use crate::picture::Picture;
use crate::seat::Seat;
use crate::text::{Language, Names, Text};

/// The width of every board, in units that are pixels on a phone.
pub const BOARD_WIDTH: i32 = 360;
/// What is left free on both sides.
pub const BOARD_MARGIN: i32 = 8;

const BOARD_CSS: &str = include_str!("board.css");
/// Half-width letters that fit on the smallest piece when they are pressed together.
const MAX_PIECE_LETTERS: usize = 10;

/// How a piece lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Face up.
    Open,
    /// It is there, and what it is, is not known here.
    Hidden,
    /// A place where nothing lies.
    Empty,
    /// No longer in play.
    Faded,
    /// What it is all about now.
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
    /// What to see first.
    Large,
}

impl Size {
    /// The width of a half-width letter, rather too much than too little.
    fn letter(self) -> i32 {
        match self {
            Self::Small => 6,
            Self::Normal => 7,
            Self::Large => 10,
        }
    }
}

/// Where words stand from their point.
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
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
}

/// A picture being drawn, and the same in words.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    names: &'a Names,
    language: Language,
    drawn: Group,
    /// The illustrations that are used.
    pictures: BTreeSet<Picture>,
    alt_text: Vec<String>,
    /// Where the next thing goes.
    y: i32,
}

impl<'a> Board<'a> {
    /// An empty table with these people, described in this language.
    pub fn new(names: &'a Names, language: Language) -> Self {
        Self {
            names,
            language,
            drawn: Group::new(),
            pictures: BTreeSet::new(),
            alt_text: Vec::new(),
            y: BOARD_MARGIN,
        }
    }

    /// Where the next thing goes.
    pub fn y(&self) -> i32 {
        self.y
    }

    /// Leaves room below what was drawn.
    pub fn down(&mut self, by: i32) {
        self.y += by;
    }

    /// The people at the table.
    pub fn names(&self) -> &'a Names {
        self.names
    }

    /// What a seat is called.
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

    /// A sentence of the text alternative.
    pub fn add_alt_text(&mut self, sentence: &impl Render) {
        self.alt_text.push(self.render(sentence));
    }

    /// Words, cut where they would be wider than `max_width`.
    pub fn write(&mut self, (x, y): (i32, i32), anchor: Anchor, size: Size, text: &str, max_width: i32) {
        let text = clipped(text, usize::try_from(max_width / size.letter()).unwrap_or(0));
        self.add(
            Words::new(text)
                .set("x", x)
                .set("y", y)
                .set("text-anchor", <&str>::from(anchor))
                .set("class", <&str>::from(size)),
        );
    }

    /// Words in the middle of a piece this wide, pressed together rather than cut.
    pub fn inscribe(&mut self, (x, y): (i32, i32), size: Size, text: &str, width: i32) {
        let text = clipped(text, MAX_PIECE_LETTERS);
        let needed = i32::try_from(text.width()).unwrap_or(i32::MAX).saturating_mul(size.letter());
        let words = Words::new(text).set("x", x).set("y", y).set("text-anchor", "middle");
        let words = words.set("class", <&str>::from(size));
        let max_width = width - 4;
        self.add(if needed > max_width {
            words.set("textLength", max_width).set("lengthAdjust", "spacingAndGlyphs")
        } else {
            words
        });
    }

    /// A heading over the next part.
    pub fn heading(&mut self, text: &impl Render) {
        let y = self.y + 13;
        let words = self.render(text);
        self.write((BOARD_MARGIN, y), Anchor::Start, Size::Small, &words, BOARD_WIDTH - 2 * BOARD_MARGIN);
        self.y += 20;
    }

    /// A card, a die, a tile: something with a face.
    pub fn piece(&mut self, area: Area, look: Look, face: &str) {
        let Area { x, y, w, h } = area;
        let rectangle = Rectangle::new().set("x", x).set("y", y).set("width", w).set("height", h);
        self.add(rectangle.set("rx", 5).set("class", look.class()));
        let size = if h >= 44 && face.width() <= 3 { Size::Large } else { Size::Normal };
        let size = if i32::try_from(face.width()).unwrap_or(i32::MAX) * size.letter() > w {
            Size::Small
        } else {
            size
        };
        let face = if look == Look::Hidden && face.is_empty() { "?" } else { face };
        let baseline = y + h / 2 + if size == Size::Large { 7 } else { 5 };
        self.inscribe((x + w / 2, baseline), size, face, w);
    }

    /// A card with a number above an illustration.
    pub fn numbered_card(&mut self, area: Area, look: Look, number: i64, picture: Picture) {
        let Area { x, y, w, h } = area;
        self.piece(area, look, "");
        let side = h - 21;
        self.picture(Area { x: x + (w - side) / 2, y: y + h - side - 1, w: side, h: side }, look, picture);
        self.inscribe((x + w / 2, y + 17), Size::Large, &number.to_string(), w);
    }

    /// An illustration, in the middle of the area and as large as that allows.
    pub fn picture(&mut self, Area { x, y, w, h }: Area, look: Look, picture: Picture) {
        self.pictures.insert(picture);
        let picture = Use::new().set("href", format!("#{}", picture.id()));
        let picture = picture.set("x", x).set("y", y).set("width", w).set("height", h);
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

    /// A piece that is no rectangle: its outline as path data, from its left upper corner on.
    pub fn shape(&mut self, at: (i32, i32), look: Look, outline: &str) {
        self.add(path(at, outline, look.class()));
    }

    /// What is drawn on pieces or between them: path data, from the same corner on.
    pub fn strokes(&mut self, at: (i32, i32), strokes: &str) {
        self.add(path(at, strokes, "stroke"));
    }

    /// Illustrated pieces side by side from the left margin, in as many lines as they need; hidden where there is none.
    pub fn illustrated_pieces(
        &mut self,
        (w, h): (i32, i32),
        pictures: impl IntoIterator<Item = Option<Picture>>,
    ) {
        let mut x = BOARD_MARGIN + 4;
        let mut lines = 0;
        for picture in pictures {
            if x + w > BOARD_WIDTH - BOARD_MARGIN {
                x = BOARD_MARGIN + 4;
                self.y += h + 4;
            }
            self.illustrated_piece(Area { x, y: self.y, w, h }, Look::Open, picture);
            x += w + 4;
            lines = 1;
        }
        self.y += lines * (h + 6);
    }

    /// The mark of a seat: its letter in a ring of its colour.
    pub fn mark(&mut self, (x, y): (i32, i32), seat: Seat) {
        let colour = format!("seat s{}", seat.number().rem_euclid(8));
        self.add(Circle::new().set("cx", x).set("cy", y).set("r", 9).set("class", colour));
        self.write((x, y + 4), Anchor::Middle, Size::Small, &letter(seat), 20);
    }

    /// The line that begins what is a seat's own: its mark, its name, an arrow if it is its turn, and a remark.
    pub fn seat(&mut self, seat: Seat, turn: bool, remark: &str) {
        let y = self.y;
        self.add(line((BOARD_MARGIN, y), (BOARD_WIDTH - BOARD_MARGIN, y), "line"));
        if turn {
            let points = format!(
                "{},{} {},{} {},{}",
                BOARD_MARGIN,
                y + 9,
                BOARD_MARGIN + 9,
                y + 15,
                BOARD_MARGIN,
                y + 21
            );
            self.add(Polygon::new().set("points", points).set("class", "turn"));
        }
        self.mark((BOARD_MARGIN + 22, y + 15), seat);
        let remark_width = i32::try_from(remark.width()).unwrap_or(BOARD_WIDTH) * Size::Normal.letter();
        let max_width = (BOARD_WIDTH - 2 * BOARD_MARGIN - 44 - remark_width).max(90);
        let name = self.name(seat);
        self.write((BOARD_MARGIN + 38, y + 20), Anchor::Start, Size::Normal, &name, max_width);
        self.write(
            (BOARD_WIDTH - BOARD_MARGIN, y + 20),
            Anchor::End,
            Size::Normal,
            remark,
            BOARD_WIDTH - 2 * BOARD_MARGIN - 44 - 90,
        );
        self.y += 32;
    }

    /// A line from one point to another.
    pub fn line(&mut self, from: (i32, i32), to: (i32, i32)) {
        self.add(line(from, to, "line"));
    }

    /// Anything else, of the classes in `board.css`.
    pub fn add(&mut self, element: impl Into<Box<dyn svg::Node>>) {
        self.drawn = std::mem::take(&mut self.drawn).add(element);
    }

    /// The picture, titled with the name of the game.
    pub fn into_svg(self, title: &Text) -> String {
        let height = self.y + BOARD_MARGIN;
        let hatch = Pattern::new()
            .set("id", "hatch")
            .set("width", 6)
            .set("height", 6)
            .set("patternUnits", "userSpaceOnUse")
            .set("patternTransform", "rotate(45)")
            .add(Rectangle::new().set("width", 6).set("height", 6).set("class", "back"))
            .add(line((0, 0), (0, 6), "stripe"));
        svg::Document::new()
            .set("viewBox", (0, 0, BOARD_WIDTH, height))
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
            .add(Rectangle::new().set("width", BOARD_WIDTH).set("height", height).set("class", "table"))
            .add(self.drawn)
            .to_string()
    }
}

/// The letter of a seat.
fn letter(seat: Seat) -> String {
    u8::try_from(seat.number())
        .ok()
        .filter(|n| *n < 26)
        .map_or("?".into(), |n| char::from(b'A' + n).to_string())
}

fn line((x1, y1): (i32, i32), (x2, y2): (i32, i32), class: &str) -> Line {
    Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2).set("class", class)
}

fn path((x, y): (i32, i32), data: &str, class: &str) -> Path {
    Path::new().set("d", data).set("transform", format!("translate({x} {y})")).set("class", class)
}

/// Without what XML cannot hold.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).collect()
}

/// At most so many half-width letters, with an ellipsis where something is missing.
fn clipped(text: &str, letters: usize) -> String {
    let text = plain(text);
    if text.width() <= letters {
        return text;
    }
    let mut width = 1;
    let fits = |c: &char| {
        width += c.width().unwrap_or(0);
        width <= letters
    };
    let mut clipped: String = text.chars().take_while(fits).collect();
    clipped.push('…');
    clipped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(name: &str) -> String {
        let names = Names::new(&[Some(name.to_owned())]);
        let mut board = Board::new(&names, Language::En);
        board.seat(Seat::new(0), true, "");
        board.into_svg(&Text::fixed("碁", "Go"))
    }

    #[test]
    fn a_name_cannot_break_out_of_the_picture() {
        let drawn = drawn("<script>\u{0}\u{8}&\"'</script>");
        assert!(drawn.contains("&lt;script&gt;&amp;\"'&lt;/script&gt;"), "{drawn}");
        assert!(!drawn.contains(['\u{0}', '\u{8}']));
    }

    #[test]
    fn long_names_are_cut_by_the_width_they_take() {
        assert_eq!(clipped("Bremen", 6), "Bremen");
        assert_eq!(clipped("Bremen!", 6), "Breme…");
        assert_eq!(clipped("ブレーメン", 6), "ブレ…");
        assert_eq!(clipped("ブレーメン", 10), "ブレーメン");
    }
}
