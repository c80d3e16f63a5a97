//! Ways to group, of games counted by hand.

use kifu_tests::{Client, Service, eventually};
use serde_json::{Value, json};

use super::new_player;

/// Two papers win a game of Punyon-ken.
const PAPERS: [&str; 2] = ["paper", "rock"];

fn opened(service: &Client, game: &str, seats: &Value, played_at: &str, log: &Value) {
    service.open(&json!({"game": game, "seats": seats, "played_at": played_at})).log(log).json();
}

/// The first seat wins.
fn log_game_won_by_seat_0(service: &Client, seats: &Value, played_at: &str) {
    let throw = json!({"type": "throw", "hands": PAPERS});
    opened(service, "punyon_ken", seats, played_at, &json!([throw, throw]));
}

/// Of an answer: the key of each group, how many observations it has, and their mean.
fn groups(answer: &Value, by: &str) -> Vec<(Value, u64, Option<f64>)> {
    let groups = answer["groups"].as_array().unwrap_or_else(|| panic!("{answer}")).iter();
    let group = |group: &Value| {
        let key = &group["key"][by];
        let key = key.get("name").unwrap_or(key).clone();
        (key, group["n"].as_u64().unwrap(), group["mean"].as_f64())
    };
    groups.map(group).collect()
}

fn noted(answer: &Value) -> Vec<&str> {
    answer["notes"].as_array().into_iter().flatten().filter_map(|note| note["note"].as_str()).collect()
}

/// Aki wins on Monday evening, loses to Ben two hours later, and wins against nobody known a week later. The last game is
/// recorded first.
fn three_games() -> (Service, [String; 2]) {
    let service = Service::start();
    let [aki, ben] = ["Aki", "Ben"].map(|name| new_player(&service, name));
    let of = |player: &str| json!({"player": player});
    log_game_won_by_seat_0(&service, &json!([of(&aki), null]), "2026-01-12T10:00:00Z");
    log_game_won_by_seat_0(&service, &json!([of(&aki), of(&ben)]), "2026-01-05T23:30:00Z");
    log_game_won_by_seat_0(&service, &json!([of(&ben), of(&aki)]), "2026-01-06T01:30:00Z");
    eventually("three games", || {
        (service.get("/v1/statistics/common.won").json()["total"]["games"] == 3).then_some(())
    });
    (service, [aki, ben])
}

#[test]
fn games_of_a_player_are_numbered_in_the_order_in_which_they_were_played() {
    let (service, [aki, _]) = three_games();
    let ask = |query: &str| service.get(&format!("/v1/statistics/common.won?{query}")).json();
    let half = Some(0.5);
    let all =
        [(json!(1), 2, half), (json!(2), 2, half), (json!(3), 1, Some(1.0)), (Value::Null, 1, Some(0.0))];
    assert_eq!(groups(&ask("group_by=nth_game"), "nth_game"), all);
    // Whichever games a question is about, they keep their numbers.
    let later = ask("group_by=nth_game&from=2026-01-06");
    assert_eq!(groups(&later, "nth_game"), [(json!(2), 2, half), all[2].clone(), all[3].clone()]);
    let own = ask(&format!("group_by=nth_game&of={aki}&compare=1,2"));
    assert_eq!(own["comparison"]["difference"], 1.0);
}

#[test]
fn weekdays_and_hours_are_those_of_the_time_zone() {
    let (service, _) = three_games();
    let ask = |query: &str| service.get(&format!("/v1/statistics/common.won?{query}")).json();
    let sizes = |query: &str, by: &str| -> Vec<(Value, u64)> {
        groups(&ask(query), by).into_iter().map(|(key, n, _)| (key, n)).collect()
    };
    assert_eq!(sizes("group_by=weekday", "weekday"), [(json!("monday"), 4), (json!("tuesday"), 2)]);
    let tokyo = sizes("group_by=weekday&tz=Asia/Tokyo", "weekday");
    assert_eq!(tokyo, [(json!("monday"), 2), (json!("tuesday"), 4)]);
    let hours = [(json!(1), 2), (json!(10), 2), (json!(23), 2)];
    assert_eq!(sizes("group_by=hour", "hour"), hours);
    let hours = [(json!(8), 2), (json!(10), 2), (json!(19), 2)];
    assert_eq!(sizes("group_by=hour&tz=Asia/Tokyo", "hour"), hours);
    assert!(ask("group_by=weekday&compare=tuesday,monday")["comparison"]["difference"].is_number());
    for wrong in ["group_by=weekday&compare=monday,moonday", "group_by=hour&compare=1,24"] {
        assert_eq!(service.get(&format!("/v1/statistics/common.won?{wrong}")).send().status, 400, "{wrong}");
    }
}

