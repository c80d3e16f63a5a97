//! Who sits where.

use serde::Deserialize;
use uuid::Uuid;

use super::{GameId, PlayerId, Reader, StoreError};
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

    /// Whether the seat has a row in `seatings`.
    pub(super) fn has_row(&self) -> bool {
        *self != Self::Unnamed
    }
}

/// A seat that somebody with a name but without a profile sits on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestSeat {
    /// The record.
    pub game: GameId,
    /// The seat.
    pub seat: u8,
}

impl Reader {
    /// At most `limit` seats of guests of this name, in records of every visibility.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn guest_seats(&self, name: &NameKey, limit: u32) -> Result<Vec<GuestSeat>, StoreError> {
        let rows = self.rows(SELECT_GUEST_SEATS, &[&name.as_str(), &i64::from(limit)]).await?;
        let seat = |row: &tokio_postgres::Row| {
            Ok(GuestSeat { game: GameId(row.try_get("game_id")?), seat: number(row.try_get("seat")?)? })
        };
        rows.iter().map(seat).collect()
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
    pub(super) fn of(seats: impl IntoIterator<Item = (i32, &'a Occupant)>) -> Self {
        let mut columns = Self::default();
        for (seat, occupant) in seats {
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
