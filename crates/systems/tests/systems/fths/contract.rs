//! The contract suite over settings of the Fudge chase: every course kind and every switch.

use crate::exact::read;
use chaselab_core::contract::{Limits, check};
use chaselab_systems::fths::Fths;

fn checked(fths: &str) -> chaselab_core::contract::Looked {
    let prepared = read::<Fths>(fths);
    check(&prepared.system, Limits { states: 4_000, ..Limits::default() })
}

#[test]
fn one_repeated_segment() {
    let looked = checked(
        "[fths]\nrules = { damage = \"off\" }\ncourse = { kind = \"fixed\", segments = [[\"straight\", \"medium-traffic\"]] }\n",
    );
    assert!(looked.states > 50);
}

#[test]
fn neutral_terrains() {
    for terrain in ["open", "highway", "city", "mountain"] {
        checked(&format!("[terrain]\nkind = \"{terrain}\"\n[fths]\nrules = {{ damage = \"off\" }}\n"));
    }
}

#[test]
fn random_and_fixed_courses_with_points() {
    checked(
        "[fths]\nrules = { damage = \"off\" }\ncourse = { kind = \"random\", weights = [[3, [\"straight\"]], [1, [\"sharp-turn\", \"light-traffic\"]]] }\n",
    );
    checked(
        "[fths]\nrules = { damage = \"off\", repeat_points = \"yes\" }\ncourse = { kind = \"fixed\", segments = [[\"hairpin\"], [], [\"roadworks\", \"pedestrian-crossing\"]], after = \"last\" }\nstrike = [{ turn = 3, side = \"prey\", element = \"hairpin\" }]\n",
    );
}

#[test]
fn every_switch() {
    for rules in [
        "red_light = -2",
        "g_column = \"printed\"",
        "negative_attributes = \"optional\"",
        "crash_spice = \"2dF\"",
        "ai_piloting = \"yes\"",
        "break_off = 5",
        "lose_elements = \"catcher\"",
        "repeat_points = \"yes\"",
        "min_crash_level = \"none\"",
    ] {
        checked(&format!(
            "[fths]\nrules = {{ damage = \"off\", {rules} }}\nprey = {{ ai = true, max_risk = 2, stability = 2 }}\ncatcher = {{ tracking = true, perception = 1 }}\n"
        ));
    }
}

