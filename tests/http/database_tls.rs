//! Databases of others: over TLS, with every `sslmode`, against a server that the test starts.

use std::process::Output;
use std::sync::Arc;

use kifu_tests::{Authority, Certificate, Folder, Postgres, Service, Setup, eventually};
use rustix::process::{Signal, kill_process};

/// A password over TLS, and nothing else.
const PASSWORD: &str = "hostssl all all 127.0.0.1/32 scram-sha-256\nhostnossl all all 127.0.0.1/32 reject\n";

/// A certificate whose subject is the user.
const CERTIFICATE: &str = "hostssl all all 127.0.0.1/32 cert\n";

/// A server whose certificate is for `localhost`, with an empty database `kifu` of the user `kifu`.
struct TlsFixture {
    server: Postgres,
    authority: Authority,
}

impl TlsFixture {
    fn new(logins: &'static str) -> Self {
        let authority = Authority::new();
        let certificate = Some(authority.certify("a server", &["localhost"]));
        Self::with(
            &Setup { logins, certificate, clients: Some(authority.pem()), ..Setup::default() },
            authority,
        )
    }

    fn with(setup: &Setup, authority: Authority) -> Self {
        let server = Postgres::start(setup);
        server.set_up(&[
            "CREATE ROLE kifu LOGIN CREATEROLE PASSWORD 's3cret'",
            "CREATE DATABASE kifu OWNER kifu",
        ]);
        server.file("ca.pem", &authority.pem());
        Self { server, authority }
    }

    /// Its address by a name, with further parameters.
    fn url(&self, host: &str, parameters: &str) -> String {
        let ca = self.server.file("ca.pem", &self.authority.pem());
        let parameters = parameters.replace("CA", ca.to_str().unwrap());
        format!("postgresql://kifu:s3cret@{host}:{}/kifu?{parameters}", self.server.port())
    }

    /// The result of a command that should use it.
    fn migrate(&self, host: &str, parameters: &str) -> Result<(), String> {
        self.migrate_with(host, parameters, &[])
    }

    fn migrate_with(&self, host: &str, parameters: &str, settings: &[(&str, &str)]) -> Result<(), String> {
        let folder = Folder::new();
        let mut command = folder.kifu();
        command.env("KIFU_DATABASE_URL", self.url(host, parameters)).envs(settings.iter().copied());
        let output = command.arg("migrate").output().unwrap();
        assert!(!folder.path().join("data").exists(), "nothing of its own is made");
        connect_error(&output)
    }

    /// How many tables there are.
    fn tables(&self) -> i64 {
        let count = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
        self.server.client("kifu").query_one(count, &[]).unwrap().get(0)
    }
}

fn connect_error(output: &Output) -> Result<(), String> {
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!stderr.contains("s3cret"), "{stderr}");
    if output.status.success() {
        return Ok(());
    }
    assert!(stderr.chars().any(|letter| ('ぁ'..='ん').contains(&letter)), "also in Japanese: {stderr}");
    Err(stderr)
}

#[track_caller]
fn assert_says(stderr: Result<(), String>, words: &[&str]) {
    let stderr = stderr.unwrap_err();
    for word in words {
        assert!(stderr.contains(word), "{word} is not said: {stderr}");
    }
}

