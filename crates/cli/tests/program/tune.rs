//! `chaselab tune`.

use crate::{chaselab, folder, stderr, stdout};
use serde_json::Value as Json;

const SMALL: &str = "title = 'A van'\nsystems = ['thw']\nchases = 100_000\nprey = { vehicle = 'van' }\n";
const FILE: &str = "scenarios/small.toml";
const GETAWAY: [&str; 4] = ["--vary", "thw.getaway", "--between", "4,14"];

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_table_of_a_search() {
    let folder = folder(SMALL);
    let output = chaselab(folder.path(), &[&["tune", FILE, "--target", "free = 0.3"], &GETAWAY[..]].concat());
    let text: Vec<String> = stdout(&output).lines().map(|line| line.trim_end().to_owned()).collect();
    insta::assert_snapshot!(text.join("\n"));
    assert_eq!(stderr(&output), "");
}

#[test]
fn the_values_of_the_answer_stand_in_the_table() {
    let folder = folder(SMALL);
    // Too many for all to be looked at first.
    let options = ["--vary", "thw.getaway", "--between", "1,1000", "--target", "free = 0.3"];
    let text = stdout(&chaselab(folder.path(), &[&["tune", FILE], &options[..]].concat()));
    let answer = text.lines().find(|line| line.contains("between")).unwrap();
    let named: Vec<u32> = answer.split_whitespace().filter_map(|word| word.parse().ok()).filter(|&n| n != 30).collect();
    let first = |line: &str| line.split_whitespace().next().and_then(|word| word.parse::<u32>().ok());
    let rows: Vec<u32> = text.lines().filter_map(first).collect();
    assert!(named.len() == 2 && named[1] == named[0] + 1, "{text}");
    assert!(named.iter().all(|value| rows.contains(value)) && rows.is_sorted(), "{text}");
}

#[test]
fn json_gives_the_neighbours_that_runs_confirm() {
    let folder = folder(SMALL);
    let options = ["--target", "free = 0.3", "--format", "json", "--quiet"];
    let found = json(&stdout(&chaselab(folder.path(), &[&["tune", FILE], &GETAWAY[..], &options].concat())));
    assert_eq!(
        (&found["vary"], &found["target"], &found["wanted"]),
        (&"thw.getaway".into(), &"free".into(), &0.3.into())
    );
    let cell = &found["cells"][0];
    assert_eq!((&cell["method"], &cell["shape"], &cell["reached"]), (&"exact".into(), &"falling".into(), &true.into()));
    let pair = cell["found"][0]["between"].as_array().unwrap();
    let mut rates = Vec::new();
    for point in pair {
        let set = format!("thw.getaway={}", point["value"]);
        let run = ["run", FILE, "--set", &set, "--format", "json", "--quiet", "--out", &set];
        let rate =
            json(&stdout(&chaselab(folder.path(), &run)))["cells"][0]["groups"]["free"]["rate"].as_f64().unwrap();
        assert!((rate - point["response"].as_f64().unwrap()).abs() < 1e-12);
        rates.push(rate);
    }
    assert!(rates[0] > 0.3 && rates[1] < 0.3, "{rates:?}");
    assert_eq!(cell["scan"].as_array().unwrap().len(), 11);
    // Played, on any number of threads, they are not contradicted.
    let played = |threads: &str| {
        let options = ["--target", "free = 0.3", "--format", "json", "--method", "sampled", "--threads", threads];
        stdout(&chaselab(folder.path(), &[&["tune", FILE], &GETAWAY[..], &options].concat()))
    };
    assert_eq!(played("1"), played("3"));
    let played = json(&played("2"));
    let enclosed = played["cells"][0]["found"][0]["between"].as_array().unwrap();
    assert!(enclosed[0]["value"].as_i64() <= pair[0]["value"].as_i64());
    assert!(enclosed[1]["value"].as_i64() >= pair[1]["value"].as_i64());
}

