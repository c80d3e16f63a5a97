//! Plays for the app BG Stats: the JSON that it shares and imports as `.bgsplay`.
//!
//! The format has no public description; this shape is that of the app's own files: tables of
//! players, locations and games whose numbers the plays refer to. Where the app knows things that a
//! record does not (ratings, pictures, other services' numbers), it gets what it writes itself for
//! none: 0, an empty text, or `"[]"`.

#![expect(clippy::struct_field_names, clippy::struct_excessive_bools, reason = "the format has them so")]

use std::collections::HashMap;
use std::fmt::Display;

use chrono::{DateTime, Datelike, TimeZone, Utc};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::{FinishedGame, PlayerAtTable};

/// The media type of a play file.
pub const BGSPLAY: &str = "application/vnd.bgstats.bgsplay+json";
/// The app's name for somebody without a name.
const UNNAMED_PLAYER: &str = "Anonymous player";
const ABOUT: &str = "Plays recorded with Kifu, for Board Game Stats: open this file with that app.";

/// A play file.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BgStatsFile {
    /// An explanation for people who open the file with something else.
    about: &'static str,
    /// The plays.
    plays: Vec<BgStatsPlay>,
    /// All players.
    players: Vec<BgStatsPlayer>,
    /// Every place.
    locations: Vec<Location>,
    /// Every kind of game.
    games: Vec<Game>,
    /// The owner of the app's data.
    user_info: UserInfo,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct BgStatsPlayer {
    uuid: Uuid,
    id: usize,
    name: String,
    is_anonymous: bool,
    modification_date: String,
    bgg_username: &'static str,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BgStatsLocation")]
struct Location {
    uuid: Uuid,
    id: usize,
    name: String,
    modification_date: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BgStatsGame")]
struct Game {
    uuid: Uuid,
    id: usize,
    name: String,
    modification_date: String,
    cooperative: bool,
    highest_wins: bool,
    no_points: bool,
    uses_teams: bool,
    url_thumb: &'static str,
    url_image: &'static str,
    bgg_name: &'static str,
    bgg_year: u32,
    bgg_id: u32,
    designers: &'static str,
    is_base_game: u8,
    is_expansion: u8,
    min_player_count: u8,
    max_player_count: u8,
}

/// A play.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BgStatsPlay {
    uuid: Uuid,
    modification_date: String,
    entry_date: String,
    play_date: String,
    play_date_ymd: i32,
    uses_teams: bool,
    duration_min: i64,
    ignored: bool,
    manual_winner: bool,
    rounds: u32,
    bgg_id: u32,
    import_play_id: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    location_ref_id: Option<usize>,
    game_ref_id: usize,
    rating: u32,
    nemestats_id: u32,
    scoring_setting: u32,
    play_images: &'static str,
    comments: String,
    player_scores: Vec<PlayerScore>,
    expansion_plays: [(); 0],
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BgStatsPlayerScore")]
struct PlayerScore {
    player_ref_id: usize,
    score: String,
    winner: bool,
    new_player: bool,
    start_player: bool,
    rank: u8,
    seat_order: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BgStatsUserInfo")]
struct UserInfo {
    /// The player who reads it: none, as a record does not know its reader.
    me_ref_id: usize,
}

/// The tables that plays refer to. They grow with names, places and kinds of games, not with plays.
#[derive(Debug, Default)]
pub struct Tables {
    bgg_id: Option<u32>,
    players: Vec<BgStatsPlayer>,
    locations: Vec<Location>,
    games: Vec<Game>,
    numbers: HashMap<(&'static str, String), usize>,
}

impl Tables {
    /// Empty ones; with `BoardGameGeek`'s number of the game, where the asker knows it.
    pub fn new(bgg_id: Option<u32>) -> Self {
        Self { bgg_id, ..Self::default() }
    }

    /// A play, after those before it.
    pub fn play(&mut self, played: &FinishedGame) -> BgStatsPlay {
        let location_ref_id = played.place.as_ref().map(|place| self.location(place, played.changed_at));
        let scores = played.players.iter().map(|player| self.score(player, played.changed_at)).collect();
        BgStatsPlay {
            uuid: played.id,
            modification_date: time(&played.changed_at),
            entry_date: time(&played.opened_at),
            play_date: time(&played.at),
            play_date_ymd: played.at.year() * 10_000
                + (played.at.month() * 100 + played.at.day()).cast_signed(),
            uses_teams: false,
            duration_min: played.minutes,
            ignored: played.irregular,
            // The result is the record's: the app must not work it out anew from the points.
            manual_winner: true,
            rounds: 0,
            bgg_id: 0,
            import_play_id: 0,
            location_ref_id,
            game_ref_id: self.game(played),
            rating: 0,
            nemestats_id: 0,
            scoring_setting: 0,
            play_images: "[]",
            comments: played.comments.clone(),
            player_scores: scores,
            expansion_plays: [],
        }
    }

    /// A whole file with these plays.
    pub fn file(self, plays: Vec<BgStatsPlay>) -> BgStatsFile {
        let Self { players, locations, games, .. } = self;
        BgStatsFile { about: ABOUT, plays, players, locations, games, user_info: UserInfo { me_ref_id: 0 } }
    }

    /// A file of any length in pieces: this, the plays with commas between them, [the rest](Self::end).
    pub fn begin() -> String {
        format!("{{\"about\":{},\"plays\":[", serde_json::json!(ABOUT))
    }

    /// The text after the last play.
    pub fn end(self) -> Result<String, serde_json::Error> {
        let file = serde_json::to_string(&self.file(Vec::new()))?;
        let behind = file.split_once("\"plays\":[").map_or("", |(_, behind)| behind);
        Ok(behind.to_owned())
    }

    /// The number of an item in a table of this many rows, and if it needs a row of its own.
    fn number(&mut self, table: &'static str, name: &str, rows: usize) -> (usize, bool) {
        let next = rows + 1;
        let number = *self.numbers.entry((table, name.to_owned())).or_insert(next);
        (number, number == next)
    }

    fn score(&mut self, seated: &PlayerAtTable, at: DateTime<Utc>) -> PlayerScore {
        PlayerScore {
            player_ref_id: self.player(seated.name.as_deref(), at),
            score: seated.score.map(|score| score.to_string()).unwrap_or_default(),
            winner: seated.won,
            new_player: false,
            start_player: false,
            rank: seated.place.unwrap_or_default(),
            seat_order: seated.position,
        }
    }

    fn player(&mut self, name: Option<&str>, at: DateTime<Utc>) -> usize {
        // Somebody may be called what nobody is called.
        let table = if name.is_some() { "player" } else { "nobody" };
        let shown = name.unwrap_or(UNNAMED_PLAYER);
        let (id, new) = self.number(table, shown, self.players.len());
        if new {
            self.players.push(BgStatsPlayer {
                uuid: stable(table, shown),
                id,
                name: shown.to_owned(),
                is_anonymous: name.is_none(),
                modification_date: time(&at),
                bgg_username: "",
            });
        }
        id
    }

    fn location(&mut self, place: &str, at: DateTime<Utc>) -> usize {
        let (id, new) = self.number("location", place, self.locations.len());
        if new {
            let (uuid, modification_date) = (stable("location", place), time(&at));
            self.locations.push(Location { uuid, id, name: place.to_owned(), modification_date });
        }
        id
    }

    /// Describes the game by the plays so far.
    fn game(&mut self, played: &FinishedGame) -> usize {
        let (id, new) = self.number("game", played.slug, self.games.len());
        let (no_points, highest_wins) = (played.highest_wins.is_none(), played.highest_wins != Some(false));
        if new {
            self.games.push(Game {
                uuid: stable("game", played.slug),
                id,
                name: played.game.clone(),
                modification_date: time(&played.changed_at),
                cooperative: played.cooperative,
                highest_wins,
                no_points,
                uses_teams: false,
                url_thumb: "",
                url_image: "",
                bgg_name: "",
                bgg_year: 0,
                bgg_id: self.bgg_id.unwrap_or_default(),
                designers: "",
                is_base_game: 1,
                is_expansion: 0,
                min_player_count: played.seats.0,
                max_player_count: played.seats.1,
            });
        } else if let Some(game) = self.games.iter_mut().find(|game| game.id == id) {
            game.cooperative &= played.cooperative;
            game.highest_wins &= highest_wins;
            game.no_points &= no_points;
        }
        id
    }
}

/// The app's way of writing times; in UTC.
fn time<Z: TimeZone<Offset: Display>>(at: &DateTime<Z>) -> String {
    at.format("%Y-%m-%d %H:%M:%S").to_string()
}

/// Equal names get equal UUIDs in every file, so that the app matches them again.
fn stable(table: &str, name: &str) -> Uuid {
    let digest = blake3::derive_key(&format!("kifu 2026 bgstats {table}"), name.as_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}
