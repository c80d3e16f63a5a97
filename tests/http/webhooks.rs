//! Webhooks: their receivers and notices, signatures, retries until a notice arrives, and no private addresses.

use std::collections::HashSet;
use std::net::TcpListener;

use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_tests::{
    Client, Received, Receiver, Recorded, Reply, Service, Table, eventually, recorded, unchanging,
};
use serde_json::{Value, json};

const ALL_KINDS: [&str; 5] =
    ["record.opened", "record.finished", "record.abandoned", "record.amended", "record.reopened"];
const ALLOW_LOOPBACK: (&str, &str) = ("KIFU_WEBHOOK_ALLOW_NETWORK", "127.0.0.0/8");
const QUICK_RETRIES: (&str, &str) = ("KIFU_WEBHOOK_RETRY_DELAYS", "0.2,0.2");
const KEY: (&str, &str) = ("KIFU_WEBHOOK_KEY", "the key that seals");
const OPERATOR: &str = "the-operators-key-of-this-test-0";

fn service(settings: &[(&str, &str)]) -> Service {
    let settings = [&[ALLOW_LOOPBACK, QUICK_RETRIES, KEY], settings].concat();
    Service::start_with(&settings)
}

/// A webhook for everything, as it was made.
fn hook(client: &Client, receiver: &Receiver) -> Value {
    client.post("/v1/webhooks", &json!({"url": receiver.url(), "events": ALL_KINDS})).json()
}

fn path(hook: &Value, rest: &str) -> String {
    format!("/v1/webhooks/{}{rest}", hook["id"].as_str().unwrap())
}

fn deliveries(client: &Client, hook: &Value, query: &str) -> Vec<Value> {
    let page = client.get(&path(hook, &format!("/deliveries{query}"))).json();
    page["deliveries"].as_array().unwrap().clone()
}

/// The webhook's only delivery, once it is in this state.
fn in_state(client: &Client, hook: &Value, state: &str) -> Value {
    eventually(state, || deliveries(client, hook, &format!("?state={state}")).first().cloned())
}

fn finished() -> Recorded {
    recorded().into_iter().find(|game| game.fold().status() == Status::Over).unwrap()
}

fn play(client: &Client, game: &Recorded, visibility: &str) -> Table {
    let mut request = game.request();
    request["visibility"] = visibility.into();
    let table = client.open(&request);
    if !game.log.is_empty() {
        table.log(&Value::from(game.log.clone())).json();
    }
    table
}

/// A band of Bremen in its first round.
fn begun(client: &Client) -> Table {
    let table = client.open_plain("bremen", 4);
    let moves = json!([
        {"type": "deal"},
        {"type": "lead", "seat": 0},
        {"type": "play", "seat": 0, "tile": "donkey-7"},
        {"type": "play", "seat": 1, "tile": "donkey-4"},
    ]);
    table.log(&moves).json();
    table
}

#[test]
fn every_kind_of_notice_is_signed_and_holds_only_public_facts() {
    let service = service(&[]);
    let receiver = Receiver::new();
    let hook = hook(&service, &receiver);
    let game = finished();
    let over = play(&service, &game, "public");
    // They may overtake each other.
    let notices = receiver.wait_for(2);
    let notice_of =
        |kind: &str| notices.iter().map(Received::json).find(|notice| notice["type"] == kind).unwrap();
    let (opened, end) = (notice_of("record.opened"), notice_of("record.finished"));
    assert_eq!(
        opened["data"],
        json!({"id": over.id, "game": game.game, "url": format!("{}{}", service.base(), over.path("")), "version": 0, "status": "live"})
    );
    let shown = service.get(&over.path("")).json();
    assert_eq!(end["data"]["outcome"], shown["outcome"]);
    assert_eq!((&end["data"]["status"], &end["data"]["version"]), (&json!("over"), &shown["version"]));
    let broken_up = begun(&service);
    receiver.wait_for(3);
    broken_up
        .log(&json!({"type": "amend", "event": 4, "with": {"type": "play", "seat": 1, "tile": "donkey-5"}}))
        .json();
    broken_up.log(&json!({"type": "abandon", "reason": "a secret reason"})).json();
    broken_up.log(&json!({"type": "take_back", "count": 1})).json();
    over.log(&json!({"type": "take_back", "count": 1})).json();
    let notices = receiver.wait_for(7);
    let mut types = receiver.types().split_off(2);
    types.sort();
    assert_eq!(
        types,
        ["record.abandoned", "record.amended", "record.opened", "record.reopened", "record.reopened"]
    );
    let ids: HashSet<_> = notices.iter().map(|notice| notice.header("webhook-id")).collect();
    assert_eq!(ids.len(), notices.len());
    for notice in &notices {
        assert_eq!(notice.line, "POST /hook HTTP/1.1");
        assert_eq!(notice.header("content-type"), "application/json");
        assert_eq!(notice.signatures_by(hook["secret"].as_str().unwrap()), 1, "{notice:?}");
        for secret in [&over.scribe, &over.seats[0], &broken_up.scribe, "a secret reason"] {
            assert!(!notice.text().contains(secret), "{}", notice.text());
        }
    }
    let log = eventually("the last answer's note", || {
        Some(deliveries(&service, &hook, "?state=delivered&limit=100")).filter(|log| log.len() == 7)
    });
    assert!(log.iter().all(|delivery| delivery["attempts"] == 1 && delivery["last_status"] == 204));
}

