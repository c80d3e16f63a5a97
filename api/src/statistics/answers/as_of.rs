//! Answers that were computed from the archive: how they say which moment they are of, and whether a client has them.
//!
//! `as_of` is a time and a place. The place is exact: a client that asks for it later gets the same numbers. The time is a
//! whole second up to which everything is counted ([`looks`](super::looks)); of a place that was asked for, it is the time at
//! which that place was told. A time that was exact would show when hidden events were recorded. Where an earlier time is asked
//! for, a clock notes, with every step of the follower, how far the feed had come.
//! Tags of answers are weak and say what was counted, not when: `as_of` and `cursor` differ from answer to answer.

use std::collections::{BTreeMap, HashMap};

use actix_web::http::header::{CACHE_CONTROL, VARY};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::archive::AsOf;
use super::query::bad_as_of;
use crate::http::entity_tag::EntityTag;
use crate::http::problem::{Code, Problem};
use crate::http::query_params::QueryParams;
use crate::streams::subscriptions::cursor::{Cursor, CursorError, Sealer};
use kifu_statistics::chunk::Snapshot;
use kifu_statistics::values::to_the_microsecond;
use kifu_store::{Epoch, FeedPositions, Position};

/// The moment that an answer is of.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CountedUpTo")]
pub struct CountedUpTo {
    /// Everything acknowledged before this time is counted. Where a cursor was asked for, it is the time at which the cursor
    /// was told.
    #[serde(serialize_with = "to_the_microsecond")]
    pub as_of: DateTime<Utc>,
    /// The exact place in the feed up to which was counted: `as_of` takes it, and so does the `after` of `/v1/feed`.
    pub cursor: String,
}

impl CountedUpTo {
    /// This moment.
    pub fn of(sealer: &Sealer, snapshot: &Snapshot) -> Self {
        Self { as_of: snapshot.as_of, cursor: cursor(sealer, snapshot) }
    }
}

/// The place in the feed that a snapshot is of, sealed: the positions themselves would reveal how much is hidden.
pub fn cursor(sealer: &Sealer, snapshot: &Snapshot) -> String {
    let positions: FeedPositions = snapshot.positions.iter().copied().map(Position).collect();
    sealer.seal(&Cursor::after(&positions))
}

/// The moment that a request asks for.
///
/// # Errors
///
/// If there are several, or it is neither a time nor a cursor of this service.
pub fn as_of(sealer: &Sealer, params: QueryParams<'_>) -> Result<Option<AsOf>, Problem> {
    read_as_of(sealer, params.one("as_of")?)
}

/// Reads `as_of`, if it was given.
///
/// # Errors
///
/// If it is neither a time nor a cursor of this service.
pub fn read_as_of(sealer: &Sealer, text: Option<&str>) -> Result<Option<AsOf>, Problem> {
    let read = |text: &str| {
        AsOf::read(text, sealer).map_err(|error| match error {
            CursorError::Unreadable => bad_as_of(text),
            CursorError::OtherEpoch => Problem::plain(Code::OutdatedCursor),
        })
    };
    text.map(read).transpose()
}

/// The parts of an answer's tag: they distinguish two answers of one address, apart from the moment.
pub struct Tag<'t> {
    /// The snapshot that was counted.
    pub snapshot: &'t Snapshot,
    /// The epoch of the database.
    pub epoch: Epoch,
    /// The question, from the path and the query.
    pub question: &'t str,
    /// The names of players.
    pub names: &'t HashMap<Uuid, String>,
    /// True: not everybody may see it.
    pub private: bool,
}

impl Tag<'_> {
    /// The answer to a request; without a body if the client has it already.
    ///
    /// # Errors
    ///
    /// If the body can't be made.
    pub fn answer(
        &self,
        request: &HttpRequest,
        body: impl FnOnce(&mut HttpResponseBuilder) -> Result<HttpResponse, Problem>,
    ) -> Result<HttpResponse, Problem> {
        let (mut response, not_modified) = self.entity_tag().weak().begin(request);
        let (cache, vary) = if self.private {
            ("private, no-cache", "Authorization, Accept")
        } else {
            ("no-cache", "Accept")
        };
        response.insert_header((CACHE_CONTROL, cache)).insert_header((VARY, vary));
        if not_modified { Ok(response.finish()) } else { body(&mut response) }
    }

    fn entity_tag(&self) -> EntityTag {
        let mut tag = blake3::Hasher::new();
        tag.update(&self.snapshot.id.0).update(env!("CARGO_PKG_VERSION").as_bytes());
        let names: BTreeMap<_, _> = self.names.iter().collect();
        tag.update(format!("{:?}", (self.question, names)).as_bytes());
        EntityTag::of_counted(self.epoch, &tag.finalize())
    }
}
