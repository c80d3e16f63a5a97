//! Boards on the pad, on a phone and on a wide screen: their words can be read, and nothing moves while a game goes on.

use kifu_tests::{Recorded, Service, Table, recorded};
use serde_json::{Value, json};

use crate::browser::{Browser, Setting};

/// A laptop.
const WIDE: Setting = Setting { width: 1280, height: 800, ..Setting::PHONE };
const MAX_LAYOUT_SHIFT: f64 = 0.02;

/// Sums up how far things moved since the page was opened.
const WATCH_SHIFTS: &str = "window.shifts = 0; window.moved = []; new PerformanceObserver((list) => { \
    for (const entry of list.getEntries()) { window.shifts += entry.value; for (const { node, previousRect: a, currentRect: b } of entry.sources) \
    window.moved.push(`${node?.id || node?.className || node?.nodeName} ${a.y} ${b.y}`); } \
}).observe({ type: 'layout-shift', buffered: true });";

/// By how much the board is shown larger than drawn.
const SCALE: &str = "const image = document.querySelector('#board'), shown = image.getBoundingClientRect(); \
    return Math.min(shown.width / image.getAttribute('width'), shown.height / image.getAttribute('height'));";

/// How much of the keys is not on the screen, in pixels from top to bottom.
const HIDDEN_KEYS: &str = "const keys = document.querySelector('#keys'); \
    return Math.ceil(keys.scrollHeight - keys.clientHeight + Math.max(0, keys.getBoundingClientRect().bottom - innerHeight));";

/// The longest recorded game of every kind.
fn longest() -> Vec<Recorded> {
    let mut games = recorded();
    games.sort_by_key(|game| (game.game.clone(), std::cmp::Reverse(game.log.len())));
    games.dedup_by(|later, first| later.game == first.game);
    games
}

/// The smallest words that a board can have, in its own units.
fn smallest_words(table: &Table) -> f64 {
    let svg = table.get("/board.svg").send().text();
    let sizes = svg.split("font-size: ").skip(1).filter_map(|rest| rest.split_once("px")?.0.parse().ok());
    sizes.fold(f64::INFINITY, f64::min)
}

#[track_caller]
fn assert_readable(browser: &Browser, table: &Table, least: f64, what: &str) {
    let smallest = browser.script(SCALE).as_f64().unwrap() * smallest_words(table);
    assert!(smallest >= least, "{what}: words of {smallest} CSS pixels");
}

#[track_caller]
fn assert_nothing_moved(browser: &Browser, what: &str) {
    let shift = browser.script("return window.shifts").as_f64().unwrap();
    assert!(
        shift < MAX_LAYOUT_SHIFT,
        "{what}: a layout shift of {shift}: {}",
        browser.script("return window.moved")
    );
}

/// Where the board is in the window.
fn place_of_board(browser: &Browser) -> Value {
    browser.script("return document.querySelector('#board').getBoundingClientRect().toJSON()")
}

fn record(service: &Service, game: &Recorded) -> Table {
    let table = service.open(&game.request());
    for entry in &game.log {
        table.log(entry).send();
    }
    table
}

#[test]
fn boards_of_a_replay_can_be_read_and_stand_still() {
    let service = Service::shared();
    let tables: Vec<_> = longest().iter().map(|game| (game.game.clone(), record(&service, game))).collect();
    for (setting, least, screen) in [(Setting::PHONE, 13.0, "phone"), (WIDE, 14.0, "wide")] {
        let browser = Browser::open(setting);
        browser.at_start_of_every_page(WATCH_SHIFTS);
        for (game, table) in &tables {
            browser.visit(&format!("{}/games/{}?at=0#{}", service.base(), table.id, table.scribe));
            browser.until("document.querySelector('#record').classList.contains('ready')");
            for step in 0..6 {
                browser.press("ArrowRight");
                browser.until(&format!("document.querySelector('#scrubber').value !== '{step}'"));
            }
            browser.press("End");
            browser.until("document.querySelector('#on').disabled");
            assert_readable(&browser, table, least, &format!("{game}, {screen}"));
            assert_nothing_moved(&browser, &format!("{game}, {screen}"));
            browser.keep_screenshot(&format!("replay-{screen}-{game}"));
        }
    }
}

#[test]
fn boards_of_the_pad_can_be_read_and_keep_their_place() {
    let service = Service::shared();
    let browser = Browser::open(Setting::PHONE);
    for game in longest() {
        let table = service.open(&game.request());
        browser.visit(&format!("{}/games/{}/pad#{}", service.base(), table.id, table.scribe));
        browser.until("document.querySelector('#pad').classList.contains('ready')");
        let place = place_of_board(&browser);
        let half = game.log.len() / 2;
        for entry in &game.log[..half] {
            table.log(entry).send();
        }
        browser.until(&format!("document.documentElement.dataset.version === '{half}'"));
        assert_readable(&browser, &table, 13.0, &game.game);
        assert_eq!(place_of_board(&browser), place, "{}", game.game);
        browser.keep_screenshot(&format!("pad-phone-{}", game.game));
    }
}

/// Another phone logs, so that nothing counts as moved by a tap of this one.
#[test]
fn nothing_on_the_pad_moves_in_a_whole_game_and_no_move_needs_scrolling() {
    let service = Service::shared();
    let browser = Browser::open(Setting::PHONE);
    browser.at_start_of_every_page(WATCH_SHIFTS);
    for game in longest() {
        let table = service.open(&game.request());
        browser.visit(&format!("{}/games/{}/pad#{}", service.base(), table.id, table.scribe));
        browser.until("document.querySelector('#pad').classList.contains('ready')");
        let mut hidden = Vec::new();
        for (entry, version) in game.log.iter().zip(1..) {
            table.log(entry).send();
            browser.until(&format!("document.documentElement.dataset.version === '{version}'"));
            hidden.push(browser.script(HIDDEN_KEYS).as_i64().unwrap());
        }
        hidden.sort_unstable();
        assert!(
            hidden[hidden.len() / 2] <= 0,
            "{}: {hidden:?} pixels of keys are to be scrolled to",
            game.game
        );
        assert_nothing_moved(&browser, &game.game);
        browser.keep_screenshot(&format!("pad-end-{}", game.game));
    }
}

/// The whole table is a tap away.
#[test]
fn the_whole_table_opens_over_the_pad() {
    let service = Service::shared();
    let table = service.open(&json!({"game": "punyon_ken", "seats": ["Aki", "Beni"]}));
    let browser = Browser::open(Setting::PHONE);
    browser.visit(&format!("{}/games/{}/pad#{}", service.base(), table.id, table.scribe));
    browser.until("document.querySelector('#pad').classList.contains('ready')");
    browser.tap("#whole");
    browser.until("document.querySelector('#whole-table').open");
    let said = browser.find("document.querySelector('#whole-board').alt");
    assert!(said.as_str().is_some_and(|said| said.contains("Aki's hand")), "{said}");
}
