//! `POST /v1/players/{id}/claims`: a player claims the seats of a guest in earlier records, and shows the token of
//! each record.

use std::collections::BTreeMap;

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::{acting, overtaken};
use crate::app::App;
use crate::http::authorization;
use crate::http::credentials;
use crate::http::extractors::Confidential;
use crate::http::problem::{Code, Problem};
use crate::http::words::records::Records;
use crate::records::seating;
use crate::records::view::head::ListedPlayer;
use kifu_names::{Name, NameKey};
use kifu_store::{GameId, Occupant, Player, Record, Revision, Role, Sitter, SitterLookup, Visibility};

/// How often a change is tried again after a conflict.
const MAX_CLAIM_RETRIES: usize = 100;

/// Most claims in one request, and most seats that they may come to.
const MAX_CLAIMED_SEATS: usize = 1000;

/// Seats that were the player's: one seat of a record, or those of a guest by name.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The record. Without one, a `guest` is looked for in all records, which needs the operator's key.
    #[serde(default)]
    game: Option<Uuid>,
    /// The seat, where nobody else with a profile sits.
    #[serde(default)]
    seat: Option<u8>,
    /// The name that the guest had.
    #[serde(default)]
    guest: Option<Name>,
    /// The record's scribe token, or for a seat its own; the operator needs none.
    #[serde(default)]
    token: Option<String>,
}

/// Claims, all of them or none.
#[derive(Debug, JsonSchema)]
pub struct Claims(#[schemars(length(min = 1, max = 1000))] Vec<Claim>);

/// The seats that the player has now.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Claimed {
    /// The player.
    #[serde(flatten)]
    pub player: ListedPlayer,
    /// Every seat that was claimed, those that were the player's before included.
    pub claimed: Vec<ClaimedSeat>,
}

/// A seat of a record.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClaimedSeat {
    /// The record.
    pub game: Uuid,
    /// The seat.
    pub seat: u8,
}

/// Gives seats of guests to a player.
pub async fn handle(
    app: web::Data<App>,
    request: HttpRequest,
    body: Confidential,
) -> Result<HttpResponse, Problem> {
    let player = acting(&app, &request).await?;
    let claimant = [(player.id, authorization::consent(&app, &request)?)];
    let Some(SitterLookup::Allowed(sitter)) = app.store().latest().sitters(&claimant).await?.pop() else {
        return Err(overtaken());
    };
    let Claims(claims) = Claims(body.read_list()?);
    if !(1..=MAX_CLAIMED_SEATS).contains(&claims.len()) {
        return Err(too_many(claims.len()));
    }
    for _ in 0..MAX_CLAIM_RETRIES {
        let seats = Claiming { app: &app, request: &request, player: &player }.seats(&claims).await?;
        let claimed = seats.values().flat_map(|(record, seats)| {
            seats.iter().map(|seat| ClaimedSeat { game: record.id.0, seat: *seat })
        });
        let claimed: Vec<_> = claimed.collect();
        if claimed.len() > MAX_CLAIMED_SEATS {
            return Err(too_many(claimed.len()));
        }
        let revisions: Vec<_> =
            seats.values().filter_map(|(record, seats)| revision(record, seats, &sitter)).collect();
        if app.store().revise(&revisions).await? {
            return Ok(HttpResponse::Ok().json(Claimed { player: ListedPlayer::of(&player), claimed }));
        }
    }
    Err(overtaken())
}

/// Claims on their way to the records they are about.
struct Claiming<'r> {
    app: &'r App,
    request: &'r HttpRequest,
    player: &'r Player,
}

/// Records and the seats in them.
type Seats = BTreeMap<GameId, (Record, Vec<u8>)>;

