//! The schema and the statements can be distributed by shard: what Citus refuses for a table that is spread over several
//! nodes is not used, and what a request does asks one node.
//!
//! Tables with a column `shard` are distributed by it, all others are copied to every node (reference tables).

#[path = "../../../../tests/src/statements.rs"]
mod statements;

use std::collections::BTreeSet;
use std::path::Path;

use tokio_postgres::Client;

use crate::fixtures::Fixture;

/// Where there are no triggers, the service's role has no right to change an event; on a single server this one also keeps
/// the owner from it.
const TRIGGER_OF_A_SINGLE_SERVER: &str = "events_are_append_only";

/// Statements over all shards: of what runs beside requests, of statistics over everything, of people, and of commands.
const OVER_ALL_SHARDS: [&str; 32] = [
    "BEGIN_ON_ALL_NODES",
    "CLOSE_GENERATION",
    "COUNT_RECORDS_BY_GAME",
    "COUNT_SHARDS",
    "COUNT_SHARED_RECORDS",
    "COUNT_UNSEEN_EVENTS",
    "COUNT_WAITING_DELIVERIES",
    "DELETE_CHUNK_BATCH",
    "DELETE_COUNTED_DIRTY_RECORDS",
    "DELETE_EXPIRED_DELIVERIES",
    "DELETE_EXPIRED_KEYS",
    "DELETE_GENERATION",
    "ERASE_SEATINGS",
    "INSERT_PROGRESS",
    "INSERT_WEBHOOK",
    "INVALIDATE_PROGRESS",
    "MOVE_SEATINGS",
    "RESTART_DERIVED",
    "RESTART_WAITING_DELIVERIES",
    "SELECT_EPOCH",
    "SELECT_FEED_HEADS",
    "SELECT_GUEST_SEATS",
    "SELECT_LAGGING_SHARD",
    "SELECT_PENDING_WORK",
    "SELECT_PROGRESS",
    "SELECT_PUBLIC_PLAYERS",
    "SELECT_PUBLIC_SEATING",
    "SELECT_RECENT_RECORDS",
    "SELECT_RECORDS_OF_PLAYER",
    "SELECT_SEATS_OF_PLAYER",
    "SELECT_SHARDS",
    "THIN_CLOCK",
];

const DISTRIBUTED: &str = "
    SELECT c.relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shard'
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace";

const TRIGGERS: &str = "SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal";

/// Unique indexes of distributed tables without the shard.
const UNIQUE_OVER_SHARDS: &str = "
    SELECT i.indexrelid::regclass::text FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attname = 'shard'
    WHERE i.indisunique AND NOT a.attnum = ANY (i.indkey::int2[])";

/// Each foreign key: its table, the other one, and whether it pairs the shards of both.
const FOREIGN_KEYS: &str = "
    SELECT f.conrelid::regclass::text, f.confrelid::regclass::text,
           EXISTS (SELECT FROM unnest(f.conkey, f.confkey) AS k (here, there)
                   JOIN pg_attribute h ON h.attrelid = f.conrelid AND h.attnum = k.here
                   JOIN pg_attribute t ON t.attrelid = f.confrelid AND t.attnum = k.there
                   WHERE h.attname = 'shard' AND t.attname = 'shard')
    FROM pg_constraint f WHERE f.contype = 'f'";

const FUNCTIONS: &str = "
    SELECT proname::text, prosrc FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'";

/// Functions that a node could not run: in SQL with parameters for a table, or with a row of a table, whose parts on the nodes
/// are tables of other types.
const UNFIT_FUNCTIONS: &str = "
    SELECT p.proname::text FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
    WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f'
      AND (EXISTS (SELECT FROM unnest(p.proargtypes) AS a (id) JOIN pg_type t ON t.oid = a.id WHERE t.typrelid <> 0)
           OR l.lanname = 'sql' AND EXISTS (
               SELECT FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = p.pronamespace
                 AND p.prosrc ~ ('(FROM|JOIN|INTO|UPDATE)\\s+' || c.relname || '\\M')))";

