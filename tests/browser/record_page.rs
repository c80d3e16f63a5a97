//! The page of a record: followed, replayed, seen with other eyes, kept as pictures.

use std::sync::Arc;

use kifu_tests::{Service, Table, recorded};
use serde_json::{Value, json};

use crate::axe;
use crate::browser::{Browser, Setting};

const DESKTOP: Setting = Setting { width: 1280, height: 900, ..Setting::PHONE };

const WHOLE_GAME: &str = include_str!("../../engine/src/games/you_cry_wolf/recorded/whole_game.json");

fn opened(service: &Service, setting: Setting, path: &str) -> Browser {
    let browser = Browser::open(setting);
    browser.visit(&format!("{}{path}", service.base()));
    browser
}

/// A whole game with secrets, irregular moves and an end.
fn whole_game() -> (Arc<Service>, Table) {
    let service = Service::shared();
    let recorded: Value = serde_json::from_str(WHOLE_GAME).unwrap();
    let opening = &recorded["opening"];
    let table = service
        .open(&json!({"game": "you_cry_wolf", "seats": recorded["names"], "options": opening["options"]}));
    table.log(&recorded["log"]).json();
    (service, table)
}

/// Two lies and two audits, with everything recorded.
fn two_lies() -> (Arc<Service>, Table) {
    let service = Service::shared();
    let options = json!({"deck": [4, 4, 4, 4, 4, 4, 4]});
    let table = service.open(&json!({"game": "not_my_fault", "seats": ["Aki", "Ben"], "options": options}));
    let moves = json!([
        {"type": "declare", "seat": 0, "number": 5, "card": 0},
        {"type": "audit", "seat": 1},
        {"type": "reveal", "cards": [0]},
        {"type": "declare", "seat": 1, "number": 2, "card": 2},
        {"type": "declare", "seat": 0, "number": 8, "card": 1},
        {"type": "audit", "seat": 1},
        {"type": "reveal", "cards": [2, 1]},
    ]);
    table.log(&moves).json();
    (service, table)
}

/// The narration of the step that is shown.
fn said(browser: &Browser) -> String {
    let said =
        browser.find("document.querySelector('.ready') && document.querySelector('#mark-said').innerText");
    said.as_str().unwrap_or_default().to_owned()
}

fn step(browser: &Browser, number: usize) {
    browser.until(&format!("document.querySelector('#scrubber').value === '{number}'"));
}

#[test]
fn a_reader_sees_new_moves_without_reloading() {
    let service = Service::shared();
    let table = service.open(&json!({"game": "punyon_ken", "seats": ["Aki", "Beni"]}));
    let browser = opened(&service, Setting::PHONE, &format!("/games/{}", table.id));
    browser.until("document.title.includes('Punyon-ken')");
    axe::check(&browser, "the page of a record");
    table.log(&json!({"type": "throw", "hands": ["rock", "paper"]})).json();
    browser.until("document.querySelector('#announcer').textContent.includes('Beni')");
    browser.until("document.querySelector('#log').innerText.includes('Beni')");
    table.log(&json!({"type": "take_back", "count": 1})).json();
    browser.until("document.querySelector('#announcer').textContent.includes('taken back')");
    browser.until("document.querySelectorAll('#log .line').length === 0");
}

#[test]
fn the_first_view_of_a_record_takes_two_requests() {
    let (service, finished) = two_lies();
    let live =
        service.open(&json!({"game": "punyon_ken", "seats": ["Aki", "Beni"], "visibility": "private"}));
    let live_address = format!("/games/{}#{}", live.id, live.scribe);
    for (path, id) in
        [(live_address, &live.id), (format!("/games/{}?at=5&chances=1", finished.id), &finished.id)]
    {
        let browser = Browser::open(Setting::PHONE);
        // A stream that the live page follows is no request for what it shows first.
        browser.at_start_of_every_page(
            "new MutationObserver(() => { if (document.querySelector('#record.ready')) \
               window.first ??= performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname) \
               .filter((path) => path.startsWith('/v1/')).sort(); \
             }).observe(document, { attributes: true, subtree: true })",
        );
        browser.visit(&format!("{}{path}", service.base()));
        let first = browser.find("window.first");
        assert_eq!(first, json!([format!("/v1/games/{id}"), format!("/v1/games/{id}/events")]));
        if *id == live.id {
            browser.until("document.querySelector('#to-work').href.endsWith('/pad')");
        } else {
            assert!(said(&browser).contains("Aki declared 8 or more"));
            browser.until("document.querySelector('#board').alt.includes('card 1, that of')");
        }
    }
}

