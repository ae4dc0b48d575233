//! The Fudge chase against answers of an independent exact program: damage off, one repeated segment.

use crate::exact::{exact, read};
use chaselab_core::{Action, End, Pair, System, every};
use chaselab_systems::fths::Fths;

const JON_AND_MAD: &str = r#"
[fths]
start = 3
max_turns = 60
rules = { damage = "off" }
course = { kind = "fixed", segments = [["straight", "medium-traffic"]] }
[fths.prey]
driving = "Good"
piloting = 0
acceleration = 1
deceleration = 1
maneuver = 1
stability = 1
risk = PREY
[fths.catcher]
driving = "Fair"
piloting = 1
acceleration = 2
deceleration = -1
maneuver = 0
stability = 0
risk = CATCHER
"#;

/// Risks of prey and catcher; escaped, caught, prey crashed, catcher crashed, both crashed, timeout; mean turns.
const ROWS: [(i8, i8, [f64; 6], f64); 6] = [
    (0, 0, [0.999342731, 0.000297458, 0.0, 0.000359810, 0.0, 0.0], 3.019049165),
    (0, 1, [0.954836566, 0.007516542, 0.0, 0.037430845, 0.0, 0.000216047], 7.796550797),
    (1, 0, [0.959058748, 0.038487755, 0.001320152, 0.001044226, 0.000000287, 0.000088833], 6.139090254),
    (2, 1, [0.564958068, 0.279392967, 0.077653226, 0.075755714, 0.000676387, 0.001563638], 10.311620946),
    (-2, 0, [0.088074797, 0.910434246, 0.0, 0.001490591, 0.0, 0.000000366], 7.666137752),
    (3, 3, [0.070986599, 0.002003507, 0.162468050, 0.714675171, 0.049866673, 0.0], 3.918638793),
];

const ENDS: [End; 6] =
    [End::Escaped, End::Caught, End::PreyCrashed, End::CatcherCrashed, End::BothCrashed, End::Timeout];

#[test]
fn six_pairs_of_risks() {
    for (prey, catcher, ends, turns) in ROWS {
        let text = JON_AND_MAD.replace("PREY", &prey.to_string()).replace("CATCHER", &catcher.to_string());
        let prepared = read::<Fths>(&text);
        let result = exact(&prepared.system, &prepared.behaviours, prepared.max_turns);
        for (end, expected) in ENDS.into_iter().zip(ends) {
            let found = result.end(end);
            assert!((found - expected).abs() < 1e-9, "risks {prey}, {catcher}: {} {found} not {expected}", end.name());
        }
        assert!((result.turns - turns).abs() < 1e-9, "risks {prey}, {catcher}: {} turns, not {turns}", result.turns);
    }
}

#[test]
fn chances_of_surviving_a_risk() {
    // rules/fths.md 9, by skill + piloting - risk, through the rules themselves.
    let ways = [5, 15, 31, 50, 66, 76, 80, 81];
    for (advantage, ways) in (-3..=4).zip(ways) {
        for (piloting, risk) in [(0, 0), (1, 2), (-1, -3)] {
            let text = format!(
                "[fths]\nrules.damage = \"off\"\nprey = {{ driving = {}, piloting = {piloting} }}\n",
                advantage + risk - piloting
            );
            let system = read::<Fths>(&format!("{text}course = {{ kind = \"open\" }}\n")).system;
            let mut state = system.start(&mut chaselab_core::Script::new([]));
            system.choose(&mut state, Pair::new(Action((risk + 4) as u8), Action(0)));
            let crashes = system.words().events.iter().position(|event| event == "prey_crash_events").unwrap();
            let mut survived = 0.0;
            every(
                |chance| {
                    let mut after = state;
                    system.resolve(&mut after, chance);
                    after
                },
                |probability, after, events| {
                    let out = matches!(system.next(&after), chaselab_core::Next::Over(..));
                    survived += if events[crashes] == 0 && !out { probability } else { 0.0 };
                },
            );
            assert!((survived - f64::from(ways) / 81.0).abs() < 1e-12, "{advantage} at risk {risk}: {survived}");
        }
    }
}
