//! `chaselab run`.

use crate::{chaselab, repository, scenario, stderr, stdout};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// All files of a folder, by name.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

#[test]
fn every_scenario_runs() {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(repository().join("scenarios")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let file = path.display().to_string();
            let output = chaselab(folder.path(), &["run", &file, "--chases", "2000", "--format", "csv"]);
            assert!(stdout(&output).lines().count() > 3, "{file}");
        }
    }
}

#[test]
fn cells_are_numbered_and_values_that_are_one_to_a_system_are_said() {
    let home = tempfile::tempdir().unwrap();
    let file = scenario("two-cars-downtown.toml");
    let text = stdout(&chaselab(home.path(), &["run", &file, "--chases", "2000", "--out", "out"]));
    assert_eq!(text.matches("\n cell   prey ").count(), 2, "{text}");
    for cell in 0..6 {
        assert_eq!(text.lines().filter(|line| line.starts_with(&format!(" {cell}      "))).count(), 2, "{text}");
    }
    // Good and Great are Reputation 5 both (rules/neutral.md, Skills); the Fudge levels differ.
    assert!(text.contains("\n- thw does not tell apart: prey driving Good and Great.\n"), "{text}");
    assert!(!text.contains("fths does not tell apart"), "{text}");
    let report = fs::read_to_string(home.path().join("out/report.md")).unwrap();
    assert!(
        report.contains("| cell | prey driving | catcher temper |") && report.contains("| 5 | Great | bold |"),
        "{report}"
    );
    // Whoever is unarmed shoots as little with a steady temper as with a timid one.
    let alone = ["run", &file, "--set", "systems=[\"thw\"]", "--set", "grid.\"prey.driving\"=[\"Fair\"]"];
    let tempers =
        ["--set", "grid.\"catcher.temper\"=[\"timid\", \"steady\", \"bold\"]", "--method", "exact", "--out", "two"];
    let text = stdout(&chaselab(home.path(), &[&alone[..], &tempers[..]].concat()));
    assert!(!text.contains("timid, steady and bold"), "{text}");
    // One cell has no number.
    let one =
        ["run", &file, "--set", "grid.\"prey.driving\"=[\"Fair\"]", "--set", "grid.\"catcher.temper\"=[\"bold\"]"];
    let text = stdout(&chaselab(home.path(), &[&one[..], &["--chases", "1000", "--out", "three"]].concat()));
    assert!(!text.contains("\n cell "), "{text}");
}

#[test]
fn threads_and_repetition_change_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    let file = scenario("two-cars-downtown.toml");
    let run = |threads: &str, format: &str, out: &str| {
        let arguments = ["run", &file, "--chases", "30000", "--threads", threads, "--format", format, "--out", out];
        let output = chaselab(folder.path(), &arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        output.stdout
    };
    for format in ["table", "json", "ndjson", "csv", "parquet"] {
        let one = run("1", format, "one");
        assert_eq!(one, run("2", format, "two"), "{format}");
        assert_eq!(one, run("2", format, "two"), "{format}, again");
        assert!(!one.is_empty());
    }
    let (one, two) = (files(&folder.path().join("one")), files(&folder.path().join("two")));
    assert_eq!(one.keys().collect::<Vec<_>>(), two.keys().collect::<Vec<_>>());
    for (name, bytes) in &one {
        assert!(bytes == &two[name], "{name} differs");
    }
    for name in [
        "report.md",
        "report.html",
        "run.json",
        "results.csv",
        "results.parquet",
        "charts/fths-ends.svg",
        "charts/thw-ends.png",
    ] {
        assert!(one.contains_key(name), "{name} is missing");
    }
}