#[test]
fn steps_boards_perspectives_and_later_facts_need_no_request() {
    let (service, table) = whole_game();
    let browser = opened(&service, Setting::PHONE, &format!("/games/{}", table.id));
    browser.until("document.querySelector('.ready') && Number(document.querySelector('#scrubber').max) > 10");
    let requests = "performance.getEntriesByType('resource').filter(({ name }) => /board.svg|replay|events/.test(name)).length";
    let before = browser.script(&format!("return {requests}"));
    assert_eq!(before, 1, "the events, and nothing that follows from them");
    let board = "document.querySelector('#board')";
    for number in [0, 3, 7] {
        browser.script(&format!(
            "const scrubber = document.querySelector('#scrubber'); scrubber.value = {number}; \
             scrubber.dispatchEvent(new Event('input'))"
        ));
        browser.until(&format!("{board}.dataset.at === '{number}'"));
    }
    for (control, change) in [("#hindsight", "checked = false"), ("#perspective", "value = '1'")] {
        let drawn = browser.script(&format!("return {board}.src"));
        browser.script(&format!(
            "const control = document.querySelector('{control}'); control.{change}; control.dispatchEvent(new Event('change'))"
        ));
        browser.until(&format!("{board}.src !== {drawn}"));
    }
    assert_eq!(browser.script(&format!("return {requests}")), before);
}

#[test]
fn steps_go_by_keyboard_and_the_address_keeps_them() {
    let (service, table) = whole_game();
    let browser = opened(&service, Setting::PHONE, &format!("/games/{}", table.id));
    let last =
        browser.find("document.querySelector('.ready') && Number(document.querySelector('#scrubber').max)");
    let last = usize::try_from(last.as_u64().unwrap()).unwrap();
    step(&browser, last);
    browser.press("Home");
    step(&browser, 0);
    browser.press("ArrowRight");
    browser.press("ArrowRight");
    step(&browser, 2);
    browser.until("location.search.includes('at=2')");
    browser.until("document.querySelector('#announcer').textContent.startsWith('Step 2 of')");
    let board = |number| {
        browser.until(&format!("document.querySelector('#board').dataset.at === '{number}'"));
        browser.find("document.querySelector('#board').alt")
    };
    let drawn = board(2);
    browser.press("ArrowLeft");
    step(&browser, 1);
    assert_ne!(board(1), drawn);
    browser.press("End");
    step(&browser, last);
    browser.visit(&format!("{}/games/{}?at=3", service.base(), table.id));
    step(&browser, 3);
    browser.script("document.querySelector('#speed').selectedIndex = 3");
    browser.press(" ");
    browser.until("document.querySelector('#play').getAttribute('aria-label') === 'Pause'");
    browser.until("Number(document.querySelector('#scrubber').value) > 5");
    browser.press(" ");
    browser.until("document.querySelector('#play').getAttribute('aria-label') === 'Play'");
}

#[test]
fn a_log_line_leads_to_its_step_and_notable_steps_are_marked() {
    let (service, table) = whole_game();
    let browser = opened(&service, Setting::PHONE, &format!("/games/{}", table.id));
    browser.until("document.querySelectorAll('#log .line').length > 20");
    browser.script("document.querySelectorAll('#log .line')[6].click()");
    step(&browser, 7);
    browser.until("document.querySelector('[aria-current=step] .stone')?.textContent === '7'");
    let marks = browser.script("return document.querySelectorAll('.mark').length").as_u64().unwrap();
    let lines = browser.script("return document.querySelectorAll('#log .line').length").as_u64().unwrap();
    assert!(marks > 3 && marks * 3 < lines, "{marks} of {lines} steps are marked");
}

