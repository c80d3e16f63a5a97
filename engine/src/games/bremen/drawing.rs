//! The table drawn: the tiles of the round, the tiles taken, and the hands as far as they are known.

use strum::VariantArray;
use svg::node::element::Polygon;

use super::moves::{Effect, Move};
use super::rules::table;
use super::rules::tile::{Animal, Tile};
use super::view::{HandView, PlacedTile, View};
use super::words::Words;
use super::{Bremen, Phase};
use crate::board::{Anchor, Area, Board, CHANCE_HEIGHT, Layout, Look, Room, Sign, Size, Stack};
use crate::count;
use crate::game::{LastMove, Wording};
use crate::picture::Picture;
use crate::seat::{Seat, Seats};

const ROOM: Room = Room {
    compact: Stack { middle: 98, mat: 28, columns: 2 },
    portrait: Stack { middle: 138, mat: 82, columns: 1 },
    landscape_mat: 98,
};
/// Tiles in a round, the one in the centre included.
const SLOTS: i64 = 4;
const HAND_GAP: i64 = 2;
/// Two lines.
const CAPTION_HEIGHT: i64 = 42;

/// The tiles in the middle, and the seat that takes them.
struct ShownTrick {
    tiles: Vec<PlacedTile>,
    leader: Option<Seat>,
    taker: Option<Seat>,
}

/// Draws a position from the middle of the table to the hands.
pub fn draw(view: &View, last: Option<&LastMove<Bremen>>, board: &mut Board) {
    let title = title(view, last);
    board.add_alt_text(&title);
    let words = board.render(&title);
    let arrangement = board.arrange(Seats::new(view.seats), &words, ROOM);
    draw_middle(arrangement.middle, view, last, board);
    for (seat, mat) in arrangement.mats.iter() {
        draw_seat(*mat, seat, &view.hands[seat], view, board);
    }
}

/// The present phase in words. While the tiles of a finished round lie there, the title names that round.
fn title(view: &View, last: Option<&LastMove<Bremen>>) -> Words {
    match view.phase {
        Phase::Deal => Words::ToBeDealt,
        Phase::Lead => Words::ToBeLed,
        Phase::Play => {
            let finished = finished_round(last).and_then(|(last, _)| last.before.round);
            let round = finished.or(view.round).unwrap_or(1);
            Words::InRound { round, rounds: table::ROUND_COUNT }
        }
        Phase::Reveal => Words::ToBeTurnedOver,
        Phase::Over => match (view.title, view.score) {
            (Some(title), Some(score)) => Words::WonBoard { score, title },
            _ => Words::LostBoard,
        },
    }
}

/// The tiles of the round. Until the next lead they are those of the round before; at the end, those left in hand.
fn trick(view: &View, last: Option<&LastMove<Bremen>>) -> ShownTrick {
    if let (Phase::Over, Some(left)) = (view.phase, &view.left) {
        let left = left.iter().filter_map(|(seat, tile)| Some(PlacedTile { seat, tile: tile.value()? }));
        return ShownTrick { tiles: left.collect(), leader: None, taker: None };
    }
    match finished_round(last) {
        Some((LastMove { before, mv: Move::Play { seat, tile }, .. }, taker)) => {
            let tiles = before.on_table.iter().cloned().chain([PlacedTile { seat: *seat, tile: *tile }]);
            ShownTrick { tiles: tiles.collect(), leader: before.leader, taker: Some(taker) }
        }
        _ => ShownTrick { tiles: view.on_table.clone(), leader: view.leader, taker: None },
    }
}

/// The move that has finished a round, and the seat that took it.
fn finished_round(last: Option<&LastMove<Bremen>>) -> Option<(&LastMove<Bremen>, Seat)> {
    let last = last?;
    let taker = last.effects.iter().find_map(|effect| match effect {
        Effect::RoundTaken { seat, .. } => Some(*seat),
        _ => None,
    });
    taker.map(|taker| (last, taker))
}

/// Draws the tile in the centre, and the tiles of the round before the seats that laid them.
fn draw_middle(area: Area, view: &View, last: Option<&LastMove<Bremen>>, board: &mut Board) {
    let trick = trick(view, last);
    let caption = if board.layout() == Layout::Compact { 0 } else { CAPTION_HEIGHT };
    let (slots, below) = area.split(area.h - caption);
    for seat in Seats::new(view.seats).iter() {
        draw_slot(slot(slots, seat.number()), seat, &trick, board);
    }
    if let Some(tile) = view.center {
        let (_, tile_area) = parts(slot(slots, i64::from(view.seats)));
        draw_tile(tile_area, Look::Faded, tile, board);
        board.add_alt_text(&Words::CentreBoard { tile });
    }
    for placed in &trick.tiles {
        board.add_alt_text(&Words::PlayedBoard { seat: placed.seat, tile: placed.tile });
    }
    draw_caption(below, last, board);
}

/// Draws the result of the last tile.
fn draw_caption(area: Area, last: Option<&LastMove<Bremen>>, board: &mut Board) {
    let decides = |effect: &&Effect| matches!(effect, Effect::RoundTaken { .. });
    let Some(effect) = last.and_then(|last| last.effects.iter().find(decides)) else { return };
    let message = Bremen::describe_effect(effect);
    board.add_alt_text(&message);
    let words = board.render(&message);
    match board.layout() {
        Layout::Compact => {}
        Layout::Landscape => {
            board.write((area.centre().0, area.y + 19), Anchor::Middle, Size::Normal, &words, area.w);
        }
        Layout::Portrait => board.write_lines(area, Size::Small, &words),
    }
}

