//! `kifu migrate`.

use super::Failure;
use kifu_store::Store;

/// Brings the schema up to date.
pub async fn run(store: &Store) -> Result<(), Failure> {
    store.migrate().await?;
    println!("the schema is up to date");
    Ok(())
}