/// A log, and an amendment after it that the public does not see.
fn hidden_amendment() -> (Recorded, Value) {
    for game in recorded() {
        let mut record = games::find(&game.game).unwrap().open(&game.opening).unwrap();
        for (index, entry) in game.log.iter().enumerate() {
            record.append(entry).unwrap();
            let amend = json!({"type": "amend", "event": index + 1, "with": entry});
            let mut amended = record.fork();
            if record.status() != Status::Live || amended.append(&amend).is_err() {
                continue;
            }
            let versions = [&record, &amended].map(|record| record.seen_by(Viewer::Public).version());
            if versions[0] == versions[1] {
                return (game.begun(index + 1), amend);
            }
        }
    }
    panic!("no recorded game hides a move");
}

#[test]
fn an_amendment_that_the_public_does_not_see_makes_no_notice() {
    let service = service(&[]);
    let (game, amend) = hidden_amendment();
    let table = play(&service, &game, "public");
    let receiver = Receiver::new();
    hook(&service, &receiver);
    table.log(&amend).json();
    table.log(&json!({"type": "abandon"})).json();
    receiver.wait_for(1);
    assert_eq!(receiver.types(), ["record.abandoned"]);
}

#[test]
fn only_public_records_send_notices_unless_their_scribe_made_the_webhook() {
    let service = service(&[]);
    let all = Receiver::new();
    let everything = hook(&service, &all);
    let private = play(&service, &finished().begun(0), "private");
    let unlisted = play(&service, &finished().begun(0), "unlisted");
    let own = Receiver::new();
    let webhook_request = json!({"url": own.url(), "events": ALL_KINDS});
    let of_record = format!("/v1/webhooks?record={}", private.id);
    for (token, status) in [(None, 404), (Some(&private.seats[0]), 403), (Some(&unlisted.scribe), 404)] {
        let answer = service.post(&of_record, &webhook_request).token_if(token.map(String::as_str)).send();
        assert_eq!(answer.status, status, "{}", answer.text());
    }
    let bound = service.post(&of_record, &webhook_request).token(&private.scribe).json();
    for table in [&private, &unlisted] {
        table.log(&json!({"type": "abandon"})).json();
    }
    let public = play(&service, &finished().begun(0), "public");
    let notice = own.wait_for(1)[0].json();
    assert_eq!((&notice["type"], &notice["data"]["id"]), (&json!("record.abandoned"), &json!(private.id)));
    assert_eq!(all.wait_for(1)[0].json()["data"]["id"], json!(public.id));
    assert_eq!((own.all().len(), all.all().len()), (1, 1));
    // The bound one is its scribe's alone; the others are anybody's on this machine.
    assert_eq!(service.get(&path(&bound, "")).send().status, 404);
    assert_eq!(service.get(&path(&bound, "")).token(&private.seats[0]).send().status, 403);
    assert_eq!(service.get(&path(&bound, "")).token(&private.scribe).json()["record"], json!(private.id));
    let listed = service.get("/v1/webhooks").json();
    assert_eq!(listed["webhooks"].as_array().map(Vec::len), Some(1));
    assert_eq!(listed["webhooks"][0]["id"], everything["id"]);
    assert_eq!(service.get(&of_record).token(&private.scribe).json()["webhooks"][0]["id"], bound["id"]);
    assert_eq!(service.get(&of_record).send().status, 404);
}

