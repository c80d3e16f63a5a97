//! Webhooks and their notices.

use kifu_tests::{Client, Receiver, Table, eventually};
use serde_json::json;

use super::collection::Collection;
use super::{OPERATOR, SETTINGS, World};

const NOTICES: [&str; 6] =
    ["record.opened", "record.finished", "record.abandoned", "record.amended", "record.reopened", PING];
const PING: &str = "webhook.ping";

/// From now on everything is sent.
pub fn listen(service: &Client, receiver: &Receiver) {
    let request = json!({"url": receiver.url(), "events": &NOTICES[..5]});
    service.post("/v1/webhooks", &request).token(OPERATOR).json();
}

/// Gives the id of the ping that was shown.
pub fn collect(world: &mut World, receiver: &Receiver) -> String {
    let World { service, operations, bremen, .. } = world;
    let request =
        json!({"url": receiver.url(), "events": ["record.finished", "record.abandoned"], "game": "bremen"});
    let create = service.post("/v1/webhooks", &request).token(OPERATOR);
    let create = create.header("Idempotency-Key", "e2b8c6f4-hook");
    let hook = operations.take("create_webhook", &create).json();
    let path = |rest: &str| format!("/v1/webhooks/{}{rest}", hook["id"].as_str().unwrap());
    let ask = |method: &str, rest: &str| service.ask(method, &path(rest)).token(OPERATOR);
    operations.take_short("list_webhooks", &service.get("/v1/webhooks").token(OPERATOR), |body| {
        body["webhooks"].as_array_mut().unwrap().retain(|shown| shown["id"] == hook["id"]);
    });
    operations.take("show_webhook", &ask("GET", ""));
    let change = json!({"events": ["record.finished"]}).to_string();
    operations.take("change_webhook", &ask("PATCH", "").body("application/merge-patch+json", change));
    operations.take("rotate_webhook_secret", &ask("POST", "/secret"));

    // Two, so that a page of one delivery has a next one.
    ask("POST", "/test").json();
    let ping = operations.take("test_webhook", &ask("POST", "/test")).json();
    let sender = service.beside_with(SETTINGS);
    let delivered = "/deliveries?state=delivered&limit=1";
    eventually("both pings", || {
        let all = ask("GET", "/deliveries?state=delivered").json();
        let all = all["deliveries"].as_array()?;
        (all.len() > 1 && all[0]["id"] == ping["id"]).then_some(())
    });
    sender.stop();
    operations.take("list_deliveries", &ask("GET", delivered));
    let ping = ping["id"].as_str().unwrap().to_owned();
    let retry = format!("/deliveries/{ping}/retry");
    operations.take("retry_delivery", &ask("POST", &retry));
    operations.take("delete_webhook", &ask("DELETE", ""));

    // Notices of an amendment, of an end before the end, and of later events.
    let play = json!({"type": "play", "seat": 0, "tile": "donkey-8"});
    bremen.log(&json!({"type": "amend", "event": 3, "with": play})).json();
    bremen.log(&json!({"type": "abandon"})).json();
    bremen.log(&json!({"type": "take_back", "count": 1})).json();
    ping
}

/// Adds the notices that the receiver got of these records, and this ping.
pub fn add_notices(
    notices: &mut Collection,
    receiver: &Receiver,
    bremen: &Table,
    punyon_ken: &Table,
    ping: &str,
) {
    for kind in NOTICES {
        let record = if kind == "record.finished" { punyon_ken } else { bremen };
        let notice = eventually(kind, || {
            receiver.all().into_iter().find(|notice| {
                let body = notice.json();
                let of_record = body["data"]["id"] == record.id.as_str();
                body["type"] == kind && (of_record || notice.header("webhook-id") == ping)
            })
        });
        notices.add_notice(&notice);
    }
}
