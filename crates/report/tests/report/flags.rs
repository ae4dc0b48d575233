//! What is worth a look, in words and as JSON.

use crate::fixture::{self, flag, whole};
use chaselab_core::tree::{Path, Value};
use chaselab_core::{End, Group, Place, Side};
use chaselab_lab::flags::{By, Flag, Found, Looked, TooMany};
use chaselab_lab::results::{Rate, Results};
use chaselab_report::{document, provenance, table};
use chaselab_systems::SystemId;
use serde_json::{Value as Json, json};

const LOOKED: Looked = Looked { cells: 8, of: 64, by: By::Chain };

fn exact(rate: f64) -> Rate {
    Rate { count: None, rate, low: rate, high: rate }
}

fn never(value: i64) -> Found {
    Found::NeverRight { side: Side::Prey, value: whole("fths.prey.risk", value), settings: 8, least: 0.01 }
}

fn step(own: &str, up: Option<&str>, down: Option<&str>) -> Found {
    Found::Idle {
        skill: Path::parse("prey.driving", &Place::Default).unwrap(),
        own: own.into(),
        up: up.map(Into::into),
        down: down.map(Into::into),
        looked: Looked { cells: 1, of: 1, by: By::Chases(4_000) },
    }
}

fn at_random(found: Found) -> Found {
    match found {
        Found::Idle { skill, own, up, down, looked } => {
            Found::Idle { skill, own, up, down, looked: Looked { by: By::Random(4_000), ..looked } }
        }
        other => other,
    }
}

/// One of every kind, with the sentence that is to stand there.
fn all() -> Vec<(Flag, &'static str)> {
    let decided = |by| Found::Decided { group: Group::Stopped, by, least: exact(0.995), cells: 8 };
    let many = TooMany {
        turns: 20,
        limit: 0.05,
        cell: 3,
        factors: vec![whole("fths.prey.risk", -4), whole("fths.catcher.risk", 2)],
        share: exact(0.25),
        cells: 3,
        of: 64,
    };
    let rows = |tables, rows: &[&str]| Found::Unreached {
        tables,
        table: "wounds",
        rows: rows.iter().map(|&row| row.to_owned()).collect(),
        looked: if tables == SystemId::Fths { LOOKED } else { Looked { by: By::Chases(4_000), ..LOOKED } },
    };
    let solved = |found| Flag { solved: true, ..flag(found) };
    let alike = ["Good", "Great", "Superb"].map(|word| fixture::factor("prey.driving", Value::Text(word.into())));
    let unseen = vec![End::CatcherDisabled, End::PreyDisabled, End::BothCrashed, End::BothDisabled];
    let foregone = |side, action: &str, cells| Found::Foregone {
        side,
        decision: "risk".into(),
        action: action.into(),
        cells,
        of: 4,
    };
    let taken = |action: &str, cells| Found::NeverTaken {
        side: Side::Catcher,
        decision: "shoot".into(),
        action: action.into(),
        cells,
        of: 4,
    };
    vec![
        (
            flag(decided(None)),
            "The prey is stopped in 99.50 % of chases or more in each of the 8 cells: all but decided before it begins.",
        ),
        (
            flag(decided(Some(whole("fths.start", 1)))),
            "Start 1 decides all: in each of its 8 cells the prey is stopped in 99.50 % of chases or more.",
        ),
        (
            flag(Found::AlwaysRight {
                side: Side::Catcher,
                value: whole("fths.catcher.risk", 0),
                settings: 8,
                least: 0.01,
            }),
            "Catcher risk 0 is always right: in all 8 settings of the rest no other value is better for the catcher.",
        ),
        (
            solved(foregone(Side::Prey, "-1", 3)),
            "The prey's risk is no choice in 3 of 4 cells: −1 is as good as anything, whatever the catcher does.",
        ),
        (solved(taken("no", 3)), "As the catcher's shoot, “no” is never right in 3 of 4 cells."),
        (
            flag(Found::Decided { group: Group::Free, by: None, least: exact(0.999_999), cells: 8 }),
            "The prey gets free in more than 99.99 % of chases in each of the 8 cells: all but decided before it begins.",
        ),
        (
            flag(Found::Decided {
                group: Group::Free,
                by: Some(whole("fths.start", 2)),
                least: exact(0.995),
                cells: 1,
            }),
            "Start 2 decides all: the prey gets free in 99.50 % of chases.",
        ),
        (
            flag(Found::Undecided(TooMany { of: 1, ..many.clone() })),
            "25.00 % of chases are undecided when the last turn, 20, is over.",
        ),
        (
            solved(Found::Long(many)),
            "With both at their best 25.00 % of chases take more than 20 turns (prey risk -4, catcher risk 2); more than 5 % in 3 of 64 cells.",
        ),
        (
            flag(Found::Unseen { ends: unseen, bound: exact(0.0) }),
            "No chase ends so: both crashed, disabled (each 0 %).",
        ),
        (
            flag(rows(SystemId::Fths, &["4", "5+"])),
            "No chase depends on rows 4 or 5+ of table wounds: whatever they say, nothing changes (looked at: 8 of 64 cells, exactly).",
        ),
        (
            flag(rows(SystemId::Fudge, &["hurt"])),
            "No chase that was looked at depends on row hurt of table fudge.wounds: whatever it says, nothing changes (looked at: 4,000 chases in 8 of 64 cells).",
        ),
        (
            flag(step("Good", Some("Great"), Some("Fair"))),
            "One step of prey driving up from Good to Great, or down to Fair, changed nothing in any chase that was looked at (looked at: 4,000 chases in 1 cell).",
        ),
        (
            flag(step("Good", None, Some("Fair"))),
            "One step of prey driving down from Good to Fair changed nothing in any chase that was looked at (looked at: 4,000 chases in 1 cell).",
        ),
        (
            solved(at_random(step("Good", Some("Great"), None))),
            "One step of prey driving up from Good to Great changed nothing in any chase that was looked at (looked at: 4,000 chases in 1 cell, free choices made by chance).",
        ),
        (
            flag(Found::Same { values: alike[1..].into() }),
            "Prey driving Great and Superb come to the same in every cell, exactly.",
        ),
        (flag(Found::Alike { values: alike.into() }), "fths does not tell apart: prey driving Good, Great and Superb."),
    ]
}

