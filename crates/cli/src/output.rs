//! Standard output, which carries what was asked for and nothing else.

use crate::failure::Failure;
use anyhow::Context;
use std::io::{self, Write};

/// How wide a table is where no terminal says.
const WIDTH: usize = 110;

/// How many columns there are.
pub fn width() -> usize {
    console::Term::stdout().size_checked().map_or(WIDTH, |(_, columns)| columns.into())
}

/// A line on standard error, for whoever reads it: a note that nobody can read changes nothing.
pub fn note(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Writes to standard output. Whoever reads only the beginning has seen what they wanted.
///
/// # Errors
/// When it cannot be written to.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    match io::stdout().lock().write_all(bytes) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other.context("cannot write to standard output")?),
    }
}
