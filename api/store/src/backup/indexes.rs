//! Keys and indexes, which are taken away while tables are filled and are made again afterwards: to sort all rows once takes
//! a part of the time that inserting them one by one into each index takes.

use tokio_postgres::Transaction;

use super::error::BackupError;
use super::tables::quoted;

queries! {
    /// References come last, because they need the keys that they refer to.
    const SELECT_KEYS: (String, String, String) = "
        SELECT c.relname::text AS table_name, k.conname::text AS name, pg_get_constraintdef(k.oid) AS definition
        FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
        WHERE k.contype IN ('p', 'u', 'f') AND k.connamespace = current_schema()::regnamespace
        ORDER BY k.contype = 'f', c.relname, k.conname";

    /// The indexes that belong to no key.
    const SELECT_INDEXES: (String, String, String) = "
        SELECT t.relname::text AS table_name, c.relname::text AS name, pg_get_indexdef(i.indexrelid) AS definition
        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
        WHERE c.relnamespace = current_schema()::regnamespace
          AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))
        ORDER BY t.relname, c.relname";
}

/// So much memory sorts most of what one statement makes.
const SORT_IN_MEMORY: &str = "SET LOCAL maintenance_work_mem = '256MB'";

/// The keys and indexes that were dropped, in the order in which they are made again.
pub(super) struct Indexes(Vec<Index>);

/// A key or an index.
pub(super) struct Index {
    pub(super) table: String,
    /// The statement that makes it.
    create: String,
}

impl Indexes {
    /// Takes them away from all tables.
    pub(super) async fn drop(transaction: &Transaction<'_>) -> Result<Self, BackupError> {
        transaction.batch_execute(SORT_IN_MEMORY).await?;
        let keys = SELECT_KEYS.all(transaction, &[]).await?;
        let indexes = SELECT_INDEXES.all(transaction, &[]).await?;
        for (table, name, _) in keys.iter().rev() {
            let sql = format!("ALTER TABLE {} DROP CONSTRAINT {}", quoted(table), quoted(name));
            transaction.batch_execute(&sql).await?;
        }
        for (_, name, _) in &indexes {
            transaction.batch_execute(&format!("DROP INDEX {}", quoted(name))).await?;
        }
        let keys = keys.into_iter().map(|(table, name, definition)| Index {
            create: format!("ALTER TABLE {} ADD CONSTRAINT {} {definition}", quoted(&table), quoted(&name)),
            table,
        });
        let indexes = indexes.into_iter().map(|(table, _, definition)| Index { table, create: definition });
        Ok(Self(keys.chain(indexes).collect()))
    }

    /// How many a table has.
    pub(super) fn count(&self, table: &str) -> u64 {
        self.0.iter().filter(|index| index.table == table).count() as u64
    }

    /// Makes them again; `made` is told each.
    pub(super) async fn create(
        &self,
        transaction: &Transaction<'_>,
        mut made: impl FnMut(&Index),
    ) -> Result<(), BackupError> {
        for index in &self.0 {
            transaction.batch_execute(&index.create).await?;
            made(index);
        }
        Ok(())
    }
}
