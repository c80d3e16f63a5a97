//! The tables of a backup, their columns, and the order in which they are written back.

use tokio_postgres::Transaction;

use super::error::BackupError;

/// The table in which migrations note what they did.
const HISTORY: &str = "refinery_schema_history";

/// Statistics are counted anew by the first service that starts, and so are the nodes of the trees.
pub(super) const DERIVED: [&str; 6] = [
    "statistic_chunks",
    "statistic_columns",
    "statistic_dirty_records",
    "statistic_generations",
    "statistic_progress",
    "tree_nodes",
];

/// Tables that migrations and an unused service fill. A backup brings its own rows for them.
pub(super) const SEEDED: [&str; 8] = [
    "description_heads",
    "epoch",
    "event_batches",
    "name_key_version",
    "projections",
    "service_keys",
    "shard_heads",
    "statistic_clock",
];

queries! {
    const TABLES: Table = "
        SELECT c.relname::text AS name,
               array_agg(a.attname::text ORDER BY a.attnum)
                   FILTER (WHERE a.attgenerated = '' AND NOT a.attisdropped) AS columns,
               ARRAY(SELECT DISTINCT f.confrelid::regclass::text FROM pg_constraint f
                     WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS refers
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        GROUP BY c.oid ORDER BY 1";
}

/// A table, and the columns that are written.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<String>,
    pub(super) refers: Vec<String>,
}

row!(Table: name, columns, refers);

impl Table {
    /// The table and columns that follow `COPY`.
    pub(super) fn source(&self) -> String {
        let columns: Vec<_> = self.columns.iter().map(|column| quoted(column)).collect();
        format!("{} ({})", quoted(&self.name), columns.join(", "))
    }
}

/// A name as it stands in a statement.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// All tables of the schema but those that are derived, each behind those that it refers to.
pub(super) async fn all(transaction: &Transaction<'_>) -> Result<Vec<Table>, BackupError> {
    let mut waiting = TABLES.all(transaction, &[]).await?;
    waiting.retain(|table| table.name != HISTORY && !DERIVED.contains(&table.name.as_str()));
    let mut sorted: Vec<Table> = Vec::new();
    while !waiting.is_empty() {
        let free = |table: &Table| !waiting.iter().any(|other| table.refers.contains(&other.name));
        // Tables that refer to each other in a circle come as they are; there are none.
        let next = waiting.iter().position(free).unwrap_or(0);
        sorted.push(waiting.remove(next));
    }
    Ok(sorted)
}
