//! People named for the seats of a record: their profiles, and their consent.
//!
//! The owner of a profile decides who may seat it: by default a client with the player's token. Guests and seats
//! without a name are anybody's. Types make sure that consent is checked: the store seats a [`Sitter`], and a player
//! becomes one only where consent is shown (`store/src/seating.rs`).

use std::collections::HashMap;

use actix_web::HttpRequest;
use kifu_engine::message::Quote;
use kifu_engine::seat::{Seat, Seats};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::http::problem::{Code, Problem};
use crate::http::secrets::{hash, refuse_in_body};
use crate::http::words::records::Records;
use crate::records::seat_entry::{PlayerEntry, SeatEntry};
use kifu_store::{Consent, Occupant, PlayerId, Sitter, SitterLookup, Store, StoreError};

/// Whom a request names for a seat.
#[derive(Clone, Debug)]
pub enum NamedSitter {
    /// A person who may be put there.
    Allowed(Sitter),
    /// A player who has not consented, but may sit there already.
    NoConsent(PlayerId),
}

impl NamedSitter {
    /// Whom to put on a seat in place of its occupant; nobody, if they sit there already.
    ///
    /// # Errors
    ///
    /// If it is a player who has not consented.
    pub fn in_place_of(&self, before: &Occupant) -> Result<Option<Sitter>, Problem> {
        match self {
            Self::NoConsent(player) if before.player() == Some(*player) => Ok(None),
            Self::NoConsent(player) => Err(no_consent(*player)),
            Self::Allowed(sitter) if sitter.occupant() == before => Ok(None),
            Self::Allowed(sitter) => Ok(Some(sitter.clone())),
        }
    }

    fn player(&self) -> Option<PlayerId> {
        match self {
            Self::Allowed(sitter) => sitter.occupant().player(),
            Self::NoConsent(player) => Some(*player),
        }
    }
}

/// Looks up whom a request names for the seats of a table; `own` is what the request itself shows, beside the tokens that
/// it names for players. Refused if one of them is nobody or erased, or sits on two seats.
pub async fn look_up(
    store: &Store,
    own: Consent,
    entries: &[Option<SeatEntry>],
) -> Result<Vec<NamedSitter>, Problem> {
    let players = entries.iter().flatten().filter_map(SeatEntry::player);
    let players: Vec<_> = players.map(|entry| (PlayerId(entry.player), consent(own, entry))).collect();
    let mut found = store.latest().sitters(&players).await?.into_iter();
    let named = |entry: &Option<SeatEntry>| match entry {
        None => Ok(NamedSitter::Allowed(Sitter::unnamed())),
        Some(entry) => match (entry.guest(), entry.player()) {
            (Some(name), _) => Ok(NamedSitter::Allowed(Sitter::guest(name.clone()))),
            (None, Some(entry)) => named_player(PlayerId(entry.player), found.next()),
            (None, None) => Ok(NamedSitter::Allowed(Sitter::unnamed())),
        },
    };
    let named = entries.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    nobody_twice(named.iter().map(NamedSitter::player))?;
    Ok(named)
}

fn consent(own: Consent, entry: &PlayerEntry) -> Consent {
    match (own, &entry.token) {
        (Consent::Operator, _) | (_, None) => own,
        (_, Some(token)) => Consent::Token(hash(token)),
    }
}

fn named_player(requested: PlayerId, found: Option<SitterLookup>) -> Result<NamedSitter, Problem> {
    match found {
        Some(SitterLookup::Allowed(sitter)) => Ok(NamedSitter::Allowed(sitter)),
        Some(SitterLookup::NoConsent(player)) => Ok(NamedSitter::NoConsent(player)),
        Some(SitterLookup::Erased) => Err(unknown(requested, true)),
        Some(SitterLookup::Unknown) | None => Err(unknown(requested, false)),
    }
}

/// The people at a new table. Refused if a player has not consented.
pub fn at_new_table(named: &[NamedSitter]) -> Result<Vec<Sitter>, Problem> {
    let sitter = |named: &NamedSitter| Ok(named.in_place_of(&Occupant::Unnamed)?.unwrap_or_default());
    named.iter().map(sitter).collect()
}

