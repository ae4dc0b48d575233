//! Vehicle damage (rules/fths.md 5): every row of the damage table, of the system table and of the conditions.

use super::scripted::scripted;
use crate::exact::read;
use chaselab_core::{End, System};
use chaselab_systems::fths::{Condition, Fths};

/// The catcher rams at distance 0 with a total that is higher by `damage`: nobody rolls to drive.
fn rammed(damage: i16, more: &str) -> String {
    format!(
        "start = 0\ncourse = {{ kind = \"open\" }}\n{more}\n\
         prey.driving = 0\nprey.acceleration = 0\nprey.deceleration = 0\nprey.maneuver = 0\n\
         catcher.driving = {damage}\ncatcher.acceleration = 0\ncatcher.deceleration = 0\ncatcher.maneuver = 9\n\
         catcher.risk = -4\ncatcher.action = [\"ram\"]\n{}",
        if more.contains("prey.risk") { "" } else { "prey.risk = -4" }
    )
}

/// Row, damage, system faces for prey then catcher, and what the prey has lost: systems, piloting.
type Row<'a> = (&'a str, i16, &'a [i16], &'a [(usize, Condition)], i16);

#[test]
pub fn every_row_of_the_damage_table() {
    let damaged = Condition::Damaged;
    let destroyed = Condition::Destroyed;
    // The catcher takes half: nothing, a scratch, or from 6 on light damage, whose face comes last.
    let rows: [Row<'_>; 7] = [
        ("scratch", 1, &[], &[], 0),
        ("scratch", 2, &[], &[], 0),
        ("light", 3, &[5], &[(4, damaged)], 0),
        ("light", 4, &[4], &[(3, damaged)], 0),
        ("heavy", 5, &[6], &[(5, destroyed)], -1),
        ("heavy", 6, &[9, 9], &[(8, destroyed)], -1),
        // The rammer's half of 1 is 0: no damage at all.
        ("none", 1, &[], &[], 0),
    ];
    for (row, damage, faces, systems, piloting) in rows {
        let played = scripted(&rammed(damage, ""), faces, 1);
        assert_eq!(played.worn(), systems, "{row}, damage {damage}");
        assert_eq!(i16::from(played.last().wear.piloting.prey), piloting, "{row}, damage {damage}");
        assert_eq!(played.count("rams"), 1);
        if row == "none" {
            assert_eq!(played.last().wear.systems.catcher, Default::default());
        }
        played.uses_all();
    }
    for (row, damage, hurt) in [("crippled", 7, 0), ("crippled", 8, 0), ("destroyed", 9, 1), ("destroyed", 11, 1)] {
        // The catcher's half of 7 and 8 is light, of 9 and 11 too or heavy: its system does not matter any more, but
        // it is rolled, as power could be the one.
        let played = scripted(&rammed(damage, ""), &[9], 1);
        assert_eq!(played.end(), (End::PreyDisabled, "rammed"), "{row}, damage {damage}");
        assert_eq!(played.count("occupants_hurt"), hurt, "{row}, damage {damage}");
        played.uses_all();
    }
}

#[test]
fn both_can_be_out_by_one_ram() {
    let played = scripted(&rammed(14, ""), &[], 1);
    assert_eq!(played.end(), (End::BothDisabled, ""));
    // Damage 13: the rammer takes 6, heavy, and loses its power.
    let played = scripted(&rammed(13, ""), &[8], 1);
    assert_eq!(played.end(), (End::BothDisabled, ""));
}

/// The system, its faces, and what a damaged and a destroyed one costs the prey: base on open ground, piloting.
const SYSTEMS: [(&str, i16, [i16; 2], [i16; 2]); 9] = [
    ("crew", 1, [0, 0], [0, 0]),
    ("sensors", 2, [0, 0], [-1, -3]),
    ("weapon", 3, [0, 0], [0, 0]),
    ("brakes", 4, [-1, -3], [0, 0]),
    ("steering", 5, [-1, -3], [0, 0]),
    ("engine", 6, [-1, -3], [0, 0]),
    ("tyres", 7, [0, 0], [0, 0]),
    ("power", 8, [0, 0], [0, 0]),
    ("cargo", 9, [0, 0], [0, 0]),
];

