//! Why a move cannot be, in words.

use serde_json::json;

use super::table::{HAND_SIZE, lowest_number};
use super::tile::{Animal, HIGHEST, Tile, Tiles};
use crate::game::Seq;
use crate::seat::{Seat, Seats};
use crate::text::Text;
use crate::violation::Violation;

fn number(seat: Seat) -> i64 {
    seat.number().saturating_add(1)
}

pub fn wrong_seats(given: u8) -> Violation {
    Violation::new(
        "BR-1",
        "wrong_number_of_seats",
        Text::new(
            format!("ブレーメンは3人か4人で遊びます({given}人ではできません)。"),
            format!("Bremen is for three or four, not for {given}."),
        ),
        json!({"given": given, "allowed": [3, 4]}),
    )
}

pub fn wrong_length(given: usize, seats: Seats) -> Violation {
    let what = Text::fixed("席ごとの値の数", "The number of values by seat");
    Violation::out_of_bounds(what, &json!(given), &json!(seats.count()))
}

pub fn wrong_center(given: Option<Tile>, seats: Seats) -> Violation {
    let needed = seats.count() == 3;
    let message = if needed {
        Text::fixed(
            "3人のときは、余った1個が中央に表向きに置かれます。",
            "With three seats one tile is left over, and it lies face up in the centre.",
        )
    } else {
        Text::fixed(
            "4人のときは全部配るので、中央のコマはありません。",
            "With four seats all tiles are dealt, and none is left for the centre.",
        )
    };
    Violation::new("BR-1", "wrong_center", message, json!({"given": given, "required": needed}))
}

pub fn wrong_size(seat: Seat, given: usize) -> Violation {
    Violation::new(
        "BR-1",
        "wrong_hand_size",
        Text::new(
            format!("席{}の手元は{given}個ですが、配られるのは{HAND_SIZE}個です。", number(seat)),
            format!("Seat {} is given {given} tiles, but {HAND_SIZE} are dealt to each.", number(seat)),
        ),
        json!({"seat": seat, "given": given, "allowed": HAND_SIZE}),
    )
}

pub fn not_in_game(tile: Tile, seats: Seats) -> Violation {
    let name = tile.name();
    Violation::new(
        "BR-1",
        "tile_not_in_game",
        Text::new(
            format!("3人のときは1・2・3のコマを使わないので、{}はありません。", name.ja),
            format!("The 1s, 2s and 3s are not used with three seats, so there is no {}.", name.en),
        ),
        json!({"tile": tile, "allowed": {"min": lowest_number(seats), "max": HIGHEST}}),
    )
}

pub fn tile_twice(tile: Tile) -> Violation {
    let name = tile.name();
    Violation::new(
        "BR-1",
        "tile_twice",
        Text::new(
            format!("{}は1個しかありませんが、2度出てきます。", name.ja),
            format!("There is only one {}, but it is given twice.", name.en),
        ),
        json!({"tile": tile}),
    )
}

pub fn in_center(tile: Tile, deal: Seq) -> Violation {
    let name = tile.name();
    Violation::new(
        "BR-1",
        "tile_in_center",
        Text::new(
            format!("{}は中央に置かれているので、誰の手元にもありません。", name.ja),
            format!("The {} lies in the centre and is in nobody's hand.", name.en),
        ),
        json!({"tile": tile}),
    )
    .contradicting(deal)
}

/// BR-2: the tiles were not dealt again although they had to be, or so the record says.
pub fn not_dealt_again(seat: Option<Seat>) -> Violation {
    let (ja, en) = match seat {
        Some(seat) => (format!("席{}", number(seat)), format!("Seat {}", number(seat))),
        None => ("誰か".to_owned(), "Somebody".to_owned()),
    };
    Violation::new(
        "BR-2",
        "not_dealt_again",
        Text::new(
            format!("{ja}の手元にニワトリが8個以上あったのに、配り直されませんでした。"),
            format!("{en} held eight or more chickens, and the tiles were not dealt again."),
        ),
        json!({"seat": seat}),
    )
}