#[test]
fn a_webhook_gets_its_kinds_from_its_creation_on() {
    let service = service(&[]);
    play(&service, &finished(), "public");
    let receiver = Receiver::new();
    let webhook_request =
        json!({"url": receiver.url(), "events": ["record.finished"], "game": finished().game});
    let hook = service.post("/v1/webhooks", &webhook_request).json();
    let mut file = play(&service, &finished(), "public").get("/record").json();
    receiver.wait_for(1);
    let other = recorded().into_iter().find(|other| other.game != finished().game);
    play(&service, &other.unwrap(), "public");
    // Imported events happened elsewhere.
    file["id"] = "0198c0de-0000-7000-8000-000000000001".into();
    file["opened_at"] = "2026-01-02T03:04:05Z".into();
    assert_eq!(service.post("/v1/archive", &file).json()["imported"], 1);
    let last = play(&service, &finished(), "public");
    let notices = receiver.wait_for(2);
    assert_eq!(notices[1].json()["data"]["id"], json!(last.id));
    // Nor what happens while it is disabled.
    let disabled =
        service.ask("PATCH", &path(&hook, "")).body("application/json", r#"{"enabled": false}"#).json();
    assert_eq!((&disabled["enabled"], &disabled["disabled"]["reason"]), (&json!(false), &json!("requested")));
    assert_eq!(service.ask("POST", &path(&hook, "/test")).send().status, 409);
    play(&service, &finished(), "public");
    let change = r#"{"enabled": true, "events": ["record.opened"], "game": null}"#;
    let changed = service.ask("PATCH", &path(&hook, "")).body("application/json", change).json();
    assert_eq!((&changed["game"], &changed["disabled"]), (&Value::Null, &Value::Null));
    let opened = begun(&service);
    assert_eq!(receiver.wait_for(3)[2].json()["data"]["id"], json!(opened.id));
    assert_eq!(service.ask("DELETE", &path(&hook, "")).send().status, 204);
    assert_eq!(service.get(&path(&hook, "")).send().status, 404);
}

#[test]
fn a_notice_that_is_refused_is_sent_again_under_the_same_id() {
    let service = service(&[]);
    let receiver = Receiver::answering(|number| Reply::Status(if number == 0 { 500 } else { 200 }));
    let hook = hook(&service, &receiver);
    service.open_plain("bremen", 4);
    let sent = receiver.wait_for(2);
    assert_eq!(sent[0].header("webhook-id"), sent[1].header("webhook-id"));
    assert_eq!(sent[0].body, sent[1].body);
    assert_eq!(sent[1].signatures_by(hook["secret"].as_str().unwrap()), 1);
    let delivered = in_state(&service, &hook, "delivered");
    assert_eq!((&delivered["attempts"], &delivered["last_status"]), (&json!(2), &json!(200)));
    assert_eq!(delivered["id"], sent[0].header("webhook-id"));
    assert!(service.get(&path(&hook, "")).json()["last_success_at"].is_string());
}

#[test]
fn a_failed_notice_is_given_up_listed_and_sent_again_on_request() {
    let service = service(&[]);
    let receiver = Receiver::answering(|number| Reply::Status(if number < 3 { 503 } else { 200 }));
    let hook = hook(&service, &receiver);
    service.open_plain("bremen", 4);
    let failed = in_state(&service, &hook, "failed");
    assert_eq!((&failed["attempts"], &failed["last_status"]), (&json!(3), &json!(503)));
    assert_eq!(failed["last_error"]["code"], "status");
    assert!(failed["last_error"]["message"]["ja"].is_string());
    let disabled = eventually("its end", || {
        Some(service.get(&path(&hook, "")).json()).filter(|hook| hook["enabled"] == false)
    });
    assert_eq!(disabled["disabled"]["reason"], "failing");
    let retry = path(&hook, &format!("/deliveries/{}/retry", failed["id"].as_str().unwrap()));
    assert_eq!(service.ask("POST", &retry).send().json()["code"], "webhook_disabled");
    service.ask("PATCH", &path(&hook, "")).body("application/json", r#"{"enabled": true}"#).json();
    assert_eq!(receiver.all().len(), 3, "enabling sends nothing that was given up");
    assert_eq!(service.ask("POST", &retry).send().status, 202);
    let delivered = in_state(&service, &hook, "delivered");
    assert_eq!((&delivered["id"], &delivered["attempts"]), (&failed["id"], &json!(1)));
}

#[test]
fn a_receiver_that_answers_gone_gets_no_more_notices() {
    let service = service(&[]);
    let receiver = Receiver::answering(|_| Reply::Status(410));
    let hook = hook(&service, &receiver);
    assert_eq!(service.ask("POST", &path(&hook, "/test")).json()["type"], "webhook.ping");
    let failed = in_state(&service, &hook, "failed");
    assert_eq!(failed["last_error"]["code"], "gone");
    let disabled = service.get(&path(&hook, "")).json();
    assert_eq!((&disabled["enabled"], &disabled["disabled"]["reason"]), (&json!(false), &json!("gone")));
    assert_eq!(receiver.types(), ["webhook.ping"]);
}

#[test]
fn a_redirect_is_not_followed() {
    let service = service(&[]);
    let elsewhere = Receiver::new();
    let to = elsewhere.url().to_owned();
    let receiver = Receiver::answering(move |_| Reply::Redirect(to.clone()));
    let hook = hook(&service, &receiver);
    service.ask("POST", &path(&hook, "/test")).json();
    assert_eq!(in_state(&service, &hook, "failed")["last_error"]["code"], "redirect");
    assert!(elsewhere.all().is_empty());
}

#[test]
fn no_notice_reaches_a_private_network() {
    let service = Service::start_with(&[QUICK_RETRIES]);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    for host in ["127.0.0.1", "[::1]", "2130706433", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254"] {
        for url in [format!("http://{host}:{port}/"), format!("https://{host}:{port}/")] {
            let answer = service.post("/v1/webhooks", &json!({"url": url, "events": ALL_KINDS})).send();
            assert_eq!(
                (answer.status, answer.json()["code"].as_str()),
                (400, Some("malformed_body")),
                "{url}"
            );
            assert!(!answer.text().contains(host), "{}", answer.text());
        }
    }
    // A name is looked up when something is sent.
    let url = format!("https://localhost:{port}/");
    let hook = service.post("/v1/webhooks", &json!({"url": url, "events": ALL_KINDS})).json();
    service.ask("POST", &path(&hook, "/test")).json();
    let failed = in_state(&service, &hook, "failed");
    assert_eq!((&failed["attempts"], &failed["last_error"]["code"]), (&json!(3), &json!("address")));
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "somebody connected");
}

#[test]
fn a_kill_during_a_delivery_loses_no_notice() {
    let patience = ("KIFU_WEBHOOK_TIMEOUT_SECONDS", "2");
    let first = service(&[patience]);
    let receiver =
        Receiver::answering(|number| if number == 0 { Reply::Silence } else { Reply::Status(200) });
    let hook = hook(&first, &receiver);
    let table = first.open_plain("bremen", 4);
    receiver.wait_for(1);
    let folder = first.kill();
    let second = Service::start_in_with(folder, &[ALLOW_LOOPBACK, QUICK_RETRIES, KEY, patience]);
    let sent = receiver.wait_for(2);
    assert_eq!(sent[0].header("webhook-id"), sent[1].header("webhook-id"));
    assert_eq!(sent[1].json()["data"]["id"], json!(table.id));
    assert_eq!(in_state(&second, &hook, "delivered")["attempts"], 2);
}

#[test]
fn two_instances_send_each_notice_once() {
    const RECORDS: usize = 30;
    let one = service(&[]);
    let two = one.beside_with(&[ALLOW_LOOPBACK, QUICK_RETRIES, KEY]);
    let receiver = Receiver::new();
    let hook = hook(&one, &receiver);
    let tables: HashSet<String> = (0..RECORDS)
        .map(|number| if number % 2 == 0 { &one } else { &two }.open_plain("bremen", 4).id)
        .collect();
    eventually("all deliveries", || {
        (deliveries(&two, &hook, "?state=delivered&limit=100").len() == RECORDS).then_some(())
    });
    // A sender that sent one twice would have begun within a look at due notices.
    unchanging("notices", || receiver.all().len());
    let notice_of: Vec<_> = receiver.all().iter().map(|notice| notice.json()["data"]["id"].clone()).collect();
    assert_eq!(notice_of.len(), RECORDS);
    assert_eq!(notice_of.iter().map(|id| id.as_str().unwrap().to_owned()).collect::<HashSet<_>>(), tables);
}

#[test]
fn a_slow_receiver_delays_no_other() {
    let service = service(&[("KIFU_WEBHOOK_TIMEOUT_SECONDS", "30")]);
    let (slow, quick) = (Receiver::answering(|_| Reply::Silence), Receiver::new());
    hook(&service, &slow);
    hook(&service, &quick);
    (0..10).for_each(|_| drop(service.open_plain("bremen", 4)));
    assert_eq!(quick.wait_for(10).len(), 10);
    assert!(slow.all().len() < 10);
}

#[test]
fn a_secret_is_shown_once_sealed_and_changed_with_an_overlap() {
    let service = service(&[]);
    let receiver = Receiver::new();
    let hook = hook(&service, &receiver);
    let old = hook["secret"].as_str().unwrap();
    for rest in ["", "/deliveries"] {
        assert!(!service.get(&path(&hook, rest)).send().text().contains("whsec_"));
    }
    assert!(!service.get("/v1/webhooks").send().text().contains("whsec_"));
    let url = service.folder().database_url();
    let mut database = postgres::Client::connect(&url, postgres::NoTls).unwrap();
    let clear = "SELECT count(*) FROM webhook_secrets WHERE position(decode($1, 'base64') IN secret) > 0";
    let clear = database.query_one(clear, &[&&old["whsec_".len()..]]).unwrap();
    assert_eq!(clear.get::<_, i64>(0), 0);
    let answer = service.ask("POST", &path(&hook, "/secret")).json();
    let new = answer["secret"].as_str().unwrap();
    assert_ne!(old, new);
    service.ask("POST", &path(&hook, "/test")).json();
    let notice = &receiver.wait_for(1)[0];
    assert_eq!((notice.signatures_by(old), notice.signatures_by(new)), (1, 1));
    database
        .execute("UPDATE webhook_secrets SET valid_until = now() WHERE valid_until IS NOT NULL", &[])
        .unwrap();
    service.ask("POST", &path(&hook, "/test")).json();
    let notice = &receiver.wait_for(2)[1];
    assert_eq!((notice.signatures_by(old), notice.signatures_by(new)), (0, 1));
    // Under another key it can't sign, says why, and is mended by a new secret.
    drop(database);
    let folder = service.kill();
    let service =
        Service::start_in_with(folder, &[ALLOW_LOOPBACK, QUICK_RETRIES, ("KIFU_WEBHOOK_KEY", "another")]);
    service.ask("POST", &path(&hook, "/test")).json();
    assert_eq!(in_state(&service, &hook, "failed")["last_error"]["code"], "secret");
    assert_eq!(receiver.all().len(), 2);
    service.ask("PATCH", &path(&hook, "")).body("application/json", r#"{"enabled": true}"#).json();
    let mended = service.ask("POST", &path(&hook, "/secret")).json();
    service.ask("POST", &path(&hook, "/test")).json();
    assert_eq!(receiver.wait_for(3)[2].signatures_by(mended["secret"].as_str().unwrap()), 1);
}

#[test]
fn beyond_this_machine_webhooks_need_the_operators_key_and_a_sealed_secret() {
    let open = [("KIFU_LISTEN", "0.0.0.0:0"), ("KIFU_OPERATOR_KEY", OPERATOR)];
    let webhook_request = json!({"url": "https://example.org/", "events": ALL_KINDS, "game": "bremen"});
    let unsealed = Service::start_with(&[("KIFU_WEBHOOK_SENDERS", "0"), open[0], open[1]]);
    for (token, status, code) in [
        (None, 401, "unauthenticated"),
        (Some("wrong"), 401, "unauthenticated"),
        (Some(OPERATOR), 409, "webhook_key_missing"),
    ] {
        let answer = unsealed.post("/v1/webhooks", &webhook_request).token_if(token).send();
        assert_eq!((answer.status, answer.json()["code"].as_str()), (status, Some(code)));
        if status == 401 {
            assert_eq!(unsealed.get("/v1/webhooks").token_if(token).send().status, 401);
        }
    }
}

#[test]
fn a_retry_makes_no_second_webhook() {
    let service = service(&[]);
    let receiver = Receiver::new();
    let webhook_request = json!({"url": receiver.url(), "events": ALL_KINDS});
    let ask = |webhook_request: &Value| {
        service.post("/v1/webhooks", webhook_request).header("Idempotency-Key", "once").send()
    };
    let (first, again) = (ask(&webhook_request), ask(&webhook_request));
    assert_eq!((first.status, first.text()), (201, again.text()));
    let id = first.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(again.header("location"), format!("/v1/webhooks/{id}"));
    assert_eq!(ask(&json!({"url": receiver.url(), "events": ["record.opened"]})).status, 409);
    let table = service.open_plain("punyon_ken", 2);
    let of_record =
        service.post(&format!("/v1/webhooks?record={}", table.id), &webhook_request).token(&table.scribe);
    assert_eq!(of_record.header("Idempotency-Key", "once").send().status, 409);
    assert_eq!(service.get("/v1/webhooks").json()["webhooks"].as_array().map(Vec::len), Some(1));
}

#[test]
fn an_invalid_webhook_is_refused_with_a_reason() {
    let service = service(&[]);
    let url = "https://example.org/";
    for (webhook_request, code) in [
        (json!({"url": "https://ann:secret@example.org/", "events": ALL_KINDS}), "malformed_body"),
        (json!({"url": "ftp://example.org/", "events": ALL_KINDS}), "malformed_body"),
        (json!({"url": url, "events": []}), "malformed_body"),
        (json!({"url": url, "events": ["record.moved"]}), "malformed_body"),
        (json!({"url": url, "events": ALL_KINDS, "secret": "mine"}), "malformed_body"),
        (json!({"url": url, "events": ALL_KINDS, "game": "go"}), "unknown_game"),
    ] {
        let answer = service.post("/v1/webhooks", &webhook_request).send();
        assert_eq!(answer.json()["code"], code, "{webhook_request}: {}", answer.text());
        assert!(!answer.text().contains("ann:secret"));
    }
    let nowhere = "/v1/webhooks?record=0198c0de-0000-7000-8000-000000000009";
    assert_eq!(service.post(nowhere, &json!({"url": url, "events": ALL_KINDS})).send().status, 404);
    assert_eq!(service.get("/v1/webhooks").json()["webhooks"], json!([]));
}

#[test]
fn a_webhook_hears_of_the_tables_of_a_player() {
    let service = service(&[]);
    let player = |name: &str| service.post("/v1/players", &json!({ "name": name })).json();
    let (aki, ben, double) = (player("Aki"), player("Ben"), player("Aki K."));
    let receiver = Receiver::new();
    let webhook = json!({"url": receiver.url(), "events": ["record.opened"], "player": aki["id"]});
    let hook = service.post("/v1/webhooks", &webhook).json();
    assert_eq!(hook["player"], aki["id"]);
    let open = |first: &Value| {
        service.open(
            &json!({"game": "punyon_ken", "seats": [{"player": first["id"], "token": first["token"]}, null]}),
        );
    };
    open(&ben);
    open(&aki);
    open(&ben);
    receiver.wait_for(1);
    // The id of a merged profile leads to its successor.
    let into = json!({"into": double["id"], "token": double["token"]});
    let merge = service.post(&format!("/v1/players/{}/merge", aki["id"].as_str().unwrap()), &into);
    assert_eq!(merge.token(aki["token"].as_str().unwrap()).send().status, 200);
    open(&double);
    receiver.wait_for(2);
    let patch = |body: Value| {
        let ask =
            service.ask("PATCH", &path(&hook, "")).body("application/merge-patch+json", body.to_string());
        ask.send()
    };
    assert_eq!(patch(json!({"player": ben["id"]})).json()["player"], ben["id"]);
    open(&ben);
    receiver.wait_for(3);
    assert_eq!(patch(json!({"player": null})).json()["player"], Value::Null);
    open(&double);
    receiver.wait_for(4);
    let nobody = json!({"url": receiver.url(), "events": ["record.opened"], "player": "01890000-0000-7000-8000-000000000000"});
    let refused = service.post("/v1/webhooks", &nobody).send();
    assert_eq!((refused.status, refused.json()["code"].clone()), (422, json!("unknown_player")));
    assert_eq!(receiver.types().len(), 4);
}
