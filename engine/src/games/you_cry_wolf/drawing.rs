//! The table drawn: the four rows with their dice and markers, the open dice, and the cups.

use super::YouCryWolf;
use super::moves::Move;
use super::rules::animal::Animal;
use super::view::{CallView, LiftedView, MarkerView, PhaseName, RowView, SeatView, View};
use super::words::{Counted, Words, shown};
use crate::board::{Anchor, Area, Board, CHANCE_HEIGHT, Layout, Look, Room, Sign, Size, Stack};
use crate::fact::Fact;
use crate::game::LastMove;
use crate::message::Render;
use crate::picture::Picture;
use crate::seat::Seat;

const ROW_HEIGHT: i64 = 38;
const COMPACT_ROW_HEIGHT: i64 = 31;
const OPEN_DICE_HEIGHT: i64 = 36;
const CAPTION_HEIGHT: i64 = 44;
const MAT: i64 = 84;
const ROOM: Room = Room {
    compact: Stack { middle: 4 * COMPACT_ROW_HEIGHT, mat: 28, columns: 2 },
    portrait: Stack { middle: 4 * ROW_HEIGHT + OPEN_DICE_HEIGHT + CAPTION_HEIGHT, mat: MAT, columns: 2 },
    landscape_mat: MAT,
};
/// The width of the marker at the end of a row.
const MARKER_WIDTH: i64 = 76;
/// The width of the chance of a claim before its marker.
const CHANCE_WIDTH: i64 = 44;
/// The width of the number of dice that are left over.
const SPARE_WIDTH: i64 = 150;

/// Draws a position from the rows down to the cups.
pub fn draw(view: &View, last: Option<&LastMove<YouCryWolf>>, board: &mut Board) {
    let title = title(view, board);
    let arrangement = board.arrange(view.seats.seats(), &title, ROOM);
    let row_height = if board.layout() == Layout::Compact { COMPACT_ROW_HEIGHT } else { ROW_HEIGHT };
    let (rows, below) = arrangement.middle.split(4 * row_height);
    let call = view.call.as_ref().or_else(|| view.lifted.as_ref().map(|lifted| &lifted.call));
    for (place, row) in (0..).zip(shown_rows(view, last)) {
        let area = Area { y: rows.y + place * row_height, h: row_height, ..rows };
        draw_row(area, row, call, board);
    }
    view.rows.iter().for_each(|row| say_row(row, board));
    draw_below(below, view, board);
    for (seat, own) in view.seats.iter() {
        draw_seat(arrangement.mats[seat], seat, own, view, board);
    }
}

/// The rows to draw: those of the called board until the next move.
fn shown_rows<'a>(view: &'a View, last: Option<&'a LastMove<YouCryWolf>>) -> &'a [RowView] {
    match last {
        Some(LastMove { before, mv: Move::Reveal { .. }, .. }) => &before.rows,
        _ => &view.rows,
    }
}

fn title(view: &View, board: &mut Board) -> String {
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
    let first = view
        .first_player
        .filter(|_| view.phase != PhaseName::Over)
        .map(|seat| Words::FirstPlayerBoard { seat });
    let words: Vec<Words> = [words].into_iter().chain(first).collect();
    board.say(&words)
}

