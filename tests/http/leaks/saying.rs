//! All statements, entries and attempts of a seat, where records differ only in facts hidden from it.

use std::collections::BTreeMap;
use std::thread;

use kifu_engine::erased::AnyGame;
use kifu_engine::seat::{Seat, Viewer};
use kifu_tests::{Answer, Ask, Client, RecordPair, Statements, Stream, Table};
use serde_json::{Value, json};
use uuid::Uuid;

use super::contract::{Write, writes};
use super::masks::{normalized_now, without_cursors, without_hours, without_lengths};
use super::{EVENT_STREAM, KEY, Pair, Tokens, record_pair, with_hidden_entries, with_secrets};

/// The paths that are read after each statement,
const CHECKED_PATHS: [&str; 2] = ["", "/events"];
/// and after all of one kind.
const MORE_CHECKED_PATHS: [&str; 8] = [
    "/replay",
    "/choices",
    "/forms",
    "/joint",
    "/board.svg",
    "/record",
    "/events?perspective=0",
    "/replay/2",
];

/// A record at both services, watched by a seat and by anybody.
struct Watched<'p> {
    pair: &'p Pair,
    record_pair: &'p RecordPair,
    id: Uuid,
    /// The seat's tokens, and none.
    viewers: [Tokens; 2],
    /// The streams of each viewer at each service.
    streams: [[Stream; 2]; 2],
}

impl<'p> Watched<'p> {
    fn new(pair: &'p Pair, record_pair: &'p RecordPair) -> Self {
        let id = pair.import(record_pair, "public");
        let viewers = [pair.tokens(id, record_pair.viewer).remove(0), [None, None]];
        let listen = |tokens: &Tokens| {
            [0, 1].map(|i| {
                let ask = pair.0[i].get(&format!("/v1/games/{id}/live")).token_if(tokens[i].as_deref());
                let mut stream = ask.header("Accept", EVENT_STREAM).stream();
                stream.expect("position");
                stream
            })
        };
        let streams = viewers.each_ref().map(listen);
        Self { pair, record_pair, id, viewers, streams }
    }

    fn what(&self, statement: &Value, then: &str) -> String {
        format!("{} for {:?}: after {statement}, {then}", self.record_pair.game, self.record_pair.viewer)
    }

    fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.id)
    }

    /// The seat does this at both; both answer the same and look the same to it and to anybody afterwards. The status.
    fn act(&mut self, statement: &Value, ask: impl Fn(&Client) -> Ask) -> u16 {
        let [answer, _] = self.pair.ask_now(&self.viewers[0], &self.what(statement, "the answer"), ask);
        self.look(statement, &CHECKED_PATHS);
        self.hear(statement);
        answer.status
    }

    fn look(&self, statement: &Value, paths: &[&str]) {
        for (tokens, path) in
            self.viewers.iter().flat_map(|tokens| paths.iter().map(move |path| (tokens, path)))
        {
            let address = self.path(path);
            self.pair.ask_now(tokens, &self.what(statement, path), |service| service.get(&address));
        }
    }

    /// Reads the events of the streams up to the version that the viewer sees now.
    fn hear(&mut self, statement: &Value) {
        for viewer in 0..2 {
            let head = self.pair.0[0].get(&self.path("")).token_if(self.viewers[viewer][0].as_deref()).json();
            let version = head["version"].as_u64().unwrap().to_string();
            let [one, other] = self.streams[viewer].each_mut().map(|stream| hear_up_to(stream, &version));
            assert_eq!(one, other, "{}", self.what(statement, "the streams"));
        }
    }

    /// True if the scribe of either sees a dispute.
    fn is_disputed(&self) -> bool {
        let disputes = |service: &Client| service.get(&self.path("")).token(KEY).json()["disputes"].clone();
        self.pair.0.iter().any(|service| disputes(service).as_array().is_some_and(|some| !some.is_empty()))
    }

    /// The scribe takes back the statement.
    fn take_back(&mut self, statement: &Value) {
        let path = self.path("/moves");
        for service in &self.pair.0 {
            service.post(&path, &json!({"type": "take_back"})).token(KEY).json();
        }
        self.look(statement, &CHECKED_PATHS);
        self.hear(statement);
    }

    fn say(&mut self, statement: &Value) -> u16 {
        let path = self.path("/moves");
        self.act(statement, |service| service.post(&path, statement))
    }

    fn enter(&mut self, part: &Value) -> u16 {
        let path = self.path("/joint");
        self.act(part, |service| {
            service.ask("PUT", &path).header("If-Match", "*").body("application/json", part.to_string())
        })
    }
}

