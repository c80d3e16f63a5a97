//! The reasons why a move is refused.

use super::rules::table::{HAND_SIZE, lowest_number};
use super::rules::tile::{Animal, MAX_TILE_NUMBER, Tile, Tiles};
use super::words::Words;
use crate::seat::{Seat, Seats};
use crate::seq::Seq;
use crate::violation::Violation;
use crate::words::{Bounds, InputNumber};

pub fn wrong_seats(input: u8) -> Violation {
    let message = Words::WrongNumberOfSeats { input: InputNumber::from(input) };
    Violation::new("BR-1", "wrong_number_of_seats", message).allowed([3, 4])
}

pub fn wrong_center(input: Option<Tile>, seats: Seats) -> Violation {
    let needed = seats.count() == 3;
    let message = if needed { Words::TileInCentreMissing } else { Words::NoTileInCentre };
    Violation::new("BR-1", "wrong_center", message).input(input).with("required", needed)
}

pub fn wrong_size(seat: Seat, input: usize) -> Violation {
    let message = Words::WrongHandSize { seat, input: InputNumber::from(input) };
    Violation::new("BR-1", "wrong_hand_size", message).allowed(HAND_SIZE)
}

pub fn not_in_game(tile: Tile, seats: Seats) -> Violation {
    let allowed = Bounds::Between(lowest_number(seats).into(), MAX_TILE_NUMBER.into());
    Violation::new("BR-1", "tile_not_in_game", Words::TileNotInGame { tile }).allowed(allowed)
}

pub fn tile_twice(tile: Tile) -> Violation {
    Violation::new("BR-1", "tile_twice", Words::TileTwice { tile })
}

pub fn in_center(tile: Tile, deal: Seq) -> Violation {
    Violation::new("BR-1", "tile_in_center", Words::TileInCentre { tile }).contradicting(deal)
}

/// BR-2: according to the record, the tiles were not dealt again although they had to be.
pub fn not_dealt_again(seat: Option<Seat>) -> Violation {
    let message = seat.map_or(Words::SomebodyNotDealtAgain, |seat| Words::NotDealtAgain { seat });
    Violation::new("BR-2", "not_dealt_again", message).with("seat", seat)
}

pub fn redeal_first(seat: Seat, deal: Seq) -> Violation {
    Violation::new("BR-2", "redeal_due", Words::RedealFirst { seat }).allowed(["redeal"]).contradicting(deal)
}

pub fn too_few_chickens(seat: Seat, chickens: usize) -> Violation {
    Violation::new("BR-2", "too_few_chickens", Words::TooFewChickens { seat, chickens })
        .input(chickens)
        .allowed(Bounds::AtLeast(8))
}

pub fn eighth_chicken(seat: Seat, tile: Tile, deal: Seq) -> Violation {
    Violation::new("BR-2", "eighth_chicken", Words::EighthChicken { seat, tile }).contradicting(deal)
}

pub fn other_hand(seat: Seat, deal: Seq) -> Violation {
    Violation::contradiction(Words::OtherHand { seat }, deal)
}

pub fn already_played(tile: Tile, event: Seq) -> Violation {
    Violation::new("BR-3", "tile_already_played", Words::AlreadyPlayed { tile }).contradicting(event)
}

pub fn not_in_hand(seat: Seat, tile: Tile, held: Tiles, deal: Seq) -> Violation {
    Violation::new("BR-3", "tile_not_in_hand", Words::NotInHand { seat, tile })
        .allowed(held.iter().collect::<Vec<_>>())
        .contradicting(deal)
}

pub fn in_another_hand(seat: Seat, tile: Tile, deal: Seq) -> Violation {
    Violation::new("BR-3", "tile_in_another_hand", Words::InAnotherHand { seat, tile }).contradicting(deal)
}

pub fn wrong_leader(seat: Seat, donkey: Tile, deal: Seq) -> Violation {
    Violation::new("BR-4", "wrong_leader", Words::WrongLeader { seat, donkey }).contradicting(deal)
}

/// BR-4: according to the scribe, a seat led that did not hold the donkey.
pub fn said_wrong_leader(seat: Seat, donkey: Tile) -> Violation {
    Violation::new("BR-4", "wrong_leader", Words::LedWithoutDonkey { seat, donkey })
}

pub fn donkey_elsewhere(seat: Seat, leader: Seat, tile: Tile, event: Seq) -> Violation {
    let message = Words::DonkeyElsewhere { seat, leader, tile };
    Violation::new("BR-4", "donkey_in_another_hand", message).contradicting(event)
}

pub fn donkey_not_left(seat: Seat, donkey: Tile, left: Tile, event: Seq) -> Violation {
    Violation::new("BR-4", "donkey_not_left", Words::DonkeyNotLeft { seat, allowed: vec![donkey] })
        .input(left)
        .contradicting(event)
}

pub fn donkey_not_shown(seat: Seat, required: Tile, event: Seq) -> Violation {
    Violation::new("BR-4", "donkey_not_shown", Words::DonkeyNotShown { seat, required }).contradicting(event)
}

pub fn must_follow(seat: Seat, input: Tile, led: Animal, could: Tiles) -> Violation {
    Violation::new("BR-6", "must_follow", Words::MustFollow { seat, input, led })
        .with("led", led)
        .allowed(could.iter().collect::<Vec<_>>())
}

/// BR-6: according to the scribe, a seat held the leader's animal and did not play it.
pub fn said_revoke(seat: Seat, input: Tile, led: Animal) -> Violation {
    Violation::new("BR-6", "revoke", Words::Revoked { seat, input, led }).with("led", led)
}

pub fn revoked_earlier(seat: Seat, tile: Tile, event: Seq) -> Violation {
    let message = Words::RevokedEarlier { seat, tile, animal: tile.animal() };
    Violation::new("BR-6", "revoked_earlier", message).contradicting(event)
}

pub fn score_unknown(seat: Seat) -> Violation {
    Violation::new("BR-11", "score_unknown", Words::ScoreUnknown { seat }).input(())
}
