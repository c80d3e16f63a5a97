//! Home, opening a record, and the rules.

use kifu_tests::{Service, eventually};
use serde_json::json;

use crate::axe;
use crate::browser::{Browser, Setting};

const DARK: Setting = Setting { dark: true, language: "ja", ..Setting::PHONE };

#[test]
fn a_record_is_opened_in_three_taps() {
    let service = Service::shared();
    let browser = Browser::open(Setting::PHONE);
    browser.visit(&format!("{}/", service.base()));
    browser.tap(".game[href$=punyon_ken]");
    browser.until("document.querySelector('#go')");
    axe::check(&browser, "opening a record");
    browser.tap("#go");
    browser.until("document.activeElement.id === 'opened'");
    browser.until("document.querySelector('#opened a')?.href.includes('/pad#kifu_')");
    browser.tap(".issued-links li:nth-child(2) summary");
    browser.until("document.querySelector('.issued-links li:nth-child(2) .qr')?.alt.includes('Seat 1')");
    let watching = "document.querySelector('.issued-links li:first-child input').value";
    browser.until(&format!("{watching}.includes('/games/') && !{watching}.includes('#')"));
    axe::check(&browser, "a record opened");
}

#[test]
fn seats_and_settings_are_as_they_were_chosen() {
    let service = Service::shared();
    let browser = Browser::open(Setting::JAPANESE);
    browser.visit(&format!("{}/open/half_werewolf", service.base()));
    browser.until("document.querySelectorAll('#names input').length === 4");
    let choose = "const field = document.querySelector('[data-setting=variant]'); field.value = 'dangerous_neighbour'; \
                  field.dispatchEvent(new Event('change', { bubbles: true }))";
    browser.script(choose);
    browser.until("document.querySelectorAll('#names input').length === 6");
    browser.script("document.querySelectorAll('#names input')[2].value = '千佳'");
    browser.script("document.querySelector('#visibility').value = 'unlisted'");
    browser.tap("#go");
    let link = browser.find("document.querySelector('#opened a')?.href");
    let id = link.as_str().unwrap().split("/games/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    let record = service.get(&format!("/v1/games/{id}")).json();
    assert_eq!(record["names"], json!([null, null, "千佳", null, null, null]));
    assert_eq!(
        (&record["options"]["variant"], &record["visibility"]),
        (&json!("dangerous_neighbour"), &json!("unlisted"))
    );
}

#[test]
fn what_odds_need_is_given_as_a_whole_and_remembered() {
    let service = Service::shared();
    let browser = Browser::open(Setting::PHONE);
    let page = format!("{}/open/you_cry_wolf", service.base());
    browser.visit(&page);
    browser.script("document.querySelector('form details').scrollIntoView({ block: 'center' })");
    browser.tap("form details summary");
    let fields = "document.querySelectorAll('[data-list=die_faces] select')";
    let faces = ["cow", "cow", "sheep", "sheep", "sheepdog", "wolf"];
    let give = |count: usize| {
        browser.script_of(
            &format!("arguments[0].forEach((face, side) => {{ {fields}[side].value = face; }})"),
            &[json!(faces[..count])],
        );
    };
    give(5);
    browser.tap("#go");
    browser.until("document.querySelector('#trouble').textContent.includes('Sides of a die')");
    axe::check(&browser, "a list filled in partly");
    give(6);
    browser.tap("#go");
    let link = browser.find("document.querySelector('#opened a')?.href");
    let id = link.as_str().unwrap().split("/games/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    assert_eq!(service.get(&format!("/v1/games/{id}")).json()["options"]["die_faces"], json!(faces));
    browser.visit(&page);
    browser.until(&format!("{fields}[5]?.value === 'wolf' && {fields}[5].closest('details').open"));
}

#[test]
fn profiles_are_picked_or_made_where_a_record_is_opened_and_afterwards() {
    let service = Service::start();
    let aki = json!(service.player_for_anybody("Aki"));
    // Strangers find people of public records only.
    service.open(&json!({"game": "punyon_ken", "seats": [{"player": aki}, null]}));
    let browser = Browser::open(Setting::PHONE);
    let choose = |selector: &str, value: &str| {
        browser.script_of(
            "document.querySelector(arguments[0]).value = arguments[1]",
            &[json!(selector), json!(value)],
        );
    };
    browser.visit(&format!("{}/open/punyon_ken", service.base()));
    browser.until("document.querySelectorAll('#names .profile').length === 2");
    browser.write("#names li:nth-child(1) input", "Aki");
    browser.write("#names li:nth-child(2) input", "Ben");
    browser.until(&format!(
        "document.querySelector('#names li:nth-child(1) option[value=\"{}\"]')",
        aki.as_str().unwrap()
    ));
    choose("#names li:nth-child(1) .profile", aki.as_str().unwrap());
    choose("#names li:nth-child(2) .profile", "new");
    axe::check(&browser, "profiles to choose from");
    browser.keep_screenshot("open-profiles");
    browser.tap("#go");
    browser
        .until("[...document.querySelectorAll('#opened input')].some(({ value }) => /^kifu_/.test(value))");
    axe::check(&browser, "a profile was made");
    let link = browser.find("document.querySelector('#opened a')?.href");
    let link = link.as_str().unwrap().replace("/pad#", "#");
    let id = link.split("/games/").nth(1).unwrap().split('#').next().unwrap();
    let record = || service.get(&format!("/v1/games/{id}")).json();
    assert_eq!(record()["seating"][0]["player"]["id"], aki);
    assert!(record()["seating"][1]["player"]["id"].is_string(), "{}", record());
    browser.visit(&link);
    browser.until("document.querySelector('#record.ready')");
    browser.tap("#edit summary");
    browser.until("document.querySelectorAll('#edit .profile').length === 2");
    axe::check(&browser, "a record to be edited");
    browser.keep_screenshot("record-edit");
    browser.script("const [, ben, place, , tags] = document.querySelectorAll('#edit input'); ben.value = 'Benno'; ben.dispatchEvent(new Event('input')); place.value = 'Kyoto'; tags.value = 'club, final'");
    browser.tap("#edit button[type=submit]");
    browser.until("document.querySelector('#edit [role=status]').textContent.includes('was changed')");
    let changed = record();
    assert_eq!(changed["names"], json!(["Aki", "Benno"]));
    assert_eq!((&changed["place"], &changed["tags"]), (&json!("Kyoto"), &json!(["club", "final"])));
    assert_eq!(changed["seating"][0]["player"]["id"], aki);
    assert!(changed["seating"][1]["player"].is_null(), "{changed}");
}

#[test]
fn a_refused_opening_is_explained() {
    let service = Service::start_as(|kifu| {
        kifu.env("KIFU_OPERATOR_KEY", "the-operators-key-of-this-test-0").env("KIFU_REQUIRE_KEY", "true");
    });
    let browser = Browser::open(Setting::PHONE);
    browser.visit(&format!("{}/open/bremen", service.base()));
    browser.tap("#go");
    browser.until("!document.querySelector('#trouble').hidden && document.activeElement.id === 'key'");
    axe::check(&browser, "asked for the key");
    browser.script("document.querySelector('#key').value = 'the-operators-key-of-this-test-0'");
    browser.tap("#go");
    browser.until("document.activeElement.id === 'opened'");
}

#[test]
fn home_shows_tables_as_they_come_and_finds_records() {
    let service = Service::start();
    let browser = Browser::open(DARK);
    browser.visit(&format!("{}/", service.base()));
    browser.until("!document.querySelector('#live').hasAttribute('aria-busy')");
    axe::check(&browser, "home without records");
    service.open(&json!({"game": "bremen", "seats": ["Aki", "Ben", "Chika"], "place": "Kyoto"}));
    browser.until("document.querySelector('#live .card')?.innerText.includes('Chika')");
    axe::check(&browser, "home with a table");
    browser.script("document.querySelector('[name=q]').value = 'Kyoto'");
    browser.tap("#search button");
    browser.until(
        "location.search.includes('q=Kyoto') && document.querySelectorAll('#found .card').length === 1",
    );
    axe::check(&browser, "records found");
    browser.visit(&format!("{}/?contains=nonsense", service.base()));
    browser.until("!document.querySelector('#found-trouble').hidden");
}

#[test]
fn the_rules_are_read_by_everybody() {
    let service = Service::shared();
    for setting in [Setting::PHONE, DARK] {
        let browser = Browser::open(setting);
        for path in ["/rules", "/rules/you_cry_wolf", "/rules/bremen#BR-6"] {
            browser.visit(&format!("{}{path}", service.base()));
            axe::check(&browser, path);
        }
        browser.until("document.querySelector(':target').textContent === 'BR-6'");
    }
}

/// Pictures in an `<img>` do not see the page's styles; they follow its colour scheme, not only the device's.
#[test]
fn the_set_up_is_drawn_in_the_theme_that_somebody_chose() {
    let service = Service::shared();
    let open = |dark| {
        let browser = Browser::open(Setting { dark, ..Setting::PHONE });
        browser.visit(&format!("{}/rules/bremen", service.base()));
        browser.until("document.querySelector('#set-up').complete");
        browser
    };
    let photograph = |browser: &Browser| {
        let area = browser.find(
            "(({x, y, width, height}) => ({x: x + scrollX, y: y + scrollY, width, height, scale: 1}))\
             (document.querySelector('#set-up').getBoundingClientRect())",
        );
        let photograph = json!({"format": "png", "captureBeyondViewport": true, "clip": area});
        browser.devtools("Page.captureScreenshot", &photograph)["data"].clone()
    };
    let (on_light, on_dark) = (open(false), open(true));
    let (light, dark) = (photograph(&on_light), photograph(&on_dark));
    assert_ne!(light, dark);
    // The browser draws a picture of its own anew some frames after its page.
    for (browser, chosen, expected) in [(&on_light, "dark", &dark), (&on_dark, "light", &light)] {
        let choose = "const theme = document.querySelector('#theme'); theme.value = arguments[0]; \
                      theme.dispatchEvent(new Event('change'));";
        browser.script_of(choose, &[json!(chosen)]);
        eventually(&format!("the set-up is {chosen}"), || (photograph(browser) == *expected).then_some(()));
    }
}

#[test]
fn tables_of_the_rules_fit_the_smallest_phone() {
    let service = Service::shared();
    for language in ["en", "ja"] {
        let browser = Browser::open(Setting { width: 320, language, ..Setting::PHONE });
        for slug in ["bremen", "half_werewolf"] {
            browser.visit(&format!("{}/rules/{slug}", service.base()));
            let wide = "return [...document.querySelectorAll('.scrolls')].map(({scrollWidth, clientWidth}) => \
                        scrollWidth - clientWidth)";
            browser.until("document.querySelector('.scrolls')");
            let wide = browser.script(wide);
            let wide = wide.as_array().expect("a list");
            assert!(!wide.is_empty() && wide.iter().all(|by| *by == 0), "{slug} in {language}: {wide:?}");
        }
    }
}