/// Makes it on versions that are not the newest: 412 tells the later entries.
fn come_late(pair: &Pair, record_pair: &RecordPair, id: Uuid, viewers: &[Tokens], statement: &Value) {
    let path = format!("/v1/games/{id}/moves");
    let tags = pair.0.each_ref().map(|service| service.get(&format!("/v1/games/{id}")).token(KEY).send());
    let epochs = tags.each_ref().map(|answer| answer.header("etag").trim_end_matches('"').rsplit('@').next());
    assert_eq!(epochs[0], epochs[1], "copies of one database");
    let epoch = epochs[0].unwrap();
    for version in [0, 1, 2, 3, record_pair.other.len(), record_pair.one.len()] {
        let what = format!(
            "{} for {:?}: {statement} said to version {version}",
            record_pair.game, record_pair.viewer
        );
        let say = |service: &Client, path: &str| {
            service.post(path, statement).header("If-Match", &format!("\"{version}@{epoch}\""))
        };
        for tokens in viewers {
            let dry = format!("{path}?dry_run=true");
            let [answer, _] = pair.ask_now(tokens, &what, |service| say(service, &dry));
            if answer.status == 412 {
                pair.ask_now(tokens, &what, |service| say(service, &path));
            }
        }
    }
}

/// Everything that a stream tells up to the entry with this number, without hours. Its id also names the epoch.
fn hear_up_to(stream: &mut Stream, version: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let is_heard = |id: &String| id.split('@').next() == Some(version);
    while !stream.last_id.as_ref().is_some_and(is_heard) {
        let event = stream.read().unwrap();
        lines.push(without_lengths(&without_hours(&format!("{event:?}"))));
    }
    lines
}

/// How many statements were accepted and refused, how many of them disagreed with what the scribe had logged, and how
/// many parts were entered, and how many would have been judged otherwise on everything that is recorded.
#[derive(Clone, Copy, Default, Debug)]
pub struct Count {
    pub accepted: usize,
    refused: usize,
    disputed: usize,
    pub entered: usize,
    judged_otherwise: usize,
}

pub fn say_all(pair: &Pair, statements: &Statements, count: &mut Count) {
    let Statements { record_pair, kind, are_parts, disputed, entries } = statements;
    println!("{}: {} of {kind}, of which {disputed} disagree", record_pair.game, entries.len());
    if *are_parts {
        count.judged_otherwise += disputed;
    }
    let mut watched = Watched::new(pair, record_pair);
    for statement in entries {
        let status = if *are_parts { watched.enter(statement) } else { watched.say(statement) };
        match (status, are_parts) {
            (200, true) => count.entered += 1,
            (201, false) => {
                count.accepted += 1;
                count.disputed += usize::from(watched.is_disputed());
                watched.take_back(statement);
            }
            _ => count.refused += 1,
        }
    }
    if let Some(last) = entries.last() {
        watched.look(last, &MORE_CHECKED_PATHS);
        come_late(pair, record_pair, watched.id, &watched.viewers, last);
    }
}

/// Games in which statements are looked for.
const SEEDS: u64 = 12;

/// Every statement of a seat, one kind after the other: each in the game where most of it disagrees with a hidden
/// fact.
fn say_everything(pair: &Pair, game: &dyn AnyGame) -> Count {
    let mut most: BTreeMap<(String, bool), Statements> = BTreeMap::new();
    let viewer = |seed: u64| Viewer::Seat(Seat::new(u8::from(seed % 2 == 1)));
    let pairs = (0..SEEDS).filter_map(|seed| RecordPair::with_other_secrets(game, seed, viewer(seed)));
    for statements in pairs.flat_map(|record_pair| record_pair.statements(game)) {
        let key = (statements.kind.clone(), statements.are_parts);
        if most.get(&key).is_none_or(|other| other.disputed < statements.disputed) {
            most.insert(key, statements);
        }
    }
    let mut count = Count::default();
    for statements in most.values() {
        say_all(pair, statements, &mut count);
    }
    count
}

#[test]
fn a_statement_gets_the_same_answer_whatever_is_hidden() {
    let pair = &Pair::start();
    let counts: Vec<_> = thread::scope(|scope| {
        let say =
            |game: &'static dyn AnyGame| (game.meta().slug, scope.spawn(move || say_everything(pair, game)));
        let games: Vec<_> = with_secrets().map(say).collect();
        games.into_iter().map(|(slug, count)| (slug, count.join().unwrap())).collect()
    });
    println!("{counts:?}");
    for (slug, count) in &counts {
        assert!(count.accepted > 0 && count.refused > 0, "{slug}: {count:?}");
    }
    let all = |of: fn(&Count) -> usize| counts.iter().map(|(_, count)| of(count)).sum::<usize>();
    assert!(all(|count| count.entered) > 3 && all(|count| count.disputed) > 10, "{counts:?}");
    assert!(all(|count| count.judged_otherwise) > 0, "{counts:?}");
    let [one, other] = pair.0.each_ref().map(|service| feed(service));
    assert!(one.len() > 10);
    assert_eq!(one, other);
}

