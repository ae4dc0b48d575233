//! The frame's schema and values.

use crate::fixture;
use chaselab_report::frame;
use polars::prelude::{AnyValue, DataFrame, DataType};

fn value<'a>(frame: &'a DataFrame, column: &str, row: usize) -> AnyValue<'a> {
    frame.column(column).unwrap().get(row).unwrap()
}

#[test]
fn one_schema_in_one_order() {
    let frame = frame(&fixture::accelerations()).unwrap();
    let expected = [
        ("cell", DataType::UInt32),
        ("system", DataType::String),
        ("prey.vehicle.acceleration_kmh_s", DataType::Int64),
        ("fths.catcher.risk", DataType::Int64),
        ("method", DataType::String),
        ("chases", DataType::UInt64),
        ("max_turns", DataType::UInt32),
        ("end", DataType::String),
        ("group", DataType::String),
        ("count", DataType::UInt64),
        ("rate", DataType::Float64),
        ("low", DataType::Float64),
        ("high", DataType::Float64),
        ("end_turns_mean", DataType::Float64),
        ("turns_mean", DataType::Float64),
        ("turns_low", DataType::Float64),
        ("turns_high", DataType::Float64),
        ("turns_sd", DataType::Float64),
        ("turns_p10", DataType::UInt32),
        ("turns_p50", DataType::UInt32),
        ("turns_p90", DataType::UInt32),
        ("check_z", DataType::Float64),
    ];
    let schema: Vec<(String, DataType)> =
        frame.schema().iter().map(|(name, dtype)| (name.to_string(), dtype.clone())).collect();
    assert_eq!(schema, expected.map(|(name, dtype)| (name.to_owned(), dtype)));
    // 15 cells of 6 ends.
    assert_eq!(frame.height(), 90);
}

#[test]
fn factors_keep_their_type() {
    let numbers = frame(&fixture::three_factors()).unwrap();
    assert_eq!(numbers.column("fths.prey.risk").unwrap().dtype(), &DataType::Float64);
    assert_eq!(numbers.column("prey.vehicle").unwrap().dtype(), &DataType::String);
    let other = frame(&fixture::two_systems()).unwrap();
    // The last system lacks the word; the factor `seed` is named like no column of ours.
    let last = other.height() - 1;
    assert_eq!(value(&other, "fths.prey.vehicle", last), AnyValue::Null);
    assert_eq!(value(&other, "fths.prey.vehicle", 0), AnyValue::String("plain"));
    assert_eq!(value(&other, "seed", last), AnyValue::Int64(7));
}

#[test]
fn a_factor_named_like_a_column_steps_aside() {
    let mut results = fixture::one_cell();
    results.cells[0].factors = vec![fixture::whole("chases", 5)];
    let frame = frame(&results).unwrap();
    assert_eq!(value(&frame, "factor.chases", 0), AnyValue::Int64(5));
    assert_eq!(value(&frame, "chases", 0), AnyValue::UInt64(200_000));
}

#[test]
fn exact_cells_have_no_counts() {
    let frame = frame(&fixture::exact_cells()).unwrap();
    for column in ["count", "chases"] {
        assert_eq!(frame.column(column).unwrap().null_count(), frame.height(), "{column}");
    }
    let rates = frame.column("rate").unwrap();
    for bound in ["low", "high"] {
        let bound = frame.column(bound).unwrap();
        assert!(rates.as_materialized_series().equals_missing(bound.as_materialized_series()));
    }
}

#[test]
fn lengths_by_end_add_up_to_the_whole() {
    let frame = frame(&fixture::eight_risks()).unwrap();
    for cell in 0..8 {
        let mut mean = 0.0;
        for row in cell * 6..(cell + 1) * 6 {
            let number = |column: &str| value(&frame, column, row).extract::<f64>();
            // Null where the end was never seen.
            assert_eq!(number("rate") == Some(0.0), number("end_turns_mean").is_none());
            mean += number("rate").unwrap() * number("end_turns_mean").unwrap_or(0.0);
        }
        let whole: f64 = value(&frame, "turns_mean", cell * 6).extract().unwrap();
        assert!((mean - whole).abs() < 1e-8, "{mean} {whole}");
    }
}
