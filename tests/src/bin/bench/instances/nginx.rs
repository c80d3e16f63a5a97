//! nginx as the proxy before the instances.

use std::net::SocketAddr;

use crate::Failure;

/// How requests are divided among instances.
#[derive(Clone, Copy)]
pub enum Division {
    /// All go to one of them.
    One,
    /// They go to both in turns.
    InTurns,
    /// All requests of a record go to the same one, as long as it is there.
    ByRecord,
}

/// One process that divides requests in each of these ways, on a port for each.
pub struct Nginx {
    nginx: kifu_tests::Nginx,
    addresses: [SocketAddr; 3],
}

impl Nginx {
    /// Looks whether there is one.
    pub fn find() -> Result<(), Failure> {
        let missing = "nginx is not installed, which is needed here: sudo apt-get install nginx-light";
        if kifu_tests::Nginx::is_installed() { Ok(()) } else { Err(missing.into()) }
    }

    /// Starts it before instances on these ports of this machine.
    pub fn before(instances: [u16; 2]) -> Result<Self, Failure> {
        let addresses = kifu_tests::Nginx::free_addresses()?;
        let nginx = kifu_tests::Nginx::start(&servers(instances, addresses), &addresses)?;
        Ok(Self { nginx, addresses })
    }

    /// Where it divides requests in this way.
    pub fn address(&self, division: Division) -> SocketAddr {
        self.addresses[division as usize]
    }

    /// The id of its first process.
    pub fn pid(&self) -> u32 {
        self.nginx.pid()
    }
}

/// As docs/shards.md shows it, with connections to the instances that stay open.
fn servers(instances: [u16; 2], addresses: [SocketAddr; 3]) -> String {
    let [first, second] =
        instances.map(|port| format!("server 127.0.0.1:{port} max_fails=1 fail_timeout=1s;"));
    let server = |address: SocketAddr, upstream: &str| {
        format!(
            "server {{ listen {address}; location / {{ proxy_pass http://{upstream}; proxy_http_version 1.1; \
             proxy_set_header Connection \"\"; proxy_set_header Host $http_host; proxy_connect_timeout 1s; \
             proxy_read_timeout 5s; }} }}"
        )
    };
    format!(
        "keepalive_requests 100000000;\n\
         upstream one {{ {first} keepalive 128; keepalive_requests 100000000; }}\n\
         upstream in_turns {{ {first} {second} keepalive 128; keepalive_requests 100000000; }}\n\
         map $request_uri $record {{ default $request_id; ~^/v1/games/(?<id>[0-9a-f-]+) $id; }}\n\
         upstream by_record {{ hash $record consistent; {first} {second} keepalive 128; keepalive_requests 100000000; }}\n\
         {}\n{}\n{}",
        server(addresses[0], "one"),
        server(addresses[1], "in_turns"),
        server(addresses[2], "by_record"),
    )
}