#[test]
fn every_sslmode_protects_from_what_it_says() {
    let fixture = TlsFixture::new(PASSWORD);
    let other = fixture.server.file("other.pem", &Authority::new().pem());
    let other = format!("sslmode=verify-full&sslrootcert={}", other.display());
    for (host, parameters, words) in [
        ("localhost", "sslmode=disable", &["@localhost:", "no encryption", "sslmode=verify-full"][..]),
        (
            "127.0.0.1",
            "sslmode=verify-full&sslrootcert=CA",
            &["@127.0.0.1:", "localhost", "sslmode=verify-ca"],
        ),
        ("localhost", &other, &["@localhost:", "other.pem", "sslrootcert=FILE"]),
        ("localhost", "sslmode=verify-full", &["@localhost:", "this system", "sslrootcert=FILE"]),
        ("localhost", "sslmode=verify-ca", &["KIFU_DATABASE_URL", "sslrootcert=FILE"]),
        ("localhost", "sslmode=prefer&sslrootcert=CA", &["KIFU_DATABASE_URL", "sslmode=verify-full"]),
        ("localhost", "sslmode=allow", &["KIFU_DATABASE_URL", "disable, prefer, require"]),
        ("localhost", "sslmode=verify-full&sslrootcert=/no/such/file", &["/no/such/file", "sslrootcert"]),
        ("localhost", "sslmode=require&user=nobody", &["nobody@localhost", "password"]),
        ("localhost", "sslmode=require&dbname=nothing", &["/nothing", "CREATE DATABASE"]),
    ] {
        assert_says(fixture.migrate(host, parameters), words);
    }
    assert_eq!(fixture.tables(), 0, "nothing was made");
    for (host, parameters) in [
        ("localhost", "sslmode=prefer"),
        ("localhost", ""),
        ("127.0.0.1", "sslmode=require"),
        ("127.0.0.1", "sslmode=verify-ca&sslrootcert=CA"),
        ("localhost", "sslmode=verify-full&sslrootcert=CA"),
        ("localhost", "sslmode=verify-full&sslrootcert=CA&channel_binding=require"),
    ] {
        assert_eq!(fixture.migrate(host, parameters), Ok(()), "{host} {parameters}");
    }
    let ca = fixture.server.file("ca.pem", &fixture.authority.pem());
    let system = [("SSL_CERT_FILE", ca.to_str().unwrap())];
    assert_eq!(fixture.migrate_with("localhost", "sslrootcert=system", &system), Ok(()));
    assert!(fixture.tables() > 0);
}

#[test]
fn a_server_without_tls_is_taken_only_where_that_was_said() {
    let setup = Setup { logins: "host all all 127.0.0.1/32 scram-sha-256\n", ..Setup::default() };
    let fixture = TlsFixture::with(&setup, Authority::new());
    let required = fixture.migrate("localhost", "sslmode=verify-full&sslrootcert=CA");
    assert_says(required, &["@localhost:", "offers no TLS", "ssl = on", "sslmode=disable"]);
    assert_eq!(fixture.tables(), 0);
    for parameters in ["", "sslmode=prefer", "sslmode=disable"] {
        assert_eq!(fixture.migrate("localhost", parameters), Ok(()));
    }
}

#[test]
fn a_certificate_that_signed_itself_is_trusted_as_itself() {
    let itself = Certificate::of_itself(&["localhost"]);
    let certificate = Some(itself.clone());
    let fixture = TlsFixture::with(
        &Setup { logins: PASSWORD, certificate, clients: None, ..Setup::default() },
        Authority::new(),
    );
    assert_says(fixture.migrate("localhost", "sslmode=verify-full&sslrootcert=CA"), &["can't be accepted"]);
    let file = fixture.server.file("server-itself.pem", &itself.certificate);
    let parameters = format!("sslmode=verify-full&sslrootcert={}", file.display());
    assert_says(fixture.migrate("127.0.0.1", &parameters), &["localhost", "not for this host"]);
    assert_eq!(fixture.migrate("localhost", &parameters), Ok(()));
}

#[test]
fn a_certificate_whose_time_is_over_is_refused() {
    let authority = Authority::new();
    let certificate = Some(authority.certify_long_ago(&["localhost"]));
    let fixture = TlsFixture::with(
        &Setup { logins: PASSWORD, certificate, clients: None, ..Setup::default() },
        authority,
    );
    let expired = fixture.migrate("localhost", "sslmode=verify-full&sslrootcert=CA");
    assert_says(expired, &["@localhost:", "expired", "Renew"]);
    assert_eq!(fixture.migrate("localhost", "sslmode=require"), Ok(()));
}

