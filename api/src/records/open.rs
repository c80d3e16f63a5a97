//! `POST /v1/games`: opening a record.

use actix_web::http::header::{CACHE_CONTROL, ETAG, LOCATION};
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_engine::erased::{AnyGame, AnyRecord, Opening, Rejected};
use kifu_engine::game::Seq;
use kifu_engine::games;
use kifu_engine::seat::Seat;
use kifu_engine::text::Text;
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{Position, etag};
use crate::auth;
use crate::details::Details;
use crate::links;
use crate::players::seats;
use crate::problem::{Code, Problem};
use crate::request::{Body, idempotency_key};
use crate::seal;
use crate::startup::App;
use crate::store::{
    self, CopyOf, GameId, Hash, Json, NewEvent, NewToken, Opened, OpeningKey, PlayerId, Role, Sitter,
    Visibility, now,
};
use crate::tables::Folded;

/// The version of the stored payloads' shape.
pub const SCHEMA_VERSION: i32 = 1;

/// A record to be opened.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenRequest {
    /// The kind of game, by its slug.
    #[schemars(schema_with = "crate::contract::slug")]
    pub game: String,
    /// Who sits where, clockwise: a guest's name, a player's id, or `null` for somebody without a name.
    #[schemars(length(min = 1, max = 250))]
    pub seats: Vec<Option<SeatEntry>>,
    /// The game's own options; the defaults if left out.
    #[serde(default)]
    #[schemars(schema_with = "crate::contract::options")]
    pub options: Map<String, Value>,
    /// When it was played; now, if left out.
    #[serde(default)]
    pub played_at: Option<DateTime<Utc>>,
    /// Where it is played.
    #[serde(default)]
    #[schemars(length(min = 1, max = 100))]
    pub place: Option<String>,
    /// Words to find it by.
    #[serde(default)]
    #[schemars(length(max = 20), inner(length(min = 1, max = 100)))]
    pub tags: Vec<String>,
    /// Who may find and read it.
    #[serde(default = "public")]
    #[schemars(schema_with = "crate::contract::visibility", default = "public")]
    pub visibility: Visibility,
}

/// Somebody at the table: a name, an object with a name, or an object with a player's id.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum SeatEntry {
    /// Just the name.
    Name(#[schemars(length(min = 1, max = 100))] String),
    /// A person with a name.
    Person(Person),
    /// A player with a profile.
    Player(PlayerEntry),
}

/// Says of an object what is wrong with it, as serde's own untagged reading can't.
impl<'de> Deserialize<'de> for SeatEntry {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let entry = Value::deserialize(reader)?;
        let read = match &entry {
            Value::String(name) => return Ok(Self::Name(name.clone())),
            Value::Object(fields) if fields.contains_key("player") => {
                PlayerEntry::deserialize(&entry).map(Self::Player)
            }
            Value::Object(_) => Person::deserialize(&entry).map(Self::Person),
            _ => Err(D::Error::custom("expected a name, {\"name\": …}, {\"player\": …} or null on a seat"))?,
        };
        read.map_err(D::Error::custom)
    }
}

/// A person with a name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// The name.
    #[schemars(length(min = 1, max = 100))]
    name: String,
}

/// A player with a profile.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerEntry {
    /// The player's id; that of a merged profile stands for its successor.
    player: Uuid,
}

impl SeatEntry {
    /// Who sits there; players are still to be [looked up](seats::look_up).
    pub fn into_sitter(self) -> Sitter {
        match self {
            Self::Name(name) | Self::Person(Person { name }) => Sitter::Guest(name),
            Self::Player(PlayerEntry { player }) => {
                Sitter::Player { id: PlayerId(player), name: String::new() }
            }
        }
    }
}

const fn public() -> Visibility {
    Visibility::Public
}

/// A record that was opened, with the tokens that let people in. They are shown only here.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OpenedRecord {
    /// The record's id.
    pub id: Uuid,
    /// The kind of game.
    pub game: String,
    /// Where the record is.
    pub url: String,
    /// Lets its bearer log everything and see everything logged.
    pub scribe_token: String,
    /// By seat: lets its bearer log that seat's moves and see what that seat sees.
    pub seat_tokens: Vec<String>,
    /// The record's page for the scribe; the token is in it.
    pub scribe_link: String,
    /// By seat: the record's page for that seat; the token is in it.
    pub seat_links: Vec<String>,
    /// What it is a copy of, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<CopyOf>,
    /// The position to go on from.
    #[serde(flatten)]
    pub position: Position,
}

