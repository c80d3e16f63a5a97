//! Previews of links to records, for programs that show them.

use kifu_tests::{Answer, Client, Recorded, Service, Table, recorded};
use serde_json::json;

fn game(name: &str) -> Recorded {
    let games = recorded().into_iter().filter(|game| game.game == name);
    games.max_by_key(|game| game.log.len()).expect("a recorded game")
}

fn played(client: &Client, game: &Recorded) -> Table {
    let table = client.open(&game.request());
    table.log(&json!(game.log)).json();
    table
}

/// The content of a page's `meta` element of this name.
fn said<'t>(page: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = page.split_once(&format!("=\"{name}\" content=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

fn page(service: &Client, table: &Table, query: &str) -> String {
    service.get(&format!("/games/{}?language=en{query}", table.id)).send().text()
}

fn picture(service: &Client, table: &Table, query: &str) -> Answer {
    service.get(&format!("/games/{}/preview.png?language=en{query}", table.id)).send()
}

/// The width and the height that a PNG says it has.
fn size(png: &[u8]) -> [u32; 2] {
    [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
}

#[test]
fn a_link_to_a_finished_game_shows_its_result() {
    let service = Service::shared();
    let table = played(&service, &game("you_cry_wolf"));
    let page = page(&service, &table, "");
    assert!(said(&page, "og:title").is_some_and(|title| title.starts_with("You Cry Wolf! – ")), "{page}");
    let rendered = said(&page, "og:description").unwrap();
    assert!(rendered.starts_with("Won by "), "{rendered}");
    assert_eq!(said(&page, "twitter:card"), Some("summary_large_image"));
    let address = format!("{}/games/{}", service.base().trim_end_matches('/'), table.id);
    assert_eq!(said(&page, "og:url"), Some(&*address));
    assert_eq!(said(&page, "og:image"), Some(&*format!("{address}/preview.png?language=en")));
    let drawn = picture(&service, &table, "");
    assert_eq!((drawn.status, drawn.header("content-type")), (200, "image/png"));
    assert_eq!(size(&drawn.body), [1200, 630]);
    assert!(drawn.body.len() < 300_000, "{}", drawn.body.len());
    let path = format!("/games/{}/preview.png?language=en", table.id);
    let again = service.get(&path).header("If-None-Match", drawn.header("etag")).send();
    assert_eq!((again.status, again.body.len()), (304, 0));
    let japanese = service.get(&format!("/games/{}?language=ja", table.id)).send().text();
    assert!(
        said(&japanese, "og:description").is_some_and(|rendered| rendered.starts_with("勝ち：")),
        "{japanese}"
    );
}

#[test]
fn a_link_to_a_step_gives_no_result_away() {
    let service = Service::shared();
    let table = played(&service, &game("you_cry_wolf"));
    let start = page(&service, &table, "&perspective=public&at=0");
    assert_eq!(said(&start, "og:description"), Some("Before the first move"));
    assert!(said(&start, "og:image").is_some_and(|image| image.ends_with("&amp;at=0")), "{start}");
    let tags = ["", "&at=0", "&at=4"].map(|at| picture(&service, &table, at).header("etag").to_owned());
    assert!(tags[0] != tags[1] && tags[1] != tags[2], "{tags:?}");
    let [end, start, fourth] = ["", "&at=0", "&at=4"].map(|at| picture(&service, &table, at).body);
    assert!(end != start && start != fourth);
    assert!(!page(&service, &table, "&at=4").contains("Won by"));
}

#[test]
fn a_private_record_shows_nothing_without_its_token() {
    let service = Service::shared();
    let request = json!({"game": "punyon_ken", "seats": ["Akiko", "Beni"], "visibility": "private"});
    let table = service.open(&request);
    for kind in ["", "/pad", "/seat"] {
        let page = service.get(&format!("/games/{}{kind}", table.id)).send();
        // A pad stays on the phone that it was opened on; whether there is a record its page says.
        let status = if kind.is_empty() { 404 } else { 200 };
        assert_eq!((page.status, said(&page.text(), "og:title")), (status, None));
        assert!(!page.text().contains("Akiko"));
    }
    let unknown = service.get(&format!("/games/{}/preview.png", uuid::Uuid::now_v7())).send();
    let private = picture(&service, &table, "");
    assert_eq!((private.status, &private.json()["code"]), (404, &unknown.json()["code"]));
    let path = format!("/games/{}/preview.png", table.id);
    assert_eq!(service.get(&path).token(&table.scribe).send().status, 200);
}

#[test]
fn a_live_game_is_told_as_far_as_it_is_public() {
    let service = Service::shared();
    let table = service.open(&json!({"game": "punyon_ken", "seats": ["Aki", "Beni"]}));
    assert_eq!(said(&page(&service, &table, ""), "og:description"), Some("Before the first move"));
    let before = picture(&service, &table, "");
    table.log(&json!({"type": "throw", "hands": ["rock", "paper"]})).json();
    assert!(
        said(&page(&service, &table, ""), "og:description").is_some_and(|rendered| rendered.contains("Beni"))
    );
    let after = picture(&service, &table, "");
    assert!(before.header("etag") != after.header("etag") && before.body != after.body);
}
