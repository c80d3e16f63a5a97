//! A game that goes on: opened, logged, read.

use kifu_tests::{Client, Table, eventually};
use serde_json::{Value, json};

use super::collection::Collection;
use super::{Player, World, first_lines, first_of};

pub fn open(service: &Client, operations: &mut Collection, players: &[Player; 2]) -> Table {
    let opening = json!({
        "game": "bremen",
        "seats": [players[0].entry(), players[1].entry(), "Chika", "Dan"],
        "played_at": "2025-05-03T14:00:00+09:00",
        "place": "Kyoto",
        "tags": ["club"],
    });
    let ask = service.post("/v1/games", &opening).header("Idempotency-Key", "1c0a5b6e-open");
    Table::new(service.clone(), &operations.take("open_record", &ask).json())
}

/// A game that is over.
pub fn open_punyon_ken(service: &Client, players: &[Player; 2]) -> Table {
    service.open(&json!({
        "game": "punyon_ken",
        "seats": [players[0].entry(), players[1].entry()],
        "played_at": "2025-05-03T13:00:00+09:00",
        "place": "Kyoto",
        "tags": ["club"],
    }))
}

pub fn collect(world: &mut World) {
    let World { service, operations, bremen, .. } = world;
    let deal = json!({"type": "deal"});
    operations.take("add_moves", &bremen.log(&deal).header("If-Match", &bremen.tag(0)));
    operations.take_short("list_choices", &service.get(&bremen.path("/choices")), first_of(&["/choices"]));
    operations.take_short("list_forms", &bremen.get("/forms"), first_of(&["/forms"]));
    bremen.log(&json!({"type": "lead", "seat": 0})).json();
    let play = json!({"type": "play", "seat": 0, "tile": "donkey-7"});
    let moves = bremen.path("/moves?dry_run=true");
    operations.take("add_moves", &service.post(&moves, &play).token(&bremen.scribe));
    bremen.log(&play).json();

    let shown = operations.take("show_record", &service.get(&bremen.path("")));
    let patch = json!({"place": "Kyoto, Gion", "tags": ["club", "final"]});
    let change = bremen.ask("PATCH", "").token(&bremen.scribe).header("If-Match", shown.header("etag"));
    operations.take("change_record", &change.body("application/merge-patch+json", patch.to_string()));
    let seat = bremen.ask("PUT", "/seats/3").token(&bremen.scribe);
    operations.take("seat_somebody", &seat.body("application/json", json!("Daniel").to_string()));

    let proof = bremen.get("/proof?event=0&since=1");
    eventually("a proof in the tree", || {
        Some(proof.clone().send()).filter(|answer| answer.status == 200 && answer.json()["tree"].is_object())
    });
    operations.take_short("prove_record", &proof, at_any_minute);
    operations.take("prove_record", &service.get(&bremen.path("/proof?event=1")));
    let board = service.get(&bremen.path("/board.svg?at=2&language=en"));
    operations.take_short("draw_board", &board, first_lines(3));
    let copy = bremen.post("/copies", &json!({"at": 2, "visibility": "unlisted"}));
    operations.take("copy_record", &copy);
}

/// A proof without what depends on how long the service has run.
fn at_any_minute(body: &mut Value) {
    // A node of one of these may be one of the other, or none.
    body["tree"]["inclusion"] = json!(["1".repeat(64)]);
    body["tree"]["consistency"]["path"] = json!(["2".repeat(64)]);
    body["tree"]["batch"] = json!(6);
    body["tree"]["head"]["size"] = json!(8);
}

/// A game in which all move at once, to its end.
pub fn collect_joint(world: &mut World) {
    let World { service, operations, punyon_ken, .. } = world;
    let part = |seat: usize, version: u64, hand: &str| {
        let ask = punyon_ken
            .ask("PUT", "/joint")
            .token(&punyon_ken.seats[seat])
            .header("If-Match", &punyon_ken.tag(version));
        ask.body("application/json", json!({"type": "throw", "hand": hand}).to_string())
    };
    operations.take("show_joint_move", &service.get(&punyon_ken.path("/joint")));
    operations.take("enter_part", &part(0, 0, "rock"));
    let withdraw = punyon_ken.ask("DELETE", "/joint").token(&punyon_ken.seats[0]);
    operations.take("withdraw_part", &withdraw.header("If-Match", &punyon_ken.tag(0)));
    part(0, 0, "scissors").json();
    operations.take("enter_part", &part(1, 0, "paper"));
    for (version, hands) in [(1, ["scissors", "paper"]), (2, ["rock", "scissors"])] {
        for (seat, hand) in hands.into_iter().enumerate() {
            part(seat, version, hand).json();
        }
    }
}
