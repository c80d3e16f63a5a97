//! Address of a database.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;
use tokio_postgres::config::{self, Host};
use tokio_postgres::{Client, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::failure::ConnectError;
use super::tls::{SslMode, TlsError, TlsSettings};
use super::tls_parameters;

/// How long to wait for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a peer may be silent that has something to acknowledge.
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(30);

/// Address of a PostgreSQL database, as a URL or as `key=value` pairs, with `sslmode`, `sslrootcert`, `sslcert` and
/// `sslkey` as libpq has them. Printed without its password.
#[derive(Clone)]
pub struct DatabaseUrl {
    config: tokio_postgres::Config,
    tls: TlsSettings,
    connector: MakeRustlsConnect,
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
    /// What it says of TLS can't be followed.
    #[error(transparent)]
    Tls(#[from] TlsError),
}

/// The connection that a client speaks over; to be polled beside it.
pub(crate) type Connection = tokio_postgres::Connection<
    Socket,
    <MakeRustlsConnect as tokio_postgres::tls::MakeTlsConnect<Socket>>::Stream,
>;

impl DatabaseUrl {
    /// For `tokio_postgres` and `deadpool_postgres`.
    pub(crate) fn config(&self) -> &tokio_postgres::Config {
        &self.config
    }

    /// What wraps its connections in TLS.
    pub(crate) fn connector(&self) -> MakeRustlsConnect {
        self.connector.clone()
    }

    /// How TLS is used.
    pub fn ssl_mode(&self) -> SslMode {
        self.tls.mode
    }

    /// Whether connections may cross a network on which others could read them or pose as the database.
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
        let connected = self.config.connect(self.connector()).await;
        connected.map_err(|error| ConnectError::new(self, &self.tls, &error))
    }
}

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    /// Also reads the certificates that it names.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parameters = tls_parameters::take(text.trim()).ok_or(DatabaseUrlError::NoAddress)??;
        let mut config: tokio_postgres::Config =
            parameters.rest.parse().map_err(|_| DatabaseUrlError::NoAddress)?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(DatabaseUrlError::NoAddress);
        }
        let mut tls = parameters.tls;
        // On a socket of this machine there is nothing to encrypt; libpq passes the settings over, too.
        if config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_))) {
            tls.mode = SslMode::Disable;
        }
        config.connect_timeout(CONNECT_TIMEOUT).tcp_user_timeout(TCP_USER_TIMEOUT).application_name("kifu");
        config.ssl_mode(match tls.mode {
            SslMode::Disable => config::SslMode::Disable,
            SslMode::Prefer => config::SslMode::Prefer,
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => config::SslMode::Require,
        });
        let connector = tls.connector()?;
        Ok(Self { config, tls, connector })
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts: Vec<String> = self.config.get_hosts().iter().map(host).collect();
        f.write_str("postgresql://")?;
        if let Some(user) = self.config.get_user() {
            write!(f, "{user}@")?;
        }
        write!(f, "{}", hosts.join(","))?;
        if let [port] = self.config.get_ports() {
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
            assert_eq!(url.config().get_password(), Some("s3cret".as_bytes()));
        }
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
