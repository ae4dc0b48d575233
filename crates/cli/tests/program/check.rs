//! `chaselab check`: the resolved plan, and that what it foretells comes true.

use crate::{chaselab, printed, repository, stderr};
use serde_json::Value;

#[test]
fn the_resolved_plan_says_where_each_number_came_from() {
    insta::assert_snapshot!(printed(&["check", "scenarios/two-cars-downtown.toml", "--set", "title=Two cars"]));
}

#[test]
fn the_method_is_the_one_that_a_run_takes() {
    let out = tempfile::tempdir().unwrap();
    let random = "fths.course={ kind = \"random\", weights = [[1, [\"straight\"]], [1, [\"sharp-turn\"]]] }";
    for (index, changes) in [vec![], vec!["--method", "sampled"], vec!["--set", random]].iter().enumerate() {
        let scenario =
            [&["scenarios/jon-and-mad.toml", "--chases", "500"], &changes[..], &["--format", "json"]].concat();
        let plan: Value = serde_json::from_str(&printed(&[&["check"], &scenario[..]].concat())).unwrap();
        let folder = out.path().join(index.to_string()).display().to_string();
        let run = printed(&[&["run"], &scenario[..], &["--quiet", "--out", &folder]].concat());
        let run: Value = serde_json::from_str(&run).unwrap();
        assert_eq!(plan["digest"], run["digest"]);
        assert_eq!(plan["systems"][0]["method"], run["cells"][0]["method"], "{changes:?}");
        let played: u64 = run["cells"].as_array().unwrap().iter().map(|cell| cell["chases"].as_u64().unwrap()).sum();
        assert_eq!(plan["systems"][0]["chases"].as_u64().unwrap(), played, "{changes:?}");
    }
}

#[test]
fn every_scenario_of_the_repository_is_checked() {
    let mut files = Vec::new();
    for folder in ["scenarios", "scenarios/examples"] {
        for entry in std::fs::read_dir(repository().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".toml") {
                files.push(format!("{folder}/{name}"));
            }
        }
    }
    assert!(files.len() >= 7);
    let mut args = vec!["check"];
    args.extend(files.iter().map(String::as_str));
    let all = printed(&args);
    assert_eq!(all.matches("== scenarios/").count(), files.len());
}

#[test]
fn one_wrong_file_does_not_hide_the_others() {
    let output = chaselab(&repository(), &["check", "none.toml", "scenarios/jon-and-mad.toml", "nothing.toml"]);
    let (out, err) = (String::from_utf8_lossy(&output.stdout).into_owned(), stderr(&output));
    assert_eq!(output.status.code(), Some(2));
    assert!(out.contains("Jon and Mad") && err.contains("none.toml") && err.contains("nothing.toml"), "{err}");
}
