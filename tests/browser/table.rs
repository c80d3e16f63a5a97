//! One table and several phones; a network that dies; corrections; both languages; nothing in anybody's way.

use kifu_tests::{Service, Table, recorded};
use serde_json::json;

use crate::axe;
use crate::browser::{Browser, Setting};
use crate::gate::Gate;
use crate::not_my_fault::{self, declare, numbers};
use crate::pad::Pad;

fn punyon(service: &Service) -> Table {
    service.open(&json!({"game": "punyon_ken", "seats": ["Aki", "Beni"]}))
}

#[test]
fn a_move_is_undone_by_one_tap_and_corrected_by_three() {
    let service = Service::shared();
    let table = not_my_fault::open(&service);
    let mut pad = Pad::of(&table, service.base(), Setting::PHONE);
    pad.log(&declare(0, 3));
    pad.at(1);
    pad.log(&declare(1, 8));
    pad.at(2);
    pad.taps = 0;
    pad.correct(&table, 1, &declare(0, 5));
    assert_eq!(pad.taps, 3);
    pad.at(3);
    pad.taps = 0;
    pad.tap("#undo");
    assert_eq!(pad.taps, 1);
    pad.at(4);
    let log: Vec<_> = table.entries().iter().map(|entry| entry["type"].clone()).collect();
    assert_eq!(log, ["declare", "declare", "amend", "take_back"]);
    assert_eq!(pad.offered()[0]["seat"], 1);
}

#[test]
fn a_move_against_the_rules_is_explained_and_can_be_recorded_as_irregular() {
    let service = Service::shared();
    let table = not_my_fault::open(&service);
    let mut pad = Pad::of(&table, service.base(), Setting::PHONE);
    pad.log(&declare(0, 3));
    pad.at(1);
    pad.tap("[data-unusual]");
    pad.tap("#keys [data-field='/seat'] [data-key='1']");
    pad.tap("#keys [data-field='/number'] [data-digits]");
    pad.tap("#keys [data-digit='2']");
    pad.tap("#keys [data-digits-done]");
    pad.browser.until(
        "document.querySelector('#keys .why a')?.getAttribute('href').includes('rules/not_my_fault?version=1#NMF-')",
    );
    axe::check(&pad.browser, "a refusal");
    assert_eq!(table.version(), 1);
    pad.browser.until("document.querySelector('#keys [data-field=\"/number\"]').classList.contains('wrong')");
    assert_eq!(pad.browser.text("#keys .wrong [data-digits]"), "2", "the number stays entered");
    pad.tap("[data-decide='drop']");
    pad.at(1);
}

/// The user can change a refused move in place, and can correct the move that contradicts it.
#[test]
fn a_refused_move_keeps_its_answers_and_leads_to_the_move_that_contradicts_it() {
    let service = Service::shared();
    let table = service.open(&json!({"game": "bremen", "seats": ["Aki", "Beni", "Chika", "Dan"]}));
    let mut pad = Pad::of(&table, service.base(), Setting::PHONE);
    table.log(&json!([{"type": "deal"}, {"type": "lead", "seat": 0}])).json();
    pad.at(2);
    // Another phone logs the tile while this one enters it.
    let tile = |seat: u8, tile: &str| json!({"type": "play", "seat": seat, "tile": tile});
    pad.log(&tile(0, "donkey-7"));
    pad.at(3);
    pad.tap("[data-unusual]");
    let offered = pad.offered();
    let form = offered.iter().position(|form| form["move"]["type"] == "play").unwrap();
    if form > 0 {
        pad.tap(&format!("[data-form='{form}']"));
    }
    let key = kifu_tests::enter(&offered[form..=form], &tile(1, "donkey-7")).unwrap().1;
    for tap in &key {
        pad.answer(tap);
    }
    pad.browser.until("document.querySelector('#keys .panel.wrong [aria-pressed=true]') !== null");
    pad.browser.until("document.querySelector('[data-correct=\"3\"]') !== null");
    pad.tap("[data-correct='3']");
    pad.browser.until("document.querySelector('#correction').open");
    pad.tap("#correction-keys [data-key]:not([aria-pressed='true'])");
    pad.tap("#correction-keys [data-send]");
    pad.browser.until("document.querySelector('#correction').open === false");
    pad.browser.until("document.documentElement.dataset.waiting !== undefined");
    let corrected = || table.entries().iter().any(|entry| entry["type"] == "amend");
    kifu_tests::eventually("the correction goes first", || corrected().then_some(()));
}

