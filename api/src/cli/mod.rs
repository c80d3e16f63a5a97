//! The commands of `kifu` beside serving.

pub mod audit;
pub mod backup;
pub mod contract;
pub mod doctor;
pub mod epoch;
pub mod export;
pub mod import;
pub mod migrate;
pub mod observations;
pub mod output;
mod passed_over;
mod proof_writer;
pub mod rebuild;
pub mod simulate;
pub mod upgrade;
pub mod verify;

use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use kifu_store::Store;

use crate::http::cost::Admission;
use crate::operation::config::Settings;
use crate::proofs::signing::Signer;
use crate::proofs::signing::schedule::HeadSchedule;
use crate::proofs::tree_heads;

/// The error of a command that fails.
pub type CommandFailure = Box<dyn std::error::Error>;

/// Signs heads over what a command recorded, where no service is running that does.
///
/// # Errors
///
/// If there is no signer, or the store can't be written to.
pub async fn sign_heads(store: &Store, settings: &Settings) -> Result<(), CommandFailure> {
    let signer = Signer::new(store, settings.signing_key.as_ref()).await?;
    Ok(tree_heads::close_due(store, &signer, HeadSchedule::every(settings.head_seconds.get())).await?)
}

/// A bar for work of a known length; drawn only on a terminal.
fn bar(length: u64, what: &'static str) -> ProgressBar {
    let template = "{msg} {wide_bar} {human_pos}/{human_len} {per_sec} eta {eta}";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style).with_message(what)
}

/// Says which table is worked on; drawn only on a terminal.
fn table_spinner(what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template(&format!("{what} {{msg}} {{spinner}} {{elapsed}}"));
    ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// The admission of a command: it may work out all that it likes.
#[expect(clippy::disallowed_methods, reason = "no request waits for a command")]
fn admission() -> Admission {
    Admission::of_service(&Arc::default())
}
