//! Finding records: every filter against a look at all records, pages that join, and nothing found that is hidden.

mod archive;
mod filters;

use std::collections::BTreeSet;

use kifu_engine::games;
use kifu_tests::{Client, Service, Table, eventually, random_game};
use serde_json::{Value, json};

use self::archive::{Archive, ListedRecord, archive};
use self::filters::{content_filters, filters};

/// The key that records are sorted by; records without one are not listed.
type Key = fn(&ListedRecord) -> Option<i64>;

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

/// The ids of the archive of a search.
fn archived(client: &Client, query: &str) -> Vec<String> {
    let answer = client.get(&format!("/v1/archive?{query}").replace(' ', "%20")).send();
    assert_eq!(answer.status, 200, "{query}: {}", answer.text());
    answer.lines().iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect()
}

fn ids(found: &[Value]) -> Vec<&str> {
    found.iter().map(|head| head["id"].as_str().unwrap()).collect()
}

#[test]
fn each_filter_finds_the_same_as_a_full_scan() {
    let Archive { service, records } = &archive();
    let mut empty = Vec::new();
    for (query, fits) in filters().into_iter().chain(content_filters()) {
        let found = all(service, &query);
        let expected: BTreeSet<_> =
            records.iter().filter(|record| fits(record)).map(ListedRecord::id).collect();
        assert_eq!(ids(&found).into_iter().collect::<BTreeSet<_>>(), expected, "{query}");
        assert_eq!(found.len(), expected.len(), "{query}");
        let archived = archived(service, &query);
        assert_eq!(archived.iter().map(String::as_str).collect::<BTreeSet<_>>(), expected, "{query}");
        assert_eq!(archived.len(), expected.len(), "{query}");
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
    let (filters, content_filters) = (filters(), content_filters());
    let mut found_some = 0;
    for (n, (one, fits_one)) in filters.iter().enumerate() {
        for (other, fits_other) in
            [&filters[(n * 7 + 3) % filters.len()], &content_filters[n % content_filters.len()]]
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
            let both = records.iter().filter(|record| fits_one(record) && fits_other(record));
            let expected: BTreeSet<_> = both.map(ListedRecord::id).collect();
            assert_eq!(ids(&found).into_iter().collect::<BTreeSet<_>>(), expected, "{query}");
            found_some += usize::from(!expected.is_empty());
        }
    }
    assert!(found_some > 20, "{found_some}");
}

