//! Each switch changes what it should, and nothing when it is not turned.

use super::played::{Picks, Played};
use super::reading::refused;
use crate::exact::read;
use chaselab_core::End;
use chaselab_systems::thw::Thw;

const HOLDS: Picks<'static> = &[("shoot", &["hold"]), ("maneuver", &["no"])];
const SHOOTS: Picks<'static> = &[("shoot", &["shoot"]), ("maneuver", &["no"])];
const PASSES: Picks<'static> = &[("maneuver", &["no"])];
const ATTEMPTS: Picks<'static> = &[("maneuver", &["attempt"])];
const DECLINES: Picks<'static> = &[("maneuver", &["no"]), ("answer", &["decline"])];

/// A scenario with one switch turned.
fn with(rules: &str, rest: &str) -> String {
    format!("[thw]\nrules = {{ {rules} }}\n{rest}")
}

#[test]
fn armor_point() {
    let rest = "
        start = 6
        [prey]
        vehicle = { base = \"motorcycle\", body_dr = 20 }
        [thw.catcher]
        shoot = \"always\"
    ";
    // One point of damage: all that a motorcycle has, but not all with armor. Four dice, of which size 1 takes one.
    let turn =
        |rules, faces: &[i16]| Played::new(&with(rules, rest), PASSES, SHOOTS, faces, 1).end().map(|(end, _)| end);
    assert_eq!(turn("", &[0, 2, 1, 1]), None);
    assert_eq!(turn("armor_point = \"on\"", &[0, 2, 1, 1]), None);
    assert_eq!(turn("armor_point = \"off\"", &[0, 2]), Some(End::PreyDisabled));
}

#[test]
fn checks() {
    let rest = "start = 9\n[thw.prey]\nshoot = \"always\"\ndamage = 1\n[thw.catcher]\nshoot = \"always\"\n";
    let turn = |rules, picks, faces: &[i16]| Played::new(&with(rules, rest), picks, HOLDS, faces, 1);
    // The prey's shots carry it to the getaway; looked for at the end of the turn, it has fallen back by then.
    let at_once = turn("", SHOOTS, &[2, 0]);
    assert_eq!((at_once.gaps(), at_once.end()), (vec![9, 10], Some((End::Escaped, ""))));
    let later = turn("checks = \"end-of-turn\"", SHOOTS, &[2, 0, 0, 2]);
    assert_eq!((later.gaps(), later.end()), (vec![9, 8], None));
    // A crash ends the turn at once, whatever the switch.
    let crash: Picks<'_> = &[("shoot", &["hold"]), ("maneuver", &["attempt"])];
    let declines: Picks<'_> = &[("shoot", &["hold"]), ("maneuver", &["no"]), ("answer", &["decline"])];
    let crashed = Played::new(&with("checks = \"end-of-turn\"", rest), crash, declines, &[0], 1);
    assert_eq!(crashed.end(), Some((End::PreyCrashed, "")));
    // Disabled and passed in the same turn: disabled, once the distance has been rolled.
    let shot = Played::new(&with("checks = \"end-of-turn\"", rest), HOLDS, SHOOTS, &[0, 2, 2, 0], 1);
    assert_eq!((shot.gaps(), shot.end()), (vec![9, 10], Some((End::PreyDisabled, ""))));
}

#[test]
fn large_from() {
    let rest = "start = 6\n[prey]\nvehicle = \"van\"\n[catcher]\nweapon = \"pistol\"\n";
    let dice = |rules| Played::new(&with(rules, rest), PASSES, SHOOTS, &[0, 0, 0, 0], 1).dice[1].clone();
    assert_eq!([dice(""), dice("large_from = 4"), dice("large_from = 3")], ["4d6 pass 3", "4d6 pass 3", "5d6 pass 3"]);
}

#[test]
fn front_penalty() {
    let rest = "start = 6\n[catcher]\nweapon = \"pistol\"\n";
    let dice = |rules| Played::new(&with(rules, rest), PASSES, SHOOTS, &[0, 0, 0, 0], 1).dice[0].clone();
    assert_eq!([dice(""), dice("front_penalty = \"off\"")], ["3d6 pass 3", "4d6 pass 3"]);
}

#[test]
fn declined_roll() {
    let rest = "start = 6\n";
    let gaps = |rules, roll| Played::new(&with(rules, rest), DECLINES, ATTEMPTS, &[roll, 0, 0], 1).gaps()[1];
    let all = |rules| [2, 1].map(|roll| gaps(rules, roll));
    assert_eq!(all(""), [3, 6]);
    assert_eq!(all("declined_roll = \"both\""), [3, 6]);
    assert_eq!(all("declined_roll = \"roll-only\""), [4, 7]);
    assert_eq!(all("declined_roll = \"unit-only\""), [5, 5]);
    // Damage and crash stand.
    let unit = with("declined_roll = \"unit-only\"", rest);
    assert_eq!(Played::new(&unit, DECLINES, ATTEMPTS, &[1, 0, 0], 1).damage(), (0, 1));
    assert_eq!(Played::new(&unit, DECLINES, ATTEMPTS, &[0], 1).end(), Some((End::CatcherCrashed, "")));
    // When nobody declines, both rolls move the gap.
    assert_eq!(Played::new(&unit, ATTEMPTS, ATTEMPTS, &[1, 2, 0, 0], 1).gaps()[1], 3);
}

#[test]
fn declining_is_a_step_of_its_own() {
    // The unit alone draws level, and the maneuver is never rolled.
    let turn = |rules, faces: &[i16]| Played::new(&with(rules, "start = 1\n"), DECLINES, ATTEMPTS, faces, 1);
    let level = turn("", &[1]);
    assert_eq!(level.asked(), ["2d6 pass 4"]);
    assert_eq!((level.gaps(), level.end()), (vec![1, 0], Some((End::Caught, "both_active"))));
    let rolled = turn("declined_roll = \"roll-only\"", &[2]);
    assert_eq!((rolled.gaps(), rolled.end()), (vec![1, -1], Some((End::Caught, "passed"))));
}

#[test]
fn risk_dice() {
    let rest = "start = 6\n[thw.prey]\ndamage = 4\n[thw.catcher]\nshoot = \"always\"\n";
    let declines: Picks<'_> = &[("shoot", &["shoot"]), ("maneuver", &["no"]), ("answer", &["decline"])];
    let turn = |rules, faces: &[i16]| Played::new(&with(rules, rest), ATTEMPTS, declines, faces, 1);
    // One die lost: the other passes, which is one pass of two.
    let one = turn("", &[0, 1, 1, 0, 0]);
    assert_eq!((one.dice[2].as_str(), one.damage()), ("1d6 pass 4", (1, 0)));
    // Two lost: none left, a crash without a roll.
    assert_eq!(turn("", &[0, 3]).end(), Some((End::PreyCrashed, "")));
    let two = turn("risk_dice = \"always-two\"", &[0, 3, 2, 0]);
    assert_eq!((two.dice[2].as_str(), two.end()), ("2d6 pass 4", None));
}

#[test]
fn damage_dice() {
    let rest = "start = 6\n[thw.prey]\ndamage = 4\n[thw.catcher]\nshoot = \"always\"\n";
    let picks: Picks<'_> = &[("shoot", &["shoot", "hold"]), ("maneuver", &["no", "no"])];
    let idle: Picks<'_> = &[("maneuver", &["no", "no"])];
    let second = |rules, faces: &[i16]| {
        let played = Played::new(&with(rules, rest), idle, picks, faces, 2);
        played.dice[played.dice.len() - 2].clone()
    };
    // Two points of damage, in the turn after the one in which they were taken.
    assert_eq!(second("", &[0, 3, 0, 0, 0]), "2d6 pass 3");
    assert_eq!(second("damage_dice = \"flat\"", &[0, 3, 0, 0, 0, 0]), "3d6 pass 3");
}

#[test]
fn armor_distance_die() {
    let rest = "start = 6\n[thw.catcher]\narmor = true\n";
    let dice = |rules| Played::new(&with(rules, rest), PASSES, PASSES, &[0, 0], 1).dice.join(", ");
    assert_eq!(dice(""), "4d6 pass 3, 4d6 pass 3");
    assert_eq!(dice("armor_distance_die = \"on\""), "4d6 pass 3, 5d6 pass 3");
}

#[test]
fn no_pass_stops() {
    let rest = "start = 2\n";
    let idle: Picks<'_> = &[("maneuver", &["no", "no"])];
    let stopped = Played::new(&with("", rest), idle, idle, &[0, 2, 0], 2);
    assert_eq!(stopped.end(), Some((End::Caught, "catcher_stunned")));
    let no = with("no_pass_stops = \"no\"", rest);
    // The gap stays 0 and is tested again after the next step that ends there.
    let again = Played::new(&no, idle, idle, &[0, 2, 0, 1, 1, 2], 2);
    assert_eq!((again.gaps(), again.end()), (vec![2, 0, 0], Some((End::Caught, "prey_stunned"))));
    // Or the prey draws away.
    let away = Played::new(&no, idle, idle, &[0, 2, 0, 3, 1], 2);
    assert_eq!((away.gaps(), away.end()), (vec![2, 0, 2], None));
    // A step in the middle of a turn is one as well: gunfire that leaves the gap at 0.
    let armed = with("no_pass_stops = \"no\"", "start = 2\n[thw.catcher]\nshoot = \"always\"\n");
    let shoots: Picks<'_> = &[("shoot", &["hold", "shoot"]), ("maneuver", &["no", "no"])];
    let fired = Played::new(&armed, idle, shoots, &[0, 2, 0, 1, 1, 0, 2, 1], 2);
    assert_eq!(fired.asked()[5], "2d6 pass 4");
    assert_eq!((fired.gaps(), fired.end()), (vec![2, 0, 1], None));
}

#[test]
fn what_is_set_is_said() {
    let switches = read::<Thw>(&with("checks = \"end-of-turn\", large_from = 3", "")).switches;
    let names: Vec<&str> = switches.iter().map(|switch| switch.name).collect();
    assert_eq!(
        names,
        [
            "armor_point",
            "checks",
            "large_from",
            "front_penalty",
            "declined_roll",
            "risk_dice",
            "damage_dice",
            "armor_distance_die",
            "no_pass_stops",
        ]
    );
    let changed: Vec<(&str, &str)> = switches
        .iter()
        .filter(|switch| switch.is_changed())
        .map(|switch| (switch.name, switch.value.as_str()))
        .collect();
    assert_eq!(changed, [("checks", "end-of-turn"), ("large_from", "3")]);
    let problem = refused(&with("chekcs = \"end-of-turn\"", ""));
    assert_eq!(problem.message, "unknown key `chekcs` in rules");
    assert_eq!(problem.help.as_deref(), Some("did you mean `checks`?"));
    let problem = refused(&with("risk_dice = \"always\"", ""));
    assert_eq!(problem.message, "risk_dice cannot be \"always\"");
    assert_eq!(problem.expected.as_deref(), Some("\"reduced\" or \"always-two\""));
}
