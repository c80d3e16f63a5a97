//! Records on the move: the portable file, many of them at once out and in, and the schema of the file.
//! What comes in is folded first; what does not fold stays outside.

pub mod content;
pub mod endpoints;
pub mod export;
pub mod file;
pub mod import;
pub mod lines;
pub mod report;
pub mod walk;

pub use file::{FORMAT_VERSION, Logged, RecordFile};