/// A row of the board: its animal, the dice laid on it, and its marker.
fn draw_row(area: Area, row: &RowView, call: Option<&CallView>, board: &mut Board) {
    let Area { x, y, w, h } = area;
    board.line((x, y + h), (x + w, y + h));
    let side = h - 5;
    board.picture(Area { x, y: y + 2, w: side, h: side }, Look::Open, row.animal.picture());
    let dice: Vec<_> = row.dice.iter().map(|placed| Some(placed.die.picture())).collect();
    let places = Area { x: x + side + 10, y: y + 3, w: w - side - 14 - MARKER_WIDTH, h: h - 6 };
    board.row(places, h - 7, |_| Look::Open, &dice);
    let place = format!("row-{}", row.animal.word());
    let chance = Area {
        x: x + w - MARKER_WIDTH - CHANCE_WIDTH,
        y: y + (h - CHANCE_HEIGHT) / 2,
        w: CHANCE_WIDTH,
        h: CHANCE_HEIGHT,
    };
    board.draw_chances(&place, chance, None);
    if let Some(MarkerView { seat, claim }) = row.marker {
        let is_called = call.is_some_and(|call| call.row == row.animal);
        let look = if is_called { Look::Hot } else { Look::Open };
        board.piece(Area { x: x + w - 46, y: y + 3, w: 46, h: h - 6 }, look, "");
        board.inscribe((x + w - 23, y + h / 2 + 7), Size::Large, &claim.to_string(), 46);
        board.mark((x + w - 61, y + h / 2), seat);
    }
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

/// Draws the dice rolled openly, the spare dice, and the result of the lifted cups.
fn draw_below(area: Area, view: &View, board: &mut Board) {
    let is_compact = board.layout() == Layout::Compact;
    let (open, caption) = area.split(OPEN_DICE_HEIGHT);
    if let Some(dice) = &view.open_dice {
        let said: Vec<_> = dice.iter().copied().map(Fact::Known).collect();
        board.add_alt_text(&Words::OpenDiceBoard { dice: shown(&said) });
        let pictures: Vec<_> = dice.iter().map(|die| Some(die.picture())).collect();
        if !is_compact {
            board.row(
                Area { y: open.y + 5, w: open.w - SPARE_WIDTH - 4, ..open },
                28,
                |_| Look::Open,
                &pictures,
            );
        }
    }
    if view.spare_dice > 0 {
        board.add_alt_text(&Words::SpareDiceBoard { count: view.spare_dice });
    }
    let lifted: Vec<Words> = view.lifted.iter().map(lifted_words).collect();
    let lifted = board.say(&lifted);
    if is_compact {
        return;
    }
    let spare = board.render(Words::SpareDice { count: view.spare_dice });
    board.write((open.x + open.w, open.y + 24), Anchor::End, Size::Small, &spare, SPARE_WIDTH);
    board.write_lines(caption, Size::Normal, &lifted);
}

fn lifted_words(LiftedView { call, count, .. }: &LiftedView) -> Words {
    let animal = call.row;
    Words::LiftedBoard {
        claimed: Counted { animal, count: call.claim },
        counted: Counted { animal, count: *count },
    }
}

fn draw_seat(mat: Area, seat: Seat, own: &SeatView, view: &View, board: &mut Board) {
    let SeatView { own_chips: chips, points, markers, .. } = *own;
    // Cups that were lifted lie open until the next are rolled.
    let lifted = view.lifted.as_ref();
    let cup = lifted.and_then(|lifted| lifted.cups.get(seat)).unwrap_or(&own.cup);
    let counted = lifted.map(|lifted| lifted.call.row);
    let points_sign = sign(Words::Points { points }, board);
    let is_turn = view.turn == Some(seat);
    let chips_signs = [Sign::Picture(Picture::Chip), Sign::Words(chips.to_string())];
    if board.layout() == Layout::Compact {
        let signs: Vec<Sign> = chips_signs.into_iter().chain([points_sign]).collect();
        board.mat(mat, seat, is_turn, &signs);
    } else {
        let rest = board.mat(mat, seat, is_turn, &[points_sign]);
        draw_cup(rest, cup, counted, board);
        let claims = [Sign::Picture(Picture::Claim), Sign::Words(markers.to_string())];
        let signs: Vec<Sign> = claims.into_iter().chain(chips_signs).collect();
        board.signs((rest.x + rest.w, rest.y + rest.h - 23), &signs);
    }
    board.add_alt_text(&Words::SeatBoard { seat, points, chips });
    board.add_alt_text(&if cup.is_empty() {
        Words::EmptyCupBoard { seat }
    } else {
        Words::CupBoard { seat, dice: shown(cup) }
    });
}

/// Draws the dice of a cup. If it was lifted, dice of the called animal are marked; hidden dice are not known.
fn draw_cup(area: Area, cup: &[Fact<Animal>], counted: Option<Animal>, board: &mut Board) {
    let look = |picture| match counted {
        Some(animal) if animal.picture() == picture => Look::Hot,
        Some(_) => Look::Faded,
        None => Look::Open,
    };
    let dice: Vec<_> = cup.iter().map(|die| die.value().map(Animal::picture)).collect();
    board.row(area, 25, look, &dice);
}

fn sign(words: impl Render, board: &Board) -> Sign {
    Sign::Words(board.render(words))
}