impl Claiming<'_> {
    async fn seats(&self, claims: &[Claim]) -> Result<Seats, Problem> {
        let mut seats = Seats::new();
        for (index, claim) in claims.iter().enumerate() {
            let at = |problem: Problem| problem.at(index);
            match claim {
                Claim { game: Some(game), .. } => {
                    self.in_record(&mut seats, GameId(*game), claim).await.map_err(at)?;
                }
                Claim { guest: Some(guest), seat: None, .. } => {
                    self.everywhere(&mut seats, &guest.key()).await.map_err(at)?;
                }
                Claim { .. } => return Err(at(says_nothing())),
            }
        }
        Ok(seats)
    }

    async fn in_record(&self, seats: &mut Seats, id: GameId, claim: &Claim) -> Result<(), Problem> {
        let (record, claimable) = self.record(id, claim.token.as_deref()).await?;
        let found = match (claim.seat, &claim.guest) {
            (Some(seat), None) if seat < record.seats => vec![seat],
            (Some(_), None) => return Err(Problem::plain(Code::NotFound)),
            (None, Some(guest)) => seats_of(&record, &guest.key()),
            _ => return Err(says_nothing()),
        };
        if !found.iter().all(|seat| claimable.includes(*seat)) {
            return Err(Problem::plain(Code::Forbidden));
        }
        found.into_iter().try_for_each(|seat| add(seats, &record, seat, self.player))
    }

    async fn everywhere(&self, seats: &mut Seats, guest: &NameKey) -> Result<(), Problem> {
        if !authorization::is_from_operator(self.app, self.request)? {
            return Err(Problem::plain(Code::Unauthenticated));
        }
        for found in self.app.store().latest().guest_seats(guest, MAX_CLAIMED_SEATS + 1).await? {
            if let Some(record) = self.app.store().latest().record(found.game).await? {
                add(seats, &record, found.seat, self.player)?;
            }
        }
        Ok(())
    }

    /// A record, and which of its seats may be claimed: by its scribe or the operator all, by a seat its own.
    async fn record(&self, id: GameId, token: Option<&str>) -> Result<(Record, Claimable), Problem> {
        let record = self.app.store().latest().record(id).await?;
        let record = record.ok_or_else(|| Problem::plain(Code::NotFound))?;
        if authorization::is_from_operator(self.app, self.request)? {
            return Ok((record, Claimable::Every));
        }
        let role = match token.map(credentials::hash) {
            Some(token) => self.app.store().latest().role(id, &token).await?,
            None => None,
        };
        match role {
            Some(Role::Scribe) => Ok((record, Claimable::Every)),
            Some(Role::Seat(seat)) => Ok((record, Claimable::Only(seat))),
            Some(Role::Spectator) => Err(Problem::plain(Code::Forbidden)),
            None if record.visibility == Visibility::Private => Err(Problem::plain(Code::NotFound)),
            None => Err(Problem::plain(Code::Unauthenticated)),
        }
    }
}

/// The seats of a record that a player may claim.
#[derive(Clone, Copy)]
enum Claimable {
    Every,
    Only(u8),
}

impl Claimable {
    fn includes(self, seat: u8) -> bool {
        match self {
            Self::Every => true,
            Self::Only(own) => own == seat,
        }
    }
}

/// The seats of guests of this name.
fn seats_of(record: &Record, guest: &NameKey) -> Vec<u8> {
    let is_meant = |sitter: &Occupant| matches!(sitter, Occupant::Guest(name) if name.key() == *guest);
    (0..).zip(&record.seating).filter(|(_, sitter)| is_meant(sitter)).map(|(seat, _)| seat).collect()
}

/// Adds a seat, unless it is another player's or the player has another one at that table.
fn add(seats: &mut Seats, record: &Record, seat: u8, player: &Player) -> Result<(), Problem> {
    let (record, claimed) = seats.entry(record.id).or_insert_with(|| (record.clone(), Vec::new()));
    let values = json!({"game": record.id, "seat": seat});
    match &record.seating[usize::from(seat)] {
        Occupant::Guest(_) | Occupant::Unnamed => {}
        Occupant::Player { id, .. } if *id == player.id => {}
        Occupant::Player { .. } | Occupant::Erased => {
            return Err(Problem::plain(Code::SeatTaken).with(values));
        }
    }
    if claimed.contains(&seat) {
        return Ok(());
    }
    claimed.push(seat);
    let mut seating = record.seating.clone();
    for seat in claimed {
        seating[usize::from(*seat)] = Occupant::Player { id: player.id, name: player.name.clone() };
    }
    seating::nobody_twice(seating.iter().map(Occupant::player))
}

/// The changes to a record; nothing, where all is the player's already.
fn revision(record: &Record, seats: &[u8], sitter: &Sitter) -> Option<Revision> {
    let is_new = |seat: &&u8| record.seating[usize::from(**seat)] != *sitter.occupant();
    let seats: Vec<_> = seats.iter().filter(is_new).map(|seat| (*seat, sitter.clone())).collect();
    let revision =
        Revision { game: record.id, expected: record.revision, details: None, visibility: None, seats };
    (!revision.seats.is_empty()).then_some(revision)
}

fn says_nothing() -> Problem {
    Problem::new(Code::MalformedBody, Records::ClaimOf)
}

fn too_many(count: usize) -> Problem {
    Problem::new(Code::MalformedBody, Records::ClaimsAtOnce { most: MAX_CLAIMED_SEATS })
        .with(json!({"input": count, "allowed": {"min": 1, "max": MAX_CLAIMED_SEATS}}))
}
