//! CSV and Parquet, from the frame.

use crate::error::ReportError;
use crate::frame::frame;
use chaselab_lab::results::{Results, VERSION};
use polars::prelude::DataFrame;
use polars_io::SerWriter;
use polars_io::csv::write::CsvWriter;
use polars_io::parquet::write::{KeyValueMetadata, ParquetCompression, ParquetWriter};
use polars_utils::compression::ZstdLevel;
use std::io::Write;

/// zstd's own default.
const LEVEL: i32 = 3;

pub(super) fn csv(results: &Results, to: &mut impl Write) -> Result<(), ReportError> {
    frame_csv(&mut frame(results)?, to)
}

/// Any frame, with a line of names.
pub(crate) fn frame_csv(frame: &mut DataFrame, to: &mut impl Write) -> Result<(), ReportError> {
    Ok(CsvWriter::new(to).finish(frame)?)
}

pub(super) fn parquet(results: &Results, to: &mut impl Write) -> Result<(), ReportError> {
    parquet_writer(results, to)?.finish(&mut frame(results)?)?;
    Ok(())
}

/// How Parquet files are written, with what all cells have in common.
pub(super) fn parquet_writer<W: Write>(results: &Results, to: W) -> Result<ParquetWriter<W>, ReportError> {
    let about = [
        ("chaselab", VERSION.to_owned()),
        ("scenario", results.title.clone()),
        ("digest", results.digest.clone()),
        ("seed", results.seed.to_string()),
        ("confidence", results.confidence.to_string()),
    ];
    let about = about.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    Ok(ParquetWriter::new(to)
        .with_compression(ParquetCompression::Zstd(Some(ZstdLevel::try_new(LEVEL)?)))
        .with_key_value_metadata(Some(KeyValueMetadata::from_static(about)))
        .set_parallel(false))
}
