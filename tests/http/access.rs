//! Permissions: tokens given out and revoked, links, private records, the operator.

use kifu_tests::{Answer, Client, Service, Table, contract, eventually};
use serde_json::{Value, json};

const OPERATOR: &str = "the-operators-key-of-this-test-0";
const NOBODY: &str = "00000000-0000-7000-8000-000000000000";

fn open(client: &Client, visibility: &str) -> Table {
    client.open(&json!({"game": "you_cry_wolf", "seats": ["Aki", "Ben", null], "visibility": visibility}))
}

fn issue(table: &Table, token_request: &Value) -> Value {
    table.post("/tokens", token_request).token(&table.scribe).json()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn code(answer: &Answer) -> (u16, String) {
    (answer.status, answer.json()["code"].as_str().unwrap_or_default().to_owned())
}

fn ids(table: &Table, role: &str) -> Vec<String> {
    let tokens = table.get("/tokens").json();
    let tokens = tokens["tokens"].as_array().unwrap().iter();
    tokens.filter(|token| token["role"] == role).map(|token| text(&token["id"])).collect()
}

#[test]
fn the_scribe_lists_tokens_and_never_sees_them_again() {
    let service = Service::shared();
    let table = open(&service, "public");
    let issued = issue(&table, &json!({"role": "seat", "seat": 2, "label": "Chika's phone"}));
    let listed = table.get("/tokens").send();
    assert_eq!(listed.header("cache-control"), "no-store");
    let all = listed.text();
    for token in [&table.scribe, &table.seats[0], &text(&issued["token"])] {
        assert!(!all.contains(token.as_str()));
    }
    let tokens = listed.json()["tokens"].as_array().unwrap().clone();
    assert_eq!(tokens.len(), 5);
    let new = tokens.iter().find(|token| token["id"] == issued["id"]).unwrap();
    assert_eq!(
        (&new["label"], &new["seat"], &new["revoked_at"]),
        (&json!("Chika's phone"), &json!(2), &Value::Null)
    );
    let yours: Vec<_> = tokens.iter().filter(|token| token["yours"] == true).collect();
    assert_eq!((yours.len(), &yours[0]["role"]), (1, &json!("scribe")));
    for (token, expected) in [(None, (401, "unauthenticated")), (Some(&table.seats[0]), (403, "forbidden"))] {
        let refused = table.get_as(token.map(String::as_str), "/tokens").send();
        assert_eq!(code(&refused), (expected.0, expected.1.to_owned()));
    }
}

#[test]
fn a_token_does_what_its_role_allows_until_it_is_revoked() {
    let service = Service::shared();
    let table = open(&service, "private");
    let issued = ["scribe", "seat", "spectator"].map(|role| {
        let seat = if role == "seat" { json!(1) } else { Value::Null };
        issue(&table, &json!({"role": role, "seat": seat}))
    });
    let tokens = issued.each_ref().map(|token| text(&token["token"]));
    let note = json!({"type": "annotate", "text": "hm"});
    for (token, status) in tokens.iter().zip([201, 403, 403]) {
        assert_eq!(table.get_as(Some(token), "").send().status, 200);
        assert_eq!(table.post("/moves", &note).token(token).send().status, status);
    }
    for (issued, token) in issued.iter().zip(&tokens) {
        let path = format!("/tokens/{}", text(&issued["id"]));
        assert_eq!(table.ask("DELETE", &path).token(&table.seats[0]).send().status, 403);
        for _ in 0..2 {
            assert_eq!(table.ask("DELETE", &path).token(&table.scribe).send().status, 204);
        }
        assert_eq!(table.get_as(Some(token), "").send().status, 404, "at once");
        assert_eq!(table.post("/moves", &note).token(token).send().status, 404, "at once");
        let again = table.ask("POST", &format!("{path}/reissue")).token(&table.scribe).send();
        assert_eq!(code(&again), (409, "token_ended".to_owned()));
    }
    let nothing = table.ask("DELETE", &format!("/tokens/{NOBODY}")).token(&table.scribe).send();
    assert_eq!(nothing.status, 404);
}

#[test]
fn a_reissued_token_takes_the_place_of_the_old_one() {
    let service = Service::shared();
    let table = open(&service, "private");
    let old = issue(&table, &json!({"role": "seat", "seat": 1, "label": "lost"}));
    let path = format!("/tokens/{}/reissue", text(&old["id"]));
    let ask = table.ask("POST", &path).token(&table.scribe).header("Idempotency-Key", "once");
    let new = ask.clone().send();
    assert_eq!((new.status, &ask.send().body), (201, &new.body), "a retry gets the same token");
    let new = new.json();
    assert_eq!((&new["role"], &new["seat"], &new["label"]), (&json!("seat"), &json!(1), &json!("lost")));
    for (token, status) in [(&old["token"], 404), (&new["token"], 200)] {
        assert_eq!(table.get_as(token.as_str(), "").send().status, status);
    }
    let other = table.post("/tokens", &json!({"role": "spectator"})).token(&table.scribe);
    assert_eq!(code(&other.header("Idempotency-Key", "once").send()), (409, "key_reused".to_owned()));
}

#[test]
fn a_scribe_replaces_its_own_token_even_if_the_answer_is_lost() {
    let service = Service::shared();
    let table = open(&service, "private");
    let [own] = &ids(&table, "scribe")[..] else { panic!("one scribe") };
    let refused = table.ask("DELETE", &format!("/tokens/{own}")).token(&table.scribe).send();
    assert_eq!(code(&refused), (409, "last_scribe_token".to_owned()));
    let ask = table.ask("POST", &format!("/tokens/{own}/reissue")).token(&table.scribe);
    let lost = ask.clone().header("Idempotency-Key", "a random word").send();
    assert_eq!(lost.status, 201);
    let again = ask.clone().header("Idempotency-Key", "a random word").send();
    assert_eq!(again.body, lost.body);
    assert_eq!(ask.header("Idempotency-Key", "another word").send().status, 404, "the old token has ended");
    let mut new = table.clone();
    new.scribe = text(&again.json()["token"]);
    assert_eq!(ids(&new, "scribe").len(), 2);
}

#[test]
fn an_invalid_token_request_is_refused() {
    let service = Service::shared();
    let table = open(&service, "public");
    for token_request in [
        json!({}),
        json!({"role": "king"}),
        json!({"role": "seat"}),
        json!({"role": "seat", "seat": 3}),
        json!({"role": "scribe", "seat": 0}),
        json!({"role": "spectator", "label": ""}),
        json!({"role": "spectator", "label": "x".repeat(101)}),
        json!({"role": "spectator", "expires_at": "2020-01-01T00:00:00Z"}),
        json!({"role": "spectator", "colour": "red"}),
    ] {
        let refused = table.post("/tokens", &token_request).token(&table.scribe).send();
        assert_eq!(code(&refused), (400, "malformed_body".to_owned()), "{token_request}");
    }
    assert_eq!(ids(&table, "spectator").len(), 0);
}

#[test]
fn a_revoked_token_is_soon_refused_by_other_instances() {
    let one = Service::start();
    let two = one.beside();
    let here = open(&one, "private");
    let there = here.at(&two);
    let spectator = issue(&here, &json!({"role": "seat", "seat": 0}));
    let (id, token) = (text(&spectator["id"]), text(&spectator["token"]));
    assert_eq!(there.get_as(Some(&token), "").send().status, 200);
    assert_eq!(here.ask("DELETE", &format!("/tokens/{id}")).token(&here.scribe).send().status, 204);
    assert_eq!(there.get_as(Some(&token), "").send().status, 404, "a read looks at the store first");
    let move_there = || there.post("/moves", &json!({"type": "annotate"})).token(&token).send().status;
    eventually("the other instance", || (move_there() == 404).then_some(()));
}

#[test]
fn a_link_carries_its_token_in_the_fragment() {
    let settings = [("KIFU_OPERATOR_KEY", OPERATOR), ("KIFU_ALLOWED_HOST", "table.example")];
    let service = Service::start_with(&settings);
    let request = json!({"game": "you_cry_wolf", "seats": [null, null, null], "visibility": "private"});
    let ask = service.post("/v1/games", &request).header("Host", "table.example:81");
    assert_eq!(ask.clone().send().status, 401, "by another name it may be anybody who asks");
    let opened = ask.token(OPERATOR).json();
    let page = format!("http://table.example:81/games/{}", text(&opened["id"]));
    assert_eq!(opened["scribe_link"], format!("{page}/pad#{}", text(&opened["scribe_token"])));
    for (link, token) in
        opened["seat_links"].as_array().unwrap().iter().zip(opened["seat_tokens"].as_array().unwrap())
    {
        assert_eq!(*link, format!("{page}/seat#{}", text(token)));
    }
    let table = Table::new(Client::new(service.base()), &opened);
    let issued = issue(&table, &json!({"role": "spectator"}));
    let link = format!("{}/games/{}#{}", service.base(), table.id, text(&issued["token"]));
    assert_eq!(issued["link"], link);
    let by_body = table.post("/share", &json!({"token": issued["token"]})).json();
    let by_header = table.post("/share", &json!({})).token(&text(&issued["token"])).json();
    assert_eq!(by_body, by_header);
    assert_eq!(
        (&by_body["link"], &by_body["role"], &by_body["qr"]),
        (&json!(link), &json!("spectator"), &issued["qr"])
    );
    let drawn =
        table.post("/share", &json!({})).token(&table.seats[1]).header("Accept", "image/svg+xml").send();
    assert_eq!((drawn.header("content-type"), drawn.header("cache-control")), ("image/svg+xml", "no-store"));
    assert!(drawn.text().contains("<svg"));
    let operators = table.post("/share", &json!({})).token(OPERATOR).json();
    assert_eq!(operators["link"], format!("{}/games/{}", service.base(), table.id), "no key in a link");
    for ask in [table.post("/share", &json!({})), table.post("/share", &json!({"token": "nonsense"}))] {
        assert_eq!(ask.send().status, 404);
    }
    let odd = service
        .post("/v1/games", &request)
        .header("X-Forwarded-Host", "a/b\"<")
        .header("Authorization", &format!("Bearer {OPERATOR}"));
    assert!(text(&odd.json()["scribe_link"]).starts_with(service.base()));
}

#[test]
fn links_use_the_public_url() {
    let service = Service::start_as(|kifu| _ = kifu.env("KIFU_PUBLIC_URL", "https://example.org/kifu/"));
    let opened = service.post("/v1/games", &json!({"game": "bremen", "seats": [null, null, null]})).json();
    assert!(text(&opened["scribe_link"]).starts_with("https://example.org/kifu/games/"));
}

#[test]
fn the_page_of_a_record_is_the_same_for_everybody() {
    let service = Service::shared();
    let table = open(&service, "private");
    let page = service.get(&format!("/games/{}", table.id)).send();
    let nobodys = service.get(&format!("/games/{NOBODY}")).send();
    assert_eq!((page.status, page.text()), (404, nobodys.text()));
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("'unsafe"), "{policy}");
    assert_eq!(service.get("/games/seven").send().status, 404);
}

