//! Players: one name at every table until it changes or is to be forgotten.

use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_tests::{Client, Service, Table, eventually, random_game};
use serde_json::{Value, json};

const OPERATOR: &str = "the-operators-key-of-this-test-0";

struct Player {
    id: String,
    token: String,
}

impl Player {
    fn path(&self, rest: &str) -> String {
        format!("/v1/players/{}{rest}", self.id)
    }

    fn entry(&self) -> Value {
        json!({"player": self.id, "token": self.token})
    }
}

fn player(client: &Client, name: &str) -> Player {
    let made = client.post("/v1/players", &json!({ "name": name })).json();
    let text = |field: &str| made[field].as_str().unwrap().to_owned();
    Player { id: text("id"), token: text("token") }
}

fn service() -> Service {
    Service::start_with(&[("KIFU_OPERATOR_KEY", OPERATOR)])
}

fn table(client: &Client, seats: &Value) -> Table {
    let table = client.open(&json!({"game": "you_cry_wolf", "seats": seats}));
    table.log(&json!([{"type": "choose_first_player", "seat": 0}, bet(0, 2)])).json();
    table
}

fn bet(seat: i64, claim: i64) -> Value {
    json!({"type": "bet", "seat": seat, "die": "sheep", "row": "sheep", "claim": claim})
}

fn rename(client: &Client, player: &Player, name: &str) {
    client
        .ask("PATCH", &player.path(""))
        .body("application/merge-patch+json", json!({ "name": name }).to_string())
        .token(&player.token)
        .json();
}

/// Everything that a reader is shown of a record.
fn rendered(table: &Table) -> String {
    let paths = ["", "/replay", "/board.svg", "/record", "/events"];
    paths.iter().map(|path| table.get(path).send().text()).collect()
}

