//! The whole database in one file, and back.
//!
//! The file is a tar archive. A table is written as PostgreSQL's `COPY` writes it, in text, which every version reads; in
//! parts of whole rows, each compressed with zstd: `games/000001.copy.zst`. `manifest.json`, the last entry, says what
//! there is: the version of the schema, and of each table its columns, its rows and a digest. A file without it was cut
//! off.
//!
//! Everything is read in one snapshot while services go on writing. What is derived from the rest and built anew by a
//! service is left out ([`tables::DERIVED`]).

mod digest;
mod error;
mod file;
mod restore;
mod tables;
mod write;

pub use error::{BackupError, Damage};
pub use file::{Manifest, TableContent, verify};