#[test]
fn every_sort_order_holds_across_pages() {
    let Archive { service, records } = &archive();
    let keys: [(&str, Key); 6] = [
        ("opened", |r| Some(r.time("/opened_at").timestamp_micros())),
        ("played", |r| Some(r.played_at().timestamp_micros())),
        ("ended", |r| r.head.pointer("/ended/at").map(|_| r.time("/ended/at").timestamp_micros())),
        ("moves", |r| r.number("/ended/moves")),
        ("points", ListedRecord::most_points),
        ("score", |r| r.number("/ended/outcome/score")),
    ];
    for (name, key) in keys {
        let mut expected: Vec<_> =
            records.iter().filter_map(|record| Some((key(record)?, record.id()))).collect();
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
fn a_record_is_found_by_its_current_events() {
    let service = Service::start();
    let game = random_game(games::find("punyon_ken").unwrap(), 5);
    let table = service.open(&game.request());
    let found = || !all(&service, "contains=throw&status=over").is_empty();
    assert_eq!(ids(&all(&service, "status=live")), [table.id.as_str()]);
    table.log(&json!(game.log)).json();
    eventually("an ended record is found", || found().then_some(()));
    table.log(&json!({"type": "take_back", "count": 1})).json();
    eventually("a reopened record is not", || (!found()).then_some(()));
    let listed = all(&service, "");
    assert_eq!((&listed[0]["status"], listed[0].get("ended")), (&json!("live"), None));
    table.log(&json!({"type": "abandon"})).json();
    eventually("an abandoned one is", || all(&service, "contains=throw&status=abandoned").pop());
    assert!(all(&service, "").iter().all(|head| head["ended"].get("outcome").is_none()));
}

#[test]
fn live_records_cannot_be_searched_by_events() {
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
        ["contains=note_cup", "contains=note_cup,dice=wolf", "moves_min=0", "irregular=false", "sort=ended"]
    {
        assert!(!ids(&all(&service, query)).contains(&table.id.as_str()), "{query}");
    }
    assert_eq!(all(&service, "status=live")[0].get("ended"), None);
}

#[test]
fn hidden_records_are_found_by_the_operator_only() {
    const KEY: &str = "the-operators-key-of-this-test-0";
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
fn an_unsearchable_condition_lists_the_searchable_ones() {
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
        ("game=bremen&option.extreme=true", "no parameter “option.extreme”"),
        ("option.boxes=lots", "1, 2, 3"),
        ("contains=countd", "counted"),
        ("game=bremen&contains=counted", "round_taken"),
        ("contains=counted,nmber=30", "number"),
        ("contains=counted,number=many", "sum"),
        ("contains=counted,number", "number=30"),
        ("contains=round_taken,tile%3Cdonkey-1", "no number"),
        ("contains=game_over,ending=won&game=not_my_fault", "thirty"),
        ("contains=counted,number=30)%20||%20(1=1", "is never"),
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

#[test]
fn a_list_is_had_as_lines_and_as_rows() {
    let Archive { service, records } = &archive();
    for query in ["sort=-played", "sort=moves&status=over&limit=5", "game=bremen&q=nothing"] {
        let listed = if query.contains("limit") {
            service.get(&path(query)).json()["games"].as_array().unwrap().clone()
        } else {
            all(service, query)
        };
        let lines = service.get(&path(query)).header("Accept", "application/x-ndjson").send();
        assert_eq!(lines.header("content-type"), "application/x-ndjson");
        assert_eq!(lines.lines(), listed, "{query}");
        let named = service.get(&path(&format!("{query}&format=ndjson"))).send();
        assert_eq!(named.text(), lines.text(), "{query}");
        let rows = service.get(&path(query)).header("Accept", "text/csv").send();
        assert_eq!(rows.header("content-type"), "text/csv; charset=utf-8; header=present");
        let rows = rows.rows();
        assert_eq!(rows.len(), listed.len() + 1, "{query}");
        assert!(rows[0].starts_with("id,game,status,played_at,opened_at,ended_at,place,tags,seats,names,"));
        for (row, record) in rows[1..].iter().zip(&listed) {
            let has = |field: &Value| row.contains(field.as_str().unwrap_or_default());
            assert!(has(&record["id"]) && has(&record["status"]) && has(&record["place"]), "{row}");
        }
    }
    assert!(records.len() > 20, "more than a page of JSON has if nothing is said");
    let first = service.get(&path("limit=3&format=csv")).send();
    let next = first.header("link").trim_start_matches('<').split('>').next().unwrap().to_owned();
    let second = service.get(&next).send();
    assert_eq!((first.rows().len(), second.rows().len()), (4, 4));
    assert_ne!(first.rows()[1], second.rows()[1]);
    assert_eq!(service.get(&path("format=csv")).send().header("link"), "", "all of them are there");
    assert_eq!(service.get(&path("")).header("Accept", "image/png").send().status, 406);
}

#[test]
fn a_row_is_no_formula_and_tells_who_won() {
    let service = Service::start();
    let table = service.open(&json!({
        "game": "you_cry_wolf", "seats": ["=cmd()", "Ben, B", null], "place": "+81", "tags": ["-x", "y"],
    }));
    let row = service.get(&path("format=csv")).send().rows()[1].clone();
    for field in [",'=cmd(); Ben, B; ", ",'+81,", ",'-x; y,", ",live,", &format!("/games/{}", table.id)] {
        assert!(row.replace('"', "").contains(field), "{field}: {row}");
    }
    let mut games = (0..).map(|seed| random_game(games::find("punyon_ken").unwrap(), seed));
    let mut game =
        games.find(|game| game.fold().outcome().is_some_and(|end| end.winners.len() == 1)).unwrap();
    game.names = vec![json!("Aki"), json!("ベン")];
    let table = service.open(&game.request());
    game.log.chunks(500).for_each(|entries| drop(table.log(&json!(entries)).json()));
    let winner = game.fold().outcome().unwrap().winners[0].index();
    let name = ["Aki", "ベン"][winner];
    eventually("the end is told", || {
        let rows = service.get(&path("format=csv&game=punyon_ken")).send().rows();
        rows[1].contains(&format!(",Aki; ベン,{winner},{name},")).then_some(())
    });
}
