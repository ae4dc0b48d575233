//! Crash tables on the ground and in the air, and what collisions cost (rules/fths.md 4), row by row.

use super::scripted::{misfit, scripted};
use chaselab_core::End;
use chaselab_systems::fths::Condition;

/// On open ground, the catcher fails a risk of 3 with stability 0, and the prey opens; nobody else rolls.
fn failing(vehicle: &str, more: &str) -> String {
    format!(
        "start = 3\ncourse = {{ kind = \"open\" }}\n{more}\nprey.risk = -4\nprey.action = [\"open\"]\n\
         catcher.driving = 0\ncatcher.piloting = 0\ncatcher.risk = 3\ncatcher.stability = 0\n[catcher]\nvehicle = \"{vehicle}\"\n"
    )
}

#[test]
pub fn every_row_of_the_ground_crash_table() {
    // Level, stability, 4dF, piloting next turn, distance after the prey opened.
    let rows = [("0", 1, 2, 0, 4), ("1", 0, 2, 0, 4), ("2", 0, 1, -1, 4), ("3", 0, 0, -2, 4), ("4", 0, -1, -2, 5)];
    for (level, stability, face, piloting, distance) in rows {
        let text = failing("sedan", "").replace("catcher.stability = 0", &format!("catcher.stability = {stability}"));
        let played = scripted(&text, &[face], 1);
        assert_eq!((played.view()[3], played.view()[0]), (piloting, distance), "level {level}");
        assert_eq!(played.count("catcher_crash_events"), 1);
        played.uses_all();
    }
    let out = [("5", -2, "roll_over"), ("6+", -3, "wreck"), ("6+", -4, "wreck")];
    for (level, face, detail) in out {
        assert_eq!(scripted(&failing("sedan", ""), &[face], 1).end(), (End::CatcherCrashed, detail), "level {level}");
    }
}

#[test]
pub fn every_row_of_the_air_crash_table() {
    let text = |stability: i16| {
        failing("helicopter", "").replace("catcher.stability = 0", &format!("catcher.stability = {stability}"))
    };
    // Level, stability, 4dF, a dive's save, piloting next turn.
    let rows: [(&str, i16, &[i16], i16); 5] =
        [("0", 1, &[2], 0), ("1", 0, &[2], 0), ("2", 0, &[1], -1), ("3", 0, &[0], -2), ("4", 0, &[-1, 2], 0)];
    for (level, stability, faces, piloting) in rows {
        let played = scripted(&text(stability), faces, 1);
        assert_eq!((played.view()[3], played.view()[0]), (piloting, 4), "level {level}");
        played.uses_all();
    }
    // A dive that is not saved, and the ground.
    assert_eq!(scripted(&text(0), &[-1, 1], 1).end(), (End::CatcherCrashed, "dive"));
    for face in [-2, -3] {
        assert_eq!(scripted(&text(0), &[face], 1).end(), (End::CatcherCrashed, "the_ground"));
    }
    // Aircraft crash by their own table with damage off too.
    let off = text(0).replace("start = 3", "start = 3\nrules.damage = \"off\"");
    assert_eq!(scripted(&off, &[-1, 1], 1).end(), (End::CatcherCrashed, "dive"));
}

/// What is hit, by whom, in which element, and the range of its damage dice.
const COLLISIONS: [(&str, &str, &str, (i16, i16)); 7] = [
    ("vehicle", "sedan", "heavy-traffic", (1, 9)),
    ("sidewall", "sedan", "hairpin", (0, 2)),
    ("bank", "speedboat", "channel", (0, 2)),
    ("building", "helicopter", "canyon", (3, 11)),
    ("vehicle", "helicopter", "canyon", (4, 12)),
    ("sidewall", "helicopter", "canyon", (0, 2)),
    ("bank", "helicopter", "canyon", (0, 2)),
];

