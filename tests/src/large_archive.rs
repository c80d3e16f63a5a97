//! A large archive out of a small one, for benchmarks.

use postgres::Client;

/// Writes this number of copies of each stored record, with other people, places, tags and days. All records must have
/// a search document. The follower of the feed does not look at the copies; `kifu rebuild` counts them for statistics.
///
/// # Errors
///
/// If the database refuses a statement.
pub fn copy_records(database: &mut Client, copies: usize) -> Result<(), postgres::Error> {
    let statements = include_str!("large_archive.sql").replace("$copies", &copies.to_string());
    // Each on its own: VACUUM can't be part of a transaction.
    statements.split_inclusive(";\n\n").try_for_each(|statement| database.batch_execute(statement))
}
