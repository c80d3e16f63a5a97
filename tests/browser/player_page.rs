//! Pages about people: found by name, the leaders, a player's games, and the way there from every table.

use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_tests::{Client, Recorded, Service, eventually, random_game};
use serde_json::{Value, json};

use crate::axe;
use crate::browser::{Browser, Setting};

const OPERATOR: &str = "the-operators-key-of-this-test-0";
const NARROW: Setting = Setting { width: 320, height: 568, ..Setting::JAPANESE };
const DARK: Setting = Setting { dark: true, ..Setting::PHONE };
/// A game with places, and one that all win or lose together.
const KINDS: [(&str, usize); 2] = [("not_my_fault", 3), ("bremen", 3)];
const GAMES: usize = 4;

/// Three people with some games behind them.
struct Archive {
    service: Service,
    people: [String; 3],
}

impl Archive {
    fn start() -> Self {
        let service = Service::start_with(&[("KIFU_OPERATOR_KEY", OPERATOR)]);
        let people = ["Aki", "Ben", "千佳"].map(|name| player(&service, name));
        for (kind, seats) in KINDS {
            for (index, game) in finished(kind, seats).take(GAMES).enumerate() {
                record(&service, &game, &people, index);
            }
        }
        let archive = Self { service, people };
        eventually("every game is counted", || {
            let counted = |game: &Value| game["games"] == json!(GAMES);
            let games = archive.api("/statistics")["games"].clone();
            games.as_array().filter(|games| games.len() == KINDS.len() && games.iter().all(counted))?;
            Some(())
        });
        archive
    }

    /// The API's answer about the first of them.
    fn api(&self, rest: &str) -> Value {
        self.service.get(&format!("/v1/players/{}{rest}", self.people[0])).json()
    }

    /// The page of the first of them.
    fn visit(&self, browser: &Browser, query: &str) {
        browser.visit(&format!("{}/players/{}{query}", self.service.base(), self.people[0]));
        browser.until("!document.querySelector('#profile').hasAttribute('aria-busy')");
    }
}

fn player(client: &Client, name: &str) -> String {
    client.player_for_anybody(name)
}

/// Games that came to their end without a breach of the rules.
fn finished(slug: &str, seats: usize) -> impl Iterator<Item = Recorded> {
    let game = games::find(slug).unwrap();
    (0..).map(move |seed| random_game(game, seed)).filter(move |game| {
        let record = game.fold();
        record.status() == Status::Over && !record.is_irregular() && game.names.len() == seats
    })
}

/// Records it, with a month between one and the next; everybody sits somewhere else each time.
fn record(client: &Client, game: &Recorded, people: &[String], index: usize) {
    let mut request = game.request();
    for (seat, id) in people.iter().cycle().skip(index).take(people.len()).enumerate() {
        request["seats"][seat] = json!({"player": id});
    }
    request["played_at"] = format!("2026-{:02}-05T18:00:00Z", index + 1).into();
    client.open(&request).log(&json!(game.log)).json();
}

/// The texts of the cells of a table's body, row by row.
fn cells(browser: &Browser, table: &str) -> Vec<Vec<String>> {
    let body = "return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))";
    serde_json::from_value(browser.script_of(body, &[json!(table)])).unwrap()
}

/// The number that a cell begins with; shares as per cent.
fn number(cell: &str) -> f64 {
    let digits = cell.replace('−', "-").replace('+', "");
    let end = digits.find(|letter: char| !"-0123456789.".contains(letter)).unwrap_or(digits.len());
    digits[..end].parse().unwrap_or_else(|_| panic!("{cell:?} is no number"))
}

fn assert_near(cell: &str, expected: &Value, times: f64) {
    let expected = expected.as_f64().unwrap() * times;
    assert!((number(cell) - expected).abs() <= 0.06, "the page says {cell}, the API {expected}");
}

