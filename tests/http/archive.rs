//! Records on the move: out of one service and into another, however often it is interrupted.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Stdio};
use std::thread;

use kifu_engine::games;
use kifu_tests::{Answer, Client, Folder, Service, Table, eventually, random_game, unchanging};
use serde_json::{Value, json};

const KEY: &str = "the-operators-key-of-this-test-0";
const NDJSON: &str = "application/x-ndjson";

fn service() -> Service {
    Service::start_with(&[("KIFU_OPERATOR_KEY", KEY)])
}

fn open(client: &Client, request: &Value) -> Table {
    let answer = client.post("/v1/games", request).token(KEY).send();
    assert_eq!(answer.status, 201, "{}", answer.text());
    Table::new(client.clone(), &answer.json())
}

/// A live game with a cup that only its seat has seen.
fn with_a_secret(client: &Client, visibility: &str) -> Table {
    let table = open(
        client,
        &json!({"game": "you_cry_wolf", "seats": ["Aki", null, "Ben"], "visibility": visibility,
                "place": "Kyoto", "tags": ["club"]}),
    );
    let dice = json!(["sheep", "wolf", "wolf", "wolf", "wolf", "wolf"]);
    table
        .log(&json!([{"type": "choose_first_player", "seat": 0},
                     {"type": "note_cup", "seat": 0, "dice": dice},
                     {"type": "bet", "seat": 0, "die": "sheep", "row": "sheep", "claim": 2}]))
        .json();
    table
}

/// A random game of every kind, and records of every visibility.
fn fill(client: &Client) -> Vec<Table> {
    let finished = games::ALL.iter().map(|game| {
        let game = random_game(*game, 7);
        let table = open(client, &game.request());
        game.log.chunks(500).for_each(|entries| drop(table.log(&json!(entries)).json()));
        table
    });
    let mut tables: Vec<_> = finished.collect();
    tables.extend(["public", "unlisted", "private"].map(|visibility| with_a_secret(client, visibility)));
    tables
}

fn export(client: &Client, query: &str, key: Option<&str>) -> String {
    let answer = client.get(&format!("/v1/archive{query}")).token_if(key).send();
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.text()
}

fn import(client: &Client, body: &str) -> Answer {
    client.ask("POST", "/v1/archive").body(NDJSON, body).token(KEY).send()
}

fn ids(lines: &str) -> BTreeSet<String> {
    let id = |line: &str| serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned();
    lines.lines().map(id).collect()
}

fn counts(report: &Value) -> [u64; 4] {
    ["lines", "imported", "duplicates", "rejected"].map(|name| report[name].as_u64().unwrap())
}

#[test]
fn an_archive_moves_to_another_service_and_answers_the_same() {
    let (here, there) = (service(), service());
    let tables = fill(&here);
    let copied = here.post(&tables[0].path("/copies"), &json!({"at": 2})).token(KEY).json();
    let whole = export(&here, "?copies=true", Some(KEY));
    assert_eq!(whole.lines().count(), tables.len() + 1);

    let response = import(&there, &whole);
    assert_eq!(response.header("content-type"), "application/json");
    let report = response.json();
    assert_eq!(counts(&report), [tables.len() as u64 + 1, tables.len() as u64 + 1, 0, 0], "{report}");
    assert_eq!(export(&there, "?copies=true", Some(KEY)), whole);
    assert_eq!(export(&there, "", None), export(&here, "", None));
    for table in &tables {
        for path in ["", "/events", "/replay", "/choices", "/record"] {
            for key in [Some(KEY), None] {
                let [a, b] = [&here, &there].map(|at| table.at(at).get_as(key, path).send());
                assert_eq!((a.status, a.text()), (b.status, b.text()), "{path}");
            }
        }
    }
    let id = copied["id"].as_str().unwrap();
    assert_eq!(there.get(&format!("/v1/games/{id}")).json()["copy_of"], copied["copy_of"]);
}

