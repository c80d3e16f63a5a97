//! Finding records: every filter against a look at all records, pages that join, and nothing found that is hidden.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use kifu_engine::games;
use kifu_tests::{Client, Service, Table, eventually, random_game};
use serde_json::{Value, json};

/// Games of each kind in the archive.
const OF_EACH: u64 = 8;
const NAMES: [&str; 6] = ["Aki", "ベン", "Chika", "Dai", "えみ", "Fumi"];

/// A record of the archive, and everything that is known of it.
struct Known {
    head: Value,
    /// Its moves, effects and breaches, each with its `type`.
    happened: Vec<Value>,
}

impl Known {
    fn id(&self) -> &str {
        self.head["id"].as_str().unwrap()
    }

    fn named(&self, name: &str) -> bool {
        self.head["names"].as_array().unwrap().iter().any(|n| n == name)
    }

    fn number(&self, path: &str) -> Option<i64> {
        self.head.pointer(path)?.as_i64()
    }

    fn time(&self, path: &str) -> DateTime<Utc> {
        self.head.pointer(path).unwrap().as_str().unwrap().parse().unwrap()
    }

    fn played_at(&self) -> DateTime<Utc> {
        if self.head.get("played_at").is_some() { self.time("/played_at") } else { self.time("/opened_at") }
    }

    fn happened(&self, kind: &str, fits: impl Fn(&Value) -> bool) -> bool {
        self.head["status"] != "live" && self.happened.iter().any(|told| told["type"] == kind && fits(told))
    }
}

struct Archive {
    service: Service,
    records: Vec<Known>,
}

