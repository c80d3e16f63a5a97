//! Who sits where.

use kifu_engine::count;
use std::collections::HashMap;

use serde::Deserialize;
use subtle::ConstantTimeEq;
use tokio_postgres::Row;
use uuid::Uuid;

use super::{GameId, Hash, PlayerId, Reader, SeatedBy, StoreError};
use kifu_names::{Name, NameKey};

/// Who sits in the record `g` of a statement about the shard $1: a JSON object for every seat that has a row. No function,
/// because a node of a cluster calls none that reads tables.
macro_rules! seatings {
    () => {
        "(SELECT json_agg(json_build_object('seat', who.seat, 'player', who.player_id,
                                            'name', coalesce(profile.name, who.guest_name), 'erased', who.erased))::text
          FROM seatings who LEFT JOIN players profile ON profile.player_id = who.player_id
          WHERE who.shard = $1 AND who.game_id = g.game_id) AS seatings"
    };
}
pub(super) use seatings;

const SELECT_GUEST_SEATS: &str = "
    SELECT game_id, seat FROM seatings WHERE guest_key = $1 ORDER BY shard, game_id, seat LIMIT $2";

/// A merged profile is that of its successor, for whom its token acts as well.
const SELECT_SITTERS: &str = "
    SELECT a.player_id AS requested_id, p.player_id, p.name, p.seated_by,
           ARRAY(SELECT t.token_hash FROM players t
                 WHERE (t.player_id = p.player_id OR t.merged_into = p.player_id) AND t.token_hash IS NOT NULL) AS tokens
    FROM players a JOIN players p ON p.player_id = coalesce(a.merged_into, a.player_id)
    WHERE a.player_id = ANY ($1)";

const SELECT_SEATS_OF_PLAYER: &str = "
    SELECT s.game_id, s.seat FROM seatings s
    WHERE s.player_id = $1 AND ($2::uuid IS NULL OR s.game_id < $2) ORDER BY s.game_id DESC, s.seat LIMIT $3";

/// Who sits on a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Occupant {
    /// Somebody without a name.
    #[default]
    Unnamed,
    /// Somebody who has a name at this table only.
    Guest(Name),
    /// A player with a profile.
    Player {
        /// The profile.
        id: PlayerId,
        /// What the player is called now.
        name: Name,
    },
    /// Somebody who was erased.
    Erased,
}

impl Occupant {
    /// The name, if there is one.
    pub fn name(&self) -> Option<&Name> {
        match self {
            Self::Guest(name) | Self::Player { name, .. } => Some(name),
            Self::Unnamed | Self::Erased => None,
        }
    }

    /// The profile, if there is one.
    pub fn player(&self) -> Option<PlayerId> {
        match self {
            Self::Player { id, .. } => Some(*id),
            Self::Unnamed | Self::Guest(_) | Self::Erased => None,
        }
    }
}

/// Somebody who may be put on a seat. A player becomes one only by [`Reader::sitters`], which asks whether the player
/// consents; so nothing that seats people can forget to ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sitter(Occupant);

impl Sitter {
    /// Somebody without a name.
    pub const fn unnamed() -> Self {
        Self(Occupant::Unnamed)
    }

    /// Somebody who has a name at this table only.
    pub const fn guest(name: Name) -> Self {
        Self(Occupant::Guest(name))
    }

    /// Somebody who was erased.
    pub const fn erased() -> Self {
        Self(Occupant::Erased)
    }

    /// Whether the seat has a row in `seatings`.
    pub(super) fn has_row(&self) -> bool {
        self.0 != Occupant::Unnamed
    }

    /// Who will sit there.
    pub fn occupant(&self) -> &Occupant {
        &self.0
    }
}

/// What shows that a player consents to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// The operator says so.
    Operator,
    /// The digest of a token, which may be the player's.
    Token(Hash),
    /// Nothing: only who lets anybody do it is seated.
    Nothing,
}

/// What became of a request to seat a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SitterLookup {
    /// The player may be seated.
    Allowed(Sitter),
    /// The player, and for a merged profile the successor, has not consented.
    NoConsent(PlayerId),
    /// A player who was erased.
    Erased,
    /// Nobody.
    Unknown,
}

/// A seat of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatOfRecord {
    /// The record.
    pub game: GameId,
    /// The seat.
    pub seat: u8,
}

impl Reader {
    /// At most `limit` seats of guests of this name, in records of every visibility.
    pub async fn guest_seats(&self, name: &NameKey, limit: usize) -> Result<Vec<SeatOfRecord>, StoreError> {
        let rows = self.rows(SELECT_GUEST_SEATS, &[&name.as_str(), &count::to_i64(limit)]).await?;
        rows.iter().map(seat_of_record).collect()
    }

