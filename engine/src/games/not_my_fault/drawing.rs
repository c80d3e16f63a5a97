//! The table drawn: the track with its arrow, the round's cards, the draw pile, and what lies before everybody.

pub mod sentences;

use svg::node::element::{Polygon, Rectangle};

use super::rules::track::{LAST_SQUARE, is_white};
use super::view::{PileView, PlacedCardView, SeatView, View};
use super::words::Words;
use crate::board::{Anchor, Area, BOARD_MARGIN, BOARD_WIDTH, Board, Look, Size};
use crate::picture::Picture;
use crate::seat::Seat;

/// Ten squares in a line, beside the 0.
const SQUARE_SIZE: (i32, i32) = (31, 24);
/// What the arrow takes above a line of squares.
const ARROW_HEIGHT: i32 = 11;
const CARD_SIZE: (i32, i32) = (31, 44);
/// A column of the round: a mark, the card, and the square declared.
const COLUMN_SIZE: (i32, i32) = (34, 100);
/// The sign of a number among the discards.
const NUMBER_SIZE: (i32, i32) = (31, 22);
const WARNING_SIZE: (i32, i32) = (30, 30);
const SUSPENSION_SIZE: (i32, i32) = (30, 30);

/// Draws a position: what is waited for, the track, the cards, and the seats.
pub fn draw(view: &View, board: &mut Board) {
    draw_phase(view, board);
    draw_track(view.arrow, board);
    draw_cards(view, board);
    draw_piles(view, board);
    draw_heading(&Words::CardsHeading, board);
    for (seat, own) in view.seats.iter() {
        draw_seat(seat, own, view, board);
    }
}

fn draw_phase(view: &View, board: &mut Board) {
    let (round, awaited) = (sentences::round(view), sentences::awaited(view));
    board.add_alt_text(&round);
    board.add_alt_text(&awaited);
    board.heading(&round);
    let (y, awaited) = (board.y(), board.render(&awaited));
    board.write(
        (BOARD_MARGIN, y + 12),
        Anchor::Start,
        Size::Normal,
        &awaited,
        BOARD_WIDTH - 2 * BOARD_MARGIN,
    );
    board.down(20);
}

/// The track in three lines of ten, behind the 0.
fn draw_track(arrow: i64, board: &mut Board) {
    let (y, (w, h)) = (board.y(), SQUARE_SIZE);
    let (mut x, mut top) = (BOARD_MARGIN, y + ARROW_HEIGHT);
    for number in 0..=LAST_SQUARE {
        let area = Area { x, y: top, w, h };
        draw_square(area, number, board);
        if number == arrow {
            draw_arrow(area, board);
        }
        x += w;
        if number % 10 == 0 && number > 0 {
            (x, top) = (BOARD_MARGIN + w, top + h + ARROW_HEIGHT);
        }
    }
    board.down(3 * (ARROW_HEIGHT + h) + 10);
    board.add_alt_text(&sentences::arrow(arrow));
}

/// A number in the colour of its square; the 0 has none.
fn draw_square(area: Area, number: i64, board: &mut Board) {
    let class = match number {
        0 => "piece empty",
        _ if is_white(number) => "piece white",
        _ => "piece black",
    };
    let Area { x, y, w, h } = area;
    board.add(rectangle(area, class));
    board.write((x + w / 2, y + h / 2 + 5), Anchor::Middle, Size::Normal, &number.to_string(), w);
}

fn draw_arrow(Area { x, y, w, h }: Area, board: &mut Board) {
    let middle = x + w / 2;
    let points = format!("{},{} {},{} {middle},{}", middle - 8, y - 11, middle + 8, y - 11, y - 1);
    board.add(Polygon::new().set("points", points).set("class", "turn"));
    board.add(rectangle(Area { x: x + 2, y: y + 2, w: w - 4, h: h - 4 }, "ring"));
}

fn rectangle(Area { x, y, w, h }: Area, class: &str) -> Rectangle {
    let at = Rectangle::new().set("x", x).set("y", y);
    at.set("width", w).set("height", h).set("class", class)
}

