//! The output of commands. If the reader closes the pipe early, that is no failure and never a panic.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line on standard output.
///
/// # Errors
///
/// If it can't be written.
pub fn print(line: impl Display) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{line}")?;
    output.flush()
}

/// Prints a line on standard error, if anybody reads that.
pub fn note(line: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// True if a command failed because nobody reads on, as in `kifu export | head -1`.
pub fn nobody_reads(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
