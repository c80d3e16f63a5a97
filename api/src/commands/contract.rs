//! `kifu contract`: prints the contract of the API.

use crate::config::Contract;
use crate::routes::document;

/// Prints the contract as JSON, without starting anything.
pub fn run(args: &Contract) {
    let contract = if args.pages { document::everything() } else { document::contract() };
    println!("{contract:#}");
}
