//! A server of our own: it starts, stops, survives kills, lets nobody else in and says clearly what is wrong.
//! Works as root and as an ordinary user; needs the PostgreSQL binaries.

mod folder;

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use folder::{Folder, eventually, gone, is_root, rows, try_all_as_an_ordinary_user, write};
use kifu_embedded::{Embedded, EmbeddedError, Options, inspect};
use postgres::{Client, NoTls};
use rustix::process::{Signal, getpgid, getpgrp, kill_process};

#[test]
fn all_of_it_holds_for_an_ordinary_user() {
    try_all_as_an_ordinary_user("all_of_it_holds_for_an_ordinary_user", &[]);
}

#[test]
fn what_was_written_is_there_after_a_stop() {
    let folder = Folder::new();
    let embedded = folder.start();
    write(&mut folder.connect(), 0..10);
    let server = folder.server();
    embedded.stop().unwrap();
    gone(server);
    assert!(!folder.data_dir().join("postgres/postmaster.pid").exists());

    let embedded = folder.start();
    let mut client = Client::connect(&embedded.url(), NoTls).unwrap();
    assert_eq!(rows(&mut client), 10);
}

#[test]
fn acknowledged_means_on_disk_and_only_the_socket_is_open() {
    let folder = Folder::new();
    let _embedded = folder.start();
    let mut client = folder.connect();
    for (setting, value) in [
        ("fsync", "on"),
        ("synchronous_commit", "on"),
        ("full_page_writes", "on"),
        ("data_checksums", "on"),
        ("listen_addresses", ""),
        ("unix_socket_permissions", "0700"),
        ("server_encoding", "UTF8"),
        ("lc_collate", "C"),
    ] {
        let row = client.query_one("SELECT current_setting($1)", &[&setting]).unwrap();
        assert_eq!(row.get::<_, String>(0), value, "{setting}");
    }
    let run = fs::metadata(folder.data_dir().join("run")).unwrap();
    assert_eq!(run.permissions().mode() & 0o777, 0o700);
    assert_ne!(getpgid(Some(folder.server())).unwrap(), getpgrp());
}

#[test]
fn a_killed_server_is_started_again_with_all_that_was_acknowledged() {
    let folder = Folder::new();
    let embedded = folder.start();
    let mut client = folder.connect();
    write(&mut client, 0..100);
    let server = folder.server();
    kill_process(server, Signal::KILL).unwrap();
    gone(server);
    let count = eventually("the server to run again", || {
        let mut client = Client::connect(&embedded.url(), NoTls).ok()?;
        client.query_one("SELECT count(*) FROM kept", &[]).ok().map(|row| row.get::<_, i64>(0))
    });
    assert_eq!(count, 100);
    assert_ne!(folder.server(), server);
    embedded.stop().unwrap();
}

/// An upgrade that is killed just when it starts the new server leaves that running, for nothing ties it to the upgrade yet.
#[test]
fn a_server_that_a_killed_upgrade_left_is_stopped() {
    let folder = Folder::new();
    let embedded = folder.start();
    write(&mut folder.connect(), 0..10);
    let program = fs::read_link(format!("/proc/{}/exe", folder.server().as_raw_nonzero())).unwrap();
    embedded.stop().unwrap();
    let [cluster, next, sockets] =
        ["postgres", "postgres.next", "run"].map(|name| folder.data_dir().join(name));
    assert!(Command::new("cp").arg("-a").args([&cluster, &next]).status().unwrap().success());
    let owner = fs::metadata(&next).unwrap();
    let mut server = Command::new(program);
    server.arg("-D").arg(&next).args(["-c", "listen_addresses=", "-k"]).arg(&sockets).stderr(Stdio::null());
    let mut left = server.uid(owner.uid()).gid(owner.gid()).spawn().unwrap();
    eventually("the server that is left", || sockets.join(".s.PGSQL.5432").exists().then_some(()));

    let embedded = folder.start();
    assert!(left.wait().unwrap().success());
    assert_eq!(rows(&mut folder.connect()), 10);
    embedded.stop().unwrap();
}

