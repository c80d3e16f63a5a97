//! The table drawn: the fire between charcoal and meat, the dogs of the field, and what everybody has.

use super::opening::starting_villagers;
use super::rules::throwing::DOGS_TO_END;
use super::view::View;
use super::words::Words;
use super::{CHARCOAL_PER_ROUND, MEAT_PER_ROUND, Phase};
use crate::board::{Anchor, Area, BOARD_MARGIN, BOARD_WIDTH, Board, Look, Size};
use crate::picture::Picture;
use crate::seat::{BySeat, Seat, Seats};

/// A picture and the room it takes in a row: its side, and from one to the next.
#[derive(Clone, Copy)]
struct Piece {
    picture: Picture,
    side: i32,
    pitch: i32,
}

const CHARCOAL: Piece = Piece { picture: Picture::Charcoal, side: 40, pitch: 30 };
const MEAT: Piece = Piece { picture: Picture::Meat, side: 34, pitch: 27 };
const DOG: Piece = Piece { picture: Picture::RunningDog, side: 29, pitch: 29 };
const VILLAGER: Piece = Piece { picture: Picture::Dancer, side: 32, pitch: 21 };
const FIRE_SIDE: i32 = 58;

/// Where the dogs of a seat begin.
const DOGS_LEFT: i32 = BOARD_WIDTH - BOARD_MARGIN - 7 * DOG.pitch - 24;
/// So many dogs are drawn of the field; the number tells the rest.
const MAX_DRAWN_FIELD_DOGS: i64 = 9;

/// Draws a position: what is waited for, the field, and the seats.
pub fn draw(view: &View, board: &mut Board) {
    draw_phase(view, board);
    draw_sticks(view, board);
    draw_field(view, board);
    for (seat, villagers) in view.villagers.iter() {
        draw_seat(seat, *villagers, view.dogs[seat], view, board);
    }
}

fn draw_phase(view: &View, board: &mut Board) {
    let words = match view.phase {
        Phase::Throw => Words::ThrowBoard { round: view.round, throw: view.throws.saturating_add(1) },
        Phase::DogRace => Words::DogRaceBoard,
        Phase::FireRace => Words::FireRaceBoard,
        Phase::Over => Words::OverBoard { winners: winners(view) },
    };
    board.add_alt_text(&words);
    board.heading(&words);
    if view.decided && view.phase != Phase::Over {
        board.add_alt_text(&Words::LastRaceBoard);
        board.heading(&Words::LastRaceBoard);
    }
}

fn winners(view: &View) -> Vec<Seat> {
    let places = view.places.iter().flat_map(BySeat::iter);
    places.filter(|(_, place)| **place == 1).map(|(seat, _)| seat).collect()
}

/// Charcoal to the left of the fire, meat to the right; what is gone leaves its place.
fn draw_sticks(view: &View, board: &mut Board) {
    let (y, charcoals, meats) = (board.y(), i64::from(CHARCOAL_PER_ROUND), i64::from(MEAT_PER_ROUND));
    let (left, right) = (BOARD_MARGIN + 22, BOARD_WIDTH - BOARD_MARGIN - 8 - 5 * MEAT.pitch);
    let middle = (left + 3 * CHARCOAL.pitch + right) / 2;
    let fire = Area { x: middle - FIRE_SIDE / 2, y, w: FIRE_SIDE, h: FIRE_SIDE };
    if view.phase == Phase::FireRace {
        board.piece(fire, Look::Hot, "");
    }
    draw_row(CHARCOAL, (left, y + 8), (view.charcoal, charcoals), board);
    board.picture(fire, Look::Open, Picture::Fire);
    draw_row(MEAT, (right, y + 12), (view.meat, meats), board);
    let labels = [
        (left + 3 * CHARCOAL.pitch / 2, Words::CharcoalBoard { charcoal: view.charcoal }),
        (right + 5 * MEAT.pitch / 2, Words::MeatBoard { meat: view.meat }),
    ];
    for (x, label) in labels {
        let words = board.render(label);
        board.write((x, y + 70), Anchor::Middle, Size::Normal, &words, 130);
    }
    board.down(80);
    board.add_alt_text(&Words::SticksBoard { charcoal: view.charcoal, meat: view.meat });
}

