//! The table drawn: the fire between charcoal and meat, the dogs of the field, and what everybody has.

pub mod shapes;

use super::opening::starting_villagers;
use super::rules::throwing::DOGS_TO_END;
use super::view::View;
use super::words::Words;
use super::{CHARCOAL_PER_ROUND, MEAT_PER_ROUND, Phase};
use crate::board::{Anchor, BOARD_MARGIN, BOARD_WIDTH, Board, Look, Size};
use crate::seat::{BySeat, Seat, Seats};
use shapes::{CHARCOAL, DOG, FIRE, MEAT, Shape, VILLAGER};

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
    board.say(&words);
    board.heading(&words);
    if view.decided && view.phase != Phase::Over {
        board.say(&Words::LastRaceBoard);
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
    let fire = if view.phase == Phase::FireRace { Look::Hot } else { Look::Open };
    let (left, right) = (BOARD_MARGIN + 30, BOARD_WIDTH - BOARD_MARGIN - 30 - 5 * MEAT.pitch);
    let middle = (left + 3 * CHARCOAL.pitch + right) / 2;
    draw_row(&CHARCOAL, (left, y + 8), (view.charcoal, charcoals), Look::Open, board);
    draw_shape(&FIRE, (middle - FIRE.pitch / 2, y), fire, board);
    draw_row(&MEAT, (right, y + 8), (view.meat, meats), Look::Open, board);
    let labels = [
        (left + 3 * CHARCOAL.pitch / 2, Words::CharcoalBoard { charcoal: view.charcoal }),
        (right + 5 * MEAT.pitch / 2, Words::MeatBoard { meat: view.meat }),
    ];
    for (x, label) in labels {
        let words = board.render(label);
        board.write((x, y + 70), Anchor::Middle, Size::Normal, &words, 130);
    }
    board.down(80);
    board.say(&Words::SticksBoard { charcoal: view.charcoal, meat: view.meat });
}

/// The dogs of the field, the first one beside the mark of the seat it lies before.
fn draw_field(view: &View, board: &mut Board) {
    let dog_before = view.dog_before.filter(|_| view.field > 0);
    let words = match dog_before {
        Some(seat) => Words::FieldBeforeBoard { field: view.field, seat },
        None => Words::FieldBoard { field: view.field },
    };
    board.say(&words);
    let y = board.y();
    board.line((BOARD_MARGIN, y), (BOARD_WIDTH - BOARD_MARGIN, y));
    board.down(4);
    board.heading(&words);
    let mut x = BOARD_MARGIN + 14;
    if let Some(seat) = dog_before {
        board.mark((x, board.y() + 10), seat);
    }
    x += 18;
    let look = if view.phase == Phase::DogRace { Look::Hot } else { Look::Open };
    let drawn = view.field.min(MAX_DRAWN_FIELD_DOGS);
    draw_row(&DOG, (x, board.y()), (drawn, drawn), look, board);
    draw_more((x + 9 * DOG.pitch + 2, board.y() + 15), view.field - drawn, board);
    board.down(30);
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
    board.say(&sentence);
    let (y, all) = (board.y(), i64::from(starting_villagers(Seats::new(view.seats))));
    draw_row(&VILLAGER, (BOARD_MARGIN + 6, y), (villagers, all), Look::Open, board);
    draw_dogs(dogs, board);
    board.down(36);
}

/// The dogs of a seat, and how many more would win.
fn draw_dogs(dogs: i64, board: &mut Board) {
    let (mut x, y, enough) = (DOGS_LEFT, board.y() + 6, i64::from(DOGS_TO_END));
    for place in 0..enough {
        if place < dogs {
            draw_shape(&DOG, (x, y), Look::Open, board);
        } else {
            board.line((x + 3, y + 20), (x + DOG.pitch - 5, y + 20));
        }
        x += DOG.pitch;
    }
    draw_more((x + 1, y + 14), dogs - enough, board);
}

/// So many of all the places taken, the others empty.
fn draw_row(shape: &Shape, (x, y): (i32, i32), (count, all): (i64, i64), look: Look, board: &mut Board) {
    let mut x = x;
    for place in 0..all {
        draw_shape(shape, (x, y), if place < count { look } else { Look::Empty }, board);
        x += shape.pitch;
    }
}

fn draw_shape(shape: &Shape, at: (i32, i32), look: Look, board: &mut Board) {
    board.shape(at, look, shape.outline);
    if look != Look::Empty {
        board.strokes(at, shape.strokes);
    }
}

/// How many there are beside those drawn.
fn draw_more(at: (i32, i32), more: i64, board: &mut Board) {
    if more > 0 {
        board.write(at, Anchor::Start, Size::Normal, &format!("+{more}"), 36);
    }
}
