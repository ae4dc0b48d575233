//! `chaselab sense`: the shape of its data, its folder, and what is said of wrong questions.

use crate::{chaselab, folder, stderr, stdout};
use serde_json::Value;

const CHASE: &str = "systems = [\"fths\", \"thw\"]\nmethod = \"exact\"\n[terrain]\nkind = \"highway\"\n[fths]\nrules.damage = \"off\"\nmax_turns = 8\n[thw]\nmax_turns = 8\nstart = 5\n";

#[test]
fn data_and_folder() {
    let folder = folder(CHASE);
    let arguments = [
        "sense",
        "scenarios/small.toml",
        "--vary",
        "prey.driving=Poor..Great",
        "--vary",
        "gap=[\"close\", \"far\"]",
        "--vary",
        "catcher.driving=Fair..Good",
        "--out",
        "found",
        "--format",
        "json",
        "--quiet",
    ];
    let output = chaselab(folder.path(), &arguments);
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(json["output"], "free");
    let [fths, thw] = json["systems"].as_array().unwrap().as_slice() else { panic!("{json}") };
    assert_eq!((fths["system"].as_str(), fths["method"].as_str()), (Some("fths"), Some("exact")));
    let parameters = fths["parameters"].as_array().unwrap();
    let totals: Vec<f64> = parameters.iter().map(|p| p["total"]["value"].as_f64().unwrap()).collect();
    assert!(totals.windows(2).all(|pair| pair[0] >= pair[1]), "in order of importance: {totals:?}");
    for parameter in parameters {
        assert_eq!(parameter["effect"], true);
        assert!(parameter["first"]["value"].as_f64() <= parameter["total"]["value"].as_f64());
        assert!(parameter["points"].as_array().unwrap().len() >= 2);
    }
    // The start of the scenario's own hides the neutral gap.
    assert_eq!(thw["unread"], serde_json::json!(["gap"]));
    let mut files: Vec<String> = std::fs::read_dir(folder.path().join("found"))
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files, ["charts", "report.html", "report.md", "run.json", "sense.json"]);
    let saved = std::fs::read_to_string(folder.path().join("found/sense.json")).unwrap();
    assert_eq!(saved, stdout(&output));
}

#[test]
fn wrong_questions() {
    let folder = folder(CHASE);
    for (arguments, said) in [
        (["--vary", "prey.driving=Great"], "`Great` is a single value"),
        (["--vary", "prey.driving=Great..Poor"], "`Great..Poor` is no range"),
        (["--vary", "reflex.start=1..3"], "no system of the scenario reads reflex.start"),
        (["--output", "fre"], "`fre` is neither an end, nor a group of ends, nor `turns`"),
        (["--evaluations", "3"], "no such number of settings"),
    ] {
        let output = chaselab(folder.path(), &[&["sense", "scenarios/small.toml"], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(said), "{arguments:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty() && !folder.path().join("reports").exists());
    }
}
