//! `kifu contract`: prints the contract of the API.

use std::io;

use super::output;
use crate::http::routes::document;
use crate::operation::config::Contract;

/// Prints the contract as JSON, without starting anything.
///
/// # Errors
///
/// If it can't be written.
pub fn run(args: &Contract) -> io::Result<()> {
    let contract = if args.pages { document::everything() } else { document::contract() };
    output::print(format_args!("{contract:#}"))
}
