//! The commands: games are simulated, verified, written out and read in again; a service that can't start says why.

use std::fs;
use std::net::TcpListener;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use kifu_engine::games;
use kifu_tests::{Folder, Service};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn done(output: &Output) -> String {
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

fn sorted(lines: &str) -> Vec<&str> {
    let mut lines: Vec<_> = lines.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn records_survive_the_way_out_and_in() {
    let (first, second) = (Folder::new(), Folder::new());
    for game in games::ALL {
        let arguments = ["simulate", "--count", "5", "--seed", "1", "--irregular", "0.02", "--game"];
        done(&first.run(&[&arguments[..], &[game.meta().slug]].concat()));
    }
    let count = 5 * games::ALL.len();
    assert!(done(&first.run(&["verify"])).starts_with(&format!("verified {count} records")));

    let exported = done(&first.run(&["export"]));
    assert_eq!(exported.lines().count(), count);
    let file = second.path().join("games.ndjson");
    let name = file.to_str().unwrap();
    fs::write(&file, &exported).unwrap();
    let import = second.run(&["import", name]);
    done(&import);
    assert!(text(&import.stderr).contains(&format!("imported {count}, already here 0, rejected 0")));
    assert_eq!(sorted(&done(&second.run(&["export"]))), sorted(&exported));

    let again = second.run(&["import", name]);
    done(&again);
    assert!(text(&again.stderr).contains(&format!("imported 0, already here {count}, rejected 0")));

    let broken =
        exported.lines().enumerate().map(|(index, line)| if index == 2 { "{\"kifu\": 1}" } else { line });
    fs::write(&file, broken.collect::<Vec<_>>().join("\n")).unwrap();
    let refused = second.run(&["import", name]);
    let stderr = text(&refused.stderr);
    assert!(!refused.status.success() && stderr.contains("line 3: "), "{stderr}");
    assert!(stderr.contains("rejected 1"), "{stderr}");
    done(&second.run(&["verify"]));
}

#[test]
fn an_address_that_cannot_be_had_is_told_before_a_database_is_made() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = other.local_addr().unwrap().to_string();
    for (setting, address, remedy) in [
        ("KIFU_LISTEN", taken.as_str(), "Another program has this port"),
        ("KIFU_METRICS_LISTEN", taken.as_str(), "--metrics-listen"),
        ("KIFU_LISTEN", "192.0.2.1:8080", "This machine does not have this address"),
    ] {
        let folder = Folder::new();
        let output = folder.kifu().env(setting, address).output().unwrap();
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(
            stderr.contains(address) && stderr.contains(remedy) && stderr.contains("待ち受け"),
            "{stderr}"
        );
        assert!(!folder.path().join("data").exists(), "{setting}: something was made");
    }
}

/// `systemd` waits for this with `Type=notify`.
#[test]
fn a_command_that_only_reads_makes_no_database() {
    let folder = Folder::new();
    let backup = folder.path().join("kifu.backup");
    let backup = backup.to_str().unwrap();
    for words in
        [&["backup", backup][..], &["verify"], &["export"], &["rebuild"], &["observations", "numbers"]]
    {
        let refused = folder.run(words);
        let stderr = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(66), "{words:?}: {stderr}");
        assert!(stderr.contains("there is no database in") && stderr.contains("ありません"), "{stderr}");
    }
    assert!(!folder.path().join("data").exists() && !Path::new(backup).exists());
}

#[test]
fn the_service_manager_learns_of_start_and_end() {
    let folder = Folder::new();
    let path = folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    manager.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let message = || {
        let mut bytes = [0; 64];
        let length = manager.recv(&mut bytes).unwrap();
        text(&bytes[..length])
    };

    let service = Service::start_as(|kifu| {
        kifu.env("NOTIFY_SOCKET", &path);
    });
    assert_eq!(message(), "READY=1\n");
    assert_eq!(service.get("/readyz").send().status, 200);
    service.stop();
    assert_eq!(message(), "STOPPING=1\n");
}
