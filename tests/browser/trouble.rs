//! Phones and networks that fail: nothing that somebody entered is lost, and the page says what it cannot do.

use std::time::{Duration, Instant};

use kifu_tests::{Service, Table};

use crate::browser::{Browser, Setting};
use crate::gate::Gate;
use crate::not_my_fault::{self, declare, numbers};
use crate::pad::Pad;

/// Two pages of one browser can't agree who sends, as on plain http.
const WITHOUT_LOCKS: &str = "delete Navigator.prototype.locks";
/// The browser keeps nothing for this site.
const FORBIDDEN: &str = "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, \
                         { get() { throw new DOMException('denied', 'SecurityError'); } })";
/// The browser takes nothing more for this site.
const FULL: &str =
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }";

/// A pad in whose browser this runs before each page.
fn pad_after(script: &str, table: &Table, base: &str) -> Pad {
    let browser = Browser::open(Setting::PHONE);
    browser.at_start_of_every_page(script);
    let pad = Pad { browser, taps: 0 };
    pad.visit(table, base, "pad", &table.scribe);
    pad
}

#[test]
fn two_tabs_without_locks_send_each_move_once_and_in_order() {
    let service = Service::shared();
    let table = not_my_fault::open(&service);
    let gate = Gate::to(service.base());
    let mut pad = pad_after(WITHOUT_LOCKS, &table, &gate.base());
    let first = pad.browser.open_tab();
    pad.browser.at_start_of_every_page(WITHOUT_LOCKS);
    pad.visit(&table, &gate.base(), "pad", &table.scribe);
    gate.shut();
    pad.log(&declare(0, 3));
    pad.browser.until("document.documentElement.dataset.waiting === '1'");
    pad.browser.go_to_tab(&first);
    pad.browser.until("document.documentElement.dataset.waiting === '1'");
    pad.log(&declare(1, 8));
    pad.browser.until("document.documentElement.dataset.waiting === '2'");
    gate.open();
    pad.at(2);
    assert_eq!(numbers(&table), [3, 8]);
}

#[test]
fn a_pad_logs_without_storage() {
    let service = Service::shared();
    for script in [FORBIDDEN, FULL] {
        let table = not_my_fault::open(&service);
        let gate = Gate::to(service.base());
        let mut pad = pad_after(script, &table, &gate.base());
        pad.browser.until("document.documentElement.dataset.connection === 'followed'");
        pad.log(&declare(0, 3));
        pad.at(1);
        gate.shut();
        pad.log(&declare(1, 8));
        pad.browser.until("document.querySelector('#queue').innerText.includes('leave this page open')");
        gate.open();
        pad.at(2);
        assert_eq!(numbers(&table), [3, 8]);
    }
}

#[test]
fn a_new_record_shows_its_links_without_storage() {
    let service = Service::shared();
    for script in [FORBIDDEN, FULL] {
        let browser = Browser::open(Setting::PHONE);
        browser.at_start_of_every_page(script);
        browser.visit(&format!("{}/open/punyon_ken", service.base()));
        browser.tap("#go");
        let pad = browser.find("document.querySelector('#opened a')?.href");
        browser.visit(pad.as_str().unwrap());
        browser.until("document.documentElement.dataset.version === '0'");
        browser.tap("#replay");
        browser.until("document.querySelector('#board img, #board svg, img#board') !== null");
    }
}

#[test]
fn a_cached_pad_opens_where_the_network_says_nothing() {
    let service = Service::shared();
    let table = not_my_fault::open(&service);
    let gate = Gate::to(service.base());
    let mut pad = Pad::of(&table, &gate.base(), Setting::PHONE);
    pad.log(&declare(0, 3));
    pad.at(1);
    pad.browser.until("document.documentElement.dataset.offlineReady === 'true'");
    gate.swallow();
    let begun = Instant::now();
    pad.browser.reload();
    pad.browser.until("document.documentElement.dataset.version === '1'");
    let opened = begun.elapsed();
    assert!(opened < Duration::from_secs(20), "{opened:?}");
    pad.log(&declare(1, 8));
    pad.browser.until("document.documentElement.dataset.waiting === '1'");
    gate.open();
    pad.at(2);
    assert_eq!(numbers(&table), [3, 8]);
}

#[test]
fn a_stream_that_says_nothing_is_not_called_live() {
    let service = Service::start_with(&[("KIFU_HEARTBEAT_SECONDS", "1")]);
    let table = not_my_fault::open(&service);
    let gate = Gate::to(service.base());
    let pad = Pad::of(&table, &gate.base(), Setting::PHONE);
    pad.browser.until("document.documentElement.dataset.connection === 'followed'");
    gate.swallow();
    pad.browser.until("document.documentElement.dataset.connection !== 'followed'");
    table.log(&declare(0, 3)).json();
    gate.open();
    pad.at(1);
    pad.browser.until("document.documentElement.dataset.connection === 'followed'");
}
