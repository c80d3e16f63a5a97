//! The table drawn: the track with its arrow, the cards at the squares declared, and the cards before each seat.

pub mod sentences;
mod track;

use super::NotMyFault;
use super::view::{PileView, SeatView, View};
use super::words::Words;
use crate::board::{Anchor, Area, BOARD_MARGIN, Board, Layout, Look, Room, Sign, Size, Stack};
use crate::count;
use crate::game::LastMove;
use crate::picture::Picture;
use crate::seat::Seat;

/// The sign of a number among the discards.
const NUMBER_SIZE: (i64, i64) = (40, 24);
/// The height of the discards with the counts below.
const DISCARDS_HEIGHT: i64 = 48;
const SIGN: i64 = 30;
const MAT: i64 = 66;
const CAPTION_HEIGHT: i64 = 44;
/// Two lines.
const PILES_HEIGHT: i64 = 42;

/// The room of the parts; a game without a known deck needs no room for the discards.
fn room(view: &View) -> Room {
    let discards = if view.draw_pile.is_some() { DISCARDS_HEIGHT } else { 0 };
    Room {
        compact: Stack { middle: track::height(Layout::Compact), mat: 28, columns: 2 },
        portrait: Stack {
            middle: track::height(Layout::Portrait) + CAPTION_HEIGHT + PILES_HEIGHT + discards,
            mat: MAT,
            columns: 2,
        },
        landscape_mat: MAT,
    }
}

/// Draws a position: the phase, the track with its cards, and the seats.
pub fn draw(view: &View, _: Option<&LastMove<NotMyFault>>, board: &mut Board) {
    let title = board.say(&[sentences::round(view), sentences::awaited(view)]);
    let arrangement = board.arrange(view.seats.seats(), &title, room(view));
    draw_middle(arrangement.middle, view, board);
    for (seat, mat) in arrangement.mats.iter() {
        draw_seat(*mat, seat, &view.seats[seat], view, board);
    }
}

fn draw_middle(area: Area, view: &View, board: &mut Board) {
    let (on_track, below) = area.split(track::height(board.layout()));
    board.add_alt_text(&sentences::arrow(view.arrow));
    let (heading, cards) = match &view.revealed {
        Some(round) if view.cards.is_empty() => (sentences::turned_up(round), &round.cards),
        _ => (Words::FaceDown { count: view.cards.len() }, &view.cards),
    };
    board.add_alt_text(&heading);
    let suspended =
        view.revealed.as_ref().filter(|_| view.cards.is_empty()).and_then(|round| round.suspended);
    track::draw(on_track, view.arrow, cards, suspended, board);
    board.say(&cards.iter().map(sentences::placed).collect::<Vec<_>>());
    if board.layout() == Layout::Compact {
        return say_piles(view, board);
    }
    let (caption, below) = below.split(CAPTION_HEIGHT);
    let words = board.render(&heading);
    board.write_lines(caption, Size::Normal, &words);
    draw_piles(below, view, board);
}

/// The numbers of cards to draw, of discards, and of certain discards.
fn say_piles(view: &View, board: &mut Board) {
    if view.discards > 0 || view.draw_pile.is_some() {
        board.add_alt_text(&sentences::piles(view.discards, view.draw_pile.as_ref()));
    }
    if let Some(pile) = &view.draw_pile {
        board.add_alt_text(&sentences::discarded_numbers(pile));
    }
}

fn draw_piles(area: Area, view: &View, board: &mut Board) {
    say_piles(view, board);
    let (line, below) = area.split(PILES_HEIGHT);
    if view.discards > 0 || view.draw_pile.is_some() {
        let words = board.render(sentences::piles(view.discards, view.draw_pile.as_ref()));
        board.write_lines(line, Size::Small, &words);
    }
    if let Some(pile) = &view.draw_pile {
        draw_discarded(below, pile, board);
    }
}

/// Draws for each number how many of its cards are certainly discarded; dashed if none are left.
fn draw_discarded(area: Area, pile: &PileView, board: &mut Board) {
    let (w, h) = NUMBER_SIZE;
    let mut x = area.x;
    let numbers = pile.discarded.iter().zip(&pile.deck).enumerate();
    for (number, (gone, all)) in numbers.filter(|(_, (_, all))| **all > 0) {
        let look = if gone == all { Look::Empty } else { Look::Open };
        board.piece(Area { x, y: area.y, w, h }, look, &number.to_string());
        let counts = format!("{gone}/{all}");
        board.write((x + w / 2, area.y + h + 16), Anchor::Middle, Size::Small, &counts, w + BOARD_MARGIN);
        x += w + BOARD_MARGIN;
    }
}

fn draw_seat(mat: Area, seat: Seat, own: &SeatView, view: &View, board: &mut Board) {
    board.add_alt_text(&sentences::seat(seat, own, view));
    let is_turn = view.turn == Some(seat);
    if board.layout() == Layout::Compact {
        board.mat(mat, seat, is_turn, &signs(own).collect::<Vec<_>>());
        return;
    }
    let remark = sentences::remark(seat, own, view).filter(|_: &Words| !is_turn);
    let remark = remark.map(|remark| Sign::Words(board.render(remark)));
    let rest = board.mat(mat, seat, is_turn, remark.as_slice());
    if !own.eliminated {
        draw_warning(rest, own.warned, board);
    }
    draw_suspensions(rest, own.suspensions, if view.extreme { 1 } else { 2 }, board);
}

/// The cards before a seat, in one line.
fn signs(own: &SeatView) -> impl Iterator<Item = Sign> {
    let warning = (!own.eliminated).then_some(Sign::Picture(warning(own.warned)));
    let suspensions = count::from_i64(own.suspensions);
    warning.into_iter().chain(std::iter::repeat_n(Sign::Picture(Picture::Suspension), suspensions))
}

const fn warning(warned: bool) -> Picture {
    if warned { Picture::WarningYellow } else { Picture::WarningGrey }
}

/// Draws the suspensions taken, and empty places for those left until the seat loses.
fn draw_suspensions(area: Area, taken: i64, most: i64, board: &mut Board) {
    let mut x = area.x + area.w - most * (SIGN + 4) + 4;
    for place in 0..most {
        let place_area = Area { x, y: area.y, w: SIGN, h: SIGN };
        if place < taken {
            board.picture(place_area, Look::Open, Picture::Suspension);
        } else {
            board.piece(Area { x: x + 4, w: SIGN - 8, ..place_area }, Look::Empty, "");
        }
        x += SIGN + 4;
    }
}

/// Draws the side of the warning card that is up, and the squares that may be declared: both, or the black ones only.
fn draw_warning(area: Area, warned: bool, board: &mut Board) {
    board.picture(Area { w: SIGN, h: SIGN, ..area }, Look::Open, warning(warned));
    let square = |place: i64| Area { x: area.x + SIGN + 8 + place * 20, y: area.y + 7, w: 16, h: 16 };
    board.square(square(0), "piece black");
    if !warned {
        board.square(square(1), "piece white");
    }
}
