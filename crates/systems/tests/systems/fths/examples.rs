//! The worked example of rules/fths.md 9, to the last number, and what the page says of elements and places.

use crate::exact::read;
use chaselab_core::contract::play_script;
use chaselab_core::{Pair, Script, System};
use chaselab_systems::fths::{Fths, State};

const EXAMPLE: &str = r#"
[fths]
start = 3
rules = { damage = "off", red_light = -2 }
strike = [{ turn = 5, side = "catcher", element = "red-light" }]
[fths.course]
kind = "fixed"
after = "last"
segments = [
    ["straight", "medium-traffic"],
    ["straight", "medium-traffic"],
    ["straight", "medium-traffic", "red-light:light-traffic"],
    ["sharp-turn", "narrow-street", "light-traffic"],
    ["narrow-street", "light-traffic"],
]
[fths.prey]
driving = "Good"
piloting = 0
acceleration = "Good"
deceleration = "Good"
maneuver = "Good"
stability = "Good"
[fths.catcher]
driving = "Fair"
piloting = 1
acceleration = "Great"
deceleration = "Mediocre"
maneuver = "Fair"
stability = 0
"#;

fn bases(system: &Fths, states: &[State]) -> Vec<(i16, i16, i16)> {
    states
        .iter()
        .map(|state| {
            let view = system.view(state).0;
            (view[0], view[4], view[5])
        })
        .collect()
}

#[test]
fn jon_and_mad() {
    let prepared = read::<Fths>(EXAMPLE);
    let system = &prepared.system;
    // Jon and Mad roll in turn; a success needs no more than what the page says they needed.
    let mut script = Script::new([0, 0, 0, -2, -2, 0, 0, 0, 0, -3]);
    let prey: &[(&str, &[&str])] = &[("risk", &["-2", "0", "0", "-2", "-2"]), ("action", &["open", "open"])];
    let catcher: &[(&str, &[&str])] = &[("risk", &["0"; 5]), ("action", &["close", "close", "close"])];
    let states = play_script(system, Pair::new(prey, catcher), &mut script, 5);
    // Distance, Jon's base and Mad's base at the beginning of each turn; the sixth is the distance after turn 5.
    let turns = bases(system, &states);
    assert_eq!(turns[..5], [(3, 0, -1), (2, 0, -1), (3, -2, -1), (2, -2, -1), (1, 0, -2)]);
    assert_eq!(turns[5].0, 2);
    // Turn 2: Mad fails by 1, level 1, no collision; turn 3: Jon by 1, level 0; turn 5: Mad by 2, level 2, side wall.
    let events = script.events();
    let count = |name: &str| events[system.words().events.iter().position(|event| event == name).unwrap()];
    assert_eq!((count("prey_crash_events"), count("catcher_crash_events")), (1, 2));
    assert_eq!((count("catcher_hits_sidewall"), count("catcher_hits_vehicle"), count("prey_hits_vehicle")), (1, 0, 0));
    assert_eq!(states[5].penalty, Pair::new(0, -1));
    script.finish().unwrap();
}

#[test]
fn without_the_strike_the_jumped_red_light_is_added() {
    let text = EXAMPLE.replace("strike = [{ turn = 5, side = \"catcher\", element = \"red-light\" }]", "");
    let prepared = read::<Fths>(&text);
    let mut script = Script::new([0, 0, 0, -2, -2, 0, 0, 0]);
    let prey: &[(&str, &[&str])] = &[("risk", &["-2", "0", "0", "-2"]), ("action", &["open"])];
    let catcher: &[(&str, &[&str])] = &[("risk", &["0"; 4]), ("action", &["close", "close", "close"])];
    let states = play_script(&prepared.system, Pair::new(prey, catcher), &mut script, 4);
    // Turn and crossing light: -2 -1 -1 for turn, street and traffic, -2 -1 for the light; acceleration and maneuver.
    assert_eq!(bases(&prepared.system, &states)[4], (1, 0, -7 + 2));
}

#[test]
fn elements_add_up_and_attributes_count_once() {
    // rules/fths.md 9: straight, medium-traffic and a red light at -3 are -6 in all, with all three attributes.
    let text = r#"
        [fths]
        rules = { damage = "off" }
        course = { kind = "fixed", segments = [["straight", "medium-traffic", "red-light:light-traffic"]] }
        [fths.prey]
        acceleration = 3
        deceleration = 4
        maneuver = 5
    "#;
    let prepared = read::<Fths>(text);
    let start = prepared.system.start(&mut Script::new([]));
    assert_eq!(prepared.system.view(&start).0[4], -6 + 12);
}

#[test]
fn a_point_behind_one_is_not_faced_again() {
    let text = |repeat: &str| {
        format!(
            r#"
            [fths]
            rules = {{ damage = "off", repeat_points = "{repeat}" }}
            course = {{ kind = "fixed", segments = [["sharp-turn"]] }}
            prey = {{ driving = 3, maneuver = 0 }}
            catcher = {{ driving = 3, maneuver = 0 }}
            "#
        )
    };
    let base_after = |repeat: &str, acts: (&str, &str), risks: (&str, &str)| {
        let prepared = read::<Fths>(&text(repeat));
        let (prey_acts, catcher_acts) = ([acts.0], [acts.1]);
        let prey: &[(&str, &[&str])] = &[("risk", &[risks.0]), ("action", &prey_acts)];
        let catcher: &[(&str, &[&str])] = &[("risk", &[risks.1]), ("action", &catcher_acts)];
        let states = play_script(&prepared.system, Pair::new(prey, catcher), &mut Script::new([0, 0]), 1);
        bases(&prepared.system, &states)[1].2
    };
    // The catcher stays where it was: its turn is behind it, modifier 0 and no attribute.
    assert_eq!(base_after("no", ("open", "-"), ("1", "0")), 0);
    assert_eq!(base_after("yes", ("open", "-"), ("1", "0")), -2);
    // Closing by one enters two segments; nothing changed enters one.
    assert_eq!(base_after("no", ("-", "close"), ("0", "1")), -4);
    assert_eq!(base_after("no", ("wait", "-"), ("1", "0")), -2);
}
