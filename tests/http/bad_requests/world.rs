//! The subjects of the requests, and the tokens to send them with.

use kifu_tests::{Ask, Client, Service, Table};
use serde_json::{Value, json};

const OPERATOR: &str = "the-key-of-the-operator-of-bad-requests";

const SETTINGS: &[(&str, &str)] = &[
    ("KIFU_OPERATOR_KEY", OPERATOR),
    ("KIFU_WEBHOOK_ALLOW_NETWORK", "127.0.0.0/8"),
    ("KIFU_WEBHOOK_KEY", "the key that seals"),
    ("KIFU_WEBHOOK_SENDERS", "0"),
];

/// A service with one of everything.
pub struct World {
    service: Service,
    bremen: Table,
    punyon_ken: Table,
    /// An id and a token.
    players: [(String, String); 2],
    webhook: String,
}

impl World {
    pub fn new() -> Self {
        let service = Service::start_with(SETTINGS);
        let text = |made: &Value, field: &str| made[field].as_str().unwrap().to_owned();
        let players = ["Aki", "Ben"].map(|name| {
            let made = service.post("/v1/players", &json!({ "name": name })).json();
            (text(&made, "id"), text(&made, "token"))
        });
        let seated = players.each_ref().map(|(id, token)| json!({"player": id, "token": token}));
        let seats = json!([seated[0], seated[1], "Chika", "Dan"]);
        let bremen = service.open(&json!({"game": "bremen", "seats": seats}));
        let punyon_ken = service.open_plain("punyon_ken", 2);
        let hook = json!({"url": "http://127.0.0.1:9/hook", "events": ["record.finished"]});
        let webhook = text(&service.post("/v1/webhooks", &hook).token(OPERATOR).json(), "id");
        Self { service, bremen, punyon_ken, players, webhook }
    }

    /// A request to a path of the contract with a token that allows it.
    pub fn ask(&self, method: &str, template: &str, query: &str) -> Ask {
        let (player, other) = (&self.players[0], &self.players[1]);
        let (id, token) = match template {
            path if path.ends_with("/joint") => (&self.punyon_ken.id, self.punyon_ken.seats[0].as_str()),
            path if path.starts_with("/v1/games/") => (&self.bremen.id, self.bremen.scribe.as_str()),
            path if path.starts_with("/v1/players/") => (&player.0, player.1.as_str()),
            _ => (&self.webhook, OPERATOR),
        };
        let path = template
            .replace("{id}", id)
            .replace("{other}", &other.0)
            .replace("{record}", &self.bremen.id)
            .replace("{seat}", "3")
            .replace("{game}", "bremen")
            .replace("{month}", "2025-05")
            .replace("{code}", "not_found")
            .replace("{step}", "0")
            .replace("{metric}", "you_cry_wolf.bid_escalation");
        assert!(!path.contains('{'), "{template} has an unknown part");
        let ask = Client::ask(&self.service, method, &format!("{path}{query}")).token(token);
        // The part of a joint move has to name the version.
        if template.ends_with("/joint") {
            let record = self.service.get(&format!("/v1/games/{id}")).token(OPERATOR).send();
            return ask.header("If-Match", record.header("etag"));
        }
        ask
    }

    /// All that there is and that a request could change.
    pub fn everything(&self) -> Value {
        let shown = |path: &str| self.service.get(path).token(OPERATOR).json();
        // Cursors are sealed: the same place has another one each time.
        let mut feed = shown("/v1/feed?limit=1000")["events"].take();
        for event in feed.as_array_mut().unwrap() {
            event["cursor"].take();
        }
        json!({
            "feed": feed,
            "records": shown("/v1/games?total=true"),
            "record": self.bremen.get_as(Some(&self.bremen.scribe), "").json(),
            "tokens": self.bremen.get_as(Some(&self.bremen.scribe), "/tokens").json(),
            "joint": self.punyon_ken.get("/joint").json(),
            "players": shown("/v1/players"),
            "webhooks": shown("/v1/webhooks"),
        })
    }
}