/// Random games of every kind, some live, some abandoned, some with a breach, all different.
fn archive() -> Archive {
    let service = Service::start();
    let kinds = games::ALL.iter().flat_map(|game| (0..OF_EACH).map(move |seed| (*game, seed)));
    let ids: Vec<_> = kinds.map(|(game, seed)| play(&service, game, seed)).collect();
    play_a_revoke(&service);
    settle(&service);
    let listed = all(&service, "");
    assert!(ids.iter().all(|id| listed.iter().any(|head| head["id"] == **id)));
    let records = listed.into_iter().map(|head| known(&service, head)).collect();
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

/// Waits until the service has told what became of every record that ended.
fn settle(service: &Service) {
    let ended =
        |id: &Value| service.get(&format!("/v1/games/{}", id.as_str().unwrap())).json()["status"] != "live";
    eventually("every card is filled", || {
        let listed = all(service, "");
        listed.iter().all(|head| (head["status"] != "live") == ended(&head["id"])).then_some(())
    });
}

/// A record with all that happened in it, by its replay.
fn known(service: &Service, head: Value) -> Known {
    let replay = service.get(&format!("{}/replay", head["url"].as_str().unwrap())).json();
    let mut happened = Vec::new();
    for step in replay["steps"].as_array().unwrap().iter().skip(1) {
        happened.push(step["move"].clone());
        happened.extend(step["effects"].as_array().unwrap().iter().cloned());
        for breach in step["breaches"].as_array().unwrap() {
            happened.push(json!({
                "type": "breach", "code": breach["code"], "rule": breach["rule"], "move": step["move"]["type"],
            }));
        }
    }
    Known { head, happened }
}

fn path(query: &str) -> String {
    format!("/v1/games?{query}")
}

/// All records that a search finds, page by page.
fn all(client: &Client, query: &str) -> Vec<Value> {
    pages(client, query, 7, || ())
}

fn pages(client: &Client, query: &str, limit: usize, mut between: impl FnMut()) -> Vec<Value> {
    let mut next = Some(path(&format!("{query}&limit={limit}").trim_start_matches('&').replace(' ', "%20")));
    let mut found = Vec::new();
    while let Some(here) = next {
        let answer = client.get(&here).send();
        assert_eq!(answer.status, 200, "{here}: {}", answer.text());
        let page = answer.json();
        let games = page["games"].as_array().unwrap();
        next = page["next"].as_str().map(str::to_owned);
        let link = next.as_ref().map_or(String::new(), |next| format!("<{next}>; rel=\"next\""));
        assert_eq!(answer.header("link"), link);
        assert!(games.len() == limit || next.is_none());
        found.extend(games.iter().cloned());
        between();
    }
    found
}

fn ids(found: &[Value]) -> Vec<&str> {
    found.iter().map(|head| head["id"].as_str().unwrap()).collect()
}

/// What the best seat got.
fn most_points(known: &Known) -> Option<i64> {
    let points = known.head.pointer("/ended/outcome/points")?.as_array()?;
    points.iter().filter_map(Value::as_i64).max()
}

/// What records are sorted by; none are listed that have none.
type Key = fn(&Known) -> Option<i64>;

type Fits = Box<dyn Fn(&Known) -> bool>;

fn row(query: &str, fits: impl Fn(&Known) -> bool + 'static) -> (String, Fits) {
    (query.to_owned(), Box::new(fits))
}

/// Filters, each with what it means.
fn filters() -> Vec<(String, Fits)> {
    let day = |text: &str| -> DateTime<Utc> { format!("{text}T00:00:00Z").parse().unwrap() };
    let (from, to) = (day("2026-01-12"), day("2026-01-16"));
    let time: DateTime<Utc> = "2026-01-14T22:30:00Z".parse().unwrap();
    let winners =
        |known: &Known| known.head.pointer("/ended/outcome/winners").and_then(Value::as_array).cloned();
    vec![
        row("game=bremen", |r| r.head["game"] == "bremen"),
        row("game=bremen&game=punyon_ken", |r| ["bremen", "punyon_ken"].iter().any(|g| r.head["game"] == *g)),
        row("player=Aki", |r| r.named("Aki")),
        row("player=%EF%BC%A1KI", |r| r.named("Aki")),
        row("player=%EF%BE%8D%EF%BE%9E%EF%BE%9D", |r| r.named("ベン")),
        row("player=Aki&player=Dai", |r| r.named("Aki") && r.named("Dai")),
        row("player=Ak", |_| false),
        row("winner=Aki", move |r| {
            winners(r).is_some_and(|w| {
                w.iter().any(|w| r.head["names"][usize::try_from(w.as_u64().unwrap()).unwrap()] == "Aki")
            })
        }),
        row("from=2026-01-12", move |r| r.played_at() >= from),
        row("to=2026-01-15", move |r| r.played_at() < to),
        row("from=2026-01-14T22:30:00Z", move |r| r.played_at() >= time),
        row("to=2026-01-15T07:30:00%2B09:00", move |r| r.played_at() < time),
        row("place=kyoto", |r| r.head["place"] == "Kyoto"),
        row("tag=FINAL", |r| r.head["tags"][0] == "Final"),
        row("tag=final&tag=week%201", |r| r.head["tags"] == json!(["Final", "week 1"])),
        row("q=%E6%B8%8B%E8%B0%B7", |r| r.head["place"] == "渋谷のカフェ"),
        row("q=%E8%B0%B7", |r| r.head["place"] == "渋谷のカフェ"),
        row("q=hik", |r| r.named("Chika")),
        row("q=club%20hik", |r| r.named("Chika") && r.head["tags"][0] == "club night"),
        row("q=nothing%20like%20it", |_| false),
        row("q=%25", |_| false),
        row("status=live", |r| r.head["status"] == "live"),
        row("status=over", |r| r.head["status"] == "over"),
        row("status=abandoned&status=live", |r| r.head["status"] != "over"),
        row("seats=3", |r| r.head["seats"] == 3),
        row("seats=3&seats=5", |r| r.head["seats"] == 3 || r.head["seats"] == 5),
        row("winners=nobody", move |r| winners(r).is_some_and(|w| w.is_empty())),
        row("winners=somebody", move |r| {
            winners(r).is_some_and(|w| !w.is_empty() && (w.len() as u64) < r.head["seats"].as_u64().unwrap())
        }),
        row("winners=everybody", move |r| winners(r).is_some_and(|w| w.len() as u64 == r.head["seats"])),
        row("ending=palm", |r| r.head["ended"]["outcome"]["ending"] == "palm"),
        row("title=no%20such%20title", |_| false),
        row("score_min=1", |r| r.number("/ended/outcome/score").is_some_and(|s| s >= 1)),
        row("points_min=5", |r| most_points(r) >= Some(5)),
        row("points_max=0", |r| most_points(r).is_some_and(|most| most <= 0)),
        row("points_min=1&points_max=8", |r| most_points(r).is_some_and(|most| (1..=8).contains(&most))),
        row("moves_min=10&moves_max=30", |r| {
            r.number("/ended/moves").is_some_and(|m| (10..=30).contains(&m))
        }),
        row("irregular=true", |r| r.head["ended"]["irregular"] == true),
        row("irregular=false", |r| r.head["ended"]["irregular"] == false),
        row("option.extreme=true", |r| r.head["options"]["extreme"] == true),
        row("option.extreme=false", |r| {
            r.head["game"] == "not_my_fault" && r.head["options"]["extreme"] != true
        }),
        row("option.variant=standard&option.boxes=2", |_| false),
        row("option.boxes=1", |r| {
            r.head["game"] == "you_cry_wolf" && r.head["options"].get("boxes").is_none_or(|boxes| *boxes == 1)
        }),
        row("visibility=public", |_| true),
    ]
}

/// The same for what happened.
fn happenings() -> Vec<(String, Fits)> {
    let number = |told: &Value, field: &str| told[field].as_i64().unwrap_or(-1);
    vec![
        row("happened=counted", |r| r.happened("counted", |_| true)),
        row("happened=counted,number%3D30", move |r| r.happened("counted", |c| number(c, "number") == 30)),
        row("happened=counted,sum%3Cnumber", move |r| {
            r.happened("counted", |c| c.get("sum").is_some() && number(c, "sum") < number(c, "number"))
        }),
        row("happened=counted,number%3E%3D10,sum!=number", move |r| {
            r.happened("counted", |c| number(c, "number") >= 10 && c["sum"] != c["number"])
        }),
        row("game=you_cry_wolf&happened=bet,die%3Dwolf%7Csheep,claim%3E3", move |r| {
            r.head["game"] == "you_cry_wolf"
                && r.happened("bet", |b| {
                    (b["die"] == "wolf" || b["die"] == "sheep") && number(b, "claim") > 3
                })
        }),
        row("happened=round_taken,taken%3E=12", move |r| {
            r.happened("round_taken", |t| number(t, "taken") >= 12)
        }),
        row("happened=throw,hands=rock,hands!=paper", |r| {
            r.happened("throw", |t| {
                let Some(hands) = t["hands"].as_array() else { return false };
                hands.iter().any(|h| h == "rock") && hands.iter().all(|h| h != "paper")
            })
        }),
        row("happened=conditions_decided,tiles_taken=false", |r| {
            r.happened("conditions_decided", |c| c["tiles_taken"] == false)
        }),
        row("happened=executed,target=graveyard", |r| r.happened("executed", |e| e["target"] == "graveyard")),
        row("happened=breach", |r| r.happened("breach", |_| true)),
        row("happened=breach,rule=BR-6,move=play", |r| {
            r.happened("breach", |b| b["rule"] == "BR-6" && b["move"] == "play")
        }),
        row("happened=declare,number=30&happened=counted,sum%3E=25", move |r| {
            r.happened("declare", |d| number(d, "number") == 30)
                && r.happened("counted", |c| number(c, "sum") >= 25)
        }),
    ]
}

#[test]
fn each_filter_finds_what_a_look_at_all_records_finds() {
    let Archive { service, records } = &archive();
    let mut empty = Vec::new();
    for (query, fits) in filters().into_iter().chain(happenings()) {
        let found = all(service, &query);
        let expected: BTreeSet<_> = records.iter().filter(|known| fits(known)).map(Known::id).collect();
        assert_eq!(ids(&found).into_iter().collect::<BTreeSet<_>>(), expected, "{query}");
        assert_eq!(found.len(), expected.len(), "{query}");
        let total = service.get(&path(&format!("{query}&total=true"))).json()["total"].clone();
        assert_eq!(total, json!({"count": expected.len(), "or_more": false}), "{query}");
        if expected.is_empty() {
            empty.push(query);
        }
    }
    assert!(empty.len() < 10, "these filters found nothing, so they show nothing: {empty:?}");
}

#[test]
fn filters_narrow_each_other() {
    let Archive { service, records } = &archive();
    let (filters, happenings) = (filters(), happenings());
    let mut found_some = 0;
    for (n, (one, fits_one)) in filters.iter().enumerate() {
        for (other, fits_other) in [&filters[(n * 7 + 3) % filters.len()], &happenings[n % happenings.len()]]
        {
            let names: BTreeSet<_> = one.split('&').map(|part| part.split('=').next().unwrap()).collect();
            if other.split('&').any(|part| names.contains(part.split('=').next().unwrap())) {
                continue;
            }
            let query = format!("{one}&{other}");
            if service.get(&path(&query)).send().status == 400 {
                continue; // an option or a happening of another game
            }
            let found = all(service, &query);
            let both = records.iter().filter(|known| fits_one(known) && fits_other(known));
            let expected: BTreeSet<_> = both.map(Known::id).collect();
            assert_eq!(ids(&found).into_iter().collect::<BTreeSet<_>>(), expected, "{query}");
            found_some += usize::from(!expected.is_empty());
        }
    }
    assert!(found_some > 20, "{found_some}");
}

#[test]
fn every_order_is_kept_over_pages() {
    let Archive { service, records } = &archive();
    let keys: [(&str, Key); 6] = [
        ("opened", |r| Some(r.time("/opened_at").timestamp_micros())),
        ("played", |r| Some(r.played_at().timestamp_micros())),
        ("ended", |r| r.head.pointer("/ended/at").map(|_| r.time("/ended/at").timestamp_micros())),
        ("moves", |r| r.number("/ended/moves")),
        ("points", most_points),
        ("score", |r| r.number("/ended/outcome/score")),
    ];
    for (name, key) in keys {
        let mut expected: Vec<_> =
            records.iter().filter_map(|known| Some((key(known)?, known.id()))).collect();
        expected.sort_unstable();
        let expected: Vec<_> = expected.into_iter().map(|(_, id)| id).collect();
        for limit in [1, 5, 100] {
            let found = pages(service, &format!("sort={name}"), limit, || ());
            assert_eq!(ids(&found), expected, "{name}");
        }
        let found = all(service, &format!("sort=-{name}"));
        assert_eq!(ids(&found), expected.iter().rev().copied().collect::<Vec<_>>(), "-{name}");
    }
}

#[test]
fn pages_join_while_records_are_added() {
    let service = Service::start();
    let tables: Vec<_> = (0..23).map(|_| service.open_plain("bremen", 4)).collect();
    for sort in ["opened", "-opened", "played", "-played"] {
        let found = pages(&service, &format!("sort={sort}&game=bremen"), 4, || {
            service.open_plain("bremen", 4);
        });
        let found = ids(&found);
        assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len(), "{sort}: a record came twice");
        for table in &tables {
            assert!(found.contains(&table.id.as_str()), "{sort}: a record was passed over");
        }
    }
}

