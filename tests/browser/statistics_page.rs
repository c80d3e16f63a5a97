//! The pages of statistics: the archive, a game, a metric.

use std::collections::HashMap;

use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_tests::{Client, Recorded, Service, eventually, random_game};
use serde_json::{Value, json};

use crate::axe;
use crate::browser::{Browser, Setting};

const DARK: Setting = Setting { dark: true, language: "ja", ..Setting::PHONE };
const NARROW: Setting = Setting { width: 320, height: 640, ..Setting::PHONE };
const DESK: Setting = Setting { width: 1440, height: 900, ..Setting::PHONE };

const BIDS: &str = "you_cry_wolf.bid_escalation";

/// Games of two kinds in three months, by Aki and Ben.
fn archive() -> Service {
    let service = Service::start();
    let players = ["Aki", "Ben"].map(|name| new_player(&service, name));
    let mut count = 0;
    for (slug, seats) in [("you_cry_wolf", 3..=4), ("punyon_ken", 2..=2)] {
        let games = finished(slug).filter(|game| seats.contains(&game.names.len())).take(9);
        for (number, game) in games.enumerate() {
            let mut request = game.request();
            for (seat, player) in players.iter().enumerate() {
                request["seats"][seat] = json!({ "player": player });
            }
            request["played_at"] = format!("2026-0{}-15T18:00:00Z", 1 + number % 3).into();
            request["place"] = if number % 2 == 0 { "Kyoto" } else { "Osaka" }.into();
            service.open(&request).log(&json!(game.log)).json();
            count += 1;
        }
    }
    let counted = || (total(&service, "common.moves", "")["games"] == count).then_some(());
    eventually("all games counted", counted);
    service
}

fn new_player(service: &Client, name: &str) -> String {
    service.player_for_anybody(name)
}

/// Games that came to their end without a breach of the rules.
fn finished(slug: &str) -> impl Iterator<Item = Recorded> {
    let game = games::find(slug).unwrap();
    (0..).map(|seed| random_game(game, seed)).filter(|game| {
        let record = game.fold();
        record.status() == Status::Over && !record.is_irregular()
    })
}

fn answer(service: &Client, metric: &str, query: &str) -> Value {
    service.get(&format!("/v1/statistics/{metric}?{query}")).json()
}

fn total(service: &Client, metric: &str, query: &str) -> Value {
    answer(service, metric, query)["total"].clone()
}

fn opened(service: &Service, setting: Setting, path: &str) -> Browser {
    let browser = Browser::open(setting);
    browser.visit(&format!("{}{path}", service.base()));
    browser
}

/// The cells of the rows of a table.
fn rows(browser: &Browser, selector: &str) -> Vec<Vec<String>> {
    let body = "return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText.trim()))";
    serde_json::from_value(browser.script_of(body, &[json!(selector)])).unwrap()
}

#[test]
fn everybody_can_use_every_page_in_both_languages_on_any_screen() {
    let service = archive();
    for (setting, language) in [(Setting::PHONE, "en"), (DARK, "ja"), (NARROW, "en"), (DESK, "ja")] {
        let browser = Browser::open(setting);
        for path in [
            "/statistics",
            "/statistics/you_cry_wolf",
            "/statistics/half_werewolf",
            "/statistics/metrics/you_cry_wolf.bid_escalation",
            "/statistics/metrics/common.won?game=you_cry_wolf&group_by=turn&compare=1,2",
            "/statistics/metrics/punyon_ken.throw?group_by=month,player",
        ] {
            browser.visit(&format!("{}{path}", service.base()));
            browser.script_of(
                "localStorage.setItem('language', arguments[0]); location.reload()",
                &[json!(language)],
            );
            browser.until(&format!(
                "document.documentElement.lang === '{language}' && document.querySelector('.chart img')"
            ));
            browser.until("!document.querySelector('#findings[aria-busy]')");
            // A game that nobody played has no finding, and its other charts are folded.
            let first = "[...document.querySelectorAll('.chart')].find((chart) => chart.checkVisibility())";
            browser.script(&format!("{first}?.scrollIntoView({{ behavior: 'instant' }})"));
            browser.until(&format!("({first})?.querySelector('img').alt ?? true"));
            browser.until("!document.querySelector('[aria-busy] table, .chart-links:empty')");
            axe::check(&browser, &format!("{path} {setting:?}"));
            let wide = browser.script("return document.documentElement.scrollWidth - innerWidth");
            assert!(wide.as_i64().unwrap() <= 0, "{path} is {wide} too wide for {setting:?}");
            assert_eq!(browser.script("return [...document.querySelectorAll('.trouble:not([hidden])')].filter((one) => one.checkVisibility()).length"), 0, "{path}");
        }
    }
}

