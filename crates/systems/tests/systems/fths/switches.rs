//! Each switch changes what it should (rules/fths.md 8), and the action to lose the catcher that two of them change.

use super::scripted::scripted;
use chaselab_core::End;

/// A table of what is not empty.
fn table(entries: &[&str]) -> String {
    let entries: Vec<&str> = entries.iter().copied().filter(|entry| !entry.is_empty()).collect();
    format!("{{ {} }}", entries.join(", "))
}

/// On open ground at distance 3, both drive at a total of 0 with attributes of 0, without damage; the catcher fails a
/// risk of 3 unless it rolls 3, and the prey holds.
fn failing(rules: &str, catcher: &str) -> String {
    let (rules, catcher) = (table(&["damage = \"off\"", rules]), table(&["driving = 0", "risk = 3", catcher]));
    format!(
        "rules = {rules}\ncourse = {{ kind = \"open\" }}\n\
         prey = {{ driving = 0, piloting = 0, risk = -4, action = [\"open\"] }}\n\
         catcher = {catcher}\n"
    )
}

/// The prey's base modifier in one segment, before the first turn.
fn base(rules: &str, segment: &str, prey: &str) -> i16 {
    let rules = table(&["damage = \"off\"", rules]);
    let text = format!(
        "rules = {rules}\ncourse = {{ kind = \"fixed\", segments = [[\"{segment}\"]] }}\nprey = {{ {prey} }}\n"
    );
    scripted(&text, &[], 0).view()[4]
}

#[test]
fn red_light() {
    let light = |rules: &str| base(rules, "red-light:light-traffic", "acceleration = 0, maneuver = 0");
    assert_eq!([light(""), light("red_light = -3"), light("red_light = -2")], [-4, -4, -3]);
}

#[test]
fn g_column() {
    // 1 G is 35.3 km/h/s, or stands beside 10 of them in the column as printed.
    let straight = |rules: &str| base(rules, "straight", "acceleration = { g = 1.0 }");
    assert_eq!([straight(""), straight("g_column = \"physical\""), straight("g_column = \"printed\"")], [3, 3, -2]);
}

#[test]
fn negative_attributes() {
    let straight = |rules: &str, level: i16| base(rules, "straight", &format!("acceleration = {level}"));
    assert_eq!([straight("", -2), straight("negative_attributes = \"forced\"", -2)], [-2, -2]);
    let optional = "negative_attributes = \"optional\"";
    assert_eq!([straight(optional, -2), straight(optional, 2)], [0, 2]);
}

#[test]
fn crash_spice() {
    let played = |rules: &str, faces: &[i16]| {
        let played = scripted(&failing(rules, "piloting = 0, stability = 1"), faces, 1);
        let after = (played.view()[3], played.count("catcher_crash_events"));
        played.uses_all();
        after
    };
    // Fails by 2, level 1: no penalty; with 2 on the spice level 3, a spin; with -2 it is level -1, held at 0.
    assert_eq!(played("", &[1]), (0, 1));
    let spice = "crash_spice = \"2dF\"";
    assert_eq!([played(spice, &[1, 2]), played(spice, &[1, -2]), played(spice, &[1, 1])], [(-2, 1), (0, 1), (-1, 1)]);
    assert_eq!(played(&format!("{spice}, min_crash_level = \"none\""), &[1, -2]), (0, 0));
}

#[test]
fn damage() {
    // Level 3 in heavy traffic: the vehicle that is hit costs a roll, or is counted and no more.
    let text = |rules: &str| {
        failing("", "piloting = 0, stability = 0")
            .replace("damage = \"off\"", rules)
            .replace("{ kind = \"open\" }", "{ kind = \"fixed\", segments = [[\"heavy-traffic\"]] }")
    };
    let off = scripted(&text("damage = \"off\""), &[0], 1);
    assert_eq!((off.count("catcher_hits_vehicle"), off.last().distance), (1, 4));
    off.uses_all();
    for full in ["", "damage = \"full\""] {
        assert_eq!(scripted(&text(full), &[0, 9], 1).end(), (End::CatcherCrashed, "collision"));
    }
}

#[test]
fn ai_piloting() {
    let crashes = |rules: &str, ai: bool| {
        scripted(&failing(rules, &format!("piloting = 1, ai = {ai}")), &[2], 1).count("catcher_crash_events")
    };
    assert_eq!([crashes("", false), crashes("", true), crashes("ai_piloting = \"no\"", true)], [0, 1, 1]);
    assert_eq!(crashes("ai_piloting = \"yes\"", true), 0);
}

#[test]
fn break_off() {
    let played = |rules: &str, turns| scripted(&failing(rules, "piloting = 0, stability = 9"), &[-4, -4], turns);
    assert_eq!(played("break_off = \"none\"", 2).last().distance, 5);
    let away = played("break_off = 5", 2);
    assert_eq!((away.end(), away.states.len()), ((End::Escaped, "broke_off"), 3));
    // At the start, before anybody drives.
    assert_eq!(scripted(&failing("break_off = 3", ""), &[], 0).end(), (End::Escaped, "broke_off"));
}

