//! An archive, and everything that is known of its records by looking at each.

use chrono::{DateTime, Utc};
use kifu_engine::games;
use kifu_tests::{Client, Service, eventually, random_game};
use serde_json::{Value, json};

use super::all;

/// Games of each kind in the archive.
const GAMES_PER_KIND: u64 = 8;
const NAMES: [&str; 6] = ["Aki", "ベン", "Chika", "Dai", "えみ", "Fumi"];

/// A record of the archive, and everything that is known of it.
pub struct ListedRecord {
    pub head: Value,
    /// Its moves, effects and breaches, each with its `type`.
    contents: Vec<Value>,
}

impl ListedRecord {
    pub fn id(&self) -> &str {
        self.head["id"].as_str().unwrap()
    }

    pub fn named(&self, name: &str) -> bool {
        self.head["names"].as_array().unwrap().iter().any(|n| n == name)
    }

    pub fn number(&self, path: &str) -> Option<i64> {
        self.head.pointer(path)?.as_i64()
    }

    pub fn time(&self, path: &str) -> DateTime<Utc> {
        self.head.pointer(path).unwrap().as_str().unwrap().parse().unwrap()
    }

    pub fn played_at(&self) -> DateTime<Utc> {
        if self.head.get("played_at").is_some() { self.time("/played_at") } else { self.time("/opened_at") }
    }

    pub fn contains(&self, kind: &str, fits: impl Fn(&Value) -> bool) -> bool {
        self.head["status"] != "live"
            && self.contents.iter().any(|event| event["type"] == kind && fits(event))
    }

    /// The points of the best seat.
    pub fn most_points(&self) -> Option<i64> {
        let points = self.head.pointer("/ended/outcome/points")?.as_array()?;
        points.iter().filter_map(Value::as_i64).max()
    }
}

pub struct Archive {
    pub service: Service,
    pub records: Vec<ListedRecord>,
}

/// Random games of every kind, some live, some abandoned, some with a breach, all different.
pub fn archive() -> Archive {
    let service = Service::start();
    let kinds = games::ALL.iter().flat_map(|game| (0..GAMES_PER_KIND).map(move |seed| (*game, seed)));
    let ids: Vec<_> = kinds.map(|(game, seed)| play(&service, game, seed)).collect();
    play_a_revoke(&service);
    wait_for_search(&service);
    let listed = all(&service, "");
    assert!(ids.iter().all(|id| listed.iter().any(|head| head["id"] == **id)));
    let records = listed.into_iter().map(|head| listed_record(&service, head)).collect();
    Archive { service, records }
}

fn play(client: &Client, game: &'static dyn kifu_engine::erased::AnyGame, seed: u64) -> String {
    let random = random_game(game, seed);
    let mut request = random.request();
    let turn = usize::try_from(seed).unwrap();
    for (seat, name) in request["seats"].as_array_mut().unwrap().iter_mut().enumerate() {
        *name = NAMES.get((seat + turn) % 8).map_or(Value::Null, |name| json!(name));
    }
    let occasion = ["Final", "club night", "練習"][turn % 3];
    request["tags"] = json!([occasion, format!("week {}", turn % 2)]);
    if turn % 4 > 0 {
        request["place"] = ["東京", "Kyoto", "渋谷のカフェ"][turn % 3].into();
        request["played_at"] = json!(format!("2026-01-{:02}T{:02}:30:00Z", 10 + seed, 20 + turn % 4));
    }
    let table = client.open(&request);
    let played = if seed % 4 == 3 { random.log.len() / 2 } else { random.log.len() };
    for chunk in random.log[..played].chunks(500) {
        table.log(&json!(chunk)).json();
    }
    if seed == 3 {
        table.log(&json!({"type": "abandon"})).send();
    }
    table.id
}

/// A record of Bremen that was abandoned after somebody did not follow.
fn play_a_revoke(client: &Client) {
    let table = client.open(&json!({"game": "bremen", "seats": ["Aki", null, null, null]}));
    let play = |seat: u8, tile: &str| json!({"type": "play", "seat": seat, "tile": tile});
    let mut hands = vec![Vec::new(); 4];
    let animals = ["chicken", "donkey", "dog", "cat"];
    for (n, tile) in animals.iter().flat_map(|a| (1..=13).map(move |n| format!("{a}-{n}"))).enumerate() {
        hands[n % 4].push(tile);
    }
    table.log(&json!({"type": "deal", "hands": hands})).json();
    let leader = hands.iter().position(|hand| hand.contains(&"donkey-1".to_owned())).unwrap();
    let next = (leader + 1) % 4;
    table.log(&play(u8::try_from(leader).unwrap(), "donkey-1")).json();
    let other = hands[next].iter().find(|tile| tile.starts_with("cat")).unwrap();
    let mut revoke = play(u8::try_from(next).unwrap(), other);
    assert_eq!(table.log(&revoke).send().status, 422);
    revoke["irregular"] = true.into();
    table.log(&json!([revoke, {"type": "abandon"}])).json();
}

/// Waits until every record that ended has its result.
fn wait_for_search(service: &Service) {
    let ended =
        |id: &Value| service.get(&format!("/v1/games/{}", id.as_str().unwrap())).json()["status"] != "live";
    eventually("every card is filled", || {
        let listed = all(service, "");
        listed.iter().all(|head| (head["status"] != "live") == ended(&head["id"])).then_some(())
    });
}

/// A record with all that happened in it, by its replay.
fn listed_record(service: &Service, head: Value) -> ListedRecord {
    let replay = service.get(&format!("{}/replay", head["url"].as_str().unwrap())).json();
    let mut contents = Vec::new();
    for step in replay["steps"].as_array().unwrap() {
        contents.push(step["move"].clone());
        contents.extend(step["effects"].as_array().unwrap().iter().cloned());
        for breach in step["breaches"].as_array().unwrap() {
            contents.push(json!({
                "type": "breach", "code": breach["code"], "rule": breach["rule"], "move": step["move"]["type"],
            }));
        }
    }
    ListedRecord { head, contents }
}
