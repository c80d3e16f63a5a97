//! The page that a request comes from, if it comes from one.
//!
//! A browser sends requests of any page to any address, this machine's included, and lets the page say what they hold.
//! It does say where they come from. A token can't come from a page that was not given it.

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::{AUTHORIZATION, HeaderName, ORIGIN};
use actix_web::http::uri::{Authority, Uri};

use super::Boundary;
use super::host;
use crate::http::problem::{Code, Problem};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Refuses what a page of another site would change without a token.
pub fn check(boundary: &Boundary, request: &HttpRequest) -> Result<(), Problem> {
    let has_token = request.headers().contains_key(AUTHORIZATION);
    if is_write(request.method()) && !has_token && is_foreign(boundary, request) {
        return Err(Problem::plain(Code::CrossSite));
    }
    Ok(())
}

/// True if a page of another site asks. Old browsers send no `Sec-Fetch-Site`. No browser sends it to an address
/// without TLS beyond this machine.
pub fn is_foreign(boundary: &Boundary, request: &HttpRequest) -> bool {
    let site = request.headers().get(SEC_FETCH_SITE).map(actix_web::http::header::HeaderValue::as_bytes);
    match site {
        Some(b"same-origin" | b"none") => false,
        Some(_) => true,
        None => request.headers().get(ORIGIN).is_some_and(|origin| {
            let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
            !origin.is_some_and(|origin| is_ours(boundary, request, &origin))
        }),
    }
}

fn is_ours(boundary: &Boundary, request: &HttpRequest, origin: &Uri) -> bool {
    let usual = match origin.scheme_str() {
        Some("http") => 80,
        Some("https") => 443,
        _ => return false,
    };
    let Some(page) = origin.authority() else { return false };
    let is_same = |ours: &Authority| {
        let port = |authority: &Authority| authority.port_u16();
        host::name(ours) == host::name(page) && port(ours).unwrap_or(usual) == port(page).unwrap_or(usual)
    };
    host::named(request).is_some_and(|named| is_same(&named)) || boundary.hosts.public().is_some_and(is_same)
}

/// True if a request asks for a change.
pub fn is_write(method: &Method) -> bool {
    ![Method::GET, Method::HEAD, Method::OPTIONS].contains(method)
}