#[test]
fn the_table_shows_the_figures_of_the_api() {
    let service = archive();
    let browser = opened(&service, DESK, &format!("/statistics/metrics/{BIDS}?group_by=animal"));
    browser.until("document.querySelector('#answer tbody tr')");
    let answered = answer(&service, BIDS, "group_by=animal");
    let groups = answered["groups"].as_array().unwrap();
    let shown = rows(&browser, "#answer");
    assert!(groups.len() > 2 && shown.len() == groups.len() + 1, "{shown:?}");
    let figures = [&answered["total"]].into_iter().chain(groups);
    for (row, figures) in shown.iter().zip(figures) {
        let [name, mean, interval, _, n, unknown, games, spread, ..] = &row[..] else { panic!("{row:?}") };
        assert_eq!(*name, figures["key"]["animal"].as_str().unwrap_or("All"));
        assert_eq!(*n, figures["n"].to_string());
        assert_eq!(*unknown, figures["unknown"].to_string());
        assert_eq!(*games, figures["games"].to_string());
        let ends = interval.split_once(" to ").map(|(low, high)| [low, high]);
        let [low, high] = ends.unwrap_or(["–"; 2]);
        for (text, figure) in [
            (mean.as_str(), &figures["mean"]),
            (spread.as_str(), &figures["standard_deviation"]),
            (low, &figures["interval"]["low"]),
            (high, &figures["interval"]["high"]),
        ] {
            let number: Option<f64> = text.replace('−', "-").parse().ok();
            let is_near = match (number, figure.as_f64()) {
                (Some(number), Some(figure)) => (number - figure).abs() <= 0.0051,
                (None, None) => true,
                _ => false,
            };
            assert!(is_near, "{text} is not {figure} in {row:?}");
        }
    }
    let csv = browser.script("return document.querySelector('.chart-links a').href");
    let csv = csv.as_str().unwrap().strip_prefix(service.base()).unwrap().to_owned();
    assert_eq!(service.get(&csv).send().text().lines().count(), shown.len() + 1);
}

#[test]
fn filters_are_in_the_address_and_hold_for_the_whole_page() {
    let service = archive();
    let browser = opened(&service, Setting::PHONE, "/statistics/you_cry_wolf");
    browser.until("document.querySelector('#counted').textContent.startsWith('9 games')");
    browser.until("document.querySelectorAll('#leaders-table tbody tr').length === 2");
    browser.tap("#filters summary");
    browser
        .until("[...document.querySelector('[name=place]').options].some(({ value }) => value === 'Kyoto')");
    browser.until("[...document.querySelector('[name=player]').options].some(({ text }) => text === 'Aki')");
    browser.script("document.querySelector('[name=place]').value = 'Kyoto'");
    browser.tap("#filters button[type=submit]");
    browser.until("location.search === '?place=Kyoto' && document.querySelector('#counted').textContent.startsWith('5 games')");
    browser.until("document.querySelector('#in-force').innerText.includes('Place: Kyoto')");
    let chart = browser.script("return document.querySelector('.metric .chart-links a').search");
    assert!(chart.as_str().unwrap().contains("place=Kyoto"), "{chart}");
    let link = browser.script("return document.querySelector('.metric p > a').search");
    assert_eq!(link, "?place=Kyoto", "the page of a metric takes the filters over");
    browser.script("const field = document.querySelector('[name=irregular]'); field.value = 'only'; field.dispatchEvent(new Event('change', { bubbles: true }))");
    browser.until("document.querySelector('#counted').textContent.startsWith('No finished game')");
    axe::check(&browser, "statistics without a game");
    browser.script("history.back()");
    browser.until("location.search === '?place=Kyoto' && document.querySelector('#counted').textContent.startsWith('5 games')");
    assert_eq!(browser.script("return document.querySelector('[name=irregular]').value"), "");
    browser.script("document.querySelector('[name=min_games]').value = '10'; document.querySelector('[name=min_games]').dispatchEvent(new Event('change', { bubbles: true }))");
    browser.until("location.search.includes('min_games=10') && document.querySelector('#leaders-table').innerText.includes('Nobody')");
    browser.tap("#in-force button");
    browser.until(
        "location.search === '?min_games=10' && document.querySelector('#counted').textContent.startsWith('9 games')",
    );
    browser.visit(&format!("{}/statistics/you_cry_wolf?seats=none", service.base()));
    browser.until("document.querySelector('#leaders-table .trouble')");
}