pub fn redeal_first(seat: Seat, deal: Seq) -> Violation {
    Violation::new(
        "BR-2",
        "redeal_due",
        Text::new(
            format!("席{}の手元にニワトリが8個以上あるので、先に配り直します。", number(seat)),
            format!("Seat {} holds eight or more chickens: all tiles are dealt again first.", number(seat)),
        ),
        json!({"seat": seat, "allowed": ["redeal"]}),
    )
    .contradicting(deal)
}

pub fn too_few_chickens(seat: Seat, chickens: usize) -> Violation {
    Violation::new(
        "BR-2",
        "too_few_chickens",
        Text::new(
            format!(
                "配り直すのはニワトリが8個以上のときだけで、席{}は多くても{chickens}個です。",
                number(seat)
            ),
            format!(
                "Tiles are dealt again for eight chickens or more; seat {} has {chickens} at most.",
                number(seat)
            ),
        ),
        json!({"seat": seat, "given": chickens, "allowed": {"min": 8}}),
    )
}

pub fn eighth_chicken(seat: Seat, tile: Tile, deal: Seq) -> Violation {
    let name = tile.name();
    Violation::new(
        "BR-2",
        "eighth_chicken",
        Text::new(
            format!("{}は席{}の8個目のニワトリで、配り直しになっていたはずです。", name.ja, number(seat)),
            format!(
                "The {} is seat {}'s eighth chicken, and the tiles would have been dealt again.",
                name.en,
                number(seat)
            ),
        ),
        json!({"seat": seat, "tile": tile}),
    )
    .contradicting(deal)
}

pub fn other_hand(seat: Seat, deal: Seq) -> Violation {
    let message = Text::new(
        format!("席{}の手元として示されたコマは、配られたコマと合いません。", number(seat)),
        format!("The hand shown by seat {} is not what was dealt.", number(seat)),
    );
    Violation::contradiction(message, json!({"seat": seat}), deal)
}

pub fn already_played(tile: Tile, event: Seq) -> Violation {
    let name = tile.name();
    Violation::new(
        "BR-3",
        "tile_already_played",
        Text::new(
            format!("{}はもう出されているので、手元にありません。", name.ja),
            format!("The {} has been played already and is in no hand.", name.en),
        ),
        json!({"tile": tile}),
    )
    .contradicting(event)
}

pub fn not_in_hand(seat: Seat, tile: Tile, held: Tiles, deal: Seq) -> Violation {
    let name = tile.name();
    let held: Vec<Tile> = held.iter().collect();
    Violation::new(
        "BR-3",
        "tile_not_in_hand",
        Text::new(
            format!("{}は席{}の手元にありません。", name.ja, number(seat)),
            format!("The {} is not in seat {}'s hand.", name.en, number(seat)),
        ),
        json!({"seat": seat, "tile": tile, "allowed": held}),
    )
    .contradicting(deal)
}

pub fn in_another_hand(seat: Seat, tile: Tile, deal: Seq) -> Violation {
    let name = tile.name();
    Violation::new(
        "BR-3",
        "tile_in_another_hand",
        Text::new(
            format!("{}は別の席に配られたので、席{}の手元にはありません。", name.ja, number(seat)),
            format!("The {} was dealt to another seat, not to seat {}.", name.en, number(seat)),
        ),
        json!({"seat": seat, "tile": tile}),
    )
    .contradicting(deal)
}

pub fn wrong_leader(seat: Seat, donkey: Tile, deal: Seq) -> Violation {
    let name = donkey.name();
    Violation::new(
        "BR-4",
        "wrong_leader",
        Text::new(
            format!("最初の親は{}を持つ席で、席{}の手元にはありません。", name.ja, number(seat)),
            format!("The holder of {} leads first, and seat {} was not dealt it.", name.en, number(seat)),
        ),
        json!({"seat": seat, "donkey": donkey}),
    )
    .contradicting(deal)
}

/// BR-4: by the scribe's word, a seat led that did not hold the donkey.
pub fn said_wrong_leader(seat: Seat, donkey: Tile) -> Violation {
    let name = donkey.name();
    Violation::new(
        "BR-4",
        "wrong_leader",
        Text::new(
            format!("席{}は{}を持っていないのに最初の親になりました。", number(seat), name.ja),
            format!("Seat {} led first without holding {}.", number(seat), name.en),
        ),
        json!({"seat": seat, "donkey": donkey}),
    )
}