/// The dogs of the field, the first one beside the mark of the seat it lies before.
fn draw_field(view: &View, board: &mut Board) {
    let dog_before = view.dog_before.filter(|_| view.field > 0);
    let words = match dog_before {
        Some(seat) => Words::FieldBeforeBoard { field: view.field, seat },
        None => Words::FieldBoard { field: view.field },
    };
    board.add_alt_text(&words);
    let y = board.y();
    board.line((BOARD_MARGIN, y), (BOARD_WIDTH - BOARD_MARGIN, y));
    board.down(4);
    board.heading(&words);
    let mut x = BOARD_MARGIN + 14;
    if let Some(seat) = dog_before {
        board.mark((x, board.y() + 10), seat);
    }
    x += 18;
    let drawn = view.field.min(MAX_DRAWN_FIELD_DOGS);
    if view.phase == Phase::DogRace {
        let width = i32::try_from(drawn).unwrap_or(0) * DOG.pitch + 4;
        board.piece(Area { x: x - 2, y: board.y() - 2, w: width, h: DOG.side + 4 }, Look::Hot, "");
    }
    draw_row(DOG, (x, board.y()), (drawn, drawn), board);
    draw_more((x + 9 * DOG.pitch + 2, board.y() + 15), view.field - drawn, board);
    board.down(36);
}

/// The villagers that are left and those lost, and the dogs on their way to seven.
fn draw_seat(seat: Seat, villagers: i64, dogs: i64, view: &View, board: &mut Board) {
    let place = view.places.as_ref().and_then(|places| places.get(seat));
    let left = villagers;
    let (remark, sentence) = match place {
        Some(place) => {
            let place = i64::from(*place);
            let remark = Words::PlaceRemark { place, villagers: left, dogs };
            (remark, Words::PlaceBoard { seat, place, villagers: left, dogs })
        }
        None => {
            (Words::SeatRemark { villagers: left, dogs }, Words::SeatBoard { seat, villagers: left, dogs })
        }
    };
    let remark = board.render(remark);
    board.seat(seat, false, &remark);
    board.add_alt_text(&sentence);
    let (y, all) = (board.y(), i64::from(starting_villagers(Seats::new(view.seats))));
    draw_row(VILLAGER, (BOARD_MARGIN, y), (villagers, all), board);
    draw_dogs(dogs, board);
    board.down(36);
}

/// The dogs of a seat, and how many more would win.
fn draw_dogs(dogs: i64, board: &mut Board) {
    let (mut x, y, enough) = (DOGS_LEFT, board.y() + 6, i64::from(DOGS_TO_END));
    for place in 0..enough {
        if place < dogs {
            draw_piece(DOG, (x, y - 4), Look::Open, board);
        } else {
            board.line((x + 3, y + 20), (x + DOG.pitch - 5, y + 20));
        }
        x += DOG.pitch;
    }
    draw_more((x + 1, y + 14), dogs - enough, board);
}

/// So many of all, and those that are gone, faded.
fn draw_row(piece: Piece, (x, y): (i32, i32), (count, all): (i64, i64), board: &mut Board) {
    let mut x = x;
    for place in 0..all {
        draw_piece(piece, (x, y), if place < count { Look::Open } else { Look::Faded }, board);
        x += piece.pitch;
    }
}

fn draw_piece(piece: Piece, (x, y): (i32, i32), look: Look, board: &mut Board) {
    board.picture(Area { x, y, w: piece.side, h: piece.side }, look, piece.picture);
}

/// How many there are beside those drawn.
fn draw_more(at: (i32, i32), more: i64, board: &mut Board) {
    if more > 0 {
        board.write(at, Anchor::Start, Size::Normal, &format!("+{more}"), 36);
    }
}
