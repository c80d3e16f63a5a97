//! Events at one service that are hidden from every asker.

use kifu_engine::game::Chooser;
use kifu_tests::Chance;
use serde_json::{Value, json};
use uuid::Uuid;

use super::twin::{PLAYER, Scene, Twin, file};

/// A hidden event: its name, and the function that causes it.
pub type HiddenEvent = (&'static str, fn(&Twin, &Scene, &mut Chance));

/// Every kind of hidden event.
pub const HIDDEN_EVENTS: [HiddenEvent; 15] = [
    ("a hidden note", note),
    ("a hidden note that is taken back", note_taken_back),
    ("a hidden correction", correct_hidden),
    ("another part of a joint move", enter_another_part),
    ("a token", make_token),
    ("a token that is revoked", make_and_revoke_token),
    ("a shared link", share),
    ("a private record", |twin, scene, dice| {
        play(twin, scene, dice, "private");
    }),
    ("a private record that is corrected", correct_private),
    ("a private record that is imported", import_private),
    ("an unlisted record", |twin, scene, dice| {
        play(twin, scene, dice, "unlisted");
    }),
    ("moves of a private record", log_privately),
    ("a private record that is changed", change_private),
    ("a webhook of a private record", make_private_webhook),
    ("a private copy", copy_privately),
];

fn moves(twin: &Twin, record: Uuid, entries: &[Value]) {
    for entry in entries {
        twin.log(record, entry);
    }
}

fn tokens(record: Uuid) -> String {
    format!("/v1/games/{record}/tokens")
}

/// A seat notes its cards.
fn note(twin: &Twin, scene: &Scene, dice: &mut Chance) {
    let (seat, role) = [(2, "villager"), (3, "madman")][dice.below(2)];
    let note = json!({"type": "note", "seat": seat, "holds": ["villager", role]});
    twin.say(seat, scene.watched.0, &note);
}

fn note_taken_back(twin: &Twin, scene: &Scene, dice: &mut Chance) {
    note(twin, scene, dice);
    moves(twin, scene.watched.0, &[json!({"type": "take_back"})]);
}

/// Another hand of seat 1.
fn correct_hidden(twin: &Twin, scene: &Scene, dice: &mut Chance) {
    let role = ["villager", "werewolf"][dice.below(2)];
    let deal = json!({"type": "deal", "hands": [["seer", "villager"], ["villager", role], null, null]});
    moves(twin, scene.watched.0, &[json!({"type": "amend", "event": 1, "with": deal})]);
}

fn enter_another_part(twin: &Twin, scene: &Scene, dice: &mut Chance) {
    let hand = ["rock", "paper", "scissors"][dice.below(3)];
    let path = format!("/v1/games/{}/joint?seat=0", scene.joint.0);
    twin.operate("PUT", &path, &json!({"type": "throw", "hand": hand}));
}

fn make_token(twin: &Twin, scene: &Scene, dice: &mut Chance) {
    let request = [json!({"role": "spectator"}), json!({"role": "seat", "seat": 1})][dice.below(2)].clone();
    twin.operate("POST", &tokens(scene.watched.0), &request);
}

fn make_and_revoke_token(twin: &Twin, scene: &Scene, _: &mut Chance) {
    for record in [scene.watched.0, scene.finished[0].0, scene.private.0] {
        let path = tokens(record);
        let issued = twin.operate("POST", &path, &json!({"role": "spectator"}));
        twin.operate("DELETE", &format!("{path}/{}", issued["id"].as_str().unwrap()), &Value::Null);
    }
}

fn share(twin: &Twin, scene: &Scene, _: &mut Chance) {
    let path = format!("/v1/games/{}/share", scene.watched.0);
    let issued = twin.operate("POST", &tokens(scene.watched.0), &json!({"role": "spectator"}));
    twin.operate("POST", &path, &json!({"token": issued["token"]}));
}

/// A whole game with the player whom strangers know.
fn play(twin: &Twin, scene: &Scene, dice: &mut Chance, visibility: &str) -> Uuid {
    let game = &scene.unrecorded[dice.below(scene.unrecorded.len())];
    let mut request = game.request();
    request["visibility"] = visibility.into();
    request["seats"][0] = json!({"player": twin.id(PLAYER)});
    let opened = twin.operate("POST", "/v1/games", &request);
    let id = opened["id"].as_str().unwrap().parse().unwrap();
    if !game.log.is_empty() {
        twin.log(id, &Value::from(game.log.clone()));
    }
    id
}

/// A game that is over, then goes on, and is over again.
fn correct_private(twin: &Twin, scene: &Scene, dice: &mut Chance) {
    let id = play(twin, scene, dice, "private");
    twin.service.wait_for_followers();
    moves(twin, id, &[json!({"type": "annotate", "text": "hm"}), json!({"type": "take_back"})]);
}

fn import_private(twin: &Twin, scene: &Scene, dice: &mut Chance) {
    let game = &scene.unrecorded[dice.below(scene.unrecorded.len())];
    twin.import(&file(&game.game, &json!(game.opening), &game.log, "private").1);
}

fn log_privately(twin: &Twin, scene: &Scene, dice: &mut Chance) {
    for number in 0..=dice.below(4) {
        twin.log(scene.private.0, &json!({"type": "annotate", "text": format!("aside {number}")}));
    }
}

fn change_private(twin: &Twin, scene: &Scene, dice: &mut Chance) {
    let path = format!("/v1/games/{}", scene.private.0);
    twin.operate(
        "PATCH",
        &path,
        &json!({"place": format!("place {}", dice.below(1000)), "tags": ["secret"]}),
    );
    twin.operate("PUT", &format!("{path}/seats/0"), &json!({"player": twin.id(PLAYER)}));
    twin.operate("PUT", &format!("{path}/seats/0"), &json!({"name": "Somebody"}));
}

fn make_private_webhook(twin: &Twin, scene: &Scene, _: &mut Chance) {
    let path = format!("/v1/webhooks?record={}", scene.private.0);
    let request = json!({"url": "http://127.0.0.1:9/nobody", "events": ["record.finished"]});
    let made = twin.operate("POST", &path, &request);
    // A record may have few of them.
    twin.operate("DELETE", &format!("/v1/webhooks/{}", made["id"].as_str().unwrap()), &Value::Null);
}

fn copy_privately(twin: &Twin, scene: &Scene, dice: &mut Chance) {
    let path = format!("/v1/games/{}/copies", [scene.watched.0, scene.private.0][dice.below(2)]);
    twin.operate("POST", &path, &json!({"at": 1, "visibility": "private"}));
}
