//! What a scenario may say to the Fudge chase, and what it is told when it is wrong.

use crate::exact::read;
use crate::reading::problem;
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

#[test]
fn size_and_armor_come_from_the_body() {
    let lines = |text: &str| {
        let explained = read::<Fths>(text).explained;
        ["prey size", "prey armor"].map(|what| {
            let line = explained.iter().find(|line| line.what == what).unwrap();
            (line.value.clone(), line.from.clone())
        })
    };
    let line = |value: &str, from: &str| (value.to_owned(), from.to_owned());
    assert_eq!(lines("[fths]\n"), [line("+9", "70 body hit points of sedan"), line("+2", "5 body armor of sedan")]);
    assert_eq!(
        lines("[prey]\nvehicle = { base = \"bulldozer\", body_dr = 1 }\n[fths]\nprey.size = \"Great\"\n"),
        [line("+2", "the scenario"), line("-2", "1 body armor of the scenario")]
    );
}

#[test]
fn the_answer_takes_every_shape() {
    let answer = |text: &str| read::<Fths>(&format!("[fths]\n{text}\n")).behaviours.prey[2].clone();
    assert_eq!(answer(""), Behaviour::always(Action(0)));
    assert_eq!(answer("prey.answer = \"ram\""), Behaviour::always(Action(1)));
    assert_eq!(answer("prey.answer = \"equilibrium\""), Behaviour::Equilibrium);
    assert!(matches!(answer("prey.answer = { mix = { stop = 0.5, ram = 0.5 } }"), Behaviour::Mix(_)));
    let fths = |section: &str| problem::<Fths>(&format!("[fths]\n{section}\n"));
    assert_eq!(fths("prey.answer = \"fight\""), "answer cannot be \"fight\"");
    assert_eq!(fths("catcher.answer = \"ram\""), "unknown key `answer` in catcher");
    assert_eq!(fths("prey.action = [\"block\"]"), "action cannot be \"block\"");
    assert_eq!(fths("prey.mount = \"roof\""), "mount cannot be \"roof\"");
    assert_eq!(fths("prey.shots = -1"), "shots cannot be -1");
    assert_eq!(fths("prey.gunner = \"Goood\""), "\"Goood\" is not a level of the ladder");
}

#[test]
fn every_switch_is_said() {
    let text = "[fths]\nrules = { red_light = -2, g_column = \"printed\", negative_attributes = \"optional\", crash_spice = \"2dF\", \
                damage = \"off\", ai_piloting = \"yes\", break_off = 7, lose_elements = \"catcher\", repeat_points = \"yes\", \
                ram_difference = \"performance\", min_crash_level = \"none\" }\n";
    let changed = |text: &str| read::<Fths>(text).switches.iter().filter(|switch| switch.is_changed()).count();
    assert_eq!((changed(text), changed("[fths]\n")), (11, 0));
    assert_eq!(read::<Fths>(text).switches.len(), 11);
}
