//! Two services whose records differ only in what is hidden from a viewer answer that viewer byte
//! for byte the same.
//!
//! What is asked is read from the contract: every GET, with every value of what its parameters may
//! be. A path parameter that this test does not know makes it fail, until it is told some values.

use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};
use kifu_engine::erased::AnyGame;
use kifu_engine::games;
use kifu_engine::seat::{Seat, Viewer};
use kifu_tests::{Answer, Ask, Client, Service, Twins, eventually, records_file};
use serde_json::{Value, json};
use uuid::Uuid;

const KEY: &str = "the-operators-key-of-this-test-0";
/// Answers that are about the service and not about records.
const NOT_ABOUT_RECORDS: [&str; 4] =
    ["/metrics", "/openapi.json", "/pages/{version}/{file}", "/pages/{version}/lib/{lib_file}"];
/// Of the addresses that a path stands for, so many are asked with every query.
const MOST_WITH_QUERIES: usize = 4;
/// The same answers as the JSON of their address, written in another way: asked without queries only.
const OTHER_WORDS: [&str; 2] = ["text/csv", "image/svg+xml"];
/// Seeds tried for each viewer of a game.
const SEEDS: u64 = 40;

/// A GET of the contract.
struct Route {
    path: String,
    media: Vec<String>,
    parameters: Vec<Value>,
}

fn routes(service: &Client) -> Vec<Route> {
    let contract = service.get("/openapi.json").json();
    let paths = contract["paths"].as_object().unwrap().iter();
    let gets = paths.filter_map(|(path, methods)| Some((path, methods.get("get")?)));
    let read = |(path, get): (&String, &Value)| Route {
        path: path.clone(),
        media: media(&get["responses"]["200"]),
        parameters: get["parameters"].as_array().cloned().unwrap_or_default(),
    };
    gets.map(read).filter(|route| !NOT_ABOUT_RECORDS.contains(&route.path.as_str())).collect()
}

fn media(answer: &Value) -> Vec<String> {
    answer["content"].as_object().unwrap().keys().cloned().collect()
}

impl Route {
    /// Every address of it that is worth asking, the record named `{id}` being this one.
    fn addresses(&self, id: Uuid, game: &str) -> Vec<String> {
        let plain = self.path.split('{').skip(1).filter_map(|part| part.split_once('}')).fold(
            vec![self.path.clone()],
            |addresses, (name, _)| {
                let values = self.values(name, id, game);
                let fill = |address: &String| {
                    let put = |value: &String| address.replace(&format!("{{{name}}}"), value);
                    values.iter().map(put).collect::<Vec<_>>()
                };
                addresses.iter().flat_map(fill).collect()
            },
        );
        let queries = self.parameters.iter().filter(|parameter| parameter["in"] == "query");
        let queries: Vec<_> = queries.flat_map(|parameter| queries_of(parameter, game)).collect();
        let asked = plain
            .iter()
            .take(MOST_WITH_QUERIES)
            .flat_map(|path| queries.iter().map(move |query| format!("{path}?{query}")));
        plain.iter().cloned().chain(asked).collect()
    }

    fn values(&self, name: &str, id: Uuid, game: &str) -> Vec<String> {
        match name {
            "id" => vec![id.to_string()],
            "step" => [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89].map(|step| step.to_string()).into(),
            "game" => vec![game.to_owned()],
            "code" => vec!["hidden_conflict".to_owned()],
            // Nothing was played then. What the files hold is what statistics tell, with the times of two services in it.
            "month" => vec!["2020-01".to_owned()],
            "token_id" | "delivery" | "other" => vec![Uuid::nil().to_string()],
            "metric" => {
                let metrics = games::find(game).unwrap().meta().metrics.iter();
                let own = metrics.map(|metric| format!("{game}.{}", metric.name));
                ["general.won", "general.opponents"].map(str::to_owned).into_iter().chain(own).collect()
            }
            _ => panic!("{}: say in this test which values of {{{name}}} are worth asking", self.path),
        }
    }
}

/// What a parameter of a query may be: each word, some numbers; nothing where any text may be.
fn queries_of(parameter: &Value, game: &str) -> Vec<String> {
    let name = parameter["name"].as_str().unwrap();
    let schema = parameter["schema"].get("items").unwrap_or(&parameter["schema"]);
    let values: Vec<String> = match (&schema["enum"], schema["type"].as_str()) {
        (Value::Array(_), _) if name == "game" => vec![game.to_owned()],
        _ if name == "perspective" => ["public", "0", "1", "2"].map(str::to_owned).into(),
        (Value::Array(words), _) => words.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        (_, Some("integer")) => ["0", "1", "2", "7", "30"].map(str::to_owned).into(),
        (_, Some("boolean")) => ["false", "true"].map(str::to_owned).into(),
        _ => Vec::new(),
    };
    values.iter().map(|value| format!("{name}={value}")).collect()
}

const EVENT_STREAM: &str = "text/event-stream";
/// Cursors of the feed are at least so long, and nothing else is.
const CURSOR: usize = 40;

