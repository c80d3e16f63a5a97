//! The whole database in one file, and back.
//!
//! The file is a tar archive. A table is written as PostgreSQL's `COPY` writes it, in text, which every version reads; in
//! parts of whole rows, each compressed with zstd: `games/000001.copy.zst`. `manifest.json`, the last entry, says what
//! there is: the version of the schema, and of each table its columns, its rows and a digest. A file without it was cut
//! off.
//!
//! Everything is read in one snapshot while services go on writing. Derived data, which a service builds anew, is left
//! out ([`tables::DERIVED`]).
//!
//! A backup is a file of our own, not of `pg_dump`. `pg_dump` must be as new as the server, its file fits no older
//! server, and the program is missing where the database is elsewhere. Ours is `COPY` in text, which all versions read,
//! in one snapshot. The schema comes from the migrations, up to the version of the file. The digest of a table does not
//! depend on the order of its rows, so that what was restored can be compared in the transaction that wrote it.

mod digest;
mod error;
mod file;
mod indexes;
mod restore;
mod tables;
mod write;

pub use error::{BackupError, Damage};
pub use file::{BackupManifest, TableContent, verify};
pub use restore::RestoreProgress;
