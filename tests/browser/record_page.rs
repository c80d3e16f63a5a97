//! The page of a record, for whoever follows a link.

use kifu_tests::Service;
use serde_json::json;

use crate::axe;
use crate::browser::{Browser, Setting};

#[test]
fn a_reader_is_told_what_happens_without_reloading() {
    let service = Service::shared();
    let table = service.open(&json!({"game": "punyon_ken", "seats": ["Aki", "Beni"]}));
    let browser = Browser::open(Setting::PHONE);
    browser.visit(&format!("{}/games/{}", service.base(), table.id));
    browser.until("document.title.includes('Punyon-ken')");
    axe::check(&browser, "the page of a record");
    table.log(&json!({"type": "throw", "hands": ["rock", "paper"]})).json();
    browser.until("document.body.innerText.includes('Beni')");
}
