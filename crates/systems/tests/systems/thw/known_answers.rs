//! Ends and lengths that an independent program computed exactly.

use crate::exact::{Exact, read};
use chaselab_core::End;
use chaselab_systems::thw::Thw;

/// The columns of the published table.
const ENDS: [End; 9] = [
    End::Escaped,
    End::Caught,
    End::PreyDisabled,
    End::CatcherDisabled,
    End::BothDisabled,
    End::PreyCrashed,
    End::CatcherCrashed,
    End::BothCrashed,
    End::Timeout,
];

/// Follows a scenario exactly.
pub fn chances(text: &str) -> Exact {
    let prepared = read::<Thw>(text);
    crate::exact::exact(&prepared.system, &prepared.behaviours, prepared.max_turns)
}

/// The table has nine decimals.
fn check(text: &str, ends: [f64; 9], turns: f64) {
    let exact = chances(text);
    for (end, published) in ENDS.into_iter().zip(ends) {
        let ours = exact.end(end);
        assert!((ours - published).abs() < 1e-9, "{}: {ours:.10}, published {published}", end.name());
    }
    assert!((exact.turns - turns).abs() < 1e-9, "mean turns {:.10}, published {turns}", exact.turns);
    let total: f64 = exact.ends.values().sum();
    assert!((total - 1.0).abs() < 1e-12);
}

#[test]
fn nothing_optional() {
    let text = "thw = { prey = { driving = 4 }, catcher = { driving = 4 } }";
    check(text, [0.539151058, 0.446032032, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.014816909], 12.835977025);
}

#[test]
fn a_better_driver_against_a_faster_car() {
    let text = "
        [thw]
        start = 5
        [thw.prey]
        driving = 5
        answer = \"decline\"
        [thw.catcher]
        driving = 4
        faster = true
    ";
    check(text, [0.496519082, 0.496519082, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.006961836], 12.065128036);
}

#[test]
fn both_shoot_every_turn() {
    let text = "
        [thw]
        start = 6
        [thw.prey]
        damage = 2
        shooting = 3
        shoot = \"always\"
        [thw.catcher]
        damage = 2
        shooting = 3
        shoot = \"always\"
    ";
    let ends = [0.155385052, 0.286706919, 0.536566679, 0.021340160, 0.0, 0.0, 0.0, 0.0, 0.000001190];
    check(text, ends, 6.397304054);
}

#[test]
fn the_catcher_attempts_and_the_prey_declines() {
    let text = "
        [thw]
        start = 6
        [thw.prey]
        damage = 2
        answer = \"never\"
        [thw.catcher]
        damage = 2
        maneuver = \"always\"
    ";
    let ends = [0.003661472, 0.355377777, 0.0, 0.386792621, 0.0, 0.0, 0.254168129, 0.0, 0.0];
    check(text, ends, 2.396790938);
}

#[test]
fn the_prey_attempts_and_the_catcher_answers() {
    let text = "
        [thw]
        start = 6
        [thw.prey]
        damage = 2
        maneuver = \"attempt\"
        [thw.catcher]
        damage = 2
        answer = \"roll\"
    ";
    let ends =
        [0.141288794, 0.030486149, 0.185152546, 0.133831328, 0.078981802, 0.202475003, 0.202475003, 0.025309375, 0.0];
    check(text, ends, 2.050059405);
}

#[test]
fn length_counts_the_last_turn_and_a_timeout_counts_them_all() {
    let exact = |start: i16, max_turns: u16| chances(&format!("thw = {{ start = {start}, max_turns = {max_turns} }}"));
    assert_eq!(exact(10, 5).turns, 0.0);
    assert_eq!(exact(10, 5).end(End::Escaped), 1.0);
    assert_eq!(exact(6, 1).turns, 1.0);
    assert!(exact(6, 1).end(End::Timeout) > 0.99);
}
