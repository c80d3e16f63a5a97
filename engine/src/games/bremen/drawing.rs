//! The table drawn: the tiles of the round, what everybody took, and the hands as far as they are known.

use super::tile::{Animal, Tile};
use super::view::{HandView, Laid, View};
use super::{Phase, table};
use crate::board::{Area, Board, Look, MARGIN, Size, WIDTH};
use crate::seat::Seat;
use crate::text::Text;

const TILE: (i32, i32) = (39, 42);

/// Draws a position from the middle of the table to the hands.
pub fn draw(view: &View, board: &mut Board) {
    draw_phase(view, board);
    draw_middle(view, board);
    for (seat, hand) in view.hands.iter() {
        draw_seat(seat, hand, view, board);
    }
}

fn draw_phase(view: &View, board: &mut Board) {
    let round = view.round.unwrap_or(1);
    let text = match view.phase {
        Phase::Deal => Text::fixed("タイルを配るところ。", "The tiles are to be dealt."),
        Phase::Lead => Text::fixed("最初の親を決めるところ。", "The first leader is to be named."),
        Phase::Play => Text::new(
            format!("全{}ラウンドの第{round}ラウンド。", table::ROUNDS),
            format!("Round {round} of {}.", table::ROUNDS),
        ),
        Phase::Reveal => {
            Text::fixed("残ったタイルを見せ合うところ。", "The last tiles are to be turned over.")
        }
        Phase::Over => told_end(view),
    };
    board.say(&text);
    board.heading(&text);
}

fn told_end(view: &View) -> Text {
    match (&view.title, view.score) {
        (Some(title), Some(score)) => {
            let title = title.name();
            Text::new(
                format!("勝利!{score}点、「{}」。", title.ja),
                format!("Won with {score} points: {}.", title.en),
            )
        }
        _ => Text::fixed("全員の敗北。", "Everybody lost."),
    }
}

/// The tile in the centre, and those of the round with whoever laid them.
fn draw_middle(view: &View, board: &mut Board) {
    let (y, mut x) = (board.y(), MARGIN + 4);
    if let Some(tile) = view.center {
        draw_tile((WIDTH - MARGIN - TILE.0, y + 20), Look::Faded, tile, board);
        let name = tile.name();
        board.say(&Text::new(format!("中央には{}。", name.ja), format!("In the centre lies {}.", name.en)));
    }
    for seat in crate::seat::Seats::new(view.seats).from(view.leader.unwrap_or(Seat::new(0))) {
        board.mark((x + TILE.0 / 2, y + 9), seat);
        match view.on_table.iter().find(|laid| laid.seat == seat) {
            Some(Laid { tile, .. }) => draw_tile((x, y + 20), Look::Open, *tile, board),
            None => board.piece(Area { x, y: y + 20, w: TILE.0, h: TILE.1 }, Look::Empty, ""),
        }
        x += TILE.0 + 14;
    }
    board.down(20 + TILE.1 + 8);
    for laid in &view.on_table {
        let (names, tile) = (board.names(), laid.tile.name());
        board.say(&Text::new(
            format!("{}は{}を出した。", names.ja(laid.seat), tile.ja),
            format!("{} played {}.", names.en(laid.seat), tile.en),
        ));
    }
}

fn draw_tile((x, y): (i32, i32), look: Look, tile: Tile, board: &mut Board) {
    let animal = tile.animal().name();
    let animal = board.words(&animal).to_owned();
    board.card(Area { x, y, w: TILE.0, h: TILE.1 }, look, &tile.number().to_string(), &animal);
}

fn draw_seat(seat: Seat, hand: &HandView, view: &View, board: &mut Board) {
    let taken = view.taken[seat];
    let tiles = if taken == 1 { "tile" } else { "tiles" };
    let remark = Text::new(format!("獲得{taken}個"), format!("took {taken} {tiles}"));
    let remark = board.words(&remark).to_owned();
    board.seat(seat, view.turn == Some(seat), &remark);
    let left = view.left.as_ref().and_then(|left| left.get(seat).and_then(|tile| tile.known()));
    let known =
        left.map(|tile| vec![tile]).or_else(|| hand.tiles.clone()).or_else(|| Some(vec![hand.holds?]));
    let known = known.unwrap_or_default();
    draw_hand(&known, hand.count, board);
    say_seat(seat, taken, (&known, hand.count), board);
    draw_lacks(seat, &hand.lacks, board);
}

fn draw_hand(known: &[Tile], count: i64, board: &mut Board) {
    let hidden = usize::try_from(count).unwrap_or(0).saturating_sub(known.len());
    let all = known.iter().map(Some).chain(std::iter::repeat_n(None, hidden));
    let (mut x, mut lines) = (MARGIN + 4, 0);
    for tile in all {
        if x + TILE.0 > WIDTH - MARGIN {
            x = MARGIN + 4;
            board.down(TILE.1 + 4);
        }
        let y = board.y();
        match tile {
            Some(tile) => draw_tile((x, y), Look::Open, *tile, board),
            None => board.piece(Area { x, y, w: TILE.0, h: TILE.1 }, Look::Hidden, ""),
        }
        x += TILE.0 + 4;
        lines = 1;
    }
    board.down(lines * (TILE.1 + 6));
}

fn say_seat(seat: Seat, taken: i64, (known, count): (&[Tile], i64), board: &mut Board) {
    let names = board.names();
    let listed: Vec<Text> = known.iter().map(|tile| tile.name()).collect();
    let ja: Vec<_> = listed.iter().map(|name| &*name.ja).collect();
    let en: Vec<_> = listed.iter().map(|name| &*name.en).collect();
    let (ja, en) = match known.len() {
        0 => (String::new(), String::new()),
        _ => (format!("、そのうち{}", ja.join("・")), format!(", among them {}", en.join(", "))),
    };
    board.say(&Text::new(
        format!("{}は獲得{taken}個、手元に{count}個{ja}。", names.ja(seat)),
        format!("{} took {taken} and has {count} in hand{en}.", names.en(seat)),
    ));
}

/// What a seat has shown to lack by not following.
fn draw_lacks(seat: Seat, lacks: &[Animal], board: &mut Board) {
    if lacks.is_empty() {
        return;
    }
    let listed: Vec<Text> = lacks.iter().map(|animal| animal.name()).collect();
    let ja: Vec<_> = listed.iter().map(|name| &*name.ja).collect();
    let en: Vec<_> = listed.iter().map(|name| &*name.en).collect();
    let (ja, en) = (format!("{}なし", ja.join("・")), format!("no {}", en.join(", no ")));
    let y = board.y();
    let lacking = Text::new(ja, en);
    let words = board.words(&lacking).to_owned();
    board.write((MARGIN + 4, y + 10), crate::board::Anchor::Start, Size::Small, &words, WIDTH - 2 * MARGIN);
    board.down(18);
    let names = board.names();
    board.say(&Text::new(
        format!("{}には{}。", names.ja(seat), lacking.ja),
        format!("{} has {}.", names.en(seat), lacking.en),
    ));
}
