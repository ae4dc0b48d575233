//! `chaselab diff`.

use crate::{chaselab, folder, stderr, stdout};
use serde_json::Value as Json;
use std::fs;

const SMALL: &str = "title = 'Two sedans'\nsystems = ['fths']\nchases = 3_000\n\
    terrain = { kind = 'open' }\nfths = { max_turns = 12, rules = { damage = 'off' } }\n\
    [grid]\n'prey.driving' = ['Fair', 'Good']\n";

const FILE: &str = "scenarios/small.toml";
const SKID: [&str; 2] = ["--set", "fths.tables.crash.0.piloting=-1"];

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

fn lines(text: &str) -> String {
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_table_of_an_exact_difference() {
    let folder = folder(SMALL);
    let output = chaselab(folder.path(), &[&["diff", FILE], &SKID[..]].concat());
    insta::assert_snapshot!(lines(&stdout(&output)));
    assert!(stderr(&output).contains("Charts, data and the report are in reports/small-diff-"), "{}", stderr(&output));
}

#[test]
fn the_table_of_a_paired_difference() {
    let folder = folder(SMALL);
    let options = ["--method", "sampled", "--policy", "fixed", "--quiet"];
    let output = chaselab(folder.path(), &[&["diff", FILE], &SKID[..], &options[..]].concat());
    insta::assert_snapshot!(lines(&stdout(&output)));
}

#[test]
fn json_is_the_difference_of_two_runs() {
    let folder = folder(SMALL);
    let run = |options: &[&str]| {
        let quiet = ["--format", "json", "--quiet", "--out"];
        json(&stdout(&chaselab(
            folder.path(),
            &[&["run", FILE], options, &quiet, &[if options.is_empty() { "a" } else { "b" }]].concat(),
        )))
    };
    let diff = [&["diff", FILE], &SKID[..], &["--format", "json", "--quiet"]].concat();
    let found = json(&stdout(&chaselab(folder.path(), &diff)));
    let (before, after) = (run(&[]), run(&SKID));
    for key in ["chaselab", "scenario", "digest", "seed", "confidence"] {
        assert!(!found[key].is_null(), "{key}");
    }
    assert_eq!(
        found["altered"][0],
        serde_json::json!({ "path": "fths.tables.crash.0.piloting", "base": "0", "changed": "-1" })
    );
    let cells = found["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 2);
    for (index, cell) in cells.iter().enumerate() {
        assert_eq!((&cell["method"], &cell["factors"]), (&Json::from("exact"), &before["cells"][index]["factors"]));
        for kind in ["ends", "groups"] {
            for (name, change) in cell[kind].as_object().unwrap() {
                let rate = |run: &Json| run["cells"][index][kind][name]["rate"].as_f64().unwrap();
                let number = |key: &str| change[key].as_f64().unwrap();
                assert_eq!((number("base"), number("changed")), (rate(&before), rate(&after)), "{name}");
                assert!((number("delta") - (rate(&after) - rate(&before))).abs() < 1e-12);
                assert_eq!((number("low"), number("high")), (number("delta"), number("delta")));
                assert!(change["adapted"].is_number(), "{name}");
            }
        }
        let mean = |run: &Json| run["cells"][index]["turns"]["mean"].as_f64().unwrap();
        assert!((cell["turns"]["delta"].as_f64().unwrap() - (mean(&after) - mean(&before))).abs() < 1e-12);
        // The prey maximises free, so that its rate is the value of the game.
        let value = cell["adapted"]["delta"].as_f64().unwrap();
        assert!((value - cell["groups"]["free"]["adapted"].as_f64().unwrap()).abs() < 1e-9);
    }
}

#[test]
fn two_files_are_held_against_each_other_as_one_and_a_change() {
    let folder = folder(SMALL);
    let changed = SMALL.replace("rules = {", "tables = { crash = { 0 = { piloting = -1 } } }, rules = {");
    fs::write(folder.path().join("scenarios/changed.toml"), changed).unwrap();
    fs::write(folder.path().join("overlay.toml"), "[crash.0]\npiloting = -1\n").unwrap();
    let cells = |arguments: &[&str], out: &str| {
        let rest = ["--policy", "fixed", "--format", "json", "--quiet", "--out", out];
        json(&stdout(&chaselab(folder.path(), &[&["diff", FILE], arguments, &rest].concat())))["cells"].clone()
    };
    let files = cells(&["scenarios/changed.toml"], "files");
    assert_eq!(files, cells(&SKID, "set"));
    assert_eq!(files, cells(&["--overlay", "overlay.toml"], "overlay"));
    assert!(files[0]["adapted"].is_null());
}

#[test]
fn the_folder_holds_report_data_and_charts_the_same_on_any_number_of_threads() {
    let folder = folder(SMALL);
    for (threads, out) in [("1", "one"), ("3", "three")] {
        let rest = ["--method", "sampled", "--quiet", "--threads", threads, "--out", out];
        stdout(&chaselab(folder.path(), &[&["diff", FILE], &SKID[..], &rest].concat()));
    }
    let names = [
        "report.md",
        "report.html",
        "diff.json",
        "changes.csv",
        "base.csv",
        "changed.parquet",
        "run.json",
        "charts/fths-rates.svg",
        "charts/fths-lengths.png",
    ];
    for name in names {
        let of =
            |out: &str| fs::read(folder.path().join(out).join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(of("one") == of("three"), "{name}");
    }
    let report = fs::read_to_string(folder.path().join("one/report.md")).unwrap();
    assert!(
        report.contains("chaselab diff scenarios/small.toml --set fths.tables.crash.0.piloting=-1 --method sampled")
    );
    assert!(report.contains("](charts/fths-rates.svg)") && report.contains("BASE as played"), "{report}");
    let changes = fs::read_to_string(folder.path().join("one/changes.csv")).unwrap();
    assert!(
        changes
            .starts_with("cell,system,prey.driving,pairs,quantity,base,changed,delta,low,high,real,p,gain,adapted\n"),
        "{changes}"
    );
}

#[test]
fn what_does_not_change_or_match_is_said() {
    let folder = folder(SMALL);
    let said = |arguments: &[&str]| {
        let options = ["--policy", "fixed", "--quiet"];
        let text = stdout(&chaselab(folder.path(), &[&["diff", FILE], arguments, &options].concat()));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(said(&[FILE]).contains("CHANGED says the same as BASE, so nothing can differ."));
    let nothing = ["--set", "fths.tables.elements.hairpin.modifier=-5", "--method", "sampled"];
    let text = said(&nothing);
    assert!(
        text.contains("changes nothing: of 6,000 chases played again with the same luck not one goes otherwise"),
        "{text}"
    );
    let text = said(&["--set", "grid.\"prey.driving\"=[\"Good\", \"Great\"]"]);
    assert!(text.contains("Left out, since BASE alone has it: fths with prey.driving = Fair."), "{text}");
    assert!(text.contains("Left out, since CHANGED alone has it: fths with prey.driving = Great."), "{text}");
    let text = said(&["--set", "chases=10", "--set", "fths.start=2"]);
    assert!(text.contains("Seed, chases, method and confidence are those of BASE, for both."), "{text}");
}

#[test]
fn wrong_input_is_refused() {
    let folder = folder(SMALL);
    let refused = |arguments: &[&str]| {
        let output = chaselab(folder.path(), &[&["diff"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        stderr(&output)
    };
    assert!(refused(&[FILE]).contains("required"), "a change is needed");
    assert!(refused(&[FILE, FILE, "--set", "fths.start=2"]).contains("cannot be used with"));
    insta::assert_snapshot!(refused(&[FILE, "--set", "systems=[\"thw\"]"]));
    assert!(refused(&[FILE, "--overlay", "none.toml"]).contains("cannot read none.toml"));
    assert!(refused(&[FILE, SKID[0], SKID[1], "--objective", "fre"]).contains("did you mean `free`"));
}
