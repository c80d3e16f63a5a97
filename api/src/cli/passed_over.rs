//! The message of a command about records that it passed over.

use indicatif::ProgressBar;

use super::{CommandFailure, output};
use crate::http::words::records::Records;
use crate::http::words::text;
use crate::records::damage::PassedOver;

/// Names a record, above the bar.
pub fn name(record: &PassedOver, progress: &ProgressBar) {
    let PassedOver { id, message, .. } = record;
    progress.suspend(|| output::note(format_args!("{id}: {} / {}", message.en, message.ja)));
}

/// How a command ends that passed over so many.
///
/// # Errors
///
/// If there are any.
pub fn end(count: u64) -> Result<(), CommandFailure> {
    if count == 0 {
        return Ok(());
    }
    let said = text(Records::PassedOver { count });
    Err(format!("{}\n{}", said.en, said.ja).into())
}
