//! `chaselab tables`: every number with its standing, and overlays that change what they say and nothing else.

use crate::{chaselab, printed, stdout};
use serde_json::Value;
use std::path::Path;

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

/// Standard output of a run that must succeed in a folder.
fn run(folder: &Path, args: &[&str]) -> String {
    let output = chaselab(folder, args);
    stdout(&output)
}

/// The cells of a run's results.
fn cells(folder: &Path, args: &[&str]) -> Value {
    let out = tempfile::tempdir().unwrap();
    let out = out.path().join("out").display().to_string();
    let all = [&["run"], args, &["--format", "json", "--quiet", "--out", &out]].concat();
    let results: Value = serde_json::from_str(&run(folder, &all)).unwrap();
    results["cells"].clone()
}

#[test]
fn tables_are_shown_with_their_standing() {
    insta::assert_snapshot!(printed(&["tables", "show", "fths.crash"]));
    insta::assert_snapshot!(printed(&["tables", "show", "thw.classes", "--format", "csv"]));
    let list = printed(&["tables", "list"]);
    for table in ["fths.acceleration", "thw.classes", "neutral.vehicles"] {
        assert!(list.contains(table), "{table} in {list}");
    }
    let json: Value = serde_json::from_str(&printed(&["tables", "show", "--format", "json"])).unwrap();
    let tables = json["tables"].as_array().unwrap();
    assert_eq!(tables.len(), list.lines().count() - 4);
    let cell = |table: &Value, row: usize, column: &str| table["rows"][row]["cells"][column].clone();
    let acceleration = tables.iter().find(|table| table["table"] == "acceleration").unwrap();
    assert_eq!(cell(acceleration, 4, "kmh_s"), serde_json::json!({ "value": 25, "standing": "seed" }));
}

#[test]
fn exporting_and_laying_over_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let scenario = "systems = [\"fths\", \"thw\"]\nchases = 5_000\nmethod = \"sampled\"\n[prey]\ntemper = \"bold\"\n[fths]\nrules = { damage = \"off\" }\n";
    let sections = ["fths", "thw", "neutral"];
    let mut laid_over = scenario.replace("[fths]\n", "[fths]\noverlays = [\"fths.toml\"]\n");
    for section in sections {
        let file = format!("{section}.toml");
        run(folder, &["tables", "export", section, "--out", &file]);
        let said = run(folder, &["tables", "check", &file, "--system", section]);
        assert_eq!(said, format!("{file}: an overlay of {section} that changes nothing\n"));
        if section != "fths" {
            laid_over.push_str(&format!("[{section}]\noverlays = [\"{file}\"]\n"));
        }
    }
    write(folder, "plain.toml", scenario);
    write(folder, "over.toml", &laid_over);
    assert_eq!(cells(folder, &["plain.toml"]), cells(folder, &["over.toml"]));
    let shown = run(folder, &["tables", "show", "--scenario", "over.toml"]);
    assert_eq!(shown, printed(&["tables", "show"]));
}

#[test]
fn a_cell_changed_by_overlay_option_and_grid_gives_the_same_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let head = "systems = [\"fths\", \"thw\"]\nmethod = \"exact\"\n[prey]\nvehicle = \"sedan\"\n[catcher]\nvehicle = \"city-car\"\n[terrain]\nkind = \"highway\"\n[fths]\nrules = { damage = \"off\" }\nprey.risk = 0\ncatcher.risk = 0\n";
    write(folder, "plain.toml", head);
    write(folder, "mine.toml", "[acceleration.Poor]\nkmh_s = 12\n");
    write(folder, "overlay.toml", &head.replace("[fths]\n", "[fths]\noverlays = [\"mine.toml\"]\n"));
    write(folder, "grid.toml", &format!("{head}[grid]\n\"fths.tables.acceleration.Poor.kmh_s\" = [12]\n"));
    let rates = |args: &[&str]| {
        let cells = cells(folder, args);
        let cells = cells.as_array().unwrap();
        cells
            .iter()
            .map(|cell| (cell["system"].clone(), cell["ends"].clone(), cell["turns"].clone()))
            .collect::<Vec<_>>()
    };
    let by_overlay = rates(&["overlay.toml"]);
    assert_eq!(by_overlay, rates(&["plain.toml", "--set", "fths.tables.acceleration.Poor.kmh_s=12"]));
    assert_eq!(by_overlay, rates(&["grid.toml"]));
    // The city car with its 11 km/h/s loses a level, the sedan with 13 does not: it is now the faster one in `thw` too.
    let plain = rates(&["plain.toml"]);
    assert_ne!(by_overlay[0], plain[0]);
    assert_ne!(by_overlay[1], plain[1]);
    assert_eq!(
        run(folder, &["tables", "check", "mine.toml"]),
        "mine.toml: an overlay of fths that changes 1 cell\n  acceleration.Poor.kmh_s: 10 (seed) -> 12\n"
    );
    let shown = run(folder, &["tables", "show", "fths.acceleration", "--scenario", "overlay.toml"]);
    assert!(shown.contains("12 (changed, was 10)"), "{shown}");
}