#[test]
pub fn every_collision() {
    let text = |what: &str, vehicle: &str, element: &str| {
        let course = format!("course = {{ kind = \"fixed\", segments = [[\"{element}\"]] }}\n");
        let what =
            if element == "canyon" { format!("tables.elements.canyon.with = \"{what}\"") } else { String::new() };
        failing(vehicle, &what).replace("course = { kind = \"open\" }\n", &course)
    };
    for (what, vehicle, element, (low, high)) in COLLISIONS {
        let text = text(what, vehicle, element);
        let says = |face: i16| misfit(&text, &[0, face], 1);
        // Margin 3, crash level 3: every element here collides.
        assert!(says(low - 1).contains(&format!("which shows {low} to {high}")), "{what}: {}", says(low - 1));
        assert!(says(high + 1).contains(&format!("which shows {low} to {high}")), "{what}");
        if low >= 0 && high <= 2 {
            let played = scripted(&text, &[0, high], 1);
            assert_eq!(played.count("catcher_crash_events"), 1, "{what}");
            played.uses_all();
        } else {
            // Nine is destruction; four is light, a system by its face.
            let end = scripted(&text, &[0, 9], 1);
            assert_eq!(
                (end.end(), end.count("catcher_crash_events")),
                ((End::CatcherCrashed, "collision"), 0),
                "{what}"
            );
            let light = scripted(&text, &[0, 4, 6], 1);
            assert_eq!(light.last().wear.systems.catcher.condition(5), Condition::Damaged, "{what}");
            assert_eq!(light.count("catcher_crash_events"), 1, "{what}");
            light.uses_all();
        }
    }
    // A pedestrian costs nothing.
    let crossing = scripted(&text("", "sedan", "pedestrian-crossing"), &[0], 1);
    assert_eq!(crossing.count("catcher_hits_pedestrian"), 1);
    crossing.uses_all();
}

#[test]
fn the_winner_does_not_act_when_a_collision_ends_the_chase() {
    let text = "start = 3\ncourse = { kind = \"fixed\", segments = [[\"heavy-traffic\", \"hairpin\"]] }\n\
                prey.risk = 3\nprey.driving = 0\nprey.piloting = 0\nprey.stability = 0\n\
                catcher.risk = 3\ncatcher.driving = 0\ncatcher.piloting = 0\ncatcher.stability = 0\n";
    // Both fail by 1; the prey's hits come first: traffic 9 is the end of it, whatever the wall would do; then the
    // catcher's traffic and wall.
    let played = scripted(text, &[2, 2, 9, 3, 1, 9], 1);
    assert_eq!(played.end(), (End::PreyCrashed, "collision"));
    assert_eq!(played.last().distance, 3);
    assert_eq!((played.count("prey_hits_vehicle"), played.count("catcher_hits_sidewall")), (1, 1));
    played.uses_all();
    let both = scripted(text, &[2, 2, 7, 8], 1);
    assert_eq!(both.end(), (End::BothCrashed, ""));
    // A catcher out by its row lets the prey's collisions be rolled: both may be out.
    assert_eq!(scripted(text, &[2, -3, 9], 1).end(), (End::BothCrashed, ""));
    assert_eq!(scripted(text, &[2, -3, 1, 0], 1).end(), (End::CatcherCrashed, "wreck"));
}

#[test]
fn rows_may_have_damage_of_their_own() {
    let text = failing("sedan", "tables.crash.3.damage = \"1dF+6\"");
    assert_eq!(scripted(&text, &[0, 7], 1).end(), (End::CatcherCrashed, "collision"));
    let played = scripted(&text, &[0, 5, 8], 1);
    assert_eq!(played.end(), (End::CatcherCrashed, "collision"), "heavy, and the power is destroyed");
}

#[test]
fn an_aircraft_faces_the_elements_of_the_air_alone() {
    let base = |prey: &str, segment: &str| {
        let text = format!(
            "course = {{ kind = \"fixed\", segments = [[{segment}]] }}\nprey.acceleration = 1\nprey.deceleration = 2\n\
             prey.maneuver = 4\n[prey]\nvehicle = \"{prey}\"\n"
        );
        scripted(&text, &[], 0).view()[4]
    };
    let city = "\"straight\", \"heavy-traffic\", \"sharp-turn\"";
    assert_eq!(base("helicopter", city), 7, "open air, all attributes");
    assert_eq!(base("helicopter", &format!("{city}, \"canyon\"")), -3 + 4);
    assert_eq!(base("sedan", &format!("{city}, \"canyon\"")), -5 + 5);
    assert_eq!(base("sedan", "\"canyon\""), 7, "nothing of the air is in a car's way");
}