#[test]
fn an_export_holds_public_records_and_for_the_operator_all() {
    let service = service();
    let tables = fill(&service);
    let open = &tables[..tables.len() - 2];
    let public = export(&service, "", None);
    let names: BTreeSet<_> = open.iter().map(|table| table.id.clone()).collect();
    assert_eq!(ids(&public), names);
    for (line, table) in public.lines().zip(open) {
        assert_eq!(line, table.get_as(None, "/record").send().text(), "in the order they were opened");
    }
    let shows_the_cup = |lines: &str| {
        let line = lines.lines().find(|line| line.contains(&tables[tables.len() - 3].id)).unwrap();
        line.contains("wolf\",\"wolf")
    };
    assert!(!shows_the_cup(&public) && shows_the_cup(&export(&service, "", Some(KEY))));

    assert_eq!(export(&service, "?game=bremen", None).lines().count(), 1);
    assert_eq!(ids(&export(&service, "?tag=club", None)), [tables[tables.len() - 3].id.clone()].into());
    assert_eq!(service.get("/v1/archive?game=chess").send().status, 400);
}

#[test]
fn an_export_goes_on_behind_any_record() {
    let service = service();
    let tables = fill(&service);
    let whole = export(&service, "", Some(KEY));
    for (count, table) in tables.iter().enumerate() {
        let rest: Vec<_> = whole.lines().skip(count + 1).collect();
        let got = export(&service, &format!("?after={}", table.id), Some(KEY));
        assert_eq!(got.lines().collect::<Vec<_>>(), rest);
    }
    let private = &tables[tables.len() - 1].id;
    let answer = |after: &str| service.get(&format!("/v1/archive?after={after}")).send();
    let nowhere = "01a1ff9d-7320-714a-a505-475cfbaf6930";
    assert_eq!((answer(private).status, answer(nowhere).status, answer("x").status), (404, 404, 400));
    assert_eq!(answer(private).text().replace(private, nowhere), answer(nowhere).text());
}

#[test]
fn a_record_s_token_exports_what_is_public_and_a_wrong_key_nothing() {
    let here = service();
    let tables = fill(&here);
    assert_eq!(export(&here, "", Some(&tables[0].scribe)), export(&here, "", None));
    assert_eq!(here.get("/v1/archive").token("the-operators-key-of-this-test-1").send().status, 401);
}

#[test]
fn a_short_archive_is_read_in_parts() {
    let here = service();
    fill(&here);
    for format in ["record", "bgstats"] {
        let path = format!("/v1/archive?format={format}");
        let whole = here.get(&path).send();
        let (tag, length) = (whole.header("etag").to_owned(), whole.body.len());
        assert!(whole.header("accept-ranges") == "bytes" && tag.starts_with('"'), "{tag}");

        // A download that broke off goes on where it was.
        let rest = here.get(&path).header("Range", "bytes=100-").header("If-Range", &tag).send();
        assert_eq!((rest.status, &rest.body[..]), (206, &whole.body[100..]), "{format}");
        assert_eq!(rest.header("content-range"), format!("bytes 100-{}/{length}", length - 1));
        assert_eq!(here.get(&path).header("If-None-Match", &tag).send().status, 304);
        let compressed = here.get(&path).header("Accept-Encoding", "gzip").send();
        assert_eq!(compressed.header("content-encoding"), "gzip");
        assert_eq!(compressed.header("etag"), format!("W/{tag}"), "its bytes are others");

        // It begins anew where a record has changed.
        with_a_secret(&here, "public");
        let rest = here.get(&path).header("Range", "bytes=100-").header("If-Range", &tag).send();
        let (status, is_the_same) = (rest.status, rest.body == whole.body);
        assert_eq!((status, is_the_same), if format == "record" { (200, false) } else { (206, false) });
    }
}

