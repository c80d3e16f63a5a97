//! Export and import: the portable file, many records at once, and the schema of the file. A record is folded before it
//! is imported; one that does not fold is rejected.
//!
//! An archive has no byte ranges. It is written while it is read, and records may change before any number of bytes. It
//! goes on `after` a record instead. Files of observations have ranges: their tag is a digest of everything that
//! decides their bytes, and those written lately are kept.

pub mod content;
pub mod endpoints;
pub mod export;
pub mod file;
pub mod import;
pub mod lines;
pub mod report;
pub mod walk;

pub use file::{FORMAT_VERSION, Logged, RecordFile};