/// Refuses that one player sits on two seats.
pub fn nobody_twice(players: impl IntoIterator<Item = Option<PlayerId>>) -> Result<(), Problem> {
    let mut seated: HashMap<PlayerId, Seat> = HashMap::new();
    for (second, player) in Seats::new(u8::MAX).iter().zip(players) {
        let Some(player) = player else { continue };
        if let Some(first) = seated.insert(player, second) {
            let message = Records::PlayerTwice { player: Quote(player.to_string()), first, second };
            let values = json!({"field": "seats", "player": player, "seats": [first, second]});
            return Err(Problem::new(Code::UnfitSeats, message).with(values));
        }
    }
    Ok(())
}

/// The people of a table at a copy of it. A player who does not consent has no name there. So moves of strangers say
/// nothing about them, and an erased profile leaves no name.
pub async fn copied(
    store: &Store,
    seating: &[Occupant],
    consent: Consent,
) -> Result<Vec<Sitter>, StoreError> {
    let players: Vec<_> =
        seating.iter().filter_map(Occupant::player).map(|player| (player, consent)).collect();
    let mut found = store.latest().sitters(&players).await?.into_iter();
    let copied = seating.iter().map(|occupant| match occupant {
        Occupant::Unnamed => Sitter::unnamed(),
        Occupant::Guest(name) => Sitter::guest(name.clone()),
        Occupant::Erased => Sitter::erased(),
        Occupant::Player { .. } => match found.next() {
            Some(SitterLookup::Allowed(sitter)) => sitter,
            Some(SitterLookup::Erased) => Sitter::erased(),
            Some(SitterLookup::NoConsent(_) | SitterLookup::Unknown) | None => Sitter::unnamed(),
        },
    });
    Ok(copied.collect())
}

/// Links the seats of an imported record to the players that are here and consent; returns the seats of which the file
/// names a player who stays a guest. A player who was erased here stays erased, even if the file still has a name.
pub async fn adopt(
    store: &Store,
    seating: &mut [Sitter],
    players: &[Option<Uuid>],
    consent: Consent,
) -> Result<Vec<(u8, PlayerId)>, StoreError> {
    let named = (0_u8..).zip(players.iter().take(seating.len()));
    let named: Vec<_> = named.filter_map(|(seat, player)| Some((seat, PlayerId((*player)?)))).collect();
    let found = named.iter().map(|(_, player)| (*player, consent)).collect::<Vec<_>>();
    let found = store.latest().sitters(&found).await?;
    let mut guests = Vec::new();
    for ((seat, player), found) in named.into_iter().zip(found) {
        let is_there =
            |sitter: &Sitter| seating.iter().any(|s| s.occupant().player() == sitter.occupant().player());
        let sitter = match found {
            SitterLookup::Erased => Some(Sitter::erased()),
            SitterLookup::Allowed(sitter) => Some(sitter).filter(|sitter| !is_there(sitter)),
            SitterLookup::NoConsent(_) | SitterLookup::Unknown => None,
        };
        match sitter {
            Some(sitter) => seating[usize::from(seat)] = sitter,
            None => guests.push((seat, player)),
        }
    }
    Ok(guests)
}

/// Refuses a body with a secret anywhere but where a seat names the token of its player. `seats` is where they are.
pub fn refuse_secrets(request: &HttpRequest, body: &Value, seats: &str) -> Result<(), Problem> {
    let mut rest = body.clone();
    let without_token = |entry: &mut Value| {
        if let Some(fields) = entry.as_object_mut().filter(|fields| fields.contains_key("player")) {
            fields.remove("token");
        }
    };
    match rest.pointer_mut(seats) {
        Some(Value::Array(entries)) => entries.iter_mut().for_each(without_token),
        Some(entry) if seats.is_empty() => without_token(entry),
        _ => {}
    }
    refuse_in_body(request, &rest)
}

/// The problem of a player who did not consent.
fn no_consent(player: PlayerId) -> Problem {
    let message = Records::NoConsent { player: Quote(player.to_string()) };
    Problem::new(Code::SeatNeedsConsent, message).with(json!({ "player": player }))
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
