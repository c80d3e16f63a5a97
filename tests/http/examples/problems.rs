//! Every problem, and a request that has it.

use std::collections::BTreeSet;

use kifu_tests::{Answer, Ask, Raw, Receiver, Service, Table, contract, eventually, while_slots_are_taken};
use serde_json::{Value, json};

use super::collection::Collection;
use super::samples::{FILE_BYTES, Samples};
use super::{OPERATOR, Player, SETTINGS};

/// As many tokens as a record may have are issued one by one.
const MAX_TOKENS: usize = 1000;
/// So many webhooks may a record have.
const MAX_WEBHOOKS: usize = 10;
/// A client that takes every slot.
const CROWD: &str = "192.0.2.4";
const OBSERVATIONS: &str = "/v1/observations/game=punyon_ken/month=2025-05/observations.parquet";
const NOBODY: &str = "01960000-0000-7000-8000-000000000000";

#[test]
fn every_problem() {
    let service = Service::with_one_shard(SETTINGS);
    let receiver = Receiver::new();
    let mut samples = Samples::new();
    samples.show(receiver.url(), "https://example.org/hook");
    let mut problems = Collection::of("problems.json", samples);
    let table = service.open(&json!({"game": "bremen", "seats": ["Aki", "Ben", "Chika", "Dan"]}));
    let mut slow = Raw::connect(&service);
    let path = table.path("/moves");
    slow.write(
        format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nContent-Length: 100\r\n\r\n[",
            table.scribe
        )
        .as_bytes(),
    );
    let slow_head = of_heads(&service, &mut problems);
    table.log(&json!([{"type": "deal"}, {"type": "lead", "seat": 0}])).json();
    of_requests(&service, &table, &mut problems);
    of_records(&service, &table, &mut problems);
    of_tokens(&table, &mut problems);
    of_players(&service, &mut problems);
    of_webhooks(&service, &table, receiver.url(), &mut problems);
    of_limits(&mut problems);
    let headers =
        json!({"Authorization": format!("Bearer {}", table.scribe), "Content-Type": "application/json"});
    let request = json!({"method": "POST", "path": path, "headers": headers, "body": "["});
    problems.add_raw_problem("body_too_slow", &request, &slow.answer());
    add_head_problem("head_too_slow", slow_head, &json!({"Host": "localhost"}), &mut problems);
    of_archives(&service, &mut problems);
    of_long_answers(&mut problems);
    of_a_failing_database(&service, &table, &mut problems);
    of_a_broken_database(service, &table, &mut problems);
    assert_eq!(problems.names().collect::<BTreeSet<_>>(), codes().collect());
    problems.sent().assert_of_problems();
    problems.compare();
}

/// Every code that the contract names.
fn codes() -> impl Iterator<Item = &'static str> {
    let codes = &contract()["components"]["schemas"]["ProblemCode"]["enum"];
    codes.as_array().unwrap().iter().filter_map(Value::as_str)
}

/// Faults in a head. A head that never ends is answered after a while.
fn of_heads(service: &Service, problems: &mut Collection) -> Raw {
    let begun = |headers: &str| {
        let mut raw = Raw::connect(service);
        raw.write(format!("GET /v1/rules HTTP/1.1\r\n{headers}").as_bytes());
        raw
    };
    add_head_problem("malformed_head", begun("\r\n"), &json!({}), problems);
    let many = (0..200).map(|number| format!("X-{number}: \r\n")).collect::<Vec<_>>().concat();
    let large = begun(&format!("Host: localhost\r\n{many}\r\n"));
    add_head_problem("head_too_large", large, &json!({"Host": "localhost", "X-0": "", "X-1": ""}), problems);
    begun("Host: localhost\r\nX-")
}

/// An answer to a head with these headers, or with this number of further ones.
fn add_head_problem(code: &str, mut raw: Raw, headers: &Value, problems: &mut Collection) {
    let request = json!({"method": "GET", "path": "/v1/rules", "headers": headers});
    problems.add_raw_problem(code, &request, &raw.answer());
}