/// Brings a chart into view and waits for its picture and numbers.
fn show_chart(browser: &Browser, figure: &str) {
    browser.until(&format!("document.querySelector('{figure} details')"));
    browser.script(&format!(
        "const figure = document.querySelector('{figure}'); figure.scrollIntoView(); figure.querySelector('details').open = true"
    ));
    browser.until(&format!(
        "!document.querySelector('{figure}').hasAttribute('aria-busy') && document.querySelector('{figure} img').alt && document.querySelector('{figure} tbody tr')"
    ));
}

/// Checks that a text is a number of the API without its decimals.
fn assert_whole(text: &str, number: &Value) {
    let (shown, number): (f64, f64) = (text.replace('−', "-").parse().unwrap(), number.as_f64().unwrap());
    assert!((shown - number).abs() <= 0.500_001, "{text} is not {number}");
}

fn over(browser: &Browser) -> Value {
    browser.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
}

fn choose(browser: &Browser, field: &str, value: &str) {
    let body = "const field = document.querySelector(arguments[0]); field.value = arguments[1]; \
                field.dispatchEvent(new Event('change', { bubbles: true }))";
    browser.script_of(body, &[json!(field), json!(value)]);
}

#[test]
fn a_profile_shows_the_figures_of_the_api() {
    let archive = Archive::start();
    let browser = Browser::open(Setting::PHONE);
    archive.visit(&browser, "");
    assert_eq!(browser.text("#name"), "Aki");
    let [_, ben, _] = &archive.people;

    for game in archive.api("/statistics")["games"].as_array().unwrap() {
        let sheet = format!("[data-played={}]", game["game"].as_str().unwrap());
        let body = "return [...document.querySelectorAll(arguments[0] + ' .figure')].map((value) => value.textContent)";
        let shown: Vec<String> = serde_json::from_value(browser.script_of(body, &[json!(sheet)])).unwrap();
        assert_near(&shown[0], &game["games"], 1.0);
        assert_near(&shown[1], &game["wins"]["mean"], 100.0);
        assert_whole(&shown[2], &game["rating"]["conservative"]);
        if let Some(place) = game.get("place") {
            assert_near(&shown[3], &place["mean"], 1.0);
        }
        let form = browser.script(&format!("return document.querySelectorAll('{sheet} .form li').length"));
        assert_eq!(form, game["form"].as_array().unwrap().len());
    }

    let opponents = archive.api("/opponents");
    let rows = cells(&browser, "#opponents-note");
    assert_eq!(rows.len(), 2);
    for (row, opponent) in rows.iter().zip(opponents["opponents"].as_array().unwrap()) {
        assert_eq!(row[0], opponent["player"]["name"].as_str().unwrap());
        assert_near(&row[1], &opponent["games"], 1.0);
        assert_near(&row[2], &opponent["against"]["wins"]["mean"], 100.0);
        assert_near(&row[5], &opponent["cooperative"]["mean"], 100.0);
    }

    show_chart(&browser, "[data-rating=not_my_fault]");
    let points = archive.api("/ratings/not_my_fault");
    let rows = cells(&browser, "[data-rating=not_my_fault]");
    assert_eq!(rows.len(), GAMES);
    for (row, point) in rows.iter().zip(points["points"].as_array().unwrap()) {
        assert_eq!(row[0], point["period"].as_str().unwrap());
        assert_near(&row[3], &point["rating"]["mean"], 1.0);
    }

    let metric = |query: &str| archive.service.get(&format!("/v1/statistics/common.won?{query}")).json();
    show_chart(&browser, "#trend");
    let trend = metric(&format!("of={}&group_by=month", archive.people[0]));
    let rows = cells(&browser, "#trend");
    assert_near(&rows[0][1], &trend["total"]["mean"], 100.0);
    for (row, group) in rows[1..].iter().zip(trend["groups"].as_array().unwrap()) {
        assert_eq!(row[0], group["key"]["month"].as_str().unwrap());
        assert_near(&row[1], &group["mean"], 100.0);
    }
    show_chart(&browser, "#everybody");
    let all = metric(&format!("group_by=player&compare={},*", archive.people[0]));
    let rows = cells(&browser, "#everybody");
    assert_near(&rows[0][1], &trend["total"]["mean"], 100.0);
    assert_near(&rows[1][1], &all["total"]["mean"], 100.0);
    assert_near(&rows[2][1], &all["comparison"]["difference"], 100.0);
    assert!(
        browser.script("return document.querySelector('#trend img').alt").as_str().unwrap().contains("Aki")
    );

    choose(&browser, "#metric-which", "common.place");
    show_chart(&browser, "#spread");
    assert!(browser.text("#metric-is").contains("1 the best"), "{}", browser.text("#metric-is"));
    let places = archive.service.get(&format!("/v1/statistics/common.place?of={}", archive.people[0])).json();
    let bars = places["total"]["distribution"].as_array().unwrap();
    for (row, bar) in cells(&browser, "#spread .scrolls:last-of-type").iter().zip(bars) {
        assert_near(&row[0], &bar["value"], 1.0);
        assert_near(&row[1], &bar["share"], 100.0);
    }
    choose(&browser, "#versus-who", ben);
    browser.until("document.querySelector('#versus-note tbody')");
    let versus = archive.api(&format!("/versus/{ben}"));
    let rows = cells(&browser, "#versus-note .scrolls");
    assert_near(&rows[0][1], &versus["total"]["games"], 1.0);
    assert_near(&rows[0][2], &versus["total"]["against"]["wins"]["mean"], 100.0);
    assert_near(&rows[0][3], &versus["total"]["against"]["their_wins"]["mean"], 100.0);
    show_chart(&browser, "#other");
    axe::check(&browser, "a profile, everything shown");
}

