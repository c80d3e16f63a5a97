//! Links that people pass on, and their QR codes.
//!
//! A link carries its token behind `#`: browsers keep that part to themselves, so it reaches no
//! server and no log.

use std::net::SocketAddr;
use std::str::FromStr;

use actix_web::HttpRequest;
use actix_web::http::Uri;
use actix_web::http::uri::Authority;
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};

use crate::http::boundary::{Boundary, client, host};
use crate::http::problem::Problem;
use crate::operation::setting_values::WrongValue;
use kifu_store::{GameId, Role};

/// Width and height of a QR code at least, in pixels; it is drawn to scale.
const MIN_QR_PIXELS: u32 = 240;

/// The public address of the service: scheme, host and perhaps a path, without a slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Its host, perhaps with a port.
    pub fn authority(&self) -> Option<Authority> {
        self.0.parse::<Uri>().ok()?.into_parts().authority
    }
}

impl FromStr for PublicUrl {
    type Err = WrongValue;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || {
            WrongValue::new(
                "it must be like https://kifu.example.org, or with a path behind",
                "https://kifu.example.org のような URL を指定してください（後ろにパスがあってもかまいません）",
            )
        };
        let uri: Uri = text.trim_end_matches('/').parse().map_err(|_| wrong())?;
        let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
        let authority = uri.authority().ok_or_else(wrong)?;
        if !is_web || uri.query().is_some() || text.contains(['#', '@']) || !is_host(authority.as_str()) {
            return Err(wrong());
        }
        Ok(Self(text.trim_end_matches('/').to_owned()))
    }
}

/// The base of links.
#[derive(Clone)]
pub struct Links {
    /// The public address of the service, if it is known.
    pub public_url: Option<PublicUrl>,
    /// The address that the service listens on.
    pub address: SocketAddr,
}

impl Links {
    /// The page of a record for the bearer of this token: the scribe's pad, a seat's pad, or the page to watch.
    pub fn to_record(
        &self,
        boundary: &Boundary,
        request: &HttpRequest,
        id: GameId,
        bearer: Option<(Role, &str)>,
    ) -> String {
        let base = self.base(boundary, request);
        match bearer {
            Some((Role::Scribe, token)) => format!("{base}/games/{id}/pad#{token}"),
            Some((Role::Seat(_), token)) => format!("{base}/games/{id}/seat#{token}"),
            Some((Role::Spectator, token)) => format!("{base}/games/{id}#{token}"),
            None => format!("{base}/games/{id}"),
        }
    }

    /// The root of the service.
    pub fn to_root(&self, boundary: &Boundary, request: &HttpRequest) -> String {
        self.base(boundary, request) + "/"
    }

    fn base(&self, boundary: &Boundary, request: &HttpRequest) -> String {
        self.public_url.as_ref().map_or_else(|| self.requested_url(boundary, request), |url| url.0.clone())
    }

    /// The record in the API, for a receiver that did not ask for it.
    pub fn to_api(&self, id: GameId) -> String {
        let base =
            self.public_url.as_ref().map_or_else(|| format!("http://{}", self.address), |url| url.0.clone());
        format!("{base}/v1/games/{id}")
    }

    /// The address that the client itself used, as far as it can be part of one. Only trusted proxies are believed
    /// about it: else a client could have links made that lead elsewhere, with a token in them.
    fn requested_url(&self, boundary: &Boundary, request: &HttpRequest) -> String {
        let (scheme, host) = if client::came_by_trusted_proxy(boundary, request) {
            let connection = request.connection_info();
            (connection.scheme().to_owned(), connection.host().to_owned())
        } else {
            let named = host::named(request).map(|name| name.to_string());
            ("http".to_owned(), named.unwrap_or_default())
        };
        let scheme = if scheme == "https" { "https" } else { "http" };
        if is_host(&host) { format!("{scheme}://{host}") } else { format!("http://{}", self.address) }
    }
}

fn is_host(text: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-._:[]".contains(letter);
    (1..=255).contains(&text.len()) && text.chars().all(fits)
}

/// A picture that phones read a link from: SVG, dark on light whatever the page's colours.
pub fn qr(link: &str) -> Result<String, Problem> {
    let code = QrCode::with_error_correction_level(link, EcLevel::M);
    let code = code.map_err(Problem::internal)?;
    let mut drawing = code.render::<svg::Color>();
    drawing
        .min_dimensions(MIN_QR_PIXELS, MIN_QR_PIXELS)
        .dark_color(svg::Color("#000"))
        .light_color(svg::Color("#fff"));
    Ok(drawing.build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_has_no_query_and_no_fragment() {
        for good in ["https://kifu.example.org", "http://[::1]:8080/", "https://example.org/table/kifu/"] {
            let url = good.parse::<PublicUrl>().expect(good);
            assert_eq!(url.0, good.trim_end_matches('/'));
        }
        for bad in [
            "",
            "kifu.example.org",
            "ftp://x",
            "https://",
            "https://me:pw@x",
            "https://x/?a=1",
            "https://x/#a",
        ] {
            assert!(bad.parse::<PublicUrl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_link_is_drawn() {
        let drawn = qr("https://kifu.example.org/games/0#kifu_x").expect("drawn");
        assert!(drawn.contains("<svg") && drawn.contains("viewBox"), "{drawn}");
        assert_ne!(drawn, qr("https://kifu.example.org/games/0#kifu_y").expect("drawn"));
    }
}