/// Faults in a request to any address.
fn of_requests(service: &Service, table: &Table, problems: &mut Collection) {
    let get = |path: &str| service.get(path);
    let opening = json!({"game": "bremen", "seats": ["Aki", "Ben", "Chika", "Dan"]});
    let mut no_seats = opening.clone();
    no_seats["seats"] = json!(["Aki", 7]);
    let mut chess = opening.clone();
    chess["game"] = "chess".into();
    let media = |media: &str| service.ask("POST", "/v1/games").body(media, opening.to_string());
    let asks = [
        ("malformed_body", service.post("/v1/games", &no_seats)),
        ("malformed_parameter", get("/v1/games?limit=many")),
        ("unknown_game", service.post("/v1/games", &chess)),
        ("misplaced_secret", get(&table.path(&format!("?token={}", table.scribe)))),
        ("unauthenticated", get(&table.path("/tokens"))),
        ("cross_site", service.post("/v1/games", &opening).header("Origin", "https://elsewhere.example")),
        ("not_found", get(&format!("/v1/games/{NOBODY}"))),
        ("method_not_allowed", table.ask("DELETE", "")),
        ("not_acceptable", get(&table.path("/events")).header("Accept", "image/png")),
        ("unsupported_media_type", media("text/plain")),
        ("unsupported_encoding", media("application/json").header("Content-Encoding", "gzip")),
        ("unknown_host", get("/v1/games").header("Host", "elsewhere.example")),
    ];
    for (code, ask) in &asks {
        problems.take_problem(code, ask);
    }
    let patch = table.ask("PATCH", "").token(&table.scribe).body("text/plain", "{}");
    problems.take_headers("unsupported_media_type", &patch);
    let once =
        |opening: &Value| service.post("/v1/games", opening).header("Idempotency-Key", "1c0a5b6e-open");
    once(&opening).json();
    let mut other = opening.clone();
    other["place"] = "Kyoto".into();
    problems.take_problem("key_reused", &once(&other));
}

/// Refusals by a record.
fn of_records(service: &Service, table: &Table, problems: &mut Collection) {
    let play = |seat: usize, tile: &str| json!({"type": "play", "seat": seat, "tile": tile});
    let put = |rest: &str, body: &Value| {
        let ask = table.ask("PUT", rest).token(&table.scribe);
        ask.body("application/json", body.to_string())
    };
    let bgg = service.get(&table.path("/record?format=bgg&bgg_id=12345"));
    let punyon_ken = service.open_plain("punyon_ken", 2);
    let part = punyon_ken.ask("PUT", "/joint").token(&punyon_ken.seats[0]);
    let part = part.body("application/json", json!({"type": "throw", "hand": "rock"}).to_string());
    let asks = [
        ("malformed_move", punyon_ken.log(&json!({"type": "throw", "hands": ["rock", "well"]}))),
        ("forbidden", table.log_as(1, &play(0, "donkey-7"))),
        ("violation", table.log(&play(1, "donkey-7"))),
        ("stale_version", table.log(&play(0, "donkey-7")).header("If-Match", &table.tag(1))),
        ("version_required", part),
        ("not_finished", bgg),
        ("still_live", service.get(&table.path("/analysis"))),
        ("unknown_player", put("/seats/0", &json!({"player": NOBODY}))),
    ];
    for (code, ask) in &asks {
        problems.take_problem(code, ask);
    }
}

fn of_tokens(table: &Table, problems: &mut Collection) {
    let scribe = |ask: Ask| ask.token(&table.scribe);
    let issue = || scribe(table.post("/tokens", &json!({"role": "spectator"})));
    let tokens = scribe(table.ask("GET", "/tokens")).json();
    let own = tokens["tokens"].as_array().unwrap().iter().find(|token| token["yours"] == true).unwrap();
    let path = |token: &Value| format!("/tokens/{}", token["id"].as_str().unwrap());
    problems.take_problem("last_scribe_token", &scribe(table.ask("DELETE", &path(own))));
    let ended = issue().json();
    scribe(table.ask("DELETE", &path(&ended))).send();
    let reissue = table.ask("POST", &format!("{}/reissue", path(&ended)));
    problems.take_problem("token_ended", &scribe(reissue));
    for _ in 0..MAX_TOKENS {
        if issue().send().status != 201 {
            break;
        }
    }
    problems.take_problem("too_many_tokens", &issue());
}

fn of_players(service: &Service, problems: &mut Collection) {
    let make = |name: &str| Player::of(&service.post("/v1/players", &json!({ "name": name })).json());
    let [aki, ben, gone] = ["Aki", "Ben", "Chika"].map(make);
    let seats = json!([aki.entry(), ben.entry()]);
    let table = service.open(&json!({"game": "punyon_ken", "seats": seats}));
    service.ask("DELETE", &gone.path("")).token(&gone.token).send();
    let merge = json!({"into": ben.id, "token": ben.token});
    let claim = json!([{"game": table.id, "seat": 0, "token": table.scribe}]);
    let twice = json!({"game": "punyon_ken", "seats": [aki.entry(), aki.entry()]});
    let uninvited = json!({"game": "punyon_ken", "seats": [{"player": aki.id}, null]});
    let asks = [
        ("erased", service.get(&gone.path(""))),
        ("sat_together", service.post(&aki.path("/merge"), &merge).token(&aki.token)),
        ("seat_taken", service.post(&ben.path("/claims"), &claim).token(&ben.token)),
        ("unfit_seats", service.post("/v1/games", &twice)),
        ("seat_needs_consent", service.post("/v1/games", &uninvited)),
    ];
    for (code, ask) in &asks {
        problems.take_problem(code, ask);
    }
}