#[test]
fn every_file_is_as_its_schema_says() {
    let service = service();
    let tables = fill(&service);
    let corrections = json!([{"type": "annotate", "event": 1, "text": "?"}, {"type": "take_back", "count": 1},
                             {"type": "amend", "event": 1, "with": {"type": "choose_first_player", "seat": 1}},
                             {"type": "abandon"}]);
    let corrected = service.post(&tables[tables.len() - 3].path("/moves"), &corrections).token(KEY).send();
    assert_eq!(corrected.status, 201, "{}", corrected.text());
    service.post(&tables[0].path("/copies"), &json!({})).token(KEY).json();
    let answer = service.get("/schemas/record.json").send();
    assert_eq!(answer.header("content-type"), "application/schema+json");
    let pinned = include_str!("../../openapi/record.schema.json");
    assert_eq!(answer.json(), serde_json::from_str::<Value>(pinned).unwrap());
    let schema = jsonschema::validator_for(&answer.json()).unwrap();
    for line in export(&service, "?copies=true", Some(KEY)).lines() {
        let file: Value = serde_json::from_str(line).unwrap();
        let faults: Vec<_> =
            schema.iter_errors(&file).map(|fault| format!("{fault} at {}", fault.instance_path())).collect();
        assert!(faults.is_empty(), "{line}: {faults:?}");
        for (path, value) in [("/kifu", json!(2)), ("/id", json!(1)), ("/log/0/entry", json!({"type": "?"}))]
        {
            let mut bad = file.clone();
            *bad.pointer_mut(path).unwrap() = value;
            assert!(!schema.is_valid(&bad), "{path}");
        }
    }
}

