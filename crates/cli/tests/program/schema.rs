//! `chaselab schema`: the schema has exactly the keys that the readers know.

use crate::{chaselab, printed, stderr};
use serde_json::Value;
use std::collections::BTreeSet;

/// A key that is near no other.
const NONSENSE: &str = "qqqqqqqqqqqqqqqqqqqq";

fn schema() -> Value {
    serde_json::from_str(&printed(&["schema"])).unwrap()
}

/// The keys that a reader knows, from what it says about one that it does not know.
fn known(scenario: &str) -> BTreeSet<String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("scenario.toml"), scenario).unwrap();
    let output = chaselab(folder.path(), &["check", "scenario.toml"]);
    let said = stderr(&output);
    let lines = said.lines().skip_while(|line| !line.contains("help: known here: "));
    let list: String = lines.map(|line| line.trim_start_matches([' ', '=']).trim()).collect::<Vec<_>>().join(" ");
    let list = list.strip_prefix("help: known here: ").unwrap_or_else(|| panic!("{scenario}: {said}"));
    list.split(", ").map(|name| name.trim().to_owned()).collect()
}

/// The keys of an object of the schema; of several shapes the one that is an object of fixed keys.
fn keys(schema: &Value, path: &[&str]) -> BTreeSet<String> {
    let mut node = resolved(schema, schema);
    for key in path {
        node = resolved(schema, &node["properties"][key]);
    }
    let keys = node["properties"].as_object().unwrap_or_else(|| panic!("{path:?} is no object: {node}"));
    keys.keys().cloned().collect()
}

fn resolved<'a>(schema: &'a Value, node: &'a Value) -> &'a Value {
    if let Some(name) = node["$ref"].as_str() {
        return resolved(schema, &schema["$defs"][name.trim_start_matches("#/$defs/")]);
    }
    let shapes = node["anyOf"].as_array().into_iter().flatten();
    let fixed = shapes.map(|shape| resolved(schema, shape)).find(|shape| shape["properties"].is_object());
    fixed.unwrap_or(node)
}

#[test]
fn every_key_that_the_readers_know_is_in_it_and_no_other() {
    let schema = schema();
    let systems: Vec<String> = schema["properties"]["systems"]["items"]["enum"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap().to_owned())
        .collect();
    assert!(systems.len() >= 2);
    let all = format!("systems = {systems:?}\nfths.rules.damage = \"off\"\n");
    let mut sections: Vec<Vec<&str>> = vec![
        vec![],
        vec!["prey"],
        vec!["catcher"],
        vec!["prey", "vehicle"],
        vec!["terrain"],
        vec!["neutral"],
        vec!["fths", "course"],
    ];
    for system in systems.iter().map(String::as_str) {
        let own = keys(&schema, &[system]);
        let parts = ["prey", "catcher", "rules"].into_iter().filter(|part| own.contains(*part));
        sections.extend([vec![system]].into_iter().chain(parts.map(|part| vec![system, part])));
    }
    for path in sections {
        let with = [&path[..], &[NONSENSE]].concat().join(".");
        let mut read = known(&format!("{all}{with} = 1\n"));
        if path == ["track"] {
            // Its two modes have keys of their own.
            read.extend(known(&format!("{all}track.mode = \"scores\"\n{with} = 1\n")));
        }
        assert_eq!(keys(&schema, &path), read, "{path:?}");
    }
    // A key of a kind of its own: elements of lists, and tables row by row.
    let strike = &schema["properties"]["fths"]["properties"]["strike"]["items"]["properties"];
    let strike: BTreeSet<String> = strike.as_object().unwrap().keys().cloned().collect();
    assert_eq!(strike, known(&format!("{all}fths.strike = [{{ {NONSENSE} = 1 }}]\n")));
    for system in systems.iter().filter(|system| keys(&schema, &[system]).contains("tables")) {
        assert_eq!(keys(&schema, &[system, "tables"]), known(&format!("{all}{system}.tables.{NONSENSE}.a.b = 1\n")));
    }
    let rows = known(&format!("{all}fths.tables.crash.{NONSENSE}.b = 1\n"));
    assert_eq!(keys(&schema, &["fths", "tables", "crash"]), rows);
    let columns = known(&format!("{all}fths.tables.crash.4.{NONSENSE} = 1\n"));
    assert_eq!(keys(&schema, &["fths", "tables", "crash", "4"]), columns);
    let picks = known(&format!("{all}[grid]\n\"thw.getaway\" = {{ from = 1, {NONSENSE} = 1 }}\n"));
    assert_eq!(picks, ["from", "to", "step"].map(str::to_owned).into());
}

#[test]
fn an_overlay_has_a_schema_of_its_own() {
    let overlay: Value = serde_json::from_str(&printed(&["schema", "--overlay", "fths"])).unwrap();
    let cell = &overlay["properties"]["acceleration"]["properties"]["Good"]["properties"]["kmh_s"];
    assert_eq!(*cell, serde_json::json!({ "description": "from km/h/s", "type": "number", "default": 25 }));
    assert_eq!(overlay["properties"], schema()["properties"]["fths"]["properties"]["tables"]["properties"]);
}

#[test]
fn shells_and_manual() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(&["completions", shell]);
        assert!(script.contains("replay") && script.contains("chaselab"), "{shell}");
    }
    let manual = printed(&["man"]);
    assert!(manual.starts_with(".ie") || manual.contains(".TH"), "{manual}");
    for command in ["run", "replay", "dice", "tables", "check", "schema"] {
        assert!(manual.contains(&format!("chaselab\\-{command}")), "{command}");
    }
}
