//! Analyses of finished games.

use kifu_engine::games;
use kifu_tests::{Client, Recorded, Service, Table, eventually, recorded};
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

/// A finished recorded game of this kind, without a breach.
fn finished(kind: &str) -> Recorded {
    let is_finished = |game: &Recorded| {
        let record = game.fold();
        record.outcome().is_some() && !record.is_irregular()
    };
    recorded()
        .into_iter()
        .find(|game| game.game == kind && is_finished(game))
        .expect("a finished recorded game")
}

fn steps(answer: &Value) -> &Vec<Value> {
    answer["steps"].as_array().expect("steps")
}

#[test]
fn every_finished_game_is_analysed_and_says_its_game() {
    let service = Service::shared();
    for game in games::ALL {
        let slug = game.meta().slug;
        let recorded = finished(slug);
        let table = play(&service, &recorded, &json!({}));
        let answer = table.get_as(None, "/analysis").json();
        assert_eq!(
            (&answer["game"], &answer["model"], &answer["viewer"]),
            (&json!(slug), &json!("counting-1"), &json!("public"))
        );
        assert_eq!(steps(&answer).len(), recorded.fold().len() + 1, "{slug}");
        assert!(steps(&answer).iter().all(|step| step["game"] == slug), "{slug}");
        let seat = table.get_as(None, "/analysis?viewer=0&part=odds&from=1&to=2").json();
        assert_eq!(seat["viewer"], 0);
        assert_eq!(steps(&seat).iter().map(|step| step["step"].clone()).collect::<Vec<_>>(), [1, 2]);
        let lines = table.get_as(None, "/analysis").header("Accept", "application/x-ndjson").send().text();
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines[0]["model"], "counting-1");
        assert_eq!(json!(lines[1..]), answer["steps"], "{slug}");
    }
}

#[test]
fn a_live_game_tells_nothing() {
    let service = Service::shared();
    let game = finished("not_my_fault");
    let table = play(&service, &game.begun(1), &json!({}));
    let answer = table.get("/analysis").send();
    assert_eq!(answer.status, 409);
    let problem = answer.json();
    assert_eq!(problem["code"], "still_live");
    assert_eq!(problem["message"]["en"], "The game is not over yet");
    assert_eq!(problem["message"]["ja"], "ゲームはまだ終わっていません");
}

#[test]
fn what_a_record_lacks_is_null_with_a_reason_and_may_be_assumed() {
    let service = Service::shared();
    let table = play(&service, &finished("you_cry_wolf"), &json!({"options": {}}));
    let without = table.get_as(None, "/analysis").json();
    assert_eq!(without["assumed"], json!({}));
    assert!(without["missing"].as_array().unwrap().contains(&json!("die_faces_not_given")), "{without}");
    assert_eq!(steps(&without)[2]["odds"], Value::Null);
    assert_eq!(steps(&without)[2]["why_null"], "die_faces_not_given");
    let faces = ["cow", "cow", "sheep", "sheep", "sheepdog", "wolf"];
    let with = table.get_as(None, &format!("/analysis?die_faces={}", faces.join(","))).json();
    assert_eq!(with["assumed"], json!({"die_faces": faces}));
    let odds = steps(&with).iter().filter(|step| step["odds"].is_object()).count();
    assert!(odds > 0, "{with}");
    let claims = steps(&with).iter().filter(|step| step["claim"]["p_table"].is_number()).count();
    assert!(claims > 0, "{with}");
}

#[test]
fn the_ledgers_are_also_a_table() {
    let service = Service::shared();
    let table = play(&service, &finished("not_my_fault"), &json!({}));
    let analysis = table.get_as(None, "/analysis?deck=4,4,4,4,4,4,4").json();
    let ledgers =
        steps(&analysis).iter().flat_map(|step| ["claim", "call"].map(|kind| step[kind].is_object()));
    let ledgers = ledgers.filter(|is_ledger| *is_ledger).count();
    let answer = table.get_as(None, "/analysis?deck=4,4,4,4,4,4,4&format=csv").send();
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8; header=present");
    let text = answer.text();
    let rows: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    assert!(rows[0].starts_with("step,kind,") && rows[0].contains("p_table"), "{}", rows[0]);
    assert_eq!(rows.len(), ledgers + 1);
    let by_accept =
        table.get_as(None, "/analysis?deck=4,4,4,4,4,4,4").header("Accept", "text/csv").send().text();
    assert_eq!(by_accept, text);
}