fn of_webhooks(service: &Service, table: &Table, url: &str, problems: &mut Collection) {
    let request = json!({"url": url, "events": ["record.finished"]});
    let create =
        |scribe: &str| service.post(&format!("/v1/webhooks?record={}", table.id), &request).token(scribe);
    let mut hook = Value::Null;
    for _ in 0..MAX_WEBHOOKS {
        hook = create(&table.scribe).json();
    }
    problems.take_problem("too_many_webhooks", &create(&table.scribe));
    let path = format!("/v1/webhooks/{}", hook["id"].as_str().unwrap());
    let change = service.ask("PATCH", &path).token(&table.scribe);
    change.body("application/merge-patch+json", json!({"enabled": false}).to_string()).json();
    let test = service.ask("POST", &format!("{path}/test")).token(&table.scribe);
    problems.take_problem("webhook_disabled", &test);
    let unsealed = Service::start_with(&[("KIFU_LISTEN", "0.0.0.0:0"), ("KIFU_OPERATOR_KEY", OPERATOR)]);
    let request = json!({"url": "https://example.org/hook", "events": ["record.finished"]});
    problems.take_problem("webhook_key_missing", &unsealed.post("/v1/webhooks", &request).token(OPERATOR));
}

/// Refusals by a service with low limits.
fn of_limits(problems: &mut Collection) {
    let small = Service::start_with(&[
        ("KIFU_MAX_BODY_BYTES", "2000"),
        ("KIFU_MAX_RECORD_EVENTS", "1"),
        ("KIFU_MAX_STREAMS", "1"),
    ]);
    let table = small.open_plain("bremen", 4);
    table.log(&json!({"type": "deal"})).json();
    problems.take_problem("record_full", &table.log(&json!({"type": "lead", "seat": 0})));
    let long = json!({"type": "annotate", "text": "A".repeat(2000)});
    let answer = table.log(&long).send();
    problems.add_problem("body_too_large", &table.log(&json!({"type": "annotate", "text": "AAA…"})), &answer);
    let live = |table: &Table| table.get_as(None, "/live");
    let _open = live(&table).stream();
    problems.take_problem("too_many_streams", &live(&table));

    let guarded = Service::start_with(&[
        ("KIFU_OPERATOR_KEY", OPERATOR),
        ("KIFU_TRUSTED_PROXY", "127.0.0.0/8"),
        ("KIFU_RATE_LIMIT", "1"),
        ("KIFU_MAX_STREAMS_PER_CLIENT", "1"),
    ]);
    let opening = json!({"game": "bremen", "seats": [null, null, null]});
    let opened = guarded.post("/v1/games", &opening).token(OPERATOR).json();
    let table = Table::new(kifu_tests::Client::new(guarded.base()), &opened);
    let from = |ask: Ask, client: &str| ask.header("X-Forwarded-For", client);
    let _open = from(live(&table), "192.0.2.1").stream();
    let second = from(live(&table), "192.0.2.1");
    problems.add_problem("too_many_own_streams", &second, &at_rest(second.clone().send()));
    until_refused(problems, "too_many_requests", &from(guarded.get("/v1/rules"), "192.0.2.2"));
    let patient =
        Service::start_with(&[("KIFU_TRUSTED_PROXY", "127.0.0.0/8"), ("KIFU_OPERATOR_KEY", OPERATOR)]);
    let wrong = patient.get(&format!("/v1/games/{NOBODY}")).token("kifu_wrong");
    until_refused(problems, "too_many_failures", &from(wrong, "192.0.2.3"));
}

/// Problems of a file whose record differs from the one that is here, and of a part that no file has.
fn of_archives(service: &Service, problems: &mut Collection) {
    let table = service.open_plain("bremen", 4);
    let mut file = table.get("/record").json();
    file["opened_at"] = "2020-01-01T00:00:00Z".into();
    let import = service.post("/v1/archive", &file).token(OPERATOR);
    problems.take_rejected_line("record_conflict", &import);
    let game = service.open(&json!({
        "game": "punyon_ken", "seats": [null, null], "played_at": "2025-05-03T13:00:00+09:00",
    }));
    for hands in [["scissors", "paper"], ["scissors", "paper"], ["rock", "scissors"]] {
        game.log(&json!({"type": "throw", "hands": hands})).json();
    }
    eventually("its observations", || {
        let files = service.get("/v1/observations").json()["files"].clone();
        (!files.as_array().unwrap().is_empty()).then_some(())
    });
    let part = service.get(OBSERVATIONS).header("Range", "bytes=100000000-");
    problems
        .take_problem_as("unsatisfiable_range", &part, |body| body["values"]["length"] = FILE_BYTES.into());
}

