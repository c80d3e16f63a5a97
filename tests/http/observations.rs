//! Every observation as Parquet files that tools read over HTTP: in folders that name game and month, and in parts.

use kifu_engine::games;
use kifu_tests::{Answer, Ask, Service, eventually, random_game};
use serde_json::json;

/// A service with a finished game of one month, and the path of its file.
fn service() -> (Service, String) {
    let service = Service::start();
    let game = random_game(games::find("punyon_ken").unwrap(), 3);
    let mut request = game.request();
    request["played_at"] = json!("2026-11-05T12:00:00Z");
    let table = service.open(&request);
    game.log.chunks(500).for_each(|entries| drop(table.log(&json!(entries)).json()));
    let path = eventually("the game is counted", || {
        let files = service.get("/v1/observations").json()["files"].clone();
        files.as_array().unwrap().first().map(|file| file["url"].as_str().unwrap().to_owned())
    });
    (service, path)
}

fn send(ask: Ask, headers: &[(&str, &str)]) -> Answer {
    headers.iter().fold(ask, |ask, (name, value)| ask.header(name, value)).send()
}

#[test]
fn a_file_is_read_in_parts() {
    let (service, path) = service();
    assert_eq!(path, "/v1/observations/game=punyon_ken/month=2026-11/observations.parquet");
    let whole = service.get(&path).send();
    assert_eq!(whole.header("content-type"), "application/vnd.apache.parquet");
    assert_eq!((whole.header("accept-ranges"), whole.header("content-encoding")), ("bytes", ""));
    assert!(whole.body.starts_with(b"PAR1") && whole.body.ends_with(b"PAR1"));
    let (length, tag) = (whole.body.len(), whole.header("etag").to_owned());
    assert!(tag.starts_with('"'), "{tag} says that the bytes are the same");
    let get = |headers: &[(&str, &str)]| send(service.get(&path), headers);

    // DuckDB's requests: the length, the place of the index, then the parts.
    let head = service.ask("HEAD", &path).send();
    assert_eq!((head.status, head.header("content-length")), (200, &*length.to_string()));
    assert_eq!((head.header("etag"), head.header("accept-ranges"), head.body.len()), (&*tag, "bytes", 0));
    let last = get(&[("Range", "bytes=-8")]);
    assert_eq!((last.status, &last.body[..]), (206, &whole.body[length - 8..]));
    assert_eq!(last.header("content-range"), format!("bytes {}-{}/{length}", length - 8, length - 1));
    for (range, from, to) in
        [("bytes=0-3", 0, 4), ("bytes=4-", 4, length), ("bytes=10-999999999", 10, length)]
    {
        let part = get(&[("Range", range), ("Accept-Encoding", "gzip, br")]);
        assert_eq!((part.status, &part.body[..]), (206, &whole.body[from..to]), "{range}");
        assert_eq!((part.header("etag"), part.header("content-encoding")), (&*tag, ""), "{range}");
    }
}

#[test]
fn a_part_is_of_the_file_that_the_client_knows() {
    let (service, path) = service();
    let whole = service.get(&path).send();
    let (length, tag) = (whole.body.len(), whole.header("etag").to_owned());
    let get = |headers: &[(&str, &str)]| send(service.get(&path), headers);
    let weak = format!("W/{tag}");
    for (condition, status) in
        [(&*tag, 206), ("\"other\"", 200), (&weak, 200), ("Thu, 05 Nov 2026 12:00:00 GMT", 200)]
    {
        assert_eq!(get(&[("Range", "bytes=0-3"), ("If-Range", condition)]).status, status, "{condition}");
    }
    assert_eq!(get(&[("Range", "bytes=0-3"), ("If-None-Match", &tag)]).status, 304);

    for range in ["bytes=0-1,4-5", "bytes=3-1", "lines=0-3", "bytes"] {
        let answer = get(&[("Range", range)]);
        assert_eq!((answer.status, answer.body.len()), (200, length), "{range} is passed over");
    }
    let head = send(service.ask("HEAD", &path), &[("Range", "bytes=0-3")]);
    assert_eq!((head.status, head.header("content-length")), (200, &*length.to_string()));
    let beyond = get(&[("Range", &format!("bytes={length}-"))]);
    assert_eq!((beyond.status, beyond.json()["code"].clone()), (416, json!("unsatisfiable_range")));
    assert_eq!(beyond.header("content-range"), format!("bytes */{length}"));
}

#[test]
fn files_of_an_earlier_moment_are_read_of_that_moment() {
    let (service, path) = service();
    let cursor = service.get("/v1/observations").json()["cursor"].as_str().unwrap().to_owned();
    let earlier = service.get(&format!("/v1/observations?as_of={cursor}")).json();
    assert_eq!(earlier["files"][0]["url"], format!("{path}?as_of={cursor}"));
    let file = service.get(earlier["files"][0]["url"].as_str().unwrap()).send();
    assert_eq!(file.header("etag"), service.get(&path).send().header("etag"), "nothing has changed");
    for nowhere in ["game=chess/month=2026-11", "game=bremen/month=2026-11", "game=punyon_ken/month=2026-13"]
    {
        let missing = service.get(&format!("/v1/observations/{nowhere}/observations.parquet")).send();
        assert_eq!((missing.status, missing.json()["code"].clone()), (404, json!("not_found")), "{nowhere}");
    }
}
