//! Authority ends where it came from: whatever a token made ends with it, and is handed on when the token is reissued.

use kifu_tests::{Receiver, Reply, Service, Table, eventually};
use serde_json::{Value, json};

const SETTINGS: [(&str, &str); 3] = [
    ("KIFU_WEBHOOK_ALLOW_NETWORK", "127.0.0.0/8"),
    ("KIFU_WEBHOOK_RETRY_DELAYS", "1,1,1,1,1,1"),
    ("KIFU_WEBHOOK_KEY", "the key that seals"),
];

/// A private record, a webhook that a second scribe's token made, and one of the first's beside it.
struct Scene {
    table: Table,
    lent: Value,
    theirs: Receiver,
    webhook: Value,
    own: Receiver,
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn webhook(table: &Table, service: &Service, token: &str, receiver: &Receiver) -> Value {
    let kinds = ["record.finished", "record.abandoned", "record.reopened"];
    let body = json!({"url": receiver.url(), "events": kinds});
    service.post(&format!("/v1/webhooks?record={}", table.id), &body).token(token).json()
}

fn scene(service: &Service, token_request: &Value, theirs: Receiver) -> Scene {
    let table =
        service.open(&json!({"game": "bremen", "seats": [null, null, null, null], "visibility": "private"}));
    let lent = table.post("/tokens", token_request).token(&table.scribe).json();
    let webhook_made = webhook(&table, service, text(&lent["token"]), &theirs);
    let own = Receiver::new();
    webhook(&table, service, &table.scribe, &own);
    Scene { table, lent, theirs, webhook: webhook_made, own }
}

impl Scene {
    fn at(&self, service: &Service) -> Table {
        self.table.at(service)
    }

    /// The entry of a token in the list of tokens.
    fn listed(&self, service: &Service, id: &Value) -> Value {
        let tokens = self.at(service).get("/tokens").json()["tokens"].take();
        tokens.as_array().unwrap().iter().find(|token| token["id"] == *id).unwrap().clone()
    }

    fn shown_webhook(&self, service: &Service) -> Value {
        service.get(&format!("/v1/webhooks/{}", text(&self.webhook["id"]))).token(&self.table.scribe).json()
    }

    /// Logs an entry, and waits until the own webhook is told. The other one is told by then too, if at all.
    fn happens(&self, entry: &Value) {
        let before = self.own.all().len();
        self.table.log(entry).json();
        self.own.wait_for(before + 1);
    }