/// A record ready to be stored.
pub struct Prepared {
    /// What the store needs.
    pub opening: store::Opening,
    /// The record before the first move.
    pub record: Box<dyn AnyRecord>,
}

impl Prepared {
    /// The record as it is kept once it is stored.
    fn folded(self) -> Folded {
        let Self { opening, record } = self;
        Folded::opened(opening.into_record(), record)
    }
}

/// Opens a record.
pub async fn handle(app: web::Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    auth::may_open(&app, &request)?;
    let asked = Asked { key: idempotency_key(&request)?, body: body.hash };
    if let Some(answer) = asked.earlier_answer(&app).await? {
        return Ok(answer);
    }
    let wanted: OpenRequest = body.read()?;
    let mut prepared = prepare(GameId::generate(), wanted, now())?;
    seats::look_up(app.store(), &mut prepared.opening.seating).await?;
    let position = Position::of(&*prepared.record);
    let opening = &mut prepared.opening;
    let answer = asked.answer(&app, &request, opening, position, None)?;
    let opened = app.store().open_game(opening).await?;
    let id = opening.id;
    if let Opened::New { .. } = opened {
        let tokens = std::mem::take(&mut opening.tokens);
        // A player may have been renamed since: then the next request reads the name that counts.
        if opening.seating.iter().all(|sitter| sitter.player().is_none()) {
            app.tables.keep(prepared.folded(), &tokens)?;
        }
    }
    asked.created(id, answer, opened)
}

/// What tells the retry of an opening from another one.
pub(super) struct Asked {
    /// The `Idempotency-Key`, if there is one.
    pub key: Option<String>,
    /// Hash of all that was asked.
    pub body: Hash,
}

impl Asked {
    /// The answer that the same request got before.
    pub(super) async fn earlier_answer(&self, app: &App) -> Result<Option<HttpResponse>, Problem> {
        let Some(key) = &self.key else { return Ok(None) };
        let Some(earlier) = app.store().latest().opening(&auth::hash(key)).await? else { return Ok(None) };
        if earlier.body != seal::fingerprint(key, &self.body) {
            return Err(Problem::plain(Code::KeyReused));
        }
        let answer = seal::open(key, &self.body, &earlier.sealed_answer)?;
        Ok(Some(created(earlier.game, answer)))
    }

    /// Gives out the tokens of a new record: the answer, which is sealed for retries.
    pub(super) fn answer(
        &self,
        app: &App,
        request: &HttpRequest,
        opening: &mut store::Opening,
        position: Position,
        copy_of: Option<CopyOf>,
    ) -> Result<Vec<u8>, Problem> {
        let (scribe_token, seat_tokens) = issue_tokens(opening);
        let link = |role, token: &str| links::to_record(app, request, opening.id, Some((role, token)));
        let seats = (0..).map(Role::Seat).zip(&seat_tokens);
        let answer = OpenedRecord {
            id: opening.id.0,
            game: opening.game.clone(),
            url: format!("/v1/games/{}", opening.id),
            scribe_link: link(Role::Scribe, &scribe_token),
            seat_links: seats.map(|(role, token)| link(role, token)).collect(),
            scribe_token,
            seat_tokens,
            copy_of,
            position,
        };
        let answer = serde_json::to_vec(&answer).map_err(|_| Problem::plain(Code::Internal))?;
        if let Some(key) = &self.key {
            let sealed_answer = seal::seal(key, &self.body, &answer)?;
            opening.key = Some(OpeningKey {
                key: auth::hash(key),
                body: seal::fingerprint(key, &self.body),
                sealed_answer,
            });
        }
        Ok(answer)
    }

    /// Answers once the store has spoken; a request that was faster has the answer.
    pub(super) fn created(
        &self,
        id: GameId,
        answer: Vec<u8>,
        opened: Opened,
    ) -> Result<HttpResponse, Problem> {
        match (opened, &self.key) {
            (Opened::New { .. }, _) => Ok(created(id, answer)),
            (Opened::Duplicate { game, sealed_answer }, Some(key)) => {
                Ok(created(game, seal::open(key, &self.body, &sealed_answer)?))
            }
            (Opened::Duplicate { .. }, None) => Err(Problem::plain(Code::Internal)),
            (Opened::KeyReused, _) => Err(Problem::plain(Code::KeyReused)),
        }
    }
}

