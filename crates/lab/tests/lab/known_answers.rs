//! Counts of a million chases, for three seeds, and exact chances, against answers of an independent exact program.

use crate::results;
use chaselab_core::End::{self, *};
use chaselab_lab::verify::binomial_tail;

const JON_AND_MAD: &str = r#"
systems = ["fths"]
[fths]
start = 3
rules = { damage = "off" }
course = { kind = "fixed", segments = [["straight", "medium-traffic"]] }
prey = { driving = 1, piloting = 0, acceleration = 1, deceleration = 1, maneuver = 1, stability = 1 }
catcher = { driving = 0, piloting = 1, acceleration = 2, deceleration = -1, maneuver = 0, stability = 0 }
"#;

/// Settings, the chance of each end, and the mean length.
type Row = (&'static [&'static str], &'static [(End, f64)], f64);

const FTHS: [Row; 6] = [
    (
        &["fths.prey.risk=0", "fths.catcher.risk=0"],
        &[(Escaped, 0.999342731), (Caught, 0.000297458), (CatcherCrashed, 0.000359810)],
        3.019049165,
    ),
    (
        &["fths.prey.risk=0", "fths.catcher.risk=1"],
        &[(Escaped, 0.954836566), (Caught, 0.007516542), (CatcherCrashed, 0.037430845), (Timeout, 0.000216047)],
        7.796550797,
    ),
    (
        &["fths.prey.risk=1", "fths.catcher.risk=0"],
        &[
            (Escaped, 0.959058748),
            (Caught, 0.038487755),
            (PreyCrashed, 0.001320152),
            (CatcherCrashed, 0.001044226),
            (BothCrashed, 0.000000287),
            (Timeout, 0.000088833),
        ],
        6.139090254,
    ),
    (
        &["fths.prey.risk=2", "fths.catcher.risk=1"],
        &[
            (Escaped, 0.564958068),
            (Caught, 0.279392967),
            (PreyCrashed, 0.077653226),
            (CatcherCrashed, 0.075755714),
            (BothCrashed, 0.000676387),
            (Timeout, 0.001563638),
        ],
        10.311620946,
    ),
    (
        &["fths.prey.risk=-2", "fths.catcher.risk=0"],
        &[(Escaped, 0.088074797), (Caught, 0.910434246), (CatcherCrashed, 0.001490591), (Timeout, 0.000000366)],
        7.666137752,
    ),
    (
        &["fths.prey.risk=3", "fths.catcher.risk=3"],
        &[
            (Escaped, 0.070986599),
            (Caught, 0.002003507),
            (PreyCrashed, 0.162468050),
            (CatcherCrashed, 0.714675171),
            (BothCrashed, 0.049866673),
        ],
        3.918638793,
    ),
];

const TWO_CARS: &str = r#"
systems = ["thw"]
[thw]
getaway = 10
max_turns = 50
prey = { driving = 4, damage = 2, size = 2, armor = false, passenger = true, faster = false, handling = false, maneuver = "never", answer = "never" }
catcher = { driving = 4, damage = 2, size = 2, armor = false, passenger = true, faster = false, handling = false, maneuver = "never", answer = "never" }
"#;

const THW: [Row; 5] = [
    (&[], &[(Escaped, 0.539151058), (Caught, 0.446032032), (Timeout, 0.014816909)], 12.835977025),
    (
        &["thw.start=5", "thw.prey.driving=5", "thw.catcher.faster=true"],
        &[(Escaped, 0.496519082), (Caught, 0.496519082), (Timeout, 0.006961836)],
        12.065128036,
    ),
    (
        &[
            "thw.start=6",
            "thw.prey.shoot=always",
            "thw.catcher.shoot=always",
            "thw.prey.shooting=3",
            "thw.catcher.shooting=3",
        ],
        &[
            (Escaped, 0.155385052),
            (Caught, 0.286706919),
            (PreyDisabled, 0.536566679),
            (CatcherDisabled, 0.021340160),
            (Timeout, 0.000001190),
        ],
        6.397304054,
    ),
    (
        &["thw.start=6", "thw.catcher.maneuver=always"],
        &[(Escaped, 0.003661472), (Caught, 0.355377777), (CatcherDisabled, 0.386792621), (CatcherCrashed, 0.254168129)],
        2.396790938,
    ),
    (
        &["thw.start=6", "thw.prey.maneuver=always", "thw.catcher.answer=always"],
        &[
            (Escaped, 0.141288794),
            (Caught, 0.030486149),
            (PreyDisabled, 0.185152546),
            (CatcherDisabled, 0.133831328),
            (BothDisabled, 0.078981802),
            (PreyCrashed, 0.202475003),
            (CatcherCrashed, 0.202475003),
            (BothCrashed, 0.025309375),
        ],
        2.050059405,
    ),
];

fn all_rows() -> impl Iterator<Item = (&'static str, Row)> {
    FTHS.into_iter().map(|row| (JON_AND_MAD, row)).chain(THW.into_iter().map(|row| (TWO_CARS, row)))
}

#[test]
fn exact_chances() {
    for (scenario, (sets, ends, turns)) in all_rows() {
        let found = results(scenario, &[sets, &["method=exact"]].concat(), 2);
        let cell = &found.cells[0];
        for &(end, rate) in &cell.ends {
            let expected = ends.iter().find(|(this, _)| *this == end).map_or(0.0, |&(_, chance)| chance);
            assert!((rate.rate - expected).abs() < 1e-9, "{sets:?}: {} is {} not {expected}", end.name(), rate.rate);
            assert_eq!((rate.count, rate.low, rate.high), (None, rate.rate, rate.rate));
        }
        assert!((cell.turns.mean.mean - turns).abs() < 1e-9, "{sets:?}: {} turns", cell.turns.mean.mean);
    }
}

#[test]
fn counts_of_a_million_chases() {
    for seed in ["seed=1", "seed=2", "seed=3"] {
        for (scenario, (sets, ends, turns)) in all_rows() {
            let found = results(scenario, &[sets, &["method=sampled", "chases=1_000_000", seed]].concat(), 2);
            let cell = &found.cells[0];
            for &(end, rate) in &cell.ends {
                // Chances are given to nine digits; a rounded 0 may be a little more.
                let chance = ends.iter().find(|(this, _)| *this == end).map_or(5e-10, |&(_, chance)| chance);
                let tail = binomial_tail(rate.count.unwrap(), 1_000_000, chance);
                assert!(tail > 1e-6, "{seed} {sets:?}: {} {rate:?} tail {tail}", end.name());
            }
            let spread = cell.turns.sd / 1000.0;
            assert!((cell.turns.mean.mean - turns).abs() < 5.0 * spread, "{seed} {sets:?}: {:?}", cell.turns.mean);
        }
    }
}