/// A copy of the installed programs with their libraries, which can be replaced.
fn programs(folder: &Folder) -> PathBuf {
    let newest =
        fs::read_dir("/usr/lib/postgresql").unwrap().flatten().map(|entry| entry.path()).max().unwrap();
    let copy = folder.0.join("usr/lib/postgresql").join(newest.file_name().unwrap());
    fs::create_dir_all(copy.parent().unwrap()).unwrap();
    assert!(Command::new("cp").arg("-rL").arg(&newest).arg(&copy).status().unwrap().success());
    std::os::unix::fs::symlink("/usr/share", folder.0.join("usr/share")).unwrap();
    copy
}

#[test]
fn a_server_whose_libraries_were_replaced_is_started_again() {
    let folder = Folder::new();
    let programs = programs(&folder);
    let options = Options { binaries: Some(programs.join("bin")), ..folder.options() };
    let embedded = Embedded::start(&options).unwrap();
    write(&mut folder.connect(), 0..10);
    let server = folder.server();
    let library = programs.join("lib/plpgsql.so");
    let right = fs::read(&library).unwrap();
    fs::remove_file(&library).unwrap();
    fs::write(&library, "of another version").unwrap();

    let failure = eventually("a failure", || embedded.health().failure());
    assert!(failure.contains("plpgsql"), "{failure}");
    gone(server);
    fs::write(&library, right).unwrap();
    eventually("a healthy server", || {
        let mut client = Client::connect(&embedded.url(), NoTls).ok()?;
        client.batch_execute("DO $$ BEGIN END $$").ok()?;
        (embedded.health().failure().is_none() && rows(&mut client) == 10).then_some(())
    });
    assert_ne!(folder.server(), server);
    embedded.stop().unwrap();
}

#[test]
fn something_else_in_the_place_of_the_cluster_is_left_alone() {
    let folder = Folder::new();
    let mine = folder.data_dir().join("postgres/mine");
    private_data_dir(&folder);
    fs::create_dir(mine.parent().unwrap()).unwrap();
    fs::write(&mine, "mine").unwrap();
    let error = Embedded::start(&folder.options()).unwrap_err();
    assert!(matches!(error, EmbeddedError::NotACluster { .. }), "{error}");
    assert!(mine.exists());
}

#[test]
fn a_lock_file_with_the_number_of_a_stranger_does_not_stop_the_start() {
    let folder = Folder::new();
    folder.start().stop().unwrap();
    let mut stranger = Command::new("sleep").arg("60").spawn().unwrap();
    let lock = folder.data_dir().join("postgres/postmaster.pid");
    fs::write(&lock, format!("{}\n{}\n1\n5432\n", stranger.id(), lock.display())).unwrap();
    let started = Embedded::start(&folder.options());
    let alive = stranger.try_wait().unwrap().is_none();
    stranger.kill().unwrap();
    stranger.wait().unwrap();
    started.unwrap().stop().unwrap();
    assert!(alive);
}

