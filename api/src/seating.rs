//! People named for the seats of a record: who they are.

use kifu_engine::message::Quote;
use kifu_engine::seat::Seat;
use serde_json::json;
use uuid::Uuid;

use crate::problem::{Code, Problem};
use crate::words::records::Records;
use kifu_store::{Occupant, PlayerId, PlayerLookup, Store};

/// Looks up the players. Refused if one of them is nobody or erased, or sits on two seats.
pub async fn look_up(store: &Store, seating: &mut [Occupant]) -> Result<(), Problem> {
    let found = find(store, seating.iter().filter_map(Occupant::player)).await?;
    for sitter in seating.iter_mut() {
        let Some(requested) = sitter.player() else { continue };
        *sitter = match found.iter().find(|(id, _)| *id == requested) {
            Some((_, PlayerLookup::Player(player))) => {
                Occupant::Player { id: player.id, name: player.name.clone() }
            }
            Some((_, PlayerLookup::Erased)) => return Err(unknown(requested, true)),
            None => return Err(unknown(requested, false)),
        };
    }
    nobody_twice(seating)
}

/// Refuses that one player sits on two seats.
pub fn nobody_twice(seating: &[Occupant]) -> Result<(), Problem> {
    for (second, sitter) in seating.iter().enumerate() {
        let Some(player) = sitter.player() else { continue };
        if let Some(first) = seating[..second].iter().position(|other| other.player() == Some(player)) {
            let [one, other] = [first, second].map(|seat| Seat::new(u8::try_from(seat).unwrap_or(u8::MAX)));
            let message =
                Records::PlayerTwice { player: Quote(player.to_string()), first: one, second: other };
            let values = json!({"field": "seats", "player": player, "seats": [first, second]});
            return Err(Problem::new(Code::UnfitSeats, message).with(values));
        }
    }
    Ok(())
}

/// Links the seats of an imported record to the players that are here. One who was erased here
/// stays erased, whatever name the file still has; one who is not known here is a guest.
pub async fn adopt(store: &Store, seating: &mut [Occupant], players: &[Option<Uuid>]) -> Result<(), Problem> {
    let found = find(store, players.iter().flatten().copied().map(PlayerId)).await?;
    for seat in 0..seating.len().min(players.len()) {
        let requested = players[seat].map(PlayerId);
        match found.iter().find(|(id, _)| Some(*id) == requested) {
            Some((_, PlayerLookup::Erased)) => seating[seat] = Occupant::Erased,
            Some((_, PlayerLookup::Player(player)))
                if seating.iter().all(|s| s.player() != Some(player.id)) =>
            {
                seating[seat] = Occupant::Player { id: player.id, name: player.name.clone() };
            }
            _ => {}
        }
    }
    Ok(())
}

async fn find(
    store: &Store,
    ids: impl Iterator<Item = PlayerId>,
) -> Result<Vec<(PlayerId, PlayerLookup)>, Problem> {
    let ids: Vec<_> = ids.collect();
    if ids.is_empty() { Ok(Vec::new()) } else { Ok(store.latest().players(&ids).await?) }
}

/// The complaint about an id of nobody.
pub fn unknown(player: PlayerId, erased: bool) -> Problem {
    let message = if erased {
        Records::PlayerErased { player: Quote(player.to_string()) }
    } else {
        Records::UnknownPlayer { player: Quote(player.to_string()) }
    };
    Problem::new(Code::UnknownPlayer, message).with(json!({"player": player, "erased": erased}))
}