#[test]
fn a_finished_game_is_seen_with_anybodys_eyes() {
    let (service, table) = whole_game();
    let browser = opened(&service, Setting::PHONE, &format!("/games/{}?at=9", table.id));
    step(&browser, 9);
    let choose = |value: &str| {
        let body = "const eyes = document.querySelector('#perspective'); eyes.value = arguments[0]; \
                    eyes.dispatchEvent(new Event('change'))";
        browser.script_of(body, &[json!(value)]);
    };
    choose("public");
    step(&browser, 0);
    browser.until("location.search.includes('perspective=public')");
    browser.until("[...document.querySelectorAll('#log .line')].every((line) => !line.checkVisibility())");
    browser.until("document.querySelector('#result').hidden && document.querySelector('#log').innerText.includes('veiled')");
    browser.press("ArrowRight");
    browser.until(
        "[...document.querySelectorAll('#log .line')].filter((line) => line.checkVisibility()).length === 1",
    );
    choose("1");
    browser.until("location.search.includes('perspective=1')");
    browser.until("document.querySelectorAll('.mark').length > 0");
    choose("");
    browser.until("!location.search.includes('perspective')");
}

#[test]
fn the_scribe_writes_notes_and_gives_out_links() {
    let service = Service::shared();
    let table = service.open(&json!({"game": "punyon_ken", "seats": ["Aki", "Beni"]}));
    table.log(&json!({"type": "throw", "hands": ["rock", "paper"]})).json();
    let browser = opened(&service, Setting::PHONE, &format!("/games/{}#{}", table.id, table.scribe));
    browser.tap("#note");
    browser.script("document.querySelector('#note-text').value = 'Well thrown'");
    axe::check(&browser, "writing a note");
    browser.tap("#note-save");
    browser.until("document.querySelector('#log .noted')?.innerText === 'Well thrown'");
    assert_eq!(browser.script("return location.hash"), "", "the token is out of the address");
    // The stream may tell of the note before its own answer has come.
    browser.until("!document.querySelector('#note-dialog').open");
    browser.press("Home");
    browser.until("location.search.includes('at=0')");
    assert_eq!(browser.script("return location.hash"), "", "and stays out of it");
    browser.tap("#share summary");
    browser.until("document.querySelectorAll('.links li').length === 3");
    browser.tap("#share form button");
    browser.until("document.querySelectorAll('.links li').length === 4");
    browser.until("[...document.querySelectorAll('#share .qr')].length === 1");
    axe::check(&browser, "links given out");
}

/// Many a table has no https, and then browsers give no page the clipboard.
#[test]
fn the_link_to_watch_comes_first_and_can_be_copied_without_https() {
    let (service, table) = whole_game();
    let browser = Browser::open(Setting::PHONE);
    browser.at_start_of_every_page(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined }); \
         document.execCommand = (command) => { window.copied = command + ' ' + document.activeElement.value; return true; };",
    );
    browser.visit(&format!("{}/games/{}#{}", service.base(), table.id, table.scribe));
    browser.until("document.querySelector('.ready')");
    browser.tap("#share summary");
    let links = browser.find("document.querySelectorAll('#share input.link').length >= 3 && [...document.querySelectorAll('#share input.link')].map((link) => link.value)");
    assert!(links[0].as_str().unwrap().ends_with(&table.id), "{links}");
    assert!(links[1].as_str().unwrap().ends_with("?perspective=public&at=0"), "{links}");
    assert!(links[2].as_str().unwrap().contains('#'), "{links}");
    browser.tap("#share .link-row button");
    browser.until("document.querySelector('#announcer').textContent === 'Copied'");
    assert_eq!(browser.script("return window.copied"), format!("copy {}", links[0].as_str().unwrap()));
    browser.tap("#step-link");
    browser.until("window.copied.includes('at=')");
}

/// Captures the page's downloads: the name of the file and the start of its content.
const CAPTURE_DOWNLOADS: &str = "window.saved = []; HTMLAnchorElement.prototype.click = function () { \
    fetch(this.href).then((answer) => answer.blob()).then(async (blob) => { \
        const bytes = new Uint8Array(await blob.arrayBuffer()); \
        const image = new Image(); image.src = URL.createObjectURL(blob); await image.decode(); \
        saved.push({ name: this.download, width: image.naturalWidth, text: new TextDecoder('latin1').decode(bytes) }); }); }";

