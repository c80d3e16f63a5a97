//! A database with a few records, and a forger who may do everything in it but lacks the key that signs.

use std::process::Output;
use std::sync::Arc;

use kifu_engine::canonical_json::CanonicalJson;
use kifu_engine::games;
use kifu_proofs::batch::{Batch, BatchSecret};
use kifu_proofs::event::{EventContent, START, link};
use kifu_proofs::signature::{PublicKey, SigningKey, TreeHead, TreeHeadTag, head_digest};
use kifu_proofs::tree::GrowingTree;
use kifu_proofs::{Digest, HexBytes, batch};
use kifu_tests::{Folder, Service, eventually, random_game};
use postgres::Client;
use postgres::types::ToSql;
use serde_json::{Value, json};
use uuid::Uuid;

pub const KEY: (&str, &str) = ("KIFU_SIGNING_KEY", "what only the operator knows");
pub const OTHER_KEY: (&str, &str) = ("KIFU_SIGNING_KEY", "another one");
/// Heads are signed at the start and at the end of a service, and not while forgeries are tried.
pub const RARELY: (&str, &str) = ("KIFU_HEAD_SECONDS", "86400");

/// The tables kept aside, to be put back after each forgery.
const ASIDE: [&str; 13] = [
    "players",
    "games",
    "events",
    "seatings",
    "copies",
    "tokens",
    "descriptions",
    "description_heads",
    "event_batches",
    "shard_heads",
    "search_documents",
    "statistic_chunks",
    "statistic_columns",
];

/// Nothing that a forger does is refused by the database.
const LET_EVERYTHING: &str = "
    CREATE SCHEMA aside;
    ALTER TABLE events DISABLE TRIGGER USER;
    DO $$
    DECLARE foreign_key record;
    BEGIN
        FOR foreign_key IN SELECT conrelid::regclass AS relation, conname FROM pg_constraint
                           WHERE contype = 'f' AND connamespace = 'public'::regnamespace
        LOOP
            EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', foreign_key.relation, foreign_key.conname);
        END LOOP;
    END
    $$;";

/// Followers of the feed may have noted the end of a log that was forged.
const SET_BACK: &str = "
    UPDATE projections SET position = a.position FROM aside.shard_heads a WHERE projections.position > a.position;
    UPDATE statistic_progress p SET position = a.position FROM aside.shard_heads a WHERE p.position > a.position;
    DELETE FROM statistic_clock c USING aside.shard_heads a WHERE c.position > a.position;
    DELETE FROM statistic_dirty_records";

fn save() -> String {
    let tables = ASIDE.map(|table| format!("CREATE TABLE aside.{table} AS TABLE {table};"));
    format!("{LET_EVERYTHING} {}", tables.concat())
}

fn put_back() -> String {
    let tables =
        ASIDE.map(|table| format!("DELETE FROM {table}; INSERT INTO {table} SELECT * FROM aside.{table};"));
    format!("{} {SET_BACK}", tables.concat())
}

fn kifu(folder: &Folder, key: (&str, &str), arguments: &[&str]) -> Output {
    folder.kifu().envs([key]).args(arguments).output().unwrap()
}

