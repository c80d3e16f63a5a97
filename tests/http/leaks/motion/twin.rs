//! One of two services with equal public events.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kifu_engine::record::Status;
use kifu_tests::{Receiver, Recorded, Service, Stream, StreamEvent, eventually, recorded};
use serde_json::{Value, json};
use uuid::Uuid;

use super::series::Series;
use super::{Asker, EVENT_STREAM, KEY, Question};

/// Stands for the player of a service.
pub const PLAYER: Uuid = Uuid::from_u128(1);
/// Stands for its webhook.
pub const WEBHOOK: Uuid = Uuid::from_u128(2);
/// Stands for the cursor that was told when the scene was set.
pub const CURSOR: &str = "CURSOR";
/// Stands for the cursor that was told just before the last hidden event.
pub const FRESH_CURSOR: &str = "FRESH-CURSOR";

/// The game of the watched record.
pub const WATCHED_GAME: &str = "half_werewolf";
/// The game that statistics are asked about: all of it is observed when a record is counted, so nothing follows later.
pub const COUNTED_GAME: &str = "you_cry_wolf";
/// Strangers have a rate, which answers tell. It is so high that the rest of it depends on no clock. Heads of the tree
/// are made when a service stops and else once a day.
const SETTINGS: [(&str, &str); 7] = [
    ("KIFU_OPERATOR_KEY", KEY),
    ("KIFU_HEARTBEAT_SECONDS", "1"),
    ("KIFU_HEAD_SECONDS", "86400"),
    ("KIFU_TRUSTED_PROXY", "127.0.0.0/8"),
    ("KIFU_RATE_LIMIT", "1000000"),
    ("KIFU_WEBHOOK_ALLOW_NETWORK", "127.0.0.0/8"),
    ("KIFU_WEBHOOK_KEY", "the key that seals"),
];
/// Kinds of notices.
const NOTICES: [&str; 5] =
    ["record.opened", "record.finished", "record.abandoned", "record.amended", "record.reopened"];

/// The data that both services hold.
pub struct Scene {
    /// A live game with secrets, and its file.
    pub watched: (Uuid, Value),
    /// A live game with a joint move, and its file.
    pub joint: (Uuid, Value),
    /// A private record, and its file.
    pub private: (Uuid, Value),
    /// Finished games and their files.
    pub finished: Vec<(Uuid, Value)>,
    /// Finished games that are not recorded yet.
    pub unrecorded: Vec<Recorded>,
}

impl Scene {
    pub fn new() -> Self {
        let deal = json!({"type": "deal", "hands": [["seer", "villager"], null, null, null]});
        let pass = json!({"type": "pass_cards", "cards": ["villager", "villager", "villager", "villager"]});
        let over = |game: &Recorded| game.fold().status() == Status::Over;
        let mut over: Vec<_> = recorded().into_iter().filter(over).collect();
        over.sort_by_key(|game| game.game != COUNTED_GAME);
        let unrecorded = over.split_off(2);
        let finished = over.iter().map(|game| file(&game.game, &json!(game.opening), &game.log, "public"));
        Self {
            watched: file(WATCHED_GAME, &json!({"seats": 4, "options": {}}), &[deal.clone(), pass], "public"),
            joint: file("punyon_ken", &json!({"seats": 2, "options": {}}), &[], "public"),
            private: file(WATCHED_GAME, &json!({"seats": 4, "options": {}}), &[deal], "private"),
            finished: finished.collect(),
            unrecorded,
        }
    }

    /// The records whose endpoints are asked.
    pub fn records(&self) -> [Uuid; 4] {
        [self.watched.0, self.joint.0, self.private.0, self.finished[0].0]
    }
}

/// The portable file of a record.
pub fn file(game: &str, opening: &Value, log: &[Value], visibility: &str) -> (Uuid, Value) {
    let id = Uuid::now_v7();
    let begun = DateTime::from_timestamp(1_767_322_800, 0).unwrap();
    // No two records with the same log were opened at one time.
    let begun = begun
        - chrono::TimeDelta::seconds(i64::from(u16::from_be_bytes([id.as_bytes()[14], id.as_bytes()[15]])));
    let log: Vec<_> = log.iter().map(|entry| json!({"at": begun, "entry": entry})).collect();
    let mut file = json!({
        "kifu": 1, "id": id, "game": game, "opened_at": begun, "visibility": visibility, "details": {"tags": []},
        "log": log,
    });
    for (name, value) in opening.as_object().unwrap() {
        file[name] = value.clone();
    }
    (id, file)
}

