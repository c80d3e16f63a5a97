//! The table drawn: the four rows with their dice and markers, what lies open, and the cups.

use super::view::{CallView, MarkerView, PhaseName, RowView, SeatView, View};
use super::{Animal, words};
use crate::board::{Anchor, Area, Board, Look, MARGIN, Size, WIDTH};
use crate::fact::Fact;
use crate::seat::Seat;
use crate::text::Text;

const DIE: (i32, i32) = (38, 24);

/// Draws a position from the rows down to the cups.
pub fn draw(view: &View, board: &mut Board) {
    draw_phase(view, board);
    for row in &view.rows {
        let called = view.call.as_ref().is_some_and(|call| call.row == row.animal);
        draw_row(row, called, board);
    }
    draw_middle(view, board);
    for (seat, own) in view.seats.iter() {
        draw_seat(seat, own, view, board);
    }
}

fn face(animal: Animal) -> Text {
    match animal {
        Animal::Cow => Text::fixed("牛", "cow"),
        Animal::Sheep => Text::fixed("羊", "sheep"),
        Animal::Sheepdog => Text::fixed("犬", "dog"),
        Animal::Wolf => Text::fixed("狼", "wolf"),
    }
}

fn draw_phase(view: &View, board: &mut Board) {
    let text = match (&view.call, view.phase) {
        (Some(call), _) => told_call(call, board),
        (None, PhaseName::ChooseFirstPlayer) => {
            Text::fixed("狼の目が多い人がファーストプレイヤー", "Most wolves rolled go first")
        }
        (None, PhaseName::Over) => Text::fixed("ゲーム終了", "The game is over"),
        (None, _) => Text::new(format!("第{}ラウンド", view.round), format!("Round {}", view.round)),
    };
    board.say(&text);
    board.heading(&text);
}

fn told_call(call: &CallView, board: &Board) -> Text {
    let (names, claim) = (board.names(), words::counted(call.row, call.claim));
    Text::new(
        format!("{}が{}の「{}」を疑った", names.ja(call.caller), names.ja(call.accused), claim.ja),
        format!("{} doubts {}'s {}", names.en(call.caller), names.en(call.accused), claim.en),
    )
}

/// A row of the board: its animal, its marker, and the dice laid on it.
fn draw_row(row: &RowView, called: bool, board: &mut Board) {
    let y = board.y();
    board.line((MARGIN, y), (WIDTH - MARGIN, y));
    let animal = Text::fixed(words::ja(row.animal), words::en(row.animal));
    let animal = board.words(&animal).to_owned();
    board.write((MARGIN, y + 20), Anchor::Start, Size::Normal, &animal, 90);
    if let Some(MarkerView { seat, claim }) = row.marker {
        let look = if called { Look::Hot } else { Look::Open };
        board.piece(Area { x: WIDTH - MARGIN - 44, y: y + 3, w: 44, h: 24 }, look, &claim.to_string());
        board.mark((WIDTH - MARGIN - 58, y + 15), seat);
    }
    board.down(31);
    let faces: Vec<_> = row.dice.iter().map(|placed| board.words(&face(placed.die)).to_owned()).collect();
    board.pieces(DIE, faces.iter().map(|face| (Look::Open, face.as_str())));
    say_row(row, board);
}

fn say_row(row: &RowView, board: &mut Board) {
    let dice: Vec<_> = row.dice.iter().map(|placed| Fact::Known(placed.die)).collect();
    let animal = Text::fixed(words::ja(row.animal), words::en(row.animal));
    let lying = words::list(&dice);
    board.say(&if dice.is_empty() {
        Text::new(
            format!("{}の列にダイスはない。", animal.ja),
            format!("No die lies in the {} row.", animal.en),
        )
    } else {
        Text::new(
            format!("{}の列に{}。", animal.ja, lying.ja),
            format!("In the {} row: {}.", animal.en, lying.en),
        )
    });
    if let Some(MarkerView { seat, claim }) = row.marker {
        let (names, claim) = (board.names(), words::counted(row.animal, claim));
        board.say(&Text::new(
            format!("{}が{}と言っている。", names.ja(seat), claim.ja),
            format!("{} claims {}.", names.en(seat), claim.en),
        ));
    }
}

/// The dice rolled openly, and the spare ones.
fn draw_middle(view: &View, board: &mut Board) {
    if let Some(dice) = &view.open_dice {
        board.heading(&Text::fixed("オープンダイス", "Open dice"));
        let faces: Vec<_> = dice.iter().map(|die| board.words(&face(*die)).to_owned()).collect();
        board.pieces(DIE, faces.iter().map(|face| (Look::Open, face.as_str())));
        let dice: Vec<_> = dice.iter().copied().map(Fact::Known).collect();
        let dice = words::list(&dice);
        board.say(&Text::new(format!("オープンダイスは{}。", dice.ja), format!("Open dice: {}.", dice.en)));
    }
    if view.spare_dice > 0 {
        let count = view.spare_dice;
        let die = if count == 1 { "die" } else { "dice" };
        let text = Text::new(format!("予備ダイス{count}個"), format!("{count} spare {die}"));
        board.heading(&text);
        board.say(&text);
    }
}

fn draw_seat(seat: Seat, own: &SeatView, view: &View, board: &mut Board) {
    let points = if own.points == 1 { "point" } else { "points" };
    let markers = if own.markers == 1 { "marker" } else { "markers" };
    let remark = Text::new(
        format!("{}点・コマ{}", own.points, own.markers),
        format!("{} {points}, {} {markers}", own.points, own.markers),
    );
    let remark = board.words(&remark).to_owned();
    board.seat(seat, view.turn == Some(seat), &remark);
    let faces: Vec<_> = own.cup.iter().map(|die| (die.known(), die.known().map(face))).collect();
    let faces: Vec<_> = faces
        .iter()
        .map(|(known, face)| {
            (Look::of(known.as_ref()), face.as_ref().map_or("", |face| board.words(face)).to_owned())
        })
        .collect();
    board.pieces(DIE, faces.iter().map(|(look, face)| (*look, face.as_str())));
    say_seat(seat, own, board);
}

fn say_seat(seat: Seat, own: &SeatView, board: &mut Board) {
    let names = board.names();
    let points = if own.points == 1 { "point" } else { "points" };
    let cup = words::list(&own.cup);
    let (ja, en) = match own.cup.len() {
        0 => ("カップは空。".to_owned(), "an empty cup.".to_owned()),
        _ => (format!("カップの中は{}。", cup.ja), format!("under the cup: {}.", cup.en)),
    };
    board.say(&Text::new(
        format!("{}は{}点、{ja}", names.ja(seat), own.points),
        format!("{} has {} {points}; {en}", names.en(seat), own.points),
    ));
}