/// The cards of the round, or those that were just turned up.
fn draw_cards(view: &View, board: &mut Board) {
    let (heading, cards) = match &view.revealed {
        Some(round) if view.cards.is_empty() => (sentences::turned_up(round), &round.cards),
        _ => (Words::FaceDown { count: view.cards.len() }, &view.cards),
    };
    board.add_alt_text(&heading);
    draw_heading(&heading, board);
    for line in cards.chunks(10) {
        let mut x = BOARD_MARGIN + 2;
        for placed in line {
            draw_placed(x, placed, board);
            board.add_alt_text(&sentences::placed(placed));
            x += COLUMN_SIZE.0;
        }
        board.down(COLUMN_SIZE.1);
    }
    board.down(2);
}

/// A heading below a line.
fn draw_heading(heading: &Words, board: &mut Board) {
    let y = board.y();
    board.line((BOARD_MARGIN, y), (BOARD_WIDTH - BOARD_MARGIN, y));
    board.down(3);
    board.heading(heading);
}

/// Who laid a card, the card, and the square that was declared with it.
fn draw_placed(x: i32, placed: &PlacedCardView, board: &mut Board) {
    let (y, (w, h)) = (board.y(), CARD_SIZE);
    let card = placed.card.value();
    let face = card.map(|card| card.to_string()).unwrap_or_default();
    board.mark((x + w / 2, y + 11), placed.seat);
    board.piece(Area { x, y: y + 23, w, h }, Look::of(card.as_ref()), &face);
    draw_square(Area { x: x + 3, y: y + 26 + h, w: w - 6, h: 19 }, placed.number, board);
}

/// How many cards there are to draw and discarded, and which of these are certain.
fn draw_piles(view: &View, board: &mut Board) {
    if view.discards == 0 && view.draw_pile.is_none() {
        return;
    }
    let piles = sentences::piles(view.discards, view.draw_pile.as_ref());
    board.add_alt_text(&piles);
    draw_heading(&piles, board);
    let Some(pile) = &view.draw_pile else { return };
    board.add_alt_text(&sentences::discarded_numbers(pile));
    draw_discarded(pile, board);
}

/// Every number with how many are certainly discarded, of how many; dashed where none are left.
fn draw_discarded(pile: &PileView, board: &mut Board) {
    let (y, (w, h)) = (board.y(), NUMBER_SIZE);
    let mut x = BOARD_MARGIN + 2;
    let numbers = pile.discarded.iter().zip(&pile.deck).enumerate();
    for (number, (gone, all)) in numbers.filter(|(_, (_, all))| **all > 0) {
        let look = if gone == all { Look::Empty } else { Look::Open };
        board.piece(Area { x, y, w, h }, look, &number.to_string());
        board.write((x + w / 2, y + h + 13), Anchor::Middle, Size::Small, &format!("{gone}/{all}"), w);
        x += w + 3;
    }
    board.down(h + 22);
}

fn draw_seat(seat: Seat, own: &SeatView, view: &View, board: &mut Board) {
    board.add_alt_text(&sentences::seat(seat, own, view));
    let remark = sentences::remark(seat, own, view).map(|remark| board.render(remark)).unwrap_or_default();
    board.seat(seat, view.turn == Some(seat), &remark);
    if !own.eliminated {
        draw_warning(own, board);
    }
    draw_suspensions(own.suspensions, if view.extreme { 1 } else { 2 }, board);
    board.down(SUSPENSION_SIZE.1 + 6);
}

/// The suspensions taken, and empty places for those that are left until a seat has lost.
fn draw_suspensions(taken: i64, most: i32, board: &mut Board) {
    let (y, (w, h)) = (board.y(), SUSPENSION_SIZE);
    let mut x = BOARD_WIDTH - BOARD_MARGIN - most * (w + 4) + 4;
    for place in 0..i64::from(most) {
        let area = Area { x, y, w, h };
        if place < taken {
            board.picture(area, Look::Open, Picture::Suspension);
        } else {
            board.piece(Area { x: x + 4, w: w - 8, ..area }, Look::Empty, "");
        }
        x += w + 4;
    }
}

/// The warning card with the side that is up, and what that means.
fn draw_warning(own: &SeatView, board: &mut Board) {
    let (x, y, (w, h)) = (BOARD_MARGIN + 38, board.y(), WARNING_SIZE);
    let picture = if own.warned { Picture::WarningYellow } else { Picture::WarningGrey };
    board.picture(Area { x, y, w, h }, Look::Open, picture);
    let words = board.render(sentences::warning(own));
    board.write((x + w + 8, y + h / 2 + 5), Anchor::Start, Size::Normal, &words, 170);
}