    fn states(&self, service: &Service) -> Vec<(String, Value)> {
        let path = format!("/v1/webhooks/{}/deliveries", text(&self.webhook["id"]));
        let page = service.get(&path).token(&self.table.scribe).json();
        let state =
            |delivery: &Value| (text(&delivery["state"]).to_owned(), delivery["last_error"]["code"].clone());
        page["deliveries"].as_array().unwrap().iter().map(state).collect()
    }
}

fn abandon() -> Value {
    json!({"type": "abandon"})
}

fn take_back() -> Value {
    json!({"type": "take_back", "count": 1})
}

#[test]
fn a_webhook_tells_nothing_after_its_token_was_revoked_at_another_instance() {
    let one = Service::start_with(&SETTINGS);
    let two = one.beside_with(&SETTINGS);
    let scene = scene(&one, &json!({"role": "scribe", "label": "guest scribe"}), Receiver::new());
    let listed = scene.listed(&two, &scene.lent["id"]);
    let made = json!([{"id": scene.webhook["id"], "host": "127.0.0.1", "enabled": true}]);
    assert_eq!(listed["made"], json!({"tokens": [], "webhooks": made}));
    let maker = scene.at(&one).get("/tokens").json()["tokens"].take();
    let maker = maker.as_array().unwrap().iter().find(|token| token["yours"] == true).unwrap().clone();
    assert_eq!((&listed["made_by"], &maker["made"]["tokens"]), (&maker["id"], &json!([scene.lent["id"]])));

    scene.happens(&abandon());
    scene.theirs.wait_for(1);
    let revoke = two.ask("DELETE", &scene.table.path(&format!("/tokens/{}", text(&scene.lent["id"]))));
    assert_eq!(revoke.token(&scene.table.scribe).send().status, 204);
    scene.happens(&take_back());
    scene.happens(&abandon());
    assert_eq!(scene.theirs.all().len(), 1, "{:?}", scene.theirs.types());
    assert_eq!(scene.states(&one), [("delivered".to_owned(), Value::Null)]);
    let shown = scene.shown_webhook(&two);
    assert_eq!((&shown["enabled"], &shown["disabled"]["reason"]), (&json!(false), &json!("unauthorized")));
    assert_eq!(scene.listed(&one, &scene.lent["id"])["made"]["webhooks"][0]["enabled"], false);
    let test = one.ask("POST", &format!("/v1/webhooks/{}/test", text(&scene.webhook["id"])));
    assert_eq!(test.token(&scene.table.scribe).send().json()["code"], "webhook_disabled");

    // The remaining scribe may take it over, and answers for it then.
    let path = format!("/v1/webhooks/{}", text(&scene.webhook["id"]));
    let enable = one.ask("PATCH", &path).token(&scene.table.scribe);
    enable.body("application/merge-patch+json", r#"{"enabled": true}"#).json();
    scene.happens(&take_back());
    scene.theirs.wait_for(2);
}

#[test]
fn a_notice_that_waits_to_be_sent_again_is_withdrawn_with_its_token() {
    let service = Service::start_with(&SETTINGS);
    let refusing = Receiver::answering(|_| Reply::Status(500));
    let scene = scene(&service, &json!({"role": "scribe"}), refusing);
    scene.happens(&abandon());
    scene.theirs.wait_for(1);
    let revoke = scene.table.ask("DELETE", &format!("/tokens/{}", text(&scene.lent["id"])));
    assert_eq!(revoke.token(&scene.table.scribe).send().status, 204);
    let sent = scene.theirs.all().len();
    eventually("the notice to be given up", || {
        (scene.states(&service) == [("failed".to_owned(), json!("withdrawn"))]).then_some(())
    });
    // One that was on its way already may have arrived.
    assert!(scene.theirs.all().len() <= sent + 1);
}

#[test]
fn a_webhook_ends_when_its_token_expires_and_goes_on_when_it_is_reissued() {
    let service = Service::start_with(&SETTINGS);
    let soon = chrono::Utc::now() + chrono::TimeDelta::seconds(8);
    let short = scene(&service, &json!({"role": "scribe", "expires_at": soon}), Receiver::new());
    // A token that it gives out lives no longer.
    let late = chrono::Utc::now() + chrono::TimeDelta::hours(1);
    let child = json!({"role": "scribe", "expires_at": late});
    let child = short.table.post("/tokens", &child).token(text(&short.lent["token"])).json();
    assert_eq!(child["expires_at"], short.lent["expires_at"]);
    eventually("the token to expire", || {
        let answer = short.table.get_as(Some(text(&short.lent["token"])), "").send();
        (answer.status == 404).then_some(())
    });
    short.happens(&abandon());
    assert_eq!(short.theirs.all().len(), 0);

    let lasting = scene(&service, &json!({"role": "scribe"}), Receiver::new());
    let reissue = lasting.table.ask("POST", &format!("/tokens/{}/reissue", text(&lasting.lent["id"])));
    let new = reissue.token(&lasting.table.scribe).json();
    assert_eq!(lasting.listed(&service, &new["id"])["made"]["webhooks"][0]["id"], lasting.webhook["id"]);
    assert_eq!(lasting.listed(&service, &lasting.lent["id"])["made"]["webhooks"], json!([]));
    lasting.happens(&abandon());
    lasting.theirs.wait_for(1);
}

#[test]
fn tokens_end_with_the_token_that_gave_them_out() {
    let service = Service::start_with(&SETTINGS);
    let table = service.open_plain("punyon_ken", 2);
    let issue = |by: &str, role: Value| table.post("/tokens", &role).token(by).json();
    let stolen = issue(&table.scribe, json!({"role": "scribe"}));
    let grandchild = issue(text(&stolen["token"]), json!({"role": "scribe"}));
    let seat = issue(text(&grandchild["token"]), json!({"role": "seat", "seat": 0}));
    let tag = table.get("/joint").send().header("etag").to_owned();
    let part = table.ask("PUT", "/joint").token(text(&seat["token"])).header("If-Match", &tag);
    let part = part.body("application/json", r#"{"type": "throw", "hand": "rock"}"#).send();
    assert_eq!(part.status, 200, "{}", part.text());
    let entered = || table.get("/joint").json()["entered"].clone();
    assert_eq!(entered(), json!([0]));
    let revoke = table.ask("DELETE", &format!("/tokens/{}", text(&stolen["id"])));
    assert_eq!(revoke.token(&table.scribe).send().status, 204);
    for token in [&stolen, &grandchild, &seat] {
        assert_eq!(table.get_as(Some(text(&token["token"])), "/joint").send().status, 401, "{token}");
    }
    assert_eq!(entered(), json!([]), "a part waits by the right of the token that entered it");
    assert_eq!(table.get_as(Some(&table.seats[0]), "/joint").send().status, 200, "it came with the record");
}

#[test]
fn a_notice_of_a_record_that_became_private_waits_for_nobody() {
    let service = Service::start_with(&SETTINGS);
    let refusing = Receiver::answering(|_| Reply::Status(500));
    let hook =
        service.post("/v1/webhooks", &json!({"url": refusing.url(), "events": ["record.opened"]})).json();
    let table = service.open_plain("bremen", 4);
    refusing.wait_for(1);
    let private = table.ask("PATCH", "").token(&table.scribe);
    private.body("application/merge-patch+json", r#"{"visibility": "private"}"#).json();
    let path = format!("/v1/webhooks/{}/deliveries", text(&hook["id"]));
    eventually("the notice to be given up", || {
        let delivery = service.get(&path).json()["deliveries"][0].take();
        (delivery["state"] == "failed" && delivery["last_error"]["code"] == "withdrawn").then_some(())
    });
}