pub fn donkey_elsewhere(seat: Seat, leader: Seat, donkey: Tile, event: Seq) -> Violation {
    let name = donkey.name();
    Violation::new(
        "BR-4",
        "donkey_in_another_hand",
        Text::new(
            format!(
                "最初の親の席{}が{}を持っていたはずで、席{}の手元にはありえません。",
                number(leader),
                name.ja,
                number(seat)
            ),
            format!(
                "Seat {} led first and so held {}; seat {} cannot have it.",
                number(leader),
                name.en,
                number(seat)
            ),
        ),
        json!({"seat": seat, "tile": donkey, "leader": leader}),
    )
    .contradicting(event)
}

pub fn donkey_not_left(seat: Seat, donkey: Tile, left: Tile, event: Seq) -> Violation {
    let name = donkey.name();
    Violation::new(
        "BR-4",
        "donkey_not_left",
        Text::new(
            format!(
                "最初の親の席{}は{}を出していないので、残ったコマはそれのはずです。",
                number(seat),
                name.ja
            ),
            format!(
                "Seat {} led first and never played {}, so that is the tile it has left.",
                number(seat),
                name.en
            ),
        ),
        json!({"seat": seat, "given": left, "allowed": [donkey]}),
    )
    .contradicting(event)
}

pub fn donkey_not_shown(seat: Seat, donkey: Tile, event: Seq) -> Violation {
    let name = donkey.name();
    Violation::new(
        "BR-4",
        "donkey_not_shown",
        Text::new(
            format!("最初の親の席{}の手元には{}があるはずです。", number(seat), name.ja),
            format!("Seat {} was the first leader, so its hand has {}.", number(seat), name.en),
        ),
        json!({"seat": seat, "required": donkey}),
    )
    .contradicting(event)
}

pub fn must_follow(seat: Seat, tile: Tile, led: Animal, could: Tiles) -> Violation {
    let (name, animal) = (tile.name(), led.name());
    Violation::new(
        "BR-6",
        "must_follow",
        Text::new(
            format!("席{}の手元には親と同じ{}があるので、{}は出せません。", number(seat), animal.ja, name.ja),
            format!(
                "Seat {} holds the leader's animal and must play a {}, not {}.",
                number(seat),
                animal.en,
                name.en
            ),
        ),
        json!({"seat": seat, "given": tile, "led": led, "allowed": could.iter().collect::<Vec<_>>()}),
    )
}

/// BR-6: by the scribe's word, a seat held the leader's animal and did not play it.
pub fn said_revoke(seat: Seat, tile: Tile, led: Animal) -> Violation {
    let (name, animal) = (tile.name(), led.name());
    Violation::new(
        "BR-6",
        "revoke",
        Text::new(
            format!("席{}は{}を持っていたのに{}を出しました。", number(seat), animal.ja, name.ja),
            format!("Seat {} held a {} and played {}.", number(seat), animal.en, name.en),
        ),
        json!({"seat": seat, "given": tile, "led": led}),
    )
}

pub fn revoked_earlier(seat: Seat, tile: Tile, event: Seq) -> Violation {
    let (name, animal) = (tile.name(), tile.animal().name());
    Violation::new(
        "BR-6",
        "revoked_earlier",
        Text::new(
            format!(
                "席{}は前に{}に従わなかったので、{}を持っているはずがありません。",
                number(seat),
                animal.ja,
                name.ja
            ),
            format!(
                "Seat {} once did not follow a {} and so cannot hold {}.",
                number(seat),
                animal.en,
                name.en
            ),
        ),
        json!({"seat": seat, "tile": tile}),
    )
    .contradicting(event)
}

pub fn score_unknown(seat: Seat) -> Violation {
    Violation::new(
        "BR-11",
        "score_unknown",
        Text::new(
            format!("勝ったゲームの得点には、席{}に残ったコマも必要です。", number(seat)),
            format!("The game is won, and its score needs the tile left to seat {} too.", number(seat)),
        ),
        json!({"seat": seat, "given": null}),
    )
}
