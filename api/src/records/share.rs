//! `POST /v1/games/{id}/share`: the link of a token, and its QR code.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tokens::TokenRole;
use crate::app::App;
use crate::http::authorization;
use crate::http::authorization::read_unseen;
use crate::http::credentials;
use crate::http::extractors::{Confidential, negotiate};
use crate::http::links;
use crate::http::media::JSON;
use crate::http::media::{PICTURE_SECURITY_POLICY, SVG};
use crate::http::problem::Problem;

/// The link to make.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShareRequest {
    /// The token that the link is to carry; the request's own, if left out.
    #[serde(default)]
    pub token: Option<String>,
}

/// A link to pass on.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Share {
    /// The role of its bearer; nothing special, if it carries no token.
    pub role: Option<TokenRole>,
    /// The seat, if the role is a seat's.
    pub seat: Option<u8>,
    /// The record's page.
    pub link: String,
    /// The link as a QR code: SVG.
    pub qr: String,
}

/// Gives the link of a token. The operator's key is in no link: shared with it, a record is as
/// readers see it.
pub async fn handle(
    app: web::Data<App>,
    request: HttpRequest,
    body: Confidential,
) -> Result<HttpResponse, Problem> {
    let share_request: ShareRequest = body.read()?;
    let guard = read_unseen(&app, &request).await?;
    let token = if let Some(token) = share_request.token.as_deref() {
        Some(token)
    } else {
        authorization::access(&app, &request, &guard).await?;
        credentials::bearer(&request)?.filter(|token| !app.secrets.is_operator(token))
    };
    let role = match token {
        Some(token) => Some(authorization::role(&app, &guard, token).await?),
        None => None,
    };
    let media = negotiate(&request, &[JSON, SVG])?;
    let link = app.links.to_record(&app.boundary, &request, guard.cached().id, role.zip(token));
    let qr = links::qr(&link)?;
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "no-store"));
    if media == SVG {
        return Ok(response
            .content_type(SVG)
            .insert_header((CONTENT_SECURITY_POLICY, PICTURE_SECURITY_POLICY))
            .body(qr));
    }
    let (role, seat) = role.map(TokenRole::of).unzip();
    Ok(response.json(Share { role, seat: seat.flatten(), link, qr }))
}
