//! A PostgreSQL that somebody else runs, as far as Kifu can tell: on a port of this machine, with users, passwords and
//! certificates.

use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::certificates::Certificate;
use crate::cluster::{Cluster, own};

/// How a server is set up.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Lines of `pg_hba.conf`, behind one that lets the superuser in by the socket.
    pub logins: &'static str,
    /// Its certificate; without one it offers no TLS.
    pub certificate: Option<Certificate>,
    /// The authority that signs certificates of clients, in PEM.
    pub clients: Option<String>,
    /// Further settings, as `name=value`.
    pub settings: &'static [&'static str],
}

/// A running server.
#[derive(Debug)]
pub struct Postgres {
    cluster: Cluster,
    port: u16,
    settings: Vec<String>,
}

impl Postgres {
    /// Starts one.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn start(setup: &Setup) -> Self {
        let cluster = Cluster::create(&["-N"]);
        let folder = &cluster.folder;
        write(
            &folder.join("pg_hba.conf"),
            &format!("local all,replication postgres trust\n{}", setup.logins),
        );
        let mut settings = vec!["listen_addresses=127.0.0.1".to_owned(), "fsync=off".to_owned()];
        settings.push(format!("hba_file={}", folder.join("pg_hba.conf").display()));
        settings.extend(setup.settings.iter().map(ToString::to_string));
        if let Some(certificate) = &setup.certificate {
            settings.push("ssl=on".to_owned());
            settings.push(setting("ssl_cert_file", &folder.join("server.pem"), &certificate.certificate));
            settings.push(setting("ssl_key_file", &folder.join("server.key"), &certificate.key));
        }
        if let Some(clients) = &setup.clients {
            settings.push(setting("ssl_ca_file", &folder.join("clients.pem"), clients));
        }
        Self::run_on(free_port(), cluster, settings)
    }

    /// Starts a streaming replica of it, which follows until it is dropped.
    ///
    /// # Panics
    ///
    /// If it does not start.
    #[must_use]
    pub fn replica(&self) -> Self {
        self.replica_on(free_port())
    }

    /// A replica on this port, such as that of a server that is gone.
    ///
    /// # Panics
    ///
    /// If it does not start.
    #[must_use]
    pub fn replica_on(&self, port: u16) -> Self {
        let folder = self.cluster.folder.to_str().expect("a path in UTF-8");
        let own_port = self.port.to_string();
        let arguments = ["-U", "postgres", "-R", "-c", "fast", "-h", folder, "-p", &own_port];
        let cluster = Cluster::made_by("pg_basebackup", &arguments);
        let logins = cluster.folder.join("pg_hba.conf");
        write(&logins, &fs::read_to_string(self.cluster.folder.join("pg_hba.conf")).unwrap());
        let settings = vec![
            "listen_addresses=127.0.0.1".to_owned(),
            "fsync=off".to_owned(),
            format!("hba_file={}", logins.display()),
        ];
        Self::run_on(port, cluster, settings)
    }

    /// Ends it as a power cut would; its data stay.
    pub fn stop(&mut self) {
        self.cluster.stop();
    }

    /// Starts it again on its data, on the same port.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn start_again(&mut self) {
        self.cluster.start(self.port, &self.settings);
    }

    fn run_on(port: u16, mut cluster: Cluster, settings: Vec<String>) -> Self {
        cluster.start(port, &settings);
        Self { cluster, port, settings }
    }

    /// Shows another certificate from now on.
    ///
    /// # Panics
    ///
    /// If it has shown none before.
    pub fn show(&self, certificate: &Certificate) {
        for (name, text) in [("server.pem", &certificate.certificate), ("server.key", &certificate.key)] {
            let path = self.cluster.folder.join(name);
            assert!(path.is_file(), "{name} is there");
            write(&path, text);
        }
        self.set_up(&["SELECT pg_reload_conf()"]);
    }

    /// The port of 127.0.0.1 that it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Address of a database for its superuser, by the socket.
    pub fn socket_url(&self, database: &str) -> String {
        format!("host={} port={} user=postgres dbname={database}", self.cluster.folder.display(), self.port)
    }

    /// A connection of its superuser.
    ///
    /// # Panics
    ///
    /// If there is none to be had.
    pub fn client(&self, database: &str) -> postgres::Client {
        postgres::Client::connect(&self.socket_url(database), postgres::NoTls).unwrap()
    }

    /// Runs statements as its superuser in the database `postgres`, one by one.
    ///
    /// # Panics
    ///
    /// If one is refused.
    pub fn set_up(&self, statements: &[&str]) {
        let mut client = self.client("postgres");
        for statement in statements {
            client.batch_execute(statement).unwrap();
        }
    }

    /// Writes a file beside its data that only the user of this test can read.
    ///
    /// # Panics
    ///
    /// If it can't be written.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.cluster.folder.join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        path
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Writes a file for the server and names it in a setting.
fn setting(name: &str, path: &Path, text: &str) -> String {
    write(path, text);
    format!("{name}={}", path.display())
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o600)).unwrap();
    own(path);
}