#[test]
fn a_record_is_found_by_what_happened_while_it_is_so() {
    let service = Service::start();
    let game = random_game(games::find("punyon_ken").unwrap(), 5);
    let table = service.open(&game.request());
    let found = || !all(&service, "happened=throw&status=over").is_empty();
    assert_eq!(ids(&all(&service, "status=live")), [table.id.as_str()]);
    table.log(&json!(game.log)).json();
    eventually("an ended record is found", || found().then_some(()));
    table.log(&json!({"type": "take_back", "count": 1})).json();
    eventually("a reopened record is not", || (!found()).then_some(()));
    let listed = all(&service, "");
    assert_eq!((&listed[0]["status"], listed[0].get("ended")), (&json!("live"), None));
    table.log(&json!({"type": "abandon"})).json();
    eventually("an abandoned one is", || all(&service, "happened=throw&status=abandoned").pop());
    assert!(all(&service, "").iter().all(|head| head["ended"].get("outcome").is_none()));
}

#[test]
fn live_records_cannot_be_searched_by_what_happened() {
    let service = Service::start();
    let table = service.open_plain("you_cry_wolf", 3);
    let wolves = json!(["wolf", "wolf", "wolf", "wolf", "wolf", "wolf"]);
    table
        .log(&json!([
            {"type": "choose_first_player", "seat": 0}, {"type": "note_cup", "seat": 0, "dice": wolves},
        ]))
        .json();
    let other = service.open_plain("punyon_ken", 2);
    other.log(&json!({"type": "abandon"})).json();
    eventually("the follower has passed both", || all(&service, "status=abandoned").pop());
    for query in
        ["happened=note_cup", "happened=note_cup,dice=wolf", "moves_min=0", "irregular=false", "sort=ended"]
    {
        assert!(!ids(&all(&service, query)).contains(&table.id.as_str()), "{query}");
    }
    assert_eq!(all(&service, "status=live")[0].get("ended"), None);
}