#[test]
fn json_has_the_agreed_shape() {
    let folder = tempfile::tempdir().unwrap();
    let file = scenario("two-cars-downtown.toml");
    let text = stdout(&chaselab(
        folder.path(),
        &["run", &file, "--chases", "5000", "--method", "sampled", "--format", "json"],
    ));
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    for key in ["chaselab", "scenario", "digest", "seed", "confidence", "cells"] {
        assert!(json.get(key).is_some(), "{key}");
    }
    for cell in json["cells"].as_array().unwrap() {
        let ends = cell["ends"].as_object().unwrap();
        let counts: u64 = ends.values().map(|end| end["count"].as_u64().unwrap()).sum();
        assert_eq!(counts, 5000);
        let groups: f64 =
            ["free", "stopped", "open"].iter().map(|group| cell["groups"][group]["rate"].as_f64().unwrap()).sum();
        assert!((groups - 1.0).abs() < 1e-12);
        let histogram = cell["turns"]["histogram"].as_array().unwrap();
        let total: f64 = histogram.iter().map(|bar| bar[1].as_f64().unwrap()).sum();
        assert!((total - 1.0).abs() < 1e-9);
        assert!(cell["events"]["prey_crash_events"]["mean"].as_f64().unwrap() >= 0.0);
    }
}

#[test]
fn a_whole_with_a_fight_has_the_ends_of_both() {
    let folder = tempfile::tempdir().unwrap();
    let file = scenario("showdown.toml");
    let output = chaselab(folder.path(), &["run", &file, "--chases", "20000", "--method", "both", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    for cell in found["cells"].as_array().unwrap() {
        assert_eq!(cell["then"], "fudge");
        let ends: Vec<&str> = cell["ends"].as_object().unwrap().keys().map(String::as_str).collect();
        for end in
            ["escaped", "catcher_crashed", "catcher_disabled", "caught", "prey_crashed", "prey_disabled", "timeout"]
        {
            assert!(ends.contains(&end), "{end}");
        }
        let count = |of: &serde_json::Value| -> u64 {
            of.as_object().unwrap().values().map(|rate| rate["count"].as_u64().unwrap()).sum()
        };
        assert_eq!((count(&cell["ends"]), count(&cell["groups"])), (20_000, 20_000));
        assert!(cell["check"]["z"].as_f64().unwrap().abs() < 4.5);
        assert!(cell["details"]["prey_disabled"]["fight"].as_f64().unwrap() > 0.0);
        assert!(cell["events"]["fight_rounds"]["mean"].as_f64() > cell["events"]["fights"]["mean"].as_f64());
    }
    let report = fs::read_to_string(
        fs::read_dir(folder.path().join("reports")).unwrap().next().unwrap().unwrap().path().join("report.md"),
    );
    let report = report.unwrap();
    assert!(report.contains("then Fudge fight (fudge)") && report.contains("A fight follows in"), "{report}");
}

#[test]
fn exact_cells_have_no_counts() {
    let folder = tempfile::tempdir().unwrap();
    let file = scenario("acceleration.toml");
    let text = stdout(&chaselab(folder.path(), &["run", &file, "--format", "ndjson"]));
    assert_eq!(text.lines().count(), 24);
    for line in text.lines() {
        let cell: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(cell["method"], "exact");
        let end = &cell["ends"]["escaped"];
        assert!(end["count"].is_null());
        assert_eq!(end["low"], end["rate"]);
        assert_eq!(end["high"], end["rate"]);
    }
}

#[test]
fn bad_input_says_where_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let write = |text: &str| fs::write(folder.path().join("bad.toml"), text).unwrap();
    let told = |text: &str, needles: &[&str]| {
        write(text);
        let output = chaselab(folder.path(), &["run", "bad.toml"]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(output.stdout.is_empty());
        let message = stderr(&output);
        for needle in needles {
            assert!(message.contains(needle), "no {needle:?} in:\n{message}");
        }
        assert_eq!(files(folder.path()).len(), 1, "something was written");
    };
    told("systems = [\"thw\"]\nsede = 3\n", &["unknown key `sede`", "bad.toml:2:1", "did you mean `seed`?"]);
    told("systems = [\"thw\"]\nseed = \"x\"\n", &["seed cannot be a text", "bad.toml:2:8", "expected a whole number"]);
    told(
        "systems = [\"thw\"]\nchases = -5\n",
        &["chases cannot be -5", "bad.toml:2:10", "the nearest that works is 1"],
    );
    told("systems = [\"thv\"]\n", &["there is no system `thv`", "bad.toml:1:12", "did you mean `thw`?"]);
    told("systems = [\"thw\"\n", &["this is not TOML", "bad.toml:"]);
    let output = chaselab(folder.path(), &["run", "missing.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot read missing.toml"));
}

#[test]
fn a_folder_of_other_results_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = scenario("jon-and-mad.toml");
    assert!(chaselab(folder.path(), &["run", &file, "--out", "here"]).status.success());
    let before = files(&folder.path().join("here"));
    let output = chaselab(folder.path(), &["run", &file, "--seed", "5", "--out", "here"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("another run"), "{}", stderr(&output));
    assert!(files(&folder.path().join("here")) == before);
}

#[test]
fn what_somebody_laid_beside_results_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = scenario("jon-and-mad.toml");
    let again = || chaselab(folder.path(), &["run", &file, "--out", "here", "--quiet"]);
    assert!(again().status.success());
    // Results alone are made again.
    assert!(again().status.success());
    let notes = folder.path().join("here/charts/notes.txt");
    fs::write(&notes, "ask the others").unwrap();
    let output = again();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("holds charts/notes.txt, which is none of the results"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&notes).unwrap(), "ask the others");
}

