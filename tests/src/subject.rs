//! The dearest subjects of requests: the worst record of each game, in an archive with a long feed.

use kifu_engine::erased::AnyGame;
use kifu_engine::games;
use serde_json::json;
use uuid::Uuid;

use crate::client::{Client, Table};
use crate::large_archive::copy_records;
use crate::service::Service;
use crate::waiting::eventually;
use crate::worst_records::{Ending, PART, fill};

/// Simulated games of each kind, and copies of each: more events than a page of the feed looks through.
const SIMULATED_GAMES: &str = "3";
const COPIES: usize = 40 / PART;

/// The subject of requests.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The kind of game.
    pub game: &'static str,
    /// The record.
    pub table: Table,
    /// How many moves it has.
    pub moves: u64,
    /// Players who played often.
    pub players: [Uuid; 2],
    /// A webhook.
    pub webhook: String,
    /// The operator's key.
    pub operator: &'static str,
}

/// Makes an archive, and in it the worst record of each game: of every other game one that goes on, else one that is over.
///
/// # Panics
///
/// If the service refuses something.
pub fn make_subjects(service: &Service, operator: &'static str) -> Vec<Subject> {
    make_archive(service);
    let hook = json!({"url": "http://127.0.0.1:9/hook", "events": ["record.finished"]});
    let webhook = service.post("/v1/webhooks", &hook).token(operator).json();
    let webhook = webhook["id"].as_str().unwrap().to_owned();
    let mut database = service.database();
    let players = [0, 1].map(|rank| {
        database.query_one("SELECT md5('player ' || $1::int)::uuid", &[&rank]).unwrap().get::<_, Uuid>(0)
    });
    let client: &Client = service;
    let make = |game: &dyn AnyGame, ending| {
        let table = fill(client, game, ending);
        let moves = table.get("").json()["moves"].as_u64().unwrap();
        Subject { game: game.meta().slug, table, moves, players, webhook: webhook.clone(), operator }
    };
    let endings = [Ending::Live, Ending::Abandoned].into_iter().cycle();
    games::ALL.iter().zip(endings).map(|(game, ending)| make(*game, ending)).collect()
}

/// So many events that a filter which finds nothing looks through as many as it may.
fn make_archive(service: &Service) {
    for game in games::ALL {
        let done =
            service.folder().run(&["simulate", "--count", SIMULATED_GAMES, "--game", game.meta().slug]);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    let mut database = service.database();
    eventually("search documents", || {
        let live = "SELECT count(*) FROM search_documents WHERE status = 'live'";
        (database.query_one(live, &[]).unwrap().get::<_, i64>(0) == 0).then_some(())
    });
    copy_records(&mut database, COPIES).unwrap();
}