    /// At most `limit` seats of a player, in records of every visibility, by the ids of the records; after a record, if
    /// one is named.
    pub async fn seats_of_player(
        &self,
        player: PlayerId,
        before: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<SeatOfRecord>, StoreError> {
        let before = before.map(|game| game.0);
        let rows = self.rows(SELECT_SEATS_OF_PLAYER, &[&player.0, &before, &i64::from(limit)]).await?;
        rows.iter().map(seat_of_record).collect()
    }

    /// Whether these players may be seated, each by what shows the consent.
    pub async fn sitters(&self, players: &[(PlayerId, Consent)]) -> Result<Vec<SitterLookup>, StoreError> {
        let ids: Vec<_> = players.iter().map(|(player, _)| player.0).collect();
        let rows = if ids.is_empty() { Vec::new() } else { self.rows(SELECT_SITTERS, &[&ids]).await? };
        let mut found = HashMap::<Uuid, &Row>::new();
        for row in &rows {
            found.insert(row.try_get("requested_id")?, row);
        }
        let sitter = |(player, consent): &(PlayerId, Consent)| match found.get(&player.0) {
            Some(row) => sitter(row, *consent),
            None => Ok(SitterLookup::Unknown),
        };
        players.iter().map(sitter).collect()
    }
}

fn sitter(row: &Row, consent: Consent) -> Result<SitterLookup, StoreError> {
    let (id, name) = (PlayerId(row.try_get("player_id")?), row.try_get::<_, Option<&str>>("name")?);
    let Some(name) = name.map(Name::stored) else { return Ok(SitterLookup::Erased) };
    let tokens: Vec<&[u8]> = row.try_get("tokens")?;
    let consents = SeatedBy::parse(row.try_get("seated_by")?)? == SeatedBy::Anybody
        || match consent {
            Consent::Operator => true,
            Consent::Token(hash) => tokens.iter().any(|token| token.ct_eq(&hash).into()),
            Consent::Nothing => false,
        };
    Ok(if consents {
        SitterLookup::Allowed(Sitter(Occupant::Player { id, name }))
    } else {
        SitterLookup::NoConsent(id)
    })
}

fn seat_of_record(row: &Row) -> Result<SeatOfRecord, StoreError> {
    Ok(SeatOfRecord { game: GameId(row.try_get("game_id")?), seat: number(row.try_get("seat")?)? })
}

/// Seats and who sits there as `write_seatings` takes them.
#[derive(Default)]
pub(super) struct SeatColumns<'a> {
    pub seat: Vec<i32>,
    pub player: Vec<Option<Uuid>>,
    pub name: Vec<Option<&'a str>>,
    pub key: Vec<Option<String>>,
    pub erased: Vec<bool>,
}

impl<'a> SeatColumns<'a> {
    pub(super) fn of(seats: impl IntoIterator<Item = (i32, &'a Sitter)>) -> Self {
        let mut columns = Self::default();
        for (seat, Sitter(occupant)) in seats {
            let guest = match occupant {
                Occupant::Guest(name) => Some(name),
                _ => None,
            };
            columns.seat.push(seat);
            columns.player.push(occupant.player().map(|player| player.0));
            columns.name.push(guest.map(Name::as_str));
            columns.key.push(guest.map(|name| name.key().into()));
            columns.erased.push(*occupant == Occupant::Erased);
        }
        columns
    }
}

/// What `seatings!` answers, by seat.
pub(super) fn read(seats: u8, text: Option<&str>) -> Result<Vec<Occupant>, StoreError> {
    #[derive(Deserialize)]
    struct Row {
        seat: usize,
        player: Option<PlayerId>,
        name: Option<String>,
        erased: bool,
    }
    let corrupt = |error| StoreError::Corrupt(format!("who sits where: {error}"));
    let rows: Vec<Row> = text.map_or(Ok(Vec::new()), serde_json::from_str).map_err(corrupt)?;
    let mut occupants = complete(seats, Vec::new());
    for row in rows {
        let Some(occupant) = occupants.get_mut(row.seat) else { continue };
        *occupant = match (row.player, row.name.as_deref().map(Name::stored)) {
            (Some(id), Some(name)) => Occupant::Player { id, name },
            (None, Some(name)) => Occupant::Guest(name),
            _ if row.erased => Occupant::Erased,
            _ => Occupant::Unnamed,
        };
    }
    Ok(occupants)
}

/// One for every seat; those left out have no name.
pub(super) fn complete(seats: u8, mut occupants: Vec<Occupant>) -> Vec<Occupant> {
    occupants.resize(seats.into(), Occupant::Unnamed);
    occupants
}

fn number(seat: i32) -> Result<u8, StoreError> {
    u8::try_from(seat).map_err(|_| StoreError::Corrupt(format!("seat {seat}")))
}