#[test]
fn without_binaries_every_place_looked_at_is_named() {
    let folder = Folder::new();
    let options = Options { binaries: Some(folder.0.join("nothing")), ..folder.options() };
    let said = Embedded::start(&options).unwrap_err().to_string();
    let place = options.binaries.unwrap().display().to_string();
    for part in [
        place.as_str(),
        "apt-get install",
        "KIFU_POSTGRES_BIN",
        "KIFU_DATABASE_URL",
        "インストール",
        "there is no `postgres`",
        "`postgres` がありません",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn a_cluster_of_another_version_is_not_touched() {
    let folder = Folder::new();
    let cluster = folder.data_dir().join("postgres");
    private_data_dir(&folder);
    fs::create_dir(&cluster).unwrap();
    fs::write(cluster.join("PG_VERSION"), "9\n").unwrap();
    let error = Embedded::start(&folder.options()).unwrap_err();
    let EmbeddedError::NoBinaries { looked, cluster: Some(9) } = &error else { panic!("{error}") };
    assert!(looked.iter().any(|(place, _)| place.starts_with("/usr/lib/postgresql")), "{error}");
    assert!(error.to_string().contains("postgresql-9"));
}

#[test]
fn a_path_too_long_for_a_socket_gets_another_place() {
    let folder = Folder::new();
    let data_dir = folder.0.join("a long name, with \"quotes\", ".repeat(3)).join("棋譜");
    let options = Options { data_dir: data_dir.clone(), ..folder.options() };
    let embedded = Embedded::start(&options).unwrap_or_else(|error| panic!("{error}"));
    Client::connect(&embedded.url(), NoTls).unwrap();
    let socket = socket_folder(&embedded.url());
    assert!(!socket.starts_with(&data_dir));
    assert_eq!(Embedded::running(&data_dir), Some(embedded.url()));
    embedded.stop().unwrap();
    assert!(!socket.exists());
    // Nobody can occupy it before the next start, for it is another one every time.
    let embedded = Embedded::start(&options).unwrap_or_else(|error| panic!("{error}"));
    assert_ne!(socket_folder(&embedded.url()), socket);
}

#[test]
fn a_short_path_with_odd_letters_works() {
    let folder = Folder::new();
    let data_dir = folder.0.join("a \"b\", 譜");
    let embedded = Embedded::start(&Options { data_dir: data_dir.clone(), ..folder.options() });
    let embedded = embedded.unwrap_or_else(|error| panic!("{error}"));
    Client::connect(&embedded.url(), NoTls).unwrap();
    assert!(socket_folder(&embedded.url()).starts_with(fs::canonicalize(data_dir).unwrap()));
}

/// As the superuser.
fn admin(embedded: &Embedded) -> Client {
    let url = embedded.url().replace("/kifu?", "/postgres?").replace("user=kifu", "user=kifu_admin");
    Client::connect(&url, NoTls).unwrap()
}

#[test]
fn the_service_is_no_superuser_and_owns_its_database() {
    let folder = Folder::new();
    let _embedded = folder.start();
    let sql = "SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls,
                      pg_catalog.pg_get_userbyid(datdba)::text
               FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()";
    let row = folder.connect().query_one(sql, &[]).unwrap();
    assert_eq!((row.get(0), row.get::<_, &str>(1)), (false, "kifu"));
}

#[test]
fn only_our_user_and_root_may_log_in() {
    let folder = Folder::new();
    let embedded = folder.start();
    let mut admin = admin(&embedded);
    let rules = admin.query("SELECT type, auth_method, error FROM pg_hba_file_rules", &[]).unwrap();
    assert_eq!(rules.len(), 3);
    for rule in rules {
        assert_eq!((rule.get(0), rule.get(1), rule.get(2)), ("local", "peer", None::<&str>));
    }
    let rules = fs::metadata(folder.data_dir().join("pg_hba.conf")).unwrap();
    assert_eq!((rules.uid(), rules.mode() & 0o022), (rustix::process::geteuid().as_raw(), 0));
    if is_root() {
        // A process of the server's own account reaches the socket, and is not let in.
        let account = fs::metadata(folder.data_dir().join("postgres")).unwrap();
        for user in ["kifu", "kifu_admin"] {
            let mut psql = Command::new("psql");
            psql.args(["-w", "-U", user, "-d", "kifu", "-c", "SELECT 1", "-h"])
                .arg(folder.data_dir().join("run"));
            let output = psql.uid(account.uid()).gid(account.gid()).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(
                !output.status.success() && said.contains("Peer authentication failed"),
                "{user}: {said}"
            );
        }
    }
}

#[test]
fn a_data_folder_that_is_open_to_others_is_not_used() {
    let folder = Folder::new();
    fs::create_dir_all(folder.data_dir().join("postgres")).unwrap();
    fs::set_permissions(folder.data_dir(), Permissions::from_mode(0o755)).unwrap();
    let error = Embedded::start(&folder.options()).unwrap_err();
    assert!(matches!(error, EmbeddedError::NotPrivate { owner: None, .. }), "{error}");
    assert!(error.to_string().contains("chmod 7"), "{error}");
    if is_root() {
        std::os::unix::fs::chown(folder.data_dir(), Some(65534), None).unwrap();
        let error = Embedded::start(&folder.options()).unwrap_err();
        assert!(matches!(error, EmbeddedError::NotPrivate { owner: Some(65534), .. }), "{error}");
    }
}

#[test]
fn an_empty_data_folder_is_closed_to_others() {
    let folder = Folder::new();
    fs::create_dir(folder.data_dir()).unwrap();
    fs::set_permissions(folder.data_dir(), Permissions::from_mode(0o777)).unwrap();
    folder.start().stop().unwrap();
    assert_eq!(fs::metadata(folder.data_dir()).unwrap().mode() & 0o777, closed());
}

#[test]
fn a_folder_of_other_files_is_not_taken() {
    let folder = Folder::new();
    private_data_dir(&folder);
    fs::write(folder.data_dir().join("notes.txt"), "mine").unwrap();
    let error = Embedded::start(&folder.options()).unwrap_err();
    assert!(error.to_string().contains("holds other files"), "{error}");
    let left: Vec<_> =
        fs::read_dir(folder.data_dir()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["notes.txt"]);
    assert!(inspect(&folder.options()).folder.is_err());
}

#[test]
fn a_start_without_programs_leaves_no_folder() {
    let folder = Folder::new();
    let options = Options { binaries: Some("/nonexistent".into()), ..folder.options() };
    let error = Embedded::start(&options).unwrap_err();
    assert!(matches!(error, EmbeddedError::NoBinaries { .. }), "{error}");
    assert!(!folder.data_dir().exists());
}

#[test]
fn the_lock_follows_no_link() {
    let folder = Folder::new();
    let victim = folder.0.join("victim");
    fs::write(&victim, "mine").unwrap();
    private_data_dir(&folder);
    std::os::unix::fs::symlink(&victim, folder.data_dir().join("lock")).unwrap();
    let error = Embedded::start(&folder.options()).unwrap_err();
    assert!(error.to_string().contains("lock"), "{error}");
    assert_eq!(fs::read_to_string(victim).unwrap(), "mine");
}

#[test]
fn a_lock_that_is_no_file_of_ours_stops_the_start_and_is_not_waited_for() {
    let folder = Folder::new();
    private_data_dir(&folder);
    let lock = folder.data_dir().join("lock");
    assert!(Command::new("mkfifo").arg(&lock).status().unwrap().success());
    let begun = Instant::now();
    let error = Embedded::start(&folder.options()).unwrap_err();
    assert!(error.to_string().contains("lock") && begun.elapsed() < Duration::from_secs(30), "{error}");
    if is_root() {
        fs::remove_file(&lock).unwrap();
        fs::write(&lock, "theirs").unwrap();
        std::os::unix::fs::chown(&lock, Some(65534), None).unwrap();
        let error = Embedded::start(&folder.options()).unwrap_err();
        assert!(error.to_string().contains("lock"), "{error}");
        assert_eq!(fs::read_to_string(&lock).unwrap(), "theirs");
    }
}

#[test]
fn a_new_data_folder_is_closed_to_others() {
    let folder = Folder::new();
    folder.start().stop().unwrap();
    assert_eq!(fs::metadata(folder.data_dir()).unwrap().mode() & 0o777, closed());
}

/// The mode of a data folder. Root's is entered by the account the server runs as.
fn closed() -> u32 {
    if is_root() { 0o711 } else { 0o700 }
}

fn private_data_dir(folder: &Folder) {
    fs::create_dir(folder.data_dir()).unwrap();
    fs::set_permissions(folder.data_dir(), Permissions::from_mode(0o700)).unwrap();
}

fn socket_folder(url: &str) -> PathBuf {
    let config: tokio_postgres::Config = url.parse().unwrap();
    match config.get_hosts() {
        [tokio_postgres::config::Host::Unix(folder)] => Path::new(folder).to_owned(),
        hosts => panic!("{hosts:?}"),
    }
}
