//! The neutral tables (rules/neutral.md), row by row, as the Fudge chase plays them.

use crate::coverage::{cover, tests};
use crate::exact::read;
use crate::fths::scripted::scripted;
use chaselab_core::{Script, System};
use chaselab_systems::fths::Fths;
use chaselab_systems::neutral;

/// Levels of acceleration, deceleration, maneuver and stability, and piloting.
const VEHICLES: [(&str, [i16; 4], i16); 13] = [
    ("motorcycle", [2, 0, 1, 0], 0),
    ("city-car", [-2, -1, 0, 1], 0),
    ("sedan", [-2, -1, 0, 1], 0),
    ("police-cruiser", [0, 1, 1, 1], 1),
    ("sports-car", [1, 1, 1, 1], 0),
    ("van", [-3, -1, -1, 0], 0),
    ("truck", [-3, -2, -2, 0], 0),
    ("armored-van", [-3, -2, -1, 0], 0),
    ("bulldozer", [-3, -3, -3, 2], 0),
    ("speedboat", [-1, -3, 0, 0], 0),
    ("patrol-boat", [-2, -3, -1, 1], 1),
    ("helicopter", [1, 0, 1, 0], 1),
    ("jet", [3, -1, 3, 1], 1),
];

#[test]
fn every_vehicle() {
    for (vehicle, [acceleration, deceleration, maneuver, stability], piloting) in VEHICLES {
        // On the ground, so that it faces the elements.
        let played = |element: &str, faces: &[i16], more: &str| {
            scripted(
                &format!(
                    "rules.damage = \"off\"\ncourse = {{ kind = \"fixed\", segments = [[\"{element}\"]] }}\n\
                     prey = {{ driving = 0, risk = 2 }}\ncatcher.risk = -4\n{more}\n\
                     [prey]\nvehicle = {{ base = \"{vehicle}\", class = \"car\" }}\n"
                ),
                faces,
                usize::from(!faces.is_empty()),
            )
        };
        let base = |element: &str| played(element, &[], "").view()[4];
        assert_eq!(base("straight"), acceleration, "{vehicle}");
        assert_eq!(base("medium-traffic"), deceleration - 2, "{vehicle}");
        assert_eq!(base("narrow-street"), maneuver - 1, "{vehicle}");
        // It holds a risk of 2 with what piloting leaves, and fails with a point less.
        assert_eq!(played("straight", &[2 - piloting], "").count("prey_crash_events"), 0, "{vehicle}");
        // Level 2 costs a point of piloting, level 1 none: it takes a margin of 2 more than stability softens.
        let penalty = |margin: i16| played("straight", &[2 - piloting - margin], "").view()[2];
        assert_eq!([penalty(1 + stability), penalty(2 + stability)], [0, -1], "{vehicle}");
    }
}

#[test]
fn every_skill() {
    let words = ["Legendary", "Superb", "Great", "Good", "Fair", "Mediocre", "Poor", "Terrible", "Abysmal"];
    for (word, level) in words.into_iter().zip((-4..=4_i16).rev()) {
        let crashes = |face: i16| {
            let text = format!(
                "rules.damage = \"off\"\ncourse = {{ kind = \"open\" }}\nprey = {{ piloting = 0, risk = 0 }}\ncatcher.risk = -4\n\
                 [prey]\ndriving = \"{word}\"\n"
            );
            scripted(&text, &[face], 1).count("prey_crash_events")
        };
        assert_eq!(crashes(-level), 0, "{word}");
        assert!(level == 4 || crashes(-level - 1) == 1, "{word}");
    }
}

#[test]
fn every_temper() {
    for (temper, risk) in [("timid", -3), ("steady", 1 - 2), ("bold", 1), ("reckless", 1 + 1)] {
        let crashes = |face: i16| {
            let text = format!(
                "rules.damage = \"off\"\ncourse = {{ kind = \"open\" }}\nprey = {{ driving = 1, piloting = 0 }}\ncatcher.risk = -4\n\
                 [prey]\ntemper = \"{temper}\"\n"
            );
            scripted(&text, &[face], 1).count("prey_crash_events")
        };
        assert_eq!([crashes((risk - 1).max(-4)), crashes((risk - 2).max(-4))], [0, u16::from(risk > -3)], "{temper}");
    }
}

#[test]
fn every_gap() {
    for (gap, distance) in [("close", 1), ("usual", 3), ("far", 5)] {
        let text = format!("gap = \"{gap}\"\n[fths]\n");
        assert_eq!(read::<Fths>(&text).system.start(&mut Script::new([])).distance, distance, "{gap}");
    }
}

/// Base modifiers of a vehicle with acceleration 1, deceleration 2 and maneuver 4 in each segment that can be drawn.
const TERRAINS: [(&str, &[i16]); 4] = [
    ("open", &[7]),
    ("highway", &[-1 + 1]),
    ("city", &[-2 + 1 + 2, -2 + 4 + 1, -3 + 4 + 1, -6 + 4 + 1 + 2, -3 + 4]),
    ("mountain", &[-1 + 4, -2 + 4, -3 + 4, 1]),
];

#[test]
fn every_terrain() {
    for (terrain, bases) in TERRAINS {
        let levels = "{ acceleration = 1, deceleration = 2, maneuver = 4 }";
        let text = format!("[terrain]\nkind = \"{terrain}\"\n[fths]\nrules.damage = \"off\"\nprey = {levels}\n");
        let system = read::<Fths>(&text).system;
        for (segment, &base) in (0..).zip(bases) {
            let drawn: &[i16] = if bases.len() > 1 { &[segment, 0] } else { &[] };
            let mut script = Script::new(drawn.iter().copied());
            let mut state = system.start(&mut script);
            if bases.len() > 1 {
                system.resolve(&mut state, &mut script);
            }
            assert_eq!(system.view(&state).0[4], base, "{terrain}, segment {segment}");
            script.finish().unwrap();
        }
        // There is no further segment.
        if bases.len() > 1 {
            let mut script = Script::new([bases.len() as i16, 0]);
            let mut state = system.start(&mut script);
            system.resolve(&mut state, &mut script);
            assert!(script.finish().is_err(), "{terrain}");
        }
    }
}

#[test]
fn every_row_is_reached() {
    let tests = tests![every_vehicle, every_skill, every_temper, every_gap, every_terrain];
    cover(neutral::tables(), tests).is_whole();
}
