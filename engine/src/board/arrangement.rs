//! Where the parts of a table stand: the title, the middle, and the mats of the seats.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::{Anchor, Area, BOARD_MARGIN, Board, Size, rectangle};
use crate::seat::{BySeat, Seats};

/// The layout of a board for a kind of screen.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Layout {
    /// A phone that shows keys below the board: only what the next move needs.
    Compact,
    /// A wide screen: the table seen from above, with the seats around it.
    Landscape,
    /// A phone: the table, with the seats below it.
    #[default]
    Portrait,
}

const LANDSCAPE_HEIGHT: i64 = 480;
const GAP: i64 = 6;
/// The seats that fit around a table in landscape; more stand below it.
const MAX_SEATS_AROUND: usize = 8;
/// The number of mats side by side below a wide table.
const COLUMNS_BELOW: i64 = 4;

impl Layout {
    /// All of them.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The width of the frame.
    pub const fn width(self) -> i64 {
        match self {
            Self::Landscape => 800,
            Self::Compact | Self::Portrait => 360,
        }
    }

    /// The lines that a title may take.
    const fn title_height(self) -> i64 {
        match self {
            Self::Compact => 0,
            Self::Landscape => 30,
            Self::Portrait => 44,
        }
    }
}

/// The heights of the middle and of the mats below it, and the number of mats side by side.
#[derive(Clone, Copy, Debug)]
pub struct Stack {
    /// The height of the middle.
    pub middle: i64,
    /// The height of a mat.
    pub mat: i64,
    /// How many stand side by side.
    pub columns: i64,
}

/// The space that a game needs, by layout.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// In [`Layout::Compact`].
    pub compact: Stack,
    /// In [`Layout::Portrait`].
    pub portrait: Stack,
    /// The height of a mat in [`Layout::Landscape`]; the middle has the rest.
    pub landscape_mat: i64,
}

/// The positions of the middle and the mats.
#[derive(Clone, Debug)]
pub struct Arrangement {
    /// The middle of the table.
    pub middle: Area,
    /// The mats.
    pub mats: BySeat<Area>,
}

impl Board<'_> {
    /// Sets the frame, writes the title over the table (not where it is [compact](Layout::Compact)), and returns the
    /// positions of the rest.
    pub fn arrange(&mut self, seats: Seats, title: &str, room: Room) -> Arrangement {
        let title_height = self.layout.title_height();
        let frame = Area {
            x: BOARD_MARGIN,
            y: BOARD_MARGIN / 2,
            w: self.layout.width() - 2 * BOARD_MARGIN,
            h: title_height,
        };
        let below = frame.y + title_height;
        let arrangement = match self.layout {
            Layout::Compact => stacked(seats, room.compact, frame, below),
            Layout::Portrait => stacked(seats, room.portrait, frame, below),
            Layout::Landscape if seats.len() <= MAX_SEATS_AROUND => {
                around(seats, room.landscape_mat, frame, below)
            }
            Layout::Landscape => {
                let below_it = Stack { middle: 240, mat: room.landscape_mat, columns: COLUMNS_BELOW };
                stacked(seats, below_it, frame, below)
            }
        };
        let lowest = arrangement.mats.values().map(|mat| mat.y + mat.h).max().unwrap_or(0);
        self.height = lowest.max(arrangement.middle.y + arrangement.middle.h) + BOARD_MARGIN;
        self.write_title(frame, title);
        if self.layout == Layout::Landscape && seats.len() <= MAX_SEATS_AROUND {
            self.draw_felt(below - GAP);
        }
        arrangement
    }

    fn write_title(&mut self, area: Area, title: &str) {
        match self.layout {
            Layout::Compact => {}
            Layout::Portrait => self.write_lines(area, Size::Normal, title),
            Layout::Landscape => {
                self.write((area.x, area.y + 17), Anchor::Start, Size::Normal, title, area.w);
            }
        }
    }

    /// The table under the mats.
    fn draw_felt(&mut self, top: i64) {
        let felt = Area { x: 2, y: top, w: self.layout.width() - 4, h: self.height - top - 2 };
        self.add(rectangle(felt).set("rx", 14).set("class", "felt"));
    }
}

/// The mats below the middle.
fn stacked(seats: Seats, stack: Stack, frame: Area, top: i64) -> Arrangement {
    let Stack { middle, mat, columns } = stack;
    let w = (frame.w - GAP * (columns - 1)) / columns;
    let place = |index: i64| Area {
        x: frame.x + index % columns * (w + GAP),
        y: top + middle + GAP + index / columns * (mat + GAP),
        w,
        h: mat,
    };
    let mats = BySeat::new(seats, |seat| place(seat.number()));
    Arrangement { middle: Area { y: top, h: middle, ..frame }, mats }
}

/// The mats in two rows, clockwise from the left upper one, with the middle between.
fn around(seats: Seats, mat: i64, frame: Area, top: i64) -> Arrangement {
    let count = i64::from(seats.count());
    let above = count - count / 2;
    let w = ((frame.w - GAP * (above - 1)) / above).min(frame.w / 2);
    let bottom = LANDSCAPE_HEIGHT - BOARD_MARGIN - mat;
    let place = |index: i64| {
        let (place, in_row, y) = match index {
            index if index < above => (index, above, top),
            index => (count - 1 - index, count - above, bottom),
        };
        let row = in_row * (w + GAP) - GAP;
        Area { x: frame.x + (frame.w - row) / 2 + place * (w + GAP), y, w, h: mat }
    };
    let mats = BySeat::new(seats, |seat| place(seat.number()));
    let middle = Area { y: top + mat + GAP, h: bottom - top - mat - 2 * GAP, ..frame };
    let middle = Area { x: middle.x + GAP, w: middle.w - 2 * GAP, ..middle };
    Arrangement { middle, mats }
}
