//! The readiness of a service must agree with the fate of appends.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use kifu_tests::{Service, Table, eventually};
use serde_json::json;

/// Makes PostgreSQL refuse an append that needs a new page, as if the disk were full, and no other statement.
const FILL_DISK: &str = "
    CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION fill_disk()";

fn note(table: &Table) -> u16 {
    table.log(&json!({"type": "annotate", "text": "n"})).send().status
}

fn is_ready(service: &Service) -> bool {
    service.get("/readyz").send().status == 200
}

#[test]
fn appends_that_fail_one_after_the_other_make_a_service_not_ready_and_one_that_does_not_ready() {
    let service = Service::start();
    let table = service.open_plain("bremen", 4);
    assert_eq!((note(&table), is_ready(&service)), (201, true));
    service.database().batch_execute(FILL_DISK).unwrap();
    eventually("a service that is not ready", || {
        assert_eq!(note(&table), 503);
        (!is_ready(&service)).then_some(())
    });
    service.database().batch_execute("DROP TRIGGER full_disk ON events").unwrap();
    assert_eq!(note(&table), 201);
    eventually("a service that is ready", || is_ready(&service).then_some(()));
}

#[test]
fn a_service_without_traffic_tries_whether_there_is_room_for_a_new_file() {
    let service = Service::start();
    let folder = service.folder().path().join("data/postgres/pg_snapshots");
    eventually("a service that is ready", || is_ready(&service).then_some(()));
    let before = fs::metadata(&folder).unwrap().permissions();
    fs::set_permissions(&folder, Permissions::from_mode(0o500)).unwrap();
    eventually("a service that is not ready", || (!is_ready(&service)).then_some(()));
    fs::set_permissions(&folder, before).unwrap();
    eventually("a service that is ready", || is_ready(&service).then_some(()));
}
