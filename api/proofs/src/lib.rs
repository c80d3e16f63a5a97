//! Proofs that a record was not changed since.
//!
//! 1. Each event has a hash that depends on all events before it in its record ([`event`]).
//! 2. The events of a shard within a minute are a batch; its root does not tell how many they are ([`batch`]).
//! 3. The batches of a shard are the leaves of a Merkle tree ([`tree`], with the structures of RFC 9162).
//! 4. The service signs the head of that tree, and each copy of a record that it shows ([`signature`]).
//!
//! The description of a record, beside its events, has a chain of its own, of salted commitments ([`description`]).
//! Batches have the hashes of both chains.
//!
//! The holder of a proof ([`document`]) can compare it with later answers of the service, and with a file that somebody
//! shows, without the service ([`audit`]).
//!
//! # Hidden facts
//!
//! The content of an event enters its hash behind a random salt of 128 bits, so that nobody finds a hidden fact by hashing
//! guesses. The salts are shown to those who may see the whole record: everybody once the game is over, and nobody but the
//! scribe before. A viewer who may not see everything has a log of its own, with numbers of its own: not even how many
//! events are hidden may show. No part of the chain of the whole record could be shown without its places. So such a viewer's
//! log has a chain of its own, over what that viewer sees. The service signs its last hash together with the hash
//! of the whole record at the last event that the viewer noticed, which holds what is hidden as salted commitments. Neither
//! changes before the viewer notices something. When the game is over, the whole record must lead to both.

pub mod audit;
pub mod batch;
pub mod description;
pub mod document;
pub mod event;
mod hex_bytes;
pub mod signature;
pub mod tree;

pub use hex_bytes::{Digest, HexBytes};
