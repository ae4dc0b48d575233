//! What standard output can carry.

use clap::ValueEnum;

/// What standard output carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table to read.
    Table,
    /// One JSON object.
    Json,
    /// One JSON object a cell and line.
    Ndjson,
    /// One row a cell and end.
    Csv,
    /// One row a cell and end, as a Parquet file.
    Parquet,
}

/// What standard output carries of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// A table to read.
    Table,
    /// One JSON object.
    Json,
    /// One row a value.
    Csv,
}

/// What standard output carries of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TextFormat {
    /// Lines to read.
    Table,
    /// One JSON object.
    Json,
}
