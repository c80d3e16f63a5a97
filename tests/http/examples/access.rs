//! Access to a record: tokens and links.

use serde_json::{Value, json};

use super::World;

pub fn collect(world: &mut World) {
    let World { service, operations, bremen, .. } = world;
    let scribe = bremen.scribe.clone();
    let request =
        json!({"role": "seat", "seat": 1, "label": "Ben's phone", "expires_at": "2100-01-01T00:00:00Z"});
    let issue = bremen.post("/tokens", &request).token(&scribe).header("Idempotency-Key", "5f0e9c1d-issue");
    let issued = operations.take_short("issue_token", &issue, without_drawing).json();
    let path = |token: &Value, rest: &str| format!("/tokens/{}{rest}", token["id"].as_str().unwrap());
    let reissue = bremen.ask("POST", &path(&issued, "/reissue")).token(&scribe);
    let reissue = reissue.header("Idempotency-Key", "9b1d7a42-reissue");
    let reissued = operations.take_short("reissue_token", &reissue, without_drawing).json();
    operations.take("revoke_token", &bremen.ask("DELETE", &path(&reissued, "")).token(&scribe));
    operations.take_short("list_tokens", &service.get(&bremen.path("/tokens")).token(&scribe), |body| {
        let tokens = body["tokens"].as_array_mut().unwrap();
        tokens.retain(|token| token["role"] == "scribe" || !token["revoked_at"].is_null());
    });

    let share = bremen.post("/share", &json!({"token": bremen.seats[1]}));
    operations.take_short("share_record", &share, without_drawing);
    let picture = share.header("Accept", "image/svg+xml");
    operations.take_short("share_record", &picture, |body| *body = shortened(body.as_str().unwrap()).into());
}

/// A QR code is another one in each run.
fn without_drawing(body: &mut Value) {
    body["qr"] = shortened(body["qr"].as_str().unwrap()).into();
}

/// The picture up to its size, which is another one for some tokens.
fn shortened(picture: &str) -> String {
    picture.split(" width").next().unwrap_or_default().to_owned()
}
