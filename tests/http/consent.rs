//! Consent: the owner of a profile decides who may put it on a seat, and leaves any seat.

use kifu_tests::{Client, Service, Table};
use serde_json::{Value, json};

const OPERATOR: &str = "the-operators-key-of-this-test-0";
const NDJSON: &str = "application/x-ndjson";

struct Victim {
    id: String,
    token: String,
}

impl Victim {
    fn new(client: &Client, name: &str) -> Self {
        let made = client.post("/v1/players", &json!({ "name": name })).json();
        let text = |field: &str| made[field].as_str().unwrap().to_owned();
        Self { id: text("id"), token: text("token") }
    }

    fn path(&self, rest: &str) -> String {
        format!("/v1/players/{}{rest}", self.id)
    }

    fn seats(&self, client: &Client) -> Vec<Value> {
        let page = client.get(&self.path("/seats")).token(&self.token).json();
        page["seats"].as_array().unwrap().clone()
    }

    fn patch(&self, client: &Client, body: &str) -> Value {
        let patch = client.ask("PATCH", &self.path("")).token(&self.token);
        patch.body("application/merge-patch+json", body).json()
    }
}

fn game(seats: &Value) -> Value {
    json!({"game": "punyon_ken", "seats": seats})
}

fn put(table: &Table, seat: u8, body: &Value) -> kifu_tests::Answer {
    let ask = table.ask("PUT", &format!("/seats/{seat}")).token(&table.scribe);
    ask.body("application/json", body.to_string()).send()
}

fn patch_seats(table: &Table, seats: &Value) -> kifu_tests::Answer {
    let ask = table.ask("PATCH", "").token(&table.scribe);
    ask.body("application/merge-patch+json", json!({ "seats": seats }).to_string()).send()
}

/// Everything that a program on the machine can try without the player's token.
#[test]
fn nobody_forges_what_a_player_did() {
    let service = Service::start();
    let [victim, attacker] = ["Mina", "Renfield"].map(|name| Victim::new(&service, name));
    let uninvited = json!({"player": victim.id});
    let others = json!({"player": victim.id, "token": attacker.token});
    for entry in [&uninvited, &others, &json!({"player": victim.id, "token": "kifu_x"})] {
        let refused = service.post("/v1/games", &game(&json!([entry, null]))).send();
        assert_eq!((refused.status, refused.json()["code"].clone()), (403, json!("seat_needs_consent")));
        assert_eq!(refused.json()["values"], json!({"player": victim.id}));
        assert!(
            !refused.text().contains("Mina"),
            "a name is not told to whoever has an id: {}",
            refused.text()
        );
    }
    let table = service.open(&game(&json!(["Mina", "Ben"])));
    assert_eq!(put(&table, 0, &uninvited).json()["code"], "seat_needs_consent");
    assert_eq!(patch_seats(&table, &json!([uninvited, "Ben"])).json()["code"], "seat_needs_consent");
    for token in
        [None, Some(table.scribe.as_str()), Some(table.seats[0].as_str()), Some(attacker.token.as_str())]
    {
        let claim = json!([{"game": table.id, "seat": 0, "token": table.scribe}]);
        let claimed = service.post(&victim.path("/claims"), &claim).token_if(token).send();
        assert!([401, 404].contains(&claimed.status), "{}", claimed.text());
    }
    assert_eq!(table.get("").json()["names"], json!(["Mina", "Ben"]));

    let mut file = table.get("/record").json();
    file["id"] = "01890000-0000-7000-8000-00000000cccc".into();
    file["opened_at"] = "2026-01-02T03:04:05Z".into();
    file["details"]["players"] = json!([victim.id, null]);
    let report = service.ask("POST", "/v1/archive").body(NDJSON, file.to_string()).json();
    let guest = json!({"line": 1, "id": file["id"], "seat": 0, "player": victim.id});
    assert_eq!((&report["imported"], &report["guest_seats"]), (&json!(1), &json!([guest])), "{report}");
    let imported = service.get("/v1/games/01890000-0000-7000-8000-00000000cccc").json();
    assert_eq!(imported["seating"][0], json!({"seat": 0, "name": "Mina", "erased": false}));
    let lines = service.ask("POST", "/v1/archive").header("Accept", NDJSON);
    file["id"] = "01890000-0000-7000-8000-00000000dddd".into();
    file["opened_at"] = "2026-01-02T03:04:06Z".into();
    let lines = lines.body(NDJSON, file.to_string()).send().lines();
    assert!(
        lines.iter().any(|line| line["type"] == "guest" && line["player"] == json!(victim.id)),
        "{lines:?}"
    );

    assert!(victim.seats(&service).is_empty());
    assert_eq!(service.get(&victim.path("")).send().status, 404, "the profile is still its owner's alone");
}