#[test]
fn pictures_of_a_step_and_of_the_whole_game_are_saved() {
    let service = Service::shared();
    let table = service.open(&json!({"game": "punyon_ken", "seats": ["Aki", "Beni"]}));
    let throws = [["rock", "paper"], ["rock", "rock"], ["scissors", "paper"]];
    table.log(&json!(throws.map(|hands| json!({"type": "throw", "hands": hands})))).json();
    let browser = opened(&service, Setting::PHONE, &format!("/games/{}", table.id));
    browser.until("document.querySelector('.ready')");
    // The saved file is fetched again here, which the page itself may not do.
    browser.devtools("Page.setBypassCSP", &json!({"enabled": true}));
    browser.reload();
    browser.until("document.querySelector('.ready')");
    browser.script(CAPTURE_DOWNLOADS);
    for (button, count) in [("as-svg", 1), ("as-png", 2), ("as-animation", 3)] {
        browser.script_of("document.getElementById(arguments[0]).click()", &[json!(button)]);
        browser.until(&format!("saved.length === {count}"));
    }
    let saved = browser.script(
        "return saved.map(({ name, width, text }) => [name.split('.').at(-1), width, \
        text.split('acTL').length - 1, text.split('fcTL').length - 1])",
    );
    assert_eq!(saved, json!([["svg", 360, 0, 0], ["png", 1080, 0, 0], ["png", 720, 1, 4]]));
}

#[test]
fn choices_survive_a_reload() {
    let (service, table) = whole_game();
    let browser = opened(&service, Setting::JAPANESE, &format!("/games/{}?at=3", table.id));
    browser.until("document.documentElement.lang === 'ja' && document.title.includes('狼が来た')");
    axe::check(&browser, "the page of a record in Japanese");
    browser.tap("#language");
    browser.until("document.documentElement.lang === 'en' && document.title.includes('You Cry Wolf')");
    step(&browser, 3);
    browser.visit(&format!("{}/rules", service.base()));
    browser.until("document.documentElement.lang === 'en'");
    browser.script("const theme = document.querySelector('#theme'); theme.value = 'dark'; theme.dispatchEvent(new Event('change'))");
    browser.visit(&format!("{}/games/{}", service.base(), table.id));
    browser.until("getComputedStyle(document.body).backgroundColor === 'rgb(19, 17, 16)'");
    browser.until("document.querySelector('.ready')");
    axe::check(&browser, "the page of a record in the dark");
}

#[test]
fn an_unknown_and_a_private_record_answer_alike_and_lead_back() {
    let service = Service::shared();
    let table =
        service.open(&json!({"game": "punyon_ken", "seats": ["Aki", "Beni"], "visibility": "private"}));
    let unknown = "01890000-0000-7000-8000-000000000000";
    let mut said = Vec::new();
    for id in [table.id.as_str(), unknown] {
        let answer = service.get(&format!("/games/{id}")).header("Accept", "text/html").send();
        assert_eq!(answer.status, 404, "{id}");
        let browser = opened(&service, Setting::PHONE, &format!("/games/{id}"));
        browser.until("document.querySelector('#trouble a')?.checkVisibility()");
        axe::check(&browser, "a record that is not there");
        browser.keep_screenshot("record-gone");
        said.push(browser.text("main"));
        browser.tap("#trouble a");
        browser.until("location.pathname === '/'");
    }
    assert_eq!(said[0], said[1]);
    assert!(said[0].contains("ask the scribe"), "{said:?}");
    let browser = opened(&service, Setting::PHONE, &format!("/games/{}#{}", table.id, table.scribe));
    browser.until("document.querySelector('#record.ready') && document.querySelector('#trouble').hidden");
}

#[test]
fn a_finished_game_says_what_was_a_lie_and_how_likely_it_was() {
    let (service, table) = two_lies();
    let path = format!("/games/{}?at=1", table.id);
    for setting in [Setting::PHONE, DESKTOP] {
        let browser = opened(&service, setting, &path);
        let lie = said(&browser);
        assert!(lie.contains("Aki declared 5 or more and could see that the cards made less."), "{lie}");
        assert!(lie.contains("Claimer: 0 %") && lie.contains("Truth: wrong"), "{lie}");
        assert_eq!(browser.find("document.querySelectorAll('.dots .chance-dot').length"), 3);
        assert_eq!(browser.find("document.querySelectorAll('.mark.lie').length"), 2);
        assert_eq!(browser.find("document.querySelectorAll('.mark.call').length"), 2);
        axe::check(&browser, "the analysis of a finished game");
        assert_eq!(browser.find("document.documentElement.scrollWidth <= innerWidth"), true);
        // Nothing moves while one goes from mark to mark.
        let place = "return document.querySelector('#next-mark').getBoundingClientRect().top + scrollY";
        let before = browser.script(place);
        browser.script("document.querySelector('#next-mark').click()");
        step(&browser, 2);
        let call = said(&browser);
        assert!(call.contains("Ben audited 5; from what Ben saw the audit had 71%."), "{call}");
        assert_eq!(browser.script(place), before);
    }
}