#[test]
fn charts_are_loaded_when_they_are_nearly_seen_and_move_nothing() {
    let service = archive();
    let browser = opened(&service, Setting::PHONE, "/statistics/you_cry_wolf");
    browser.until("document.querySelector('.chart img')");
    let last = "[...document.querySelectorAll('.metric .chart img')].at(-1)";
    browser.until("document.querySelector('#counted').textContent.startsWith('9 games')");
    browser.until("!document.querySelector('#findings[aria-busy]')");
    let loaded = browser
        .script("return [...document.querySelectorAll('.chart img')].filter((image) => image.src).length");
    assert!(loaded.as_u64().unwrap() < 4, "{loaded} charts were loaded at once");
    // Pages that are being drawn grow: a user who wants the end scrolls until it is there.
    browser.script(&format!("{last}.closest('details').open = true"));
    browser.until(&format!("({last}.scrollIntoView({{ behavior: 'instant' }}), {last}.alt)"));
    browser.visit(&format!("{}/statistics/metrics/{BIDS}", service.base()));
    browser
        .until("document.querySelector('.chart img')?.complete && document.querySelector('.chart img').alt");
    let moved = browser.script(
        "return new Promise((told) => { let moved = 0; \
         new PerformanceObserver((list) => { for (const entry of list.getEntries()) moved += entry.value; }) \
             .observe({ type: 'layout-shift', buffered: true }); \
         setTimeout(() => told(moved), 300); })",
    );
    assert!(moved.as_f64().unwrap() < 0.05, "the page moved by {moved}");
}

/// Six screens of a phone.
const MAX_PHONE_LENGTH: f64 = 6.0 * 844.0;

#[test]
fn a_page_of_statistics_is_at_most_six_screens_of_a_phone_long() {
    let service = archive();
    for path in [
        "/statistics",
        "/statistics/you_cry_wolf",
        "/statistics/punyon_ken",
        "/statistics/metrics/common.won?group_by=turn",
    ] {
        for setting in [Setting::PHONE, DARK] {
            let browser = opened(&service, setting, path);
            browser.until("document.querySelector('.chart img')?.alt && !document.querySelector('#findings[aria-busy], #leaders-table[aria-busy]')");
            let length = browser.script("return document.documentElement.scrollHeight").as_f64().unwrap();
            println!("{path} {}: {:.1} screens", setting.language, length / 844.0);
            assert!(length <= MAX_PHONE_LENGTH, "{path} is {length} pixels long in {}", setting.language);
        }
    }
}

#[test]
fn a_game_begins_with_three_findings_in_words_and_charts() {
    let service = archive();
    for (setting, chance) in [(Setting::PHONE, "chance"), (DARK, "偶然")] {
        let browser = opened(&service, setting, "/statistics/you_cry_wolf");
        browser.until("document.querySelectorAll('.finding .chart img').length === 3");
        let found = browser.text("#findings");
        assert!(found.contains(chance), "{found}");
        let said = browser
            .script("return [...document.querySelectorAll('.finding .lead')].map((one) => one.textContent)");
        let said: Vec<String> = serde_json::from_value(said).unwrap();
        let has_figure = |sentence: &String| sentence.contains(|letter: char| letter.is_ascii_digit());
        assert!(said.len() == 3 && said.iter().all(has_figure), "{said:?}");
        let metrics = browser.script("return new Set([...document.querySelectorAll('.finding h3 a')].map((link) => link.pathname)).size");
        assert_eq!(metrics, 3, "each of another metric");
        browser.keep_screenshot(&format!("statistics-findings-{}", setting.language));
        browser.tap(".finding h3 a");
        browser.until("location.pathname.includes('/statistics/metrics/you_cry_wolf.') && document.querySelector('#answer tbody tr')");
    }
}

