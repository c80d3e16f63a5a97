//! The table drawn: two score hands, and with what each could win.

use super::hand::{self, Hand};
use super::score::{ALL_FINGERS, Palm, Score, WinPath};
use super::view::{ScoreView, View};
use crate::board::{Anchor, Area, Board, Look, MARGIN, Size, WIDTH};
use crate::seat::Seat;
use crate::text::Text;

/// Where the words beside a hand begin.
const BESIDE: i32 = 144;
const SLEEVE: i32 = 14;

/// Draws a position: what is waited for, and each hand with what it says.
pub fn draw(view: &View, board: &mut Board) {
    draw_phase(view, board);
    for (seat, score) in view.scores.iter() {
        let remark = Text::fixed("勝ち!", "Wins!");
        let remark = if view.winner == Some(seat) { board.words(&remark).to_owned() } else { String::new() };
        board.seat(seat, false, &remark);
        let look = if view.winner == Some(seat) { Look::Hot } else { Look::Open };
        draw_hand(score, look, board);
        draw_score(seat, score, view, board);
        board.down(hand::SIZE.1 + SLEEVE + 12);
    }
}

fn draw_phase(view: &View, board: &mut Board) {
    let text = match (view.winner, view.won_by) {
        (Some(winner), Some(path)) => told_win(winner, path, board),
        _ => Text::fixed("2人とも、じゃんけんを出すところ。", "Both are to throw rock, scissors or paper."),
    };
    board.say(&text);
    board.heading(&text);
}

fn told_win(winner: Seat, path: WinPath, board: &Board) -> Text {
    let (ja, en) = (board.names().ja(winner), board.names().en(winner));
    match path {
        WinPath::Fingers => Text::new(
            format!("{ja}の勝ち。5本の指がすべて曲がった。"),
            format!("{en} wins: all five fingers are bent."),
        ),
        WinPath::Palm => Text::new(
            format!("{ja}の勝ち。掌を下に向けたままパーで勝った。"),
            format!("{en} wins: paper again while the palm is down."),
        ),
    }
}

fn draw_hand(score: &ScoreView, look: Look, board: &mut Board) {
    let (x, y) = (MARGIN + 22, board.y() + 2);
    let Hand { outline, folded, lines } = hand::hand(score.bent, score.palm);
    board.shape((x, y), look, &outline);
    for finger in &folded {
        board.shape((x, y), look, finger);
    }
    board.strokes((x, y), &lines);
    let (left, width) = hand::wrist(score.palm);
    let sleeve = Area { x: x + left - 5, y: y + hand::SIZE.1 - 3, w: width + 10, h: SLEEVE };
    board.piece(sleeve, Look::Open, "");
}

/// The hand in words, beside it.
fn draw_score(seat: Seat, score: &ScoreView, view: &View, board: &mut Board) {
    let (bent, palm) = (told_fingers(score.bent), told_palm(score.palm));
    let lines = [(Size::Large, 34, bent), (Size::Normal, 60, palm)];
    for (size, down, text) in &lines {
        write_beside(*down, *size, text, board);
    }
    let [(_, _, bent), (_, _, palm)] = &lines;
    let names = board.names();
    board.say(&Text::new(
        format!("{}の{}、{}。", names.ja(seat), bent.ja, palm.ja),
        format!("{}'s hand: {}, {}.", names.en(seat), bent.en, palm.en),
    ));
    if let (None, Some(chance)) = (view.winner, told_chance(score)) {
        write_beside(84, Size::Small, &chance, board);
        board.say(&Text::new(format!("{}。", chance.ja), format!("{}.", chance.en)));
    }
}

fn write_beside(down: i32, size: Size, text: &Text, board: &mut Board) {
    let words = board.words(text).to_owned();
    board.write((BESIDE, board.y() + down), Anchor::Start, size, &words, WIDTH - MARGIN - BESIDE);
}

fn told_fingers(bent: i64) -> Text {
    Text::new(format!("曲げた指は{ALL_FINGERS}本中{bent}本"), format!("{bent} of {ALL_FINGERS} fingers bent"))
}

/// Which way a palm looks.
pub const fn told_palm(palm: Palm) -> Text {
    match palm {
        Palm::Up => Text::fixed("掌は上", "palm up"),
        Palm::Down => Text::fixed("掌は下", "palm down"),
    }
}

/// With what the next throw would win the game.
fn told_chance(score: &ScoreView) -> Option<Text> {
    let bent = u8::try_from(score.bent).ok()?;
    let throws = Score { bent, palm: score.palm }.winning_throws();
    let ja: Vec<_> = throws.iter().map(|throw| throw.name().ja).collect();
    let en: Vec<_> = throws.iter().map(|throw| throw.name().en).collect();
    (!throws.is_empty()).then(|| {
        Text::new(
            format!("次に{}で勝てばゲームに勝つ", ja.join("か")),
            format!("A win with {} wins the game", en.join(" or ")),
        )
    })
}
