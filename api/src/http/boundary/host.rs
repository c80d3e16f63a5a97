//! The name by which a request calls the service.
//!
//! A page can make its own name resolve to another address, this machine's included (DNS rebinding), and then read the
//! answers as if they were its own. The `Host` of its requests gives it away.

use std::net::{IpAddr, SocketAddr};

use actix_web::HttpRequest;
use actix_web::http::Version;
use actix_web::http::header::HOST;
use actix_web::http::uri::Authority;
use kifu_engine::message::Quote;
use serde_json::json;

use super::Boundary;
use crate::http::problem::{Code, Problem};
use crate::http::words::requests::Requests;

/// How a request may name this service.
#[derive(Clone, Debug)]
pub struct Hosts {
    listen: IpAddr,
    public: Option<Authority>,
    allowed: Vec<String>,
}

impl Hosts {
    /// The names of the address that it listens on, of where people reach it, and these.
    pub fn new(listen: SocketAddr, public: Option<Authority>, allowed: &[String]) -> Self {
        let allowed = allowed.iter().map(|name| name.trim().trim_end_matches('.').to_ascii_lowercase());
        Self { listen: listen.ip(), public, allowed: allowed.collect() }
    }

    /// True if this is a name of the service.
    pub fn are(&self, authority: &Authority) -> bool {
        self.are_own(authority) || self.is_public(authority) || self.is_allowed(&name(authority))
    }

    /// True if this is a name of the machine itself. Where the service listens on every address, any address is one:
    /// rebinding needs a name.
    pub fn are_own(&self, authority: &Authority) -> bool {
        let name = name(authority);
        match name.parse::<IpAddr>().map(|ip| ip.to_canonical()) {
            Ok(ip) => ip.is_loopback() || ip == self.listen || self.listen.is_unspecified(),
            Err(_) => name == "localhost" || name.ends_with(".localhost"),
        }
    }

    /// The names that were allowed beside.
    pub fn allowed(&self) -> &[String] {
        &self.allowed
    }

    /// The public address of the service.
    pub fn public(&self) -> Option<&Authority> {
        self.public.as_ref()
    }

    fn is_public(&self, authority: &Authority) -> bool {
        self.public.as_ref().is_some_and(|public| self::name(public) == self::name(authority))
    }

    fn is_allowed(&self, name: &str) -> bool {
        self.allowed.iter().any(|allowed| match allowed.strip_prefix('*') {
            Some(domain) => domain.starts_with('.') && name.ends_with(domain),
            None => allowed == name,
        })
    }
}

/// The name or address in it, without a port or brackets.
pub fn name(authority: &Authority) -> String {
    let host = authority.host().trim_start_matches('[').trim_end_matches(']');
    host.trim_end_matches('.').to_ascii_lowercase()
}

/// The name that a request gives; none in old requests without one.
pub fn named(request: &HttpRequest) -> Option<Authority> {
    let host = || request.headers().get(HOST)?.to_str().ok()?.parse().ok();
    request.uri().authority().cloned().or_else(host)
}

/// Refuses a request that is meant for another service.
pub fn check(boundary: &Boundary, request: &HttpRequest) -> Result<(), Problem> {
    check_name(&boundary.hosts, request)
}

/// Checks the name in a request where only the names are known.
pub fn check_name(hosts: &Hosts, request: &HttpRequest) -> Result<(), Problem> {
    let hosts_sent = request.headers().get_all(HOST).count();
    if hosts_sent == 0 && request.uri().authority().is_none() && request.version() < Version::HTTP_11 {
        return Ok(());
    }
    match named(request) {
        Some(name) if hosts_sent < 2 && hosts.are(&name) => Ok(()),
        Some(name) if hosts_sent < 2 => Err(unknown(&name)),
        _ => Err(Problem::parameter("Host", Requests::OneHost { name: "Host".into() })),
    }
}

fn unknown(name: &Authority) -> Problem {
    let message = Requests::UnknownHost { host: Quote(name.host().to_owned()) };
    Problem::new(Code::UnknownHost, message).with(json!({ "host": name.host() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(listen: &str, public: Option<&str>, allowed: &[&str]) -> Hosts {
        let public: Option<crate::http::links::PublicUrl> = public.map(|url| url.parse().expect("a URL"));
        let allowed: Vec<_> = allowed.iter().map(|name| (*name).to_owned()).collect();
        Hosts::new(
            listen.parse().expect("an address"),
            public.as_ref().and_then(crate::http::links::PublicUrl::authority),
            &allowed,
        )
    }

    #[test]
    fn only_names_of_this_service_are_its_names() {
        let loopback = hosts("127.0.0.1:8080", Some("https://kifu.example.org/x"), &["a.lan", "*.b.lan"]);
        let everywhere = hosts("0.0.0.0:80", None, &[]);
        for (name, here, there) in [
            ("127.0.0.1:8080", true, true),
            ("localhost", true, true),
            ("LOCALHOST.:81", true, true),
            ("kifu.localhost", true, true),
            ("[::1]:8080", true, true),
            ("[::ffff:127.0.0.1]", true, true),
            ("kifu.example.org", true, false),
            ("KIFU.example.org:443", true, false),
            ("a.lan:8080", true, false),
            ("x.b.lan", true, false),
            ("b.lan", false, false),
            ("x.a.lan", false, false),
            ("evil.example", false, false),
            ("localhost.evil.example", false, false),
            ("127.0.0.1.evil.example", false, false),
            ("evillocalhost", false, false),
            ("192.0.2.7", false, true),
            ("[2001:db8::7]:80", false, true),
        ] {
            let authority: Authority = name.parse().expect(name);
            assert_eq!((loopback.are(&authority), everywhere.are(&authority)), (here, there), "{name}");
        }
    }
}
