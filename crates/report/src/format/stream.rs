//! Data of very many cells, written as they come.

use super::{columns, json};
use crate::error::ReportError;
use crate::format::Format;
use crate::frame::{Layout, frame_of};
use chaselab_lab::results::{CellResult, Results};
use polars::prelude::DataFrame;
use polars_io::SerWriter;
use polars_io::csv::write::{BatchedWriter as CsvBatches, CsvWriter};
use polars_io::parquet::write::BatchedWriter as ParquetBatches;
use std::io::{BufWriter, Write};

/// Rows of a row group, at least, but for the last. All groups are listed at the end of a file, and the list is held until
/// then: of a million cells it stays small, and so does what is gathered for a group.
const GROUP: usize = 1 << 16;

/// The data of a sweep on its way to a file or a pipe, in the same form as [`Format::write`] gives it; Parquet in row groups.
pub struct Stream<W: Write> {
    head: Results,
    layout: Layout,
    to: To<W>,
}

enum To<W: Write> {
    /// And whether a cell was written.
    Json(BufWriter<W>, bool),
    Ndjson(BufWriter<W>),
    Csv(Box<CsvBatches<W>>),
    /// And what is gathered for the next row group.
    Parquet(Box<ParquetBatches<W>>, DataFrame),
}

impl<W: Write> Stream<W> {
    /// Begins. The head says what all cells have in common, and holds none; the layout is that of all cells to come.
    ///
    /// # Errors
    /// When `to` does not take it.
    pub fn new(format: Format, head: &Results, layout: Layout, to: W) -> Result<Self, ReportError> {
        let empty = || frame_of(&[], &layout);
        let to = match format {
            Format::Json => {
                let mut to = BufWriter::new(to);
                json::open(head, &mut to)?;
                To::Json(to, false)
            }
            Format::Ndjson => To::Ndjson(BufWriter::new(to)),
            Format::Csv => To::Csv(Box::new(CsvWriter::new(to).batched(empty()?.schema())?)),
            Format::Parquet => {
                let empty = empty()?;
                To::Parquet(Box::new(columns::parquet_writer(head, to)?.batched(empty.schema())?), empty)
            }
        };
        Ok(Self { head: head.clone(), layout, to })
    }

    /// Writes some cells.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn add(&mut self, cells: &[CellResult]) -> Result<(), ReportError> {
        if cells.is_empty() {
            return Ok(());
        }
        match &mut self.to {
            To::Json(to, begun) => {
                for cell in cells {
                    json::next(cell, !std::mem::replace(begun, true), to)?;
                }
                to.flush()?;
            }
            To::Ndjson(to) => {
                for cell in cells {
                    json::line(&self.head, cell, to)?;
                }
                to.flush()?;
            }
            To::Csv(to) => to.write_batch(&frame_of(cells, &self.layout)?)?,
            To::Parquet(to, gathered) => {
                gathered.vstack_mut(&frame_of(cells, &self.layout)?)?;
                if gathered.height() >= GROUP {
                    to.write_batch(gathered.rechunk_mut())?;
                    *gathered = gathered.clear();
                }
            }
        }
        Ok(())
    }

    /// Ends what is to be ended.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> Result<(), ReportError> {
        match self.to {
            To::Json(mut to, _) => {
                json::close(&mut to)?;
                to.flush()?;
            }
            To::Ndjson(mut to) => to.flush()?,
            To::Csv(mut to) => to.finish()?,
            To::Parquet(mut to, mut gathered) => {
                if gathered.height() > 0 {
                    to.write_batch(gathered.rechunk_mut())?;
                }
                drop(to.finish()?);
            }
        }
        Ok(())
    }
}