fn slot(area: Area, index: i64) -> Area {
    let w = (area.w / SLOTS).min(130);
    Area { x: area.x + (area.w - SLOTS * w) / 2 + index * w, w, ..area }
}

/// The places of the mark and the tile in a slot.
fn parts(slot: Area) -> ((i64, i64), Area) {
    let h = (slot.h - 28).min(110);
    let (x, _) = slot.centre();
    let y = slot.y + (slot.h - h - 24) / 2;
    let w = h * 4 / 5;
    ((x, y + 10), Area { x: x - w / 2, y: y + 24, w, h })
}

fn draw_slot(slot: Area, seat: Seat, trick: &ShownTrick, board: &mut Board) {
    let (mark, area) = parts(slot);
    board.mark(mark, seat);
    if trick.leader == Some(seat) {
        draw_leader((mark.0 - 20, mark.1), board);
    }
    match trick.tiles.iter().find(|placed| placed.seat == seat) {
        Some(PlacedTile { tile, .. }) => {
            let look = if trick.taker == Some(seat) { Look::Hot } else { Look::Open };
            draw_tile(area, look, *tile, board);
        }
        None => board.piece(area, Look::Empty, ""),
    }
}

/// Points at the tile that was led.
fn draw_leader((x, y): (i64, i64), board: &mut Board) {
    let points = format!("{},{} {},{} {x},{}", x - 6, y - 4, x + 6, y - 4, y + 6);
    board.add(Polygon::new().set("points", points).set("class", "fill"));
}

fn draw_tile(area: Area, look: Look, tile: Tile, board: &mut Board) {
    board.numbered_card(area, look, tile.number().into(), tile.animal().picture());
}

fn draw_seat(mat: Area, seat: Seat, hand: &HandView, view: &View, board: &mut Board) {
    let taken = view.taken[seat];
    let remark = remark(taken, &hand.lacks, board);
    let rest = board.mat(mat, seat, view.turn == Some(seat), &remark);
    let left = view.left.as_ref().and_then(|left| left.get(seat).and_then(|tile| tile.value()));
    let known_tiles =
        left.map(|tile| vec![tile]).or_else(|| hand.tiles.clone()).or_else(|| Some(vec![hand.holds?]));
    let known_tiles = known_tiles.unwrap_or_default();
    if board.layout() != Layout::Compact {
        draw_hand(rest, &known_tiles, hand.count, board);
        let hidden = count::from_i64(hand.count).saturating_sub(known_tiles.len());
        if hidden > 0 {
            draw_chances(hidden_part(rest, known_tiles.len()), seat, board);
        }
    }
    board.add_alt_text(&Words::SeatBoard { seat, taken, count: hand.count });
    if !known_tiles.is_empty() {
        board.add_alt_text(&Words::KnownBoard { tiles: known_tiles });
    }
    if !hand.lacks.is_empty() {
        board.add_alt_text(&Words::LacksBoard { seat, animals: hand.lacks.clone() });
    }
}

/// The animals that a seat has shown to lack by not following, and how many tiles it took.
fn remark(taken: i64, lacks: &[Animal], board: &Board) -> Vec<Sign> {
    let lacks = lacks.iter().map(|animal| Sign::Crossed(animal.picture()));
    match board.layout() {
        Layout::Compact => {
            lacks.chain([Sign::Picture(Picture::CardBack), Sign::Words(taken.to_string())]).collect()
        }
        _ => lacks.chain([Sign::Words(board.render(Words::Took { taken }))]).collect(),
    }
}

/// The width of a tile of a hand.
fn tile_width(hand: Area) -> i64 {
    let places = count::to_i64(table::HAND_SIZE);
    (hand.w + HAND_GAP) / places - HAND_GAP
}

/// The part of a hand behind its known tiles.
fn hidden_part(hand: Area, tiles_in_sight: usize) -> Area {
    let shift = count::to_i64(tiles_in_sight) * (tile_width(hand) + HAND_GAP);
    Area { x: hand.x + shift, w: hand.w - shift, ..hand }
}

/// Draws the hand in a line of thirteen places.
fn draw_hand(area: Area, known_tiles: &[Tile], count: i64, board: &mut Board) {
    let places = count::to_i64(table::HAND_SIZE);
    let w = tile_width(area);
    let h = area.h.min(w * 9 / 4);
    let hidden = count::from_i64(count).saturating_sub(known_tiles.len());
    let all = known_tiles.iter().map(Some).chain(std::iter::repeat_n(None, hidden));
    for (place, tile) in (0..places).zip(all) {
        let area = Area { x: area.x + place * (w + HAND_GAP), y: area.y, w, h };
        match tile {
            Some(tile) => {
                draw_tile(area, Look::Open, *tile, board);
                board.draw_chances(&format!("tile-{tile}"), area, None);
            }
            None => board.picture(area, Look::Open, Picture::CardBack),
        }
    }
}

/// Draws the animals that a hidden hand may hold on the backs of its tiles.
fn draw_chances(hand: Area, seat: Seat, board: &mut Board) {
    for (column, animal) in (0..).zip(Animal::VARIANTS) {
        let w = hand.w / SLOTS;
        let y = hand.y + (hand.h - CHANCE_HEIGHT) / 2;
        let area = Area { x: hand.x + column * w, y, w: w - 4, h: CHANCE_HEIGHT };
        board.draw_chances(&format!("hand-{}-{}", seat.number(), animal.word()), area, None);
    }
}