/// All that the feed has told of each record, without times.
fn feed(service: &Client) -> BTreeMap<String, Vec<Value>> {
    let mut feed: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let mut next = "/v1/feed?limit=1000".to_owned();
    loop {
        let page = service.get(&next).json();
        let items = page["events"].as_array().unwrap();
        if items.is_empty() {
            return feed;
        }
        for item in items {
            let mut item = item.clone();
            let fields = item.as_object_mut().unwrap();
            for name in ["cursor", "at"] {
                fields.remove(name).unwrap();
            }
            feed.entry(item["game_id"].to_string()).or_default().push(item);
        }
        page["next"].as_str().unwrap().clone_into(&mut next);
    }
}

/// Dry runs and refusals are answered from what the seat knows.
#[test]
fn rejections_and_dry_runs_disclose_nothing_hidden() {
    let pair = Pair::start();
    let writes = writes();
    let (mut previews, mut refusals) = (0, 0);
    for game in with_secrets() {
        for record_pair in record_pair(game).into_iter().chain(with_hidden_entries(game)) {
            let id = pair.import(&record_pair, "unlisted");
            for tokens in pair.tokens(id, record_pair.viewer) {
                for mv in record_pair.probes.iter().chain(&entries_of_the_scribe(&record_pair)) {
                    let path = format!("/v1/games/{id}/moves");
                    let dry = format!("{path}?dry_run=true");
                    let what = format!("{} for {:?}: {mv}", record_pair.game, record_pair.viewer);
                    let [preview, _] = pair.ask(&tokens, &what, |service| service.post(&dry, mv));
                    previews += usize::from(preview.status == 200);
                    if preview.status != 200 {
                        pair.ask(&tokens, &what, |service| service.post(&path, mv));
                        refusals += 1;
                    }
                }
                if let Some(mv) = record_pair.probes.last() {
                    come_late(&pair, &record_pair, id, std::slice::from_ref(&tokens), mv);
                }
                for write in &writes {
                    try_to(&pair, &record_pair, id, &tokens, write);
                }
            }
        }
    }
    assert!(previews > 0 && refusals > 10, "{previews} previews, {refusals} refusals");
}

/// The entries that only the scribe may log.
fn entries_of_the_scribe(record_pair: &RecordPair) -> Vec<Value> {
    let last = record_pair.one.len();
    let amend = [1, 2, last, last + 1].map(|event| {
        let with = &record_pair.one[event.min(last) - 1].1;
        json!({"type": "amend", "event": event, "with": with})
    });
    let others = [
        json!({"type": "take_back", "count": last}),
        json!({"type": "annotate", "event": last, "text": "hm"}),
        json!({"type": "abandon"}),
    ];
    amend.into_iter().chain(others).collect()
}

/// Asks for a change that a seat or the public may or may not make; the result is equal at both.
pub fn try_to(
    pair: &Pair,
    record_pair: &RecordPair,
    id: Uuid,
    tokens: &Tokens,
    (method, path, name): &Write,
) {
    let nobody = Uuid::nil().to_string();
    let path = path.replace("{id}", &id.to_string()).replace("{seat}", "0").replace("{token_id}", &nobody);
    let body = match name.as_str() {
        "change_record" => json!({"place": "Kyoto"}),
        "seat_somebody" => json!({"name": "Aki"}),
        "issue_token" => json!({"role": "spectator"}),
        "withdraw_part" | "revoke_token" => Value::Null,
        "reissue_token" | "share_record" => json!({}),
        "copy_record" => return copy(pair, record_pair, tokens, &path),
        _ => panic!("{name}: say in this test what is worth sending"),
    };
    let what = format!("{} for {:?}: {name}", record_pair.game, record_pair.viewer);
    let answers = [0, 1].map(|i| {
        let ask = pair.0[i].ask(method, &path).token_if(tokens[i].as_deref()).header("If-Match", "*");
        let ask = if body.is_null() { ask } else { ask.body("application/json", body.to_string()) };
        let answer = ask.send();
        // A link holds the token, and is drawn.
        if name == "share_record" && answer.status == 200 {
            "a link".to_owned()
        } else {
            normalized_now(&answer)
        }
    });
    assert_eq!(answers[0], answers[1], "{what}");
}

/// Copies from every step, up to one that there is not: the copies hold the same.
fn copy(pair: &Pair, record_pair: &RecordPair, tokens: &Tokens, path: &str) {
    for at in [0, 1, 3, 8, 1000] {
        let made = [0, 1].map(|i| {
            let ask = pair.0[i].post(path, &json!({"at": at})).token_if(tokens[i].as_deref());
            let answer = ask.send();
            if answer.status == 201 { shown(&pair.0[i], &answer) } else { normalized_now(&answer) }
        });
        assert_eq!(
            made[0], made[1],
            "{} for {:?}: a copy from step {at}",
            record_pair.game, record_pair.viewer
        );
    }
}

/// A copy as its own scribe sees it, without what names it.
fn shown(service: &Client, answer: &Answer) -> String {
    let copy = Table::new(service.clone(), &answer.json());
    let looks = ["", "/events", "/replay"].map(|path| {
        let text = without_lengths(&without_hours(&copy.get(path).send().text()));
        without_cursors(&text.replace(&copy.id, "ID"))
    });
    looks.concat()
}