#[test]
fn a_tally_goes_down_as_well_as_up() {
    let service = Service::shared();
    let table = service.open(&json!({"game": "dancing_villager", "seats": ["Aki", "Beni", "Chika"]}));
    table.log(&json!({"type": "place_dog", "seat": 0})).send();
    let mut pad = Pad::of(&table, service.base(), Setting::PHONE);
    pad.browser.until("document.querySelector('[data-cell]') !== null");
    let count = |pad: &Pad| pad.browser.text("#keys .cell-box .cell-count");
    pad.tap("[data-cell]");
    pad.tap("[data-cell]");
    assert_eq!(count(&pad), "2");
    pad.tap("[data-less]");
    assert_eq!(count(&pad), "1");
    pad.tap("[data-less]");
    assert_eq!(count(&pad), "");
    assert!(!pad.is_there("[data-less]"));
}

/// A pad that is opened during a game has the keys, too, of the tiles that were played before: they can't be tapped.
#[test]
fn keys_of_what_was_played_before_the_pad_was_opened_keep_their_places() {
    let service = Service::shared();
    let game = recorded().into_iter().filter(|game| game.game == "bremen").max_by_key(|game| game.log.len());
    let game = game.expect("a recorded game");
    let table = service.open(&game.request());
    table.log(&json!(game.log[..game.log.len() * 40 / 100])).json();
    let pad = Pad::of(&table, service.base(), Setting::PHONE);
    let count = |selector: &str| {
        pad.browser.script_of("return document.querySelectorAll(arguments[0]).length", &[json!(selector)])
    };
    let played = game.log[..game.log.len() * 40 / 100].iter().filter(|entry| entry["type"] == "play").count();
    assert!(played > 4, "{played}");
    assert_eq!(count("#keys .keys.named"), 4, "a row for each animal");
    let (all, grey) = (count("#keys .keys.named .key"), count("#keys .keys.named .key:disabled"));
    assert!(grey.as_u64() >= Some(played as u64), "{grey} of {all} are grey, {played} were played");
    pad.browser.keep_screenshot("pad-opened-late");
}

#[test]
fn at_the_end_the_pad_shows_the_result_and_the_ways_on() {
    let service = Service::shared();
    let table = service.open(&json!({"game": "punyon_ken", "seats": ["Aki", "Beni"]}));
    let pad = Pad::of(&table, service.base(), Setting::PHONE);
    while table.get("").json()["status"] == "live" {
        table.log(&json!({"type": "throw", "hands": ["rock", "paper"]})).json();
    }
    pad.browser.until("document.querySelector('#over .won')?.innerText.includes('Beni')");
    axe::check(&pad.browser, "the end on a pad");
    let again = pad.browser.find("document.querySelector('#over .end-actions a:not(.first)').href");
    pad.browser.visit(again.as_str().unwrap());
    let names = pad.browser.find("document.querySelectorAll('#names input').length === 2 && [...document.querySelectorAll('#names input')].map((input) => input.value)");
    assert_eq!(names, json!(["Aki", "Beni"]));
}

#[test]
fn without_network_moves_wait_on_the_phone_and_are_sent_once() {
    let service = Service::shared();
    let table = not_my_fault::open(&service);
    let gate = Gate::to(service.base());
    let mut pad = Pad::of(&table, &gate.base(), Setting::PHONE);
    pad.log(&declare(0, 3));
    pad.at(1);
    pad.browser.until("document.documentElement.dataset.offlineReady === 'true'");
    gate.shut();
    pad.log(&declare(1, 8));
    pad.browser.until("document.documentElement.dataset.waiting === '1'");
    pad.log(&declare(2, 9));
    pad.browser.until("document.documentElement.dataset.waiting === '2'");
    axe::check(&pad.browser, "a pad without a network");
    pad.browser.reload();
    pad.browser.until("document.documentElement.dataset.waiting === '2'");
    assert_eq!(table.version(), 1);
    gate.open();
    pad.at(3);
    assert_eq!(numbers(&table), [3, 8, 9]);
}

