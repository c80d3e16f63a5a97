//! `PUT /v1/games/{id}/seats/{seat}`: the person on a seat, when it turns out later.

use actix_web::{HttpRequest, HttpResponse, web};

use super::revise::{revise, scribe_only};
use crate::app::App;
use crate::http::authorization::{self, read};
use crate::http::extractors::Confidential;
use crate::http::problem::{Code, Problem};
use crate::records::seat_entry::SeatEntry;
use crate::records::seating::{self, NamedSitter};
use kifu_store::{Occupant, Record, Revision};

/// Puts somebody on a seat, and shows the record.
pub async fn handle(
    app: web::Data<App>,
    request: HttpRequest,
    body: Confidential,
) -> Result<HttpResponse, Problem> {
    let body = body.checked(|json| seating::refuse_secrets(&request, json, ""))?;
    let entry: Option<SeatEntry> = body.read()?;
    let seat = seat(&app, &request).await?;
    let named = seating::look_up(app.store(), authorization::consent(&app, &request)?, &[entry]).await?.pop();
    let named = named.ok_or_else(|| Problem::internal("somebody was asked for and nobody found"))?;
    revise(&app, &request, |record| put(record, seat, &named)).await
}

/// The seat that the path names, which only the scribe may give away.
async fn seat(app: &App, request: &HttpRequest) -> Result<u8, Problem> {
    let (guard, access) = read(app, request).await?;
    scribe_only(access)?;
    let seat: Option<u8> = request.match_info().get("seat").and_then(|seat| seat.parse().ok());
    let seats = guard.loaded().head.seats;
    seat.filter(|seat| *seat < seats).ok_or_else(|| Problem::plain(Code::NotFound))
}

fn put(record: &Record, seat: u8, named: &NamedSitter) -> Result<Option<Revision>, Problem> {
    let mut seating = record.seating.clone();
    let place = &mut seating[usize::from(seat)];
    let Some(sitter) = named.in_place_of(place)? else { return Ok(None) };
    place.clone_from(sitter.occupant());
    seating::nobody_twice(seating.iter().map(Occupant::player))?;
    let seats = vec![(seat, sitter)];
    Ok(Some(Revision { game: record.id, expected: record.revision, details: None, visibility: None, seats }))
}
