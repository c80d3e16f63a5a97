//! `kifu migrate`.

use super::{CommandFailure, output};
use kifu_store::Store;

/// Brings the schema up to date and, if that is asked for, spreads the tables over the nodes of a cluster.
///
/// # Errors
///
/// If the schema can't be brought up to date, the database has another number of shards than was asked for, or it can't be
/// distributed.
pub async fn run(store: &Store, distribute: bool, shards: Option<u16>) -> Result<(), CommandFailure> {
    store.migrate().await?;
    let count = store.shards()?.count();
    if shards.is_some_and(|requested| requested != count) {
        return Err(format!(
            "the database has {count} shards, and keeps that number: another one takes a new database (docs/shards.md)\n\
             このデータベースのシャード数は {count} で、あとから変えられません。別の数にするには、新しいデータベースを作ってください。"
        )
        .into());
    }
    match count {
        1 => output::print("the schema is up to date")?,
        _ => output::print(format_args!("the schema is up to date, with {count} shards"))?,
    }
    if distribute {
        let found = store.distribute().await?;
        let were = if found.was_there { "were" } else { "are" };
        output::print(format_args!("the tables {were} distributed over {} workers", found.workers))?;
    }
    Ok(())
}