#[test]
fn an_entry_that_fits_no_more_is_set_aside_and_what_follows_is_sent() {
    let service = Service::shared();
    let table = not_my_fault::open(&service);
    let gate = Gate::to(service.base());
    let mut pad = Pad::of(&table, &gate.base(), Setting::PHONE);
    pad.browser.until("document.documentElement.dataset.connection === 'followed'");
    gate.shut();
    pad.browser.until("document.documentElement.dataset.connection === 'away'");
    pad.log(&declare(0, 3));
    pad.browser.until("document.documentElement.dataset.waiting === '1'");
    pad.log(&declare(1, 9));
    pad.browser.until("document.documentElement.dataset.waiting === '2'");
    table.log(&declare(0, 4)).json();
    gate.open();
    pad.browser.until("document.querySelector('[data-decide=drop]') !== null");
    assert!(pad.browser.text("[data-meanwhile]").contains("declares 4"), "both versions are shown");
    kifu_tests::eventually("what still fits is sent", || (table.version() == 2).then_some(()));
    pad.tap("[data-decide='drop']");
    pad.at(2);
    assert_eq!(numbers(&table), [4, 9]);
}

#[test]
fn what_two_phones_logged_alike_without_network_is_recorded_once() {
    let service = Service::shared();
    let table = punyon(&service);
    let gates = [Gate::to(service.base()), Gate::to(service.base())];
    let mut pads = gates.each_ref().map(|gate| Pad::of(&table, &gate.base(), Setting::PHONE));
    for (gate, pad) in gates.iter().zip(&pads) {
        gate.shut();
        pad.browser.until("document.documentElement.dataset.connection === 'away'");
    }
    // The second throw is as the first, so that both are legal twice.
    let throw = json!({"type": "throw", "hands": ["rock", "rock"]});
    for (pad, throws) in pads.iter_mut().zip([2, 3]) {
        for waiting in 1..=throws {
            pad.log(&throw);
            pad.browser.until(&format!("document.documentElement.dataset.waiting === '{waiting}'"));
        }
    }
    gates[0].open();
    pads[0].at(2);
    gates[1].open();
    pads[1].at(3);
    assert_eq!(table.version(), 3);
}

#[test]
fn an_undo_takes_back_nothing_that_others_logged_meanwhile() {
    let service = Service::shared();
    let table = not_my_fault::open(&service);
    let gate = Gate::to(service.base());
    let mut pad = Pad::of(&table, &gate.base(), Setting::PHONE);
    pad.log(&declare(0, 3));
    pad.at(1);
    gate.shut();
    pad.browser.until("document.documentElement.dataset.connection === 'away'");
    pad.tap("#undo");
    pad.browser.until("document.documentElement.dataset.waiting === '1'");
    table.log(&declare(1, 9)).json();
    gate.open();
    pad.browser.until("document.querySelector('#keys .why')?.innerText.includes('meanwhile')");
    pad.tap("[data-decide='drop']");
    pad.at(2);
    assert_eq!(numbers(&table), [3, 9]);
}

#[test]
fn two_moves_are_undone_without_network() {
    let service = Service::shared();
    let table = not_my_fault::open(&service);
    let gate = Gate::to(service.base());
    let mut pad = Pad::of(&table, &gate.base(), Setting::PHONE);
    pad.log(&declare(0, 3));
    pad.at(1);
    pad.log(&declare(1, 8));
    pad.at(2);
    gate.shut();
    pad.browser.until("document.documentElement.dataset.connection === 'away'");
    pad.log(&declare(2, 9));
    pad.browser.until("document.documentElement.dataset.waiting === '1'");
    for seat in [2, 1, 0] {
        pad.tap("#undo");
        pad.browser.until(&format!("document.querySelector('#keys').offered[0].seat === {seat}"));
    }
    gate.open();
    pad.browser.until("document.documentElement.dataset.waiting === '0'");
    assert_eq!(table.get("").json()["moves"], 0);
}

