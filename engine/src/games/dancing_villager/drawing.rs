//! The table drawn: the fire between charcoal and meat, the dogs of the field, and the seats.

mod throw;

use super::opening::starting_villagers;
use super::rules::throwing::DOGS_TO_END;
use super::view::View;
use super::words::Words;
use super::{CHARCOAL_PER_ROUND, DancingVillager, MEAT_PER_ROUND, Phase};
use crate::board::{Anchor, Area, Board, Layout, Look, Room, Sign, Size, Stack};
use crate::game::LastMove;
use crate::picture::Picture;
use crate::seat::{BySeat, Seat, Seats};

/// A picture and the room it takes in a row: its side, and from one to the next.
#[derive(Clone, Copy)]
struct Piece {
    picture: Picture,
    side: i64,
    pitch: i64,
}

const CHARCOAL: Piece = Piece { picture: Picture::Charcoal, side: 40, pitch: 30 };
const MEAT: Piece = Piece { picture: Picture::Meat, side: 34, pitch: 27 };
const DOG: Piece = Piece { picture: Picture::RunningDog, side: 29, pitch: 27 };
const VILLAGER: Piece = Piece { picture: Picture::Dancer, side: 32, pitch: 21 };
const FIRE_SIDE: i64 = 58;

const STICKS_HEIGHT: i64 = 62;
const FIELD_HEIGHT: i64 = 38;
const CAPTION_HEIGHT: i64 = 24;
const MAT: i64 = 92;
const ROOM: Room = Room {
    compact: Stack { middle: STICKS_HEIGHT + FIELD_HEIGHT, mat: 28, columns: 2 },
    portrait: Stack { middle: STICKS_HEIGHT + FIELD_HEIGHT + 2 * CAPTION_HEIGHT, mat: MAT, columns: 1 },
    landscape_mat: MAT,
};
/// The width of the sticks and the dogs; on a wide table they are in the middle.
const FIELD_WIDTH: i64 = 344;
/// The most dogs of the field that are drawn; a number tells the rest.
const MAX_DRAWN_FIELD_DOGS: i64 = 10;

/// Draws a position: the phase, the field, and the seats.
pub fn draw(view: &View, last: Option<&LastMove<DancingVillager>>, board: &mut Board) {
    let title = title(view, board);
    let arrangement = board.arrange(Seats::new(view.seats), &title, ROOM);
    let Area { x, y, w, h } = arrangement.middle;
    let captions = if board.layout() == Layout::Compact { 0 } else { CAPTION_HEIGHT };
    let free = h - STICKS_HEIGHT - FIELD_HEIGHT - 2 * captions;
    let middle = Area { x: x + (w - FIELD_WIDTH) / 2, y: y + free / 2, w: FIELD_WIDTH, h };
    let (sticks, field) = middle.split(STICKS_HEIGHT + captions);
    draw_sticks(sticks, view, board);
    draw_field(field, view, board);
    for (seat, mat) in arrangement.mats.iter() {
        draw_seat(*mat, seat, view, last, board);
    }
}

fn title(view: &View, board: &mut Board) -> String {
    let words = match view.phase {
        Phase::Throw => Words::ThrowBoard { round: view.round, throw: view.throws.saturating_add(1) },
        Phase::DogRace => Words::DogRaceBoard,
        Phase::FireRace => Words::FireRaceBoard,
        Phase::Over => Words::OverBoard { winners: winners(view) },
    };
    let is_last_race = view.decided && view.phase != Phase::Over;
    let sentences: Vec<Words> =
        [words].into_iter().chain(is_last_race.then_some(Words::LastRaceBoard)).collect();
    board.say(&sentences)
}

fn winners(view: &View) -> Vec<Seat> {
    let places = view.places.iter().flat_map(BySeat::iter);
    places.filter(|(_, place)| **place == 1).map(|(seat, _)| seat).collect()
}

/// Draws charcoal to the left of the fire and meat to the right; sticks that are gone leave empty places.
fn draw_sticks(area: Area, view: &View, board: &mut Board) {
    let Area { x, y, w, .. } = area;
    let (left, right) = (x + 22, x + w - 8 - 5 * MEAT.pitch);
    let middle = i64::midpoint(left + 3 * CHARCOAL.pitch, right);
    let fire = Area { x: middle - FIRE_SIDE / 2, y: y + 2, w: FIRE_SIDE, h: FIRE_SIDE };
    if view.phase == Phase::FireRace {
        board.piece(fire, Look::Hot, "");
    }
    draw_row(CHARCOAL, (left, y + 10), (view.charcoal, CHARCOAL_PER_ROUND), board);
    board.picture(fire, Look::Open, Picture::Fire);
    draw_row(MEAT, (right, y + 14), (view.meat, MEAT_PER_ROUND), board);
    board.add_alt_text(&Words::SticksBoard { charcoal: view.charcoal, meat: view.meat });
    if board.layout() == Layout::Compact {
        return;
    }
    let labels = [
        (left + 3 * CHARCOAL.pitch / 2, Words::CharcoalBoard { charcoal: view.charcoal }),
        (right + 5 * MEAT.pitch / 2, Words::MeatBoard { meat: view.meat }),
    ];
    for (x, label) in labels {
        let words = board.render(label);
        board.write((x, y + STICKS_HEIGHT + 14), Anchor::Middle, Size::Small, &words, 150);
    }
}