/// One of the two.
pub struct Twin {
    /// It.
    pub service: Service,
    receiver: Receiver,
    series: Series,
    tokens: BTreeMap<Asker, String>,
    /// Of the seats of the watched record.
    seats: Vec<String>,
    /// Cursors that it has told.
    cursors: [String; 2],
    streams: Vec<(String, Stream)>,
    /// How many strangers have asked.
    strangers: u32,
}

/// The data that came without a request: events in their order, and the number of heartbeats.
pub type Heard = (String, (String, usize));

impl Twin {
    /// A service that nobody has told anything.
    pub fn start() -> Self {
        let service = Service::start_with(&SETTINGS);
        let mut series = Series::default();
        series.names.push((service.base().to_owned(), "http://service".to_owned()));
        let receiver = Receiver::new();
        series.names.push((receiver.url().to_owned(), "http://receiver".to_owned()));
        let (tokens, seats, cursors, streams, strangers) = Default::default();
        Self { service, receiver, series, tokens, seats, cursors, streams, strangers }
    }

    /// Tells it everything that both hold, makes tokens of the watched record, and listens to it and to the feed.
    pub fn set_the(&mut self, scene: &Scene) {
        self.step(|twin| {
            let records = [&scene.watched, &scene.joint, &scene.private];
            records.into_iter().chain(&scene.finished).for_each(|(_, file)| twin.import(file));
        });
        let player = self.operate("POST", "/v1/players", &json!({"name": "Aki"}));
        let webhook = json!({"url": self.receiver.url(), "events": NOTICES});
        let webhook = self.operate("POST", "/v1/webhooks", &webhook);
        for (made, name) in [(player, PLAYER), (webhook, WEBHOOK)] {
            self.series.names.push((made["id"].as_str().unwrap().to_owned(), name.to_string()));
        }
        let seat = format!("/v1/games/{}/seats/0", scene.finished[0].0);
        self.step(|twin| drop(twin.operate("PUT", &seat, &json!({"player": twin.id(PLAYER)}))));
        let part = format!("/v1/games/{}/joint?seat=0", scene.joint.0);
        self.step(|twin| drop(twin.operate("PUT", &part, &json!({"type": "throw", "hand": "rock"}))));
        let watched = scene.watched.0;
        let issue = |twin: &Self, request: Value| {
            let issued = twin.operate("POST", &format!("/v1/games/{watched}/tokens"), &request);
            issued["token"].as_str().unwrap().to_owned()
        };
        self.seats = (0..4).map(|seat| issue(self, json!({"role": "seat", "seat": seat}))).collect();
        let spectator = issue(self, json!({"role": "spectator"}));
        self.tokens = [(Asker::Spectator, spectator), (Asker::Seat, self.seats[0].clone())].into();
        self.service.wait_for_followers();
        self.cursors = [self.cursor(), self.cursor()];
        let live = format!("/v1/games/{watched}/live");
        for (asker, path) in [
            (Asker::Stranger, "/v1/feed?after=CURSOR"),
            (Asker::Stranger, &live),
            (Asker::Spectator, &live),
            (Asker::Seat, &live),
        ] {
            let ask =
                self.service.get(&self.address(path)).token_if(self.tokens.get(&asker).map(String::as_str));
            self.streams.push((format!("{asker:?}: {path}"), ask.header("Accept", EVENT_STREAM).stream()));
        }
    }

    /// Restarts the service after a pause, in which a head of its tree was made.
    pub fn restarted(self) -> Self {
        let Self { service, mut series, streams, .. } = self;
        drop(streams);
        let service = Service::start_in_with(service.stop(), &SETTINGS);
        series.names.push((service.base().to_owned(), "http://service".to_owned()));
        Self { service, series, streams: Vec::new(), ..self }
    }

    /// Waits until proofs have the head of the tree that was made last.
    pub fn wait_for_tree(&self, public: Uuid) {
        let path = format!("/v1/games/{public}/proof");
        eventually("a proof in the tree", || {
            self.service.get(&path).json()["tree"].is_object().then_some(())
        });
    }