/// The pool, the connections that append, the replica and the commands: all show the certificate.
#[test]
fn a_service_shows_its_certificate_on_every_connection() {
    let fixture = TlsFixture::new(CERTIFICATE);
    let full = "sslmode=verify-full&sslrootcert=CA";
    assert_says(
        fixture.migrate("localhost", full),
        &["@localhost:", "certificate of this client", "sslcert=FILE"],
    );
    let stranger = identity(&fixture, &Authority::new(), "kifu");
    let strange = fixture.migrate("localhost", &format!("{full}&{stranger}"));
    assert_says(strange, &["@localhost:", "does not take the certificate", "ssl_ca_file"]);
    let other = identity(&fixture, &fixture.authority, "somebody");
    assert_says(
        fixture.migrate("localhost", &format!("{full}&{other}")),
        &["certificate authentication failed"],
    );

    let url = fixture.url("localhost", &format!("{full}&{}", identity(&fixture, &fixture.authority, "kifu")));
    let settings = [("KIFU_DATABASE_URL", url.as_str()), ("KIFU_READ_DATABASE_URL", url.as_str())];
    let service = Service::start_in_with(Arc::new(Folder::new()), &settings);
    let table = service.open_plain("bremen", 4);
    assert_eq!(table.log(&serde_json::json!({"type": "deal"})).send().status, 201);
    assert_eq!(table.get("/replay").send().status, 200);
    let connections = "
        SELECT count(*), count(*) FILTER (WHERE s.ssl AND s.client_dn = '/CN=kifu')
        FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid) WHERE a.usename = 'kifu'";
    let row = fixture.server.client("kifu").query_one(connections, &[]).unwrap();
    let (all, shown): (i64, i64) = (row.get(0), row.get(1));
    assert!(all >= 3 && shown == all, "{shown} of {all} connections");
}

#[test]
fn certificates_are_read_again_on_sighup() {
    let fixture = TlsFixture::new(PASSWORD);
    let url = fixture.url("localhost", "sslmode=verify-full&sslrootcert=CA");
    let service = Service::start_in_with(Arc::new(Folder::new()), &[("KIFU_DATABASE_URL", url.as_str())]);
    let table = service.open_plain("bremen", 4);
    let note = || table.log(&serde_json::json!({"type": "annotate", "text": "…"})).send().status;
    assert_eq!(note(), 201);

    // Another authority signs from now on, and every connection is made anew.
    let successor = Authority::new();
    fixture.server.show(&successor.certify("a server", &["localhost"]));
    let end_connections = || {
        fixture
            .server
            .set_up(&["SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'kifu'"]);
    };
    eventually("a refusal of the other certificate", || {
        end_connections();
        (note() == 503).then_some(())
    });
    fixture.server.file("ca.pem", "no certificate");
    kill_process(service.pid(), Signal::HUP).unwrap();
    fixture.server.file("ca.pem", &[fixture.authority.pem(), successor.pem()].concat());
    kill_process(service.pid(), Signal::HUP).unwrap();
    eventually("connections that take it", || (note() == 201).then_some(()));
    end_connections();
    eventually("further ones", || (note() == 201).then_some(()));
}

/// Parameters that name a certificate for a user, and its key.
fn identity(fixture: &TlsFixture, authority: &Authority, user: &str) -> String {
    let made = authority.certify(user, &[]);
    let certificate = fixture.server.file("client.pem", &made.certificate);
    let key = fixture.server.file("client.key", &made.key);
    format!("sslcert={}&sslkey={}", certificate.display(), key.display())
}

#[test]
fn a_key_that_others_may_read_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let fixture = TlsFixture::new(CERTIFICATE);
    let parameters = identity(&fixture, &fixture.authority, "kifu");
    let key = parameters.rsplit_once('=').unwrap().1.to_owned();
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644)).unwrap();
    let refused = fixture.migrate("localhost", &format!("sslmode=require&{parameters}"));
    assert_says(refused, &["KIFU_DATABASE_URL", "client.key", "chmod 600"]);
}
