//! The parts for operators: settings, start and stop, logs, metrics, health and the background tasks.

pub mod config;
pub mod database;
pub mod describing;
pub mod health;
pub mod leaving;
pub mod logging;
pub mod monitoring;
pub mod object_storage;
pub mod observing;
pub mod operator_key;
pub mod put_back;
pub mod reloading;
pub mod replaced;
pub mod retention;
pub mod setting_values;
pub mod signals;
pub mod startup;
pub mod supervisor;
pub mod weighted_cache;
