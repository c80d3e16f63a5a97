//! Why a move cannot be.

use serde_json::json;

use super::rules::table::{HAND_SIZE, lowest_number};
use super::rules::tile::{Animal, MAX_TILE_NUMBER, Tile, Tiles};
use super::words::Words;
use crate::count;
use crate::message::Message;
use crate::seat::{Seat, Seats};
use crate::seq::Seq;
use crate::violation::Violation;
use crate::words::Bounds;

pub fn wrong_seats(input: u8) -> Violation {
    let detail = json!({"input": input, "allowed": [3, 4]});
    Violation::new("BR-1", "wrong_number_of_seats", Words::WrongNumberOfSeats { input }, detail)
}

/// G-5: a list has another length than the table has seats.
pub fn wrong_length(what: Words, input: usize, seats: Seats) -> Violation {
    let input = count::to_i64(input);
    Violation::out_of_range(what, input, Bounds::Exactly(seats.count().into()))
}

pub fn wrong_center(input: Option<Tile>, seats: Seats) -> Violation {
    let needed = seats.count() == 3;
    let message = if needed { Words::TileInCentreMissing } else { Words::NoTileInCentre };
    Violation::new("BR-1", "wrong_center", message, json!({"input": input, "required": needed}))
}

pub fn wrong_size(seat: Seat, input: usize) -> Violation {
    let detail = json!({"seat": seat, "input": input, "allowed": HAND_SIZE});
    Violation::new("BR-1", "wrong_hand_size", Words::WrongHandSize { seat, input }, detail)
}

pub fn not_in_game(tile: Tile, seats: Seats) -> Violation {
    let detail = json!({"tile": tile, "allowed": {"min": lowest_number(seats), "max": MAX_TILE_NUMBER}});
    Violation::new("BR-1", "tile_not_in_game", Words::TileNotInGame { tile }, detail)
}

pub fn tile_twice(tile: Tile) -> Violation {
    Violation::new("BR-1", "tile_twice", Words::TileTwice { tile }, json!({"tile": tile}))
}

pub fn in_center(tile: Tile, deal: Seq) -> Violation {
    let message = Words::TileInCentre { tile };
    Violation::new("BR-1", "tile_in_center", message, json!({"tile": tile})).contradicting(deal)
}

/// BR-2: the tiles were not dealt again although they had to be, or so the record says.
pub fn not_dealt_again(seat: Option<Seat>) -> Violation {
    let message = seat.map_or(Words::SomebodyNotDealtAgain, |seat| Words::NotDealtAgain { seat });
    Violation::new("BR-2", "not_dealt_again", message, json!({"seat": seat}))
}

pub fn redeal_first(seat: Seat, deal: Seq) -> Violation {
    let detail = json!({"seat": seat, "allowed": ["redeal"]});
    Violation::new("BR-2", "redeal_due", Words::RedealFirst { seat }, detail).contradicting(deal)
}

pub fn too_few_chickens(seat: Seat, chickens: usize) -> Violation {
    let detail = json!({"seat": seat, "input": chickens, "allowed": {"min": 8}});
    Violation::new("BR-2", "too_few_chickens", Words::TooFewChickens { seat, chickens }, detail)
}

pub fn eighth_chicken(seat: Seat, tile: Tile, deal: Seq) -> Violation {
    about("BR-2", "eighth_chicken", Words::EighthChicken { seat, tile }, seat, tile).contradicting(deal)
}

pub fn other_hand(seat: Seat, deal: Seq) -> Violation {
    Violation::contradiction(Words::OtherHand { seat }, json!({"seat": seat}), deal)
}

pub fn already_played(tile: Tile, event: Seq) -> Violation {
    let message = Words::AlreadyPlayed { tile };
    Violation::new("BR-3", "tile_already_played", message, json!({"tile": tile})).contradicting(event)
}

pub fn not_in_hand(seat: Seat, tile: Tile, held: Tiles, deal: Seq) -> Violation {
    let held: Vec<Tile> = held.iter().collect();
    let detail = json!({"seat": seat, "tile": tile, "allowed": held});
    Violation::new("BR-3", "tile_not_in_hand", Words::NotInHand { seat, tile }, detail).contradicting(deal)
}

pub fn in_another_hand(seat: Seat, tile: Tile, deal: Seq) -> Violation {
    about("BR-3", "tile_in_another_hand", Words::InAnotherHand { seat, tile }, seat, tile).contradicting(deal)
}

pub fn wrong_leader(seat: Seat, donkey: Tile, deal: Seq) -> Violation {
    let detail = json!({"seat": seat, "donkey": donkey});
    Violation::new("BR-4", "wrong_leader", Words::WrongLeader { seat, donkey }, detail).contradicting(deal)
}

/// BR-4: by the scribe's word, a seat led that did not hold the donkey.
pub fn said_wrong_leader(seat: Seat, donkey: Tile) -> Violation {
    let detail = json!({"seat": seat, "donkey": donkey});
    Violation::new("BR-4", "wrong_leader", Words::LedWithoutDonkey { seat, donkey }, detail)
}

pub fn donkey_elsewhere(seat: Seat, leader: Seat, donkey: Tile, event: Seq) -> Violation {
    let detail = json!({"seat": seat, "tile": donkey, "leader": leader});
    let message = Words::DonkeyElsewhere { seat, leader, donkey };
    Violation::new("BR-4", "donkey_in_another_hand", message, detail).contradicting(event)
}

pub fn donkey_not_left(seat: Seat, donkey: Tile, left: Tile, event: Seq) -> Violation {
    let detail = json!({"seat": seat, "input": left, "allowed": [donkey]});
    Violation::new("BR-4", "donkey_not_left", Words::DonkeyNotLeft { seat, donkey }, detail)
        .contradicting(event)
}

pub fn donkey_not_shown(seat: Seat, donkey: Tile, event: Seq) -> Violation {
    let detail = json!({"seat": seat, "required": donkey});
    Violation::new("BR-4", "donkey_not_shown", Words::DonkeyNotShown { seat, donkey }, detail)
        .contradicting(event)
}

pub fn must_follow(seat: Seat, tile: Tile, led: Animal, could: Tiles) -> Violation {
    let allowed: Vec<Tile> = could.iter().collect();
    let detail = json!({"seat": seat, "input": tile, "led": led, "allowed": allowed});
    Violation::new("BR-6", "must_follow", Words::MustFollow { seat, tile, led }, detail)
}

/// BR-6: by the scribe's word, a seat held the leader's animal and did not play it.
pub fn said_revoke(seat: Seat, tile: Tile, led: Animal) -> Violation {
    let detail = json!({"seat": seat, "input": tile, "led": led});
    Violation::new("BR-6", "revoke", Words::Revoked { seat, tile, led }, detail)
}

pub fn revoked_earlier(seat: Seat, tile: Tile, event: Seq) -> Violation {
    let message = Words::RevokedEarlier { seat, tile, animal: tile.animal() };
    about("BR-6", "revoked_earlier", message, seat, tile).contradicting(event)
}

pub fn score_unknown(seat: Seat) -> Violation {
    let detail = json!({"seat": seat, "input": null});
    Violation::new("BR-11", "score_unknown", Words::ScoreUnknown { seat }, detail)
}

/// A refusal of a tile in a seat's hand.
fn about(
    rule: &'static str,
    code: &'static str,
    message: impl Into<Message>,
    seat: Seat,
    tile: Tile,
) -> Violation {
    Violation::new(rule, code, message, json!({"seat": seat, "tile": tile}))
}
