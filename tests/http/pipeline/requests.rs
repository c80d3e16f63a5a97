//! Requests to every endpoint of the contract, each wrong in some ways.

use kifu_tests::{Client, Raw, RawAnswer, contract};
use serde_json::{Value, json};

use super::{NOBODY, OPERATOR, TOKEN, UNLIMITED_CLIENT, opening};

/// Endpoints that answer nobody without a token, or without the right to open records.
pub const NEED_IDENTITY: [&str; 30] = [
    "open_record",
    "copy_record",
    "import_records",
    "create_player",
    "change_record",
    "seat_somebody",
    "list_tokens",
    "issue_token",
    "reissue_token",
    "revoke_token",
    "add_moves",
    "enter_part",
    "withdraw_part",
    "change_player",
    "claim_seats",
    "list_player_seats",
    "leave_seat",
    "erase_player",
    "merge_players",
    "replace_player_token",
    "create_webhook",
    "show_webhook",
    "change_webhook",
    "delete_webhook",
    "rotate_webhook_secret",
    "test_webhook",
    "list_deliveries",
    "retry_delivery",
    "metrics",
    "list_webhooks",
];

/// An endpoint of the contract.
#[derive(Clone)]
pub struct Endpoint {
    pub name: String,
    pub path: String,
    pub method: String,
    pub address: String,
    pub reads_a_body: bool,
    /// True: it can be retried under a key.
    pub is_keyed: bool,
}

impl Endpoint {
    pub fn is_write(&self) -> bool {
        self.method != "GET"
    }

    pub fn needs_identity(&self) -> bool {
        NEED_IDENTITY.contains(&self.name.as_str())
    }

    /// True if a body of any length is taken.
    pub fn is_long(&self) -> bool {
        self.name == "import_records"
    }
}

/// Things that addresses name.
pub struct World {
    pub record: String,
    pub player: String,
    pub webhook: String,
}

impl World {
    pub fn new(service: &Client) -> Self {
        let make = |path: &str, body: Value| {
            let made = service.post(path, &body).token(OPERATOR).json();
            made["id"].as_str().unwrap().to_owned()
        };
        Self {
            record: make("/v1/games", opening()),
            player: make("/v1/players", json!({"name": "Aki"})),
            webhook: make(
                "/v1/webhooks",
                json!({"url": "https://example.org/", "events": ["record.finished"]}),
            ),
        }
    }

    pub fn address(&self, path: &str) -> String {
        let id = match path.split('/').nth(2) {
            Some("players") => &self.player,
            Some("webhooks") => &self.webhook,
            _ => &self.record,
        };
        let mut address = path.replace("{id}", id).replace("{game}", "bremen").replace("{step}", "0");
        for name in [
            "seat", "token_id", "delivery", "record", "other", "metric", "code", "version", "file",
            "lib_file", "month",
        ] {
            address = address.replace(&format!("{{{name}}}"), if name == "seat" { "0" } else { NOBODY });
        }
        assert!(!address.contains('{'), "{address}");
        address
    }
}

/// Every endpoint of the contract, those last that take away what others need.
pub fn endpoints(world: &World) -> Vec<Endpoint> {
    let mut endpoints = Vec::new();
    for (path, methods) in contract()["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            endpoints.push(Endpoint {
                name: operation["operationId"].as_str().unwrap().to_owned(),
                method: method.to_uppercase(),
                path: path.clone(),
                address: world.address(path),
                reads_a_body: operation.get("requestBody").is_some(),
                is_keyed: operation["parameters"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .any(|parameter| parameter["name"] == "Idempotency-Key"),
            });
        }
    }
    endpoints.sort_by_key(|endpoint| endpoint.method == "DELETE");
    endpoints
}

/// The faults of a request; all else in it is right. None of its body is ever sent.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "one for each step")]
pub struct Wrongs {
    pub host: bool,
    pub token_in_address: bool,
    pub method: bool,
    pub origin: bool,
    pub encoding: bool,
    pub size: bool,
    pub media: bool,
    pub key: bool,
    pub client: String,
    pub token: Option<&'static str>,
}

impl Wrongs {
    /// Does everything wrong, or nothing.
    pub fn all(wrong: bool, client: &str) -> Self {
        Self {
            host: wrong,
            token_in_address: wrong,
            method: wrong,
            origin: wrong,
            encoding: wrong,
            size: wrong,
            media: wrong,
            key: wrong,
            client: client.to_owned(),
            token: None,
        }
    }
}

fn head(endpoint: &Endpoint, wrongs: &Wrongs) -> String {
    let Wrongs { host, token_in_address, method, origin, encoding, size, media, key, client, token } = wrongs;
    let lines = [
        Some(format!(
            "{} {}{} HTTP/1.1",
            if *method { "BREW" } else { &endpoint.method },
            endpoint.address,
            if *token_in_address { format!("?x={TOKEN}") } else { String::new() },
        )),
        Some(format!("Host: {}", if *host { "evil.example" } else { "localhost" })),
        (!client.is_empty()).then(|| format!("X-Forwarded-For: {client}")),
        Some("If-Match: *".to_owned()),
        (*key && !endpoint.is_keyed).then(|| "Idempotency-Key: once".to_owned()),
        origin.then(|| "Origin: https://evil.example".to_owned()),
        encoding.then(|| "Content-Encoding: br".to_owned()),
        Some(format!("Content-Length: {}", if *size { 1 << 30 } else { 20 })),
        (!media).then(|| {
            let media = if endpoint.is_long() { "application/x-ndjson" } else { "application/json" };
            format!("Content-Type: {media}")
        }),
        token.map(|token| format!("Authorization: Bearer {token}")),
    ];
    lines.into_iter().flatten().fold(String::new(), |head, line| head + &line + "\r\n") + "\r\n"
}

pub fn send(service: &Client, endpoint: &Endpoint, wrongs: &Wrongs) -> RawAnswer {
    let mut raw = Raw::connect(service);
    raw.write(head(endpoint, wrongs).as_bytes());
    raw.answer()
}

/// Sends a request right behind many that use up what it needs, too fast for any of it to come back.
pub fn send_behind(service: &Client, many: &str, endpoint: &Endpoint, wrongs: &Wrongs) -> RawAnswer {
    const EXHAUSTING_REQUESTS: usize = 60;
    let mut raw = Raw::connect(service);
    raw.write(format!("{}{}", many.repeat(EXHAUSTING_REQUESTS), head(endpoint, wrongs)).as_bytes());
    (0..EXHAUSTING_REQUESTS).for_each(|_| _ = raw.answer());
    raw.answer()
}

/// Sends a request whose rate is spent. Where the machine is so slow that some of it comes back meanwhile, the request
/// is answered and may remove its subject: it is sent again, about something new.
pub fn refused_for_its_rate(service: &Client, endpoint: &Endpoint, wrongs: &Wrongs) -> RawAnswer {
    let spent = plain("/healthz", UNLIMITED_CLIENT, wrongs.token);
    let first = send_behind(service, &spent, endpoint, wrongs);
    (0..20).fold(first, |answer, _| {
        if answer.code() == "too_many_requests" {
            return answer;
        }
        let again = Endpoint { address: World::new(service).address(&endpoint.path), ..endpoint.clone() };
        send_behind(service, &spent, &again, wrongs)
    })
}

/// A request for nothing in particular.
pub fn plain(path: &str, client: &str, token: Option<&str>) -> String {
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {client}\r\n{token}\r\n")
}