fn with(flags: Vec<Flag>) -> Results {
    Results { flags, ..fixture::risk_grid() }
}

/// What stands in the list of a report.
fn listed(results: &Results) -> Vec<String> {
    let text = document(results, &[], "chaselab run").markdown();
    let (_, after) = text.split_once("\n## Worth a look\n").unwrap_or_else(|| panic!("{text}"));
    let (list, _) = after.split_once("\n## ").unwrap();
    list.lines().filter_map(|line| line.strip_prefix("- ")).map(str::to_owned).collect()
}

#[test]
fn every_kind_has_its_sentence_in_report_file_and_on_screen() {
    let (flags, sentences): (Vec<Flag>, Vec<&str>) = all().into_iter().unzip();
    let results = with(flags);
    assert_eq!(listed(&results), sentences);
    let screen = table(&results, 1_000, false);
    let run: Json = serde_json::from_str(&provenance(&results, "chaselab run", &[]).unwrap()).unwrap();
    for (flag, sentence) in run["flags"].as_array().unwrap().iter().zip(sentences) {
        assert!(screen.contains(&format!("\n- {sentence}\n")), "{sentence}\n{screen}");
        assert_eq!(flag["text"], sentence);
        assert_eq!(flag["system"], "fths");
    }
}

#[test]
fn what_is_alike_is_one_sentence_and_several_objects() {
    let results = with([-4, 2, 3].map(|value| flag(never(value))).into());
    let sentence = "Prey risk -4, 2 and 3 are never right: in each of the 8 settings of the rest another value is better for the prey.";
    assert_eq!(listed(&results), [sentence]);
    let run: Json = serde_json::from_str(&provenance(&results, "chaselab run", &[]).unwrap()).unwrap();
    assert_eq!(run["flags"].as_array().unwrap().len(), 3);
    assert_eq!(
        run["flags"][1],
        json!({
            "kind": "never-right", "system": "fths",
            "text": "Prey risk 2 is never right: in each of the 8 settings of the rest another value is better for the prey.",
            "side": "prey", "factor": "fths.prey.risk", "value": 2, "settings": 8, "least": 0.01,
        })
    );
}

#[test]
fn values_and_actions_that_share_a_verdict_share_a_sentence() {
    let always = |value| {
        flag(Found::AlwaysRight { side: Side::Prey, value: whole("fths.prey.risk", value), settings: 8, least: 0.0 })
    };
    let never = |action: &str| {
        flag(Found::NeverTaken {
            side: Side::Prey,
            decision: "maneuver".into(),
            action: action.into(),
            cells: 4,
            of: 4,
        })
    };
    let results = with(vec![always(-1), always(2), never("stumble"), never("-2")]);
    assert_eq!(
        listed(&results),
        [
            "Prey risk -1 and 2 are always right: in all 8 settings of the rest they are as good as each other, and no other value is better for the prey.",
            "As the prey's maneuver, stumble and −2 are never right in all 4 cells.",
        ]
    );
}

#[test]
fn lines_on_screen_are_broken_and_nothing_is_said_of_nothing() {
    let results = with(vec![flag(step("Good", Some("Great"), Some("Fair")))]);
    let broken = "Worth a look:\n- One step of prey driving up from Good to Great, or down to\n  Fair, changed nothing in any chase that was looked at\n  (looked at: 4,000 chases in 1 cell).\n";
    assert!(table(&results, 60, false).contains(broken), "{}", table(&results, 60, false));
    let nothing = with(Vec::new());
    assert!(!table(&nothing, 60, false).contains("Worth a look"));
    assert!(!document(&nothing, &[], "chaselab run").markdown().contains("Worth a look"));
    assert!(!provenance(&nothing, "chaselab run", &[]).unwrap().contains("flags"));
}

#[test]
fn several_systems_have_a_list_each() {
    let mut results = with([SystemId::Fths, SystemId::Thw].map(|system| Flag { system, ..flag(never(2)) }).into());
    let mut other = results.cells[0].clone();
    other.system = SystemId::Thw;
    results.cells.push(other);
    let text = document(&results, &[], "chaselab run").markdown();
    assert!(text.contains("\n- **Fudge chase**\n  - Prey risk 2 is never right"), "{text}");
    assert!(text.contains("\n- **Car chase, THW style**\n  - "), "{text}");
}
