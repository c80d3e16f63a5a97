//! The service as its clients meet it: one file a subject.

mod access;
mod archive;
mod bad_input;
mod board;
mod commands;
mod copies;
mod crash;
mod docs;
mod feed;
mod heads;
mod joint;
mod leaks;
mod live;
mod players;
mod plays;
mod retries;
mod search;
mod secrets;
mod statistics;
mod statistics_upkeep;
mod two_instances;
mod viewers;
mod webhooks;
mod whole_game;
mod writers;