#[test]
fn hidden_records_are_found_by_the_operator_only() {
    const KEY: &str = "the operator's own long key";
    let service = Service::start_with(&[("KIFU_OPERATOR_KEY", KEY)]);
    let open = |visibility: &str| {
        let request = json!({
            "game": "punyon_ken", "seats": ["Aki", "Ben"], "visibility": visibility, "tags": ["x"], "place": "here",
        });
        let answer = service.post("/v1/games", &request).token(KEY).send();
        assert_eq!(answer.status, 201, "{}", answer.text());
        let table = Table::new((*service).clone(), &answer.json());
        table.log(&json!({"type": "abandon"})).json();
        table
    };
    let [public, unlisted, private] = ["public", "unlisted", "private"].map(open);
    let operator = |query: &str| service.get(&path(query)).token(KEY).json();
    let ended = "visibility=public&visibility=private&visibility=unlisted&status=abandoned&total=true";
    eventually("all have ended", || (operator(ended)["total"]["count"] == 3).then_some(()));
    for query in [
        "",
        "player=Aki",
        "tag=x",
        "q=here",
        "status=abandoned",
        "sort=ended",
        "irregular=false",
        "place=here",
    ] {
        for token in [None, Some(private.scribe.as_str()), Some(KEY)] {
            let page = service.get(&path(&format!("{query}&total=true&limit=1"))).token_if(token).json();
            assert_eq!(page["games"][0]["id"], public.id, "{query}");
            assert_eq!((&page["total"]["count"], &page["next"]), (&json!(1), &Value::Null), "{query}");
        }
    }
    let everything = operator("visibility=public&visibility=private&visibility=unlisted");
    assert_eq!(everything["games"].as_array().unwrap().len(), 3);
    assert_eq!(operator("visibility=private")["games"][0]["id"], private.id);
    assert_eq!(operator("visibility=unlisted")["games"][0]["id"], unlisted.id);
    for token in [None, Some(private.scribe.as_str()), Some("nonsense")] {
        for query in ["visibility=private", "visibility=public&visibility=unlisted"] {
            assert_eq!(service.get(&path(query)).token_if(token).send().status, 401, "{query}");
        }
    }
    let cursor =
        operator("visibility=public&visibility=private&limit=1")["next"].as_str().unwrap().to_owned();
    let stolen = cursor.replace("visibility=public&visibility=private&", "");
    assert_eq!(service.get(&stolen).send().status, 400);
}

