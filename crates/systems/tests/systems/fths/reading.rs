//! What a scenario may say to the Fudge chase, and what it is told when it is wrong.

use crate::exact::{problem, read};
use chaselab_core::{Action, Behaviour, System};
use chaselab_systems::fths::Fths;

fn fths(section: &str) -> String {
    format!("[fths]\nrules = {{ damage = \"off\" }}\n{section}\n")
}

#[test]
fn a_sedan_on_the_highway() {
    let prepared = read::<Fths>(&format!("[terrain]\nkind = \"highway\"\n{}", fths("")));
    let start = prepared.system.start(&mut chaselab_core::Script::new([]));
    // Acceleration 13 km/h/s is Poor: straight and light traffic make -1 - 2.
    assert_eq!(prepared.system.view(&start).0, [3, 0, 0, 0, -3, -3]);
    // Steady: skill + piloting - 2.
    assert_eq!(prepared.behaviours.prey[0], Behaviour::always(Action(2)));
    assert_eq!(prepared.max_turns, 60);
    let levels = |vehicle: &str| {
        let text = format!("[prey]\nvehicle = {{ base = \"{vehicle}\", class = \"car\" }}\n{}", fths(""));
        let explained = read::<Fths>(&text).explained;
        ["acceleration", "deceleration", "maneuver", "stability"].map(|name| {
            let what = format!("prey {name}");
            explained.iter().find(|line| line.what == what).unwrap().value.clone()
        })
    };
    // The levels in brackets of the catalogue (rules/neutral.md).
    assert_eq!(levels("motorcycle"), ["Great (+2)", "Fair (+0)", "Good (+1)", "+0"]);
    assert_eq!(levels("police-cruiser"), ["Fair (+0)", "Good (+1)", "Good (+1)", "+1"]);
    assert_eq!(levels("bulldozer"), ["Terrible (-3)", "Terrible (-3)", "Terrible (-3)", "+2"]);
    assert_eq!(levels("jet"), ["Superb (+3)", "Mediocre (-1)", "Superb (+3)", "+1"]);
}

#[test]
fn g_loads_are_limited() {
    let levels = |rules: &str| {
        let text = format!(
            "[prey]\nvehicle = \"sports-car\"\n[fths]\nrules = {{ damage = \"off\"{rules} }}\nprey = {{ g_limit = 0.5 }}\n"
        );
        let explained = read::<Fths>(&text).explained;
        ["acceleration", "maneuver"]
            .map(|name| explained.iter().find(|line| line.what == format!("prey {name}")).unwrap().value.clone())
    };
    // Half a G is 17.65 km/h/s, or 5 beside the column as printed.
    assert_eq!(levels(""), ["Mediocre (-1)", "Poor (-2)"]);
    assert_eq!(levels(", g_column = \"printed\""), ["Terrible (-3)", "Poor (-2)"]);
}

#[test]
fn what_damage_alone_makes_possible_is_said() {
    assert_eq!(problem::<Fths>(&fths("prey = { armor = 3 }")), "`armor` has no effect while damage is off");
    assert_eq!(problem::<Fths>(&fths("prey = { action = [\"ram\", \"open\"] }")), "nobody can ram while damage is off");
    assert_eq!(problem::<Fths>(&fths("prey = { answer = \"ram\" }")), "nobody rams while damage is off");
}

#[test]
fn mistakes_are_taught() {
    let message = |section: &str| problem::<Fths>(&fths(section));
    assert_eq!(message("strat = 3"), "unknown key `strat` in fths");
    assert_eq!(message("start = -1"), "start cannot be -1");
    assert_eq!(message("prey = { risk = 4 }"), "risk cannot be 4");
    assert_eq!(message("prey = { max_risk = 1, risk = 2 }"), "risk cannot be 2");
    assert_eq!(message("prey = { tracking = true }"), "unknown key `tracking` in prey");
    assert_eq!(message("prey = { action = \"close\" }"), "action cannot be \"close\"");
    assert_eq!(
        message("prey = { g_limit = 1, acceleration = 2 }"),
        "acceleration is written as a level, which g_limit cannot limit"
    );
    assert_eq!(message("prey = { acceleration = { kmh_s = 0.5 } }"), "acceleration cannot be 0.5 km/h/s");
    assert_eq!(message("course = { kind = \"fixed\" }"), "a fixed course needs segments");
    assert_eq!(
        message("course = { kind = \"fixed\", segments = [[\"red-light\"]] }"),
        "a red light needs crossing traffic"
    );
    assert_eq!(
        message("course = { kind = \"fixed\", segments = [[\"sharp-trun\"]] }"),
        "there is no element `sharp-trun`"
    );
    assert_eq!(message("course = { kind = \"open\", weights = [] }"), "a course of kind \"open\" has no `weights`");
    assert_eq!(
        message("strike = [{ turn = 1, side = \"prey\", element = \"hairpin\" }]"),
        "the course has no `hairpin` to strike"
    );
    assert_eq!(
        message("max_turns = 200\ncourse = { kind = \"random\", weights = [[1, [\"straight\"]]] }"),
        "a random course remembers its segments for 128 turns, and max_turns is 200"
    );
}

#[test]
fn overlaid_tables_are_read() {
    let text = fths(
        "tables.crash.4.distance = 3\ntables.acceleration.Poor.modifier = 2\nprey = { acceleration = { kmh_s = 12 } }",
    );
    let prepared = read::<Fths>(&text);
    let level = prepared.explained.iter().find(|line| line.what == "prey acceleration").unwrap();
    assert_eq!(level.value, "Great (+2)");
    assert_eq!(
        problem::<Fths>(&fths("tables.maneuver.Poor.g = 0.01")),
        "row Poor of table maneuver begins at 0.01, at or below the row before it"
    );
}