#[test]
fn two_groups_are_compared() {
    let service = archive();
    let browser = opened(&service, DESK, &format!("/statistics/metrics/{BIDS}"));
    browser.until("document.querySelectorAll('#answer table').length === 2");
    browser.tap("#groupings [data-grouping=animal]");
    browser.until(
        "location.search === '?group_by=animal' && document.querySelectorAll('#one option').length > 2",
    );
    let choose = |field: &str, value: &str| {
        let body = "const field = document.querySelector(arguments[0]); field.value = arguments[1]; \
                    field.dispatchEvent(new Event('change', { bubbles: true }))";
        browser.script_of(body, &[json!(field), json!(value)]);
    };
    choose("#one", "cow");
    choose("#other", "wolf");
    browser.until("location.search.endsWith('compare=cow&compare=wolf') && document.querySelector('#comparison tbody tr')");
    axe::check(&browser, "two groups compared");
    let answered = answer(&service, BIDS, "group_by=animal&compare=cow,wolf");
    let shown = &rows(&browser, "#comparison")[0];
    let difference: f64 = shown[1].replace('−', "-").replace('±', "").parse().unwrap();
    assert!(
        (difference - answered["comparison"]["difference"].as_f64().unwrap()).abs() <= 0.0051,
        "{shown:?}"
    );
    browser.reload();
    browser.until(
        "document.querySelector('#other').value === 'wolf' && !document.querySelector('#comparison').hidden",
    );
    browser.tap("#groupings [data-grouping=month]");
    browser.until("location.search === '?group_by=month' && document.querySelector('#comparison').hidden");
    browser.until("[...document.querySelectorAll('#answer tbody a')].some((link) => link.search.includes('from=2026-01-01&to=2026-01-31'))");
}

#[test]
fn a_metric_is_found_by_its_words() {
    let service = archive();
    let browser = opened(&service, Setting::PHONE, "/statistics");
    browser.until("document.querySelectorAll('#months tbody tr').length === 3");
    let link = browser.script("const { pathname, search } = document.querySelector('#months a[download]'); return pathname + search");
    let sheet = service.get(link.as_str().unwrap()).send().text();
    let months: Vec<&str> = sheet.lines().filter_map(|line| line.strip_prefix("group,")?.get(..7)).collect();
    assert_eq!(months, ["2026-03", "2026-02", "2026-01"]);
    browser.until("document.querySelector('[data-game=punyon_ken]').textContent.startsWith('9 games')");
    browser.write("#seek", "Cry Wolf raises");
    let found = "[...document.querySelectorAll('.metrics li')].filter((one) => one.checkVisibility())";
    browser.until(&format!("location.search === '?q=Cry+Wolf+raises' && {found}.length === 1"));
    axe::check(&browser, "a metric found");
    browser.reload();
    browser.until(&format!("{found}.length === 1"));
    browser.write("#seek", "zzz");
    browser.until(&format!(
        "{found}.length === 0 && document.querySelector('#sought').textContent.startsWith('No metric')"
    ));
}

/// Games of every kind, a few each.
fn archive_of_all() -> Service {
    let service = Service::start();
    let mut count = 0;
    for game in games::ALL {
        for game in finished(game.meta().slug).take(4) {
            service.open(&game.request()).log(&json!(game.log)).json();
            count += 1;
        }
    }
    let counted = || (total(&service, "common.moves", "")["games"] == count).then_some(());
    eventually("all games counted", counted);
    service
}

/// Questions with words in the answers or their groups; with the words and their names in Japanese.
fn questions_of_words(service: &Service) -> Vec<(String, HashMap<String, String>)> {
    let words = |words: &Value| -> HashMap<String, String> {
        let words = words.as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        words.map(|word| (text(&word["name"]), text(&word["title"]["ja"]))).collect()
    };
    let endings = service.get("/v1/rules").json()["games"].clone();
    let endings = endings.as_array().unwrap().iter().flat_map(|game| words(&game["endings"])).collect();
    let mut questions = vec![("common.won?group_by=result".to_owned(), endings)];
    let catalogue = service.get("/v1/statistics").json();
    for metric in catalogue["metrics"].as_array().unwrap() {
        let (id, own) = (metric["id"].as_str().unwrap(), words(&metric["words"]));
        if !own.is_empty() {
            questions.push((id.to_owned(), own));
            continue;
        }
        let dimensions = metric["dimensions"].as_array().unwrap();
        if let Some(dimension) = dimensions.iter().find(|one| one["words"][0].is_object()) {
            let by = dimension["name"].as_str().unwrap();
            questions.push((format!("{id}?group_by={by}"), words(&dimension["words"])));
        }
    }
    questions
}

