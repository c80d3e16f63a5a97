//! The parts that all requests share: reading, checking, limits, refusals, the contract and the table of endpoints.

pub mod authorization;
pub mod boundary;
pub mod byte_range;
pub mod connections;
pub mod contract;
pub mod cost;
pub mod credentials;
pub mod docs;
pub mod entity_tag;
pub mod extractors;
pub mod links;
pub mod listeners;
pub mod media;
pub mod pipeline;
pub mod problem;
pub mod query_params;
pub mod reading;
pub mod retry;
pub mod routes;
pub mod seal;
pub mod secrets;
pub mod unparsed_heads;
pub mod words;
