//! `chaselab playtest`.

use crate::{chaselab, scenario, stderr, stdout};
use serde_json::Value as Json;

fn printed(file: &str, options: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let text = stdout(&chaselab(folder.path(), &[&["playtest", &scenario(file)], options].concat()));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a verdict writes nothing");
    text
}

#[test]
fn json_has_its_shape() {
    let options = ["--chases", "25", "--turns", "210", "--escaped", "14", "--catcher-crashed", "1", "--format", "json"];
    let json: Json = serde_json::from_str(&printed("jon-and-mad.toml", &options)).unwrap();
    assert_eq!(json["record"]["ends"], serde_json::json!({ "escaped": 14, "catcher_crashed": 1 }));
    let cells = json["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 5);
    for cell in cells {
        let questions: Vec<&str> =
            cell["questions"].as_array().unwrap().iter().map(|asked| asked["question"].as_str().unwrap()).collect();
        assert_eq!(questions, ["turns", "escaped", "catcher_crashed", "escaped+catcher_crashed"]);
        assert!(["consistent", "inconsistent"].contains(&cell["verdict"].as_str().unwrap()));
        for asked in cell["questions"].as_array().unwrap() {
            let (p, corrected) = (asked["p"].as_f64().unwrap(), asked["corrected"].as_f64().unwrap());
            assert!(0.0 < p && p <= corrected && corrected <= 1.0);
        }
    }
}

#[test]
fn names_of_files_are_options_too_and_threads_change_nothing() {
    let options = |name: &'static str, threads: &'static str| {
        ["--chases", "25", name, "2", "--method", "sampled", "--threads", threads, "--set", "chases=30000"]
    };
    let one = printed("jon-and-mad.toml", &options("--prey-crashed", "1"));
    assert_eq!(one, printed("jon-and-mad.toml", &options("--prey_crashed", "2")));
    assert!(one.contains("Where chances were sampled"), "{one}");
}

#[test]
fn a_record_that_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = scenario("jon-and-mad.toml");
    for (options, message) in [
        (vec!["--chases", "25", "--escaped", "26"], "26 of 25 chases cannot have ended so"),
        (vec!["--chases", "25"], "the record says nothing but how many chases"),
        (vec!["--chases", "0", "--turns", "1"], "nobody plays 0 chases by hand"),
        (vec!["--chases", "25", "--free", "3", "--escaped", "4"], "4 chases ended by ends that count as free"),
    ] {
        let output = chaselab(folder.path(), &[vec!["playtest", &file], options].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}
