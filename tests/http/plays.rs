//! Finished games as plays of BG Stats and `BoardGameGeek`, field by field.

use kifu_engine::games;
use kifu_tests::{Client, Recorded, Service, Table, random_game, recorded};
use serde_json::{Value, json};

fn play(client: &Client, game: &Recorded, details: &Value) -> Table {
    let mut request = game.request();
    for (name, value) in details.as_object().unwrap() {
        request[name] = value.clone();
    }
    let table = client.open(&request);
    game.log.chunks(500).for_each(|entries| drop(table.log(&json!(entries)).json()));
    table
}

/// A finished game with points and places, without a breach.
fn with_points() -> Recorded {
    let mut games = recorded().into_iter();
    let found = games.find(|game| {
        let record = game.fold();
        !record.is_irregular() && record.outcome().is_some_and(|outcome| outcome.points.is_some())
    });
    found.expect("a recorded game with points")
}

#[test]
fn a_finished_game_is_a_play_of_bg_stats() {
    let service = Service::shared();
    let game = with_points();
    let outcome = game.fold().outcome().unwrap();
    let seats = usize::from(game.opening.seats);
    let names: Vec<_> =
        (0..seats).map(|seat| if seat == 1 { Value::Null } else { json!(format!("P{seat}")) }).collect();
    let details = json!({"seats": names, "place": "Kyoto", "played_at": "2026-01-02T03:04:05Z"});
    let table = play(&service, &game, &details);
    let answer = table.get_as(None, "/record?format=bgstats&bgg_id=42&language=ja").send();
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), "application/vnd.bgstats.bgsplay+json");
    assert_eq!(answer.header("content-language"), "ja");
    assert_eq!(
        answer.header("content-disposition"),
        format!("attachment; filename=\"kifu-{}.bgsplay\"", table.id)
    );
    let file = answer.json();
    let by_accept =
        table.get_as(None, "/record").header("Accept", "application/vnd.bgstats.bgsplay+json").json();
    assert_eq!(by_accept["plays"], file["plays"]);

    let time = |text: &Value| {
        chrono::DateTime::parse_from_rfc3339(text.as_str().unwrap())
            .unwrap()
            .format("%Y-%m-%d %H:%M:%S")
            .to_string()
    };
    let opened = time(&table.get("").json()["opened_at"]);
    let events = table.get("/events?limit=1000").json();
    let changed = time(&events["events"].as_array().unwrap().last().unwrap()["at"]);
    let points = outcome.points.unwrap();
    let places = outcome.places.unwrap();
    let scores: Vec<_> = (0..game.opening.seats)
        .map(|number| {
            let seat = kifu_engine::seat::Seat::new(number);
            json!({
                "playerRefId": number + 1, "score": points[seat].to_string(), "winner": outcome.winners.contains(&seat),
                "newPlayer": false, "startPlayer": false, "rank": places[seat], "seatOrder": number + 1,
            })
        })
        .collect();
    assert_eq!(
        file["plays"],
        json!([{
            "uuid": table.id, "modificationDate": changed, "entryDate": opened, "playDate": "2026-01-02 03:04:05",
            "playDateYmd": 20_260_102, "usesTeams": false, "durationMin": 0, "ignored": false, "manualWinner": true,
            "rounds": 0, "bggId": 0, "importPlayId": 0, "locationRefId": 1, "gameRefId": 1, "rating": 0,
            "nemestatsId": 0, "scoringSetting": 0, "playImages": "[]",
            "comments": format!("Kifu /v1/games/{}", table.id), "playerScores": scores, "expansionPlays": [],
        }])
    );
    let players = file["players"].as_array().unwrap();
    assert_eq!(players.len(), seats);
    for (player, (number, name)) in players.iter().zip((1..).zip(&names)) {
        let shown = name.as_str().unwrap_or("Anonymous player");
        assert_eq!(
            player,
            &json!({
                "uuid": player["uuid"], "id": number, "name": shown, "isAnonymous": name.is_null(),
                "modificationDate": changed, "bggUsername": "",
            })
        );
    }
    let location = &file["locations"][0];
    assert_eq!(
        file["locations"],
        json!([{"uuid": location["uuid"], "id": 1, "name": "Kyoto", "modificationDate": changed}])
    );
    let meta = games::find(&game.game).unwrap().meta();
    assert_eq!(
        file["games"],
        json!([{
            "uuid": file["games"][0]["uuid"], "id": 1, "name": meta.name.ja, "modificationDate": changed,
            "cooperative": false, "highestWins": true, "noPoints": false, "usesTeams": false, "urlThumb": "",
            "urlImage": "", "bggName": "", "bggYear": 0, "bggId": 42, "designers": "", "isBaseGame": 1,
            "isExpansion": 0, "minPlayerCount": meta.seats.0, "maxPlayerCount": meta.seats.1,
        }])
    );
    assert_eq!(file["userInfo"], json!({"meRefId": 0}));
    assert!(file["about"].as_str().unwrap().contains("Board Game Stats"));
    let fields: Vec<_> = file.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(fields, ["about", "games", "locations", "players", "plays", "userInfo"]);
}

