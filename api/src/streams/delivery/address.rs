//! Where notices may be sent: to the public internet, and to networks that the operator names.
//! Everything else is refused, so that nobody reaches the operator's own network through us.
//!
//! No address is trusted twice. Our resolver resolves a webhook's name, every address that it finds is checked, and the
//! connection goes to these addresses. A failure to find a host and a refusal read alike, so that nobody learns the
//! names inside.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

/// Not for anybody on the public internet: the special-purpose registry of RFC 6890 as IANA keeps
/// it, multicast, and the address under which a cloud's host answers to its guests.
const REFUSED_V4: &[Ipv4Net] = &[
    v4(0, 0, 0, 0, 8),
    v4(10, 0, 0, 0, 8),
    v4(100, 64, 0, 0, 10),
    v4(127, 0, 0, 0, 8),
    v4(168, 63, 129, 16, 32),
    v4(169, 254, 0, 0, 16),
    v4(172, 16, 0, 0, 12),
    v4(192, 0, 0, 0, 24),
    v4(192, 0, 2, 0, 24),
    v4(192, 31, 196, 0, 24),
    v4(192, 52, 193, 0, 24),
    v4(192, 88, 99, 0, 24),
    v4(192, 168, 0, 0, 16),
    v4(192, 175, 48, 0, 24),
    v4(198, 18, 0, 0, 15),
    v4(198, 51, 100, 0, 24),
    v4(203, 0, 113, 0, 24),
    v4(224, 0, 0, 0, 4),
    v4(240, 0, 0, 0, 4),
];

/// The only part of IPv6 that is given to anybody on the public internet (RFC 4291, 2.4).
const GLOBAL_V6: Ipv6Net = v6([0x2000, 0, 0, 0], 3);

/// Parts of it that are for protocols, tunnels (Teredo, 6to4) or documentation.
const REFUSED_V6: &[Ipv6Net] = &[
    v6([0x2001, 0, 0, 0], 23),
    v6([0x2001, 0xdb8, 0, 0], 32),
    v6([0x2002, 0, 0, 0], 16),
    v6([0x2620, 0x4f, 0x8000, 0], 48),
    v6([0x3fff, 0, 0, 0], 20),
];

/// Names of IPv4 addresses where a network has only IPv6 (NAT64, RFC 6052).
const NAT64: Ipv6Net = v6([0x64, 0xff9b, 0, 0], 96);

const fn v4(a: u8, b: u8, c: u8, d: u8, length: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), length)
}

const fn v6([a, b, c, d]: [u16; 4], length: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0), length)
}

/// The networks that the operator allows beside the public internet.
#[derive(Clone, Debug, Default)]
pub struct AllowedNetworks(Vec<IpNet>);

impl AllowedNetworks {
    /// These.
    pub fn new(allowed: Vec<IpNet>) -> Self {
        Self(allowed)
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if a notice may be sent there. Unencrypted ones stay within the networks that the operator names.
    pub fn may_send_to(&self, address: IpAddr, encrypted: bool) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address)) || (encrypted && is_public(address))
    }
}

/// True if an address is one of the public internet.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) if NAT64.contains(&address) => {
            let [.., a, b, c, d] = address.octets();
            is_public_v4(Ipv4Addr::new(a, b, c, d))
        }
        IpAddr::V6(address) => {
            GLOBAL_V6.contains(&address) && !REFUSED_V6.iter().any(|network| network.contains(&address))
        }
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    !REFUSED_V4.iter().any(|network| network.contains(&address))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUBLIC: &[&str] = &[
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "168.63.129.15",
        "169.253.255.255",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2001:200::1",
        "2001:4860:4860::8888",
        "2606:4700:4700::1111",
        "2a00:1450::1",
        "3ffe:ffff::1",
        // A public IPv4 address: mapped, and through NAT64.
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
    ];

    const REFUSED: &[&str] = &[
        // This host, this network, loopback.
        "0.0.0.0",
        "0.1.2.3",
        "127.0.0.1",
        "127.255.255.254",
        "::",
        "::1",
        // Private, shared, unique-local, site-local, link-local; where clouds serve secrets.
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.100.100.200",
        "100.127.255.255",
        "168.63.129.16",
        "169.254.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.0.1",
        "192.168.255.255",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "febf::1",
        "fec0::1",
        // Protocols, documentation, benchmarks.
        "192.0.0.1",
        "192.0.0.192",
        "192.0.2.1",
        "192.88.99.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "100::1",
        "2001:2::1",
        "2001:10::1",
        "2001:20::1",
        "2001:db8::1",
        "3fff::1",
        "5f00::1",
        // Multicast, reserved, broadcast.
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "ff02::1",
        "ff0e::1",
        // Inner addresses dressed as others: mapped, compatible, translated, NAT64, 6to4, Teredo.
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "::127.0.0.1",
        "::ffff:0:127.0.0.1",
        "64:ff9b::127.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b::169.254.169.254",
        "64:ff9b:1::10.0.0.1",
        "2002:7f00:1::1",
        "2002:a00:1::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001::1",
        // Given to nobody yet.
        "4000::1",
        "e000::1",
    ];

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn the_public_internet_is_reached_encrypted() {
        let none = AllowedNetworks::default();
        for text in PUBLIC {
            assert!(none.may_send_to(address(text), true), "{text}");
            assert!(!none.may_send_to(address(text), false), "{text} in the clear");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        let none = AllowedNetworks::default();
        for text in REFUSED {
            assert!(!none.may_send_to(address(text), true), "{text}");
            assert!(!none.may_send_to(address(text), false), "{text} in the clear");
        }
    }

    #[test]
    fn the_operator_allows_networks_however_they_are_written() {
        let networks =
            ["127.0.0.0/8", "fd12::/16"].map(|network| network.parse().expect("a network")).to_vec();
        let networks = AllowedNetworks::new(networks);
        for (text, allowed) in [
            ("127.0.0.1", true),
            ("::ffff:127.0.0.1", true),
            ("fd12::1", true),
            ("::1", false),
            ("fd13::1", false),
            ("10.0.0.1", false),
            ("8.8.8.8", false),
        ] {
            assert_eq!(networks.may_send_to(address(text), false), allowed, "{text}");
        }
        assert!(networks.may_send_to(address("8.8.8.8"), true));
    }
}
