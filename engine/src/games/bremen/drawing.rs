//! The table drawn: the tiles of the round, what everybody took, and the hands as far as they are known.

use super::Phase;
use super::rules::table;
use super::rules::tile::{Animal, Tile};
use super::view::{HandView, PlacedTile, View};
use super::words::Words;
use crate::board::{Area, BOARD_MARGIN, BOARD_WIDTH, Board, Look, Size};
use crate::seat::Seat;

const TILE_SIZE: (i32, i32) = (39, 50);

/// Draws a position from the middle of the table to the hands.
pub fn draw(view: &View, board: &mut Board) {
    draw_phase(view, board);
    draw_middle(view, board);
    for (seat, hand) in view.hands.iter() {
        draw_seat(seat, hand, view, board);
    }
}

fn draw_phase(view: &View, board: &mut Board) {
    let words = match view.phase {
        Phase::Deal => Words::ToBeDealt,
        Phase::Lead => Words::ToBeLed,
        Phase::Play => Words::InRound { round: view.round.unwrap_or(1), rounds: table::ROUND_COUNT },
        Phase::Reveal => Words::ToBeTurnedOver,
        Phase::Over => match (view.title, view.score) {
            (Some(title), Some(score)) => Words::WonBoard { score, title },
            _ => Words::LostBoard,
        },
    };
    board.add_alt_text(&words);
    board.heading(&words);
}

/// The tile in the centre, and those of the round with whoever laid them.
fn draw_middle(view: &View, board: &mut Board) {
    let (y, mut x) = (board.y(), BOARD_MARGIN + 4);
    if let Some(tile) = view.center {
        draw_tile((BOARD_WIDTH - BOARD_MARGIN - TILE_SIZE.0, y + 20), Look::Faded, tile, board);
        board.add_alt_text(&Words::CentreBoard { tile });
    }
    for seat in crate::seat::Seats::new(view.seats).from(view.leader.unwrap_or(Seat::new(0))) {
        board.mark((x + TILE_SIZE.0 / 2, y + 9), seat);
        match view.on_table.iter().find(|placed| placed.seat == seat) {
            Some(PlacedTile { tile, .. }) => draw_tile((x, y + 20), Look::Open, *tile, board),
            None => board.piece(Area { x, y: y + 20, w: TILE_SIZE.0, h: TILE_SIZE.1 }, Look::Empty, ""),
        }
        x += TILE_SIZE.0 + 14;
    }
    board.down(20 + TILE_SIZE.1 + 8);
    for placed in &view.on_table {
        board.add_alt_text(&Words::PlayedBoard { seat: placed.seat, tile: placed.tile });
    }
}

fn draw_tile((x, y): (i32, i32), look: Look, tile: Tile, board: &mut Board) {
    let area = Area { x, y, w: TILE_SIZE.0, h: TILE_SIZE.1 };
    board.numbered_card(area, look, tile.number().into(), tile.animal().picture());
}

fn draw_seat(seat: Seat, hand: &HandView, view: &View, board: &mut Board) {
    let taken = view.taken[seat];
    let remark = board.render(Words::Took { taken });
    board.seat(seat, view.turn == Some(seat), &remark);
    let left = view.left.as_ref().and_then(|left| left.get(seat).and_then(|tile| tile.value()));
    let known_tiles =
        left.map(|tile| vec![tile]).or_else(|| hand.tiles.clone()).or_else(|| Some(vec![hand.holds?]));
    let known_tiles = known_tiles.unwrap_or_default();
    draw_hand(&known_tiles, hand.count, board);
    board.add_alt_text(&Words::SeatBoard { seat, taken, count: hand.count });
    if !known_tiles.is_empty() {
        board.add_alt_text(&Words::KnownBoard { tiles: known_tiles });
    }
    draw_lacks(seat, &hand.lacks, board);
}

fn draw_hand(known_tiles: &[Tile], count: i64, board: &mut Board) {
    let hidden = usize::try_from(count).unwrap_or(0).saturating_sub(known_tiles.len());
    let all = known_tiles.iter().map(Some).chain(std::iter::repeat_n(None, hidden));
    let (mut x, mut lines) = (BOARD_MARGIN + 4, 0);
    for tile in all {
        if x + TILE_SIZE.0 > BOARD_WIDTH - BOARD_MARGIN {
            x = BOARD_MARGIN + 4;
            board.down(TILE_SIZE.1 + 4);
        }
        let y = board.y();
        match tile {
            Some(tile) => draw_tile((x, y), Look::Open, *tile, board),
            None => board.piece(Area { x, y, w: TILE_SIZE.0, h: TILE_SIZE.1 }, Look::Hidden, ""),
        }
        x += TILE_SIZE.0 + 4;
        lines = 1;
    }
    board.down(lines * (TILE_SIZE.1 + 6));
}

/// What a seat has shown to lack by not following.
fn draw_lacks(seat: Seat, lacks: &[Animal], board: &mut Board) {
    if lacks.is_empty() {
        return;
    }
    let y = board.y();
    let words = board.render(Words::Lacks { animals: lacks.to_vec() });
    board.write(
        (BOARD_MARGIN + 4, y + 10),
        crate::board::Anchor::Start,
        Size::Small,
        &words,
        BOARD_WIDTH - 2 * BOARD_MARGIN,
    );
    board.down(18);
    board.add_alt_text(&Words::LacksBoard { seat, animals: lacks.to_vec() });
}
