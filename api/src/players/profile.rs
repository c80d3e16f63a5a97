//! `GET /v1/players/{id}`: what public records say of a player.

use actix_web::http::header::{CACHE_CONTROL, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;

use super::{acts_for, find};
use crate::app::App;
use crate::http::authorization;
use crate::http::credentials;
use crate::http::extractors::player_id;
use crate::http::problem::{Code, Problem};
use crate::records::view::head::ListedPlayer;
use crate::records::view::head::RecordHead;
use kifu_store::{Player, PlayerGameCounts, PlayerId, SeatedBy};

/// How many records a profile shows.
const RECENT_RECORDS: u32 = 10;

/// A player's profile. Only public records count here, for every client.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Profile {
    /// The player; the successor, if the requested id was merged.
    #[serde(flatten)]
    pub player: ListedPlayer,
    /// Since when there is the profile.
    pub created_at: DateTime<Utc>,
    /// The people who may put the player on a seat.
    pub seated_by: SeatedBy,
    /// By kind of game, the most played first.
    pub games: Vec<PlayedGame>,
    /// When the last of the player's games was played.
    pub last_played: Option<DateTime<Utc>>,
    /// The last records, newest first.
    pub recent: Vec<RecordHead>,
    /// The address of the list of all records.
    pub records_url: String,
}

/// A player's records of one kind of game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlayedGame {
    /// The kind of game.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub game: String,
    /// The number of records.
    pub records: i64,
    /// The number of them that ended without a breach of the rules.
    pub finished: i64,
    /// The number of those that the player won; together with the others, where a game is won together.
    pub won: i64,
    /// When the last one was played.
    pub last_played: DateTime<Utc>,
}

impl From<PlayerGameCounts> for PlayedGame {
    fn from(tally: PlayerGameCounts) -> Self {
        let PlayerGameCounts { game, records, counted, won, last_played } = tally;
        Self { game, records, finished: counted, won, last_played }
    }
}

/// Shows a profile. A player in no public record does not exist for strangers.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let player = find(&app, player_id(&request)?).await?;
    if !is_shown(&app, &request, player.id).await? {
        return Err(Problem::plain(Code::NotFound));
    }
    answer(&app, player).await
}

/// True if a request may see that there is this player.
pub(super) async fn is_shown(app: &App, request: &HttpRequest, player: PlayerId) -> Result<bool, Problem> {
    if authorization::is_from_operator(app, request)?
        || app.store().latest().has_public_record(player).await?
    {
        return Ok(true);
    }
    match credentials::token_hash(request)? {
        Some(token) => acts_for(app, &token, player).await,
        None => Ok(false),
    }
}

/// The profile, as the answer to a request that may see it.
pub(super) async fn answer(app: &App, player: Player) -> Result<HttpResponse, Problem> {
    let reader = app.store().latest();
    let tallies = reader.game_counts(player.id).await?;
    let recent = reader.recent_records(player.id, RECENT_RECORDS).await?;
    let profile = Profile {
        player: ListedPlayer::of(&player),
        created_at: player.created_at,
        seated_by: player.seated_by,
        last_played: tallies.iter().map(|tally| tally.last_played).max(),
        games: tallies.into_iter().map(PlayedGame::from).collect(),
        recent: recent.iter().map(RecordHead::of).collect(),
        records_url: format!("/v1/games?player={}", player.id),
    };
    let mut response = HttpResponse::Ok();
    Ok(response
        .insert_header((CACHE_CONTROL, "private, no-cache"))
        .insert_header((VARY, "Authorization"))
        .json(profile))
}
