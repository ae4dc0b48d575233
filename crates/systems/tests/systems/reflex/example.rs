//! The worked example of rules/reflex.md 5, and the chances that the page states.

use super::played::Played;
use crate::exact::read;
use chaselab_core::{Action, Next, Pair, Script, System, every};
use chaselab_systems::reflex::Reflex;

/// The example declares 20 m on a safe speed of 15 m, which is no step of the grid; 20 m on 10 m is above safe as well.
/// The bend of 60 degrees is met in the third move, on tick 15.
const EXAMPLE: &str = "
    [reflex]
    start = 50
    bends = [[100, 60]]
    [reflex.prey]
    coordination = 7
    driving = 8
    safe_speed = 10
    [reflex.catcher]
    safe_speed = 0.5
";

#[test]
fn a_turn_of_sixty_degrees_above_the_safe_speed() {
    // Initiative 17 is tick 15; the third move, 90 to 110 m, passes the bend at 100 m.
    let played = Played::new(EXAMPLE, &["2"], &["0"], &[17, 5]);
    assert_eq!(played.dice, ["1d20", "3d20 low"]);
    assert_eq!(played.checks(), [(-2, 5)]);
    assert_eq!(played.came(), ["made"]);
    let drives = played.told.iter().find(|line| line.contains("Drives")).unwrap();
    assert!(drives.starts_with("Tick 15: the prey Drives a bend of 60 degrees"), "{drives}");
    // Five moves of 20 m.
    let moved: Vec<&str> =
        played.told.iter().filter(|line| line.contains("prey has moved")).map(String::as_str).collect();
    assert_eq!(
        moved,
        [
            "Tick 25: the prey has moved; gap 70 m.",
            "Tick 20: the prey has moved; gap 90 m.",
            "Tick 15: the prey has moved; gap 110 m.",
            "Tick 10: the prey has moved; gap 130 m.",
            "Tick 5: the prey has moved; gap 150 m.",
        ]
    );
    assert_eq!(played.gap(), 150);
    // With an initiative of 14 the driver may Drive from tick 10 on, and misses it.
    let missed = Played::new(EXAMPLE, &["2"], &["0"], &[14]);
    assert_eq!((missed.gap(), missed.count("prey_missed_bends"), missed.checks().len()), (130, 1, 0));
}

#[test]
fn chances_of_a_target_of_seven() {
    // An angle under 30 at the safe speed changes nothing. The page states two of these chances; the rest are counted.
    let chance = |driving: u32| {
        let text = format!(
            "[reflex]\nstart = 50\nbends = [[60, 10]]\n[reflex.prey]\ncoordination = 7\ndriving = {driving}\n\
             safe_speed = 10\ninitiative = 30\n[reflex.catcher]\nsafe_speed = 0.5"
        );
        let system = read::<Reflex>(&text).system;
        let mut state = None;
        every(|chance| system.start(chance), |_, start, _| state = Some(start));
        let mut state = state.unwrap();
        system.choose(&mut state, Pair::new(Action(2), Action(0)));
        system.resolve(&mut state, &mut Script::new([20]));
        assert_eq!(system.next(&state), Next::Resolve);
        let mut made = 0.0;
        every(
            |chance| {
                system.resolve(&mut state.clone(), chance);
            },
            |probability, (), events| {
                // Every failed check is an event or a rollover, which is a point of wear.
                let failed = system
                    .words()
                    .events
                    .iter()
                    .zip(events)
                    .any(|(name, &count)| count > 0 && (name == "prey_crash_events" || name == "prey_wear"));
                if !failed {
                    made += probability;
                }
            },
        );
        made
    };
    for (driving, expected) in [
        (0, 0.1225),
        (1, 0.35),
        (3, 0.35),
        (4, 1.0 - 0.65_f64.powi(2)),
        (7, 1.0 - 0.65_f64.powi(2)),
        (8, 0.725375),
        (15, 0.725375),
        (16, 1.0 - 0.65_f64.powi(4)),
        (31, 1.0 - 0.65_f64.powi(4)),
        (32, 1.0 - 0.65_f64.powi(5)),
        (63, 1.0 - 0.65_f64.powi(5)),
        (64, 1.0 - 0.65_f64.powi(6)),
        (999, 1.0 - 0.65_f64.powi(6)),
    ] {
        assert!((chance(driving) - expected).abs() < 1e-12, "skill {driving}: {}", chance(driving));
    }
}

#[test]
pub fn every_skill_has_its_dice() {
    // rules/reflex.md 1, as a check at the bend asks for them.
    for (driving, dice) in [
        (0, "2d20 high"),
        (1, "1d20"),
        (3, "1d20"),
        (4, "2d20 low"),
        (7, "2d20 low"),
        (8, "3d20 low"),
        (15, "3d20 low"),
        (16, "4d20 low"),
        (31, "4d20 low"),
        (32, "5d20 low"),
        (63, "5d20 low"),
        (64, "6d20 low"),
        (999, "6d20 low"),
    ] {
        let text = EXAMPLE.replace("driving = 8", &format!("driving = {driving}"));
        assert_eq!(Played::new(&text, &["2"], &["0"], &[17, 5]).dice, ["1d20", dice], "{driving}");
    }
}
