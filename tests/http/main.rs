//! The service as its clients meet it: one file a subject.

mod access;
mod bad_input;
mod board;
mod commands;
mod crash;
mod docs;
mod joint;
mod leaks;
mod retries;
mod secrets;
mod two_instances;
mod viewers;
mod webhooks;
mod whole_game;
mod writers;