async fn texts(client: &Client, sql: &str) -> BTreeSet<String> {
    client.query(sql, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}

#[tokio::test]
async fn tables_can_be_distributed_by_shard() {
    let fixture = Fixture::new().await;
    let client = fixture.owner().await;
    let distributed = texts(&client, DISTRIBUTED).await;
    assert!(distributed.len() > 15, "{distributed:?}");
    assert_eq!(texts(&client, TRIGGERS).await, [TRIGGER_OF_A_SINGLE_SERVER.to_owned()].into());
    assert_eq!(texts(&client, UNIQUE_OVER_SHARDS).await, BTreeSet::new(), "unique over all nodes");
    for row in client.query(FOREIGN_KEYS, &[]).await.unwrap() {
        let (from, to, pairs_shards): (String, String, bool) = (row.get(0), row.get(1), row.get(2));
        let is_possible = pairs_shards || !distributed.contains(&to);
        assert!(is_possible, "a foreign key from {from} to {to} reaches into other nodes");
    }
    assert_eq!(texts(&client, UNFIT_FUNCTIONS).await, BTreeSet::new(), "functions that nodes can't run");
    let may = "SELECT privilege FROM unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS p (privilege)
        WHERE has_table_privilege('kifu_service', 'events', privilege)
           OR privilege = 'UPDATE' AND has_any_column_privilege('kifu_service', 'events', privilege)";
    assert_eq!(texts(&client, may).await, BTreeSet::new(), "privileges alone keep events from change");
}

#[tokio::test]
async fn functions_that_requests_call_stay_in_one_shard() {
    let fixture = Fixture::new().await;
    let client = fixture.owner().await;
    let distributed = texts(&client, DISTRIBUTED).await;
    let mut checked = 0;
    for row in client.query(FUNCTIONS, &[]).await.unwrap() {
        let (name, source): (String, String) = (row.get(0), row.get(1));
        // Line comments may hold a semicolon.
        let lines: Vec<_> = source.lines().map(|line| line.split("--").next().unwrap_or_default()).collect();
        for statement in
            lines.join("\n").split(';').filter(|statement| !tables(statement, &distributed).is_empty())
        {
            let is_in_one =
                ["p_shard", "p_key_shard", "record.shard"].iter().any(|shard| statement.contains(shard));
            assert!(is_in_one, "{name}: {statement}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} statements of functions were looked at");
}

#[tokio::test]
async fn statements_name_their_shard() {
    let fixture = Fixture::new().await;
    let client = fixture.owner().await;
    let distributed = texts(&client, DISTRIBUTED).await;
    let functions = client.query(FUNCTIONS, &[]).await.unwrap();
    let functions = functions.iter().map(|row| (row.get::<_, String>(0), row.get::<_, String>(1)));
    let reading: Vec<_> = functions.filter(|(_, source)| !tables(source, &distributed).is_empty()).collect();
    assert!(reading.len() > 5, "{reading:?}");
    let statements = statements::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(statements.len() > 100, "{} statements", statements.len());
    let (mut over_all, mut in_one) = (BTreeSet::new(), 0);
    for (name, sql) in statements.iter().flat_map(|(name, texts)| texts.iter().map(move |sql| (name, sql))) {
        let tables = tables(sql, &distributed);
        if tables.is_empty() {
            continue;
        }
        let calls = |(function, _): &&(String, String)| sql.contains(&format!("{function}("));
        assert!(!reading.iter().any(|call| calls(&call)), "{name} calls a function that reads shards: {sql}");
        assert!(
            !sql.contains(" SHARE"),
            "{name}: shared locks of tables on all nodes wait for each other in vain: {sql}"
        );
        let changed_with = sql.split_once("DO UPDATE").map_or("", |(_, change)| change);
        assert!(
            !changed_with.contains('$'),
            "{name}: a node does not get the parameters of what it changes: {sql}"
        );
        if let Some(writes) = tables_of_all_nodes(sql) {
            assert!(
                tables.is_empty(),
                "{name} reads shards and changes {writes}, which is on all nodes: {sql}"
            );
        }
        if is_of_one_shard(sql) {
            in_one += 1;
            for part in subselects(sql).filter(|part| !self::tables(part, &distributed).is_empty()) {
                assert!(
                    part.contains("shard = $"),
                    "{name}: a subselect must name the shard by itself: {part}"
                );
            }
            continue;
        }
        over_all.insert(name.rsplit("::").next().unwrap_or(name));
        let locks = ["FOR UPDATE", "FOR NO KEY UPDATE", "FOR SHARE", "FOR KEY SHARE"];
        assert!(!locks.iter().any(|lock| sql.contains(lock)), "{name} locks rows of several shards: {sql}");
    }
    assert_eq!(over_all, OVER_ALL_SHARDS.into_iter().collect(), "statements over all shards are listed here");
    assert!(in_one > 60, "{in_one} statements name their shard");
}

/// The table that a statement changes, if it is one without a shard.
fn tables_of_all_nodes(sql: &str) -> Option<&str> {
    let changed =
        ["UPDATE ", "INSERT INTO ", "DELETE FROM "].iter().find_map(|verb| sql.trim().strip_prefix(verb))?;
    let table = changed.split_whitespace().next()?;
    ["players", "statistic_generations", "webhook_secrets", "webhooks"].contains(&table).then_some(table)
}

/// The subselects that are computed for each row. What is asked whether it exists becomes a join.
fn subselects(sql: &str) -> impl Iterator<Item = &str> {
    sql.match_indices("(SELECT").filter(|(at, _)| !sql[..*at].trim_end().ends_with("EXISTS")).map(
        |(at, _)| {
            let mut depth = 0;
            let end = sql[at..].find(|letter| {
                depth += i32::from(letter == '(') - i32::from(letter == ')');
                depth == 0
            });
            &sql[at..end.map_or(sql.len(), |end| at + end)]
        },
    )
}

/// The distributed tables that a statement reads or writes.
fn tables(sql: &str, distributed: &BTreeSet<String>) -> BTreeSet<String> {
    let words: Vec<_> = sql.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let follows = |pair: &&[&str]| ["FROM", "JOIN", "UPDATE", "INTO", "USING"].contains(&pair[0]);
    let named = words.windows(2).filter(follows).map(|pair| pair[1].to_owned());
    named.filter(|table| distributed.contains(table)).collect()
}

/// True if it names the shard by a parameter, where it reads or where it inserts.
fn is_of_one_shard(sql: &str) -> bool {
    let names = |before: &str| {
        sql.match_indices(before)
            .any(|(at, _)| sql[at + before.len()..].starts_with(|next: char| next.is_ascii_digit()))
    };
    if names("shard = $") {
        return true;
    }
    // In an INSERT the shard is the first column, or the second behind a follower's name.
    let columns = sql
        .split_once("INSERT INTO")
        .and_then(|(_, rest)| rest.split_once('('))
        .map(|(_, rest)| rest.trim_start());
    columns.is_some_and(|columns| {
        (columns.starts_with("shard") || columns.starts_with("name, shard"))
            && ["SELECT $", "VALUES ($"].iter().any(|values| names(values))
    })
}