#[test]
fn no_table_has_the_words_of_the_machine() {
    let service = archive_of_all();
    let browser = Browser::open(DESK);
    let mut translated = 0;
    for (question, words) in questions_of_words(&service) {
        let (metric, query) = question.split_once('?').unwrap_or((&question, ""));
        let all = &total(&service, metric, query)["n"];
        if *all == json!(0) {
            continue;
        }
        let address = format!("{}/statistics/metrics/{metric}?{query}&language=ja", service.base());
        browser.visit(&address);
        browser
            .until("document.querySelector('#answer tbody tr') && document.querySelector('.chart img').alt");
        let alt = browser.script("return document.querySelector('.chart img').alt");
        let cells: Vec<String> = rows(&browser, "#answer").into_iter().flatten().collect();
        let is_translated = |cell: &&String| words.values().any(|title| title == *cell);
        assert!(cells.iter().all(|cell| !words.contains_key(cell)), "{question}: {cells:?}");
        let titles: Vec<_> = cells.iter().filter(is_translated).collect();
        assert!(titles.iter().all(|title| alt.as_str().unwrap().contains(*title)), "{question}: {alt}");
        translated += titles.len();
        let same = "return [...document.querySelectorAll('[name^=\"dimension.\"] option, [name=result] option, #one option')] \
                    .filter((one) => one.value && one.value === one.textContent && /[a-z]/.test(one.value)).length";
        assert_eq!(browser.script(same), 0, "{question}: choices are called by their words");
    }
    assert!(translated > 30, "only {translated} words were told");
    let visit = |question: &str| {
        browser.visit(&format!("{}/statistics/metrics/{question}&language=ja", service.base()));
        browser.until("document.querySelectorAll('#answer tbody tr').length > 1");
        rows(&browser, "#answer").into_iter().map(|row| row[0].clone()).collect::<Vec<_>>()
    };
    let groups = visit("common.won?group_by=variant");
    assert!(
        groups.contains(&"標準".to_owned()) && groups.iter().all(|name| !name.contains(['=', '_', '"'])),
        "{groups:?}"
    );
    let groups = visit("not_my_fault.win?group_by=option.extreme");
    assert!(groups.iter().skip(1).all(|name| ["はい", "いいえ"].contains(&&**name)), "{groups:?}");
    let groups = visit("half_werewolf.win?group_by=pair");
    assert!(
        groups.iter().any(|name| name.contains("村人")) && groups.iter().all(|name| !name.contains('+')),
        "{groups:?}"
    );
    axe::check(&browser, "pairs of words");
}

#[test]
fn every_way_leads_to_a_games_statistics() {
    let service = archive();
    for path in ["/", "/rules/you_cry_wolf", "/statistics"] {
        let browser = opened(&service, Setting::PHONE, path);
        browser.tap("main a[href$='statistics/you_cry_wolf']");
        browser.until("location.pathname === '/statistics/you_cry_wolf' && document.querySelector('#leaders-table a[href*=\"/players/\"]')");
    }
    let over = service.get("/v1/games?game=you_cry_wolf&status=over&limit=1").json();
    let id = over["games"][0]["id"].as_str().unwrap();
    let browser = opened(&service, Setting::PHONE, &format!("/games/{id}"));
    browser.until("document.querySelector('#facts a')?.pathname === '/statistics/you_cry_wolf'");
}

#[test]
fn stretches_of_time_are_searched_by_their_first_and_last_day() {
    let service = Service::shared();
    let browser = opened(&service, Setting::PHONE, "/statistics");
    let days = browser.script(
        "return import('/pages/0/lib/records-search.js').then(({ days }) => \
         [['day', '2026-03-01'], ['week', '2026-W01'], ['week', '2026-W53'], ['week', '2021-W01'], ['month', '2024-02'], ['year', '2025']] \
         .map(([way, name]) => days(way, name).join(' ')))",
    );
    let expected = [
        "2026-03-01 2026-03-01",
        "2025-12-29 2026-01-04",
        "2026-12-28 2027-01-03",
        "2021-01-04 2021-01-10",
        "2024-02-01 2024-02-29",
        "2025-01-01 2025-12-31",
    ];
    assert_eq!(days, json!(expected));
}