#[test]
#[cfg(unix)]
fn results_go_where_a_link_leads() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("elsewhere")).unwrap();
    std::os::unix::fs::symlink("elsewhere", folder.path().join("link")).unwrap();
    let file = scenario("jon-and-mad.toml");
    assert!(chaselab(folder.path(), &["run", &file, "--out", "link", "--quiet"]).status.success());
    assert!(fs::symlink_metadata(folder.path().join("link")).unwrap().is_symlink());
    assert!(folder.path().join("elsewhere/run.json").exists());
}

#[test]
fn what_is_worth_a_look_is_shown_and_kept_beside_the_results() {
    let home = tempfile::tempdir().unwrap();
    let file = scenario("two-cars-downtown.toml");
    let args = ["run", &file, "--chases", "2000", "--set", "systems=[\"thw\"]", "--quiet", "--out", "out"];
    let shown = stdout(&chaselab(home.path(), &args));
    let run: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(home.path().join("out/run.json")).unwrap()).unwrap();
    let flags = run["flags"].as_array().unwrap();
    let kinds: Vec<&str> = flags.iter().map(|flag| flag["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["always-right", "idle", "alike"], "{run}");
    let report = fs::read_to_string(home.path().join("out/report.md")).unwrap();
    let page = fs::read_to_string(home.path().join("out/report.html")).unwrap();
    let unbroken = shown.replace("\n  ", " ");
    for flag in flags {
        let text = flag["text"].as_str().unwrap();
        assert!(unbroken.contains(&format!("\n- {text}\n")), "{text}\n{shown}");
        assert!(report.contains(&format!("\n- {text}\n")) && page.contains(text), "{text}");
    }
    // Data has the shape that it always had.
    let json = stdout(&chaselab(home.path(), &[&args[..], &["--format", "json"]].concat()));
    assert!(!json.contains("\"flags\""), "{json}");
}

#[test]
fn a_sweep_is_flagged_by_its_sums_and_by_some_of_its_cells() {
    let home = tempfile::tempdir().unwrap();
    let text = "systems = [\"thw\"]\nprey.driving = \"Good\"\n[flags]\nturns = 2\n[grid]\n\
                \"thw.start\" = { from = 1, to = 46 }\n\"thw.getaway\" = { from = 5, to = 50 }";
    fs::write(home.path().join("sweep.toml"), text).unwrap();
    let args = ["run", "sweep.toml", "--set", "thw.max_turns=4", "--quiet", "--out", "out"];
    let shown = stdout(&chaselab(home.path(), &args));
    let run = || fs::read(home.path().join("out/run.json")).unwrap();
    let first = run();
    let json: serde_json::Value = serde_json::from_slice(&first).unwrap();
    let flag = |kind: &str| json["flags"].as_array().unwrap().iter().find(|flag| flag["kind"] == kind).unwrap();
    assert_eq!((&flag("long")["of"], &flag("long")["turns"]), (&2116.into(), &2.into()), "{json}");
    assert_eq!((&flag("idle")["skill"], &flag("idle")["up"]), (&"prey.driving".into(), &"Great".into()));
    assert_eq!((&flag("idle")["looked"]["cells"], &flag("idle")["looked"]["of"]), (&8.into(), &2116.into()));
    assert!(shown.contains("\nWorth a look:\n- "), "{shown}");
    // The same on any number of threads.
    chaselab(home.path(), &[&args[..], &["--threads", "1"]].concat());
    assert!(first == run());
}
