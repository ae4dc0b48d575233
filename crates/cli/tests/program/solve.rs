//! `chaselab solve`.

use crate::{chaselab, folder, repository, scenario, stderr, stdout};
use serde_json::Value;

const SMALL: &str = "title = \"Small\"\nsystems = [\"fths\"]\n[fths]\nmax_turns = 6\nrules.damage = \"off\"\ncourse = { kind = \"open\" }\nprey.risk = 0\ncatcher.risk = 1\n";

#[test]
fn json_has_its_shape() {
    let folder = folder(SMALL);
    let args = ["solve", "scenarios/small.toml", "--format", "json", "--free", "risk"];
    let output = chaselab(folder.path(), &args);
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((json["objective"].as_str(), json["free"][0].as_str()), (Some("free"), Some("risk")));
    let cell = &json["cells"][0];
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{value} is no number"));
    let (value, low, high) = (number(&cell["value"]), number(&cell["low"]), number(&cell["high"]));
    assert!(low <= value + 1e-12 && value <= high + 1e-12 && number(&cell["exploitability"]) < 1e-9);
    let matrix = cell["matrix"].as_object().unwrap();
    assert_eq!(matrix.keys().collect::<Vec<_>>(), ["-4", "-3", "-2", "-1", "0", "1", "2", "3"]);
    // The best replies are the best of the matrix.
    for (catcher, best) in cell["best_reply"]["prey"].as_object().unwrap() {
        let column = |prey: &str| number(&matrix[prey][catcher]);
        let most = matrix.keys().map(|prey| column(prey)).fold(0.0, f64::max);
        let best: Vec<&str> = best.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(!best.is_empty() && best.iter().all(|prey| column(prey) >= most - 1e-9), "{catcher}: {best:?}");
    }
    for side in ["prey", "catcher"] {
        let mix = cell["equilibrium"][side].as_object().unwrap();
        assert!((mix.values().map(number).sum::<f64>() - 1.0).abs() < 1e-9);
        let choices = &cell["choices"][side][0];
        assert_eq!(choices["decision"], "risk");
        assert!(
            ["idle", "foregone", "by-distance", "by-state", "real"].contains(&choices["verdict"].as_str().unwrap())
        );
        assert!(number(&choices["by_distance"]["loss"]) >= -1e-9);
        assert_eq!(choices["always"].as_object().unwrap().len(), 8);
        assert!(number(&cell["reply_to_scenario"][side]["gain"]) >= -1e-12);
    }
    let states = cell["states"].as_array().unwrap();
    assert!(states.len() > 3);
    for state in states {
        assert!(state["state"].is_object() && state["dominated"]["prey"].is_object());
        assert!(state["holds_until_turn"].as_u64() >= state["turn"].as_u64());
        let total = |side: &str| state[side].as_object().unwrap().values().map(number).sum::<f64>();
        assert!((total("prey") - 1.0).abs() < 1e-9 && (total("catcher") - 1.0).abs() < 1e-9);
        assert!(state["regret"]["prey"].as_object().unwrap().values().all(|regret| number(regret) >= 0.0));
        assert!(number(&state["low"]) <= number(&state["high"]) + 1e-12);
    }
}

