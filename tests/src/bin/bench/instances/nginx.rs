//! nginx as the proxy before the instances.

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

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
    child: Child,
    folder: PathBuf,
    addresses: [SocketAddr; 3],
}

impl Nginx {
    /// Looks whether there is one.
    pub fn find() -> Result<(), Failure> {
        let found = Command::new("nginx").arg("-v").stderr(Stdio::null()).status();
        let missing = "nginx is not installed, which is needed here: sudo apt-get install nginx-light";
        if found.is_ok_and(|status| status.success()) { Ok(()) } else { Err(missing.into()) }
    }

    /// Starts it before instances on these ports of this machine.
    pub fn before(instances: [u16; 2]) -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("kifu-nginx-{}", uuid::Uuid::now_v7().simple()));
        fs::create_dir(&folder)?;
        let mut addresses = Vec::new();
        for _ in 0..3 {
            addresses.push(TcpListener::bind("127.0.0.1:0")?.local_addr()?);
        }
        let addresses = [addresses[0], addresses[1], addresses[2]];
        let file = folder.join("nginx.conf");
        fs::write(&file, configuration(&folder.display().to_string(), instances, addresses))?;
        let child = Command::new("nginx").arg("-c").arg(&file).arg("-p").arg(&folder).spawn()?;
        let nginx = Self { child, folder, addresses };
        let begun = Instant::now();
        while addresses.iter().any(|address| TcpStream::connect(address).is_err()) {
            if begun.elapsed() > Duration::from_secs(10) {
                return Err("nginx did not start".into());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(nginx)
    }

    /// Where it divides requests in this way.
    pub fn address(&self, division: Division) -> SocketAddr {
        self.addresses[division as usize]
    }

    /// The id of its first process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }
}

/// As docs/operating.md shows it, with connections to the instances that stay open.
fn configuration(folder: &str, instances: [u16; 2], addresses: [SocketAddr; 3]) -> String {
    let [first, second] =
        instances.map(|port| format!("server 127.0.0.1:{port} max_fails=1 fail_timeout=1s;"));
    let server = |address: SocketAddr, upstream: &str| {
        format!(
            "server {{ listen {address}; location / {{ proxy_pass http://{upstream}; proxy_http_version 1.1; \
             proxy_set_header Connection \"\"; proxy_set_header Host $http_host; proxy_connect_timeout 1s; \
             proxy_read_timeout 5s; }} }}"
        )
    };
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {folder}/{name};"))
        .join(" ");
    format!(
        "daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors;\n\
         events {{ worker_connections 2048; }}\n\
         http {{\n access_log off; keepalive_requests 100000000; {temporary}\n\
         upstream one {{ {first} keepalive 128; keepalive_requests 100000000; }}\n\
         upstream in_turns {{ {first} {second} keepalive 128; keepalive_requests 100000000; }}\n\
         map $request_uri $record {{ default $request_id; ~^/v1/games/(?<id>[0-9a-f-]+) $id; }}\n\
         upstream by_record {{ hash $record consistent; {first} {second} keepalive 128; keepalive_requests 100000000; }}\n\
         {}\n{}\n{}\n}}\n",
        server(addresses[0], "one"),
        server(addresses[1], "in_turns"),
        server(addresses[2], "by_record"),
    )
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-s", "TERM", &self.pid().to_string()]).status();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