#[test]
fn a_finished_game_is_a_play_of_boardgamegeek() {
    let service = Service::shared();
    let game = with_points();
    let outcome = game.fold().outcome().unwrap();
    let table = play(&service, &game, &json!({"place": "Kyoto", "played_at": "2026-01-02T03:04:05Z"}));
    let answer = table.get_as(None, "/record?format=bgg&bgg_id=42").send();
    assert_eq!(answer.header("content-type"), "application/vnd.boardgamegeek.play+json");
    let points = outcome.points.unwrap();
    let players: Vec<_> = (0..game.opening.seats)
        .map(|number| {
            let seat = kifu_engine::seat::Seat::new(number);
            let name = game.names[usize::from(number)].as_str().unwrap_or("Anonymous player");
            json!({
                "name": name, "username": "", "position": (number + 1).to_string(), "color": "",
                "score": points[seat].to_string(), "win": u8::from(outcome.winners.contains(&seat)), "new": 0, "rating": 0,
            })
        })
        .collect();
    let name = &games::find(&game.game).unwrap().meta().name.en;
    let mut expected = json!({
        "action": "save", "ajax": 1, "objecttype": "thing", "objectid": 42, "playdate": "2026-01-02", "quantity": 1,
        "length": 0, "location": "Kyoto", "incomplete": 0, "nowinstats": 0,
        "comments": format!("{name}. Kifu /v1/games/{}", table.id), "players": players,
    });
    assert_eq!(answer.json(), expected);
    expected.as_object_mut().unwrap().remove("objectid");
    assert_eq!(table.get_as(None, "/record?format=bgg").json(), expected);
}

#[test]
fn an_irregular_game_has_no_winner_in_plays() {
    let service = Service::shared();
    let mut games = recorded().into_iter();
    let game = games.find(|game| {
        let record = game.fold();
        record.is_irregular() && record.outcome().is_some()
    });
    let table = play(&service, &game.expect("a recorded irregular game"), &json!({}));
    assert_eq!(table.get("/record?format=bgstats").json()["plays"][0]["ignored"], true);
    assert_eq!(table.get("/record?format=bgg").json()["nowinstats"], 1);
}

#[test]
fn only_finished_games_are_plays() {
    let service = Service::shared();
    let table = service.open_plain("bremen", 3);
    for (status, message) in [("live", "not over"), ("abandoned", "abandoned")] {
        for format in ["bgstats", "bgg"] {
            let answer = table.get_as(None, &format!("/record?format={format}")).send();
            let problem = answer.json();
            assert_eq!((answer.status, &problem["code"]), (409, &json!("not_finished")), "{problem}");
            assert_eq!(problem["values"]["status"], status);
            assert!(problem["message"]["en"].as_str().unwrap().contains(message), "{problem}");
        }
        assert_eq!(table.get_as(None, "/record?format=record").send().status, 200);
        if status == "live" {
            table.log(&json!({"type": "abandon"})).json();
        }
    }
    assert_eq!(table.get_as(None, "/record?format=pgn").send().status, 400);
    for id in ["x", "0", "4294967296"] {
        let refused = table.get_as(None, &format!("/record?bgg_id={id}")).send();
        assert_eq!(refused.status, 400);
        let message = &refused.json()["message"]["en"];
        assert_eq!(message, "“bgg_id” must be a whole number, from 1 to 999999999.");
    }
    assert_eq!(table.get_as(None, "/record").header("Accept", "image/png").send().status, 406);
}

