//! Opens records, for a table, a copy or an import.

use chrono::{DateTime, Utc};
use kifu_engine::canonical_json::CanonicalJson;
use kifu_engine::erased::AnyOptions;
use kifu_engine::erased::{AnyGame, AnyRecord, Opening, Rejected};
use kifu_engine::games;
use kifu_engine::message::Quote;
use kifu_engine::rules::RulesVersion;
use kifu_engine::text::Names;
use kifu_engine::words::Bounds;
use kifu_names::Name;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::http::problem::{Code, Problem};
use crate::http::words::records::Records;
use crate::http::words::{Field, shortened};
use crate::records::cache::LoadedRecord;
use crate::records::details::Details;
use crate::records::played_at::PlayedAt;
use crate::records::seat_entry::SeatEntry;
use kifu_store::{CopyOf, GameId, NewEvent, Sitter, Visibility};

/// The version of the stored payloads' shape.
pub const SCHEMA_VERSION: i32 = 1;

/// A record to be opened.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenRequest {
    /// The kind of game, by its slug.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub game: String,
    /// The people by seat, clockwise: a guest's name, a player's id, or `null` for somebody without a name.
    #[schemars(length(min = 1, max = 250))]
    pub seats: Vec<Option<SeatEntry>>,
    /// The game's own options; the defaults if left out.
    #[serde(default)]
    #[schemars(with = "AnyOptions")]
    pub options: Map<String, Value>,
    /// When it was played, best with the offset of the clock at the table; now, if left out.
    #[serde(default)]
    pub played_at: Option<PlayedAt>,
    /// Where it is played.
    #[serde(default)]
    pub place: Option<Name>,
    /// Words to find it by.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub tags: Vec<Name>,
    /// The viewers that may find and read the record.
    #[serde(default = "public")]
    pub visibility: Visibility,
}

const fn public() -> Visibility {
    Visibility::Public
}

/// A record ready to be stored.
pub struct Prepared {
    /// The opening as the store takes it.
    pub opening: kifu_store::Opening,
    /// The record before the first move.
    pub record: Box<dyn AnyRecord>,
}

impl Prepared {
    /// The record as it is kept once it is stored.
    pub fn loaded(self) -> LoadedRecord {
        let Self { opening, record } = self;
        LoadedRecord::opened(opening.into_record(), record)
    }
}

/// Checks everything about a record to be opened and makes it ready to be stored, without tokens. The caller looks up
/// the players: they are guests without a name until then. A new record is played by the newest rules, one that was
/// begun elsewhere by those of this version.
pub fn prepare(
    id: GameId,
    open_request: OpenRequest,
    opened_at: DateTime<Utc>,
    begun_by: Option<RulesVersion>,
) -> Result<Prepared, Problem> {
    let game = find_game(&open_request.game)?;
    let guest = |entry: Option<SeatEntry>| {
        entry.and_then(|entry| entry.guest().cloned().map(Sitter::guest)).unwrap_or_default()
    };
    let seating: Vec<_> = open_request.seats.into_iter().map(guest).collect();
    let details = Details {
        played_at: open_request.played_at,
        place: open_request.place,
        tags: open_request.tags,
        ..Details::default()
    };
    details.check()?;
    open_request.played_at.iter().try_for_each(|at| at.check("played_at"))?;
    let seats = u8::try_from(seating.len()).map_err(|_| too_many_seats(game, seating.len()))?;
    let rules_version = begun_by.unwrap_or_else(|| game.meta().rules_version());
    let opening = Opening { seats, options: Value::Object(open_request.options), rules_version };
    let (opening, record) = open(game, &opening).map_err(|rejected| match rejected {
        Rejected::Malformed(malformed) => Problem::malformed(Code::MalformedBody, malformed),
        Rejected::Refused(refusal) => Problem::refused(&refusal, &Names::none(seats.into())),
    })?;
    let payload = json!({
        "type": "opened",
        "game": game.meta().slug,
        "seats": seats,
        "options": opening.options,
        "rules_version": rules_version,
    });
    let opening = kifu_store::Opening {
        id,
        game: game.meta().slug.to_owned(),
        seats,
        options: opening.options.into(),
        rules_version: rules_version.into(),
        opened_at,
        details: details.stored()?,
        seating,
        visibility: open_request.visibility,
        actor: "scribe".to_owned(),
        schema_version: SCHEMA_VERSION,
        payload: CanonicalJson::of(&payload).map_err(Problem::internal)?,
        tokens: Vec::new(),
        key: None,
        traceparent: None,
    };
    Ok(Prepared { opening, record })
}

/// The opening with all its options, and its record before the first move.
fn open(game: &dyn AnyGame, opening: &Opening) -> Result<(Opening, Box<dyn AnyRecord>), Rejected> {
    let opening = Opening { options: game.all_options(opening)?, ..*opening };
    let record = game.open(&opening)?;
    Ok((opening, record))
}

/// The game with this slug.
pub fn find_game(slug: &str) -> Result<&'static dyn AnyGame, Problem> {
    games::find(slug).ok_or_else(|| {
        let allowed: Vec<_> = games::ALL.iter().map(|game| game.meta().slug).collect();
        let input = shortened(slug);
        let message = Records::UnknownGame { input: Quote(input.clone()), games: Field::list(&allowed) };
        Problem::new(Code::UnknownGame, message).with(json!({"input": input, "allowed": allowed}))
    })
}

fn too_many_seats(game: &dyn AnyGame, seats: usize) -> Problem {
    let (min, max) = game.meta().seats;
    let message = Records::NumberOfSeats { input: seats, allowed: Bounds::Between(min.into(), max.into()) };
    Problem::new(Code::MalformedBody, message)
        .with(json!({"field": "seats", "input": seats, "allowed": {"min": min, "max": max}}))
}

/// Marks a record to be opened as a copy, for good.
pub fn mark(opening: &mut kifu_store::Opening, of: CopyOf) -> Result<(), Problem> {
    let mut payload: Value = serde_json::from_str(opening.payload.as_str()).map_err(Problem::internal)?;
    payload["copy_of"] = json!(of);
    opening.payload = CanonicalJson::of(&payload).map_err(Problem::internal)?;
    Ok(())
}

/// An entry as the event that is to hold it.
pub fn event(payload: CanonicalJson, at: DateTime<Utc>, actor: &str) -> NewEvent {
    NewEvent { kind: payload.kind(), schema_version: SCHEMA_VERSION, at, actor: actor.to_owned(), payload }
}
