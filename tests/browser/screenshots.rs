//! Every page as people see it, on a phone and on a wide screen, by day and by night, in both languages: kept as files
//! under `target/screenshots/`, to be looked at.

use kifu_tests::{Service, Table, recorded};
use serde_json::json;

use crate::browser::{Browser, Setting};

/// A page by its name, the end of its address, and an element that it has once it is ready.
struct Shown {
    name: &'static str,
    path: String,
    ready: &'static str,
}

const WIDE: Setting = Setting { width: 1280, height: 800, ..Setting::PHONE };

/// Nothing in sight is being loaded.
const LOADED: &str = "[...document.querySelectorAll('[aria-busy=true], .waiting, img')] \
    .every(it => it.complete || it.hidden || it.getBoundingClientRect().top > innerHeight)";

/// The longest recorded game of this kind, so much of it as a part in a hundred.
fn logged(service: &Service, kind: &str, percent: usize) -> Table {
    let games = recorded().into_iter().filter(|game| game.game == kind);
    let game = games.max_by_key(|game| game.log.len()).expect("a recorded game");
    let table = service.open(&game.request());
    table.log(&json!(game.log[..game.log.len() * percent / 100])).json();
    table
}

fn pages(service: &Service) -> Vec<Shown> {
    // Statistics of one game say little.
    for game in recorded().iter().filter(|game| game.game == "you_cry_wolf") {
        service.open(&game.request()).log(&json!(game.log)).json();
    }
    let [over, live] = [logged(service, "you_cry_wolf", 100), logged(service, "bremen", 40)];
    let record = "document.querySelector('#record.ready')";
    let pad = "document.querySelector('#pad.ready')";
    let page = |name, path: &str, ready| Shown { name, path: path.to_owned(), ready };
    vec![
        page("home", "/", "document.querySelector('#recent:not([aria-busy=true])')"),
        page("open", "/open/half_werewolf", "document.querySelector('#names input')"),
        page("record-over", &format!("/games/{}#{}", over.id, over.scribe), record),
        page("record-step", &format!("/games/{}?at=9#{}", over.id, over.scribe), record),
        page("record-live", &format!("/games/{}#{}", live.id, live.scribe), record),
        page("pad", &format!("/games/{}/pad#{}", live.id, live.scribe), pad),
        page("pad-over", &format!("/games/{}/pad#{}", over.id, over.scribe), pad),
        page("seat", &format!("/games/{}/seat#{}", live.id, live.seats[0]), pad),
        page("players", "/players", "document.querySelector('main h1')"),
        page("statistics", "/statistics", "document.querySelector('#months:not([aria-busy])')"),
        page(
            "statistics-game",
            "/statistics/you_cry_wolf",
            "document.querySelector('#findings:not([aria-busy])')",
        ),
        page("metric", "/statistics/metrics/common.won", "document.querySelector('main h1')"),
        page("rules", "/rules", "document.querySelector('main h1')"),
        page("rules-game", "/rules/dancing_villager", "document.querySelector('main h1')"),
        page("missing", "/nowhere", "document.querySelector('main h1')"),
    ]
}

/// Nothing is wider than the window, on any page.
#[test]
fn every_page_fits_its_window_and_is_kept_as_a_picture() {
    let service = Service::shared();
    let pages = pages(&service);
    for (screen, size) in [("phone", Setting::PHONE), ("wide", WIDE)] {
        for (language, dark) in [("en", false), ("en", true), ("ja", false), ("ja", true)] {
            let browser = Browser::open(Setting { language, dark, ..size });
            for Shown { name, path, ready } in &pages {
                browser.visit(&format!("{}{path}", service.base()));
                browser.until(ready);
                browser.until(LOADED);
                let theme = if dark { "dark" } else { "light" };
                let what = format!("page-{name}-{screen}-{language}-{theme}");
                browser.keep_screenshot(&what);
                assert_eq!(browser.script("return document.documentElement.lang"), language, "{what}");
                let wide = browser.script("return document.documentElement.scrollWidth - innerWidth");
                assert!(wide.as_i64().is_some_and(|wide| wide <= 0), "{what} is {wide} pixels too wide");
            }
        }
    }
}