/// Every method of every path of the contract under a record.
fn routes() -> Vec<(String, String)> {
    let paths = contract()["paths"].as_object().unwrap().iter();
    let under = paths.filter(|(path, _)| path.starts_with("/v1/games/{id}"));
    under
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| (method.to_uppercase(), path.clone()))
        })
        .collect()
}

#[test]
fn a_private_record_is_to_strangers_as_if_it_were_not() {
    let service = Service::shared();
    let (private, other) = (open(&service, "private"), open(&service, "public"));
    let routes = routes();
    assert!(routes.len() > 9);
    let scribe = format!("Bearer {}", other.scribe);
    for (method, path) in &routes {
        for authorization in
            [None, Some(scribe.as_str()), Some("Bearer nonsense"), Some("Basic a2lmdQ=="), Some("")]
        {
            for body in [None, Some("{}"), Some("[]"), Some("nonsense")] {
                let [one, none] = [private.id.as_str(), NOBODY].map(|id| {
                    let path = path.replace("{id}", id).replace("{step}", "0").replace("{token_id}", NOBODY);
                    let mut ask = service.ask(method, &path).header("If-Match", "\"0\"");
                    if let Some(authorization) = authorization {
                        ask = ask.header("Authorization", authorization);
                    }
                    if let Some(body) = body.filter(|_| method != "GET") {
                        ask = ask.body("application/json", body);
                    }
                    let answer = ask.send();
                    (answer.status, answer.text().replace(id, "ID"))
                });
                assert_eq!(one, none, "{method} {path}, {authorization:?}, {body:?}");
                assert!(one.0 == 404 || one.0 == 400, "{method} {path}: {one:?}");
            }
        }
    }
}

