//! The table drawn: two score hands, and with what each could win.

pub mod hand;

use super::outcome::WinPath;
use super::rules::score::Score;
use super::rules::throwing::Throw;
use super::view::{ScoreView, View};
use super::words::{Bent, Words};
use crate::board::{Anchor, Area, BOARD_MARGIN, BOARD_WIDTH, Board, Look, Size};
use crate::message::{Message, Term};
use crate::seat::Seat;
use hand::Hand;

/// Where the words beside a hand begin.
const TEXT_LEFT: i32 = 144;
const SLEEVE_HEIGHT: i32 = 14;

/// Draws a position: what is waited for, and each hand with what it says.
pub fn draw(view: &View, board: &mut Board) {
    draw_phase(view, board);
    for (seat, score) in view.scores.iter() {
        let won = view.winner == Some(seat);
        let remark = if won { board.render(Words::Wins) } else { String::new() };
        board.seat(seat, false, &remark);
        draw_hand(score, if won { Look::Hot } else { Look::Open }, board);
        draw_score(seat, score, view, board);
        board.down(hand::HAND_SIZE.1 + SLEEVE_HEIGHT + 12);
    }
}

fn draw_phase(view: &View, board: &mut Board) {
    let words = match (view.winner, view.won_by) {
        (Some(seat), Some(WinPath::Fingers)) => Words::WonByFingersBoard { seat },
        (Some(seat), Some(WinPath::Palm)) => Words::WonByPalmBoard { seat },
        _ => Words::ToBeThrown,
    };
    board.add_alt_text(&words);
    board.heading(&words);
}

fn draw_hand(score: &ScoreView, look: Look, board: &mut Board) {
    let (x, y) = (BOARD_MARGIN + 22, board.y() + 2);
    let Hand { outline, folded, lines } = hand::hand(score.bent, score.palm);
    board.shape((x, y), look, &outline);
    for finger in &folded {
        board.shape((x, y), look, finger);
    }
    board.strokes((x, y), &lines);
    let (left, width) = hand::wrist(score.palm);
    let sleeve = Area { x: x + left - 5, y: y + hand::HAND_SIZE.1 - 3, w: width + 10, h: SLEEVE_HEIGHT };
    board.piece(sleeve, Look::Open, "");
}

/// The hand in words, beside it.
fn draw_score(seat: Seat, score: &ScoreView, view: &View, board: &mut Board) {
    let (bent, palm) = (Bent(score.bent), score.palm);
    write_beside(34, Size::Large, &Words::Fingers { bent }.into(), board);
    write_beside(60, Size::Normal, &palm.message(), board);
    board.add_alt_text(&Words::HandBoard { seat, bent, palm });
    let throws = winning_throws(score);
    if view.winner.is_none() && !throws.is_empty() {
        write_beside(84, Size::Small, &Words::CouldWin { throws: throws.clone() }.into(), board);
        board.add_alt_text(&Words::CouldWinBoard { seat, throws });
    }
}

fn write_beside(down: i32, size: Size, words: &Message, board: &mut Board) {
    let words = board.render(words);
    board.write(
        (TEXT_LEFT, board.y() + down),
        Anchor::Start,
        size,
        &words,
        BOARD_WIDTH - BOARD_MARGIN - TEXT_LEFT,
    );
}

/// With what the next throw would win the game.
fn winning_throws(score: &ScoreView) -> Vec<Throw> {
    let bent = u8::try_from(score.bent);
    bent.map_or_else(|_| Vec::new(), |bent| Score { bent, palm: score.palm }.winning_throws())
}
