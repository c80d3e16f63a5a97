//! The table drawn: the fire between charcoal and meat, the dogs of the field, and what everybody has.

use super::shapes::{CHARCOAL, DOG, FIRE, MEAT, Shape, VILLAGER};
use super::throwing::ENOUGH_DOGS;
use super::view::View;
use super::{CHARCOAL as CHARCOALS, MEAT as MEATS, Phase, starting_villagers, words};
use crate::board::{Anchor, Board, Look, MARGIN, Size, WIDTH};
use crate::seat::{BySeat, Seat, Seats};
use crate::text::Text;

/// Where the dogs of a seat begin.
const DOGS: i32 = WIDTH - MARGIN - 7 * DOG.pitch - 24;
/// So many dogs are drawn of the field; the number tells the rest.
const MOST_IN_FIELD: i64 = 9;

/// Draws a position: what is waited for, the field, and the seats.
pub fn draw(view: &View, board: &mut Board) {
    draw_phase(view, board);
    draw_sticks(view, board);
    draw_field(view, board);
    for (seat, villagers) in view.villagers.iter() {
        draw_seat(seat, *villagers, view.dogs[seat], view, board);
    }
}

fn draw_phase(view: &View, board: &mut Board) {
    let text = match view.phase {
        Phase::Throw => Text::new(
            format!("第{}ラウンド、{}投目。全員が村人をふるところ。", view.round, view.throws + 1),
            format!("Round {}, throw {}: everybody throws.", view.round, view.throws + 1),
        ),
        Phase::DogRace => Text::fixed(
            "肉がなくなった。場のイヌは早い者勝ち!",
            "The meat is gone: who is first at the dogs?",
        ),
        Phase::FireRace => {
            Text::fixed("炭がなくなった。炎は早い者勝ち!", "The charcoal is gone: who is first at the fire?")
        }
        Phase::Over => told_end(&winners(view), board),
    };
    board.say(&text);
    board.heading(&text);
    if view.decided && view.phase != Phase::Over {
        let text = Text::new(
            format!("イヌが{ENOUGH_DOGS}匹に達したので、この競争で終わり。"),
            format!("Somebody has had {ENOUGH_DOGS} dogs: this race is the last."),
        );
        board.say(&text);
        board.heading(&text);
    }
}

/// The winners come last, where long names may be cut.
fn told_end(winners: &[Seat], board: &Board) -> Text {
    let ja: Vec<&str> = winners.iter().map(|seat| board.names().ja(*seat)).collect();
    let en: Vec<&str> = winners.iter().map(|seat| board.names().en(*seat)).collect();
    let won = if winners.len() == 1 { "Winner" } else { "Winners" };
    Text::new(
        format!("ゲーム終了。勝者は{}。", ja.join("と")),
        format!("The game is over. {won}: {}.", en.join(" and ")),
    )
}

fn winners(view: &View) -> Vec<Seat> {
    let places = view.places.iter().flat_map(BySeat::iter);
    places.filter(|(_, place)| **place == 1).map(|(seat, _)| seat).collect()
}

/// Charcoal to the left of the fire, meat to the right; what is gone leaves its place.
fn draw_sticks(view: &View, board: &mut Board) {
    let (y, charcoals, meats) = (board.y(), i64::from(CHARCOALS), i64::from(MEATS));
    let fire = if view.phase == Phase::FireRace { Look::Hot } else { Look::Open };
    let (left, right) = (MARGIN + 30, WIDTH - MARGIN - 30 - 5 * MEAT.pitch);
    let middle = (left + 3 * CHARCOAL.pitch + right) / 2;
    draw_row(&CHARCOAL, (left, y + 8), (view.charcoal, charcoals), Look::Open, board);
    draw_shape(&FIRE, (middle - FIRE.pitch / 2, y), fire, board);
    draw_row(&MEAT, (right, y + 8), (view.meat, meats), Look::Open, board);
    let told = [
        (left + 3 * CHARCOAL.pitch / 2, told_sticks(("炭", "charcoal"), view.charcoal, charcoals)),
        (right + 5 * MEAT.pitch / 2, told_sticks(("肉", "meat"), view.meat, meats)),
    ];
    for (x, text) in &told {
        let words = board.words(text).to_owned();
        board.write((*x, y + 70), Anchor::Middle, Size::Normal, &words, 130);
    }
    board.down(80);
    let [(_, charcoal), (_, meat)] = told;
    board.say(&Text::new(
        format!("炎のまわりに{}、{}。", charcoal.ja, meat.ja),
        format!("Around the fire: {}, {}.", charcoal.en, meat.en),
    ));
}

