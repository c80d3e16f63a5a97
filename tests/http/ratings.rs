//! Ratings, leaderboards and what a profile says in numbers.

use chrono::{DateTime, Utc};
use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_tests::{Client, Recorded, Service, Table, eventually, random_game};
use serde_json::{Value, json};

const OPERATOR: &str = "the-operators-key-of-this-test-0";
/// A duel in which each seat can win.
const DUEL: &str = "punyon_ken";
/// A game that all win or lose together.
const COOPERATIVE: &str = "bremen";
/// The result of the paper's algorithm for two newcomers: the mean of the winner.
const WINNER: f64 = 27.635_231_383_473_65;
const LOSER: f64 = 22.364_768_616_526_35;
const AFTER_ONE: f64 = 8.065_506_316_323_548;

struct Player {
    id: String,
    token: String,
}

impl Player {
    fn path(&self, rest: &str) -> String {
        format!("/v1/players/{}{rest}", self.id)
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

/// Games that came to their end without a breach of the rules.
fn finished(slug: &str, seats: usize) -> impl Iterator<Item = Recorded> {
    let game = games::find(slug).unwrap();
    (0..).map(move |seed| random_game(game, seed)).filter(move |game| {
        let record = game.fold();
        record.status() == Status::Over && !record.is_irregular() && game.names.len() == seats
    })
}

fn winners(game: &Recorded) -> Vec<i64> {
    game.fold().outcome().unwrap().winners.iter().map(|seat| seat.number()).collect()
}

/// A duel that one seat won.
fn duel() -> (Recorded, usize) {
    let won = |game: Recorded| match winners(&game)[..] {
        [winner] => Some((game, usize::try_from(winner).unwrap())),
        _ => None,
    };
    finished(DUEL, 2).find_map(won).unwrap()
}

/// Records it, on this day, with these players on the first seats.
fn record(client: &Client, game: &Recorded, players: &[&Player], day: u32) -> Table {
    let mut request = game.request();
    for (seat, player) in players.iter().enumerate() {
        request["seats"][seat] = json!({"player": player.id, "token": player.token});
    }
    request["played_at"] = format!("2026-03-{day:02}T18:00:00Z").into();
    let table = client.open(&request);
    table.log(&json!(game.log)).json();
    table
}

fn leaderboard(client: &Client, query: &str) -> Value {
    client.get(&format!("/v1/leaderboards/{DUEL}?min_games=1{query}")).json()
}

/// Ids and means, the best first.
fn order(board: &Value) -> Vec<(String, f64)> {
    let row = |row: &Value| {
        (row["player"]["id"].as_str().unwrap().to_owned(), row["rating"]["mean"].as_f64().unwrap())
    };
    board["players"].as_array().unwrap().iter().map(row).collect()
}

fn wait_for(client: &Client, what: &str, expected: &[(&Player, f64)]) -> Value {
    let is_it = |found: &[(String, f64)]| {
        let same = |((id, mean), (player, expected)): (&(String, f64), &(&Player, f64))| {
            *id == player.id && (mean - expected).abs() < 1e-9
        };
        found.len() == expected.len() && found.iter().zip(expected).all(same)
    };
    eventually(what, || Some(leaderboard(client, "")).filter(|board| is_it(&order(board))))
}

fn patch(table: &Table, change: &Value) {
    table.ask("PATCH", "").token(&table.scribe).body("application/json", change.to_string()).json();
}

/// The players of a duel: the winner and the loser.
fn sides(winner: usize, players: [&Player; 2]) -> [&Player; 2] {
    if winner == 0 { players } else { [players[1], players[0]] }
}

#[test]
fn ratings_follow_every_change_of_a_game() {
    let one = service();
    let two = one.beside();
    let [aki, ben, cho] = ["Aki", "Ben", "Cho"].map(|name| player(&one, name));
    let (game, winner) = duel();
    let [won, lost] = sides(winner, [&aki, &ben]);
    let table = record(&one, &game, &[&aki, &ben], 2);
    let first = [(won, WINNER), (lost, LOSER)];
    let board = wait_for(&one, "the first game", &first);
    wait_for(&two, "the other instance", &first);
    assert_eq!((&board["players"][0]["rank"], &board["players"][1]["rank"]), (&json!(1), &json!(2)));
    let deviation = board["players"][0]["rating"]["deviation"].as_f64().unwrap();
    assert!((deviation - AFTER_ONE).abs() < 1e-9, "{deviation}");
    assert_eq!(board["players"][0]["wins"]["mean"], 1.0);
    let before = board["cursor"].as_str().unwrap();

    table.log(&json!([{"type": "take_back"}])).json();
    wait_for(&one, "nobody has finished a game", &[]);
    let then = leaderboard(&one, &format!("&as_of={before}"));
    assert_eq!(order(&then), order(&board), "as it stood then");
    let to_come = || leaderboard(&one, "&as_of=2999-12-31");
    assert_eq!(order(&to_come()), [], "what is to come is as it is now");
    table.log(game.log.last().unwrap()).json();
    wait_for(&one, "it is over again", &first);
    assert_eq!(order(&to_come()), order(&board));
    assert!(to_come()["as_of"].as_str().unwrap().parse::<DateTime<Utc>>().unwrap() <= Utc::now());

    patch(&table, &json!({"visibility": "private"}));
    wait_for(&one, "nobody may know", &[]);
    assert_eq!(one.get(&aki.path("/statistics")).send().status, 404);
    patch(&table, &json!({"visibility": "public"}));
    wait_for(&one, "everybody may", &first);

    // Ben, as he was called at another table, which was played the day before.
    let again = record(&one, &game, &[&aki, &cho], 1);
    eventually("two games", || (leaderboard(&one, "")["games"] == 2).then_some(()));
    one.post(&cho.path("/merge"), &json!({"into": ben.id})).token(OPERATOR).send();
    let merged = eventually("two people", || {
        Some(leaderboard(&one, "")).filter(|board| board["players"].as_array().unwrap().len() == 2)
    });
    assert_eq!(merged["players"][0]["games"], 2);
    let history = one.get(&cho.path(&format!("/ratings/{DUEL}?by=game"))).json();
    assert_eq!(history["id"], json!(ben.id), "the old id leads to him");
    let records: Vec<_> = history["points"].as_array().unwrap().iter().map(|it| &it["record"]).collect();
    assert_eq!(records, [&json!(again.id), &json!(table.id)], "in the order they were played");

    assert_eq!(one.ask("DELETE", &ben.path("")).token(&ben.token).send().status, 204);
    let alone = eventually("one person", || {
        Some(leaderboard(&one, "")).filter(|board| board["players"].as_array().unwrap().len() == 1)
    });
    assert_eq!(alone["players"][0]["games"], 2, "against somebody");
    for rest in ["/statistics", "/opponents", "/ratings/punyon_ken", &format!("/versus/{}", aki.id)] {
        for who in [&ben, &cho] {
            assert_eq!(one.get(&who.path(rest)).send().status, 410, "{rest}");
        }
    }
    assert_eq!(one.get(&aki.path(&format!("/versus/{}", ben.id))).send().status, 410);
    assert_eq!(one.get(&aki.path("/opponents")).json()["opponents"], json!([]));
}

#[test]
fn cooperative_players_are_rated_together() {
    let service = Service::start();
    let players = ["Aki", "Ben"].map(|name| player(&service, name));
    let game = finished(COOPERATIVE, 3).next().unwrap();
    let won = !winners(&game).is_empty();
    record(&service, &game, &[&players[0], &players[1]], 1);
    let path = format!("/v1/leaderboards/{COOPERATIVE}?min_games=1");
    let board = eventually("the game", || {
        Some(service.get(&path).json()).filter(|board| board["players"].as_array().unwrap().len() == 2)
    });
    let means: Vec<f64> = order(&board).iter().map(|(_, mean)| *mean).collect();
    assert!((means[0] - means[1]).abs() < 1e-12 && (means[0] > 25.0) == won, "{board}");
    assert_eq!((&board["players"][0]["rank"], &board["players"][1]["rank"]), (&json!(1), &json!(1)));
    let variant = &board["variants"][0];
    assert_eq!((&variant["seats"], &variant["wins"]["n"]), (&json!(3), &json!(1)));
    assert_eq!(variant["rating"]["mean"].as_f64().unwrap() < 25.0, won, "the game lost what they won");
    let opponents = service.get(&players[0].path("/opponents")).json();
    assert_eq!(opponents["opponents"][0]["cooperative"]["n"], 1, "{opponents}");
    assert!(opponents["opponents"][0].get("against").is_none(), "{opponents}");
}

#[test]
fn a_players_numbers_are_those_of_the_statistics() {
    let service = Service::start();
    let players = ["Aki", "=Ben", "Cho"].map(|name| player(&service, name));
    let [aki, ben, cho] = &players;
    let of_many = finished("you_cry_wolf", 4).take(3);
    let duels = finished(DUEL, 2).take(4);
    let mut games = 0;
    for (day, game) in (1..).zip(of_many.chain(duels)) {
        let seats = if day % 2 == 0 { [aki, ben] } else { [ben, aki] };
        record(&service, &game, &[seats.as_slice(), &[cho]].concat()[..game.names.len().min(3)], day);
        games += 1;
    }
    let statistics = eventually("all games", || {
        let found = service.get(&aki.path("/statistics?form=2")).json();
        let count = |game: &Value| game["games"].as_u64().unwrap();
        (found["games"].as_array().unwrap().iter().map(count).sum::<u64>() == games).then_some(found)
    });
    assert_eq!(statistics["name"], "Aki");
    for game in statistics["games"].as_array().unwrap() {
        let slug = game["game"].as_str().unwrap();
        for (metric, own) in [("won", "wins"), ("place", "place"), ("points", "points")] {
            let path = format!("/v1/statistics/common.{metric}?of={}&game={slug}", aki.id);
            let answer = service.get(&path).send();
            if answer.status == 400 {
                assert!(game.get(own).is_none(), "{slug} has no {metric}: {game}");
                continue;
            }
            let total = &answer.json()["total"];
            assert_eq!(
                (&game[own]["mean"], game[own].get("interval"), &game[own]["n"]),
                (&total["mean"], total.get("interval"), &total["games"]),
                "{metric} {slug}"
            );
        }
        assert_eq!(game["form"].as_array().unwrap().len(), 2);
        assert_eq!(game["form"][1]["rating"], game["rating"], "the last one comes last");
        let history = service.get(game["rating_url"].as_str().unwrap()).json();
        assert_eq!(history["points"].as_array().unwrap().len(), 1, "all in one month");
        assert_eq!(history["points"][0]["rating"], game["rating"]);
    }
    let versus = service.get(&aki.path(&format!("/versus/{}?meetings=3", ben.id))).json();
    let back = service.get(&ben.path(&format!("/versus/{}", aki.id))).json();
    assert_eq!((&versus["total"]["games"], &back["total"]["games"]), (&json!(games), &json!(games)));
    let (here, there) = (&versus["total"]["against"], &back["total"]["against"]);
    for (one, other) in [("ahead", "behind"), ("behind", "ahead"), ("level", "level"), ("wins", "their_wins")]
    {
        assert_eq!(here[one], there[other], "{one}");
    }
    let meetings = versus["meetings"].as_array().unwrap();
    let days: Vec<_> = meetings.iter().map(|it| it["record"]["played_at"].as_str().unwrap()).collect();
    assert_eq!(days, ["2026-03-07T18:00:00Z", "2026-03-06T18:00:00Z", "2026-03-05T18:00:00Z"]);
    assert_eq!(meetings[0]["player"], back["meetings"][0]["other"]);
    let opponents = service.get(&aki.path("/opponents")).json();
    let names: Vec<_> =
        opponents["opponents"].as_array().unwrap().iter().map(|it| &it["player"]["name"]).collect();
    assert_eq!(names, ["=Ben", "Cho"]);
    assert_eq!(opponents["opponents"][0]["against"], *here);
    let of_days =
        |rest: &str| service.get(&aki.path(&format!("{rest}?from=2026-03-02&to=2026-03-05"))).json();
    let counted: u64 = of_days("/statistics")["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["games"].as_u64().unwrap())
        .sum();
    assert_eq!(counted, 4, "of four days");
    assert_eq!(of_days("/opponents")["opponents"][0]["games"], 4);
    assert_eq!(of_days(&format!("/versus/{}", ben.id))["total"]["games"], 4);
    assert_eq!(of_days(&format!("/ratings/{DUEL}"))["points"][0]["games"], 2);
    let fewer = service.get(&aki.path("/opponents?limit=1&sort=last_played&min_games=4")).json();
    assert_eq!((fewer["opponents"].as_array().unwrap().len(), &fewer["omitted"]), (1, &json!(0)));
    shown_otherwise(&service, aki);
}

/// As CSV, as charts, only if it is new, of some games only.
fn shown_otherwise(service: &Client, aki: &Player) {
    let csv =
        service.get(&format!("/v1/leaderboards/{DUEL}?min_games=4")).header("Accept", "text/csv").send();
    let lines = csv.rows();
    assert!(lines[0].starts_with("rank,player,player_name,mean,deviation,conservative,games,wins,"));
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(csv.text().contains(",'=Ben,"), "no formula: {lines:?}");
    let path = aki.path(&format!("/ratings/{DUEL}"));
    for (query, media, has) in [
        ("?format=csv&by=game", "text/csv", "period,played_at,record,games,mean"),
        ("?format=svg&by=game&language=ja", "image/svg+xml", "レーティング"),
        ("?format=svg&by=month&language=en", "image/svg+xml", "Rating"),
    ] {
        let shown = service.get(&format!("{path}{query}")).send();
        assert!(shown.header("content-type").starts_with(media), "{query}");
        assert!(shown.text().contains(has), "{query}: {}", shown.text());
    }
    let nothing = service.get(&aki.path(&format!("/ratings/{COOPERATIVE}?format=svg"))).send();
    assert_eq!(nothing.status, 200, "{}", nothing.text());
    let board = format!("/v1/leaderboards/{DUEL}");
    for path in [&board, &path, &aki.path("/statistics"), &aki.path("/opponents")] {
        let first = service.get(path).send();
        let again = service.get(path).header("If-None-Match", first.header("etag")).send();
        assert_eq!((again.status, again.text().len()), (304, 0), "{path}");
    }
    for (query, expected) in
        [("", 4), ("&to=2026-03-05", 2), ("&from=2026-03-05&to=2026-03-05", 1), ("&tag=x", 0)]
    {
        assert_eq!(leaderboard(service, query)["games"], expected, "{query}");
    }
    for sort in ["rating", "wins", "place", "points", "games"] {
        let board = leaderboard(service, &format!("&sort={sort}"));
        assert_eq!(board["question"]["sort"], json!([sort]));
    }
    let catalogue = service.get("/v1/statistics").json();
    for language in ["ja", "en"] {
        assert!(catalogue["ratings"]["definition"][language].as_str().unwrap().contains("Lin"));
    }
    let boards = catalogue["ratings"]["leaderboards"].as_array().unwrap();
    assert_eq!(boards.len(), games::ALL.len());
    for board in boards {
        assert_eq!(service.get(board["url"].as_str().unwrap()).send().status, 200);
    }
}

#[test]
fn an_invalid_query_is_refused_precisely() {
    let service = service();
    let hidden = player(&service, "Hidden");
    let (game, _) = duel();
    let mut request = game.request();
    request["seats"][0] = json!({"player": hidden.id, "token": hidden.token});
    request["visibility"] = "private".into();
    service.open(&request).log(&json!(game.log)).json();
    for rest in ["/statistics", "/opponents", "/ratings/punyon_ken"] {
        assert_eq!(service.get(&hidden.path(rest)).send().status, 404, "{rest}");
    }
    let own = service.get(&hidden.path("/statistics")).token(&hidden.token).json();
    assert_eq!(own["games"], json!([]), "only public records count, whoever asks");
    assert_eq!(service.get("/v1/leaderboards/chess").send().status, 404);
    assert_eq!(service.get(&hidden.path("/ratings/chess")).token(&hidden.token).send().status, 404);
    let own = |rest: &str| service.get(&hidden.path(rest)).token(&hidden.token).send();
    for (answer, parameter) in [
        (service.get("/v1/leaderboards/punyon_ken?min_games=0").send(), "min_games"),
        (service.get("/v1/leaderboards/punyon_ken?limit=1001").send(), "limit"),
        (service.get("/v1/leaderboards/punyon_ken?sort=luck").send(), "sort"),
        (service.get("/v1/leaderboards/punyon_ken?option.boxes=1").send(), "option.boxes"),
        (service.get("/v1/leaderboards/punyon_ken?as_of=soon").send(), "as_of"),
        (service.get("/v1/leaderboards/punyon_ken?colour=red").send(), "colour"),
        (own("/statistics?form=101"), "form"),
        (own("/statistics?game=chess"), "game"),
        (own("/statistics?from=soon"), "from"),
        (own("/opponents?to=2026-02-30"), "to"),
        (own("/ratings/punyon_ken?by=hour"), "by"),
        (own("/opponents?sort=luck"), "sort"),
        (own(&format!("/versus/{}", hidden.id)), "other"),
    ] {
        assert_eq!(answer.status, 400, "{parameter}: {}", answer.text());
        let problem = answer.json();
        assert_eq!(problem["code"], "malformed_parameter", "{parameter}");
        let values = &problem["values"];
        assert_eq!(values["parameter"], parameter, "{problem}");
    }
}