#[test]
fn min_crash_level() {
    // Fails by 1 with stability 3: a skid all the same, or nothing but the turn lost.
    let played = |rules: &str| {
        let played = scripted(&failing(rules, "piloting = 0, stability = 3"), &[2], 1);
        (played.count("catcher_crash_events"), played.last().distance)
    };
    assert_eq!(
        [played(""), played("min_crash_level = 0"), played("min_crash_level = \"none\"")],
        [(1, 4), (1, 4), (0, 4)]
    );
}

/// The prey, at a total of -3, has every turn and tries to lose the catcher, else it waits; heavy traffic in the first
/// segment, and a straight road for ever.
fn losing(start: i16, rules: &str, catcher: &str) -> String {
    let (rules, catcher) = (table(&["damage = \"off\"", rules]), table(&["risk = -4", catcher]));
    format!(
        "start = {start}\nrules = {rules}\n\
         course = {{ kind = \"fixed\", segments = [[\"heavy-traffic\"], [\"straight\"]], after = \"last\" }}\n\
         prey = {{ driving = -3, piloting = 0, maneuver = 9, acceleration = 9, risk = -4, action = [\"lose\", \"wait\"] }}\n\
         catcher = {catcher}\n"
    )
}

#[test]
fn losing_the_catcher() {
    // 3 - 4 - 3 for the traffic: -4, so that a face of -1 is enough at -3.
    let escapes = |start: i16, catcher: &str, face: i16| {
        let played = scripted(&losing(start, "", catcher), &[face], 1);
        assert_eq!(played.count("attempts_to_lose"), 1);
        matches!(played.last().phase, chaselab_systems::fths::Phase::Over(End::Escaped, _))
    };
    assert_eq!([escapes(4, "", -1), escapes(4, "", -2)], [true, false]);
    assert_eq!([escapes(5, "", -2), escapes(5, "", -3)], [true, false], "each turn of distance helps");
    assert_eq!([escapes(4, "perception = 2", 1), escapes(4, "perception = 2", 0)], [true, false]);
    assert_eq!(scripted(&losing(4, "", ""), &[-1], 1).end(), (End::Escaped, "lost"));
    // The action is used, and the distance stays. At 3, or tracked, it is not possible.
    assert_eq!(scripted(&losing(4, "", ""), &[-2], 1).last().distance, 4);
    for (start, catcher) in [(3, ""), (4, "tracking = true")] {
        let played = scripted(&losing(start, "", catcher), &[], 1);
        assert_eq!(played.count("attempts_to_lose"), 0);
        played.uses_all();
    }
}

#[test]
fn lose_elements() {
    // In turn 2 the prey is past the traffic, -1, and the catcher is not: -4.
    let escapes = |rules: &str, face: i16| {
        let played = scripted(&losing(4, rules, ""), &[-2, face], 2);
        matches!(played.last().phase, chaselab_systems::fths::Phase::Over(End::Escaped, _))
    };
    assert_eq!([escapes("", 1), escapes("", 2)], [false, true]);
    assert_eq!([escapes("lose_elements = \"prey\"", 1), escapes("lose_elements = \"catcher\"", 1)], [false, true]);
    assert_eq!([escapes("lose_elements = \"catcher\"", -1), escapes("lose_elements = \"catcher\"", -2)], [true, false]);
}

#[test]
fn a_crash_spoils_the_attempt_to_lose_in_the_next_turn() {
    // Turn 1: the prey fails by 2, level 2, -1 in the next turn, and the catcher waits. Turn 2: it holds 3 with 4, and
    // needs 3 - 5 with a total of -1.
    let escapes = |face: i16| {
        let text = "start = 5\nrules.damage = \"off\"\ncourse = { kind = \"open\" }\n\
                    prey = { driving = 0, piloting = 0, stability = 0, risk = 3, action = [\"lose\"] }\n\
                    catcher = { risk = -4, action = [\"wait\"] }\n";
        let played = scripted(text, &[1, 4, face], 2);
        matches!(played.last().phase, chaselab_systems::fths::Phase::Over(End::Escaped, _))
    };
    assert_eq!([escapes(-1), escapes(-2)], [true, false]);
}

#[test]
fn a_catcher_thrown_back_by_two_enters_a_segment_again() {
    // The turn stands in the second segment, and the catcher a turn behind; everything else is worth 0.
    let text = "start = 1\nrules.damage = \"off\"\n\
                course = { kind = \"fixed\", segments = [[\"straight\"], [\"sharp-turn\"], []], after = \"last\" }\n\
                prey = { acceleration = 0, deceleration = 0, maneuver = 0, risk = -4, action = [\"open\"] }\n\
                catcher = { driving = 0, piloting = 0, stability = 0, acceleration = 0, deceleration = 0, maneuver = 0, \
                action = [\"wait\"], risk = { \"0..2\" = 3, \"3+\" = -4 } }\n";
    // Turn 3: in the turn it fails by 4, a spin-out, and the prey opens by two. Turn 4: a segment back; nobody wins.
    let played = scripted(text, &[3, 3, -1], 4);
    let seen: Vec<(i16, i16)> = played.states.iter().map(|state| state.distance).zip(bases(&played)).collect();
    assert_eq!(seen, [(1, 0), (1, 0), (1, -2), (3, 0), (3, -2)]);
    played.uses_all();
}

/// The catcher's base modifier at the beginning of each turn.
fn bases(played: &super::scripted::Scripted) -> Vec<i16> {
    use chaselab_core::System;
    played.states.iter().map(|state| played.system.view(state).0[5]).collect()
}