/// The output of `kifu verify` with this key, and true if it found no fault.
pub fn verify_with(folder: &Folder, key: (&str, &str), arguments: &[&str]) -> (bool, String) {
    let output = kifu(folder, key, &[&["verify"], arguments].concat());
    (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

/// A database of one shard with three records of four events in two batches, served once more.
pub struct Scene {
    pub service: Service,
    pub owner: Client,
    /// The record that was opened second.
    pub id: String,
    pub public_key: PublicKey,
}

/// Ends all connections but the forger's.
const END_OTHER_CONNECTIONS: &str = "
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";

impl Scene {
    pub fn new() -> Self {
        let serve = |folder| Service::start_in_with(folder, &[KEY, RARELY, ("KIFU_SHARDS", "1")]);
        let service = serve(Arc::new(Folder::new()));
        let named = json!({
            "game": "you_cry_wolf", "seats": ["Aki", "Ben", null], "place": "Kyoto", "played_at": "2026-11-20T19:00:00+09:00",
            "tags": ["club"],
        });
        let plain = || service.open_plain("you_cry_wolf", 3);
        let tables = [plain(), service.open(&named), plain()];
        for table in &tables {
            table.log(&json!({"type": "annotate", "text": "one"})).json();
        }
        // Positions 1 to 6 are in one batch, those from 7 on in another.
        let service = serve(service.stop());
        for note in
            [json!({"type": "annotate", "text": "two"}), json!({"type": "choose_first_player", "seat": 0})]
        {
            for table in &tables {
                table.at(&service).log(&note).json();
            }
        }
        let service = serve(service.stop());
        let mut owner = service.database();
        owner.batch_execute(&save()).unwrap();
        Self { public_key: public_key(&service), service, owner, id: tables[1].id.clone() }
    }

    /// A database with one record that has ended, and is counted.
    pub fn finished() -> Self {
        let service = Service::start_in_with(Arc::new(Folder::new()), &[KEY, RARELY, ("KIFU_SHARDS", "1")]);
        let game = games::find("bremen").unwrap();
        let over = |seed| Some(random_game(game, seed)).filter(|game| game.fold().outcome().is_some());
        let recorded = (0..100).find_map(over).unwrap();
        let table = service.open(&recorded.request());
        table.log(&json!(recorded.log)).json();
        let mut owner = service.database();
        let counted = "
            SELECT EXISTS (SELECT FROM statistic_chunks) AND EXISTS (SELECT FROM slow_observations)
                   AND NOT EXISTS (SELECT FROM statistic_dirty_records)";
        eventually("all of it is counted", || {
            owner.query_one(counted, &[]).unwrap().get::<_, bool>(0).then_some(())
        });
        owner.batch_execute(&save()).unwrap();
        Self { public_key: public_key(&service), service, owner, id: table.id }
    }

    /// Has the record counted with another player on a seat, whom the record does not name.
    pub fn count_with_another_player(&mut self) {
        self.sql(
            "INSERT INTO players (player_id, name, name_key, created_at)
             VALUES ('00000000-0000-7000-8000-000000000002', 'Eve', 'eve', now());
             INSERT INTO seatings (shard, game_id, seat, player_id)
             VALUES (0, 'ID', 0, '00000000-0000-7000-8000-000000000002')
             ON CONFLICT (shard, game_id, seat) DO UPDATE
             SET player_id = excluded.player_id, guest_name = NULL, guest_key = NULL;
             INSERT INTO statistic_dirty_records (shard, game_id) VALUES (0, 'ID')",
        );
        let waiting = "SELECT count(*) FROM statistic_dirty_records";
        eventually("it is counted anew", || {
            (self.owner.query_one(waiting, &[]).unwrap().get::<_, i64>(0) == 0).then_some(())
        });
        self.sql("DELETE FROM seatings; INSERT INTO seatings SELECT * FROM aside.seatings");
    }

    pub fn verify(&self) -> (bool, String) {
        verify_with(&self.service.folder(), KEY, &[])
    }

    pub fn sql(&mut self, statements: &str) {
        self.owner.batch_execute(&statements.replace("ID", &self.id)).unwrap();
    }

    pub fn execute(&mut self, statement: &str, parameters: &[&(dyn ToSql + Sync)]) {
        self.owner.execute(statement, parameters).unwrap();
    }

    /// Makes the hashes of all records anew.
    pub fn rehash(&mut self) {
        let events = "
            SELECT game_id::text, seq, type, schema_version, actor, payload::text, salt,
                   to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') AS at
            FROM events ORDER BY game_id, seq";
        let mut before = START;
        for row in self.owner.query(events, &[]).unwrap() {
            let (game, seq): (String, i64) = (row.get(0), row.get(1));
            let payload: Value = serde_json::from_str(row.get("payload")).unwrap();
            let content = EventContent {
                actor: row.get("actor"),
                at: row.get::<_, &str>("at").parse().unwrap(),
                game_id: Uuid::parse_str(&game).unwrap(),
                kind: row.get("type"),
                payload: &CanonicalJson::of(&payload).unwrap(),
                schema_version: row.get("schema_version"),
            };
            let salt = HexBytes(row.get::<_, &[u8]>("salt").try_into().unwrap());
            before = link(if seq == 0 { START } else { before }, content.commitment(salt).unwrap());
            let update = "UPDATE events SET hash = $3 WHERE game_id::text = $1 AND seq = $2";
            self.execute(update, &[&game, &seq, &before.0.as_slice()]);
        }
    }

    /// Makes the batches anew of the events as they are now, and signs their heads with a key of our own.
    pub fn rebuild_batches(&mut self, claimed: Option<PublicKey>) {
        let key = SigningKey::from_seed(&[9; 32]).unwrap();
        let public_key = claimed.unwrap_or(key.public());
        let mut tree = GrowingTree::default();
        let mut before = None;
        let batches = "
            SELECT number, secret, epoch,
                   to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') AS at,
                   ARRAY(SELECT e.hash FROM events e WHERE e.position > b.position - b.events AND e.position <= b.position
                         ORDER BY e.position)
                   || ARRAY(SELECT d.hash FROM descriptions d
                            WHERE d.position > b.description_position - b.descriptions AND d.position <= b.description_position
                            ORDER BY d.position) AS hashes
            FROM event_batches b ORDER BY number";
        for row in self.owner.query(batches, &[]).unwrap() {
            let hashes: Vec<&[u8]> = row.get("hashes");
            let hashes: Vec<Digest> =
                hashes.into_iter().map(|hash| HexBytes(hash.try_into().unwrap())).collect();
            let secret: BatchSecret = HexBytes(row.get::<_, &[u8]>("secret").try_into().unwrap());
            let Batch { root, sequence, .. } = Batch::new(secret, &hashes);
            let at = row.get::<_, &str>("at").parse().unwrap();
            tree.push(&batch::leaf(root, at));
            let head = TreeHead {
                statement: TreeHeadTag::TreeHead,
                shard: 0,
                size: tree.size(),
                root: tree.root().unwrap(),
                at,
                epoch: HexBytes(row.get::<_, &[u8]>("epoch").try_into().unwrap()),
                before: before.map_or(TreeHead::NONE_BEFORE, head_digest),
            };
            let signature = key.sign(head).unwrap().signature;
            before = Some(signature);
            let update = "
                UPDATE event_batches SET sequence = $2, root = $3, public_key = $4, signature = $5 WHERE number = $1";
            let number: i64 = row.get("number");
            let [sequence, root, key] = [&sequence.0, &root.0, &public_key.0].map(<[u8; 32]>::as_slice);
            self.execute(update, &[&number, &sequence, &root, &key, &signature.0.as_slice()]);
        }
    }

    /// Suspends the service once all followers of the feed are at its end, so that none of its tasks in the background
    /// meets a forgery.
    pub fn suspend_service(&mut self) {
        let nearest = "SELECT min(position) FROM projections";
        eventually("all followers at the end", || {
            (self.owner.query_one(nearest, &[]).unwrap().get::<_, Option<i64>>(0) >= Some(12)).then_some(())
        });
        self.service.suspend();
        eventually("no connection but the forger's", || {
            let ended: i64 = self.owner.query_one(END_OTHER_CONNECTIONS, &[]).unwrap().get(0);
            (ended == 0).then_some(())
        });
    }

    pub fn change_a_text(&mut self) {
        self.sql(
            r#"UPDATE events SET payload = payload || '{"text": "won"}' WHERE game_id = 'ID' AND seq = 2"#,
        );
    }

    pub fn put_back(&mut self) {
        self.owner.batch_execute(&put_back()).unwrap();
    }

    /// The result of `kifu verify` after a service has started, which sees that the forgery is gone.
    pub fn restart(self) -> (bool, String) {
        self.service.resume();
        let folder = self.service.stop();
        let service = Service::start_in_with(folder, &[KEY, RARELY, ("KIFU_SHARDS", "1")]);
        service.database().batch_execute(&put_back()).unwrap();
        verify_with(&service.folder(), KEY, &[])
    }
}

fn public_key(service: &Service) -> PublicKey {
    service.get("/v1/signing-key").json()["public_key"].as_str().unwrap().parse().unwrap()
}
