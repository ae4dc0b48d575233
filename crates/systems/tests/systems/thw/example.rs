//! The worked example, to the last number (rules/thw.md 4).

use super::known_answers::chances;
use super::played::Played;
use chaselab_core::End;

const EXAMPLE: &str = "
    [thw]
    start = 6
    rules = { front_penalty = \"off\", declined_roll = \"roll-only\" }
    [thw.prey]
    size = 3
    armor = true
    damage = 4
    driving = 4
    shooting = 3
    passenger = true
    shoot = \"always\"
    [thw.catcher]
    size = 3
    damage = 3
    driving = 4
    shooting = 4
    passenger = true
    faster = true
    shoot = \"always\"
";

const SCENARIO: &str = include_str!("../../../../../scenarios/van-and-cruiser.toml");

fn play(text: &str) -> Played {
    Played::new(
        text,
        &[("shoot", &["hold", "shoot"]), ("maneuver", &["no", "no"]), ("answer", &["decline"])],
        &[("shoot", &["hold", "shoot"]), ("maneuver", &["no", "attempt"])],
        // Distance; gunfire, the maneuver's 3 and 4, distance.
        &[1, 2, 1, 3, 2, 1, 4],
        2,
    )
}

fn check(played: &Played) {
    assert_eq!(
        played.asked(),
        ["4d6 pass 3", "5d6 pass 3", "4d6 pass 3", "4d6 pass 3", "2d6 pass 4", "2d6 pass 3", "5d6 pass 3"]
    );
    assert_eq!(played.gaps(), [6, 5, -1]);
    assert_eq!(played.damage(), (1, 0));
    assert_eq!(played.end(), Some((End::Caught, "passed")));
}

#[test]
fn the_van_is_forced_to_the_curb() {
    let played = play(EXAMPLE);
    check(&played);
    assert_eq!(
        played.told,
        [
            "Distance: the prey passes 1 of 4, the catcher 2 of 5; gap 6 -> 5.",
            "Shooting: the prey rolls 4 dice, the catcher 4.",
            "The catcher wins by 2: the prey takes 1 damage and loses 1 dice for the turn; gap 5 -> 4.",
            "The prey declines.",
            "Maneuver of the catcher: 2 dice against driving 4, 2 pass: it works.",
            "Gap 4 -> 2.",
            "Distance: the prey passes 1 of 2, the catcher 4 of 5; gap 2 -> -1.",
        ]
    );
    assert_eq!(played.events, ["prey_shots", "catcher_shots", "catcher_hits", "prey_declines", "catcher_maneuvers"]);
}

#[test]
fn the_scenario_of_the_repository_sets_the_same_chase_up() {
    check(&play(SCENARIO));
    let exact = chances(SCENARIO);
    assert!(exact.end(End::Caught) > exact.end(End::Escaped));
}

#[test]
fn an_armor_die_for_the_distance_does_not_replay_it() {
    let text = EXAMPLE.replace("\"roll-only\" }", "\"roll-only\", armor_distance_die = \"on\" }");
    let played = play(&text);
    assert_eq!(played.asked()[0], "5d6 pass 3");
    assert_eq!(played.asked()[5], "3d6 pass 3");
}
