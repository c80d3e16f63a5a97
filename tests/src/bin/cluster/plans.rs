//! Which nodes a statement goes to, as the cluster plans it.

use std::collections::BTreeMap;
use std::path::Path;

use kifu_tests::citus::{Citus, ClusterDatabase};
use kifu_tests::statements;
use postgres::{Client, SimpleQueryMessage};

/// How the statements begin that have a plan.
const PLANNED: [&str; 5] = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"];

/// Files whose statements only commands send, as the owner.
const OF_OWNERS: [&str; 3] = ["/distribution.rs::", "/migrate.rs::", "/restore.rs::"];

/// After five times PostgreSQL may take a plan for any values.
const EXECUTIONS: usize = 7;

/// Has every statement of the store planned. Says which are refused, and which name their shard and go to several nodes all
/// the same; true if there are none.
pub fn check(cluster: &Citus) -> bool {
    let database = ClusterDatabase::prepared(cluster.ports());
    let mut client = database.node(0);
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../api/store/src");
    let (mut faults, mut counts) = (Vec::new(), BTreeMap::<&str, u32>::new());
    let statements = statements::read(&sources);
    let settings = |(name, _): &(&String, &Vec<String>)| name.ends_with("/pool.rs::SESSION_SETTINGS");
    let settings = statements.iter().find(settings).expect("what sessions of the service set").1;
    client.batch_execute(&settings[0]).unwrap();
    for (name, texts) in
        statements.iter().filter(|(name, _)| !OF_OWNERS.iter().any(|file| name.contains(file)))
    {
        let name = name.rsplit('/').next().unwrap_or_default();
        for sql in texts.iter().filter(|sql| PLANNED.iter().any(|verb| sql.trim_start().starts_with(verb))) {
            match plan(&mut client, sql) {
                Err(refusal) => faults.push(format!("{name} is refused: {refusal}")),
                Ok(Plan::Unseen) => *counts.entry("unseen").or_default() += 1,
                Ok(Plan::Seen(plan)) => {
                    let nodes = if is_on_several_nodes(&plan) { "several nodes" } else { "one node" };
                    if nodes == "several nodes" && names_shard(sql) {
                        faults.push(format!("{name} names its shard and goes to several nodes:\n{plan}"));
                    }
                    *counts.entry(nodes).or_default() += 1;
                }
            }
        }
    }
    println!("statements by where they go: {counts:?}");
    for fault in &faults {
        eprintln!("{fault}");
    }
    faults.is_empty() && counts.get("one node").is_some_and(|count| *count > 60)
}

/// How a statement goes.
enum Plan {
    /// As the cluster explains it.
    Seen(String),
    /// It is carried out, but the cluster can't explain it with parameters.
    Unseen,
}

/// Carries a statement out for plausible values, takes it back, and has it explained.
fn plan(client: &mut Client, sql: &str) -> Result<Plan, String> {
    let statement = client.prepare(sql).map_err(|error| said(&error))?;
    let call = |value: fn(&str) -> String| match statement.params() {
        [] => String::new(),
        kinds => format!("({})", kinds.iter().map(|kind| value(kind.name())).collect::<Vec<_>>().join(", ")),
    };
    client
        .batch_execute(&format!("DEALLOCATE ALL; PREPARE planned AS {sql}"))
        .map_err(|error| said(&error))?;
    // A filter that may be left out is compared with nothing.
    let other = if sql.contains("IS NULL") || sql.contains(" OR $") { other_value } else { value };
    for call in [call(value), call(other)].iter().flat_map(|call| [call; EXECUTIONS]) {
        let executed = client.batch_execute(&format!("BEGIN; EXECUTE planned{call}"));
        client.batch_execute("ROLLBACK").map_err(|error| said(&error))?;
        if let Err(error) = executed
            && !is_of_values(&error)
        {
            return Err(said(&error));
        }
    }
    let call = call(value);
    let Ok(rows) = client.simple_query(&format!("EXPLAIN (COSTS OFF) EXECUTE planned{call}")) else {
        return Ok(Plan::Unseen);
    };
    let lines = rows.iter().filter_map(|row| match row {
        SimpleQueryMessage::Row(row) => row.get(0),
        _ => None,
    });
    Ok(Plan::Seen(lines.collect::<Vec<_>>().join("\n")))
}

/// The values are no real ones. What a node finds about rows that are copied to it comes without its code.
fn is_of_values(error: &postgres::Error) -> bool {
    let refusal = error.as_db_error();
    let has_code = |class: &&str| error.code().is_some_and(|code| code.code().starts_with(class));
    ["22", "23", "P0"].iter().any(has_code)
        || refusal.is_some_and(|refusal| refusal.message().contains(" violates "))
}

fn said(error: &postgres::Error) -> String {
    error.as_db_error().map_or(error.to_string(), |refusal| format!("{refusal} ({})", refusal.code().code()))
}

/// A value of this type; a text reads as JSON, and as a path in it.
fn value(kind: &str) -> String {
    let single = |kind: &str| match kind {
        "bool" => "true",
        "uuid" => "00000000-0000-0000-0000-000000000001",
        "bytea" => "\\\\x00",
        "timestamptz" => "2026-01-01",
        "int4" => "0",
        _ => "1",
    };
    match kind.strip_prefix('_') {
        Some(element) => format!("'{{\"{}\"}}'::{element}[]", single(element)),
        None => format!("'{}'::{kind}", single(kind).replace("\\\\", "\\")),
    }
}

/// The value of a filter that is left out, or of a switch that is off.
fn other_value(kind: &str) -> String {
    match kind {
        "int4" | "int8" => value(kind),
        "bool" => "false".to_owned(),
        _ => format!(
            "NULL::{}",
            kind.strip_prefix('_').map_or(kind.to_owned(), |element| format!("{element}[]"))
        ),
    }
}

fn is_on_several_nodes(plan: &str) -> bool {
    plan.lines().any(|line| line.trim().strip_prefix("Task Count: ").is_some_and(|count| count.trim() != "1"))
}

fn names_shard(sql: &str) -> bool {
    sql.contains("shard = $")
}
