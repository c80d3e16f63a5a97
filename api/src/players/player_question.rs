//! The common parts of questions about one player: the access, the games, and the moment.

use std::collections::{BTreeSet, HashMap};

use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use kifu_engine::games;
use kifu_engine::games::slugs;
use uuid::Uuid;

use super::{find, profile};
use crate::app::App;
use crate::http::contract::Parameter;
use crate::http::cost::Admission;
use crate::http::extractors::{parameters, player_id};
use crate::http::problem::{Code, Problem};
use crate::http::query_params::{QueryParams, TIME_PATTERN, TIME_ZONE};
use crate::records::view::head::ListedPlayer;
use crate::records::view::head::PlayerLink;
use crate::statistics::answers::as_of::{CountedUpTo, Tag, as_of};
use crate::statistics::answers::names::names;
use crate::statistics::answers::query::AS_OF_PATTERN;
use crate::statistics::answers::ratings::{self, RatingQuery};
use kifu_statistics::chunk::Snapshot;
use kifu_statistics::question::Filter;
use kifu_statistics::ratings::game_ratings::GameRatings;
use kifu_store::{Player, PlayerId};

/// A question about a player whom the client may know of.
pub struct PlayerQuestion {
    /// The player.
    pub player: Player,
    /// The parameters, all of them known ones.
    pub params: Vec<(String, String)>,
    /// The queries of ratings that answer it.
    pub rating_queries: Vec<RatingQuery>,
}

/// The parameter that says as of when.
pub const AS_OF: Parameter = Parameter::pattern(
    "as_of",
    AS_OF_PATTERN,
    "As the archive stood then: at a time, at the end of a day (UTC), at a `cursor` that an answer or the feed gave, or `now`, with everything acknowledged before the question.",
);

/// The parameters that say which games.
pub fn filter_parameters() -> Vec<Parameter> {
    let game = Parameter::words("game", slugs, "Only records of this game.");
    [game].into_iter().chain(period_parameters()).collect()
}

/// The parameters that say of which days.
pub fn period_parameters() -> [Parameter; 3] {
    let from =
        "Only games played then or later count, a day or a time; for ratings, too, as on leaderboards.";
    let to = "Only games played until then count: a day, which belongs to it, or a time.";
    [Parameter::pattern("from", TIME_PATTERN, from), Parameter::pattern("to", TIME_PATTERN, to), TIME_ZONE]
}

impl PlayerQuestion {
    /// Reads a request; which game is in the path or in the query, or all are meant.
    pub async fn read(
        app: &web::Data<App>,
        request: &HttpRequest,
        allowed: &[Parameter],
    ) -> Result<Self, Problem> {
        let player = visible_player(app, request, player_id(request)?).await?;
        let params = parameters(request)?;
        let reader = QueryParams(&params);
        reader.check(allowed)?;
        let game = match request.match_info().get("game") {
            Some(slug) => {
                Some(games::find(slug).ok_or_else(|| Problem::plain(Code::NotFound))?.meta().slug.to_owned())
            }
            None => reader.word("game", &slugs())?,
        };
        let as_of = as_of(&app.feed.sealer, reader)?;
        let all = games::ALL.iter().map(|game| game.meta().slug);
        let rating_queries = all.filter(|slug| game.as_ref().is_none_or(|game| game == slug));
        let filter = Filter {
            from: reader.time("from", false)?.map(|time| time.timestamp_millis()),
            to: reader.time("to", true)?.map(|time| time.timestamp_millis()),
            ..Filter::default()
        };
        let rating_queries = rating_queries
            .map(|game| RatingQuery { game, filter: filter.clone(), as_of: as_of.clone() })
            .collect();
        Ok(Self { player, params, rating_queries })
    }

    /// A whole number between these, or the usual one.
    pub fn number(&self, name: &str, [least, most]: [u64; 2], usual: usize) -> Result<usize, Problem> {
        let number = QueryParams(&self.params).number(name, least.cast_signed(), most.cast_signed())?;
        Ok(number.unwrap_or(usual))
    }

    /// Reads the ratings.
    pub async fn rating_histories<R: Send + 'static>(
        &self,
        (app, request): (&App, &HttpRequest),
        read: impl Fn(&RatingQuery, &GameRatings) -> R + Send + Sync + 'static,
    ) -> Result<(Vec<R>, Snapshot), Problem> {
        let slot = Admission::of(request)?.slot().await?;
        ratings::read(&app.ratings, (&app.archive, app.store(), &slot), self.rating_queries.clone(), read)
            .await
    }

    /// Answers it.
    pub fn answer(
        &self,
        app: &App,
        request: &HttpRequest,
        moment: &Snapshot,
        names: &HashMap<Uuid, String>,
        body: impl FnOnce(ListedPlayer, CountedUpTo, &mut HttpResponseBuilder) -> Result<HttpResponse, Problem>,
    ) -> Result<HttpResponse, Problem> {
        let accept = request.headers().get("Accept");
        let question = format!("{:?}", (&self.player.name, request.path(), &self.params, accept));
        let tag =
            Tag { snapshot: moment, epoch: app.store().epoch(), question: &question, names, private: true };
        tag.answer(request, |response| {
            body(ListedPlayer::of(&self.player), CountedUpTo::of(&app.feed.sealer, moment), response)
        })
    }
}

/// The player that an id leads to, for a request that may see that there is one.
pub async fn visible_player(app: &App, request: &HttpRequest, id: PlayerId) -> Result<Player, Problem> {
    let player = find(app, id).await?;
    if profile::is_shown(app, request, player.id).await? {
        Ok(player)
    } else {
        Err(Problem::plain(Code::NotFound))
    }
}

/// The names of those of these players who are still known, by id.
pub async fn player_names(
    app: &App,
    players: impl Iterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>, Problem> {
    names(app.store(), &players.collect::<BTreeSet<_>>()).await
}

/// A player by this name.
pub fn listed_player(id: Uuid, name: &str) -> ListedPlayer {
    ListedPlayer { player: PlayerLink::to(PlayerId(id)), name: name.to_owned() }
}