/// Draws the dogs of the field, the first one beside the mark of the seat it lies before.
fn draw_field(area: Area, view: &View, board: &mut Board) {
    let dog_before = view.dog_before.filter(|_| view.field > 0);
    let words = match dog_before {
        Some(seat) => Words::FieldBeforeBoard { field: view.field, seat },
        None => Words::FieldBoard { field: view.field },
    };
    board.add_alt_text(&words);
    let (caption, dogs) = area.split(if board.layout() == Layout::Compact { 0 } else { CAPTION_HEIGHT });
    if caption.h > 0 {
        let words = board.render(words);
        board.write((caption.x, caption.y + 16), Anchor::Start, Size::Small, &words, caption.w);
    }
    let (x, y) = (dogs.x + 24, dogs.y + 4);
    if let Some(seat) = dog_before {
        board.mark((dogs.x + 11, y + 14), seat);
    }
    let drawn = view.field.min(MAX_DRAWN_FIELD_DOGS);
    if view.phase == Phase::DogRace {
        let width = drawn * DOG.pitch + 6;
        board.piece(Area { x: x - 2, y: y - 2, w: width, h: DOG.side + 4 }, Look::Hot, "");
    }
    draw_row(DOG, (x, y), (drawn, drawn), board);
    draw_more((dogs.x + dogs.w, y + 20), view.field - drawn, board);
}

/// Draws the villagers left and lost, the dogs on the way to seven, and the effect of the last move.
fn draw_seat(
    mat: Area,
    seat: Seat,
    view: &View,
    last: Option<&LastMove<DancingVillager>>,
    board: &mut Board,
) {
    let (villagers, dogs) = (view.villagers[seat], view.dogs[seat]);
    let place = view.places.as_ref().and_then(|places| places.get(seat)).map(|place| i64::from(*place));
    board.add_alt_text(&match place {
        Some(place) => Words::PlaceBoard { seat, place, villagers, dogs },
        None => Words::SeatBoard { seat, villagers, dogs },
    });
    if board.layout() == Layout::Compact {
        let counts = [(Picture::Dancer, villagers), (Picture::RunningDog, dogs)];
        let signs =
            counts.into_iter().flat_map(|(picture, n)| [Sign::Picture(picture), Sign::Words(n.to_string())]);
        board.mat(mat, seat, false, &signs.collect::<Vec<_>>());
        return;
    }
    let remark = board.render(match place {
        Some(place) => Words::PlaceRemark { place, villagers, dogs },
        None => Words::SeatRemark { villagers, dogs },
    });
    let rest = board.mat(mat, seat, place == Some(1), &[Sign::Words(remark)]);
    let all = i64::from(starting_villagers(Seats::new(view.seats)));
    draw_row(VILLAGER, (rest.x, rest.y), (villagers, all), board);
    draw_dogs(rest, dogs, board);
    board.signs((rest.x + rest.w, rest.y + 36), &throw::signs(seat, last));
}

/// Draws the dogs of a seat, and how many more would win.
fn draw_dogs(area: Area, dogs: i64, board: &mut Board) {
    let mut x = area.x + area.w - DOGS_TO_END * DOG.pitch - 26;
    for place in 0..DOGS_TO_END {
        if place < dogs {
            draw_piece(DOG, (x, area.y + 2), Look::Open, board);
        } else {
            board.line((x + 3, area.y + 28), (x + DOG.pitch - 4, area.y + 28));
        }
        x += DOG.pitch;
    }
    draw_more((area.x + area.w, area.y + 22), dogs - DOGS_TO_END, board);
}

/// Draws this many pieces, and the missing ones faded.
fn draw_row(piece: Piece, (x, y): (i64, i64), (count, all): (i64, i64), board: &mut Board) {
    let mut x = x;
    for place in 0..all {
        draw_piece(piece, (x, y), if place < count { Look::Open } else { Look::Faded }, board);
        x += piece.pitch;
    }
}

fn draw_piece(piece: Piece, (x, y): (i64, i64), look: Look, board: &mut Board) {
    board.picture(Area { x, y, w: piece.side, h: piece.side }, look, piece.picture);
}

/// Draws the number of dogs beyond those drawn.
fn draw_more(at: (i64, i64), more: i64, board: &mut Board) {
    if more > 0 {
        board.write(at, Anchor::End, Size::Small, &format!("+{more}"), 40);
    }
}
