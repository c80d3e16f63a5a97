//! The address of a webhook, checked as far as it can be before anything is sent.

use std::net::IpAddr;

use ureq::http::Uri;
use url::{Host, Url};

use super::address::AllowedNetworks;
use crate::http::problem::Problem;
use crate::http::words::Field;
use crate::http::words::webhooks::Webhooks;

/// Longest URL, in characters.
pub const MAX_URL_LENGTH: usize = 2000;

/// How one begins. Readers of URLs would take more for the same.
pub const URL_PATTERN: &str = "^https?://";

/// The URL as it will be asked for. It must be `https` (or `http`, into the operator's own networks),
/// without user, password and fragment, and name no address that is refused anyway. Names are
/// resolved and their addresses checked whenever something is sent.
pub fn check(url: &str, networks: &AllowedNetworks) -> Result<String, Problem> {
    if url.chars().count() > MAX_URL_LENGTH {
        return Err(refused(|field| Webhooks::UrlTooLong { field, most: MAX_URL_LENGTH }));
    }
    if !["https://", "http://"].iter().any(|beginning| url.starts_with(beginning)) {
        return Err(refused(|field| Webhooks::NotHttps { field }));
    }
    let url = Url::parse(url).map_err(|_| refused(|field| Webhooks::NoUrl { field }))?;
    if url.scheme() == "http" && networks.is_empty() {
        return Err(refused(|field| Webhooks::NotHttps { field }));
    }
    if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
        return Err(refused(|field| Webhooks::UserInUrl { field }));
    }
    check_host(&url, networks)?;
    let text = String::from(url);
    // The sender reads URLs with another parser; both must agree.
    match text.parse::<Uri>() {
        Ok(uri) if uri.to_string() == text => Ok(text),
        _ => Err(refused(|field| Webhooks::CharactersInUrl { field })),
    }
}

/// The host of a URL that was checked.
pub fn host(url: &str) -> String {
    Url::parse(url).map_or_else(|_| String::new(), |url| url.host_str().unwrap_or_default().to_owned())
}

fn check_host(url: &Url, networks: &AllowedNetworks) -> Result<(), Problem> {
    let address = match url.host() {
        Some(Host::Domain(_)) => return Ok(()),
        Some(Host::Ipv4(address)) => IpAddr::from(address),
        Some(Host::Ipv6(address)) => IpAddr::from(address),
        None => return Err(refused(|field| Webhooks::NoHost { field })),
    };
    if networks.may_send_to(address, url.scheme() == "https") {
        return Ok(());
    }
    Err(refused(|field| Webhooks::NotPublic { field }))
}

/// The URL is not repeated: it may hold a secret.
fn refused(message: impl FnOnce(Field) -> Webhooks) -> Problem {
    Problem::field("url", message("url".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(url: &str, networks: &AllowedNetworks) -> Option<String> {
        check(url, networks).ok()
    }

    #[test]
    fn urls_on_the_public_internet_are_taken_as_written() {
        for url in [
            "https://example.org/hooks?key=1",
            "https://example.org:8443/",
            "https://8.8.8.8/",
            "https://[2606:4700:4700::1111]:444/x",
        ] {
            assert_eq!(verdict(url, &AllowedNetworks::default()).as_deref(), Some(url));
        }
        let written = verdict("https://Bücher.EXAMPLE:443", &AllowedNetworks::default());
        assert_eq!(written.as_deref(), Some("https://xn--bcher-kva.example/"));
    }

    #[test]
    fn other_urls_are_refused() {
        for url in [
            "",
            "example.org",
            "/hooks",
            "http://example.org/",
            "ftp://example.org/",
            "HTTPS://example.org/",
            " https://example.org/",
            "https:/example.org/",
            "https://",
            "file:///etc/passwd",
            "unix:/run/x.sock",
            "gopher://example.org/",
            "https://ann@example.org/",
            "https://ann:secret@example.org/",
            "https://:secret@example.org/",
            "https://example.org/#part",
            "https://example.org:65536/",
            // One machine, many spellings.
            "https://127.0.0.1/",
            "https://127.1/",
            "https://2130706433/",
            "https://0x7f.0.0.1/",
            "https://0177.0.0.1/",
            "https://[::1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://[::ffff:7f00:1]/",
            "https://１２７.0.0.1/",
            "https://169.254.169.254/latest/meta-data/",
            "https://10.0.0.1/",
            "https://0/",
        ] {
            assert_eq!(verdict(url, &AllowedNetworks::default()), None, "{url}");
        }
        assert!(
            check(&format!("https://example.org/{}", "x".repeat(2000)), &AllowedNetworks::default()).is_err()
        );
    }

    #[test]
    fn plain_http_stays_within_the_operators_networks() {
        let own = AllowedNetworks::new(vec!["127.0.0.0/8".parse().expect("a network")]);
        assert!(verdict("http://127.0.0.1:9/x", &own).is_some());
        assert!(verdict("https://127.0.0.1/x", &own).is_some());
        assert!(verdict("http://receiver.internal/x", &own).is_some());
        assert!(verdict("http://8.8.8.8/", &own).is_none());
        assert!(verdict("http://10.0.0.1/", &own).is_none());
    }
}
