//! Black-box test harness: the real binary, a real PostgreSQL, HTTP.
//!
//! The binary is the one beside the test executable (`target/<profile>/kifu`), or `KIFU_BIN`.
//! `cargo test --workspace` does not build it for this crate: `cargo build --all-features` does.

mod answered;
mod certificates;
pub mod citus;
mod client;
mod cluster;
mod contract;
mod crowd;
#[path = "../../engine/tests/conformance/entering.rs"]
mod entering;
mod folder;
mod games;
mod large_archive;
#[path = "../../engine/tests/conformance/mangling.rs"]
mod mangling;
mod metric_samples;
mod nginx;
mod postgres;
mod prepared;
mod processor_time;
mod proxy;
mod raw;
mod reads;
mod receiver;
mod record_pair;
mod service;
pub mod statements;
mod stream;
mod subject;
mod timeless;
mod waiting;
mod worst_records;

pub use answered::bare;
pub use certificates::{Authority, Certificate};
pub use client::{Answer, Ask, Client, Table};
pub use contract::{DECLARED_HEADERS, contract};
pub use crowd::while_slots_are_taken;
pub use entering::{Tap, enter, every_filling, fill};
pub use folder::{Folder, binary, shards};
pub use games::{Chance, Recorded, random_game, recorded};
pub use large_archive::copy_records;
pub use mangling::mangle;
pub use metric_samples::{metric_samples, unseen_events};
pub use nginx::Nginx;
pub use postgres::{Postgres, Setup};
pub use processor_time::{Spent, WatchedService};
pub use proxy::Proxy;
pub use raw::{Raw, RawAnswer};
pub use reads::{Read, reads};
pub use receiver::{Received, Receiver, Reply};
pub use record_pair::{RecordPair, Statements, records_file};
pub use service::Service;
pub use stream::{Stream, StreamEvent};
pub use subject::{Subject, make_subjects};
pub use timeless::timeless;
pub use waiting::{eventually, stimulus, unchanging, within};
pub use worst_records::{Ending, MAX_EVENTS, fill as fill_record};