#[test]
fn what_somebody_enters_stays_while_others_log() {
    let service = Service::shared();
    let table = service.open(&json!({"game": "dancing_villager", "seats": ["Aki", "Beni", "Chika"]}));
    table.log(&json!({"type": "place_dog", "seat": 0})).send();
    let mut pad = Pad::of(&table, service.base(), Setting::PHONE);
    pad.browser.until("document.documentElement.dataset.connection === 'followed'");
    pad.tap("[data-cell]");
    pad.tap("[data-cell]");
    table.log(&json!({"type": "annotate", "text": "Chika is late."})).json();
    pad.at(2);
    assert_eq!(pad.browser.text("#keys .cell-box .cell-count"), "2");
}

#[test]
fn a_phone_without_room_logs_as_before_and_says_what_it_cannot_keep() {
    let service = Service::shared();
    let table = not_my_fault::open(&service);
    let gate = Gate::to(service.base());
    let mut pad = Pad::of(&table, &gate.base(), Setting::PHONE);
    pad.browser.script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
    );
    gate.shut();
    pad.log(&declare(0, 3));
    pad.log(&declare(1, 8));
    pad.browser.until("document.documentElement.dataset.waiting === '2'");
    pad.browser.until("document.querySelector('#queue').innerText.includes('leave this page open')");
    gate.open();
    pad.at(2);
    assert_eq!(numbers(&table), [3, 8]);
}

#[test]
fn a_phone_that_goes_round_the_table_is_a_pad_of_each_seat() {
    let service = Service::shared();
    let table = punyon(&service);
    let gate = Gate::to(service.base());
    let mut pad = Pad::of_seat(&table, &gate.base(), 0, Setting::PHONE);
    assert!(pad.browser.text("#title").starts_with("Aki"));
    // Aki's choice waits for a service that is away.
    gate.shut();
    pad.browser.until("document.documentElement.dataset.connection === 'away'");
    pad.tap("#keys [data-field='/hand'] [data-key='0']");
    pad.browser.until("document.documentElement.dataset.waiting === '1'");
    pad.browser.visit("about:blank");
    gate.open();

    pad.visit(&table, &gate.base(), "seat", &table.seats[1]);
    assert!(pad.browser.text("#title").starts_with("Beni"), "{}", pad.browser.text("#title"));
    assert_eq!(pad.browser.script("return document.documentElement.dataset.waiting"), "0");
    pad.tap("#keys [data-field='/hand'] [data-key='1']");
    pad.browser.until("document.querySelector('[data-withdraw]') !== null");
    assert_eq!(table.get("/joint").json()["awaited"], json!([0]), "nobody has chosen for Aki");

    pad.browser.visit("about:blank");
    pad.visit(&table, &gate.base(), "seat", &table.seats[0]);
    pad.at(1);
    assert_eq!(table.entries()[0]["hands"], json!(["rock", "scissors"]));
}

/// Half Werewolf at the beginning of the day.
fn day(service: &Service) -> Table {
    let table = service.open_plain("half_werewolf", 4);
    let skip = json!({"type": "skip_ability", "ability": "seer"});
    let pass = json!({"type": "pass_cards", "cards": [null, null, null, null]});
    let deal = json!({"type": "deal", "hands": [null, null, null, null]});
    table.log(&json!([deal, pass, skip])).json();
    table
}

#[test]
fn the_talk_has_its_clock() {
    let service = Service::shared();
    let table = day(&service);
    let pad = Pad::of(&table, service.base(), Setting::PHONE);
    pad.at(3);
    let shown = pad.browser.text("#clock");
    assert!(shown.contains("4:") || shown.contains("5:00"), "{shown}");
    let limit = &table.get("/forms").json()["time_limit"];
    let events = table.get("/events").header("Accept", "application/x-ndjson").send().lines();
    let began = events[2]["at"].clone();
    assert_eq!(*limit, json!({"since": began, "seconds": 300}));
    axe::check(&pad.browser, "a pad with a clock");

    // Five minutes later, by the clock of the phone.
    pad.browser.script("const now = Date.now; Date.now = () => now() + 300_000;");
    pad.browser.until("document.querySelector('#clock').classList.contains('over')");
    pad.browser.until("document.querySelector('#announcer').textContent === 'Time is up.'");
    table.log(&json!({"type": "end_day"})).json();
    pad.browser.until("document.querySelector('#clock').hidden");
}

