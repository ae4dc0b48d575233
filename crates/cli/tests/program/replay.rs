//! `chaselab replay`: one chase in words, as data, and found by its end.

use crate::{chaselab, printed, repository, stderr};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[&["replay"], args, &["--format", "json"]].concat())).unwrap()
}

#[test]
fn the_books_examples_in_words() {
    insta::assert_snapshot!(printed(&["replay", "scenarios/examples/jon-and-mad.toml"]));
    insta::assert_snapshot!(printed(&["replay", "scenarios/examples/van-and-cruiser.toml"]));
}

#[test]
fn a_chase_is_found_by_its_end_and_told_again_by_its_number() {
    let found = json(&["scenarios/two-cars-downtown.toml", "--system", "thw", "--find", "catcher_crashed"]);
    assert_eq!(found["end"], "catcher_crashed");
    let chase = found["chase"].as_u64().unwrap();
    let again = json(&["scenarios/two-cars-downtown.toml", "--system", "thw", "--chase", &chase.to_string()]);
    assert_eq!(found, again);
    let next = (chase + 1).to_string();
    let second =
        json(&["scenarios/two-cars-downtown.toml", "--system", "thw", "--find", "catcher_crashed", "--chase", &next]);
    assert!(second["chase"].as_u64().unwrap() > chase);
    // In any of the ends that count as free, escaping among them.
    let free = |wanted: &str| {
        json(&["scenarios/two-cars-downtown.toml", "--system", "thw", "--find", wanted])["chase"].as_u64().unwrap()
    };
    assert_eq!(free("free"), free("escaped").min(chase));
    let other_seed = json(&["scenarios/two-cars-downtown.toml", "--system", "thw", "--seed", "5"]);
    assert_eq!((&other_seed["seed"], &other_seed["chase"]), (&Value::from(5), &Value::from(0)));
}

#[test]
fn a_search_that_finds_nothing_says_how_rare_it_is() {
    let output = chaselab(
        &repository(),
        &["replay", "scenarios/jon-and-mad.toml", "--cell", "2", "--find", "both_crashed", "--chases", "1000"],
    );
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned()), (Some(1), String::new()));
    // 1 - 0.025^(1 / 1000) = 0.368 %.
    insta::assert_snapshot!(stderr(&output), @"error: none of the 1000 chases of cell 2 ends both_crashed; that happens in less than 3.68e-1 % of all chases. More --chases search further");
}

#[test]
fn a_fight_after_the_chase_is_told_with_it() {
    let showdown = ["scenarios/showdown.toml", "--system", "thw", "--cell", "1", "--find", "caught"];
    insta::assert_snapshot!(printed(&[&["replay"], &showdown[..]].concat()));
    let told = json(&showdown);
    let fight = &told["then"];
    assert_eq!(
        (&told["end"], &fight["system"], &fight["after"]["end"]),
        (&"caught".into(), &"fudge".into(), &"caught".into())
    );
    assert_eq!(told["events"]["fights"], 1);
    assert_eq!(told["events"]["fight_rounds"], fight["rounds"]);
    assert_eq!(fight["told"].as_array().unwrap().len() as u64, fight["rounds"].as_u64().unwrap());
}

#[test]
fn rolls_say_whose_they_are_and_what_they_are_held_against() {
    let told = |file: &str, more: &[&str]| printed(&[&["replay", file], more].concat());
    let fths = told("scenarios/jon-and-mad.toml", &["--cell", "1", "--find", "catcher_crashed"]);
    assert!(fths.contains("    prey: 4dF shows ") && fths.contains("    catcher: 4dF shows "), "{fths}");
    assert!(!fths.contains("    4dF shows"), "{fths}");
    // A check of so much or less: the words agree with the numbers.
    let reflex = told("scenarios/winding-road.toml", &["--cell", "3"]);
    let checks: Vec<&str> = reflex.lines().filter(|line| line.contains("or less was needed")).collect();
    assert!(!checks.is_empty(), "{reflex}");
    for line in checks {
        let number = |after: &str| -> i64 {
            let rest = line.split(after).nth(1).unwrap_or_else(|| panic!("{line}"));
            rest.split([',', ' ']).find(|word| !word.is_empty()).unwrap().parse().unwrap()
        };
        let (face, most) = (number("shows "), number(", "));
        let said = if face <= most { format!("made by {}", most - face) } else { format!("missed by {}", face - most) };
        assert!(line.ends_with(&said), "{line}");
    }
    // A maneuver of a designer: its roll, the number or roll against it, and what it does.
    let track = told("scenarios/rooftop-run.toml", &[]);
    assert!(track.contains("makes 26 against 14: margin +12") && track.contains("effect -2, gap 2 -> 0."), "{track}");
    let data = json(&["scenarios/rooftop-run.toml"]);
    let rolls: Vec<&Value> =
        data["told"][0]["happenings"].as_array().unwrap().iter().filter_map(|it| it.get("roll")).collect();
    assert_eq!((&rolls[1]["side"], &rolls[1]["against"]), (&"catcher".into(), &14.into()), "{rolls:?}");
}
