//! The examples of the contract are what the service answers.
//!
//! One story of requests is sent to a service of its own, and each request with its answer is held to the file in `openapi/examples/`,
//! from which the contract takes them. What differs from run to run is a sample in the file.

mod access;
mod collection;
mod finished;
mod games;
mod headers;
mod people;
mod problems;
mod samples;
pub mod schemas;
mod service;
mod statistics;
mod webhooks;

use kifu_tests::{Receiver, Service, Table};
use serde_json::{Value, json};

use self::collection::Collection;
use self::samples::Samples;

/// A key that shows what it is, so that it stands in examples as it is.
const OPERATOR: &str = "the-key-of-the-operator-in-an-example";
/// Where the service of the examples is.
const PUBLIC: &str = "https://kifu.example.org";

/// Of the service of the examples, and of the one beside it that sends notices while it runs, so that it is known how
/// often each was sent.
const SETTINGS: &[(&str, &str)] = &[
    ("KIFU_OPERATOR_KEY", OPERATOR),
    ("KIFU_PUBLIC_URL", PUBLIC),
    ("KIFU_WEBHOOK_ALLOW_NETWORK", "127.0.0.0/8"),
    ("KIFU_WEBHOOK_KEY", "the key that seals"),
];

/// Whom and what the examples are about.
struct World {
    service: Service,
    operations: Collection,
    /// Players and their tokens: Aki and Ben.
    players: [Player; 2],
    /// A game of Bremen that goes on.
    bremen: Table,
    /// A game of Punyon-ken that is over.
    punyon_ken: Table,
}

struct Player {
    id: String,
    token: String,
}

impl Player {
    fn of(made: &Value) -> Self {
        let text = |field: &str| made[field].as_str().unwrap().to_owned();
        Self { id: text("id"), token: text("token") }
    }

    fn path(&self, rest: &str) -> String {
        format!("/v1/players/{}{rest}", self.id)
    }

    fn entry(&self) -> Value {
        json!({"player": self.id, "token": self.token})
    }
}

#[test]
fn every_operation_and_notice() {
    let service = Service::with_one_shard(
        &[SETTINGS, &[("KIFU_WEBHOOK_SENDERS", "0"), ("KIFU_HEAD_SECONDS", "1")]].concat(),
    );
    let receiver = Receiver::new();
    let mut samples = Samples::new();
    samples.show(receiver.url(), "https://example.org/hook");
    let mut operations = Collection::of("operations.json", samples);

    webhooks::listen(&service, &receiver);
    let players = people::make(&service, &mut operations);
    let bremen = games::open(&service, &mut operations, &players);
    let punyon_ken = games::open_punyon_ken(&service, &players);
    let mut world = World { service, operations, players, bremen, punyon_ken };
    games::collect(&mut world);
    games::collect_joint(&mut world);
    finished::collect(&mut world);
    access::collect(&mut world);
    statistics::collect(&mut world);
    let ping = webhooks::collect(&mut world, &receiver);
    people::collect(&mut world);
    service::collect(&mut world);
    let World { service, operations, bremen, punyon_ken, .. } = world;
    operations.sent().assert_of_operations();
    let samples = operations.compare();
    let _sender = service.beside_with(SETTINGS);
    let mut notices = Collection::of("notices.json", samples);
    webhooks::add_notices(&mut notices, &receiver, &bremen, &punyon_ken, &ping);
    notices.compare();
}

/// The first of each of these lists.
fn first_of(lists: &'static [&'static str]) -> impl Fn(&mut Value) {
    move |body| {
        for list in lists {
            body.pointer_mut(list).and_then(Value::as_array_mut).unwrap().truncate(1);
        }
    }
}

/// The first letters of a text.
fn first_letters(count: usize) -> impl Fn(&mut Value) {
    move |body| *body = body.as_str().unwrap_or_default().chars().take(count).collect::<String>().into()
}

/// The first lines of a text.
fn first_lines(count: usize) -> impl Fn(&mut Value) {
    move |body| {
        let text = body.as_str().unwrap_or_default();
        let lines: Vec<_> = text.split_inclusive('\n').take(count).collect();
        *body = json!(lines.concat());
    }
}
