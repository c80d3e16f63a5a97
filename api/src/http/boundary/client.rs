//! The client of a request: this machine, an address, a token, the operator.

use std::net::{IpAddr, Ipv6Addr};

use actix_web::http::header::{AUTHORIZATION, HeaderMap, HeaderName};
use actix_web::{HttpMessage, HttpRequest};
use ipnet::IpNet;

use super::Boundary;
use super::{host, origin};
use crate::http::credentials::{Vouched, bearer, hash};
use kifu_store::Hash;

/// Headers by which proxies, load balancers, tunnels and content networks say that they are one, or whom they ask for.
const BY_PROXY: [&str; 26] = [
    "cdn-loop",
    "client-ip",
    "do-connecting-ip",
    "fastly-client-ip",
    "fly-client-ip",
    "forwarded",
    "forwarded-for",
    "front-end-https",
    "tailscale-user-login",
    "true-client-ip",
    "via",
    "x-amz-cf-id",
    "x-amzn-trace-id",
    "x-appengine-user-ip",
    "x-arr-ssl",
    "x-azure-clientip",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-envoy-external-address",
    "x-nf-client-connection-ip",
    "x-original-host",
    "x-proxyuser-ip",
    "x-real-ip",
    "x-scheme",
    "x-url-scheme",
    "x-vercel-forwarded-for",
];
/// How further such headers begin.
const BY_PROXY_PREFIXES: [&str; 4] = ["cf-", "fly-forwarded-", "x-forwarded", "x-original-forwarded-"];

/// The proxies that are believed.
#[derive(Clone, Debug)]
pub struct TrustedProxies {
    trusted: Vec<IpNet>,
    header: HeaderName,
}

/// An address as far as it stands for one client: of IPv6 the first 64 bits, for one client has the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address(IpAddr);

/// Whom a request is counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Payer {
    /// The holder of the operator's key.
    Operator,
    /// The holder of this token. It was found valid.
    Token(Hash),
    /// A client at this address.
    Address(Address),
}

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        })
    }
}

impl TrustedProxies {
    /// Believes proxies of these networks what they say in this header.
    pub fn new(trusted: &[IpNet], header: HeaderName) -> Self {
        Self { trusted: trusted.to_vec(), header }
    }

    /// The address of the client: that of the peer, or the last one before trusted proxies.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.are_trusted(peer) {
            return peer.to_canonical();
        }
        let values = headers.get_all(&self.header).filter_map(|value| value.to_str().ok());
        let hops: Vec<_> = values.flat_map(|value| value.split(',')).collect();
        let mut client = peer.to_canonical();
        for hop in hops.into_iter().rev() {
            let Some(address) = address(&self.header, hop) else { break };
            client = address;
            if !self.are_trusted(address) {
                break;
            }
        }
        client
    }

    /// True if a trusted network has this address.
    pub fn are_trusted(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(&address.to_canonical()))
    }
}

/// The address in one element of such a header.
fn address(header: &HeaderName, element: &str) -> Option<IpAddr> {
    let text = if header == "forwarded" {
        let mut pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(name, _)| name.eq_ignore_ascii_case("for"))?.1.trim_matches('"')
    } else {
        element.trim()
    };
    let bracketed = text.strip_prefix('[').and_then(|rest| rest.split(']').next());
    let text = match bracketed {
        Some(inside) => inside,
        // A port behind an IPv4 address.
        None if text.matches(':').count() == 1 => text.split(':').next()?,
        None => text,
    };
    text.parse::<IpAddr>().ok().map(|address| address.to_canonical())
}

/// The address that a request is counted for.
pub fn address_of(boundary: &Boundary, request: &HttpRequest) -> Option<Address> {
    let peer = request.peer_addr()?.ip();
    Some(boundary.networks.client(peer, request.headers()).into())
}

/// The client that a request is counted for; nobody, where this machine itself asks. A token that was not found valid
/// is not counted: else a client with made-up tokens could not be counted.
pub fn payer(boundary: &Boundary, request: &HttpRequest) -> Option<Payer> {
    if is_undisturbed(boundary, request) {
        return None;
    }
    let address = address_of(boundary, request)?;
    match bearer(request).ok().flatten() {
        Some(key) if boundary.secrets.is_operator(key) => Some(Payer::Operator),
        Some(token) if is_vouched(boundary, request, address, &hash(token)) => {
            Some(Payer::Token(hash(token)))
        }
        _ => Some(Payer::Address(address)),
    }
}

/// True if the token of a request is valid, or was when this address showed it last.
pub fn is_vouched(boundary: &Boundary, request: &HttpRequest, address: Address, token: &Hash) -> bool {
    request.extensions().contains::<Vouched>() || boundary.failures.knows(address, token)
}

/// True if the peer of a request is a trusted proxy.
pub fn came_by_trusted_proxy(boundary: &Boundary, request: &HttpRequest) -> bool {
    request.peer_addr().is_some_and(|peer| boundary.networks.are_trusted(peer.ip()))
}

