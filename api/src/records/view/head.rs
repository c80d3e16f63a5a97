//! The head of a record.

use chrono::{DateTime, Utc};
use kifu_engine::erased::AnyOptions;
use kifu_engine::rules::RulesVersion;
use kifu_names::Name;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use crate::records::details::Details;
use crate::records::played_at::PlayedAt;
use kifu_store::{CopyOf, Occupant, Player, PlayerId, Visibility};

/// The head of a record: everything but the game's position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordHead {
    /// The record's id.
    pub id: Uuid,
    /// The address of the record.
    pub url: String,
    /// The kind of game.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub game: String,
    /// How many sit at the table.
    pub seats: u8,
    /// The game's options.
    pub options: AnyOptions,
    /// When the record was opened.
    pub opened_at: DateTime<Utc>,
    /// The version of the rules it was opened under.
    pub rules_version: RulesVersion,
    /// The viewers that may find and read the record.
    pub visibility: Visibility,
    /// The original, if this is a copy. A copy records nothing that happened, and stays outside statistics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<CopyOf>,
    /// Names by seat; `null` where there is none.
    pub names: Vec<Option<String>>,
    /// The people, by seat.
    pub seating: Vec<Seated>,
    /// When it was played; the offset, if there is one, is that of the clock at the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_at: Option<PlayedAt>,
    /// Where it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
}

/// The person on a seat.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Seated {
    /// The seat.
    pub seat: usize,
    /// The name of the person; `null` for somebody without a name.
    pub name: Option<String>,
    /// The player, if it is one with a profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerLink>,
    /// True: the person was erased.
    pub erased: bool,
}

/// The address of a player.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlayerLink {
    /// The player's id.
    pub id: Uuid,
    /// The player's profile.
    pub url: String,
}

impl PlayerLink {
    /// The link to this player.
    pub fn to(player: PlayerId) -> Self {
        Self { id: player.0, url: format!("/v1/players/{player}") }
    }
}

/// A player in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedPlayer {
    /// The player.
    #[serde(flatten)]
    pub player: PlayerLink,
    /// The player's name.
    pub name: String,
}

impl ListedPlayer {
    /// This player.
    pub fn of(player: &Player) -> Self {
        Self { player: PlayerLink::to(player.id), name: player.name.to_string() }
    }
}

impl Seated {
    fn of((seat, sitter): (usize, &Occupant)) -> Self {
        Self {
            seat,
            name: sitter.name().map(Name::to_string),
            player: sitter.player().map(PlayerLink::to),
            erased: *sitter == Occupant::Erased,
        }
    }
}

impl RecordHead {
    /// The head of a stored record.
    pub fn of(record: &kifu_store::Record) -> Self {
        let Details { names, played_at, place, tags, .. } = Details::of(record);
        Self {
            id: record.id.0,
            url: format!("/v1/games/{}", record.id),
            game: record.game.clone(),
            seats: record.seats,
            options: AnyOptions::of(&record.game, &record.options.read::<Value>().unwrap_or_default()),
            opened_at: record.opened_at,
            rules_version: record.rules_version.into(),
            visibility: record.visibility,
            copy_of: record.copy_of,
            names: names.into_iter().map(|name| name.map(String::from)).collect(),
            seating: record.seating.iter().enumerate().map(Seated::of).collect(),
            played_at,
            place: place.map(String::from),
            tags: tags.into_iter().map(String::from).collect(),
        }
    }
}
