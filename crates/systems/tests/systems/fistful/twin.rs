//! A second implementation of the simplest pursuit, from the rule page alone: a straight road without obstacles, fixed
//! dice, nobody shoots or rams. Drivers start a stalled engine and otherwise move.

use crate::exact::{Exact, exact, read};
use chaselab_core::{Detail, End};
use chaselab_systems::fistful::Fistful;
use std::collections::BTreeMap;

/// A vehicle: dice, quality, speed in tenths of a millimetre.
#[derive(Clone, Copy)]
struct Car {
    dice: u32,
    quality: u32,
    speed: i64,
}

/// Tenths of a millimetre in a centimetre.
const CM: i64 = 100;

/// What an activation comes to: distance covered, stalled afterwards; with its chance.
fn activation(car: Car, stalled: bool) -> BTreeMap<(i64, bool), f64> {
    let mut results = BTreeMap::new();
    let mut add = |gone, stalled, chance| *results.entry((gone, stalled)).or_default() += chance;
    let patterns = 6_u32.pow(car.dice);
    for pattern in 0..patterns {
        let faces: Vec<u32> = (0..car.dice).map(|die| pattern / 6_u32.pow(die) % 6 + 1).collect();
        let wins = faces.iter().filter(|&&face| face == 6 || (face > 1 && face >= car.quality)).count() as i64;
        let chance = 1.0 / f64::from(patterns);
        if car.dice == 3 && wins == 0 {
            // Out of control, along the road by another die; a vehicle that stands stays.
            for face in 1..=6 {
                let share = [2, 2, 1, 1, 0, 0][face - 1];
                let gone = if stalled { 0 } else { share * car.speed / 2 };
                add(gone, true, chance / 6.0);
            }
        } else if stalled {
            add((wins - 1).max(0) * car.speed, wins == 0, chance);
        } else {
            add(wins * car.speed, false, chance);
        }
    }
    results
}

/// Ends by name, and the mean length.
fn twin(prey: Car, catcher: Car, start: i64, max_turns: u32) -> (BTreeMap<&'static str, f64>, f64) {
    let mut ends: BTreeMap<&str, f64> = BTreeMap::from([("escaped", 0.0), ("caught", 0.0), ("timeout", 0.0)]);
    let mut turns = 0.0;
    let [prey, catcher] = [prey, catcher].map(|car| [false, true].map(|stalled| activation(car, stalled)));
    let mut now = BTreeMap::from([((start * CM, false, false), 1.0)]);
    for turn in 1..=max_turns {
        let mut later: BTreeMap<(i64, bool, bool), f64> = BTreeMap::new();
        for ((gap, prey_stalled, catcher_stalled), chance) in now {
            for (&(gone, prey_stalled), p) in &prey[usize::from(prey_stalled)] {
                let gap = gap + gone;
                if gap > 90 * CM {
                    *ends.get_mut("escaped").unwrap() += chance * p;
                    turns += chance * p * f64::from(turn);
                    continue;
                }
                for (&(gone, catcher_stalled), q) in &catcher[usize::from(catcher_stalled)] {
                    let gap = (gap - gone).max(0);
                    if gap == 0 && prey_stalled {
                        *ends.get_mut("caught").unwrap() += chance * p * q;
                        turns += chance * p * q * f64::from(turn);
                    } else {
                        *later.entry((gap, prey_stalled, catcher_stalled)).or_default() += chance * p * q;
                    }
                }
            }
        }
        now = later;
    }
    let left: f64 = now.values().sum();
    *ends.get_mut("timeout").unwrap() += left;
    (ends, turns + left * f64::from(max_turns))
}

fn agrees(text: &str, prey: Car, catcher: Car, start: i64, max_turns: u32) -> Exact {
    let prepared = read::<Fistful>(&format!("terrain = {{ kind = \"open\" }}\n{text}"));
    let ours = exact(&prepared.system, &prepared.behaviours, prepared.max_turns);
    let (ends, turns) = twin(prey, catcher, start, max_turns);
    for end in End::ALL {
        let theirs = ends.get(end.name()).copied().unwrap_or(0.0);
        assert!((ours.end(end) - theirs).abs() < 1e-9, "{}: {} not {theirs}", end.name(), ours.end(end));
    }
    assert!((ours.turns - turns).abs() < 1e-9, "{} turns, not {turns}", ours.turns);
    ours
}

const CAR: Car = Car { dice: 2, quality: 3, speed: 18 * CM };

#[test]
fn two_cars_by_default() {
    let ours = agrees("fistful = { catcher = { ram = \"never\" } }", CAR, CAR, 18, 40);
    // Two dice never lose control, and nothing else stops a car.
    assert_eq!(ours.end(End::Caught), 0.0);
    assert!(ours.end(End::Escaped) > 0.5);
}

#[test]
fn three_dice_lose_control() {
    let text = "
        [fistful]
        start = 9
        max_turns = 12
        [fistful.prey]
        quality = 5
        dice = 3
        speed = \"medium\"
        [fistful.catcher]
        quality = 4
        dice = 3
        ram = \"never\"
    ";
    let prey = Car { dice: 3, quality: 5, speed: 12 * CM };
    let ours = agrees(text, prey, Car { dice: 3, quality: 4, ..CAR }, 9, 12);
    assert!(ours.end(End::Caught) > 0.1);
    let stalled = ours.ends.keys().filter(|(end, _)| *end == End::Caught).all(|&(_, detail)| detail != Detail::NONE);
    assert!(stalled);
}

#[test]
fn a_bulldozer_in_inches_after_a_bike() {
    let text = "
        [fistful]
        unit = \"inch\"
        start = 30
        max_turns = 25
        [fistful.prey]
        speed = \"short\"
        quality = 6
        dice = 3
        [fistful.catcher]
        speed = \"2 x medium\"
        quality = 2
        dice = 1
        ram = \"never\"
    ";
    // Three and five inches of 2.5 cm.
    let prey = Car { dice: 3, quality: 6, speed: 750 };
    let catcher = Car { dice: 1, quality: 2, speed: 2 * 1250 };
    agrees(text, prey, catcher, 30, 25);
}
