//! The service as its clients meet it: one file a subject.

mod bad_input;
mod board;
mod commands;
mod crash;
mod docs;
mod heads;
mod joint;
mod players;
mod retries;
mod two_instances;
mod viewers;
mod webhooks;
mod whole_game;
mod writers;
