//! Two services whose records differ only in facts hidden from a viewer answer that viewer byte for byte the same.
//!
//! The requests are read from the contract: every GET, with every value that its parameters may
//! be. A path parameter that this test does not know makes it fail until it has some values.

mod archive;
mod contract;
mod masks;
mod motion;
mod reading;
mod saying;
mod scenes;

use kifu_engine::erased::AnyGame;
use kifu_engine::games;
use kifu_engine::seat::{Seat, Viewer};
use kifu_tests::{Answer, Ask, Client, RecordPair, Service, records_file};
use serde_json::json;
use uuid::Uuid;

use self::contract::Route;
use self::masks::{normalized, normalized_now, without_cursors};

const KEY: &str = "the-operators-key-of-this-test-0";
const EVENT_STREAM: &str = "text/event-stream";
/// Other formats of a JSON answer at an address: asked for without queries only.
const OTHER_FORMATS: [&str; 2] = ["text/csv", "image/svg+xml"];
/// Seeds tried for each viewer of a game.
const SEEDS: u64 = 40;
/// Seeds tried for pairs of different length.
const LENGTH_SEEDS: u64 = 8;

/// The tokens of a viewer at each service.
type Tokens = [Option<String>; 2];

/// Two services, and an operator who can let everybody in.
struct Pair([Service; 2]);

impl Pair {
    fn start() -> Self {
        let start = || Service::start_as(|kifu| _ = kifu.env("KIFU_OPERATOR_KEY", KEY));
        Self([start(), start()])
    }

    /// Brings the twins in under one id.
    fn import(&self, record_pair: &RecordPair, visibility: &str) -> Uuid {
        let id = Uuid::now_v7();
        for (service, log) in self.0.iter().zip([&record_pair.one, &record_pair.other]) {
            let report = service
                .post("/v1/archive", &records_file(id, record_pair, log, visibility))
                .token(KEY)
                .json();
            assert_eq!(report["imported"], 1, "{report}");
        }
        id
    }

    /// The tokens of this viewer at each service: for the public a spectator's token, or none.
    fn tokens(&self, id: Uuid, viewer: Viewer) -> Vec<Tokens> {
        let token_request = match viewer {
            Viewer::Seat(seat) => json!({"role": "seat", "seat": seat.number()}),
            _ => json!({"role": "spectator"}),
        };
        let issue = |service: &Service| {
            let issued = service.post(&format!("/v1/games/{id}/tokens"), &token_request).token(KEY).json();
            Some(issued["token"].as_str().unwrap().to_owned())
        };
        let issued = self.0.each_ref().map(issue);
        let anybody = matches!(viewer, Viewer::Public).then_some([None, None]);
        anybody.into_iter().chain([issued]).collect()
    }

    /// Asks both; both must answer the same.
    fn ask(&self, tokens: &Tokens, what: &str, ask: impl Fn(&Client) -> Ask) -> [Answer; 2] {
        let ask =
            |(service, token): (&Service, &Option<String>)| ask(service).token_if(token.as_deref()).send();
        let [one, other] = [0, 1].map(|i| ask((&self.0[i], &tokens[i])));
        assert_eq!(normalized(&one), normalized(&other), "{what}");
        [one, other]
    }

    /// Asks both services right after an entry was logged.
    fn ask_now(&self, tokens: &Tokens, what: &str, ask: impl Fn(&Client) -> Ask) -> [Answer; 2] {
        let answers = [0, 1].map(|i| ask(&self.0[i]).token_if(tokens[i].as_deref()).send());
        let [one, other] = answers.each_ref().map(normalized_now);
        assert_eq!(one, other, "{what}");
        answers
    }

    /// Listens to both as long as events come; both must send the same.
    fn listen(&self, tokens: &Tokens, what: &str, path: &str) {
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
                _ => panic!("{path}: say in this test how much is rendered"),
            };
            let mut stream = ask(&from).header("Accept", EVENT_STREAM).stream();
            let events = (0..count).map(|_| stream.read().unwrap());
            events.map(|event| without_cursors(&format!("{event:?}"))).collect::<Vec<_>>()
        };
        assert_eq!(listen(0), listen(1), "{what}");
    }

    /// Previews of links, which stand in pages and not in the contract: their text and their picture.
    fn ask_for_previews(&self, record_pair: &RecordPair, id: Uuid, tokens: &Tokens) {
        if record_pair.viewer != Viewer::Public {
            return;
        }
        for at in ["", "&at=0", "&at=3"] {
            let what = format!("{}: the preview{at}", record_pair.game);
            self.ask(tokens, &what, |service| {
                service.get(&format!("/games/{id}/preview.png?language=ja{at}"))
            });
            let rendered = self.0.each_ref().map(|service| {
                let page = service.get(&format!("/games/{id}?language=en{at}")).send().text();
                let said = page
                    .split("<meta ")
                    .filter(|meta| meta.contains("title\"") || meta.contains("description\""));
                said.map(str::to_owned).collect::<Vec<_>>()
            });
            assert_eq!(rendered[0], rendered[1], "{what}");
        }
    }

    fn ask_everything(&self, routes: &[Route], record_pair: &RecordPair, id: Uuid, tokens: &Tokens) {
        self.ask_for_previews(record_pair, id, tokens);
        for route in routes {
            if route.media.iter().any(|media| media == EVENT_STREAM) {
                let path = route.path.replace("{id}", &id.to_string());
                self.listen(
                    tokens,
                    &format!("{} for {:?}: {path}", record_pair.game, record_pair.viewer),
                    &path,
                );
            }
            for (address, media) in route
                .addresses(id, record_pair.game)
                .iter()
                .flat_map(|address| route.media.iter().map(move |media| (address, media)))
                .filter(|(_, media)| *media != EVENT_STREAM)
                .filter(|(address, media)| {
                    let is_other = route.media.len() > 1 && OTHER_FORMATS.contains(&media.as_str());
                    !(is_other && address.contains('?'))
                })
            {
                let what = format!("{} for {:?}: {address} as {media}", record_pair.game, record_pair.viewer);
                self.ask(tokens, &what, |service| service.get(address).header("Accept", media));
            }
        }
    }
}

fn with_secrets() -> impl Iterator<Item = &'static dyn AnyGame> {
    games::ALL.iter().copied().filter(|game| game.meta().has_secrets)
}

/// Pairs for the public and for seats: of each viewer one, if the dice give any.
fn record_pair(game: &dyn AnyGame) -> Vec<RecordPair> {
    let seats = (0..game.meta().seats.0.min(3)).map(|seat| Viewer::Seat(Seat::new(seat)));
    let pairs = |viewer| (0..SEEDS).find_map(move |seed| RecordPair::with_other_secrets(game, seed, viewer));
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

/// Pairs of which one log has entries that the viewer does not see: of each viewer the one that hides most, a broken
/// rule above all.
fn with_hidden_entries(game: &dyn AnyGame) -> Vec<RecordPair> {
    let seats = (0..game.meta().seats.0.min(2)).map(|seat| Viewer::Seat(Seat::new(seat)));
    let most = |viewer| {
        let pairs =
            (0..LENGTH_SEEDS).filter_map(move |seed| RecordPair::with_hidden_entries(game, seed, viewer));
        pairs.max_by_key(|record_pair| record_pair.hides(game))
    };
    seats.chain([Viewer::Public]).filter_map(most).collect()
}