/// Every row of every table as text, byte strings as text too.
fn everything_stored(service: &Service) -> String {
    let mut database = postgres::Client::connect(&service.folder().database_url(), postgres::NoTls).unwrap();
    database.batch_execute("SET bytea_output = 'escape'").unwrap();
    let tables = database
        .query(
            "SELECT quote_ident(table_name) FROM information_schema.tables WHERE table_schema = 'public'",
            &[],
        )
        .unwrap();
    assert!(tables.len() > 8, "{}", tables.len());
    let rows = tables.iter().flat_map(|table| {
        let sql = format!("SELECT t::text FROM {} t", table.get::<_, &str>(0));
        database.query(&sql, &[]).unwrap().into_iter().map(|row| row.get(0)).collect::<Vec<String>>()
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn events_stored(service: &Service) -> Vec<String> {
    let mut database = postgres::Client::connect(&service.folder().database_url(), postgres::NoTls).unwrap();
    let rows = database.query("SELECT e::text FROM events e ORDER BY shard, position", &[]).unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

#[test]
fn a_new_name_appears_at_once_on_every_instance() {
    let one = Service::start();
    let two = one.beside();
    let ren = player(&one, "Renfield");
    let here = table(&one, &json!([ren.entry(), "Ben", null]));
    let there = here.at(&two);
    assert!(rendered(&here).contains("Renfield") && rendered(&there).contains("Renfield"));
    let tags: Vec<_> =
        ["", "/board.svg"].iter().map(|path| there.get(path).send().header("etag").to_owned()).collect();

    rename(&one, &ren, "Mina");
    // Even an answer that reads nothing from the store first.
    let answer = there.log(&bet(1, 3)).json();
    assert!(answer["steps"][0]["narration"][0]["en"].as_str().unwrap().contains("Ben"), "{answer}");
    rename(&one, &ren, "Lucy");
    let refused = there.log(&bet(1, 9)).send().text();
    assert!(!refused.contains("Mina") && !refused.contains("Renfield"), "{refused}");
    rename(&one, &ren, "Mina");
    there.log(&bet(2, 4)).json();
    let answer = there.log(&bet(0, 5)).json();
    assert!(answer.to_string().contains("Mina") && !answer.to_string().contains("Lucy"), "{answer}");

    for table in [&here, &there] {
        let rendered = rendered(table);
        assert!(
            rendered.contains("Mina") && !rendered.contains("Renfield") && !rendered.contains("Lucy"),
            "{rendered}"
        );
    }
    for (path, tag) in ["", "/board.svg"].iter().zip(tags) {
        assert_eq!(there.get(path).header("If-None-Match", &tag).send().status, 200, "{path}");
    }
    let list = two.get("/v1/games").json();
    assert_eq!(list["games"][0]["names"], json!(["Mina", "Ben", null]));
    let url = format!("/v1/players/{}", ren.id);
    let seated = json!({"seat": 0, "name": "Mina", "player": {"id": ren.id, "url": url}, "erased": false});
    assert_eq!(list["games"][0]["seating"][0], seated);
}

#[test]
fn two_profiles_of_one_person_become_one() {
    let service = service();
    let [old, new, other] = ["Wilhelmina", "Mina", "Jonathan"].map(|name| player(&service, name));
    let tables = [&old, &new].map(|mina| table(&service, &json!([mina.entry(), other.entry(), null])));
    let merge = |ask: &Value, token: &str| service.post(&old.path("/merge"), ask).token(token).send();

    assert_eq!(merge(&json!({"into": new.id}), &other.token).status, 401);
    assert_eq!(merge(&json!({"into": new.id}), &old.token).status, 403, "one token is not enough");
    assert_eq!(merge(&json!({"into": new.id, "token": other.token}), &old.token).status, 403);
    assert_eq!(merge(&json!({"into": old.id}), OPERATOR).status, 400);
    let together = merge(&json!({"into": other.id}), OPERATOR);
    assert_eq!((together.status, together.json()["code"].clone()), (409, json!("sat_together")));

    let merged = merge(&json!({"into": new.id, "token": new.token}), &old.token);
    assert_eq!(merged.status, 200, "{}", merged.text());
    for table in &tables {
        assert!(rendered(table).contains("Mina") && !rendered(table).contains("Wilhelmina"));
    }
    let profile = service.get(&old.path("")).json();
    assert_eq!((profile["id"].clone(), profile["name"].clone()), (json!(new.id), json!("Mina")));
    assert_eq!(profile["games"][0]["records"], 2);
    assert_eq!(merge(&json!({"into": new.id}), OPERATOR).status, 200, "it is done already");

    // The old id and the old token go on meaning the same person.
    let third = table(&service, &json!([null, old.entry(), null]));
    assert_eq!(third.get("").json()["seating"][1]["player"]["id"], json!(new.id));
    let twice = service
        .post("/v1/games", &json!({"game": "you_cry_wolf", "seats": [old.entry(), new.entry(), null]}));
    assert_eq!(twice.send().json()["code"], "unfit_seats");
    let renamed = service.ask("PATCH", &old.path("")).token(&old.token);
    assert_eq!(renamed.body("application/json", r#"{"name": "M."}"#).json()["name"], "M.");
    let list = service.get(profile["records_url"].as_str().unwrap()).json();
    assert_eq!(list["games"].as_array().unwrap().len(), 3);
}

#[test]
fn an_erased_player_leaves_the_games_and_no_trace() {
    const NAME: &str = "Nosferatu";
    let one = Service::start();
    let two = one.beside();
    let keyed = one.post("/v1/players", &json!({"name": NAME})).header("Idempotency-Key", "orlok");
    let made = keyed.clone().json();
    let text = |field: &str| made[field].as_str().unwrap().to_owned();
    let him = Player { id: text("id"), token: text("token") };
    let earlier = player(&one, "Nosferatu the first");
    let tables = [
        table(&one, &json!([him.entry(), "Ellen", null])),
        table(&one, &json!(["Ellen", earlier.entry(), null])),
        table(&one, &json!([him.entry(), "Ellen", null])),
    ];
    let file = tables[0].get("/record").send().text();
    one.post(&earlier.path("/merge"), &json!({"into": him.id, "token": him.token}))
        .token(&earlier.token)
        .json();
    let guest = one.open(&json!({"game": "you_cry_wolf", "seats": ["nosferatu", "Ellen", null]}));
    let claim = json!([{"game": guest.id, "guest": NAME, "token": guest.scribe}]);
    one.post(&him.path("/claims"), &claim).token(&him.token).json();
    for table in &tables {
        assert!(rendered(&table.at(&two)).contains(NAME));
    }
    let before = events_stored(&one);
    assert!(everything_stored(&one).contains(NAME));

    assert_eq!(two.ask("DELETE", &him.path("")).send().status, 401);
    assert_eq!(two.ask("DELETE", &him.path("")).token(&earlier.token).send().status, 204);

    let stored = everything_stored(&one).to_lowercase();
    assert!(!stored.contains("nosferatu"), "{stored}");
    assert!(!tables.iter().any(|table| {
        let seating = table.get("").json()["seating"].to_string();
        seating.contains(&him.id) || seating.contains(&earlier.id)
    }));
    assert_eq!(events_stored(&one), before);
    // An instance that kept the table folded does not even say the name in the answer to a move.
    let answer = tables[0].log(&bet(1, 3)).json().to_string() + &tables[0].log(&bet(2, 4)).json().to_string();
    assert!(!answer.contains(NAME), "{answer}");
    for service in [&one, &two] {
        for table in &tables {
            let rendered = rendered(&table.at(service));
            assert!(!rendered.contains(NAME), "{rendered}");
            assert!(rendered.contains("Someone"), "{rendered}");
        }
        for who in [&him, &earlier] {
            let gone = service.get(&who.path("")).send();
            assert_eq!((gone.status, gone.json()["code"].clone()), (410, json!("erased")));
        }
        let list =
            service.get("/v1/games").json().to_string() + &service.get("/v1/players").json().to_string();
        assert!(!list.contains(NAME), "{list}");
    }
    let replay = tables[0].get("/replay").json();
    let narration = &replay["steps"][1]["narration"][0];
    assert_eq!(narration["en"], "Someone places a sheep and claims 2 sheep.");
    assert!(narration["ja"].as_str().unwrap().starts_with("だれか"), "{narration}");
    let seat = &tables[0].get("").json()["seating"][0];
    assert_eq!(*seat, json!({"seat": 0, "name": null, "erased": true}));
    assert_eq!(one.ask("DELETE", &him.path("")).token(&him.token).send().status, 410);
    assert_eq!(keyed.send().status, 410, "a retry brings nobody back");
    let again = one.post("/v1/games", &json!({"game": "you_cry_wolf", "seats": [him.entry(), null, null]}));
    assert_eq!(again.send().json()["code"], "unknown_player");

    // Nor does a file that was exported before.
    let elsewhere = file.replace(&tables[0].id, "01890000-0000-7000-8000-00000000aaaa");
    let report = one.ask("POST", "/v1/archive").body("application/x-ndjson", elsewhere).json();
    assert_eq!(report["imported"], 1, "{report}");
    assert!(!everything_stored(&one).contains(NAME));
}

#[test]
fn an_import_keeps_players_that_this_service_knows() {
    let one = Service::start();
    let ren = player(&one, "Renfield");
    let table = table(&one, &json!([ren.entry(), "Ben", null]));
    let file = table.get("/record").send().text();
    rename(&one, &ren, "Mina");
    let copy = "01890000-0000-7000-8000-00000000bbbb";
    let import = |service: &Service, file: String| {
        let ask = service.ask("POST", "/v1/archive").token(&ren.token);
        let report = ask.body("application/x-ndjson", file).json();
        assert_eq!(report["imported"], 1, "{report}");
    };
    // Opened at another time, else it would be the same record under another name.
    let mut moved: serde_json::Value = serde_json::from_str(&file.replace(&table.id, copy)).unwrap();
    moved["opened_at"] = "2026-01-02T03:04:05Z".into();
    import(&one, moved.to_string());
    let here = one.get(&format!("/v1/games/{copy}")).json();
    assert_eq!(here["names"], json!(["Mina", "Ben", null]));
    assert_eq!(here["seating"][0]["player"]["id"], json!(ren.id));

    let abroad = Service::start();
    import(&abroad, file);
    let there = abroad.get(&table.path("")).json();
    assert_eq!(there["seating"][0], json!({"seat": 0, "name": "Renfield", "erased": false}));
}

#[test]
fn guests_become_players_later() {
    let service = service();
    let guests = json!(["Aki", "Ben", null]);
    let tables = [(); 3].map(|()| table(&service, &guests));
    let [aki, ben] = ["Akiko", "Benjamin"].map(|name| player(&service, name));
    let claims = |who: &Player, claims: Value| service.post(&who.path("/claims"), &claims).token(&who.token);
    let seat = |table: &Table, seat: u8| json!({"game": table.id, "seat": seat, "token": table.scribe});

    // All or none: the second claim lacks a token, so the first is not granted either.
    let refused = claims(&aki, json!([seat(&tables[0], 0), {"game": tables[1].id, "seat": 0}])).send();
    assert_eq!((refused.status, refused.header("content-type")), (401, "application/problem+json"));
    assert_eq!(refused.json()["values"]["index"], 1);
    assert_eq!(tables[0].get("").json()["names"], guests);

    let of_guest = json!({"game": tables[1].id, "guest": "ＡＫＩ", "token": tables[1].scribe});
    let claimed = claims(&aki, json!([seat(&tables[0], 0), of_guest])).json();
    assert_eq!(claimed["claimed"].as_array().unwrap().len(), 2, "{claimed}");
    assert_eq!(tables[1].get("").json()["names"], json!(["Akiko", "Ben", null]));
    assert!(rendered(&tables[1]).contains("Akiko"));

    let taken = claims(&ben, json!([seat(&tables[0], 0)])).send();
    assert_eq!((taken.status, taken.json()["code"].clone()), (409, json!("seat_taken")));
    assert_eq!(taken.json()["values"]["seat"], 0);
    assert_eq!(claims(&aki, json!([seat(&tables[0], 1)])).send().status, 422, "sits there already");
    let as_seat = |seat: u8| json!([{"game": tables[2].id, "seat": seat, "token": tables[2].seats[0]}]);
    assert_eq!(claims(&aki, as_seat(1)).send().status, 403, "another seat than its own");
    let guest = json!([{"game": tables[2].id, "guest": "Ben", "token": tables[2].seats[0]}]);
    assert_eq!(claims(&aki, guest).send().status, 403, "another seat, by its guest");
    let watcher = tables[2].post("/tokens", &json!({"role": "spectator"})).token(&tables[2].scribe).json();
    let watching = json!([{"game": tables[2].id, "seat": 0, "token": watcher["token"]}]);
    assert_eq!(claims(&aki, watching).send().status, 403, "who only watches");
    assert_eq!(claims(&aki, as_seat(0)).json()["claimed"][0]["seat"], 0);
    assert_eq!(tables[2].get("").json()["names"], json!(["Akiko", "Ben", null]));
    assert_eq!(claims(&aki, json!([seat(&tables[0], 3)])).send().status, 404);
    let in_no_seat = json!([{"game": tables[0].id, "token": tables[0].scribe}]);
    for nothing in [json!([]), json!([{}]), json!([{"seat": 1}]), in_no_seat] {
        let status = claims(&aki, nothing.clone()).send().status;
        assert_eq!(status, 400, "{nothing}");
    }
    assert_eq!(claims(&ben, json!([{"guest": "Ben"}])).send().status, 401, "in all records");
    let claimed = service.post(&ben.path("/claims"), &json!([{"guest": "ben"}])).token(OPERATOR).json();
    assert_eq!(claimed["claimed"].as_array().unwrap().len(), 3);
    assert_eq!(service.get(&ben.path("")).json()["games"][0]["records"], 3);
}

#[test]
fn a_profile_shows_strangers_only_public_records() {
    let service = service();
    let [hidden, public_player] = ["Hidden", "Known"].map(|name| player(&service, name));
    let open = |who: &Player, visibility: &str| {
        service.open(
            &json!({"game": "you_cry_wolf", "seats": [who.entry(), null, null], "visibility": visibility}),
        )
    };
    for visibility in ["private", "unlisted"] {
        open(&hidden, visibility);
        open(&public_player, visibility);
    }
    let public = open(&public_player, "public");
    let listed = |token: Option<&str>| {
        let page = service.get("/v1/players").token_if(token).json();
        let names = page["players"].as_array().unwrap().iter().map(|player| player["name"].clone());
        names.collect::<Vec<_>>()
    };
    assert_eq!(
        (listed(None), listed(Some(OPERATOR))),
        (vec![json!("Known")], vec![json!("Hidden"), json!("Known")])
    );
    let status = |token: Option<&str>| service.get(&hidden.path("")).token_if(token).send().status;
    assert_eq!(status(None), 404);
    assert_eq!(status(Some(&public_player.token)), 404);
    assert_eq!((status(Some(&hidden.token)), status(Some(OPERATOR))), (200, 200));
    assert_eq!(service.ask("DELETE", &hidden.path("")).send().status, 404);

    for token in [None, Some(public_player.token.as_str()), Some(OPERATOR)] {
        let profile = service.get(&public_player.path("")).token_if(token).json();
        assert_eq!(profile["games"][0]["records"], 1);
        assert_eq!(profile["recent"].as_array().unwrap().len(), 1);
        assert_eq!(profile["recent"][0]["id"], json!(public.id));
        let list = service.get(profile["records_url"].as_str().unwrap()).json();
        assert_eq!(list["games"].as_array().unwrap().len(), 1);
    }
    let unlisting = public.path("");
    let ask = service.ask("PATCH", &unlisting).token(&public.scribe);
    ask.body("application/json", r#"{"visibility": "unlisted"}"#).json();
    assert_eq!(service.get(&public_player.path("")).send().status, 404);
    assert_eq!(listed(None), Vec::<Value>::new());
}

#[test]
fn a_profile_counts_wins() {
    let service = Service::start();
    let winner = player(&service, "Winner");
    let finished = (0..).map(|seed| random_game(games::ALL[0], seed));
    let game = finished
        .filter(|game| game.fold().status() == Status::Over && !game.fold().is_irregular())
        .find(|game| !game.fold().outcome().unwrap().winners.is_empty())
        .unwrap();
    let winners: Vec<_> = game.fold().outcome().unwrap().winners.iter().map(|seat| seat.number()).collect();
    let seats: Vec<_> = [winners[0], (winners[0] + 1) % i64::try_from(game.names.len()).unwrap()].into();
    for seat in &seats {
        let mut request = game.request();
        request["seats"][usize::try_from(*seat).unwrap()] = winner.entry();
        let table = service.open(&request);
        for chunk in game.log.chunks(1000) {
            table.log(&json!(chunk)).json();
        }
    }
    let won = seats.iter().filter(|seat| winners.contains(seat)).count();
    let kind = eventually("both to be counted", || {
        let kind = service.get(&winner.path("")).json()["games"][0].clone();
        (kind["finished"] == 2).then_some(kind)
    });
    assert_eq!(kind["won"], won, "{kind}");
    assert_eq!(kind["game"], json!(game.game));
}

#[test]
fn names_are_found_by_their_beginning_in_any_script() {
    let service = service();
    for name in ["ドイ", "土井", "Doi", "ｄＯＩ ２", "どいつ", "Élodie", "100%_"] {
        player(&service, name);
    }
    let found = |beginning: &str| {
        let encoded: Vec<_> = beginning.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let encoded = encoded.concat();
        let mut found = Vec::new();
        let mut next = Some(format!("/v1/players?limit=2&name={encoded}"));
        while let Some(path) = next {
            let page = service.get(&path).token(OPERATOR).json();
            let names = page["players"].as_array().unwrap().iter();
            found.extend(names.map(|player| player["name"].as_str().unwrap().to_owned()));
            next = page["next"].as_str().map(str::to_owned);
        }
        found
    };
    assert_eq!(found("ど"), ["ドイ", "どいつ"]);
    assert_eq!(found("ﾄﾞｲ"), ["ドイ", "どいつ"]);
    assert_eq!(found("doi"), ["Doi", "ｄＯＩ ２"]);
    assert_eq!(found("É"), ["Élodie"]);
    assert_eq!(found("土"), ["土井"]);
    assert_eq!(found("100%_"), ["100%_"]);
    assert_eq!(found("%"), Vec::<String>::new());
    assert_eq!(found("").len(), 7);
}

#[test]
fn a_profile_request_with_the_same_key_creates_one_profile() {
    let service = Service::shared();
    let ask =
        |name: &str| service.post("/v1/players", &json!({ "name": name })).header("Idempotency-Key", "once");
    let (first, again) = (ask("Aki").send(), ask("Aki").send());
    assert_eq!((first.status, first.text()), (again.status, again.text()));
    assert_eq!(first.header("location"), format!("/v1/players/{}", first.json()["id"].as_str().unwrap()));
    assert_eq!(ask("Ben").send().json()["code"], "key_reused");
    let one = first.json();
    let who = Player {
        id: one["id"].as_str().unwrap().to_owned(),
        token: one["token"].as_str().unwrap().to_owned(),
    };
    let renewed = service.ask("POST", &who.path("/token")).token(&who.token).json();
    let renewed = renewed["token"].as_str().unwrap();
    let named = |token: &str| {
        let ask = service.ask("PATCH", &who.path("")).token(token);
        ask.body("application/json", r#"{"name": "Chika"}"#).send().status
    };
    assert_eq!((named(&who.token), named(renewed)), (401, 200));
}

#[test]
fn bad_input_is_refused_precisely() {
    let service = service();
    let who = player(&service, "Aki");
    let nobody = "01890000-0000-7000-8000-000000000000";
    assert_eq!(service.post("/v1/players", &json!({})).send().status, 400);
    let nothing = service.ask("PATCH", &who.path("")).token(&who.token).body("application/json", "{}");
    assert_eq!(nothing.json()["name"], "Aki");
    for body in [
        json!({"name": ""}),
        json!({"name": " \u{3000}"}),
        json!({"name": "x".repeat(101)}),
        json!({"name": 1}),
        json!(["Aki"]),
        json!({"name": null}),
        json!({"name": "a\0b"}),
        json!({"name": "a", "token": "b"}),
        json!({"name": "a", "seated_by": "me"}),
        json!({"name": "a", "seated_by": null}),
    ] {
        let made = service.post("/v1/players", &body).send();
        assert_eq!((made.status, made.json()["code"].clone()), (400, json!("malformed_body")), "{body}");
        let ask = service.ask("PATCH", &who.path("")).token(&who.token);
        assert_eq!(ask.body("application/json", body.to_string()).send().status, 400, "{body}");
    }
    for (seat, code) in [
        (json!({"player": "nobody"}), "malformed_body"),
        (json!({"player": who.id, "name": "Aki"}), "malformed_body"),
        (json!({}), "malformed_body"),
        (json!(["Aki"]), "malformed_body"),
        (json!(3), "malformed_body"),
    ] {
        let body = json!({"game": "you_cry_wolf", "seats": [seat, null, null]});
        let refused = service.post("/v1/games", &body).send();
        assert_eq!((refused.status, refused.json()["code"].clone()), (400, json!(code)), "{seat}");
    }
    let body = json!({"game": "you_cry_wolf", "seats": [{"player": nobody}, null, null], "played_at": "1900-01-01T00:00:00Z"});
    let refused = service.post("/v1/games", &body).send();
    assert_eq!((refused.status, refused.json()["code"].clone()), (422, json!("unknown_player")));
    assert_eq!(refused.json()["values"], json!({"player": nobody, "erased": false}));
    let body = body.to_string().replace(&json!({"player": nobody}).to_string(), &who.entry().to_string());
    assert_eq!(service.ask("POST", "/v1/games").body("application/json", body).send().status, 201);
    assert_eq!(service.get(&who.path("")).json()["games"][0]["records"], 1, "whenever it was");
    for path in [format!("/v1/players/{nobody}"), "/v1/players/nobody".to_owned()] {
        assert_eq!(service.get(&path).send().status, 404, "{path}");
        assert_eq!(service.ask("DELETE", &path).token(OPERATOR).send().status, 404, "{path}");
    }
    for query in ["limit=0", "limit=101", "cursor=x", "cursor=AA.0", "colour=red", "name=%00"] {
        let refused = service.get(&format!("/v1/players?{query}")).send();
        assert_eq!(
            (refused.status, refused.json()["code"].clone()),
            (400, json!("malformed_parameter")),
            "{query}"
        );
    }
    let merge = |body: Value| service.post(&who.path("/merge"), &body).token(OPERATOR).send();
    assert_eq!(merge(json!({"into": nobody})).json()["code"], "unknown_player");
    assert_eq!(merge(json!({"into": who.id})).json()["code"], "malformed_body");
    assert_eq!(merge(json!({})).json()["code"], "malformed_body");
    assert_eq!(service.get(&who.path("")).token(OPERATOR).json()["name"], "Aki");
}