#[test]
fn cells_that_are_too_large_are_named_after_the_others() {
    let random = "course = { kind = \"random\", weights = [[1, [\"straight\"]], [1, [\"sharp-turn\"]]] }";
    let large = SMALL.replace("course = { kind = \"open\" }", random).replace("max_turns = 6", "max_turns = 60");
    let folder = folder(&large.replace("[\"fths\"]", "[\"fths\", \"thw\"]"));
    let output = chaselab(folder.path(), &["solve", "scenarios/small.toml", "--out", "out"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("the prey gets free in"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("of 2 cells 1 have no answer; the others are shown, and nothing was written."), "{said}");
    assert!(said.contains("cell 0 of fths: the states do not fit"), "{said}");
    assert!(!folder.path().join("out").exists());
}

#[test]
fn the_table_says_it_in_words_and_the_folder_holds_the_charts() {
    let folder = folder(SMALL);
    let output = chaselab(folder.path(), &["solve", "scenarios/small.toml", "--out", "out"]);
    let shown = stdout(&output);
    for words in
        ["When both sides play their best, the prey gets free in", "The prey's risk", "The catcher's risk", "▲"]
    {
        assert!(shown.contains(words), "{words} is not in {shown}");
    }
    for file in [
        "report.md",
        "report.html",
        "solve.json",
        "run.json",
        "charts/fths-0-matrix.svg",
        "charts/fths-0-risk-mix.png",
        "charts/fths-0-risk-cost.svg",
        "charts/fths-0-value.svg",
    ] {
        assert!(folder.path().join("out").join(file).is_file(), "{file}");
    }
    let report = std::fs::read_to_string(folder.path().join("out/report.md")).unwrap();
    assert!(report.contains("chaselab solve scenarios/small.toml\n"), "{report}");
}

#[test]
fn a_grid_is_a_line_a_cell() {
    let folder = folder(&format!("{SMALL}[grid]\n\"fths.start\" = [1, 3]\n"));
    let output = chaselab(folder.path(), &["solve", "scenarios/small.toml", "--quiet"]);
    let shown = stdout(&output);
    let lines = shown.lines().filter(|line| line.trim_start().starts_with(['0', '1']) && line.contains('%')).count();
    assert_eq!(lines, 2, "{shown}");
    let one = chaselab(folder.path(), &["solve", "scenarios/small.toml", "--quiet", "--cell", "1"]);
    assert!(stdout(&one).contains("fths.start 3"), "{}", stdout(&one));
}

/// The answer, what is worth a look, and a section for each system: of one cell and of several.
#[test]
fn the_report_answers_first() {
    let (one, grid) = (folder(SMALL), folder(&format!("{SMALL}[grid]\n\"fths.start\" = [1, 3]\n")));
    for (folder, answer) in [(one, "\nWhen both sides"), (grid, "in 2 cells, when both sides play their best")] {
        stdout(&chaselab(folder.path(), &["solve", "scenarios/small.toml", "--out", "out", "--quiet"]));
        let report = std::fs::read_to_string(folder.path().join("out/report.md")).unwrap();
        let order = [answer, "\n## Worth a look", "\n## Fudge chase", "\n| ", "\n## How these numbers", "\n- Seed: "];
        let places = order.map(|part| report.find(part).unwrap_or_else(|| panic!("no {part:?} in {report}")));
        assert!(places.is_sorted(), "{order:?} stand at {places:?} in {report}");
    }
}

/// Where all actions lose the same none of them is the best.
#[test]
fn what_loses_the_same_is_neither_best_nor_worst() {
    let report = std::fs::read_to_string(repository().join("reports/gallery/which-risk/report.md")).unwrap();
    let mut sentences = report.split(['.', ';']).filter(|sentence| sentence.contains("never changes"));
    assert!(
        sentences.any(|sentence| sentence.contains("no action that never changes is any good: each loses up to 69"))
    );
    assert!(report.contains("the prey loses 69.84 points with each"));
}

#[test]
fn the_document_quotes_what_the_program_says() {
    let document = std::fs::read_to_string(repository().join("docs/which-risk.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let shown = stdout(&chaselab(folder.path(), &["solve", &scenario("which-risk.toml"), "--quiet"]));
    for number in ["69.84 %", "4.14", "4.07", "95.77 %", "0.79 points", "68.03"] {
        assert!(document.contains(number) && shown.contains(number), "{number}: {shown}");
    }
    for words in ["always 1, loses up to 4.14 points", "always 2, loses up to 4.07 points", "never right: 3."] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

#[test]
fn wrong_questions_are_taught() {
    let folder = folder(SMALL);
    for (args, words) in [
        (["--objective", "fre"], "did you mean"),
        (["--free", "prey.bravery"], "there is no decision `bravery`"),
        (["--cell", "7"], "there is no such cell"),
    ] {
        let output = chaselab(folder.path(), &[&["solve", "scenarios/small.toml"], &args[..]].concat());
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words) && output.stdout.is_empty(), "{said}");
    }
    assert!(!folder.path().join("reports").exists());
}

/// A prey that may play safe or go all out, and a catcher with nothing to decide.
const ALONE: &str = "title = \"Alone\"\nsystems = [\"track\"]\n[track]\nstart = 3\nfree_at = 6\nmax_turns = 4\n\
    [track.prey.maneuvers.flat-out]\nroll = \"1d6\"\ncheck = 5\neffect = { \"0+\" = 3, \"-1\" = 0, \"<= -2\" = { other = 1 } }\n\
    [track.prey.maneuvers.ease-off]\nroll = \"1d6\"\ncheck = 3\neffect = { \"0+\" = 1 }\n\
    [track.catcher.maneuvers.follow]\nroll = \"1d6\"\ncheck = 7\n";

#[test]
fn whom_nobody_reads_need_not_hide_and_names_keep_their_hyphens() {
    let home = folder(ALONE);
    let shown =
        stdout(&chaselab(home.path(), &["solve", "scenarios/small.toml", "--out", "out", "--objective", "escaped"]));
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!words.contains("who knows it") && !words.contains("does not adapt"), "{shown}");
    assert!(words.contains("flat-out") && !shown.contains("flat−out") && !shown.contains("ease−off"), "{shown}");
    assert!(!words.contains("0.00 points") && !words.contains("e-1"), "{shown}");
    let report = std::fs::read_to_string(home.path().join("out/report.md")).unwrap();
    assert!(!report.contains("flat−out"), "{report}");
    for chart in std::fs::read_dir(home.path().join("out/charts")).unwrap() {
        let path = chart.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "svg") {
            assert!(!std::fs::read_to_string(&path).unwrap().contains("flat−out"), "{}", path.display());
        }
    }
}

#[test]
fn choices_that_are_none_are_told_of_all_cells_at_once() {
    let home = tempfile::tempdir().unwrap();
    let file = scenario("rooftop-run.toml");
    let shown = stdout(&chaselab(home.path(), &["solve", &file, "--quiet", "--out", "out"]));
    for (mine, other) in [("prey", "catcher"), ("catcher", "prey")] {
        let said = format!(
            "\n- The {mine}'s maneuver is no choice in all 9 cells: leap is as good as anything, whatever the {other} does.\n"
        );
        assert!(shown.contains(&said), "{shown}");
    }
    // Of one cell the verdict says it already; the list beside the results is whole.
    let shown = stdout(&chaselab(home.path(), &["solve", &file, "--quiet", "--cell", "0", "--out", "one"]));
    assert!(shown.contains("is a foregone conclusion") && !shown.contains("is no choice"), "{shown}");
    let run = std::fs::read_to_string(home.path().join("one/run.json")).unwrap();
    let run: Value = serde_json::from_str(&run).unwrap();
    let foregone = run["flags"].as_array().unwrap().iter().filter(|flag| flag["kind"] == "foregone");
    let by: Vec<(&str, &str)> =
        foregone.map(|flag| (flag["side"].as_str().unwrap(), flag["action"].as_str().unwrap())).collect();
    assert_eq!(by, [("prey", "leap"), ("catcher", "leap")]);
}
