//! The table drawn: the four rows with their dice and markers, what lies open, and the cups.

use super::rules::animal::Animal;
use super::view::{LiftedView, MarkerView, PhaseName, RowView, SeatView, View};
use super::words::{Counted, Words, shown};
use crate::board::{Anchor, Area, BOARD_MARGIN, BOARD_WIDTH, Board, Look, Size};
use crate::fact::Fact;
use crate::message::Term;
use crate::seat::Seat;

const DIE_SIZE: (i32, i32) = (30, 30);

/// Draws a position from the rows down to the cups.
pub fn draw(view: &View, board: &mut Board) {
    draw_phase(view, board);
    for row in &view.rows {
        let called = view.call.as_ref().is_some_and(|call| call.row == row.animal);
        draw_row(row, called, board);
    }
    draw_middle(view, board);
    if let Some(LiftedView { call, count, .. }) = &view.lifted {
        let claimed = Counted { animal: call.row, count: call.claim };
        let words = Words::LiftedBoard { claimed, counted: Counted { animal: call.row, count: *count } };
        board.heading(&words);
        board.add_alt_text(&words);
    }
    for (seat, own) in view.seats.iter() {
        draw_seat(seat, own, view, board);
    }
}

fn draw_phase(view: &View, board: &mut Board) {
    let words = match (&view.call, view.phase) {
        (Some(call), _) => Words::CallBoard {
            caller: call.caller,
            accused: call.accused,
            claimed: Counted { animal: call.row, count: call.claim },
        },
        (None, PhaseName::ChooseFirstPlayer) => Words::MostWolvesBoard,
        (None, PhaseName::Over) => Words::OverBoard,
        (None, _) => Words::RoundBoard { round: view.round },
    };
    board.add_alt_text(&words);
    board.heading(&words);
}

/// A row of the board: its animal, its marker, and the dice laid on it.
fn draw_row(row: &RowView, called: bool, board: &mut Board) {
    let y = board.y();
    board.line((BOARD_MARGIN, y), (BOARD_WIDTH - BOARD_MARGIN, y));
    let animal = board.render(row.animal.message());
    board.picture(Area { x: BOARD_MARGIN, y: y + 2, w: 27, h: 27 }, Look::Open, row.animal.picture());
    board.write((BOARD_MARGIN + 34, y + 20), Anchor::Start, Size::Normal, &animal, 90);
    if let Some(MarkerView { seat, claim }) = row.marker {
        let look = if called { Look::Hot } else { Look::Open };
        board.piece(
            Area { x: BOARD_WIDTH - BOARD_MARGIN - 44, y: y + 3, w: 44, h: 24 },
            look,
            &claim.to_string(),
        );
        board.mark((BOARD_WIDTH - BOARD_MARGIN - 58, y + 15), seat);
    }
    board.down(31);
    draw_dice(row.dice.iter().map(|placed| Fact::Known(placed.die)), board);
    say_row(row, board);
}

/// Dice in a line; what nobody noted is hidden.
fn draw_dice(dice: impl Iterator<Item = Fact<Animal>>, board: &mut Board) {
    board.illustrated_pieces(DIE_SIZE, dice.map(|die| die.value().map(Animal::picture)));
}

fn say_row(row: &RowView, board: &mut Board) {
    let dice: Vec<_> = row.dice.iter().map(|placed| Fact::Known(placed.die)).collect();
    board.add_alt_text(&if dice.is_empty() {
        Words::RowEmptyBoard { row: row.animal }
    } else {
        Words::RowBoard { row: row.animal, dice: shown(&dice) }
    });
    if let Some(MarkerView { seat, claim }) = row.marker {
        board
            .add_alt_text(&Words::ClaimBoard { seat, claimed: Counted { animal: row.animal, count: claim } });
    }
}

/// The dice rolled openly, and the spare ones.
fn draw_middle(view: &View, board: &mut Board) {
    if let Some(dice) = &view.open_dice {
        board.heading(&Words::OpenDiceHeading);
        draw_dice(dice.iter().copied().map(Fact::Known), board);
        let dice: Vec<_> = dice.iter().copied().map(Fact::Known).collect();
        board.add_alt_text(&Words::OpenDiceBoard { dice: shown(&dice) });
    }
    if view.spare_dice > 0 {
        board.heading(&Words::SpareDice { count: view.spare_dice });
        board.add_alt_text(&Words::SpareDiceBoard { count: view.spare_dice });
    }
}

fn draw_seat(seat: Seat, own: &SeatView, view: &View, board: &mut Board) {
    let SeatView { own_chips: chips, points, markers, .. } = *own;
    let remark = board.render(Words::SeatRemark { points, chips, markers });
    board.seat(seat, view.turn == Some(seat), &remark);
    let is_first = view.first_player == Some(seat);
    if is_first {
        board.heading(&Words::FirstPlayerHeading);
    }
    // Cups that were lifted lie open until the next are rolled.
    let cup = view.lifted.as_ref().and_then(|lifted| lifted.cups.get(seat)).unwrap_or(&own.cup);
    draw_dice(cup.iter().copied(), board);
    board.add_alt_text(&Words::SeatBoard { seat, points, chips });
    board.add_alt_text(&if cup.is_empty() {
        Words::EmptyCupBoard { seat }
    } else {
        Words::CupBoard { seat, dice: shown(cup) }
    });
    if is_first {
        board.add_alt_text(&Words::FirstPlayerBoard { seat });
    }
}
