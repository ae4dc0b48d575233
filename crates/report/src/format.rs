//! The formats in which results leave the program.

mod columns;
mod json;
mod stream;

use crate::error::ReportError;
use chaselab_lab::results::Results;
use std::io::Write;

pub(crate) use columns::frame_csv;
pub use stream::Stream;

pub(crate) use json::{cell as json_cell, head as json_head, object, rate as json_rate, value as json_value};

/// A format for data. The same results are the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One object, a cell a line.
    Json,
    /// One object a cell and line, each with what the numbers depend on.
    Ndjson,
    /// The [frame](crate::frame()) with a line of names.
    Csv,
    /// The [frame](crate::frame()), compressed by zstd, with title, seed, digest and confidence as metadata.
    Parquet,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Json, Self::Ndjson, Self::Csv, Self::Parquet];

    /// The name on the command line, which is also the ending of files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Ndjson => "ndjson",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        }
    }

    /// Writes the results.
    ///
    /// # Errors
    /// When `to` does not take them.
    pub fn write(self, results: &Results, to: &mut impl Write) -> Result<(), ReportError> {
        match self {
            Self::Json => json::json(results, to),
            Self::Ndjson => json::ndjson(results, to),
            Self::Csv => columns::csv(results, to),
            Self::Parquet => columns::parquet(results, to),
        }
    }
}