fn created(id: GameId, answer: Vec<u8>) -> HttpResponse {
    #[derive(Deserialize)]
    struct Version {
        version: Seq,
    }
    let version = serde_json::from_slice(&answer).map_or(Seq(0), |Version { version }| version);
    HttpResponse::Created()
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((LOCATION, format!("/v1/games/{id}")))
        .insert_header((ETAG, etag(version)))
        .content_type("application/json")
        .body(answer)
}

/// Checks everything about a record to be opened and makes it ready to be stored, without tokens.
pub fn prepare(id: GameId, wanted: OpenRequest, opened_at: DateTime<Utc>) -> Result<Prepared, Problem> {
    let game = find_game(&wanted.game)?;
    let seating: Vec<_> =
        wanted.seats.into_iter().map(|seat| seat.map(SeatEntry::into_sitter).unwrap_or_default()).collect();
    let details =
        Details { played_at: wanted.played_at, place: wanted.place, tags: wanted.tags, ..Details::default() };
    details.check()?;
    seats::check(&seating)?;
    let seats = u8::try_from(seating.len()).map_err(|_| too_many_seats(game, seating.len()))?;
    let opening = Opening { seats, options: Value::Object(wanted.options) };
    let record = game.open(&opening).map_err(|rejected| match rejected {
        Rejected::Malformed(malformed) => Problem::malformed(Code::MalformedBody, malformed),
        Rejected::Refused(refusal) => refusal.into(),
    })?;
    let payload = json!({
        "type": "opened",
        "game": game.meta().slug,
        "seats": seats,
        "options": opening.options,
        "rules_version": game.meta().rules_version,
    });
    let opening = store::Opening {
        id,
        game: game.meta().slug.to_owned(),
        seats,
        options: opening.options.into(),
        rules_version: i32::try_from(game.meta().rules_version).unwrap_or(i32::MAX),
        opened_at,
        details: details.stored()?,
        seating,
        visibility: wanted.visibility,
        actor: "scribe".to_owned(),
        schema_version: SCHEMA_VERSION,
        payload: payload.into(),
        tokens: Vec::new(),
        key: None,
    };
    Ok(Prepared { opening, record })
}

/// The game with this slug.
pub fn find_game(slug: &str) -> Result<&'static dyn AnyGame, Problem> {
    games::find(slug).ok_or_else(|| {
        let known: Vec<_> = games::ALL.iter().map(|game| game.meta().slug).collect();
        let message = Text::new(
            format!("「{slug}」というゲームはありません。あるのは: {}。", known.join("、")),
            format!("There is no game \"{slug}\"; there are: {}.", known.join(", ")),
        );
        Problem::new(Code::UnknownGame, message).with(json!({"given": slug, "allowed": known}))
    })
}

fn too_many_seats(game: &dyn AnyGame, given: usize) -> Problem {
    let (min, max) = game.meta().seats;
    let message = Text::new(
        format!("席の数は{min}から{max}までです({given}でした)。"),
        format!("There must be {min} to {max} seats, not {given}."),
    );
    Problem::new(Code::MalformedBody, message)
        .with(json!({"given": given, "allowed": {"min": min, "max": max}}))
}

fn issue_tokens(opening: &mut store::Opening) -> (String, Vec<String>) {
    let mut issue = |role| {
        let token = auth::new_token();
        opening.tokens.push(NewToken { hash: auth::hash(&token), role });
        token
    };
    let scribe = issue(Role::Scribe);
    let seats = (0..opening.seats).map(|seat| issue(Role::Seat(seat))).collect();
    (scribe, seats)
}

/// Marks a record to be opened as a copy, for good.
pub fn mark(opening: &mut store::Opening, of: CopyOf) -> Result<(), Problem> {
    let mut payload: Value = opening.payload.read().map_err(|_| Problem::plain(Code::Internal))?;
    payload["copy_of"] = json!(of);
    opening.payload = payload.into();
    Ok(())
}

/// An entry as the store takes it.
pub fn event(entry: &Value, at: DateTime<Utc>, actor: &str) -> Result<NewEvent, Problem> {
    Ok(NewEvent {
        kind: entry["type"].as_str().unwrap_or_default().to_owned(),
        schema_version: SCHEMA_VERSION,
        at,
        actor: actor.to_owned(),
        payload: Json::of(entry).map_err(|_| Problem::plain(Code::Internal))?,
    })
}

/// The number of a seat as the store writes it.
pub fn seat_number(seat: Seat) -> Option<u8> {
    u8::try_from(seat.number()).ok()
}