/// A cursor is sealed anew whenever it is told; only its length is compared.
fn without_cursors(text: &str) -> String {
    let in_cursor = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    let mut masked = String::new();
    for part in text.split_inclusive(|letter| !in_cursor(letter)) {
        let word = part.trim_end_matches(|letter| !in_cursor(letter));
        if word.len() >= CURSOR {
            masked.extend(std::iter::repeat_n('*', word.len()));
            masked.push_str(&part[word.len()..]);
        } else {
            masked.push_str(part);
        }
    }
    masked
}

/// Up to when statistics count is the hour too, which every answer writes in as many letters.
fn without_hours(text: &str) -> String {
    let today = DateTime::<Utc>::from(SystemTime::now()).format("%Y-%m-%d").to_string();
    let is_of_hour = |letter: char| letter.is_ascii_digit() || "-:. TZ".contains(letter);
    let mut parts = text.split(&today);
    let before = parts.next().unwrap_or_default().to_owned();
    let hours = parts.map(|part| {
        let rest = part.trim_start_matches(is_of_hour);
        format!("an hour of {} letters{rest}", part.len() - rest.len())
    });
    [before].into_iter().chain(hours).collect()
}

/// All of an answer but the hour.
fn told(answer: &Answer) -> String {
    let headers = answer.headers.iter().filter(|(name, _)| *name != "date");
    let mut headers: Vec<_> = headers.map(|(name, value)| format!("{name}: {value:?}")).collect();
    headers.sort();
    let body = without_hours(&answer.text());
    without_cursors(&format!("{}\n{}\n\n{body}", answer.status, headers.join("\n")))
}

/// Two services, and an operator who can let everybody in.
struct Pair([Service; 2]);

impl Pair {
    fn start() -> Self {
        let start = || Service::start_as(|kifu| _ = kifu.env("KIFU_OPERATOR_KEY", KEY));
        Self([start(), start()])
    }

    /// Brings the twins in under one id.
    fn import(&self, twins: &Twins, visibility: &str) -> Uuid {
        let id = Uuid::now_v7();
        for (service, log) in self.0.iter().zip([&twins.one, &twins.other]) {
            let report =
                service.post("/v1/archive", &records_file(id, twins, log, visibility)).token(KEY).json();
            assert_eq!(report["imported"], 1, "{report}");
        }
        id
    }

    /// What lets this viewer in at each service: for the public a spectator's token, or none.
    fn tokens(&self, id: Uuid, viewer: Viewer) -> Vec<[Option<String>; 2]> {
        let wanted = match viewer {
            Viewer::Seat(seat) => json!({"role": "seat", "seat": seat.number()}),
            _ => json!({"role": "spectator"}),
        };
        let issue = |service: &Service| {
            let issued = service.post(&format!("/v1/games/{id}/tokens"), &wanted).token(KEY).json();
            Some(issued["token"].as_str().unwrap().to_owned())
        };
        let issued = self.0.each_ref().map(issue);
        let anybody = matches!(viewer, Viewer::Public).then_some([None, None]);
        anybody.into_iter().chain([issued]).collect()
    }

    /// Asks both; both must answer the same.
    fn ask(&self, tokens: &[Option<String>; 2], what: &str, ask: impl Fn(&Client) -> Ask) -> [Answer; 2] {
        let ask =
            |(service, token): (&Service, &Option<String>)| ask(service).token_if(token.as_deref()).send();
        let [one, other] = [0, 1].map(|i| ask((&self.0[i], &tokens[i])));
        assert_eq!(told(&one), told(&other), "{what}");
        [one, other]
    }

    /// Listens to both as long as something is told; both must tell the same.
    fn listen(&self, tokens: &[Option<String>; 2], what: &str, path: &str) {
        let closed = self.ask(tokens, what, |service| service.get(path.trim_end_matches("/live")));
        if closed[0].status != 200 {
            self.ask(tokens, what, |service| service.get(path).header("Accept", EVENT_STREAM));
            return;
        }
        let listen = |i: usize| {
            let ask = |path: &str| self.0[i].get(path).token_if(tokens[i].as_deref());
            let (from, count) = match path.rsplit('/').next() {
                Some("live") => {
                    let version = ask(path.trim_end_matches("/live")).json()["version"].as_u64().unwrap();
                    (format!("{path}?after=0"), usize::try_from(version).unwrap())
                }
                Some("feed") => {
                    let page = ask(&format!("{path}?limit=1000")).json();
                    (path.to_owned(), page["events"].as_array().unwrap().len())
                }
                _ => panic!("{path}: say in this test how much is told"),
            };
            let mut stream = ask(&from).header("Accept", EVENT_STREAM).stream();
            let told = (0..count).map(|_| stream.read().unwrap());
            told.map(|told| without_cursors(&format!("{told:?}"))).collect::<Vec<_>>()
        };
        assert_eq!(listen(0), listen(1), "{what}");
    }