#[test]
fn chances_stand_on_the_board_unless_one_guesses() {
    let (service, table) = two_lies();
    let on_board = "document.querySelector('#board').alt.includes('card 1, that of')";
    for setting in [Setting::PHONE, DESKTOP] {
        let browser = opened(&service, setting, &format!("/games/{}?at=5", table.id));
        browser.until("document.querySelector('.ready') && !document.querySelector('#chances-field').hidden");
        assert_eq!(browser.script(&format!("return {on_board}")), false);
        browser.script("document.querySelector('#chances').click()");
        browser.until(on_board);
        browser.until("location.search.includes('chances=1')");
        axe::check(&browser, "chances on the board");
        browser.keep_screenshot(&format!("chances-not-my-fault-{}", setting.width));
        browser.script("document.querySelector('#guess').click()");
        browser.until(&format!("!{on_board}"));
    }
    for (name, at) in
        [("half_werewolf/whole_game", 8), ("bremen/lost_by_tiles_taken", 33), ("you_cry_wolf/whole_game", 12)]
    {
        let game = recorded().into_iter().find(|game| game.name == name).expect("a recorded game");
        let mut request = game.request();
        if game.game == "you_cry_wolf" {
            let faces = ["cow", "cow", "sheep", "sheep", "sheepdog", "wolf"];
            request["options"]["die_faces"] = json!(faces);
        }
        let table = service.open(&request);
        table.log(&json!(game.log)).json();
        for (dark, perspective) in [(false, ""), (true, "&perspective=0")] {
            let setting = Setting { dark, ..Setting::JAPANESE };
            let path = format!("/games/{}?at={at}&chances=1{perspective}", table.id);
            let browser = opened(&service, setting, &path);
            browser.until("/[0-9] ?[%％]/.test(document.querySelector('#board').alt)");
            axe::check(&browser, "chances on the board");
            browser.keep_screenshot(&format!("chances-{}-{dark}", name.replace('/', "-")));
        }
    }
}

#[test]
fn one_can_guess_before_the_answer_is_shown() {
    let (service, table) = two_lies();
    let browser = opened(&service, Setting::PHONE, &format!("/games/{}?at=4", table.id));
    assert!(said(&browser).contains("4 steps do"));
    browser.script("document.querySelector('#guess').click(); document.querySelector('#next-mark').click()");
    step(&browser, 5);
    let question = said(&browser);
    assert!(question.contains("How likely was this claim") && !question.contains('8'), "{question}");
    browser.script("document.querySelector('#reveal').click()");
    assert!(said(&browser).contains("Aki declared 8 or more"));
}

#[test]
fn the_end_names_the_boldest_lie_and_a_spectator_sees_no_analysis() {
    let (service, table) = two_lies();
    let browser = opened(&service, DESKTOP, &format!("/games/{}", table.id));
    browser.until("document.querySelector('#result').innerText.includes('Boldest lie: Aki declared 5')");
    browser.until("document.querySelector('#result').innerText.includes('Best call: Ben audited 5')");
    browser.visit(&format!("{}/games/{}?at=1&language=ja", service.base(), table.id));
    assert!(said(&browser).contains("Akiは「5以上」と宣言しましたが、足りないことは見えていました。"));
    browser.visit(&format!("{}/games/{}?perspective=public", service.base(), table.id));
    browser.until("document.querySelector('.ready') && document.querySelector('#analysis').hidden");
}