#[test]
fn the_player_s_token_the_operator_and_a_standing_yes_seat_a_player() {
    let service = Service::start_with(&[("KIFU_OPERATOR_KEY", OPERATOR)]);
    let victim = Victim::new(&service, "Mina");
    let (id, token) = (&victim.id, &victim.token);
    let consenting = json!({"player": id, "token": token});
    let table = service.open(&game(&json!([consenting, "Ben"])));
    assert_eq!(table.get("").json()["seating"][0]["player"]["id"], json!(id));
    // A player who already sits there stays there, and moves to no other seat.
    assert_eq!(
        patch_seats(&table, &json!([{"player": id}, "Benno"])).json()["names"],
        json!(["Mina", "Benno"])
    );
    assert_eq!(put(&table, 0, &json!({"player": id})).status, 200);
    assert_eq!(patch_seats(&table, &json!(["Benno", {"player": id}])).json()["code"], "seat_needs_consent");
    assert_eq!(patch_seats(&table, &json!(["Benno", consenting])).status, 200);
    let by_operator = service.post("/v1/games", &game(&json!([{"player": id}, null]))).token(OPERATOR).send();
    assert_eq!(by_operator.status, 201, "{}", by_operator.text());
    // A token belongs beside the player, and nowhere else.
    for misplaced in [
        json!({"game": "punyon_ken", "seats": [consenting, null], "place": token}),
        game(&json!([{"name": "Mina", "token": token}, null])),
        game(&json!([token, null])),
    ] {
        assert_eq!(service.post("/v1/games", &misplaced).send().status, 400, "{misplaced}");
    }

    let own_copy = service.post(&table.path("/copies"), &json!({})).token(OPERATOR).json();
    let copy = service.get(own_copy["url"].as_str().unwrap()).token(OPERATOR).json();
    assert_eq!(copy["names"], json!(["Benno", "Mina"]));
    let copied = service.post(&table.path("/copies"), &json!({})).send().json();
    let copy =
        service.get(copied["url"].as_str().unwrap()).token(copied["scribe_token"].as_str().unwrap()).json();
    assert_eq!(copy["names"], json!(["Benno", null]), "what strangers play on says nothing of the player");

    assert_eq!(victim.patch(&service, r#"{"seated_by": "anybody"}"#)["seated_by"], "anybody");
    assert_eq!(service.get(&victim.path("")).json()["seated_by"], "anybody");
    service.open(&game(&json!([{"player": id}, null])));
    let mut file = table.get("/record").json();
    file["id"] = "01890000-0000-7000-8000-00000000eeee".into();
    file["opened_at"] = "2026-01-02T03:04:05Z".into();
    let report = service.ask("POST", "/v1/archive").body(NDJSON, file.to_string()).json();
    assert_eq!((&report["imported"], &report["guest_seats"]), (&json!(1), &json!([])), "{report}");
    assert_eq!(victim.seats(&service).len(), 5);
    victim.patch(&service, r#"{"seated_by": "token_holders"}"#);
    let refused = service.post("/v1/games", &game(&json!([{"player": id}, null]))).send();
    assert_eq!(refused.status, 403);
    file["id"] = "01890000-0000-7000-8000-00000000ffff".into();
    file["opened_at"] = "2026-01-02T03:04:06Z".into();
    let import =
        |key: &str| service.ask("POST", "/v1/archive").token(key).body(NDJSON, file.to_string()).json();
    assert_eq!(import(OPERATOR)["guest_seats"], json!([]));
    assert_eq!(victim.seats(&service).len(), 6);
}

#[test]
fn a_player_s_own_import_seats_the_player() {
    let service = Service::start();
    let victim = Victim::new(&service, "Mina");
    let table = service.open(&game(&json!([{"player": victim.id, "token": victim.token}, "Ben"])));
    let mut file = table.get("/record").json();
    file["id"] = "01890000-0000-7000-8000-00000000aaaa".into();
    file["opened_at"] = "2026-01-02T03:04:05Z".into();
    let import = service.ask("POST", "/v1/archive").token(&victim.token).body(NDJSON, file.to_string());
    assert_eq!(import.json()["guest_seats"], json!([]));
    assert_eq!(victim.seats(&service).len(), 2);
}

#[test]
fn a_player_leaves_any_seat() {
    let one = Service::start();
    let two = one.beside();
    let victim = Victim::new(&one, "Mina");
    let entry = json!({"player": victim.id, "token": victim.token});
    let open = |visibility: &str| {
        one.open(&json!({"game": "punyon_ken", "seats": ["Ben", entry], "visibility": visibility, "place": "a secret"}))
    };
    let (private, public) = (open("private"), open("public"));
    assert_eq!(public.at(&two).get("").json()["names"], json!(["Ben", "Mina"]));
    let seats = victim.seats(&two);
    let seat = |table: &Table| seats.iter().find(|seat| seat["game"] == json!(table.id)).unwrap().clone();
    assert_eq!((&seat(&private)["seat"], &seat(&private)["visibility"]), (&json!(1), &json!("private")));
    assert_eq!(seat(&public)["kind"], "punyon_ken");
    assert!(!seats.iter().any(|seat| seat.to_string().contains("a secret")), "{seats:?}");
    let first = one.get(&victim.path("/seats?limit=1")).token(&victim.token).json();
    let rest = one.get(first["next"].as_str().unwrap()).token(&victim.token).json();
    assert_eq!(json!([first["seats"][0], rest["seats"][0]]), json!(seats));
    assert!(rest["next"].is_null());

    let leave = |token: Option<&str>, table: &Table| {
        one.ask("DELETE", &victim.path(&format!("/seats/{}", table.id))).token_if(token).send().status
    };
    let stranger = Victim::new(&one, "Renfield");
    for token in [None, Some(stranger.token.as_str()), Some(public.scribe.as_str())] {
        assert_eq!(leave(token, &public), 401);
        assert_eq!(one.get(&victim.path("/seats")).token_if(token).send().status, 401);
    }
    for table in [&public, &private] {
        assert_eq!(leave(Some(&victim.token), table), 204);
        assert_eq!(leave(Some(&victim.token), table), 404, "nobody leaves twice");
        assert_eq!(table.at(&two).get("").json()["names"], json!(["Ben", null]));
    }
    assert!(victim.seats(&one).is_empty());
    assert_eq!(one.get(&victim.path("")).send().status, 404);
    // The scribe names a guest there, and puts nobody back.
    assert_eq!(put(&public, 1, &json!({"player": victim.id})).status, 403);
    assert_eq!(put(&public, 1, &json!("Mina")).status, 200);
}
