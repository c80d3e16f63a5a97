//! Cross-origin rules: pages of other sites may read what is public, and do what their token allows.
//!
//! No decision depends on a cookie or on the address of the page, so there is no mode with credentials.
//!
//! Preflights are written here: methods and headers come from the table, path by path, and refusals are problem
//! documents. actix-cors knows one list for all paths.

use std::collections::BTreeSet;

use actix_web::HttpResponse;
use actix_web::http::Method;
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ALLOW, HeaderName,
};

use crate::http::media::{ACCEPT_PATCH, ACCEPT_POST};

/// Goes with every answer.
pub const ALLOWED: [(HeaderName, &str); 2] = [
    (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (
        ACCESS_CONTROL_EXPOSE_HEADERS,
        "Accept-Patch, Accept-Post, Accept-Ranges, Allow, Content-Disposition, Content-Range, ETag, Link, Location, RateLimit, \
         RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id",
    ),
];

/// How long a browser may remember an answer, in seconds; none does for longer.
const MAX_AGE: &str = "7200";

/// The answer of a path to a preflight or `OPTIONS`.
#[derive(Clone, Debug, Default)]
pub struct Preflight {
    methods: Vec<String>,
    headers: BTreeSet<String>,
    /// The media types of bodies, by the header that lists them (RFC 5789, 3.1; LDP, 7.1).
    bodies: Vec<(HeaderName, String)>,
}

impl Preflight {
    /// The path can be asked with this method and these headers, too.
    pub fn allow(&mut self, method: &str, headers: impl IntoIterator<Item = String>) {
        self.methods.push(method.to_owned());
        self.headers.extend(headers);
    }

    /// Bodies of requests with this method may be of these media types.
    pub fn take(&mut self, method: &Method, media: &[&str]) {
        let header = match *method {
            Method::PATCH => ACCEPT_PATCH,
            Method::POST => ACCEPT_POST,
            _ => return,
        };
        if !media.is_empty() {
            self.bodies.push((header, media.join(", ")));
        }
    }

    /// The methods, as `Allow` lists them.
    pub fn methods(&self) -> String {
        self.methods.join(", ").replace("GET", "GET, HEAD")
    }

    /// The answer.
    pub fn answer(&self) -> HttpResponse {
        let methods = self.methods();
        let headers: Vec<_> = self.headers.iter().map(String::as_str).collect();
        let mut response = HttpResponse::NoContent();
        for (name, media) in &self.bodies {
            response.insert_header((name.clone(), media.as_str()));
        }
        response
            .insert_header((ALLOW, format!("{methods}, OPTIONS")))
            .insert_header((ACCESS_CONTROL_ALLOW_METHODS, methods))
            .insert_header((ACCESS_CONTROL_ALLOW_HEADERS, headers.join(", ")))
            .insert_header((ACCESS_CONTROL_MAX_AGE, MAX_AGE))
            .finish()
    }
}