/// Settings with vehicle damage: a gunfight in traffic, aircraft after a car and the other way around, boats, a speed
/// contest, rams, courses with places, and designers' tables. Only one side drives at any risk in most of them: where
/// both crash and collide at once, a turn has a million ways through the systems.
const FULL: [(&str, &str); 9] = [
    (
        "gunners on the highway",
        "[prey]\nweapon = \"rifle\"\n[catcher]\nweapon = \"light-machine-gun\"\n[terrain]\nkind = \"highway\"\n\
         [fths]\nstart = 1\nprey.max_risk = -4\ncatcher.max_risk = -3\n",
    ),
    (
        "few shots, called, from the wheel",
        "[fths]\nstart = 0\ncourse = { kind = \"open\" }\n\
         prey = { max_risk = -4, weapon = \"pistol\", gunner = \"none\", shots = 2, action = [\"fire\", \"open\"] }\n\
         catcher = { max_risk = -2, weapon = \"rocket\", targeting = 2, shots = 1, called_shot = \"engine\" }\n",
    ),
    (
        "turns break the sight",
        "[fths]\nstart = 2\ncourse = { kind = \"fixed\", segments = [[\"sharp-turn\"], [], [\"hairpin\"]] }\n\
         prey = { max_risk = -4, weapon = \"pistol\" }\ncatcher = { max_risk = 0, weapon = \"none\" }\n",
    ),
    (
        "a helicopter after a car",
        "[catcher]\nvehicle = \"helicopter\"\nweapon = \"heavy-machine-gun\"\n[fths]\nprey.max_risk = -4\n\
         rules = { crash_spice = \"2dF\" }\n",
    ),
    (
        "jets among buildings",
        "[prey]\nvehicle = \"jet\"\n[catcher]\nvehicle = \"jet\"\n[fths]\nprey.max_risk = 3\ncatcher.max_risk = -4\n\
         course = { kind = \"random\", weights = [[1, [\"tall-buildings\"]], [1, [\"canyon\"]], [2, []]] }\n",
    ),
    (
        "boats in a channel",
        "[prey]\nvehicle = \"speedboat\"\n[catcher]\nvehicle = \"patrol-boat\"\nweapon = \"heavy-machine-gun\"\n[fths]\n\
         prey.max_risk = -4\ncourse = { kind = \"fixed\", segments = [[\"channel\"], [\"moored-boats\"], []] }\n",
    ),
    (
        "a speed contest",
        "[prey]\nweapon = \"pistol\"\n[fths]\nstart = 1\nprey.max_risk = -4\ncatcher = { max_risk = 1, max_speed_kmh = 300 }\n\
         course = { kind = \"open\", contest = \"speed\", acceleration_turns = 2 }\n",
    ),
    (
        "rams by performance, and in answer",
        "[prey]\nvehicle = \"bulldozer\"\n[fths]\nstart = 0\nrules = { ram_difference = \"performance\", min_crash_level = \"none\" }\n\
         course = { kind = \"open\" }\nprey = { max_risk = 1, answer = \"ram\" }\ncatcher.max_risk = -3\n",
    ),
    (
        "designers' tables",
        "[fths]\nstart = 1\ncourse = { kind = \"open\" }\nprey = { max_risk = -4 }\n\
         catcher = { max_risk = 2, stability = 0, weapon = \"rifle\" }\n\
         [fths.tables]\ncrash.2.damage = \"1dF+4\"\ncrash.3.save = 1\ndamage.scratch.piloting = -1\ndamage.crippled.out = \"no\"\n\
         systems.cargo.affects = \"stability\"\nconditions.destroyed.modifier = -5\n",
    ),
];

/// Breadth first from the start, as far as a test may take.
const DEEP: Limits = Limits { states: 600, sampled: 40, samples: 1_000, phases: 200 };

#[test]
fn full_damage() {
    for (name, text) in FULL {
        let prepared = read::<Fths>(text);
        let looked = check(&prepared.system, DEEP);
        assert_eq!(looked.states, DEEP.states, "{name}");
    }
}

#[test]
fn every_switch_with_damage() {
    for rules in [
        "ram_difference = \"performance\"",
        "break_off = 4",
        "negative_attributes = \"optional\"",
        "ai_piloting = \"yes\"",
    ] {
        let text = format!(
            "[prey]\nweapon = \"rifle\"\n[catcher]\nweapon = \"rifle\"\n[fths]\nstart = 0\nrules = {{ {rules} }}\n\
             course = {{ kind = \"open\" }}\nprey = {{ ai = true, max_risk = -3 }}\ncatcher.max_risk = -4\n"
        );
        check(&read::<Fths>(&text).system, DEEP);
    }
}

#[test]
fn a_fight_that_is_small_is_complete() {
    // Nothing but one called system can be worn, and distance is limited: all states are explored.
    let text = "[fths]\nstart = 0\nrules = { break_off = 2, ram_difference = \"performance\" }\ncourse = { kind = \"open\" }\n\
                prey = { size = 12, armor = 0, max_risk = -4, maneuver = 0, acceleration = 0, deceleration = 0 }\n\
                catcher = { size = 12, weapon = \"rifle\", gunner = 0, called_shot = \"power\", max_risk = -4, maneuver = 1, acceleration = 0, deceleration = 0 }\n";
    let looked = check(&read::<Fths>(text).system, Limits { states: 5_000, ..Limits::default() });
    assert!(looked.complete, "{looked:?}");
}
