//! The shape of every format, and that the same results are the same bytes.

use crate::fixture;
use chaselab_lab::results::{Results, VERSION};
use chaselab_report::{Format, frame};
use polars_io::SerReader;
use polars_io::parquet::read::ParquetReader;
use serde_json::Value as Json;
use std::io::Cursor;

fn written(format: Format, results: &Results) -> Vec<u8> {
    let mut bytes = Vec::new();
    format.write(results, &mut bytes).unwrap();
    bytes
}

fn text(format: Format, results: &Results) -> String {
    String::from_utf8(written(format, results)).unwrap()
}

fn keys(object: &Json) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn same_results_same_bytes() {
    for results in fixture::all() {
        for format in Format::ALL {
            assert_eq!(written(format, &results), written(format, &results), "{} {}", results.name, format.name());
        }
    }
}

#[test]
fn json_has_every_key_in_its_place() {
    for results in fixture::all() {
        let json: Json = serde_json::from_str(&text(Format::Json, &results)).unwrap();
        assert_eq!(keys(&json), ["chaselab", "scenario", "digest", "seed", "confidence", "cells"]);
        assert_eq!(json["chaselab"], VERSION);
        assert_eq!(json["scenario"], results.title.as_str());
        assert_eq!(json["digest"], "9f2c41d07be3a558");
        assert_eq!(json["seed"], 2026);
        assert_eq!(json["confidence"], 0.95);
        let cells = json["cells"].as_array().unwrap();
        assert_eq!(cells.len(), results.cells.len());
        for (cell, result) in cells.iter().zip(&results.cells) {
            check_cell(cell, result.ends.iter().map(|(end, _)| end.name()).collect());
        }
    }
}

