//! `kifu doctor`, and what a start says before it makes anything.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::process::Output;

use kifu_tests::{Folder, Postgres, Service, Setup};

/// The output of a command, and its exit code.
fn printed(output: &Output) -> (String, i32) {
    let text = String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned();
    (text, output.status.code().unwrap())
}

fn doctor(folder: &Folder, settings: &[(&str, &str)]) -> (String, i32) {
    printed(&folder.kifu().arg("doctor").envs(settings.iter().copied()).output().unwrap())
}

/// The line about a subject, with those below it.
#[track_caller]
fn finding(text: &str, state: &str, subject: &str) -> String {
    let begin = format!("{state:<6}{subject:<18}");
    let mut lines = text.lines().skip_while(|line| !line.starts_with(&begin));
    let first = lines.next().unwrap_or_else(|| panic!("no {state} {subject} in\n{text}"));
    let below = lines.take_while(|line| line.starts_with(' '));
    std::iter::once(first).chain(below).collect::<Vec<_>>().join("\n")
}

#[test]
fn on_a_healthy_machine_every_check_passes_and_nothing_is_made() {
    let folder = Folder::new();
    let (text, code) = doctor(&folder, &[]);
    assert_eq!(code, 0, "{text}");
    for subject in ["settings", "port", "data folder", "disk", "PostgreSQL", "clock", "open files"] {
        assert!(text.lines().any(|line| line.contains(&format!("{subject:<18}"))), "{subject}: {text}");
    }
    assert!(!text.contains("WRONG") && !folder.path().join("data").exists(), "{text}");
}

#[test]
fn every_fault_is_listed_at_once_with_its_remedy() {
    let folder = Folder::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let key = folder.path().join("key");
    fs::write(&key, "an-operators-key_of-32-letters-0").unwrap();
    fs::set_permissions(&key, Permissions::from_mode(0o644)).unwrap();
    fs::create_dir(folder.path().join("data")).unwrap();
    fs::write(folder.path().join("data/lock"), "").unwrap();
    fs::set_permissions(folder.path().join("data"), Permissions::from_mode(0o777)).unwrap();
    let empty = folder.path().to_str().unwrap();
    let (text, code) = doctor(
        &folder,
        &[
            ("KIFU_LISTEN", &address),
            ("KIFU_OPERATOR_KEY_FILE", key.to_str().unwrap()),
            ("KIFU_POSTGRES_BIN", empty),
        ],
    );
    assert_eq!(code, 1, "{text}");
    for (subject, remedy, ja) in [
        ("port", "ss -ltnp", "使用中"),
        ("operator's key", "chmod 600", "読めます"),
        ("data folder", "chmod", "立ち入れます"),
        ("PostgreSQL", "KIFU_POSTGRES_BIN", "見つかりません"),
    ] {
        let finding = finding(&text, "WRONG", subject);
        assert!(finding.contains(remedy) && finding.contains(ja), "{finding}");
    }
    assert!(text.contains("4 wrong"), "{text}");
}

#[test]
fn metrics_need_a_port_of_their_own() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let (text, code) = doctor(&Folder::new(), &[("KIFU_LISTEN", &port), ("KIFU_METRICS_LISTEN", &port)]);
    assert!(finding(&text, "WRONG", "port of metrics").contains("one of its own"), "{text}");
    assert_eq!(code, 1);
}

#[test]
fn a_running_service_is_known_with_its_database() {
    let service = Service::start();
    let (text, code) =
        doctor(&service.folder(), &[("KIFU_LISTEN", service.base().strip_prefix("http://").unwrap())]);
    assert_eq!(code, 0, "{text}");
    assert!(finding(&text, "note", "port").contains("a kifu serves"));
    assert!(finding(&text, "note", "data folder").contains("pid"));
    for subject in ["database", "TLS", "rights", "connections", "schema", "clocks"] {
        finding(&text, "ok", subject);
    }
}

#[test]
fn a_named_database_is_examined() {
    let logins = "host all all 127.0.0.1/32 trust\n";
    let server = Postgres::start(&Setup { logins, settings: &["fsync=on"], ..Setup::default() });
    server.set_up(&[
        "CREATE ROLE kifu LOGIN",
        "CREATE ROLE other LOGIN",
        "CREATE DATABASE kifu OWNER kifu",
        "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0 OWNER kifu",
    ]);
    let folder = Folder::new();
    let url = |user: &str, database: &str| {
        format!("postgresql://{user}@127.0.0.1:{}/{database}?sslmode=disable", server.port())
    };
    let examine = |user, database| doctor(&folder, &[("KIFU_DATABASE_URL", &url(user, database))]);
    let (text, code) = examine("kifu", "kifu");
    assert_eq!(code, 0, "{text}");
    assert!(finding(&text, "ok", "schema").contains("the start brings it to"), "{text}");
    assert!(finding(&text, "note", "rights").contains("CREATE ROLE kifu_service"), "{text}");
    server.set_up(&["ALTER ROLE other SET synchronous_commit = off"]);
    let (text, code) = examine("other", "kifu");
    assert!(finding(&text, "WRONG", "durability").contains("power cut"), "{text}");
    assert!(finding(&text, "WRONG", "rights").contains("ALTER DATABASE kifu OWNER TO other"), "{text}");
    assert_eq!(code, 1);
    assert!(finding(&examine("kifu", "latin").0, "WRONG", "database").contains("UTF8"));
    assert!(finding(&examine("kifu", "nothing").0, "WRONG", "database").contains("does not exist"));
    let (text, code) = doctor(&folder, &[("KIFU_DATABASE_URL", "nonsense")]);
    assert!(finding(&text, "WRONG", "database").contains("not the address of a PostgreSQL database"));
    assert_eq!(code, 1);
    let running = url("kifu", "kifu");
    let replica = [("KIFU_DATABASE_URL", running.as_str()), ("KIFU_READ_DATABASE_URL", running.as_str())];
    assert!(finding(&doctor(&folder, &replica).0, "note", "replica").contains("no standby"));
}