#[test]
fn the_play_that_lost_it_stands_among_those_that_did_not_and_leads_to_a_copy_before_it() {
    let service = Service::shared();
    let lost = recorded().into_iter().find(|game| game.name.ends_with("bremen/lost_by_tiles_taken"));
    let game = lost.expect("a lost game whose hands are known");
    let table = service.open(&game.request());
    table.log(&json!(game.log)).json();
    let browser = opened(&service, Setting::PHONE, &format!("/games/{}?at=34", table.id));
    assert!(said(&browser).contains("Here the win went"));
    browser
        .until("document.querySelector('.odds caption').textContent === 'What could have been played here'");
    browser.until(
        "document.querySelector('.odds .prospect.won') && document.querySelector('.odds .prospect.lost')",
    );
    browser.until(
        "/^\\d+ % ?\\(\\d+ % to \\d+ %\\)$/.test(document.querySelector('.odds .chance').textContent)",
    );
    axe::check(&browser, "a turning point with its tables");
    browser.script("document.querySelector('#play-on').click()");
    browser.until(&format!(
        "location.pathname.startsWith('/games/') && !location.pathname.includes('{}')",
        table.id
    ));
    browser.until("document.querySelector('#record.ready, #pad.ready')");
}

#[test]
fn a_saved_replay_opens_from_a_disk_without_a_network() {
    let (service, table) = two_lies();
    let file = std::env::temp_dir().join(format!("kifu-replay-{}.html", table.id));
    std::fs::write(&file, service.get(&table.path("/replay.html")).send().text()).unwrap();
    let browser = Browser::open(Setting::JAPANESE);
    browser.devtools("Network.enable", &json!({}));
    let offline = json!({"offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0});
    browser.devtools("Network.emulateNetworkConditions", &offline);
    browser.visit(&format!("file://{}?at=5", file.display()));
    browser.until("document.documentElement.lang === 'ja' && document.querySelector('#record.ready')");
    assert!(said(&browser).contains("Aki"));
    browser.tap("#language");
    browser.until("document.documentElement.lang === 'en' && document.querySelector('#record.ready')");
    assert!(said(&browser).contains("Aki declared 8 or more"));
    let board = "document.querySelector('#board')";
    for number in [0, 4, 7, 2] {
        browser.script(&format!(
            "const scrubber = document.querySelector('#scrubber'); scrubber.value = {number}; \
             scrubber.dispatchEvent(new Event('input'))"
        ));
        browser.until(&format!("{board}.dataset.at === '{number}'"));
    }
    for (control, change) in
        [("#hindsight", "checked = false"), ("#chances", "checked = true"), ("#perspective", "value = '1'")]
    {
        let drawn = browser.script(&format!("return {board}.src"));
        browser.script(&format!(
            "const control = document.querySelector('{control}'); control.{change}; control.dispatchEvent(new Event('change'))"
        ));
        browser.until(&format!("{board}.src !== {drawn}"));
    }
    for online in ["#share", "#save-replay", "#continue"] {
        assert_eq!(
            browser.script(&format!("return document.querySelector('{online}').checkVisibility()")),
            false
        );
    }
    assert_eq!(browser.find("document.documentElement.scrollWidth <= innerWidth"), true);
    browser.keep_screenshot("saved-replay");
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_page_saves_its_replay() {
    let (service, table) = two_lies();
    let browser = opened(&service, Setting::PHONE, &format!("/games/{}", table.id));
    browser.until("document.querySelector('.ready')");
    browser.script(
        "window.names = []; HTMLAnchorElement.prototype.click = function () { names.push(this.download); }",
    );
    browser.tap("#save-replay");
    browser.until("document.querySelector('#save-progress').textContent === 'Saved.'");
    assert_eq!(browser.script("return names[0].split('.').at(-1)"), "html");
    // Served, it is no part of the service.
    browser.visit(&format!("{}{}", service.base(), table.path("/replay.html")));
    browser.until("document.querySelector('#record.ready') && origin === 'null'");
}

#[test]
fn a_saved_replay_of_a_live_game_opens() {
    let service = Service::shared();
    let table = service.open(&json!({"game": "punyon_ken", "seats": ["Aki", "Beni"]}));
    table.log(&json!({"type": "throw", "hands": ["rock", "paper"]})).json();
    for token in [None, Some(table.seats[0].as_str()), Some(table.scribe.as_str())] {
        let file = std::env::temp_dir().join(format!("kifu-live-replay-{}.html", table.id));
        std::fs::write(&file, table.get_as(token, "/replay.html").send().text()).unwrap();
        let browser = Browser::open(Setting::PHONE);
        browser.visit(&format!("file://{}", file.display()));
        browser.until("document.querySelector('#record.ready')");
        browser.until("document.querySelector('#record').innerText.includes('Aki throws rock')");
        browser.keep_screenshot("saved-live-replay");
    }
}