#[test]
fn what_cannot_be_searched_is_told_with_what_can() {
    let service = Service::shared();
    for _ in 0..3 {
        service.open_plain("bremen", 4);
    }
    let next = service.get(&path("limit=1")).json()["next"].as_str().unwrap().to_owned();
    let cursor = next.split("cursor=").nth(1).unwrap();
    for (query, named) in [
        ("gmae=bremen", "option.extreme"),
        ("game=chess", "bremen"),
        ("sort=length", "-opened"),
        ("sort=opened&sort=ended", "once"),
        ("status=won", "abandoned"),
        ("seats=0", "255"),
        ("seats=many", "255"),
        ("limit=0", "100"),
        ("limit=101", "100"),
        ("limit=many", "100"),
        ("from=yesterday", "2026-01-31"),
        ("to=2026-02-30", "2026-01-31"),
        ("score_min=1.5", "whole number"),
        ("score_max=99999999999999999999", "whole number"),
        ("moves_min=x", "whole number"),
        ("irregular=maybe", "true"),
        ("total=1", "true"),
        ("winners=me", "everybody"),
        ("player=", "empty"),
        ("tag=%20", "empty"),
        ("player=a%00b", "U+0000"),
        ("q=%00", "U+0000"),
        ("visibility=secret", "unlisted"),
        ("option.extrem=true", "option.extreme"),
        ("option.extreme=perhaps", "true"),
        ("game=bremen&option.extreme=true", "none of those"),
        ("option.boxes=lots", "1, 2, 3"),
        ("happened=countd", "counted"),
        ("game=bremen&happened=counted", "round_taken"),
        ("happened=counted,nmber=30", "number"),
        ("happened=counted,number=many", "sum"),
        ("happened=counted,number", "number=30"),
        ("happened=round_taken,tile%3Cdonkey-1", "no number"),
        ("happened=game_over,ending=won&game=not_my_fault", "thirty"),
        ("happened=counted,number=30)%20||%20(1=1", "is never"),
        ("cursor=abc", "cursor"),
        (&format!("sort=ended&cursor={cursor}"), "another search"),
        (&format!("game=bremen&cursor={cursor}"), "another search"),
        (&format!("tag={}", "x".repeat(201)), "200"),
        (&"tag=x&".repeat(21), "20"),
    ] {
        let answer = service.get(&path(query)).send();
        let problem = answer.json();
        assert_eq!(answer.status, 400, "{query}: {problem}");
        let (en, ja) =
            (problem["message"]["en"].as_str().unwrap(), problem["message"]["ja"].as_str().unwrap());
        assert!(en.contains(named), "{query}: {en}");
        assert!(!ja.is_empty() && ja != en, "{query}: {ja}");
    }
    assert_eq!(
        service.get(&path(&format!("limit=2&cursor={cursor}"))).send().status,
        200,
        "another page size will do"
    );
}
