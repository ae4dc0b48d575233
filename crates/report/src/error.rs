//! What can go wrong on the way from results to files.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why results could not be shown or written.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The frame or a columnar file.
    #[error("the results cannot be made into a table of columns: {0}")]
    Frame(#[from] polars::error::PolarsError),
    /// Writing to a stream.
    #[error("the results cannot be written: {0}")]
    Write(#[from] io::Error),
    /// Writing JSON.
    #[error("the results cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// Drawing.
    #[error("chart `{chart}` cannot be drawn: {reason}")]
    Draw {
        /// The chart's name.
        chart: String,
        /// What the drawing library says.
        reason: String,
    },
    /// Writing the folder of results.
    #[error("{what} `{}`", path.display())]
    Folder {
        /// What could not be done.
        what: &'static str,
        /// To what.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// The folder holds something else.
    #[error("`{}` {holds}, so it is left alone: choose another folder or remove it", path.display())]
    Occupied {
        /// The folder.
        path: PathBuf,
        /// What it holds.
        holds: String,
    },
}

impl ReportError {
    /// Whether whoever read what was written has gone.
    pub fn is_broken_pipe(&self) -> bool {
        let is = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
        match self {
            Self::Write(error) => is(error),
            Self::Frame(polars::error::PolarsError::IO { error, .. }) => is(error),
            _ => false,
        }
    }
}
