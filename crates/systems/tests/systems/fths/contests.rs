//! Speed contests and dogfights (rules/fths.md 2).

use super::scripted::scripted;
use crate::exact::{exact, read};
use crate::reading::problem;
use chaselab_core::{End, Next, System};
use chaselab_systems::fths::{Act, Fths, Phase};

/// The prey accelerates better, the catcher is faster in the end.
fn race(more: &str) -> String {
    format!(
        "rules.damage = \"off\"\ncourse = {{ kind = \"open\", contest = \"speed\"{more} }}\nstart = 3\n\
         prey.acceleration = 2\nprey.maneuver = 9\nprey.max_speed_kmh = 200\nprey.risk = -4\nprey.action = [\"open\"]\n\
         catcher.acceleration = 1\ncatcher.max_speed_kmh = 201\ncatcher.risk = -4\n"
    )
}

#[test]
fn acceleration_first_then_speed() {
    let distances = |more: &str, turns: usize| {
        scripted(&race(more), &[], turns).states.iter().map(|state| state.distance).collect::<Vec<_>>()
    };
    // Three turns to the prey, then the catcher closes every turn, and blocks in the second turn at 0.
    assert_eq!(distances("", 10), [3, 4, 5, 6, 5, 4, 3, 2, 1, 0, 0]);
    assert_eq!(distances(", acceleration_turns = 0", 3), [3, 2, 1, 0]);
    let caught = scripted(&race(", acceleration_turns = 0"), &[], 9);
    assert_eq!((caught.end(), caught.states.len()), ((End::Caught, "blocked"), 6));
    // Acceleration alone is allowed: the prey's maneuver does not show.
    assert_eq!(scripted(&race(""), &[], 0).view()[4..], [2, 1]);
}

#[test]
fn nobody_picks_a_risk_at_full_speed() {
    let played = scripted(&race(""), &[], 3);
    assert_eq!(played.last().phase, Phase::Winner(chaselab_core::Side::Catcher));
    let Next::Choose(choices) = played.system.next(played.last()) else { panic!("the faster side chooses") };
    assert!(choices.prey.waits());
    let open: Vec<usize> = choices.catcher.options.iter().map(|action| usize::from(action.0)).collect();
    assert_eq!(open, [Act::Wait as usize, Act::Close as usize]);
}

#[test]
fn equal_speeds_go_on_with_acceleration() {
    let text = race("").replace("201", "200");
    let distances: Vec<i16> = scripted(&text, &[], 8).states.iter().map(|state| state.distance).collect();
    assert_eq!(distances, [3, 4, 5, 6, 7, 8, 9, 10, 11]);
}

#[test]
fn speed_comes_from_the_vehicle() {
    let text = "[prey]\nvehicle = \"bulldozer\"\n[catcher]\nvehicle = \"sedan\"\n[fths]\ncourse = { kind = \"open\", contest = \"speed\" }\n";
    let prepared = read::<Fths>(text);
    let speed = prepared.explained.iter().find(|line| line.what == "prey maximum speed").unwrap();
    assert_eq!((speed.value.as_str(), speed.from.as_str()), ("30 km/h", "bulldozer"));
    // The slow prey can only be caught, and the answer to a block may be a ram.
    let result = exact(&prepared.system, &prepared.behaviours, prepared.max_turns);
    assert!((result.end(End::Caught) - 1.0).abs() < 0.05);
}

#[test]
fn a_contest_of_speed_with_damage_goes_on_after_a_ram() {
    let text = race(", acceleration_turns = 0")
        .replace("rules.damage = \"off\"\n", "")
        .replace("start = 3", "start = 0")
        + "prey.driving = 0\nprey.piloting = 0\ncatcher.driving = 4\ncatcher.piloting = 0\ncatcher.action = [\"ram\"]\n";
    // An automatic success counts skill + piloting: damage 4, light.
    let played = scripted(&text, &[5, 6], 2);
    assert_eq!(played.count("rams"), 2);
    played.uses_all();
}

#[test]
fn a_dogfight_allows_all_attributes() {
    let text = "course = { kind = \"open\", contest = \"dogfight\" }\nprey.acceleration = 1\nprey.deceleration = 2\nprey.maneuver = 4\n";
    assert_eq!(scripted(text, &[], 0).view()[4], 7);
}

#[test]
fn speed_has_a_meaning_in_its_contest_alone() {
    assert_eq!(problem::<Fths>("[fths]\nprey.max_speed_kmh = 100\n"), "max_speed_kmh matters in a speed contest alone");
    assert_eq!(
        problem::<Fths>("[fths]\ncourse = { kind = \"open\", acceleration_turns = 2 }\n"),
        "acceleration_turns matters in a speed contest alone"
    );
}