#[test]
fn bad_lines_are_refused_one_by_one() {
    let (here, there) = (service(), service());
    fill(&here);
    let good = export(&here, "", Some(KEY));
    let file: Value = serde_json::from_str(good.lines().next().unwrap()).unwrap();
    let with = |path: &str, value: Value| {
        let mut bad = file.clone();
        *bad.pointer_mut(path).unwrap() = value;
        bad.to_string()
    };
    let mut unknown = file.clone();
    unknown["extra"] = 1.into();
    let bad = [
        ("no JSON".to_owned(), "malformed_body"),
        ("{\"kifu\": 1}".to_owned(), "malformed_body"),
        (unknown.to_string(), "malformed_body"),
        (with("/kifu", 2.into()), "malformed_body"),
        (with("/id", "x".into()), "malformed_body"),
        (with("/game", "chess".into()), "unknown_game"),
        (with("/seats", 200.into()), "violation"),
        (with("/status", "abandoned".into()), "malformed_body"),
        (with("/details/names", json!(vec!["A"; 40])), "malformed_body"),
        (with("/details/names/0", "a\u{0}b".into()), "malformed_body"),
        (with("/log/0/at", "0000-01-01T00:00:00Z".into()), "malformed_body"),
        (with("/log/1/entry", json!({"type": "take_back", "count": 99})), "violation"),
        (with("/log/1/entry", json!({"type": "no_such_move"})), "malformed_move"),
        (with("/visibility", "secret".into()), "malformed_body"),
    ];
    let lines: Vec<_> = good.lines().zip(bad.iter().map(|(line, _)| line.as_str())).collect();
    let rest = bad.iter().skip(lines.len()).map(|(line, _)| line.as_str());
    let mixed: Vec<_> = lines.into_iter().flat_map(|(good, bad)| [good, "", bad]).chain(rest).collect();
    let body = mixed.join("\n");

    let report = import(&there, &body).json();
    let count = good.lines().count() as u64;
    assert_eq!(counts(&report), [mixed.len() as u64, count, 0, bad.len() as u64], "{report}");
    assert_eq!(export(&there, "", Some(KEY)), good);
    let rejected = report["rejected_lines"].as_array().unwrap();
    let numbered = (1_u64..).zip(&mixed);
    let expected = numbered.filter_map(|(number, line)| {
        bad.iter().find(|(bad, _)| bad == line).map(|(_, code)| (number, (*code).to_owned()))
    });
    let got = rejected
        .iter()
        .map(|line| (line["line"].as_u64().unwrap(), line["code"].as_str().unwrap().to_owned()));
    assert_eq!(got.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    for line in rejected {
        let has_text = |language: &str| !line["message"][language].as_str().unwrap().is_empty();
        assert!(has_text("ja") && has_text("en"), "{line}");
    }
    let illegal =
        rejected.iter().find(|line| line["message"]["en"].as_str().unwrap().starts_with("Event 2: "));
    assert!(illegal.is_some_and(|line| line["id"] == file["id"]), "{report}");

    let response =
        there.ask("POST", "/v1/archive").body(NDJSON, body.as_str()).token(KEY).header("Accept", NDJSON);
    let news = response.send().lines();
    let of = |kind: &str| news.iter().filter(|line| line["type"] == kind).cloned().collect::<Vec<_>>();
    assert_eq!(
        of("done").iter().map(counts).collect::<Vec<_>>(),
        [[mixed.len() as u64, 0, count, bad.len() as u64]]
    );
    let without_type = |mut line: Value| {
        line.as_object_mut().unwrap().remove("type");
        line
    };
    assert_eq!(&of("rejected").into_iter().map(without_type).collect::<Vec<_>>(), rejected);
    assert_eq!(news.last().unwrap()["type"], "done");
}

#[test]
fn an_import_tells_duplicates_from_similar_records() {
    let (here, there) = (service(), service());
    let tables = fill(&here);
    let whole = export(&here, "", Some(KEY));
    import(&there, &whole);
    let table = tables[tables.len() - 3].at(&there);
    let line = whole.lines().find(|line| line.contains(&table.id)).unwrap();
    let mut file: Value = serde_json::from_str(line).unwrap();
    let one = |file: &Value| import(&there, &file.to_string()).json();

    file["details"]["place"] = "Osaka".into();
    assert_eq!(counts(&one(&file)), [1, 0, 1, 0], "what may change makes no other record");
    let original = file.clone();
    file["log"].as_array_mut().unwrap().pop();
    assert_eq!(counts(&one(&file)), [1, 0, 1, 0], "the record here has gone on");
    for (field, path, value) in [
        ("event", "/log/2/entry/claim", json!(3)),
        ("event", "/log/2/at", original["opened_at"].clone()),
        ("field", "/opened_at", json!("2020-01-01T00:00:00Z")),
    ] {
        let mut other = original.clone();
        *other.pointer_mut(path).unwrap() = value;
        let report = one(&other);
        assert_eq!(counts(&report), [1, 0, 0, 1], "{path}");
        let refused = &report["rejected_lines"][0];
        assert_eq!((&refused["code"], &refused["id"]), (&json!("record_conflict"), &original["id"]));
        assert!(!refused["values"][field].is_null(), "{refused}");
    }
    let mut longer = original.clone();
    longer["log"]
        .as_array_mut()
        .unwrap()
        .push(json!({"at": original["log"][2]["at"], "entry": {"type": "abandon"}}));
    longer["status"] = "abandoned".into();
    assert_eq!(one(&longer)["rejected_lines"][0]["values"], json!({"ends_with": 3}));

    let mut renamed = original.clone();
    renamed["id"] = "01a1ff9d-7320-714a-a505-475cfbaf6930".into();
    let report = one(&renamed);
    assert_eq!(counts(&report), [1, 0, 1, 0]);
    assert_eq!(
        report["same_content_lines"],
        json!([{"line": 1, "id": renamed["id"], "same_as": original["id"]}])
    );
    let twice = format!("{}\n{}\n{}\n", with_id(&renamed, 1), with_id(&renamed, 2), with_id(&original, 3));
    assert_eq!(counts(&import(&there, &twice).json()), [3, 0, 3, 0]);
    assert_eq!(export(&there, "", Some(KEY)), whole, "nothing was changed");
}

/// The record under another id.
fn with_id(file: &Value, number: u64) -> Value {
    let mut file = file.clone();
    file["id"] = format!("01a1ff9d-7320-714a-a505-{number:012}").into();
    file
}

#[test]
fn the_same_record_twice_in_one_import_is_written_once() {
    let (here, there) = (service(), service());
    fill(&here);
    let whole = export(&here, "", Some(KEY));
    let file: Value = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
    let mut other = file.clone();
    other["opened_at"] = "2020-01-01T00:00:00Z".into();
    let body = format!("{file}\n{file}\n{other}\n{}\n", with_id(&file, 1));
    let report = import(&there, &body).json();
    assert_eq!(counts(&report), [4, 1, 2, 1], "{report}");
    assert_eq!(report["rejected_lines"][0]["line"], 3);
    assert_eq!(report["same_content_lines"][0]["line"], 4);
}

#[test]
fn an_import_discloses_nothing_hidden() {
    let service = Service::shared();
    let table = service.open_plain("you_cry_wolf", 3);
    let dice = json!(["sheep", "wolf", "wolf", "wolf", "wolf", "wolf"]);
    table.log(&json!([{"type": "choose_first_player", "seat": 0}, {"type": "note_cup", "seat": 0, "dice": dice}])).json();
    let right: Value = table.get("/record").json();
    let mut wrong = right.clone();
    wrong["log"][1]["entry"]["dice"][0] = "wolf".into();
    let mut fewer = wrong.clone();
    fewer["log"].as_array_mut().unwrap().pop();
    let answer = |file: &Value| {
        service.ask("POST", "/v1/archive").body("application/json", file.to_string()).send().json()
    };
    assert_eq!(answer(&right), answer(&wrong), "whoever guesses right learns nothing");
    assert_eq!(counts(&answer(&table.get_as(None, "/record").json())), [1, 0, 1, 0]);

    let private =
        service.open(&json!({"game": "bremen", "seats": [null, null, null], "visibility": "private"}));
    let file = private.get("/record").json();
    let mut other = file.clone();
    other["opened_at"] = "2020-01-01T00:00:00Z".into();
    assert_eq!(answer(&file), answer(&other));
    assert_eq!(answer(&file)["rejected_lines"][0]["code"], "record_conflict");
}

#[test]
fn only_the_operator_may_go_on_with_an_imported_record() {
    let (here, there) = (service(), service());
    let table = with_a_secret(&here, "private");
    import(&there, &export(&here, "", Some(KEY)));
    let imported = table.at(&there);
    assert_eq!(imported.log(&json!({"type": "abandon"})).send().status, 404, "the old token");
    assert_eq!(imported.get_as(None, "").send().status, 404);
    let abandon = there.post(&imported.path("/moves"), &json!({"type": "abandon"})).token(KEY).send();
    assert_eq!(abandon.status, 201, "{}", abandon.text());
    assert_eq!(there.ask("POST", "/v1/archive").body(NDJSON, "").token("another").send().status, 401);
    assert_eq!(there.ask("POST", "/v1/archive").body("text/plain", "").token(KEY).send().status, 415);
}

/// An import of the service's database that waits for more input after these bytes.
fn import_some(folder: &Folder, service: &Service, bytes: &[u8]) -> Child {
    let mut command = folder.kifu();
    command
        .env("KIFU_DATABASE_URL", service.folder().database_url())
        .args(["import", "-"])
        .stdin(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(bytes).unwrap();
    child
}

/// The lines of an archive by the shards in which a service has their records.
fn by_shard<'a>(service: &Service, lines: &'a str) -> BTreeMap<i32, Vec<&'a str>> {
    let rows = service.database().query("SELECT game_id::text, shard FROM games", &[]).unwrap();
    let shards: BTreeMap<String, i32> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    let mut by_shard = BTreeMap::<_, Vec<_>>::new();
    for line in lines.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        by_shard.entry(shards[record["id"].as_str().unwrap()]).or_default().push(line);
    }
    by_shard
}