#[test]
fn connections_for_appending_count_for_every_shard() {
    let logins = "host all all 127.0.0.1/32 trust\n";
    let server = Postgres::start(&Setup { logins, settings: &["max_connections=2000"], ..Setup::default() });
    server.set_up(&["CREATE ROLE kifu LOGIN CREATEROLE", "CREATE DATABASE kifu OWNER kifu"]);
    let folder = Folder::new();
    let url = format!("postgresql://kifu@127.0.0.1:{}/kifu", server.port());
    let needed = |shards: &str| -> usize {
        let (text, _) = doctor(&folder, &[("KIFU_DATABASE_URL", &url), ("KIFU_SHARDS", shards)]);
        let line = finding(&text, "ok", "connections");
        line.split_whitespace().nth(2).unwrap().parse().unwrap()
    };
    let threads = std::thread::available_parallelism().unwrap().get();
    assert_eq!(needed("1"), 16 + 8 + threads);
    assert_eq!(needed("4"), 16 + 8 + 4 * threads);
    // A thread has eight at most.
    assert_eq!(needed("100"), 16 + 8 + 8 * threads);
    // A database keeps the shards that it was made with.
    let migrate = [("KIFU_DATABASE_URL", url.as_str()), ("KIFU_SHARDS", "4")];
    assert!(folder.kifu().arg("migrate").envs(migrate).status().unwrap().success());
    assert_eq!(needed("1"), 16 + 8 + 4 * threads);
    let pool = [("KIFU_DATABASE_URL", url.as_str()), ("KIFU_POOL_SIZE", "1990")];
    let connections = (1_990 + 8 + 4 * threads).to_string();
    assert!(finding(&doctor(&folder, &pool).0, "note", "connections").contains(&connections));
}

#[test]
fn the_file_of_settings_is_read_and_named() {
    let folder = Folder::new();
    let file = folder.path().join("kifu.toml");
    fs::write(&file, "listen = \"127.0.0.1:0\"\npool_size = 0\n").unwrap();
    let path = file.to_str().unwrap();
    let (text, code) = doctor(&folder, &[("KIFU_CONFIG", path)]);
    assert_eq!(code, 78);
    assert!(text.contains(&format!("{path}, line 2: `pool_size`")) && text.contains("2 行目"), "{text}");
    fs::write(&file, "log = \"info\"\n").unwrap();
    let readable = doctor(&folder, &[("KIFU_CONFIG", path)]).0;
    assert!(finding(&readable, "note", "settings").contains("chmod o-r"), "{readable}");
    fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
    assert!(finding(&doctor(&folder, &[("KIFU_CONFIG", path)]).0, "ok", "settings").contains(path));
    let logged =
        folder.kifu().arg("doctor").env("KIFU_CONFIG", path).env_remove("KIFU_LOG").output().unwrap();
    assert!(String::from_utf8_lossy(&logged.stderr).contains("settings were read"));
}

#[test]
fn faults_that_prevent_a_start_are_found_before_a_database_is_made() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    for (name, value, code, remedy) in [
        ("KIFU_LISTEN", taken.as_str(), 1, "--listen"),
        ("KIFU_LISTEN", "192.0.2.1:80", 1, "0.0.0.0"),
        ("KIFU_LISTEN", "here", 2, "--listen"),
        ("KIFU_OPERATOR_KEY", "short", 78, "openssl rand"),
        ("KIFU_PUBLIC_URL", "nonsense", 2, "--public-url"),
        ("KIFU_READ_DATABASE_URL", "nonsense", 78, "postgresql://"),
        ("KIFU_DATABASE_URL", "postgresql://127.0.0.1:1/kifu", 75, "host and port"),
        ("KIFU_CONFIG", "/nonexistent/kifu.toml", 78, "KIFU_CONFIG"),
    ] {
        let folder = Folder::new();
        let (text, ended) = printed(&folder.kifu().env(name, value).output().unwrap());
        assert_eq!(ended, code, "{name}={value}: {text}");
        assert!(text.contains(remedy), "{name}={value}: {text}");
        assert!(!folder.path().join("data").exists(), "{name}={value}");
    }
}

/// `kifu export | head -1` ends quietly.
#[test]
fn a_reader_that_has_had_enough_is_no_failure() {
    let folder = Folder::prepared();
    let simulated = folder.run(&["simulate", "--count", "50", "--game", "bremen"]);
    assert!(simulated.status.success());
    for arguments in [&["export"][..], &["contract"], &["doctor"], &["verify"]] {
        let mut child = folder.kifu().args(arguments).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        if arguments != ["verify"] {
            output.read_line(&mut String::new()).unwrap();
        }
        drop(output);
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert!(child.wait().unwrap().success() && !errors.contains("panicked"), "{arguments:?}: {errors}");
    }
}