#[test]
fn wrong_parameters_are_named() {
    let service = Service::shared();
    let table = play(&service, &finished("you_cry_wolf"), &json!({}));
    for (query, words) in [
        ("viewer=9", "viewer"),
        ("viewer=me", "viewer"),
        ("part=odds,dreams", "dreams"),
        ("from=-1", "from"),
        ("format=xml", "format"),
        ("weather=fine", "weather"),
        ("die_faces=cow", "die_faces"),
        ("die_faces=cow,cow,cow,cow,cow,dog", "dog"),
        ("deck=1,1,1,1,1,1,1", "deck"),
    ] {
        let answer = table.get_as(None, &format!("/analysis?{query}")).send();
        assert_eq!(answer.status, 400, "{query}: {}", answer.text());
        let problem = answer.json();
        assert_eq!(problem["code"], "malformed_parameter", "{query}");
        assert!(problem.to_string().contains(words), "{query}: {problem}");
        assert!(!problem["message"]["ja"].as_str().unwrap().is_empty());
    }
}

#[test]
fn who_may_not_read_a_record_may_not_ask_about_it() {
    let service = Service::shared();
    let table = play(&service, &finished("punyon_ken"), &json!({"visibility": "private"}));
    assert_eq!(table.get_as(None, "/analysis").send().status, 404);
    assert_eq!(table.get("/analysis").send().status, 200);
}

#[test]
fn an_analysis_is_the_same_until_somebody_corrects_the_record() {
    let service = Service::shared();
    let table = play(&service, &finished("punyon_ken"), &json!({}));
    let first = table.get("/analysis").send();
    let tag = first.header("etag").to_owned();
    assert!(tag.contains("counting-1"), "{tag}");
    let again = table.get("/analysis").header("If-None-Match", &tag).send();
    assert_eq!(again.status, 304);
    assert_eq!(table.log(&json!({"type": "take_back", "count": 1})).send().status, 201);
    assert_eq!(table.get("/analysis").send().status, 409);
    assert_eq!(table.log(&json!({"type": "abandon"})).send().status, 201);
    let abandoned = table.get("/analysis").send();
    assert_eq!(abandoned.status, 200);
    assert_ne!(abandoned.header("etag"), tag);
    assert_eq!(steps(&abandoned.json()).len(), steps(&first.json()).len() - 1);
}

#[test]
fn the_play_that_lost_it_has_its_alternatives_with_open_hands_and_as_the_seat_knew() {
    let service = Service::shared();
    let lost = recorded().into_iter().find(|game| game.name.ends_with("bremen/lost_by_tiles_taken"));
    let table = play(&service, &lost.expect("a lost game whose hands are known"), &json!({}));
    let whole = table.get_as(None, "/analysis").json();
    let lost_at: Vec<usize> = (0..)
        .zip(steps(&whole))
        .filter(|(_, step)| step["solver"]["lost_it"] == true)
        .map(|(step, _)| step)
        .collect();
    let [lost_at] = *lost_at else { panic!("{lost_at:?} lost it") };
    assert_eq!(steps(&whole)[lost_at]["mark"]["kind"], "turning_point");
    let before = lost_at - 1;
    let query = format!("/analysis?part=solver&from={before}&to={before}");
    let alone = table.get_as(None, &query).json();
    let step = &steps(&alone)[0];
    let prospects: Vec<&str> =
        step["alternatives"].as_array().unwrap().iter().filter_map(|one| one["prospect"].as_str()).collect();
    assert!(prospects.contains(&"won") && prospects.contains(&"lost"), "{step}");
    for one in step["alternatives"].as_array().unwrap() {
        let [low, p, high] = ["low", "p", "high"].map(|name| one["as_known"][name].as_f64().unwrap());
        assert!(low <= p && p <= high && one["as_known"]["deals"].as_u64().unwrap() >= 10, "{one}");
    }
    assert_eq!(table.get_as(None, &query).json(), alone);
    let table_of_hands = &steps(&whole)[before]["tables"][0];
    assert_eq!(table_of_hands["columns"].as_array().unwrap().len(), 4);
    assert_eq!(table_of_hands["rows"].as_array().unwrap().len(), table.seats.len());
}

