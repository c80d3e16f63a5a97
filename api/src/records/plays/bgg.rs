//! Plays for `BoardGameGeek`: the fields that its play logging takes (`geekplay.php`, action `save`).
//!
//! The site has no public interface for logging plays; these are the fields of its own form, which
//! `plays` of its XML API 2 shows again (`position` as `startposition`). Flags are 0 and 1 there.

use schemars::JsonSchema;
use serde::Serialize;

use super::{FinishedGame, PlayerAtTable};

/// The media type of a play.
pub const BGGPLAY: &str = "application/vnd.boardgamegeek.play+json";

/// A play.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BggPlay {
    /// The action of the app on it.
    action: &'static str,
    /// An answer for programs.
    ajax: u8,
    objecttype: &'static str,
    /// `BoardGameGeek`'s number of the game, where the asker knows it; the site takes no play without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    objectid: Option<u32>,
    /// The day, by the clock at the table.
    playdate: String,
    quantity: u32,
    /// The length in minutes; 0 where it is not known.
    length: i64,
    location: String,
    incomplete: u8,
    /// 1 for a game in which a rule was broken.
    nowinstats: u8,
    comments: String,
    players: Vec<BggPlayer>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct BggPlayer {
    name: String,
    username: &'static str,
    /// The seat, from 1.
    position: String,
    color: &'static str,
    score: String,
    win: u8,
    new: u8,
    rating: u8,
}

impl BggPlay {
    /// This play.
    pub fn of(played: &FinishedGame, objectid: Option<u32>) -> Self {
        Self {
            action: "save",
            ajax: 1,
            objecttype: "thing",
            objectid,
            playdate: played.at.format("%Y-%m-%d").to_string(),
            quantity: 1,
            length: played.minutes,
            location: played.place.clone().unwrap_or_default(),
            incomplete: 0,
            nowinstats: u8::from(played.irregular),
            comments: format!("{}. {}", played.game, played.comments),
            players: played.players.iter().map(player).collect(),
        }
    }
}

fn player(seated: &PlayerAtTable) -> BggPlayer {
    BggPlayer {
        name: seated.name.clone().unwrap_or_else(|| "Anonymous player".to_owned()),
        username: "",
        position: seated.position.to_string(),
        color: "",
        score: seated.score.map(|score| score.to_string()).unwrap_or_default(),
        win: u8::from(seated.won),
        new: 0,
        rating: 0,
    }
}
