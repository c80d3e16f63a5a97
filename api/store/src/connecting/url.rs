//! Address of a database.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use tokio_postgres::config::{self, Host};
use tokio_postgres::{Client, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::certificates::{NewCertificates, SharedConnector};
use super::failure::ConnectError;
use super::servers::Servers;
use super::tls::{SslMode, TlsError, TlsSettings};
use super::tls_parameters;

/// Address of a PostgreSQL database, as a URL or as `key=value` pairs, with `sslmode`, `sslrootcert`, `sslcert` and
/// `sslkey` as libpq has them. It may name several servers: a primary and its standbys. Printed without its password.
#[derive(Clone)]
pub struct DatabaseUrl {
    config: tokio_postgres::Config,
    servers: Servers,
    tls: TlsSettings,
    connector: SharedConnector,
}

/// Not the address of a PostgreSQL database. Its text is not repeated: it may hold a password.
#[derive(Debug, Error)]
pub enum DatabaseUrlError {
    /// It does not read as one.
    #[error(
        "not the address of a PostgreSQL database, such as postgresql://user:password@host:5432/name\n\
         PostgreSQL データベースのアドレスではありません（例：postgresql://user:password@host:5432/name）。"
    )]
    NoAddress,
    /// The TLS settings can't be followed.
    #[error(transparent)]
    Tls(#[from] TlsError),
}

/// The connection that a client speaks over; to be polled beside it.
pub(crate) type Connection = tokio_postgres::Connection<
    Socket,
    <MakeRustlsConnect as tokio_postgres::tls::MakeTlsConnect<Socket>>::Stream,
>;

impl DatabaseUrl {
    /// Returns the address for reading: if it names several servers, a standby is used.
    #[must_use]
    pub fn for_reading(self) -> Self {
        Self { servers: self.servers.for_reading(), ..self }
    }

    /// True if only a standby is used.
    pub(crate) fn is_of_standbys(&self) -> bool {
        self.servers.are_standbys()
    }

    /// Reads the certificates again that it names.
    ///
    /// # Errors
    ///
    /// If one can't be used.
    pub(crate) fn read_certificates(&self) -> Result<NewCertificates, TlsError> {
        Ok(self.connector.replaced_by(self.tls.connector()?))
    }

    /// How TLS is used.
    pub fn ssl_mode(&self) -> SslMode {
        self.tls.mode
    }

    /// True if connections may cross a network on which others could read them or pose as the database.
    pub fn is_unverified(&self) -> bool {
        let remote = |host: &Host| match host {
            Host::Tcp(name) => !["localhost", "127.0.0.1", "::1"].contains(&name.as_str()),
            Host::Unix(_) => false,
        };
        self.tls.mode < SslMode::VerifyCa && self.config.get_hosts().iter().any(remote)
    }

    /// Connects once, beside any pool.
    ///
    /// # Errors
    ///
    /// If no connection comes about; the error says with which host, why, and what helps.
    pub(crate) async fn connect(&self) -> Result<(Client, Connection), ConnectError> {
        self.open_connection().await.map_err(|error| ConnectError::new(self, &self.tls, &error))
    }

    /// A connection for a pool.
    pub(crate) async fn open_connection(&self) -> Result<(Client, Connection), tokio_postgres::Error> {
        self.servers.connect(self.connector.now()).await
    }

    /// True if it names several servers.
    pub(crate) fn has_several_servers(&self) -> bool {
        self.servers.are_several()
    }

    /// A connection got no answer in time.
    pub(crate) fn note_silence(&self) {
        self.servers.note_silence();
    }

    /// How often a connection of several servers got no answer in time. One that was made before the last time is not to
    /// be used again.
    pub(crate) fn silences(&self) -> u64 {
        self.servers.silences()
    }

    /// The server that was reached last is not the right one.
    pub(crate) fn pass_over_server(&self) {
        self.servers.pass_over();
    }
}

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    /// Also reads the certificates that it names.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parameters = tls_parameters::take(text.trim()).ok_or(DatabaseUrlError::NoAddress)??;
        let config: tokio_postgres::Config =
            parameters.rest.parse().map_err(|_| DatabaseUrlError::NoAddress)?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(DatabaseUrlError::NoAddress);
        }
        let mut tls = parameters.tls;
        // On a socket of this machine there is nothing to encrypt; libpq passes the settings over, too.
        if config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_))) {
            tls.mode = SslMode::Disable;
        }
        let ssl_mode = match tls.mode {
            SslMode::Disable => config::SslMode::Disable,
            SslMode::Prefer => config::SslMode::Prefer,
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => config::SslMode::Require,
        };
        let servers = Servers::new(&config, ssl_mode);
        let connector = SharedConnector::new(tls.connector()?);
        Ok(Self { config, servers, tls, connector })
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ports = self.config.get_ports();
        // One port is that of all hosts.
        let port = |number: usize| ports.get(number).filter(|_| ports.len() > 1);
        let hosts = self.config.get_hosts().iter().enumerate();
        let hosts: Vec<String> = hosts
            .map(|(number, name)| {
                port(number).map_or_else(|| host(name), |port| format!("{}:{port}", host(name)))
            })
            .collect();
        f.write_str("postgresql://")?;
        if let Some(user) = self.config.get_user() {
            write!(f, "{user}@")?;
        }
        write!(f, "{}", hosts.join(","))?;
        if let [port] = ports {
            write!(f, ":{port}")?;
        }
        write!(f, "/{}", self.config.get_dbname().unwrap_or_default())
    }
}

fn host(host: &Host) -> String {
    match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(folder) => format!("[{}]", folder.display()),
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_address_is_not_repeated() {
        for text in ["postgres:/ann:s3cret@db", "postgresql://ann:s3cret@db/kifu?sslmode=s3cret0"] {
            let wrong = text.parse::<DatabaseUrl>().unwrap_err();
            assert!(!wrong.to_string().contains("ann"), "{wrong}");
        }
    }

    #[test]
    fn passwords_are_never_printed() {
        for text in
            ["postgresql://ann:s3cret@db:5433/kifu", "host=db port=5433 user=ann password=s3cret dbname=kifu"]
        {
            let url: DatabaseUrl = text.parse().unwrap();
            assert_eq!(url.to_string(), "postgresql://ann@db:5433/kifu");
            assert!(!format!("{url:?}").contains("s3cret"));
            assert_eq!(url.config.get_password(), Some("s3cret".as_bytes()));
        }
    }

    #[test]
    fn all_servers_are_printed() {
        let url: DatabaseUrl = "postgresql://ann:s3cret@one:5433,two:5434/kifu".parse().unwrap();
        assert_eq!(url.to_string(), "postgresql://ann@one:5433,two:5434/kifu");
    }

    #[test]
    fn a_socket_of_this_machine_needs_no_tls() {
        let url: DatabaseUrl = "host=/run/postgresql user=ann sslmode=require".parse().unwrap();
        assert_eq!(url.ssl_mode(), SslMode::Disable);
        assert!(!url.is_unverified());
    }

    #[test]
    fn what_is_not_verified_is_known() {
        for (text, unverified) in [
            ("host=db.example.org user=ann", true),
            ("host=db.example.org user=ann sslmode=require", true),
            ("host=localhost user=ann", false),
        ] {
            assert_eq!(text.parse::<DatabaseUrl>().unwrap().is_unverified(), unverified, "{text}");
        }
    }
}