#[test]
fn choices_are_in_the_address_and_back_undoes_them() {
    let archive = Archive::start();
    let browser = Browser::open(Setting::PHONE);
    let sheets = |count: usize| {
        browser.until(&format!("document.querySelectorAll('[data-played]').length === {count}"));
    };
    archive.visit(&browser, "");
    sheets(2);
    choose(&browser, "#filters [name=game]", "bremen");
    browser.until("location.search === '?game=bremen'");
    sheets(1);
    choose(&browser, "#filters [name=from]", "2026-03-01");
    browser.until("document.querySelector('[data-played=bremen] .figure').textContent === '2'");
    choose(&browser, "#metric-which", "bremen.win");
    show_chart(&browser, "#spread");
    let definition =
        archive.service.get("/v1/statistics/bremen.win").json()["metric"]["definition"]["en"].clone();
    assert_eq!(json!(browser.text("#metric-is")), definition);
    choose(&browser, "[name=sort]", "last_played");
    choose(&browser, "[name=min_games]", "3");
    browser.until("!document.querySelector('#opponents-note table')");
    let search = "?game=bremen&from=2026-03-01&metric=bremen.win&sort=last_played&min_games=3";
    assert_eq!(browser.script("return location.search"), search);
    browser.reload();
    browser.until("!document.querySelector('#profile').hasAttribute('aria-busy')");
    sheets(1);
    assert_eq!(browser.script("return document.querySelector('#metric-which').value"), "bremen.win");
    assert_eq!(browser.script("return document.querySelector('[name=min_games]').value"), "3");
    browser.script("history.go(-5)");
    browser.until("location.search === ''");
    sheets(2);
    assert_eq!(browser.script("return document.querySelector('[name=game]').value"), "");
    browser.until("document.querySelector('#opponents-note tbody tr button')");
    // A tap scrolls there softly, and each try from the start.
    let show = "scrollIntoView({ behavior: 'instant', block: 'center', inline: 'center' })";
    browser.script(&format!("document.querySelector('#opponents-note tbody tr button').{show}"));
    browser.tap("#opponents-note tbody tr button");
    browser.until("location.search.startsWith('?versus=') && document.querySelector('#versus-note tbody')");
    archive.visit(&browser, "?from=yesterday&sort=luck");
    let message = browser.text("#trouble");
    assert!(message.contains("from") && message.matches("2026-01-31").count() == 2, "{message}");
    axe::check(&browser, "what cannot be asked");
}