/// From which crash level on what is hit.
type Hits<'a> = Option<(i16, &'a str)>;

/// Every element: modifier, attribute (acceleration 1, deceleration 2, maneuver 4), and its collision.
const ELEMENTS: [(&str, i16, i16, Hits<'_>); 15] = [
    ("straight", 0, 1, None),
    ("light-traffic", -1, 1, Some((3, "vehicle"))),
    ("medium-traffic", -2, 2, Some((2, "vehicle"))),
    ("heavy-traffic", -3, 4, Some((1, "vehicle"))),
    ("narrow-street", -1, 4, Some((3, "sidewall"))),
    ("sharp-turn", -2, 4, Some((2, "sidewall"))),
    ("red-light", -3, 4, None),
    ("pedestrian-crossing", -1, 2, Some((2, "pedestrian"))),
    ("gentle-turn", -1, 4, Some((3, "sidewall"))),
    ("hairpin", -3, 4, Some((1, "sidewall"))),
    ("roadworks", -2, 2, Some((2, "sidewall"))),
    ("tall-buildings", -2, 4, Some((2, "other"))),
    ("canyon", -3, 4, Some((1, "other"))),
    ("channel", -1, 4, Some((3, "other"))),
    ("moored-boats", -2, 2, Some((2, "vehicle"))),
];

#[test]
pub fn every_row_of_the_table_of_elements() {
    for (element, modifier, attribute, collision) in ELEMENTS {
        let in_air = element == "tall-buildings" || element == "canyon";
        let vehicle = if in_air { "helicopter" } else { "sedan" };
        // A red light needs crossing traffic: light, -1 and acceleration, colliding at 2.
        let (written, modifier, attribute, collision) = match element {
            "red-light" => ("red-light:light-traffic", modifier - 1, attribute + 1, Some((2, "vehicle"))),
            _ => (element, modifier, attribute, collision),
        };
        let text = format!(
            "rules.damage = \"off\"\ncourse = {{ kind = \"fixed\", segments = [[\"{written}\"]] }}\n\
             catcher.acceleration = 1\ncatcher.deceleration = 2\ncatcher.maneuver = 4\ncatcher.driving = 0\n\
             catcher.piloting = 0\ncatcher.risk = 3\ncatcher.stability = 0\nprey.risk = -4\n[catcher]\nvehicle = \"{vehicle}\"\n"
        );
        assert_eq!(scripted(&text, &[], 0).view()[5], modifier + attribute, "{element}");
        for level in 1..=3 {
            let played = scripted(&text, &[3 - level], 1);
            for what in ["vehicle", "sidewall", "pedestrian", "other"] {
                let hits = collision.is_some_and(|(from, with)| with == what && level >= from);
                assert_eq!(played.count(&format!("catcher_hits_{what}")), u16::from(hits), "{element}, level {level}");
            }
        }
    }
}

#[test]
fn stretches_count_while_one_is_in_them_and_points_once() {
    let points = ["sharp-turn", "red-light", "pedestrian-crossing", "gentle-turn", "hairpin"];
    for (element, modifier, attribute, _) in ELEMENTS {
        let written = if element == "red-light" { "red-light:light-traffic" } else { element };
        let vehicle = if element == "tall-buildings" || element == "canyon" { "helicopter" } else { "sedan" };
        // The prey gains, so that the catcher is still where it was.
        let text = format!(
            "rules.damage = \"off\"\ncourse = {{ kind = \"fixed\", segments = [[\"{written}\"]] }}\n\
             prey = {{ acceleration = 9, deceleration = 9, maneuver = 9, risk = -4, action = [\"open\"] }}\n\
             catcher = {{ acceleration = 1, deceleration = 2, maneuver = 4, risk = -4 }}\n[catcher]\nvehicle = \"{vehicle}\"\n"
        );
        let played = scripted(&text, &[], 1);
        assert_eq!(played.last().distance, 4);
        let base = if points.contains(&element) { 0 } else { modifier + attribute };
        assert_eq!(played.view()[5], base, "{element}");
    }
}