/// Answers of a service whose slots for long answers are all taken.
fn of_long_answers(problems: &mut Collection) {
    let service = Service::start_with(&[("KIFU_TRUSTED_PROXY", "127.0.0.0/8"), ("KIFU_RATE_LIMIT", "0")]);
    while_slots_are_taken(&service, CROWD, || {
        problems.take_problem("busy", &service.get("/v1/games?player=Aki").header("X-Forwarded-For", CROWD));
    });
}

fn until_refused(problems: &mut Collection, code: &str, ask: &Ask) {
    let refused = (0..1000)
        .map(|_| ask.clone().send())
        .find(|answer| answer.status == 429 && answer.json()["code"] == code);
    problems.add_problem(code, ask, &at_rest(refused.unwrap()));
}

/// With what a refused client may ask a moment after its last request: it differs with the time since.
fn at_rest(mut refused: Answer) -> Answer {
    let mut body = refused.json();
    assert!((1..=10).contains(&body["values"]["retry_after"].as_u64().unwrap()), "{body}");
    body["values"]["retry_after"] = 1.into();
    refused.body = body.to_string().into();
    refused.headers.insert("Retry-After", "1".parse().unwrap());
    if refused.headers.contains_key("RateLimit") {
        refused.headers.insert("RateLimit", "\"client\";r=0;t=1".parse().unwrap());
    }
    refused
}

/// Answers of a service whose disk fails in the middle of a write, and whose database was restored.
fn of_a_failing_database(service: &Service, table: &Table, problems: &mut Collection) {
    let mut database = service.database();
    let fail = "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE 'could not fsync file' USING ERRCODE = 'io_error'; END $$;
                CREATE TRIGGER fail BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION fail()";
    database.batch_execute(fail).unwrap();
    let note =
        table.log(&json!({"type": "annotate", "text": "Fire!"})).header("Idempotency-Key", "6f9d2c-note");
    problems.take_problem("outcome_unknown", &note);
    database.batch_execute("DROP TRIGGER fail ON events; DROP FUNCTION fail").unwrap();

    let mut lock = database.transaction().unwrap();
    lock.execute("SELECT FROM statistic_progress FOR UPDATE", &[]).unwrap();
    table.log(&json!({"type": "annotate", "text": "Who counts this?"})).json();
    let feed = service.get("/v1/feed?after=now").json();
    let cursor = feed["next"].as_str().and_then(|next| next.split(['=', '&']).nth(1)).unwrap();
    let question = service.get(&format!("/v1/statistics/common.won?as_of={cursor}"));
    problems.take_problem("not_counted_yet", &question);
    lock.rollback().unwrap();

    let feed = service.get("/v1/feed?after=now").json();
    let next = service.get(feed["next"].as_str().unwrap());
    database.batch_execute("UPDATE epoch SET id = gen_random_uuid()").unwrap();
    eventually("the end of the cursor", || (next.clone().send().status == 410).then_some(()));
    problems.take_problem("outdated_cursor", &next);
}

/// Answers of a service whose database was changed by hand, or is gone.
fn of_a_broken_database(service: Service, table: &Table, problems: &mut Collection) {
    let mut database = service.database();
    let spoil = "ALTER TABLE events DISABLE TRIGGER USER;
                 UPDATE events SET payload = '{\"type\": \"of another game\"}' WHERE seq = 1;
                 DROP TABLE deliveries";
    database.batch_execute(spoil).unwrap();
    drop(database);
    let settings = [("KIFU_OPERATOR_KEY", OPERATOR), ("KIFU_WEBHOOK_SENDERS", "0")];
    let beside = service.beside_with(&settings);
    let log = table.at(&beside).log(&json!({"type": "play", "seat": 0, "tile": "donkey-7"}));
    problems.take_problem("unreadable_record", &log);
    let deliveries = beside.get("/v1/webhooks").token(OPERATOR).json();
    let path =
        format!("/v1/webhooks/{}/deliveries", deliveries["webhooks"][0]["id"].as_str().unwrap_or(NOBODY));
    problems.take_problem("internal", &beside.get(&path).token(OPERATOR));
    let _folder = service.kill();
    problems.take_problem("unavailable", &beside.get(&table.path("/tokens")).token(OPERATOR));
}
