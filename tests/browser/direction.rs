//! Names that are written from right to left turn nothing round beside them, on any page.

use kifu_tests::{Service, Table, recorded};
use serde_json::{Value, json};

use crate::browser::{Browser, Setting};

/// Hebrew and Arabic, with a digit and a sign at an end, which have no direction of their own.
const NAMES: [&str; 4] = ["דנה 1", "ليلى!", "אורי (2)", "سمير"];
const PLACE: &str = "חיפה";

/// Each text and title on the page in which one of these letters stands beside others that are not of its isolate.
///
/// A browser isolates an element by its style, and text within U+2066, U+2067 or U+2068 and U+2069.
const UNISOLATED: &str = r#"
    const letters = /[\u0590-\u08ff]/;
    const inSigns = (text) => {
      let depth = 0, alone = true;
      for (const sign of text) {
        if (/[\u2066-\u2068]/.test(sign)) depth += 1;
        else if (sign === "\u2069") depth -= 1;
        else if (letters.test(sign) && depth === 0) alone = false;
      }
      return alone;
    };
    const isName = (text) => arguments[0].some((name) => text.trim() === name);
    const isolates = (element) => ["isolate", "plaintext", "isolate-override"].includes(getComputedStyle(element).unicodeBidi);
    const isolated = (node) => {
      for (let element = node.parentElement; element; element = element.parentElement) {
        if (isolates(element) && isName(element.textContent)) return true;
      }
      return inSigns(node.data);
    };
    const found = [];
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const hidden = node.parentElement?.closest("script, style, textarea");
      if (letters.test(node.data) && !hidden && !isolated(node)) found.push(`${node.parentElement?.outerHTML.slice(0, 200)}`);
    }
    for (const element of document.querySelectorAll("*")) {
      for (const name of ["title", "alt", "aria-label", "placeholder", "aria-description"]) {
        const text = element.getAttribute(name) ?? "";
        if (letters.test(text) && !isName(text) && !inSigns(text)) found.push(`${name}=${text}`);
      }
    }
    if (!isName(document.title) && !inSigns(document.title)) found.push(`<title> ${document.title}`);
    return [...new Set(found)];
"#;

/// The longest recorded game of this kind with this player and such names, so much of it as a part in a hundred.
fn logged(service: &Service, player: &str, kind: &str, percent: usize) -> Table {
    let games = recorded().into_iter().filter(|game| game.game == kind);
    let game = games.max_by_key(|game| game.log.len()).expect("a recorded game");
    let mut request = game.request();
    let seats = request["seats"].as_array().unwrap().len();
    request["seats"] = (0..seats).map(|seat| json!(NAMES[seat % NAMES.len()])).collect();
    request["seats"][0] = json!({ "player": player });
    request["place"] = json!(PLACE);
    let table = service.open(&request);
    table.log(&json!(game.log[..game.log.len() * percent / 100])).json();
    table
}

/// Addresses and what their pages have once they are ready.
fn pages(service: &Service) -> Vec<(String, &'static str)> {
    const RECORD: &str = "document.querySelector('#record.ready')";
    const PAD: &str = "document.querySelector('#pad.ready')";
    let player = service.player_for_anybody(NAMES[0]);
    let mut pages = vec![
        (format!("/players/{player}"), "!document.querySelector('#profile').hasAttribute('aria-busy')"),
        ("/players".to_owned(), "document.querySelector('main .person')"),
    ];
    for kind in kifu_engine::games::ALL.iter().map(|game| game.meta().slug) {
        let [over, live] = [100, 50].map(|percent| logged(service, &player, kind, percent));
        pages.extend([
            (format!("/games/{}#{}", over.id, over.scribe), RECORD),
            (format!("/games/{}?at=3#{}", over.id, over.scribe), RECORD),
            (format!("/games/{}/pad#{}", live.id, live.scribe), PAD),
            (format!("/games/{}/seat#{}", live.id, live.seats[0]), PAD),
        ]);
    }
    pages.push(("/".to_owned(), "document.querySelector('#recent:not([aria-busy=true])')"));
    pages
}

fn unisolated(browser: &Browser) -> Value {
    browser.script_of(UNISOLATED, &[json!(NAMES.iter().chain(&[PLACE]).collect::<Vec<_>>())])
}

#[test]
fn names_from_right_to_left_turn_nothing_round() {
    let service = Service::start();
    let pages = pages(&service);
    for setting in [Setting::PHONE, Setting::JAPANESE] {
        let browser = Browser::open(setting);
        for (path, ready) in &pages {
            browser.visit(&format!("{}{path}", service.base()));
            browser.until(ready);
            browser.until("document.body.innerText.match(/[\\u0590-\\u08ff]/)");
            assert_eq!(unisolated(&browser), Value::Array(Vec::new()), "{path}");
        }
        browser.script("document.querySelector('main').append('1. דנה 1, 2')");
        assert_eq!(unisolated(&browser).as_array().unwrap().len(), 1, "what is looked for is found");
    }
}
