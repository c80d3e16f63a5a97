//! The seating of a record: the occupant of each seat.

use std::collections::HashMap;

use kifu_engine::count;
use serde::Deserialize;
use subtle::ConstantTimeEq;
use uuid::Uuid;

use super::{GameId, Hash, PlayerId, Reader, SeatedBy, StoreError};
use kifu_names::{Name, NameKey};

queries! {
    const SELECT_GUEST_SEATS: SeatOfRecord = "
        SELECT game_id AS game, seat FROM seatings WHERE guest_key = $1 ORDER BY shard, game_id, seat LIMIT $2";

    /// A merged profile is that of its successor, for whom its token acts as well.
    const SELECT_SITTERS: (PlayerId, StoredSitter) = "
        SELECT a.player_id AS requested_id, p.player_id AS id, p.name, p.seated_by,
               ARRAY(SELECT t.token_hash FROM players t
                     WHERE (t.player_id = p.player_id OR t.merged_into = p.player_id) AND t.token_hash IS NOT NULL) AS tokens
        FROM players a JOIN players p ON p.player_id = coalesce(a.merged_into, a.player_id)
        WHERE a.player_id = ANY ($1)";

    const SELECT_SEATS_OF_PLAYER: SeatOfRecord = "
        SELECT s.game_id AS game, s.seat FROM seatings s
        WHERE s.player_id = $1 AND ($2::uuid IS NULL OR s.game_id < $2) ORDER BY s.game_id DESC, s.seat LIMIT $3";
}

/// The occupant of a seat.
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
        /// The player's current name.
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

    /// True if the seat has a row in `seatings`.
    pub(super) fn has_row(&self) -> bool {
        self.0 != Occupant::Unnamed
    }

    /// The occupant that this sitter becomes.
    pub fn occupant(&self) -> &Occupant {
        &self.0
    }
}

/// The proof that a player consents to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// The operator says so.
    Operator,
    /// The digest of a token, which may be the player's.
    Token(Hash),
    /// Nothing: only players who let anybody seat them may be seated.
    Nothing,
}

/// The outcome of a request to seat a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SitterLookup {
    /// The player may be seated.
    Allowed(Sitter),
    /// The player, and for a merged profile the successor, has not consented.
    NoConsent(PlayerId),
    /// A player who was erased.
    Erased,
    /// The id is of nobody.
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

row!(SeatOfRecord: game, seat);

impl Reader {
    /// At most `limit` seats of guests of this name, in records of every visibility.
    pub async fn guest_seats(&self, name: &NameKey, limit: usize) -> Result<Vec<SeatOfRecord>, StoreError> {
        self.rows(SELECT_GUEST_SEATS, &[&name.as_str(), &count::to_i64(limit)]).await
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
        self.rows(SELECT_SEATS_OF_PLAYER, &[&player.0, &before, &i64::from(limit)]).await
    }

    /// Tells for each of these players if the given consent is enough to be seated.
    pub async fn sitters(&self, players: &[(PlayerId, Consent)]) -> Result<Vec<SitterLookup>, StoreError> {
        let ids: Vec<_> = players.iter().map(|(player, _)| player.0).collect();
        let rows = if ids.is_empty() { Vec::new() } else { self.rows(SELECT_SITTERS, &[&ids]).await? };
        let found: HashMap<PlayerId, StoredSitter> = rows.into_iter().collect();
        let sitter = |(player, consent): &(PlayerId, Consent)| {
            found.get(player).map_or(SitterLookup::Unknown, |stored| stored.sitter(*consent))
        };
        Ok(players.iter().map(sitter).collect())
    }
}

/// A player as the statement finds one; without a name, one who was erased.
struct StoredSitter {
    id: PlayerId,
    name: Option<Name>,
    seated_by: SeatedBy,
    tokens: Vec<Vec<u8>>,
}

row!(StoredSitter: id, name, seated_by, tokens);

impl StoredSitter {
    fn sitter(&self, consent: Consent) -> SitterLookup {
        let Self { id, name: Some(name), seated_by, tokens } = self else { return SitterLookup::Erased };
        let consents = *seated_by == SeatedBy::Anybody
            || match consent {
                Consent::Operator => true,
                Consent::Token(hash) => tokens.iter().any(|token| token.ct_eq(&hash).into()),
                Consent::Nothing => false,
            };
        if consents {
            SitterLookup::Allowed(Sitter(Occupant::Player { id: *id, name: name.clone() }))
        } else {
            SitterLookup::NoConsent(*id)
        }
    }
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

/// Reads the column `seatings` of a record, by seat.
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