/// Aki wins two of three, each against one other: half a win more than chance, half a win less, half a win more.
#[test]
fn wins_above_chance_have_a_mean_where_they_differ() {
    let (service, [aki, _]) = three_games();
    let ask = |query: &str| service.get(&format!("/v1/statistics/common.won_above_chance?{query}")).json();
    let by_player = ask("group_by=player&sort=key");
    let sixth = Some(0.166_666_666_667);
    let mut found = groups(&by_player, "player");
    found.sort_by_key(|(name, ..)| name.to_string());
    assert_eq!(found, [(json!("Aki"), 3, sixth), (json!("Ben"), 2, Some(0.0)), (Value::Null, 1, Some(-0.5))]);
    for whole in [&by_player, &ask(""), &ask("group_by=month")] {
        assert_eq!((&whole["total"]["n"], &whole["total"]["mean"]), (&json!(6), &Value::Null), "{whole}");
        assert!(noted(whole).contains(&"whole_sets"), "{whole}");
    }
    assert_eq!(ask("group_by=month")["groups"][0]["mean"], Value::Null);
    assert_eq!(ask(&format!("of={aki}"))["total"]["mean"].as_f64(), sixth);
    assert_eq!(ask("dimension.turn=1")["total"]["n"], 0, "nobody has a turn in this game");
}

/// Ben audits Aki twice and Aki audits Ben once, each time rightly.
#[test]
fn observations_know_whom_they_are_of() {
    let service = Service::start();
    let [aki, ben] = ["Aki", "Ben"].map(|name| json!({"player": new_player(&service, name)}));
    let round = |declares: u8, audits: u8| {
        [
            json!({"type": "declare", "seat": declares, "number": 5}),
            json!({"type": "audit", "seat": audits}),
            json!({"type": "reveal", "sum": 3}),
        ]
    };
    let log = [round(0, 1), round(1, 0), round(0, 1)].concat();
    opened(&service, "not_my_fault", &json!([aki, ben]), "2026-01-05T12:00:00Z", &json!(log));
    let pairs = |metric: &str| {
        let path = format!("/v1/statistics/not_my_fault.{metric}?group_by=player,other_player&sort=n");
        let answer = eventually("three audits", || {
            let answer = service.get(&path).json();
            (answer["total"]["n"] == 3).then_some(answer)
        });
        let name = |group: &Value, by: &str| group["key"][by]["name"].as_str().unwrap().to_owned();
        let pair = |group: &Value| {
            (name(group, "player"), name(group, "other_player"), group["n"].as_u64().unwrap())
        };
        answer["groups"].as_array().unwrap().iter().map(pair).collect::<Vec<_>>()
    };
    let names = |one: &str, other: &str, n| (one.to_owned(), other.to_owned(), n);
    assert_eq!(pairs("audit_success"), [names("Aki", "Ben", 1), names("Ben", "Aki", 2)]);
    assert_eq!(pairs("caught"), [names("Ben", "Aki", 1), names("Aki", "Ben", 2)]);
    let of_aki = service.get("/v1/statistics/not_my_fault.audit_success?dimension.other_seat=0").json();
    assert_eq!(of_aki["total"]["n"], 2);
    let csv =
        service.get("/v1/statistics/not_my_fault.audit_success?group_by=other_player&format=csv").send();
    assert!(csv.rows()[0].starts_with("row,other_player,other_player_name,n,"), "{:?}", csv.rows());
}