    /// Something happens that everybody may see.
    pub fn step(&mut self, act: impl FnOnce(&Self)) {
        let begun = Utc::now();
        act(self);
        self.series.steps.push([begun, Utc::now()]);
    }

    /// The operator changes something.
    pub fn operate(&self, method: &str, path: &str, body: &Value) -> Value {
        let ask = self.service.ask(method, path).token(KEY).header("If-Match", "*");
        let ask = if body.is_null() { ask } else { ask.body("application/json", body.to_string()) };
        let answer = ask.send();
        assert!(answer.status < 300, "{method} {path} {body}: {} {}", answer.status, answer.text());
        serde_json::from_slice(&answer.body).unwrap_or_default()
    }

    /// The operator logs an entry.
    pub fn log(&self, record: Uuid, entry: &Value) {
        self.operate("POST", &format!("/v1/games/{record}/moves"), entry);
    }

    /// A seat of the watched record says something.
    pub fn say(&self, seat: usize, record: Uuid, statement: &Value) {
        let said = self
            .service
            .post(&format!("/v1/games/{record}/moves"), statement)
            .token(&self.seats[seat])
            .send();
        assert_eq!(said.status, 201, "{statement}: {}", said.text());
    }

    /// The operator imports a record.
    pub fn import(&self, file: &Value) {
        let report = self.operate("POST", "/v1/archive", file);
        assert_eq!(report["imported"], 1, "{report}");
    }

    /// The service's own id for this shared id.
    pub fn id(&self, of: Uuid) -> String {
        let of = of.to_string();
        self.series.names.iter().find(|(_, name)| *name == of).map(|(id, _)| id.clone()).unwrap()
    }

    /// Keeps the cursor that it tells now.
    pub fn take_cursor(&mut self) {
        self.cursors[1] = self.cursor();
    }

    fn cursor(&self) -> String {
        self.service.get("/v1/feed?after=now").json()["cursor"].as_str().unwrap().to_owned()
    }

    fn address(&self, address: &str) -> String {
        let [first, fresh] = &self.cursors;
        let address = address.replace(FRESH_CURSOR, fresh).replace(CURSOR, first);
        self.series.names.iter().fold(address, |address, (id, name)| address.replace(name, id))
    }

    /// Asks it.
    pub fn ask(&mut self, series: &str, question: &Question) -> String {
        let Question { asker, address, media } = question;
        let ask = self.service.get(&self.address(address)).header("Accept", media);
        let ask = match self.tokens.get(asker) {
            Some(token) => ask.token(token),
            None => ask.header("X-Forwarded-For", &self.stranger()),
        };
        let sent_at = Utc::now();
        let answer = ask.send();
        self.series.answer(series, sent_at, &answer)
    }

    /// The address from which the next stranger asks, through a proxy. Nobody else has failed to show a token from there.
    fn stranger(&mut self) -> String {
        self.strangers += 1;
        let [high, low] = [self.strangers >> 16, self.strangers & 0xffff];
        format!("2001:db8:{high:x}:{low:x}::1")
    }

    /// All that its streams have told up to the last comment, by where it was told.
    pub fn heard(&mut self, last_comment: &str) -> Vec<Heard> {
        let mut heard = Vec::new();
        for (name, stream) in &mut self.streams {
            let is_last = |event: &StreamEvent| event.data.to_string().contains(last_comment);
            let mut events = Vec::new();
            while !events.last().is_some_and(is_last) {
                events.push(stream.read().unwrap_or_else(|| panic!("{name} has ended: {events:?}")));
            }
            let lines: Vec<_> = events.iter().map(|event| format!("{event:?}")).collect();
            let text = self.series.text(name, Utc::now(), &lines.join("\n"));
            heard.push((name.clone(), (text, stream.heartbeats + stream.marks.len())));
        }
        heard
    }

    /// The deliveries of its webhook up to the first notice.
    pub fn notices(&mut self) -> String {
        let notices = self.receiver.wait_for(1);
        let lines: Vec<_> =
            notices.iter().map(|notice| format!("{} {}", notice.line, notice.text())).collect();
        self.series.text("notices", Utc::now(), &lines.join("\n"))
    }
}