#[test]
fn an_import_that_was_killed_and_repeated_ends_with_the_right_archive() {
    let (here, there) = (Folder::prepared(), Service::start());
    let done = here.run(&["simulate", "--game", "bremen", "--count", "600", "--seed", "5"]);
    assert!(done.status.success());
    let whole = here.run(&["export"]).stdout;
    let newest = || there.get("/v1/games?limit=1").json()["games"][0]["id"].clone();
    for quarters in 1..4 {
        let before = newest();
        let mut child = import_some(&here, &there, &whole[..whole.len() / 4 * quarters]);
        eventually("more records", || (newest() != before).then_some(()));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let imported = unchanging("the archive", || there.get("/v1/archive").send().text());
    assert!(imported.len() < whole.len());
    let output = import_some(&here, &there, &whole).wait_with_output().unwrap();
    let whole_text = String::from_utf8(whole.clone()).unwrap();
    let (first, all) = (by_shard(&there, &imported), by_shard(&there, &whole_text));
    for (shard, records) in &first {
        assert!(all[shard].starts_with(records), "whole records, and those of shard {shard} in order");
    }
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let count = imported.lines().count();
    let expected = format!("imported {}, already here {count}, rejected 0", 600 - count);
    assert!(output.status.success() && stderr.contains(&expected), "{stderr}: {expected}");
    assert_eq!(there.get("/v1/archive").send().text().into_bytes(), whole);
}

#[test]
fn an_import_whose_sender_went_away_is_repeated() {
    let (here, there) = (service(), service());
    fill(&here);
    let whole = export(&here, "", Some(KEY));
    let cut = whole.len() / 2;
    let mut stream = TcpStream::connect(there.base().trim_start_matches("http://")).unwrap();
    let head = format!(
        "POST /v1/archive HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {KEY}\r\nContent-Type: {NDJSON}\r\nContent-Length: {}\r\n\r\n",
        whole.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(&whole.as_bytes()[..cut]).unwrap();
    stream.shutdown(Shutdown::Both).unwrap();
    let report = import(&there, &whole).json();
    assert_eq!(report["rejected"], 0, "{report}");
    assert_eq!(export(&there, "", Some(KEY)), whole);
}

#[test]
fn two_imports_at_once_write_every_record_once() {
    let (here, there) = (Folder::prepared(), service());
    assert!(here.run(&["simulate", "--game", "bremen", "--count", "300", "--seed", "6"]).status.success());
    let whole = String::from_utf8(here.run(&["export"]).stdout).unwrap();
    let reports = thread::scope(|scope| {
        let imports: Vec<_> = (0..2).map(|_| scope.spawn(|| import(&there, &whole).json())).collect();
        imports.into_iter().map(|import| import.join().unwrap()).collect::<Vec<_>>()
    });
    let sum = |name: &str| reports.iter().map(|report| report[name].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum("imported"), sum("duplicates"), sum("rejected")), (300, 300, 0));
    assert_eq!(export(&there, "", Some(KEY)), whole);
}

#[test]
fn an_export_to_a_file_goes_on_behind_its_last_whole_line() {
    let folder = Folder::prepared();
    assert!(folder.run(&["simulate", "--game", "bremen", "--count", "70", "--seed", "6"]).status.success());
    let whole = folder.run(&["export"]).stdout;
    let file = folder.path().join("games.ndjson");
    let arguments = ["export", "--resume", "--output", file.to_str().unwrap()];
    for length in [whole.len() / 3, 0, 10, whole.len() - 1, whole.len()] {
        std::fs::write(&file, &whole[..length]).unwrap();
        let output = folder.run(&arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(std::fs::read(&file).unwrap() == whole, "{length}");
    }
    std::fs::write(&file, "no export\n").unwrap();
    assert!(!folder.run(&arguments).status.success());
    assert_eq!(std::fs::read(&file).unwrap(), b"no export\n");
}
