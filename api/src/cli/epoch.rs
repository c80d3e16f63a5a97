//! `kifu epoch`.

use super::{CommandFailure, output};
use kifu_store::Store;

/// Prints the epoch of the database, or begins another one and prints that.
///
/// # Errors
///
/// If the database can't be asked, or has another schema than this version works with.
pub async fn run(store: &Store, begin: bool) -> Result<(), CommandFailure> {
    store.check_schema().await?;
    let epoch = if begin { store.begin_epoch().await? } else { store.read_epoch().await? };
    output::print(epoch)?;
    Ok(())
}