#[test]
fn two_phones_and_a_spectator_sit_at_one_table() {
    let service = Service::shared();
    let table = punyon(&service);
    let mut aki = Pad::of_seat(&table, service.base(), 0, Setting::PHONE);
    let mut beni = Pad::of_seat(&table, service.base(), 1, Setting::JAPANESE);
    let spectator = Browser::open(Setting::PHONE);
    spectator.visit(&format!("{}/games/{}", service.base(), table.id));
    aki.tap("#keys [data-field='/hand'] [data-key='0']");
    aki.browser.until("document.querySelector('[data-withdraw]') !== null");
    axe::check(&aki.browser, "a seat that waits");
    assert!(!spectator.text("body").contains("rock"));
    beni.tap("#keys [data-field='/hand'] [data-key='1']");
    aki.at(1);
    beni.at(1);
    spectator.until("/rock/.test(document.body.innerText)");
    assert!(beni.browser.text("#last").contains("グー"), "{}", beni.browser.text("#last"));
    axe::check(&beni.browser, "a seat in Japanese");
}

#[test]
fn pads_are_accessible_in_both_languages() {
    let service = Service::shared();
    let games = [
        ("bremen", 4),
        ("dancing_villager", 4),
        ("half_werewolf", 6),
        ("not_my_fault", 4),
        ("punyon_ken", 2),
        ("you_cry_wolf", 4),
    ];
    for setting in
        [Setting { width: 320, height: 568, ..Setting::JAPANESE }, Setting { dark: true, ..Setting::PHONE }]
    {
        let mut pad: Option<Pad> = None;
        let mut pressed = 0;
        for (game, seats) in games {
            let table = service.open_plain(game, seats);
            let pad = match &mut pad {
                Some(pad) => {
                    pad.visit(&table, service.base(), "pad", &table.scribe);
                    pad
                }
                none => none.insert(Pad::of(&table, service.base(), setting)),
            };
            pad.browser.until("document.querySelector('#keys').offered?.length > 0");
            assert_eq!(pad.browser.script("return document.documentElement.lang"), setting.language);
            axe::check(&pad.browser, &format!("{game}, {setting:?}"));
            let key = "#keys [data-key][aria-pressed=false]:not(:disabled)";
            if pad.is_there(key) {
                pad.tap(key);
                if pad.is_there("#keys [aria-pressed=true]") {
                    axe::check(&pad.browser, &format!("{game}, a key pressed, {setting:?}"));
                    pressed += 1;
                }
            }
            let over = pad
                .browser
                .script("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
            assert_eq!(over, 0, "{game} is wider than {}", setting.width);
        }
        assert!(pressed > 1, "no key stays pressed");
    }
}

#[test]
fn a_phone_forgets_a_table_by_two_taps() {
    let service = Service::shared();
    let table = not_my_fault::open(&service);
    let mut pad = Pad::of(&table, service.base(), Setting::PHONE);
    pad.log(&declare(0, 3));
    pad.at(1);
    // The phone goes round the table.
    for seat in 0..2 {
        pad.browser.visit("about:blank");
        pad.visit(&table, service.base(), "seat", &table.seats[seat]);
    }
    pad.tap("#forget");
    axe::check(&pad.browser, "a pad that asks whether to forget");
    pad.tap("#forget");
    pad.browser.until("location.pathname === '/'");
    let id = json!(table.id);
    let names = "return Object.keys(localStorage).filter((name) => name.includes(arguments[0])).length";
    assert_eq!(pad.browser.script_of(names, &[id]), 0);
    pad.browser.visit(&format!("{}/games/{}/pad", service.base(), table.id));
    pad.ready();
    assert!(!pad.is_there("#keys [data-send]"), "without the token nothing can be logged");
}
