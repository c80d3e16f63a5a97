//! The headers of answers for caches, and tags that proxies have changed on the way.

use kifu_tests::{Service, Table};
use serde_json::{Value, json};

fn opened(service: &Service) -> Table {
    service.open_plain("you_cry_wolf", 3)
}

fn first() -> Value {
    json!({"type": "annotate", "text": "before the start"})
}

fn give_up() -> Value {
    json!({"type": "abandon", "reason": "the train leaves"})
}

#[test]
fn an_etag_weakened_by_a_compressing_proxy_still_matches() {
    let service = Service::shared();
    for changed in [|tag: &str| format!("W/\"{tag}\""), |tag: &str| format!("\"{tag}-gzip\"")] {
        let table = opened(&service);
        let tag = table.get("").send().header("etag").trim_matches('"').to_owned();
        let tag = changed(&tag);
        assert_eq!(table.get("").header("If-None-Match", &tag).send().status, 304, "{tag}");
        assert_eq!(table.log(&first()).header("If-Match", &tag).send().status, 201, "{tag}");
        assert_eq!(table.log(&first()).header("If-Match", &tag).send().status, 412, "{tag}");
        assert_eq!(table.get("").header("If-None-Match", &tag).send().status, 200, "{tag}");
    }
}

#[test]
fn only_unencoded_answers_have_a_strong_etag() {
    let service = Service::shared();
    let table = opened(&service);
    let ask = |encoding: &str| table.get("").header("Accept-Encoding", encoding);
    let strong = ask("identity").send().header("etag").to_owned();
    assert!(strong.starts_with("\"0."), "{strong}");
    for encoding in ["identity", "gzip", "br", "zstd"] {
        let tag = if encoding == "identity" { strong.clone() } else { format!("W/{strong}") };
        let whole = ask(encoding).send();
        let cached = ask(encoding).header("If-None-Match", &tag).send();
        assert_eq!((whole.status, whole.header("etag")), (200, tag.as_str()), "{encoding}");
        assert_eq!(whole.header("content-encoding"), encoding.trim_start_matches("identity"));
        assert_eq!((cached.status, cached.header("etag")), (304, tag.as_str()), "{encoding}");
    }
}

#[test]
fn a_finished_record_is_serialized_once() {
    let service = Service::shared();
    let table = opened(&service);
    let paths = ["/events", "/replay", "/replay/0", "/events?perspective=public", "/replay?perspective=0"];
    for path in paths {
        let live = table.get(path).header("If-None-Match", "*").send();
        assert_eq!((live.status, live.header("etag")), (200, ""), "{path}");
        assert_eq!(live.header("cache-control"), "private, no-cache", "{path}");
    }
    assert_eq!(table.log(&json!([first(), give_up()])).send().status, 201);
    let tag = format!("W/{}", table.get("").header("Accept-Encoding", "identity").send().header("etag"));
    for path in paths {
        let over = table.get(path).send();
        assert_eq!((over.status, over.header("etag")), (200, &*tag), "{path}");
        let again = table.get(path).header("If-None-Match", over.header("etag")).send();
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        assert_eq!(again.header("vary"), over.header("vary"), "{path}");
    }
    let ask = table.ask("PATCH", "").token(&table.scribe);
    let moved = ask.body("application/merge-patch+json", json!({"place": "Nara"}).to_string()).send();
    assert_eq!(moved.status, 200);
    let changed = table.get("/replay").header("If-None-Match", &tag).send();
    assert_eq!(changed.status, 200);
    assert_ne!(changed.header("etag"), tag);
}

#[test]
fn a_page_of_a_log_links_to_the_next() {
    let service = Service::shared();
    let table = opened(&service);
    assert_eq!(table.log(&json!([first(), first(), first()])).send().status, 201);
    let page = table.get("/events?limit=2").send();
    let next = page.json()["next"].as_str().unwrap().to_owned();
    assert_eq!(page.header("link"), format!("<{next}>; rel=\"next\""));
    let lines = table.get("/events?limit=2").header("Accept", "application/x-ndjson").send();
    assert_eq!((lines.lines().len(), lines.header("link")), (2, page.header("link")));
    assert_eq!(table.get("/events").header("Accept", "application/x-ndjson").send().lines().len(), 3);
    let last = service.get(&next).send();
    assert_eq!((last.header("link"), last.json()["events"].as_array().unwrap().len()), ("", 1));
}

#[test]
fn an_event_public_to_all_is_serialized_once() {
    let service = Service::shared();
    for path in ["/v1/rules", "/v1/rules/bremen", "/v1/statistics", "/openapi.json", "/problems/busy"] {
        let first = service.get(path).send();
        let again = service.get(path).header("If-None-Match", first.header("etag")).send();
        assert_eq!((first.status, again.status, again.body.len()), (200, 304, 0), "{path}");
        assert_eq!([first.header("cache-control"), again.header("cache-control")], ["no-cache"; 2], "{path}");
    }
    let rules = |language: &str| {
        let ask = service.get("/v1/rules/bremen").header("Accept", "text/markdown");
        ask.header("Accept-Language", language).send().header("etag").to_owned()
    };
    assert_ne!(rules("en"), rules("ja"));
}

#[test]
fn only_public_answers_may_be_stored_in_shared_caches() {
    let service = Service::shared();
    let table = opened(&service);
    for path in ["", "/choices", "/forms", "/events", "/replay", "/tokens", "/nothing"] {
        let answer = table.get(path).token(&table.scribe).send();
        let cache = answer.header("cache-control");
        assert!(cache.contains("private") || cache == "no-store", "{path}: {cache:?}");
    }
}
