//! `kifu migrate`.

use super::{CommandFailure, output};
use kifu_store::Store;

/// Brings the schema up to date.
///
/// # Errors
///
/// If the schema can't be brought up to date.
pub async fn run(store: &Store) -> Result<(), CommandFailure> {
    store.migrate().await?;
    output::print("the schema is up to date")?;
    Ok(())
}
