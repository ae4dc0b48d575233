//! Inputs that once were faults: each with what is said about it now (docs/fuzzing.md).

use crate::refusal;
use crate::scenarios::setting;
use chaselab_core::Place;
use chaselab_core::tree::{Path, parse_value};
use chaselab_lab::catalogue;
use chaselab_lab::plan::Plan;
use chaselab_lab::scenario::{Scenario, Setting, Unusable};
use std::path::Path as FilePath;

/// What is wrong with a scenario, and what would help.
fn refused(text: &str, sets: &[&str]) -> (String, Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scenario.toml");
    std::fs::write(&file, text).unwrap();
    let settings: Vec<Setting> = sets.iter().copied().map(setting).collect();
    match Scenario::load(&file, &settings).and_then(Plan::new) {
        Ok(_) => panic!("accepted: {text} {sets:?}"),
        Err(unusable) => words(&unusable),
    }
}

fn words(Unusable { problem, sources }: &Unusable) -> (String, Option<String>) {
    refusal::check(problem, sources);
    (problem.message.clone(), problem.help.clone())
}

fn message(text: &str, sets: &[&str]) -> String {
    refused(text, sets).0
}

#[test]
fn a_cell_that_no_rule_reads_must_fit_too() {
    let text = "systems = [\"fths\"]\nfths.prey.acceleration = 1\nfths.catcher.acceleration = 1\n";
    let set = "fths.tables.acceleration.Great.modifier=9223372036854775807";
    assert!(message(text, &[set]).contains("acceleration.Great.modifier cannot be 9"));
    for (set, cell) in [
        ("fths.tables.acceleration.Great.modifier=21", "acceleration.Great.modifier cannot be 21"),
        ("fths.tables.weapons.pistol.odf=61", "weapons.pistol.odf cannot be 61"),
        ("thw.tables.classes.truck.damage=21", "classes.truck.damage cannot be 21"),
        ("reflex.tables.dice.0.dice=13", "dice.0.dice cannot be 13"),
        ("fistful.tables.classes.truck.combat=31", "classes.truck.combat cannot be 31"),
        ("fudge.tables.wounds.scratch.from=51", "wounds.scratch.from cannot be 51"),
    ] {
        // In the system that is played, and under one that is not.
        for system in ["fths", "thw"] {
            assert_eq!(message(&format!("systems = [\"{system}\"]\n"), &[set]), cell);
        }
    }
}

#[test]
fn what_makes_a_cell_needed_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("overlay.toml", "[crash.5]\nout = \"no\"\n");
    write("scenario.toml", "systems = [\"fths\"]\nfths.overlays = [\"overlay.toml\"]\n");
    let checked = catalogue::check(&folder.path().join("overlay.toml"), None).map(|overlay| overlay.system);
    let loaded = Scenario::load(&folder.path().join("scenario.toml"), &[]).and_then(Plan::new).map(|_| "");
    for unusable in [checked.unwrap_err(), loaded.unwrap_err()] {
        assert_eq!(words(&unusable).0, "crash.5.actions is needed and is not there");
        let Place::File { source, span } = &unusable.problem.place else { panic!("{unusable:?}") };
        let file = unusable.sources.get(*source).unwrap();
        assert_eq!(
            (FilePath::new(&file.name).file_name(), &file.text[span.clone()]),
            (Some("overlay.toml".as_ref()), "\"no\"")
        );
    }
}

#[test]
fn an_empty_overlay_is_an_error_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    for empty in ["", "# nothing yet\n", "[crash]\n", "[crash.5]\n"] {
        std::fs::write(folder.path().join("overlay.toml"), empty).unwrap();
        std::fs::write(
            folder.path().join("scenario.toml"),
            "systems = [\"fths\"]\nfths.overlays = [\"overlay.toml\"]\n",
        )
        .unwrap();
        for system in [None, Some("fths")] {
            let checked = catalogue::check(&folder.path().join("overlay.toml"), system);
            assert_eq!(words(&checked.unwrap_err()).0, "the overlay changes nothing");
        }
        let loaded = Scenario::load(&folder.path().join("scenario.toml"), &[]);
        assert_eq!(words(&loaded.unwrap_err()).0, "the overlay changes nothing");
    }
}

#[test]
fn keys_of_systems_that_are_not_played_must_exist() {
    let text = "systems = [\"fths\"]\n";
    assert_eq!(message(text, &["thw.foo=3"]), "unknown key `foo` in thw");
    assert_eq!(refused(text, &["thw.prey.drivng=3"]).1.as_deref(), Some("did you mean `driving`?"));
    assert_eq!(message(text, &["fistful.rules.foo=3"]), "unknown key `foo` in rules");
    assert_eq!(message(text, &["thw.tables.classes.car.foo=3"]), "unknown key `foo` in car");
}

