//! The table drawn: two score hands, with the throws that would win, and the last throws between them.

pub mod hand;

use super::describe::{describe_effect, describe_move};
use super::moves::{Effect, Move};
use super::outcome::WinPath;
use super::rules::score::Score;
use super::rules::throwing::Throw;
use super::view::{ScoreView, View};
use super::words::{Bent, Words};
use super::{PunyonKen, TWO_SEATS};
use crate::board::{Anchor, Area, BOARD_MARGIN, Board, Layout, Look, MAT_HEADER, Room, Sign, Size, Stack};
use crate::game::LastMove;
use crate::message::Term;
use crate::picture::Picture;
use crate::seat::Seat;
use hand::Hand;

/// The mats are beside each other, in the middle.
const ROOM: Room = Room {
    compact: Stack { middle: 210, mat: 0, columns: 2 },
    portrait: Stack { middle: 430, mat: 0, columns: 2 },
    landscape_mat: 0,
};
const SLEEVE_HEIGHT: i64 = 14;
/// The words below a hand, in lines.
const WORDS_HEIGHT: i64 = 96;

/// The places of the parts: the two mats, both throws, and their result.
struct Parts {
    mats: [Area; 2],
    throws: [Area; 2],
    caption: Area,
}

/// Draws a position: the phase, each hand with its words, and the last throws.
pub fn draw(view: &View, last: Option<&LastMove<PunyonKen>>, board: &mut Board) {
    let title = title(view);
    board.add_alt_text(&title);
    let words = board.render(&title);
    let arrangement = board.arrange(TWO_SEATS, &words, ROOM);
    let parts = parts(arrangement.middle, board.layout());
    draw_throws(&parts, last, board);
    for ((seat, score), mat) in view.scores.iter().zip(parts.mats) {
        draw_seat(mat, seat, score, view, board);
    }
}

fn title(view: &View) -> Words {
    match (view.winner, view.won_by) {
        (Some(seat), Some(WinPath::Fingers)) => Words::WonByFingersBoard { seat },
        (Some(seat), Some(WinPath::Palm)) => Words::WonByPalmBoard { seat },
        _ => Words::ToBeThrown,
    }
}

/// The throws are between the hands on a wide table, and above them on a narrow one.
fn parts(area: Area, layout: Layout) -> Parts {
    let Area { x, y, w, h } = area;
    if layout == Layout::Landscape {
        let wide = 270;
        let side = 104;
        let throw = |place: i64| Area { x: x + wide + 8 + place * (side + 6), y: y + 90, w: side, h: side };
        return Parts {
            mats: [Area { w: wide, ..area }, Area { x: x + w - wide, w: wide, ..area }],
            throws: [throw(0), throw(1)],
            caption: Area { x: x + wide + 14, y: y + 90 + side + 16, w: w - 2 * wide - 28, h: 130 },
        };
    }
    let (side, caption) = if layout == Layout::Compact { (62, 0) } else { (92, 60) };
    let (above, below) = area.split(side + 10 + caption);
    let wide = (w - BOARD_MARGIN) / 2;
    let throw = |place: i64| Area {
        x: x + wide / 2 - side / 2 + place * (wide + BOARD_MARGIN),
        y: y + 4,
        w: side,
        h: side,
    };
    Parts {
        mats: [Area { w: wide, ..below }, Area { x: x + w - wide, w: wide, ..below }],
        throws: [throw(0), throw(1)],
        caption: Area { y: above.y + side + 8, h: h.min(caption), ..above },
    }
}