    fn ask_everything(&self, routes: &[Route], twins: &Twins, id: Uuid, tokens: &[Option<String>; 2]) {
        for route in routes {
            if route.media.iter().any(|media| media == EVENT_STREAM) {
                let path = route.path.replace("{id}", &id.to_string());
                self.listen(tokens, &format!("{} for {:?}: {path}", twins.game, twins.viewer), &path);
            }
            for (address, media) in route
                .addresses(id, twins.game)
                .iter()
                .flat_map(|address| route.media.iter().map(move |media| (address, media)))
                .filter(|(_, media)| *media != EVENT_STREAM)
                .filter(|(address, media)| {
                    let is_other = route.media.len() > 1 && OTHER_WORDS.contains(&media.as_str());
                    !(is_other && address.contains('?'))
                })
            {
                let what = format!("{} for {:?}: {address} as {media}", twins.game, twins.viewer);
                self.ask(tokens, &what, |service| service.get(address).header("Accept", media));
            }
        }
    }
}

fn with_secrets() -> impl Iterator<Item = &'static dyn AnyGame> {
    games::ALL.iter().copied().filter(|game| game.meta().has_secrets)
}

/// Pairs for the public and for seats: of each viewer one, if the dice give any.
fn twins(game: &dyn AnyGame) -> Vec<Twins> {
    let seats = (0..game.meta().seats.0.min(3)).map(|seat| Viewer::Seat(Seat::new(seat)));
    let pairs = |viewer| (0..SEEDS).find_map(move |seed| Twins::with_other_secrets(game, seed, viewer));
    let found: Vec<_> = seats.chain([Viewer::Public]).filter_map(pairs).collect();
    let viewers = [Viewer::Public, Viewer::Seat(Seat::new(0))];
    for viewer in viewers {
        assert!(
            found.iter().any(|pair| pair.viewer == viewer),
            "{}: no secrets for {viewer:?}",
            game.meta().slug
        );
    }
    found
}

#[test]
fn what_is_hidden_from_a_viewer_changes_no_answer_to_it() {
    let pair = Pair::start();
    let (records, others): (Vec<_>, Vec<_>) =
        routes(&pair.0[0]).into_iter().partition(|route| route.path.starts_with("/v1/games/{id}"));
    assert!(records.len() > 7 && others.len() > 7);
    let mut last = Vec::new();
    for game in with_secrets() {
        let mut imported = None;
        for twins in twins(game) {
            let id = pair.import(&twins, "public");
            for tokens in pair.tokens(id, twins.viewer) {
                pair.ask_everything(&records, &twins, id, &tokens);
            }
            let [one, other] =
                [0, 1].map(|i| pair.0[i].get(&format!("/v1/games/{id}/events")).token(KEY).send());
            assert_ne!(told(&one), told(&other), "{id}: the operator sees that they are not the same");
            imported = Some((id, twins));
        }
        last.extend(imported);
    }
    for service in &pair.0 {
        settle(service);
    }
    for (id, twins) in &last {
        pair.ask_everything(&others, twins, *id, &[None, None]);
    }
}

/// Waits until the statistics count everything that was imported.
fn settle(service: &Client) {
    let as_of = || service.get("/v1/statistics/general.won").json()["as_of"].as_str().unwrap().to_owned();
    let now = DateTime::<Utc>::from(SystemTime::now()).to_rfc3339_opts(SecondsFormat::Micros, true);
    eventually("the statistics", || (as_of() > now).then_some(()));
}

#[test]
fn who_knows_less_than_the_scribe_is_answered_as_if_nobody_knew_more() {
    let pair = Pair::start();
    let records: Vec<_> =
        routes(&pair.0[0]).into_iter().filter(|route| route.path.starts_with("/v1/games/{id}")).collect();
    for game in with_secrets() {
        for twins in twins(game) {
            let twins = twins.with_no_secrets(game);
            let id = pair.import(&twins, "private");
            for tokens in pair.tokens(id, twins.viewer) {
                pair.ask_everything(&records, &twins, id, &tokens);
            }
        }
    }
}

/// A dry run is answered from what the seat knows. A real move may be found not to fit what others
/// recorded, and then says no more than that; every other refusal is the same.
#[test]
fn refusals_and_dry_runs_tell_a_seat_nothing_hidden() {
    let pair = Pair::start();
    let (mut previews, mut refusals) = (0, 0);
    for game in with_secrets() {
        for twins in twins(game) {
            let id = pair.import(&twins, "unlisted");
            for tokens in pair.tokens(id, twins.viewer) {
                for mv in &twins.probes {
                    let path = format!("/v1/games/{id}/moves");
                    let dry = format!("{path}?dry_run=true");
                    let what = format!("{} for {:?}: {mv}", twins.game, twins.viewer);
                    let [preview, _] = pair.ask(&tokens, &what, |service| service.post(&dry, mv));
                    previews += usize::from(preview.status == 200);
                    if preview.status != 200 {
                        pair.ask(&tokens, &what, |service| service.post(&path, mv));
                        refusals += 1;
                    }
                }
            }
        }
    }
    assert!(previews > 0 && refusals > 10, "{previews} previews, {refusals} refusals");
}
