//! Pages for people. They are files inside the binary, the same for everybody: what somebody may
//! see they ask the API for, with the token that their link carries behind `#`.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, HeaderName, HeaderValue, REFERRER_POLICY,
};
use actix_web::{HttpRequest, HttpResponse};

use crate::problem::{Code, Problem};
use crate::request::{game_id, has_already};

/// A page runs and loads only what comes from here, sends nothing anywhere else, and is in no frame.
const STRICT: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// A file that pages are made of.
pub struct File {
    /// Its name in `/pages/`.
    pub name: &'static str,
    media: &'static str,
    text: &'static str,
}

/// All of them.
pub const FILES: [File; 2] = [
    File { name: "record.js", media: "text/javascript; charset=utf-8", text: include_str!("record.js") },
    File { name: "record.css", media: "text/css; charset=utf-8", text: include_str!("record.css") },
];

/// The page of a record; whether there is such a record it finds out with its reader's token.
pub async fn record(request: HttpRequest) -> Result<HttpResponse, Problem> {
    game_id(&request)?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_SECURITY_POLICY, STRICT))
        .insert_header((REFERRER_POLICY, "no-referrer"))
        .insert_header((OPENER_POLICY, "same-origin"))
        .insert_header((CACHE_CONTROL, "no-cache"))
        .content_type("text/html; charset=utf-8")
        .body(include_str!("record.html")))
}

/// A file that pages are made of.
pub async fn file(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let name = request.match_info().get("file").unwrap_or_default();
    let file = FILES.iter().find(|file| file.name == name);
    let file = file.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let tag = format!("\"{}\"", blake3::hash(file.text.as_bytes()).to_hex());
    let known = has_already(&request, &tag);
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((ETAG, tag)).insert_header((CACHE_CONTROL, "no-cache"));
    Ok(if known { response.finish() } else { response.content_type(file.media).body(file.text) })
}
