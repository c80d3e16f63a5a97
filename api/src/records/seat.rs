//! `PUT /v1/games/{id}/seats/{seat}`: who sits there, when it turns out later.

use actix_web::{HttpRequest, HttpResponse, web};

use super::revise::{revise, scribe_only};
use crate::app::App;
use crate::auth::read;
use crate::opening::SeatEntry;
use crate::problem::{Code, Problem};
use crate::request::Body;
use crate::seating;
use kifu_store::{Occupant, Record, Revision};

/// Puts somebody on a seat, and shows the record.
pub async fn handle(app: web::Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    let entry: Option<SeatEntry> = body.read()?;
    let seat = seat(&app, &request).await?;
    let mut sitter = [entry.map(SeatEntry::into_sitter).unwrap_or_default()];
    seating::look_up(app.store(), &mut sitter).await?;
    let [sitter] = sitter;
    revise(&app, &request, |record| put(record, seat, &sitter)).await
}

/// The seat that the path names, which only the scribe may give away.
async fn seat(app: &App, request: &HttpRequest) -> Result<u8, Problem> {
    let (guard, access) = read(app, request).await?;
    scribe_only(access)?;
    let seat: Option<u8> = request.match_info().get("seat").and_then(|seat| seat.parse().ok());
    let seats = guard.loaded().head.seats;
    seat.filter(|seat| *seat < seats).ok_or_else(|| Problem::plain(Code::NotFound))
}

fn put(record: &Record, seat: u8, sitter: &Occupant) -> Result<Option<Revision>, Problem> {
    let mut seating = record.seating.clone();
    let place = &mut seating[usize::from(seat)];
    if place == sitter {
        return Ok(None);
    }
    place.clone_from(sitter);
    seating::nobody_twice(&seating)?;
    let seats = vec![(seat, sitter.clone())];
    Ok(Some(Revision { game: record.id, expected: record.revision, details: None, visibility: None, seats }))
}