#[test]
fn what_is_out_of_reach_fails_after_it_was_said() {
    let folder = folder(SMALL);
    let output = chaselab(folder.path(), &[&["tune", FILE, "--target", "free = 0.999"], &GETAWAY[..]].concat());
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(text.contains("no thw.getaway from 4 to 14 brings free to 99.9 %. It can be brought from"), "{text}");
    assert_eq!(stderr(&output), "error: the target is out of reach\n");
}

#[test]
fn wrong_wishes_are_refused() {
    let folder = folder(SMALL);
    let refused = |arguments: &[&str]| {
        let output = chaselab(folder.path(), &[&["tune", FILE], arguments].concat());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        stderr(&output)
    };
    let target = ["--target", "free = 0.5"];
    let without = |path: &str| refused(&[&["--vary", path], &target[..]].concat());
    insta::assert_snapshot!(without("thw.tables.handling.x"));
    assert!(without("fths.start").contains("the scenario does not play fths"));
    assert!(without("thw.getawy").contains("did you mean `getaway`?"));
    assert!(without("pray.driving").contains("did you mean `prey`?"));
    assert!(refused(&[&GETAWAY[..], &["--target", "fre = 0.5"]].concat()).contains("did you mean `free`"));
    assert!(refused(&[&GETAWAY[..], &["--target", "free"]].concat()).contains("the target has no number"));
    assert!(refused(&[&GETAWAY[..], &target, &["--cell", "3"]].concat()).contains("there is no such cell"));
}

#[test]
fn a_jump_is_told_by_its_edge() {
    let home = folder(
        "systems = ['fths']\n[terrain]\nkind = 'open'\n[fths]\nmax_turns = 20\nrules.damage = 'off'\nprey.risk = 1\ncatcher.risk = 1\n",
    );
    let options = ["--vary", "prey.vehicle.acceleration_kmh_s", "--between", "12,32", "--target"];
    let run = |more: &[&str]| stdout(&chaselab(home.path(), &[&["tune", FILE], &options[..], more].concat()));
    // Out of reach, but the whole range is looked at: its middle is passed somewhere.
    let all = chaselab(home.path(), &[&["tune", FILE], &options[..], &["free = 0", "--format", "json"]].concat());
    let all = json(&String::from_utf8(all.stdout).unwrap());
    let ends = [0, 1].map(|end| all["cells"][0]["range"][end]["response"].as_f64().unwrap());
    let target = format!("free = {}", f64::midpoint(ends[0], ends[1]));
    let found = json(&run(&[&target, "--format", "json"]));
    let place = &found["cells"][0]["found"][0];
    let (jump, pair) = (&place["jump"], &place["between"]);
    let edge = jump["edge"].as_f64().unwrap();
    assert!(edge.fract() == 0.0 && jump["from_edge_on"] == true && pair[1]["value"].as_f64() == Some(edge), "{place}");
    let text = run(&[&target]);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = format!("jumps at {edge}: just below it ");
    assert!(words.contains(&told) && words.contains(&format!(" from {edge} on ")), "{text}");
    assert!(words.contains("prey acceleration"), "{text}");
    assert!(!words.contains(&format!("between {edge} (")), "{text}");
}

#[test]
fn words_of_neutral_tables_are_tuned_where_they_have_an_order() {
    let home = folder("systems = ['thw']\n");
    let tempers = ["tune", FILE, "--vary", "catcher.temper", "--target", "free = 50%", "--format", "json"];
    let output = chaselab(home.path(), &tempers);
    let found = json(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(found["between"], serde_json::json!(["timid", "reckless"]));
    assert_eq!(found["wanted"], 0.5);
    let refused = |path: &str| {
        let output = chaselab(home.path(), &["tune", FILE, "--vary", path, "--target", "free = 0.5"]);
        assert_eq!(output.status.code(), Some(2));
        stderr(&output)
    };
    assert!(refused("prey.vehicle").contains("vehicles have no order"), "{}", refused("prey.vehicle"));
    assert!(refused("terrain.kind").contains("kinds of terrain have no order"));
}
