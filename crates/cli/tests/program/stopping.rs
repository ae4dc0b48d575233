//! `--precision`: cells that stop when they are known well enough.

use crate::{chaselab, scenario, stderr, stdout};
use serde_json::Value as Json;
use std::fs;
use std::path::Path;

fn printed(folder: &Path, options: &[&str]) -> String {
    stdout(&chaselab(folder, &[&["run", &scenario("van-and-cruiser.toml"), "--method", "sampled"], options].concat()))
}

#[test]
fn json_says_that_cells_stopped_and_that_their_intervals_hold() {
    let folder = tempfile::tempdir().unwrap();
    let text = printed(folder.path(), &["--precision", "0.01", "--format", "json", "--out", "out"]);
    let json: Json = serde_json::from_str(&text).unwrap();
    for cell in json["cells"].as_array().unwrap() {
        assert_eq!(cell["method"], "sampled");
        assert_eq!(cell["stopped"]["by"], "precision");
        assert_eq!(cell["stopped"]["intervals"], "anytime-valid");
        assert!(cell["chases"].as_u64().unwrap() < 200_000);
        for group in ["free", "stopped", "open"] {
            let rate = &cell["groups"][group];
            assert!((rate["high"].as_f64().unwrap() - rate["low"].as_f64().unwrap()) / 2.0 <= 0.01);
        }
    }
    let report = fs::read_to_string(folder.path().join("out/report.md")).unwrap();
    assert!(report.contains("at every look"), "{report}");
    let data = fs::read_to_string(folder.path().join("out/results.csv")).unwrap();
    assert!(data.lines().next().unwrap().ends_with(",stopped") && data.lines().nth(1).unwrap().ends_with(",precision"));
}

#[test]
fn threads_and_repetition_change_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["table", "json", "csv"] {
        let run = |threads| printed(folder.path(), &["--precision", "0.008", "--threads", threads, "--format", format]);
        let one = run("1");
        assert_eq!(one, run("2"), "{format}");
        assert_eq!(one, run("2"), "{format}, again");
    }
}

#[test]
fn the_table_says_who_did_not_come_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let enough = printed(folder.path(), &["--precision", "0.02"]);
    assert!(enough.contains("Every cell was played until all its groups were known"), "{enough}");
    let few = printed(folder.path(), &["--precision", "0.001", "--chases", "2000"]);
    assert!(few.contains("No cell came to the wanted precision"), "{few}");
    // Exact numbers are precise.
    let exact = stdout(&chaselab(folder.path(), &["run", &scenario("jon-and-mad.toml"), "--precision", "0.001"]));
    assert!(exact.contains("5 cells are exact") && !exact.contains("precision"), "{exact}");
    let check = chaselab(folder.path(), &["check", &scenario("helicopter-after-car.toml"), "--precision", "0.01"]);
    assert!(stdout(&check).contains("until every group is known to ± 0.01"), "{}", stdout(&check));
    assert_eq!(stderr(&check), "");
}