#[test]
pub fn every_row_of_the_system_table() {
    let armed = "prey.weapon = \"pistol\"\nprey.gunner = \"none\"";
    for (name, face, base, piloting) in SYSTEMS {
        let index = face as usize - 1;
        let light = scripted(&rammed(3, armed), &[face], 1);
        assert_eq!(light.worn(), [(index, Condition::Damaged)], "{name}");
        assert_eq!((light.view()[4], light.view()[2]), (base[0], piloting[0]), "{name} damaged");
        assert_eq!(light.count("occupants_hurt"), u16::from(name == "crew"), "{name}");
        light.uses_all();
        let heavy = scripted(&rammed(5, armed), &[face], 1);
        if name == "power" {
            assert_eq!(heavy.end(), (End::PreyDisabled, "rammed"));
            continue;
        }
        assert_eq!(heavy.worn(), [(index, Condition::Destroyed)], "{name}");
        // Heavy damage costs a point of piloting besides.
        assert_eq!((heavy.view()[4], heavy.view()[2]), (base[1], piloting[1] - 1), "{name} destroyed");
        heavy.uses_all();
    }
}

#[test]
fn a_hit_passes_what_is_destroyed_or_not_there() {
    let destroyed = |index| (index, Condition::Destroyed);
    // Unarmed: the weapon's row is the brakes'.
    assert_eq!(scripted(&rammed(3, ""), &[3], 1).worn(), [(3, Condition::Damaged)]);
    // Twice damaged is destroyed; a third hit goes on to the next row, from cargo around to the crew.
    assert_eq!(scripted(&rammed(3, ""), &[6, 6], 2).worn(), [destroyed(5)]);
    assert_eq!(scripted(&rammed(3, ""), &[6, 6, 6], 3).worn(), [destroyed(5), (6, Condition::Damaged)]);
    // By the difference of performance, blows stay as heavy as the first: what is lost does not show in a base of 0.
    let more = "rules = { ram_difference = \"performance\", negative_attributes = \"optional\" }";
    let text = rammed(0, more).replace("catcher.maneuver = 9", "catcher.maneuver = 5");
    assert_eq!(scripted(&text, &[9, 9], 2).worn(), [destroyed(0), destroyed(8)]);
    // Blow after blow to the same row: cargo, crew, sensors, (no weapon,) brakes, steering, engine, tyres, power.
    let played = scripted(&text, &[9; 8], 8);
    assert_eq!((played.end(), played.states.len()), ((End::PreyDisabled, "rammed"), 9));
    played.uses_all();
}

#[test]
fn tyres_soften_no_longer() {
    // Turn 1: the prey holds its risk of +1 with 4dF = 1 and takes light or heavy damage from a ram. Turn 2: it fails.
    let played = |driving: i16, stability: i16, faces: &[i16]| {
        scripted(&rammed(driving, &format!("prey.risk = 1\nprey.stability = {stability}")), faces, 2)
    };
    // 4dF = -2 fails by 3. With stability 2, cargo hit: level 1, no penalty; tyres damaged: level 2, -1. The ram that
    // follows, 4 less -2, is heavy for the prey (cargo) and light for the catcher.
    assert_eq!(played(4, 2, &[1, 9, -2, 9, 9]).last().penalty.prey, 0);
    assert_eq!(played(4, 2, &[1, 7, -2, 9, 9]).last().penalty.prey, -1);
    // Heavy damage: -1, so that 4dF = -3 fails by 5. With stability 3, destroyed tyres: level 5, roll-over.
    assert_eq!(played(6, 3, &[1, 7, -3]).end(), (End::PreyCrashed, "roll_over"));
}

#[test]
fn tables_of_damage_are_data() {
    // A designer's light damage takes the sensors two points and puts nobody out.
    let text = rammed(3, "tables.conditions.damaged.modifier = -2\ntables.systems.cargo.affects = \"piloting\"");
    assert_eq!(scripted(&text, &[9], 1).view()[2], -2);
    let text = rammed(3, "tables.damage.light.out = \"yes\"");
    assert_eq!(scripted(&text, &[], 1).end(), (End::PreyDisabled, "rammed"));
    let problem = |more: &str| crate::reading::problem::<Fths>(&format!("[fths]\n{}", rammed(3, more)));
    assert_eq!(problem("tables.systems.crew.dice = \"++\""), "two systems have the dice \"++\"");
    assert_eq!(
        problem("tables.damage.light.from = 1"),
        "table damage: a band begins at 1, at or below the one before it, which begins at 1"
    );
    assert!(
        problem("tables.collisions.sidewall.damage = \"1dG\"").starts_with("collisions.sidewall.damage is no damage")
    );
}

#[test]
fn words_of_damage_join_when_it_is_played() {
    let ends =
        |rules: &str| read::<Fths>(&format!("[fths]\nrules = {{ damage = \"{rules}\" }}")).system.words().ends.clone();
    assert_eq!(ends("full"), End::ALL);
    assert!(!ends("off").contains(&End::PreyDisabled) && !ends("off").contains(&End::BothDisabled));
    let full = read::<Fths>("[fths]\n");
    let switch = full.switches.iter().find(|switch| switch.name == "damage").unwrap();
    assert_eq!((switch.value.as_str(), switch.default), ("full", "full"));
}