/// True if a program of this machine asks for itself: no proxy, no page of another site.
pub fn is_undisturbed(boundary: &Boundary, request: &HttpRequest) -> bool {
    let peer = request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback());
    peer && !came_by_proxy(&boundary.networks, request.headers()) && !origin::is_foreign(boundary, request)
}

/// True if only a program of this machine can have asked, and it used a name of the machine itself.
pub fn is_local(boundary: &Boundary, request: &HttpRequest) -> bool {
    let by_own_name = || host::named(request).is_none_or(|name| boundary.hosts.are_own(&name));
    is_undisturbed(boundary, request) && by_own_name()
}

/// True if a request shows a token that could be guessed.
pub fn shows_a_token(boundary: &Boundary, request: &HttpRequest) -> bool {
    request.headers().contains_key(AUTHORIZATION) && address_of(boundary, request).is_some()
}

/// True if a request has a header of a proxy: a usual one, or the one that this service reads. A proxy on this machine
/// makes every client seem local; most proxies send such a header.
fn came_by_proxy(networks: &TrustedProxies, headers: &HeaderMap) -> bool {
    headers.keys().any(|header| {
        let name = header.as_str();
        *header == networks.header
            || BY_PROXY.contains(&name)
            || BY_PROXY_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn client(header: &'static str, values: &[&str], peer: &str) -> String {
        let trusted = ["127.0.0.0/8", "10.0.0.0/8", "fd00::/8"].map(|net| net.parse().expect("a network"));
        let networks = TrustedProxies::new(&trusted, HeaderName::from_static(header));
        let request =
            values.iter().fold(TestRequest::get(), |request, value| request.append_header((header, *value)));
        networks.client(peer.parse().expect("an address"), request.to_http_request().headers()).to_string()
    }

    #[test]
    fn a_client_is_the_last_address_before_proxies_that_are_believed() {
        const XFF: &str = "x-forwarded-for";
        for (header, values, peer, expected) in [
            (XFF, &["192.0.2.1"][..], "127.0.0.1", "192.0.2.1"),
            (XFF, &["192.0.2.1"], "198.51.100.1", "198.51.100.1"),
            (XFF, &[], "127.0.0.1", "127.0.0.1"),
            (XFF, &["6.6.6.6, 192.0.2.1, 10.0.0.3"], "10.0.0.2", "192.0.2.1"),
            (XFF, &["6.6.6.6, 192.0.2.1", "10.0.0.3"], "10.0.0.2", "192.0.2.1"),
            (XFF, &["6.6.6.6, unknown, 10.0.0.3"], "10.0.0.2", "10.0.0.3"),
            (XFF, &["192.0.2.1:4711"], "::ffff:127.0.0.1", "192.0.2.1"),
            (XFF, &["[2001:db8::1]:4711"], "127.0.0.1", "2001:db8::1"),
            (XFF, &["2001:db8::1"], "127.0.0.1", "2001:db8::1"),
            ("forwarded", &["for=6.6.6.6, for=\"[2001:db8::1]:47\";proto=https"], "127.0.0.1", "2001:db8::1"),
            ("forwarded", &["proto=https; For=192.0.2.1, for=10.1.1.1"], "127.0.0.1", "192.0.2.1"),
            ("forwarded", &["for=_hidden"], "127.0.0.1", "127.0.0.1"),
            ("cf-connecting-ip", &["192.0.2.1"], "127.0.0.1", "192.0.2.1"),
        ] {
            assert_eq!(client(header, values, peer), expected, "{header}: {values:?} by {peer}");
        }
    }

    #[test]
    fn a_64_of_ipv6_is_one_client() {
        let of = |text: &str| Address::from(text.parse::<IpAddr>().expect(text));
        assert_eq!(of("2001:db8:1:2::7"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:2::7"), of("2001:db8:1:3::7"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }

    #[test]
    fn proxies_are_recognized_by_every_usual_header() {
        let networks = TrustedProxies::new(&[], HeaderName::from_static("x-gateway-client"));
        let headers = |name: &'static str| TestRequest::get().insert_header((name, "x")).to_http_request();
        for name in [
            "Forwarded",
            "Via",
            "X-Forwarded-For",
            "X-Forwarded-Proto",
            "X-Forwarded-Host",
            "X-Forwarded-Port",
            "X-Real-IP",
            "CF-Connecting-IP",
            "CF-Ray",
            "True-Client-IP",
            "Fly-Client-IP",
            "CDN-Loop",
            "X-Gateway-Client",
        ] {
            assert!(came_by_proxy(&networks, headers(name).headers()), "{name}");
        }
        for name in ["Host", "Accept", "Origin", "X-Requested-With", "Sec-Fetch-Site"] {
            assert!(!came_by_proxy(&networks, headers(name).headers()), "{name}");
        }
    }
}
