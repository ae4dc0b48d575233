//! `chaselab best`.

use crate::{chaselab, folder, scenario, stderr, stdout};
use serde_json::Value as Json;
use std::fs;
use std::path::Path;

fn printed(folder: &Path, options: &[&str]) -> String {
    stdout(&chaselab(folder, &[&["best", &scenario("van-and-cruiser.toml")], options].concat()))
}

#[test]
fn sampled_finds_what_exact_numbers_say() {
    let folder = tempfile::tempdir().unwrap();
    let json = |options: &[&str]| -> Json {
        serde_json::from_str(&printed(folder.path(), &[options, &["--format", "json"]].concat())).unwrap()
    };
    let exact = json(&[]);
    assert_eq!(exact["known"], true);
    assert!(exact["fresh"].is_null());
    let sampled = json(&["--method", "sampled"]);
    assert_eq!(sampled["winner"], exact["winner"]);
    let (fresh, truth) = (&sampled["fresh"], exact["looked"]["mean"].as_f64().unwrap());
    assert!(fresh["low"].as_f64().unwrap() <= truth && truth <= fresh["high"].as_f64().unwrap());
    let chases: u64 = sampled["cells"].as_array().unwrap().iter().map(|cell| cell["chases"].as_u64().unwrap()).sum();
    assert!(chases < 9 * 200_000 / 2, "{chases}");
    for cell in sampled["cells"].as_array().unwrap() {
        assert!(["best", "may be as good", "worse"].contains(&cell["standing"].as_str().unwrap()));
        assert_eq!(cell["stopped"]["intervals"], "anytime-valid");
    }
}

#[test]
fn exact_choices_speak_of_no_intervals() {
    let folder = tempfile::tempdir().unwrap();
    let report = |options: &[&str]| {
        printed(folder.path(), &[options, &["--out", "out"]].concat());
        let report = fs::read_to_string(folder.path().join("out/report.md")).unwrap();
        fs::remove_dir_all(folder.path().join("out")).unwrap();
        report
    };
    let exact = report(&[]);
    assert!(exact.contains("![Dots of the 9 leading cells.") && !exact.contains("intervals"), "{exact}");
    assert!(report(&["--method", "sampled"]).contains("![Dots with intervals of the 9 leading cells."));
}

#[test]
fn threads_and_repetition_change_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    let run = |threads, out| {
        let options = ["--method", "sampled", "--objective", "-turns", "--within", "0.05", "--threads", threads];
        printed(folder.path(), &[&options[..], &["--out", out]].concat())
    };
    let one = run("1", "one");
    assert_eq!(one, run("2", "two"));
    for file in
        ["report.md", "report.html", "best.json", "results.csv", "charts/best.svg", "charts/best.png", "run.json"]
    {
        let read = |out: &str| fs::read(folder.path().join(out).join(file)).unwrap();
        assert!(read("one") == read("two"), "{file}");
    }
    let report = fs::read_to_string(folder.path().join("one/report.md")).unwrap();
    assert!(report.contains("--objective -turns --within 0.05"), "{report}");
}

#[test]
fn two_cells_are_said_as_one_beating_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let grid = ["--set", "grid.\"thw.start\"=[4, 8]", "--set", "grid.\"thw.getaway\"=[10]", "--method", "sampled"];
    let text = printed(folder.path(), &grid);
    assert!(text.contains(" beats ") && text.contains("fresh chases it makes"), "{text}");
}

#[test]
fn systems_are_never_set_against_each_other() {
    let home = folder(
        "systems = ['thw', 'track']\nprecision = 0.01\nchases = 20_000\n[grid]\n'prey.driving' = ['Fair', 'Good']\n'track.start' = [2, 3]\n",
    );
    let output = chaselab(home.path(), &["best", "scenarios/small.toml", "--out", "out"]);
    let text = stdout(&output);
    for words in ["(thw)", "(track)", "which system is better cannot be said"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // A winner for each, and nobody beats somebody of the other system.
    let bests = text.lines().filter(|line| line.trim_end().ends_with("   best")).count();
    assert_eq!(bests, 2, "{text}");
    for line in text.lines().filter(|line| line.contains(" beats ")) {
        assert!(!(line.contains("Car chase") && line.contains("track")), "{line}");
    }
    let said = stderr(&output);
    assert!(said.contains("warning: `precision` has no effect") && said.contains("small.toml:2:1"), "{said}");
    let json: Json = serde_json::from_str(&fs::read_to_string(home.path().join("out/best.json")).unwrap()).unwrap();
    let races = json["races"].as_array().unwrap();
    assert_eq!(races.iter().map(|race| race["system"].as_str().unwrap()).collect::<Vec<_>>(), ["thw", "track"]);
    for race in races {
        assert_eq!(race["winner"]["system"], race["system"]);
    }
    assert!(json["winner"].is_null());
    for file in ["charts/best-thw.svg", "charts/best-track.png", "report.md"] {
        assert!(home.path().join("out").join(file).is_file(), "{file}");
    }
}

#[test]
fn wrong_options_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = scenario("van-and-cruiser.toml");
    for (options, message) in [
        (["--objective", "fre"], "did you mean `free`?"),
        (["--within", "nan"], "a difference that one does not care for is not negative"),
        (["--precision", "0.1"], "a choice stops when it is made"),
    ] {
        let output = chaselab(folder.path(), &[&["best", &file], &options[..]].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