#[test]
fn messages_say_what_was_written() {
    let text = "systems = [\"fths\"]\n";
    assert_eq!(message(text, &["confidence=NaN"]), "NaN is not a number that can be used here");
    assert_eq!(message(text, &["confidence=1e308"]), "confidence cannot be 1e308");
    assert_eq!(message(text, &["precision=1e-320"]), "precision cannot be 1e-320");
    assert_eq!(refused(text, &["chases=1e3"]).1.as_deref(), Some("write 1000"));
    assert_eq!(message(text, &["chases=3.0"]), "chases cannot be written with a point or an exponent");
    let damage = message(text, &["fths.tables.crash.5.damage=\"x\""]);
    assert_eq!(damage, "crash.5.damage is no damage: unknown word `x`");
    let row = refused(text, &["fths.tables.crash.9.out=yes"]);
    assert!(row.0 == "table crash has no row `9`" && row.1.as_deref() == Some("did you mean `6+`?"));
}

#[test]
fn a_table_too_small_for_its_sticks_is_refused() {
    // The range of a stick was empty, and the nearest number within it none.
    let message =
        message("systems = [\"fistful\"]\nfistful.rules.unit = \"inch\"\n", &["fistful.tables.lengths.table.inch=1"]);
    assert!(message.starts_with("lengths.table.inch cannot be "), "{message}");
}

#[test]
fn rolls_are_refused_before_they_are_worked_out() {
    let track = |roll: &str| {
        message(
            &format!("systems = [\"track\"]\n[[track.prey.maneuvers]]\nname = \"run\"\nroll = \"{roll}\"\ncheck = 1\n"),
            &[],
        )
    };
    assert_eq!(track("10000d6"), "this is too large to work out exactly");
    assert_eq!(track("1d1000000"), "this is too large to work out exactly");
    assert!(track("1000d6").starts_with("a roll of a chase has at most 2^64 - 1 ways"));
    assert!(track("1d30000").starts_with("this roll shows values from 1 to 30000"));
    let many: String = (0..5000).map(|index| format!("m{index}.roll = \"1d10000\"\n")).collect();
    assert_eq!(
        message(&format!("systems = [\"track\"]\n[track.prey.maneuvers]\n{many}"), &[]),
        "prey.maneuvers has 5000 maneuvers"
    );
}

#[test]
fn what_is_large_is_refused_or_read_in_time_by_its_size() {
    let one = "systems = [\"fths\"]\n";
    let factors: String = (0..30_000).map(|index| format!("\"prey.k{index}\" = [1, 2]\n")).collect();
    assert_eq!(message(&format!("{one}[grid]\n{factors}"), &[]), "the grid varies 30000 terms");
    // Names are compared letter by letter with known ones only where they could be near.
    assert!(message(&format!("{} = 1\n{one}", "z".repeat(3 << 20)), &[]).starts_with("unknown key `zzz"));
    // No nesting, of whatever kind, ends the stack.
    for deep in [
        format!("{one}a = {}1{}\n", "[".repeat(200_000), "]".repeat(200_000)),
        format!("{one}a = {}1{}\n", "{ a = ".repeat(100_000), " }".repeat(100_000)),
        format!("{one}{}b = 1\n", "a.".repeat(200_000)),
        format!("{one}[{}b]\n", "a.".repeat(200_000)),
        format!("{one}{}", (0..1000).map(|depth| format!("[[a{}]]\n", ".a".repeat(depth))).collect::<String>()),
    ] {
        message(&deep, &[]);
    }
}

#[test]
fn nothing_that_a_terminal_obeys_is_printed() {
    let said = message("systems = [\"\\u001b[2Jthw\\u202e\"]\n", &[]);
    assert_eq!(said, "there is no system `\\u{1b}[2Jthw\\u{202e}`");
}

#[test]
fn keys_and_texts_are_printed_on_one_line() {
    let path = Path::parse("fths.\"a\\nb\"", &Place::Default).unwrap();
    assert_eq!(Path::parse(&path.to_string(), &Place::Default), Ok(path));
    let value = parse_value("\"a\\nb\\r\\\"\"", "--set").unwrap();
    assert_eq!(value.value.to_string(), "\"a\\u000Ab\\u000D\\\"\"");
}