fn check_cell(cell: &Json, ends: Vec<&str>) {
    let all =
        ["cell", "system", "factors", "method", "chases", "ends", "groups", "turns", "details", "events", "switches"];
    let found: Vec<&str> = keys(cell).into_iter().filter(|&key| key != "check" && key != "unfit").collect();
    assert_eq!(found, all);
    assert_eq!(keys(&cell["ends"]), ends);
    assert_eq!(keys(&cell["groups"]), ["free", "stopped", "open"]);
    assert_eq!(keys(&cell["turns"]), ["mean", "low", "high", "sd", "p10", "p50", "p90", "histogram"]);
    for shares in ["ends", "groups"] {
        let rates = cell[shares].as_object().unwrap();
        let sum: f64 = rates.values().map(|rate| rate["rate"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        for rate in rates.values() {
            assert_eq!(keys(rate), ["count", "rate", "low", "high"]);
            let number = |key: &str| rate[key].as_f64().unwrap();
            assert!(number("low") <= number("rate") && number("rate") <= number("high"));
            if cell["method"] == "exact" {
                assert!(rate["count"].is_null() && number("low") == number("high"));
            } else {
                assert_eq!(rate["count"].as_f64().unwrap() / cell["chases"].as_f64().unwrap(), number("rate"));
            }
        }
    }
    let lengths = cell["turns"]["histogram"].as_array().unwrap();
    let sum: f64 = lengths.iter().map(|length| length[1].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
}

#[test]
fn json_holds_the_values() {
    let json: Json = serde_json::from_str(&text(Format::Json, &fixture::two_systems())).unwrap();
    let cell = &json["cells"][1];
    assert_eq!(cell["factors"]["fths.prey.vehicle"], "a \"sharp\", <odd> & |barred| word");
    assert_eq!(cell["factors"]["seed"], 1);
    assert_eq!(cell["switches"], serde_json::json!({ "damage": "off" }));
    assert_eq!(cell["events"]["prey_crash_events"], serde_json::json!({ "mean": 0.4, "low": 0.39, "high": 0.41 }));
    assert_eq!(cell["details"]["caught"]["blocked"], cell["ends"]["caught"]["rate"]);
    assert_eq!(json["cells"][2]["switches"], serde_json::json!({}));
}

#[test]
fn unseen_ends_are_there_with_their_bound() {
    let json: Json = serde_json::from_str(&text(Format::Json, &fixture::one_cell())).unwrap();
    let crash = &json["cells"][0]["ends"]["catcher_crashed"];
    assert_eq!(crash["count"], 0);
    assert_eq!(crash["rate"], 0.0);
    // 1 - 0.025^(1 / 200,000).
    assert!((crash["high"].as_f64().unwrap() - 1.844_423e-5).abs() < 1e-11);
}

#[test]
fn ndjson_lines_are_the_cells_and_stand_alone() {
    for results in fixture::all() {
        let whole: Json = serde_json::from_str(&text(Format::Json, &results)).unwrap();
        let lines = text(Format::Ndjson, &results);
        assert_eq!(lines.lines().count(), results.cells.len());
        for (line, cell) in lines.lines().zip(whole["cells"].as_array().unwrap()) {
            let mut line: Json = serde_json::from_str(line).unwrap();
            for key in ["chaselab", "scenario", "digest", "seed", "confidence"] {
                assert_eq!(line.as_object_mut().unwrap().remove(key).as_ref(), whole.get(key));
            }
            assert_eq!(&line, cell);
        }
    }
}

#[test]
fn csv_has_a_row_for_each_cell_and_end() {
    let csv = text(Format::Csv, &fixture::risk_grid());
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().starts_with("cell,system,fths.prey.risk,fths.catcher.risk,method,chases,"));
    assert_eq!(lines.clone().count(), 64 * 6);
    assert!(lines.next().unwrap().starts_with("0,fths,-4,-4,sampled,1000000,60,escaped,free,"));
    // Null is nothing, a word with commas and quotes is quoted.
    let odd = text(Format::Csv, &fixture::two_systems());
    assert!(odd.contains("\n1,fths,\"a \"\"sharp\"\", <odd> & |barred| word\",1,sampled,"), "{odd}");
    assert!(text(Format::Csv, &fixture::exact_cells()).contains("\n0,fths,0,exact,,60,escaped,free,,0."));
}

#[test]
fn csv_rates_are_read_back_to_the_last_bit() {
    let results = fixture::eight_risks();
    let csv = text(Format::Csv, &results);
    let rates = results.cells.iter().flat_map(|cell| cell.ends.iter().map(|(_, rate)| rate));
    for (line, rate) in csv.lines().skip(1).zip(rates) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(
            fields[9..12].iter().map(|field| field.parse().unwrap()).collect::<Vec<f64>>(),
            [rate.rate, rate.low, rate.high]
        );
    }
}

#[test]
fn parquet_read_back_is_the_frame() {
    for results in fixture::all() {
        let bytes = written(Format::Parquet, &results);
        let read = ParquetReader::new(Cursor::new(bytes)).finish().unwrap();
        assert!(read.equals_missing(&frame(&results).unwrap()), "{}", results.name);
    }
}

#[test]
fn parquet_says_where_it_comes_from() {
    let mut reader = ParquetReader::new(Cursor::new(written(Format::Parquet, &fixture::one_cell())));
    let metadata = reader.get_metadata().unwrap();
    let about = metadata.key_value_metadata().clone().unwrap();
    let said = |key: &str| about.iter().find(|entry| entry.key == key).and_then(|entry| entry.value.clone());
    assert_eq!(said("digest").as_deref(), Some("9f2c41d07be3a558"));
    assert_eq!(said("seed").as_deref(), Some("2026"));
}

#[test]
fn nothing_finished_is_still_well_formed() {
    let mut results = fixture::one_cell();
    results.cells.clear();
    let json: Json = serde_json::from_str(&text(Format::Json, &results)).unwrap();
    assert_eq!(json["cells"], serde_json::json!([]));
    assert_eq!(text(Format::Ndjson, &results), "");
    assert_eq!(text(Format::Csv, &results).lines().count(), 1);
    let read = ParquetReader::new(Cursor::new(written(Format::Parquet, &results))).finish().unwrap();
    assert!(read.equals_missing(&frame(&results).unwrap()));
}

#[test]
fn what_was_checked_says_how_far_off_it_was() {
    let json: Json = serde_json::from_str(&text(Format::Json, &fixture::checked())).unwrap();
    assert_eq!(json["cells"][0]["check"], serde_json::json!({ "z": -2.326, "of": "prey_crashed" }));
    assert_eq!(json["cells"][1].get("check"), None);
}