/// Draws both throws and their result, until the next throws.
fn draw_throws(parts: &Parts, last: Option<&LastMove<PunyonKen>>, board: &mut Board) {
    let Some(LastMove { mv, effects, .. }) = last else {
        for area in parts.throws {
            board.piece(area, Look::Empty, "");
        }
        return;
    };
    let Move::Throw { hands } = mv;
    let winner = effects.iter().find_map(|effect| match effect {
        Effect::ThrowWon { seat, .. } => Some(*seat),
        _ => None,
    });
    for ((seat, throw), area) in hands.iter().zip(parts.throws) {
        let look = if winner == Some(seat) { Look::Hot } else { Look::Open };
        board.illustrated_piece(area, look, Some(picture(*throw)));
    }
    board.add_alt_text(&describe_move(mv));
    let followed = effects.iter().filter(|effect| !matches!(effect, Effect::GameWon { .. }));
    let words = board.say(&followed.map(describe_effect).collect::<Vec<_>>());
    if board.layout() != Layout::Compact {
        board.write_lines(parts.caption, Size::Small, &words);
    }
}

pub(super) const fn picture(throw: Throw) -> Picture {
    match throw {
        Throw::Rock => Picture::Rock,
        Throw::Scissors => Picture::Scissors,
        Throw::Paper => Picture::Paper,
    }
}

fn draw_seat(mat: Area, seat: Seat, score: &ScoreView, view: &View, board: &mut Board) {
    let (bent, palm) = (Bent(score.bent), score.palm);
    let won = view.winner == Some(seat);
    let fingers = if won { board.render(Words::Wins) } else { format!("{}/5", score.bent) };
    board.mat(mat, seat, false, &[Sign::Words(fingers)]);
    let words_height = if board.layout() == Layout::Compact { 0 } else { WORDS_HEIGHT };
    let (hand_area, words_area) = mat.inset(6).split(mat.h - 12 - words_height);
    let hand_area = Area { y: hand_area.y + MAT_HEADER, h: hand_area.h - MAT_HEADER, ..hand_area };
    draw_hand(hand_area, score, if won { "skin won" } else { "skin" }, board);
    board.add_alt_text(&Words::HandBoard { seat, bent, palm });
    let throws = winning_throws(score);
    let can_win = view.winner.is_none() && !throws.is_empty();
    if board.layout() != Layout::Compact {
        let words = board.render(palm.message());
        board.write((words_area.x, words_area.y + 16), Anchor::Start, Size::Normal, &words, words_area.w);
        if can_win {
            let words = board.render(Words::CouldWin { throws: throws.clone() });
            let below = Area { y: words_area.y + 22, h: words_area.h - 22, ..words_area };
            board.write_lines(below, Size::Small, &words);
        }
    }
    if can_win {
        board.add_alt_text(&Words::CouldWinBoard { seat, throws });
    }
}

/// Draws a hand as large as its area allows.
fn draw_hand(area: Area, score: &ScoreView, class: &str, board: &mut Board) {
    let (w, h) = (hand::HAND_SIZE.0 + 10, hand::HAND_SIZE.1 + SLEEVE_HEIGHT);
    let percent = (100 * area.w / w).min(100 * area.h / h);
    let (centre, _) = area.centre();
    let at = (centre - hand::HAND_SIZE.0 * percent / 200, area.y + 2);
    let Hand { outline, folded, lines } = hand::hand(score.bent, score.palm);
    board.shape(at, percent, class, &outline);
    for finger in &folded {
        board.shape(at, percent, class, finger);
    }
    board.strokes(at, percent, &lines);
    let (left, width) = hand::wrist(score.palm);
    let scaled = |length: i64| length * percent / 100;
    let sleeve = Area {
        x: at.0 + scaled(left - 5),
        y: at.1 + scaled(hand::HAND_SIZE.1 - 3),
        w: scaled(width + 10),
        h: scaled(SLEEVE_HEIGHT),
    };
    board.square(sleeve, "sleeve");
}

/// The throws that would win the game next.
fn winning_throws(score: &ScoreView) -> Vec<Throw> {
    let Ok(bent) = u8::try_from(score.bent) else { return Vec::new() };
    Score { bent, palm: score.palm }.winning_throws()
}