#[test]
fn only_public_records_are_found() {
    let service = Service::start();
    // When the last is found, the others would be.
    let tables = ["unlisted", "private", "public"].map(|visibility| open(&service, visibility));
    for path in ["/v1/games", "/v1/feed"] {
        let is_found = || service.get(path).send().text().contains(&tables[2].id).then_some(());
        eventually(path, is_found);
    }
    let paths = contract()["paths"].as_object().unwrap().iter();
    let lists = paths.filter(|(path, methods)| {
        path.starts_with("/v1/") && !path.contains('{') && methods.get("get").is_some()
    });
    let lists: Vec<_> = lists.map(|(path, _)| path).collect();
    assert!(lists.len() >= 3);
    for path in lists {
        let answer = service.get(path).send().text();
        assert!(!answer.contains(&tables[0].id) && !answer.contains(&tables[1].id), "{path}");
    }
}

#[test]
fn the_operator_opens_records_and_is_the_scribe_of_all() {
    let request = json!({"game": "bremen", "seats": [null, null, null], "visibility": "private"});
    let status = |service: &Client, key: Option<&str>, header: Option<&str>| {
        let mut ask = service.post("/v1/games", &request).token_if(key);
        if let Some(header) = header {
            ask = ask.header(header, "192.0.2.1");
        }
        ask.send().status
    };
    let service = Service::start_as(|kifu| _ = kifu.env("KIFU_OPERATOR_KEY", OPERATOR));
    for (key, header, expected) in [
        (None, None, 201),
        (Some(OPERATOR), None, 201),
        (Some("wrong"), None, 401),
        (None, Some("X-Forwarded-For"), 401),
        (None, Some("Forwarded"), 401),
        (None, Some("Via"), 401),
        (Some(OPERATOR), Some("X-Forwarded-For"), 201),
    ] {
        assert_eq!(status(&service, key, header), expected, "{key:?}, {header:?}");
    }
    let table = service.open(&request);
    let [own] = &ids(&table, "scribe")[..] else { panic!("one scribe") };
    let revoke = table.ask("DELETE", &format!("/tokens/{own}")).token(OPERATOR);
    assert_eq!(revoke.send().status, 204, "the operator may revoke the last one");
    assert_eq!(table.get("").send().status, 404);
    let new = table.post("/tokens", &json!({"role": "scribe"})).token(OPERATOR).json();
    assert_eq!(table.get_as(new["token"].as_str(), "").send().status, 200);

    let file = service.folder().path().join("key");
    std::fs::write(&file, format!("{OPERATOR}\n")).unwrap();
    let strict =
        Service::start_as(|kifu| _ = kifu.arg("--require-key").arg("--operator-key-file").arg(&file));
    assert_eq!(status(&strict, None, None), 401);
    assert_eq!(status(&strict, Some(OPERATOR), None), 201);
    let import = strict.ask("POST", "/v1/archive").body("application/x-ndjson", "");
    assert_eq!(import.send().status, 401);
}

#[test]
fn a_weak_or_unusable_operator_key_is_refused_at_the_start() {
    let folder = kifu_tests::Folder::new();
    for arguments in
        [&["--operator-key", "hunter2"][..], &["--require-key"], &["--operator-key-file", "/nowhere"]]
    {
        let ended = folder.run(arguments);
        let stderr = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(78), "{stderr}");
        assert!(stderr.contains("key") && !stderr.contains("hunter2"), "{stderr}");
    }
}
