//! The servers of an address. A primary and its standby are named together; the one that has the right role is used.
//!
//! Each attempt has its own time, so that a server that is frozen or gone from the network does not hide the next one.
//! The server that was reached last is tried first. When a connection got no answer in time, those that were made before are
//! not used again: they may all lead to a server that stands still.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::{Client, Config, Error};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::url::Connection;

/// How long to wait for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long to wait for a server that is not the last one to be tried.
const ATTEMPT_TIMEOUT: Duration = Duration::from_millis(1_500);

/// How long a peer may be silent that has something to acknowledge.
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(30);

/// The servers of an address, in the order in which it names them.
#[derive(Clone)]
pub(super) struct Servers {
    configs: Arc<[Config]>,
    first: Arc<AtomicUsize>,
    /// How often a connection got no answer in time.
    silences: Arc<AtomicU64>,
    has_role: bool,
}

impl Servers {
    /// Takes the servers of a parsed address. If there are several, the one that takes writes is used, unless the
    /// address sets the role (`target_session_attrs`).
    pub(super) fn new(address: &Config, ssl_mode: SslMode) -> Self {
        let count = address.get_hosts().len().max(address.get_hostaddrs().len());
        let has_role = address.get_target_session_attrs() != TargetSessionAttrs::Any;
        let configs = (0..count).map(|number| {
            let mut config = one_of(address, number);
            config.ssl_mode(ssl_mode);
            if count > 1 && !has_role {
                config.target_session_attrs(TargetSessionAttrs::ReadWrite);
            }
            config
        });
        Self { configs: configs.collect(), first: Arc::default(), silences: Arc::default(), has_role }
    }

    /// Returns the servers for reading: if there are several, a standby is used, unless the address sets the role.
    pub(super) fn for_reading(mut self) -> Self {
        if self.are_several() && !self.has_role {
            let mut configs = self.configs.to_vec();
            for config in &mut configs {
                config.target_session_attrs(TargetSessionAttrs::ReadOnly);
            }
            self.configs = configs.into();
        }
        self
    }

    /// True if only a standby is used.
    pub(super) fn are_standbys(&self) -> bool {
        self.configs.iter().all(|config| config.get_target_session_attrs() == TargetSessionAttrs::ReadOnly)
    }

    /// True if there are several.
    pub(super) fn are_several(&self) -> bool {
        self.configs.len() > 1
    }

    /// Connects to the first server that has the right role; an error is that of the last server.
    pub(super) async fn connect(&self, tls: MakeRustlsConnect) -> Result<(Client, Connection), Error> {
        let count = self.configs.len();
        let first = self.first.load(Ordering::Relaxed);
        for number in first..first + count.saturating_sub(1) {
            let attempt = self.configs[number % count].connect(tls.clone());
            if let Ok(Ok(connected)) = timeout(ATTEMPT_TIMEOUT, attempt).await {
                self.first.store(number % count, Ordering::Relaxed);
                return Ok(connected);
            }
        }
        let last = (first + count.saturating_sub(1)) % count;
        let connected = self.configs[last].connect(tls).await?;
        self.first.store(last, Ordering::Relaxed);
        Ok(connected)
    }

    /// A connection got no answer in time. Where there is but one server, there is nowhere else to go.
    pub(super) fn note_silence(&self) {
        if self.are_several() {
            self.silences.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How often that has happened.
    pub(super) fn silences(&self) -> u64 {
        self.silences.load(Ordering::Relaxed)
    }

    /// The server that was reached last is not the right one: the next connection begins with the one behind it.
    pub(super) fn pass_over(&self) {
        let next = (self.first.load(Ordering::Relaxed) + 1) % self.configs.len();
        self.first.store(next, Ordering::Relaxed);
    }
}

/// One server of an address that names several.
fn one_of(address: &Config, number: usize) -> Config {
    let mut config = Config::new();
    match address.get_hosts().get(number) {
        Some(Host::Tcp(name)) => drop(config.host(name)),
        Some(Host::Unix(folder)) => drop(config.host_path(folder)),
        None => {}
    }
    address.get_hostaddrs().get(number).map(|ip| config.hostaddr(*ip));
    let ports = address.get_ports();
    ports.get(number).or(ports.first()).map(|port| config.port(*port));
    address.get_user().map(|user| config.user(user));
    address.get_password().map(|password| config.password(password));
    address.get_dbname().map(|name| config.dbname(name));
    address.get_options().map(|options| config.options(options));
    config
        .ssl_negotiation(address.get_ssl_negotiation())
        .channel_binding(address.get_channel_binding())
        .target_session_attrs(address.get_target_session_attrs())
        .keepalives(address.get_keepalives())
        .keepalives_idle(address.get_keepalives_idle());
    address.get_keepalives_interval().map(|interval| config.keepalives_interval(interval));
    address.get_keepalives_retries().map(|retries| config.keepalives_retries(retries));
    config.connect_timeout(CONNECT_TIMEOUT).tcp_user_timeout(TCP_USER_TIMEOUT).application_name("kifu");
    config
}

#[cfg(test)]
mod tests {
    use super::*;

    fn servers(address: &str) -> Servers {
        Servers::new(&address.parse().unwrap(), SslMode::Disable)
    }

    fn roles(servers: &Servers) -> Vec<TargetSessionAttrs> {
        servers.configs.iter().map(Config::get_target_session_attrs).collect()
    }

    #[test]
    fn of_several_servers_one_writes_and_another_is_read() {
        use TargetSessionAttrs::{Any, ReadOnly, ReadWrite};
        let two = servers("postgresql://ann:s3cret@one:5433,two:5434/kifu?options=-cjit%3Doff");
        assert_eq!(roles(&two), [ReadWrite; 2]);
        assert_eq!(roles(&two.clone().for_reading()), [ReadOnly; 2]);
        let second = &two.configs[1];
        assert_eq!((second.get_hosts(), second.get_ports()), (&[Host::Tcp("two".into())][..], &[5434][..]));
        assert_eq!((second.get_user(), second.get_dbname()), (Some("ann"), Some("kifu")));
        assert_eq!((second.get_password(), second.get_options()), (Some(&b"s3cret"[..]), Some("-cjit=off")));
        let one = servers("postgresql://ann@one/kifu");
        assert_eq!((roles(&one), roles(&one.clone().for_reading())), (vec![Any], vec![Any]));
        let said = servers("host=one,two port=5433 user=ann target_session_attrs=read-write");
        assert_eq!(roles(&said.clone().for_reading()), [ReadWrite; 2]);
        assert_eq!(said.configs[1].get_ports(), [5433]);
    }

    #[test]
    fn a_server_that_was_passed_over_is_tried_last() {
        let two = servers("host=one,two user=ann");
        let clone = two.clone();
        two.pass_over();
        assert_eq!(clone.first.load(Ordering::Relaxed), 1, "all connections of an address know it");
        two.pass_over();
        assert_eq!(clone.first.load(Ordering::Relaxed), 0);
    }
}