#[test]
fn erased_unknown_and_hidden_players_get_a_plain_message() {
    let archive = Archive::start();
    let service = &archive.service;
    let [aki, ben, chika] = &archive.people;
    let other = player(service, "Bennie");
    service.post(&format!("/v1/players/{other}/merge"), &json!({"into": ben})).token(OPERATOR).send();
    service.ask("DELETE", &format!("/v1/players/{chika}")).token(OPERATOR).send();
    let hidden = player(service, "Nobody's business");
    for (setting, erased, unknown) in [
        (Setting::PHONE, "was erased", "nobody at this link"),
        (Setting::JAPANESE, "消されました", "見つかりません"),
    ] {
        let browser = Browser::open(setting);
        browser.visit(&format!("{}/players/{other}?versus={aki}", service.base()));
        browser.until(&format!("location.pathname.endsWith('{ben}') && location.search.includes('{aki}')"));
        browser.until("document.querySelector('#name').textContent === 'Ben'");
        let nobody = uuid::Uuid::nil().to_string();
        for (id, message) in [(chika, erased), (&nobody, unknown), (&hidden, unknown)] {
            browser.visit(&format!("{}/players/{id}", service.base()));
            browser.until("!document.querySelector('#gone').hidden");
            let text = browser.text("main");
            assert!(text.contains(message) && !text.contains("business") && !text.contains("千佳"), "{text}");
            axe::check(&browser, message);
        }
    }
}

#[test]
fn people_are_found_and_every_table_leads_to_them() {
    let archive = Archive::start();
    let base = archive.service.base();
    for setting in [NARROW, DARK] {
        let browser = Browser::open(setting);
        browser.visit(&format!("{base}/players"));
        browser.until("document.querySelectorAll('#found-list .person').length === 3");
        browser.until("document.querySelector('[data-game=bremen] tbody').textContent !== ''");
        choose(&browser, "#least", "1");
        browser.until("document.querySelector('[data-game=bremen] .person')");
        axe::check(&browser, "players");
        assert_eq!(over(&browser), 0, "players at {}", setting.width);
        let board = archive.service.get("/v1/leaderboards/bremen?min_games=1&limit=5").json();
        for (row, leader) in
            cells(&browser, "[data-game=bremen]").iter().zip(board["players"].as_array().unwrap())
        {
            assert_near(&row[0], &leader["rank"], 1.0);
            assert_eq!(row[1], leader["player"]["name"].as_str().unwrap());
            assert_whole(&row[2], &leader["rating"]["conservative"]);
        }
        browser.write("[name=name]", "ﾁｶ");
        browser.script("document.querySelector('[name=name]').value = 'ａｋ'");
        browser.tap("#search button");
        browser.until("location.search.includes('name=') && document.querySelectorAll('#found-list .person').length === 1");
        axe::check(&browser, "somebody found");
        browser.tap("#found-list .person");
        browser.until("document.querySelector('#name')?.textContent === 'Aki'");
        archive.visit(&browser, &format!("?versus={}", archive.people[1]));
        for figure in ["[data-rating=bremen]", "#spread", "#trend", "#everybody", "#other"] {
            show_chart(&browser, figure);
        }
        axe::check(&browser, &format!("a profile, {setting:?}"));
        assert_eq!(over(&browser), 0, "a profile at {}", setting.width);
        assert_eq!(browser.script("return document.documentElement.lang"), setting.language);
    }
    let browser = Browser::open(Setting::PHONE);
    browser.visit(&format!("{base}/"));
    browser.tap("#recent .card .person");
    browser.until("/players/.test(location.pathname) && document.querySelector('#recent-list .card-game')");
    browser.tap("#recent-list .card-game");
    browser.until("/games/.test(location.pathname) && document.querySelectorAll('#people a').length === 3");
    axe::check(&browser, "a record whose people have profiles");
    browser.tap("#people a");
    browser.until("/players/.test(location.pathname)");
}
