//! `kifu migrate`.

use super::{CommandFailure, output};
use kifu_store::Store;

/// Brings the schema up to date.
///
/// # Errors
///
/// If the schema can't be brought up to date, or the database has another number of shards than was asked for.
pub async fn run(store: &Store, shards: Option<u16>) -> Result<(), CommandFailure> {
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
    Ok(())
}
