//! `chaselab compare`.

use crate::{chaselab, folder, scenario, stderr, stdout};
use serde_json::Value as Json;
use std::fs;

/// A sedan flees from a police cruiser; a term of `fths` hides the gap.
const SMALL: &str = "title = 'A sedan and a cruiser'\nsystems = ['fths', 'thw']\n\
    prey = { driving = 'Good', temper = 'bold' }\n\
    catcher = { vehicle = 'police-cruiser', temper = 'bold' }\n\
    terrain = { kind = 'highway' }\nfths = { start = 2, max_turns = 20, rules = { damage = 'off' } }\n";

const FILE: &str = "scenarios/small.toml";

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_table_of_a_small_comparison() {
    let folder = folder(SMALL);
    let output = chaselab(folder.path(), &["compare", FILE]);
    let text: Vec<String> = stdout(&output).lines().map(|line| line.trim_end().to_owned()).collect();
    insta::assert_snapshot!(text.join("\n"));
    assert!(
        stderr(&output).contains("Charts, data and the report are in reports/small-compare-"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn json_agrees_with_runs_of_the_same_settings() {
    let folder = folder(SMALL);
    let compared = json(&stdout(&chaselab(folder.path(), &["compare", FILE, "--format", "json", "--quiet"])));
    let run = |grid: &str| {
        fs::write(folder.path().join("scenarios/grid.toml"), format!("{SMALL}{grid}")).unwrap();
        json(&stdout(&chaselab(folder.path(), &["run", "scenarios/grid.toml", "--format", "json", "--quiet"])))
    };
    assert_eq!(compared["cells"], run("")["cells"]);
    let words = "'Abysmal', 'Terrible', 'Poor', 'Mediocre', 'Fair', 'Good', 'Great', 'Superb', 'Legendary'";
    let grid = run(&format!("[grid]\n\"prey.driving\" = [{words}]\n"));
    let driving = &compared["responses"][0];
    assert_eq!((&driving["to"], &driving["path"]), (&Json::from("prey driving"), &Json::from("prey.driving")));
    for (index, system) in ["fths", "thw"].into_iter().enumerate() {
        let points = driving["systems"][system]["points"].as_array().unwrap();
        assert_eq!(points.len(), 9);
        for (word, point) in points.iter().enumerate() {
            let cell = &grid["cells"][index * 9 + word];
            assert_eq!(cell["system"], system);
            assert_eq!(point["free"], cell["groups"]["free"]);
            assert_eq!(point["turns"]["mean"], cell["turns"]["mean"]);
        }
        let rate = |place: usize| points[place]["free"]["rate"].as_f64().unwrap();
        let slope = driving["systems"][system]["slope"].as_f64().unwrap();
        assert!((slope - (rate(6) - rate(4)) / 2.0).abs() < 1e-12);
        let seconds = &compared["seconds"][system];
        let turn = seconds["turn"].as_f64().unwrap();
        let mean = compared["cells"][index]["turns"]["mean"].as_f64().unwrap();
        assert_eq!(seconds["chase"]["mean"].as_f64().unwrap(), mean * turn);
    }
    // What a claim says happens after a step happens in a run with that step.
    let claim = compared["claims"].as_array().unwrap().iter().find(|claim| claim["measure"] == "turns").unwrap();
    let lead = claim.get("closest").unwrap_or_else(|| &claim["depends_on"][0]);
    assert!(lead["system"].is_string() && lead["values"].as_array().unwrap().len() == 2);
}

#[test]
fn json_has_its_shape() {
    let folder = folder(SMALL);
    let compared = json(&stdout(&chaselab(folder.path(), &["compare", FILE, "--format", "json", "--quiet"])));
    let keys: Vec<&str> = compared.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "chaselab",
            "scenario",
            "digest",
            "seed",
            "confidence",
            "cells",
            "seconds",
            "responses",
            "shares",
            "claims",
            "mappings",
            "neutral",
            "varied_chases",
            "notes"
        ]
    );
    let gap = &compared["responses"][3];
    assert_eq!(gap["to"], "starting gap");
    assert_eq!(gap["systems"]["fths"], serde_json::json!({ "hidden_by": "fths.start" }));
    for system in ["fths", "thw"] {
        let shares = &compared["shares"][system];
        let all = [&shares["skill"]["share"], &shares["machine"]["share"], &shares["together"], &shares["luck"]];
        let sum: f64 = all.iter().map(|share| share.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{shares}");
        assert_eq!(shares["settings"], 81);
        assert!(compared["mappings"][system].as_array().unwrap().iter().any(|line| line["what"] == "prey driving"));
    }
    for claim in compared["claims"].as_array().unwrap() {
        assert!(claim["holds"].is_boolean() || claim["holds"].is_null());
        assert!(["free", "turns", "seconds"].contains(&claim["measure"].as_str().unwrap()));
    }
    assert!(compared["neutral"][0]["cells"]["fths"]["standing"].is_string());
}

#[test]
fn the_folder_holds_report_data_and_charts() {
    let folder = folder(SMALL);
    stdout(&chaselab(folder.path(), &["compare", FILE, "--out", "out", "--quiet"]));
    let out = folder.path().join("out");
    for name in ["ends", "lengths", "running", "responses", "shares"] {
        for ending in ["svg", "png"] {
            assert!(out.join(format!("charts/{name}.{ending}")).is_file(), "{name}.{ending}");
        }
    }
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    for name in ["ends", "lengths", "running", "responses", "shares"] {
        assert_eq!(report.matches(&format!("](charts/{name}.svg)")).count(), 1, "{name}");
    }
    assert!(report.contains("chaselab compare scenarios/small.toml"));
    for file in ["comparison.json", "results.csv", "results.parquet", "run.json"] {
        assert!(out.join(file).is_file(), "{file}");
    }
    // A run of the same scenario is something else.
    let output = chaselab(folder.path(), &["run", FILE, "--out", "out", "--quiet"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("holds the results of another run"), "{}", stderr(&output));
}

#[test]
fn sampled_systems_carry_their_intervals() {
    let folder = folder(SMALL);
    let text =
        stdout(&chaselab(folder.path(), &["compare", FILE, "--method", "sampled", "--chases", "500", "--quiet"]));
    assert!(text.contains("±") && text.contains("rests on 500 chases"), "{text}");
}

#[test]
fn grids_and_fights_are_noted() {
    let folder = folder(SMALL);
    let text = stdout(&chaselab(
        folder.path(),
        &["compare", &scenario("two-cars-downtown.toml"), "--set", "systems=[\"thw\"]", "--out", "out", "--quiet"],
    ));
    assert!(text.contains("The scenario's grid is left out"), "{text}");
    assert!(text.contains("names thw alone"), "{text}");
    let sets = ["--set", "systems=[\"fudge\", \"thw\"]"];
    let text = stdout(&chaselab(folder.path(), &[&["compare", FILE, "--quiet", "--out", "fight"], &sets[..]].concat()));
    assert!(text.contains("Fudge fight (fudge) is no chase. The Fudge chase is fths"), "{text}");
}

#[test]
fn a_system_without_shares_or_seconds_is_drawn_with_the_reason() {
    let text = "systems = ['thw', 'fistful']\nchases = 500\n[prey]\nvehicle = 'motorcycle'\n[catcher]\nvehicle = 'sports-car'\n";
    let home = folder(text);
    stdout(&chaselab(home.path(), &["compare", FILE, "--out", "out", "--quiet"]));
    let chart = |name: &str| fs::read_to_string(home.path().join(format!("out/charts/{name}.svg"))).unwrap();
    let comparison: Json =
        serde_json::from_str(&fs::read_to_string(home.path().join("out/comparison.json")).unwrap()).unwrap();
    assert!(comparison["shares"]["fistful"]["machine"]["share"].is_null(), "{}", comparison["shares"]["fistful"]);
    let shares = chart("shares");
    for words in ["A Fistful of Kung Fu", "no shares (machine: not read)", "mostly"] {
        assert!(shares.contains(words), "{words}: {shares}");
    }
    assert!(chart("running").contains("no length of a turn"));
}
