//! The steps that every request passes, and their order.

mod hosts;
mod http_2;
mod order;
mod origins;
mod rates;
mod requests;
mod slots;
mod slow;

use kifu_tests::{Answer, Client, Service, Table};
use serde_json::{Value, json};

const OPERATOR: &str = "the-operators-key-of-this-test-0";

const NOBODY: &str = "00000000-0000-7000-8000-000000000000";

/// Shaped like a token.
const TOKEN: &str = "kifu_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Addresses of clients, as a proxy names them.
const UNLIMITED_CLIENT: &str = "192.0.2.1";

const FAILING_CLIENT: &str = "192.0.2.2";

const NEW_CLIENT: &str = "192.0.2.3";

/// A service behind a proxy that is believed, with an operator.
fn behind_a_proxy(settings: &[(&str, &str)]) -> Service {
    let always = [
        ("KIFU_OPERATOR_KEY", OPERATOR),
        ("KIFU_REQUIRE_KEY", "true"),
        ("KIFU_TRUSTED_PROXY", "127.0.0.0/8"),
    ];
    Service::start_with(&[&always, settings].concat())
}

/// A service with a tiny rate.
fn guarded() -> Service {
    behind_a_proxy(&[("KIFU_RATE_LIMIT", "3"), ("KIFU_MAX_STREAMS_PER_CLIENT", "2")])
}

/// A body that opens a record.
fn opening() -> Value {
    json!({"game": "bremen", "seats": [null, null, null]})
}

/// A record that the operator opened.
fn opened(service: &Client) -> Table {
    Table::new(Client::new(service.base()), &service.post("/v1/games", &opening()).token(OPERATOR).json())
}

fn code(answer: &Answer) -> String {
    answer.json()["code"].as_str().unwrap_or_default().to_owned()
}
