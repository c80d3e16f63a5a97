//! `kifu migrate`.

use super::CommandFailure;
use kifu_store::Store;

/// Brings the schema up to date.
///
/// # Errors
///
/// If the schema can't be brought up to date.
pub async fn run(store: &Store) -> Result<(), CommandFailure> {
    store.migrate().await?;
    println!("the schema is up to date");
    Ok(())
}