fn told_sticks((ja, en): (&str, &str), left: i64, all: i64) -> Text {
    Text::new(format!("{ja} {left}/{all}本"), format!("{en} {left} of {all}"))
}

/// The dogs of the field, the first one beside the mark of the seat it lies before.
fn draw_field(view: &View, board: &mut Board) {
    let text = told_field(view, board);
    board.say(&text);
    let y = board.y();
    board.line((MARGIN, y), (WIDTH - MARGIN, y));
    board.down(4);
    board.heading(&text);
    let mut x = MARGIN + 14;
    if let Some(seat) = view.dog_before.filter(|_| view.field > 0) {
        board.mark((x, board.y() + 10), seat);
    }
    x += 18;
    let look = if view.phase == Phase::DogRace { Look::Hot } else { Look::Open };
    let drawn = view.field.min(MOST_IN_FIELD);
    draw_row(&DOG, (x, board.y()), (drawn, drawn), look, board);
    draw_more((x + 9 * DOG.pitch + 2, board.y() + 15), view.field - drawn, board);
    board.down(30);
}

fn told_field(view: &View, board: &Board) -> Text {
    let (field, names) = (view.field, board.names());
    let en = words::dogs_en(field);
    match view.dog_before.filter(|_| field > 0) {
        Some(seat) => Text::new(
            format!("場のイヌは{field}匹、先頭は{}の前。", names.ja(seat)),
            format!("{en} in the field, the first before {}.", names.en(seat)),
        ),
        None => Text::new(format!("場のイヌは{field}匹。"), format!("{en} in the field.")),
    }
}

/// The villagers that are left and those lost, and the dogs on their way to seven.
fn draw_seat(seat: Seat, villagers: i64, dogs: i64, view: &View, board: &mut Board) {
    let has = told_seat(villagers, dogs);
    let place = view.places.as_ref().and_then(|places| places.get(seat));
    let text = match place {
        Some(place) => Text::new(format!("{place}位・{}", has.ja), format!("place {place}, {}", has.en)),
        None => has,
    };
    let remark = board.words(&text).to_owned();
    board.seat(seat, false, &remark);
    let names = board.names();
    board.say(&Text::new(
        format!("{}は{}。", names.ja(seat), text.ja),
        format!("{}: {}.", names.en(seat), text.en),
    ));
    let (y, all) = (board.y(), i64::from(starting_villagers(Seats::new(view.seats))));
    draw_row(&VILLAGER, (MARGIN + 6, y), (villagers, all), Look::Open, board);
    draw_dogs(dogs, board);
    board.down(36);
}

/// The dogs of a seat, and how many more would win.
fn draw_dogs(dogs: i64, board: &mut Board) {
    let (mut x, y, enough) = (DOGS, board.y() + 6, i64::from(ENOUGH_DOGS));
    for place in 0..enough {
        if place < dogs {
            draw_shape(&DOG, (x, y), Look::Open, board);
        } else {
            board.line((x + 3, y + 20), (x + DOG.pitch - 5, y + 20));
        }
        x += DOG.pitch;
    }
    draw_more((x + 1, y + 14), dogs - enough, board);
}

fn told_seat(villagers: i64, dogs: i64) -> Text {
    let people = if villagers == 1 { "villager" } else { "villagers" };
    Text::new(
        format!("村人{villagers}個・イヌ{dogs}匹"),
        format!("{villagers} {people}, {}", words::dogs_en(dogs)),
    )
}

/// So many of all the places taken, the others empty.
fn draw_row(shape: &Shape, (x, y): (i32, i32), (count, all): (i64, i64), look: Look, board: &mut Board) {
    let mut x = x;
    for place in 0..all {
        draw_shape(shape, (x, y), if place < count { look } else { Look::Empty }, board);
        x += shape.pitch;
    }
}

fn draw_shape(shape: &Shape, at: (i32, i32), look: Look, board: &mut Board) {
    board.shape(at, look, shape.outline);
    if look != Look::Empty {
        board.strokes(at, shape.strokes);
    }
}

/// How many there are beside those drawn.
fn draw_more(at: (i32, i32), more: i64, board: &mut Board) {
    if more > 0 {
        board.write(at, Anchor::Start, Size::Normal, &format!("+{more}"), 36);
    }
}
