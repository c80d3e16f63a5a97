//! The track: every declaration is drawn at its square, with its seat and the card laid.

use svg::node::element::Polygon;

use super::super::rules::track::{LAST_SQUARE, is_white};
use super::super::view::PlacedCardView;
use crate::board::{Anchor, Area, Board, CHANCE_HEIGHT, CHANCE_WIDTH, Layout, Look, Size};
use crate::seat::Seat;

const MARK_HEIGHT: i64 = 22;
const CARD_HEIGHT: i64 = 38;
const SQUARE_HEIGHT: i64 = 24;
const GAP: i64 = 5;

/// The number of squares side by side after the 0, and the height of the cards above them.
const fn shape(layout: Layout) -> (i64, i64) {
    match layout {
        Layout::Compact => (10, 0),
        Layout::Landscape => (30, CARD_HEIGHT),
        Layout::Portrait => (10, CARD_HEIGHT),
    }
}

const fn line_height(layout: Layout) -> i64 {
    MARK_HEIGHT + shape(layout).1 + SQUARE_HEIGHT + GAP
}

/// The height of the whole track.
pub fn height(layout: Layout) -> i64 {
    let lines = LAST_SQUARE / shape(layout).0;
    lines * line_height(layout)
}

/// Draws the squares with the arrow, and the cards above them; those of the seat suspended last are marked.
pub fn draw(area: Area, arrow: i64, cards: &[PlacedCardView], suspended: Option<Seat>, board: &mut Board) {
    for number in 0..=LAST_SQUARE {
        let square = square(area, number, board.layout());
        draw_square(square, number, board);
        if number == arrow {
            draw_arrow(square, board);
        }
    }
    for (index, placed) in cards.iter().enumerate() {
        let is_hot = suspended == Some(placed.seat) && cards.last() == Some(placed);
        let place = format!("card-{index}");
        draw_placed(square(area, placed.number, board.layout()), placed, is_hot, &place, board);
    }
}

fn square(area: Area, number: i64, layout: Layout) -> Area {
    let (in_line, cards) = shape(layout);
    let number = number.clamp(0, LAST_SQUARE);
    let (line, column) = match number {
        0 => (0, 0),
        number => ((number - 1) / in_line, (number - 1) % in_line + 1),
    };
    let columns = in_line + 1;
    let w = area.w / columns;
    Area {
        x: area.x + (area.w - columns * w) / 2 + column * w,
        y: area.y + line * line_height(layout) + MARK_HEIGHT + cards,
        w,
        h: SQUARE_HEIGHT,
    }
}

/// Draws a number in the colour of its square; the 0 has none.
fn draw_square(area: Area, number: i64, board: &mut Board) {
    let class = match number {
        0 => "piece empty",
        _ if is_white(number) => "piece white",
        _ => "piece black",
    };
    board.square(area, class);
    let (x, y) = area.centre();
    board.write((x, y + 5), Anchor::Middle, Size::Small, &number.to_string(), area.w + 8);
}

fn draw_arrow(area: Area, board: &mut Board) {
    let (x, y) = (area.x + area.w / 2, area.y + area.h);
    let points = format!("{},{} {},{} {x},{}", x - 5, y + 5, x + 5, y + 5, y);
    board.add(Polygon::new().set("points", points).set("class", "turn"));
    board.square(area.inset(1), "ring");
}

/// Draws the seat that declared this square, and the card laid with it. If chances are shown, it draws the likeliest
/// number above the card's chance.
fn draw_placed(square: Area, placed: &PlacedCardView, is_hot: bool, place: &str, board: &mut Board) {
    let (_, cards) = shape(board.layout());
    let card = placed.card.value();
    board.mark((square.x + square.w / 2, square.y - cards - MARK_HEIGHT / 2), placed.seat);
    if cards == 0 {
        return;
    }
    let look = if is_hot { Look::Hot } else { Look::of(card.as_ref()) };
    let face = card.map(|card| card.to_string()).unwrap_or_default();
    let area = Area { x: square.x + 1, y: square.y - cards, w: square.w - 2, h: cards - 3 };
    let Some(likeliest) = board.likeliest(place).map(|what| format!("{what}?")) else {
        return board.piece(area, look, &face);
    };
    let (upper, lower) = area.split(area.h - CHANCE_HEIGHT);
    board.piece(upper, look, if card.is_some() { &face } else { &likeliest });
    // A phone's square is narrower than a chance with two digits.
    let missing = (CHANCE_WIDTH - lower.w).max(0);
    let lower = Area { x: lower.x - missing / 2, w: lower.w + missing, ..lower };
    board.draw_chances(place, lower, card.is_some().then_some(&*face));
}