#[test]
fn an_archive_is_one_play_file() {
    let service = Service::start();
    let over = |seed| random_game(games::find("bremen").unwrap(), seed);
    let finished: Vec<_> = (0..40).map(over).filter(|game| game.fold().outcome().is_some()).take(3).collect();
    for game in &finished {
        let seats = usize::from(game.opening.seats);
        let names: Vec<_> = (0..seats).map(|seat| json!(format!("P{seat}"))).collect();
        play(&service, game, &json!({"seats": names, "place": "Kyoto"}));
    }
    service.open_plain("bremen", 3);
    let file = service.get("/v1/archive?format=bgstats").json();
    let plays = file["plays"].as_array().unwrap();
    assert_eq!(plays.len(), 3);
    let most = finished.iter().map(|game| usize::from(game.opening.seats)).max().unwrap();
    assert_eq!(file["players"].as_array().unwrap().len(), most, "the same name is the same player");
    assert_eq!(
        (file["games"].as_array().unwrap().len(), file["locations"].as_array().unwrap().len()),
        (1, 1)
    );
    assert_eq!(file["games"][0]["cooperative"], true);
    let ids: Vec<_> = file["players"].as_array().unwrap().iter().map(|player| player["id"].clone()).collect();
    for score in plays.iter().flat_map(|play| play["playerScores"].as_array().unwrap()) {
        assert!(ids.contains(&score["playerRefId"]), "{score}");
    }
    let again = service.get("/v1/archive").header("Accept", "application/vnd.bgstats.bgsplay+json").send();
    assert_eq!(again.json(), file, "the same every time");
    let lines = service.get("/v1/archive?format=bgg").send();
    assert_eq!((lines.header("content-type"), lines.lines().len()), ("application/x-ndjson", 3));
    let empty = service.get("/v1/archive?format=bgstats&game=punyon_ken").json();
    assert_eq!((&empty["plays"], &empty["players"]), (&json!([]), &json!([])));
}

#[test]
fn a_play_is_of_the_day_of_its_table() {
    let service = Service::shared();
    let game = with_points();
    for (played_at, query, day, time) in [
        ("2026-01-01T01:30:00+09:00", "", "2026-01-01", "2026-01-01 01:30:00"),
        ("2026-01-01T01:30:00+09:00", "&tz=America/New_York", "2026-01-01", "2026-01-01 01:30:00"),
        ("2025-12-31T16:30:00Z", "", "2025-12-31", "2025-12-31 16:30:00"),
        ("2025-12-31T16:30:00Z", "&tz=Asia/Tokyo", "2026-01-01", "2026-01-01 01:30:00"),
    ] {
        let table = play(&service, &game, &json!({"played_at": played_at, "tags": ["of the day"]}));
        assert_eq!(table.get("").json()["played_at"], played_at);
        assert_eq!(table.get("/record").json()["details"]["played_at"], played_at);
        let bgg = table.get_as(None, &format!("/record?format=bgg{query}")).json();
        assert_eq!(bgg["playdate"], day, "{played_at} {query}");
        let bgstats = table.get_as(None, &format!("/record?format=bgstats{query}")).json();
        let ymd: u32 = day.replace('-', "").parse().unwrap();
        let play = &bgstats["plays"][0];
        assert_eq!(
            (&play["playDate"], &play["playDateYmd"]),
            (&json!(time), &json!(ymd)),
            "{played_at} {query}"
        );
    }
    let wrong = service.get("/v1/games?tz=Asia/Edo").send();
    assert_eq!((wrong.status, wrong.json()["values"]["parameter"].clone()), (400, json!("tz")));
}
