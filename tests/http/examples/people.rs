//! Players: made, shown, joined, forgotten.

use kifu_tests::Client;
use serde_json::json;

use super::collection::Collection;
use super::{Player, World};

pub fn make(service: &Client, operations: &mut Collection) -> [Player; 2] {
    let aki = service.post("/v1/players", &json!({"name": "Aki"})).header("Idempotency-Key", "7d3e2f90-aki");
    let aki = operations.take("create_player", &aki);
    let ben = service.post("/v1/players", &json!({"name": "Ben"})).json();
    [Player::of(&aki.json()), Player::of(&ben)]
}

pub fn collect(world: &mut World) {
    let World { service, operations, players: [aki, ben], bremen, .. } = world;
    operations.take("list_players", &service.get("/v1/players?limit=1"));
    operations.take("show_player", &service.get(&aki.path("")));
    let rename = service.ask("PATCH", &aki.path("")).token(&aki.token);
    let name = json!({"name": "Akiko"}).to_string();
    operations.take("change_player", &rename.body("application/merge-patch+json", name));

    let chika = Player::of(&service.post("/v1/players", &json!({"name": "Chika"})).json());
    let claims = json!([{"game": bremen.id, "guest": "Chika", "token": bremen.scribe}]);
    let claim = service.post(&chika.path("/claims"), &claims).token(&chika.token);
    operations.take("claim_seats", &claim);
    let duplicate = Player::of(&service.post("/v1/players", &json!({"name": "Chika F."})).json());
    let merge = json!({"into": chika.id, "token": chika.token});
    operations
        .take("merge_players", &service.post(&duplicate.path("/merge"), &merge).token(&duplicate.token));
    operations.take("list_player_seats", &service.get(&aki.path("/seats?limit=1")).token(&aki.token));
    let leave = service.ask("DELETE", &chika.path(&format!("/seats/{}", bremen.id))).token(&chika.token);
    operations.take("leave_seat", &leave);
    let token = service.ask("POST", &ben.path("/token")).token(&ben.token);
    operations.take("replace_player_token", &token);
    operations.take("erase_player", &service.ask("DELETE", &chika.path("")).token(&chika.token));
}