#[test]
fn how_villagers_land_and_who_won_is_taken_from_the_archive() {
    let service = Service::shared();
    let game = finished("dancing_villager");
    let tables: Vec<_> = (0..4).map(|_| play(&service, &game, &json!({}))).collect();
    let table = &tables[3];
    let from_archive = || {
        let said = table.get_as(None, "/analysis").send();
        let landings = said.json()["assumed"]["landings"].clone();
        landings.is_array().then_some((said, landings))
    };
    let (said, landings) = eventually("landings are in the archive", from_archive);
    let landings = landings.as_array().unwrap();
    assert_eq!(landings.len(), 5 * game.names.len());
    for of_seat in landings.chunks(5) {
        let all: u64 = of_seat.iter().map(|count| count.as_u64().unwrap()).sum();
        assert!(all.abs_diff(10_000) <= 5, "{of_seat:?}");
    }
    let first = steps(&said.json())[0].clone();
    assert!(first["odds"]["p_ends"].as_f64().is_some_and(|p| p > 0.0 && p < 1.0), "{first}");
    // With so few games there are no odds of winning.
    assert_eq!(first["odds"].get("wins"), None);
    // A value that the client gives is used, and leads to another answer.
    let input = table.get_as(None, "/analysis?landings=1,1,1,1,1").send();
    assert_eq!(input.json()["assumed"]["landings"], json!([1, 1, 1, 1, 1]));
    assert_ne!(input.header("etag"), said.header("etag"));
}

#[test]
fn chances_are_drawn_on_the_board_of_a_game_that_is_over() {
    let service = Service::shared();
    let live = play(&service, &finished("not_my_fault").begun(1), &json!({}));
    let answer = live.get("/board.svg?chances=true").send();
    assert_eq!((answer.status, &answer.json()["code"]), (409, &json!("still_live")));
    for (kind, sentence) in [
        ("half_werewolf", "With "),
        ("bremen", "holds at least one"),
        ("not_my_fault", "With "),
        ("you_cry_wolf", "The chance of "),
    ] {
        let mut game = finished(kind);
        if kind == "you_cry_wolf" {
            game.opening.options["die_faces"] = json!(["cow", "cow", "sheep", "sheep", "sheepdog", "wolf"]);
        }
        let table = play(&service, &game, &json!({}));
        let analysis = table.get_as(None, "/analysis?part=odds").json();
        let drawn = |step: &Value, more: &str| {
            let path = format!("/board.svg?language=en&at={}{more}", step["step"]);
            table.get_as(None, &path).send()
        };
        let has_share = |step: &Value| drawn(step, "&chances=true").text().contains(r#"class="share""#);
        let drawn_with: Vec<&Value> =
            steps(&analysis).iter().filter(|step| !step["odds"].is_null() && has_share(step)).collect();
        let Some(&step) = drawn_with.last() else { panic!("{kind}: nothing is drawn") };
        let (with, without) = (drawn(step, "&chances=true"), drawn(step, ""));
        assert!(with.text().contains(sentence) && !without.text().contains(r#"class="share""#), "{kind}");
        assert_ne!(with.header("etag"), without.header("etag"));
        assert_ne!(with.text(), drawn(step, "&chances=true&perspective=0").text(), "{kind}");
    }
}

/// With open hands the board of Bremen says of each tile that may be played whether all can still win after it.
#[test]
fn what_each_tile_would_do_is_drawn_with_hindsight_only() {
    let service = Service::shared();
    let table = play(&service, &finished("bremen"), &json!({}));
    let analysis = table.get_as(None, "/analysis?part=solver").json();
    let splits = |step: &&Value| {
        let states = step["solver"]["states"].as_object();
        states.is_some_and(|states| states.values().any(|state| state == "won"))
    };
    let step = steps(&analysis).iter().find(splits).expect("a step with a tile that wins");
    let path = format!("/board.svg?language=en&chances=true&at={}", step["step"]);
    let [then, later] =
        ["", "&hindsight=true"].map(|more| table.get_as(None, &(path.clone() + more)).send().text());
    assert!(!then.contains(r#"class="verdict""#) && later.contains(r#"class="verdict""#));
    assert!(later.contains("all can still win"));
}
