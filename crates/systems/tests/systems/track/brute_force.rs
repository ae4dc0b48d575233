//! Chases against a twin that lists every face of every die, written from the rule page alone.

use super::{chances, close};
use chaselab_core::End;
use std::collections::BTreeMap;

/// What a turn does: steps of the prey and of the catcher, and who crashes.
type Turn = (i32, i32, bool, bool);

/// Where a turn of a chase by gap can lead: to another gap, or to an end.
fn gap_chase(start: i32, ends: (i32, i32), max_turns: u32, turns: impl Fn(i32) -> Vec<Turn>) -> BTreeMap<End, f64> {
    let (stopped_at, free_at) = ends;
    let mut result: BTreeMap<End, f64> = BTreeMap::new();
    let mut at = BTreeMap::from([(start, 1.0)]);
    for _ in 0..max_turns {
        let mut after: BTreeMap<i32, f64> = BTreeMap::new();
        for (gap, chance) in at {
            let all = turns(gap);
            let share = chance / all.len() as f64;
            for (prey, catcher, prey_crashed, catcher_crashed) in all {
                let next = gap + prey - catcher;
                let end = match (prey_crashed, catcher_crashed) {
                    (true, true) => Some(End::BothCrashed),
                    (true, false) => Some(End::PreyCrashed),
                    (false, true) => Some(End::CatcherCrashed),
                    _ if next >= free_at => Some(End::Escaped),
                    _ if next <= stopped_at => Some(End::Caught),
                    _ => None,
                };
                match end {
                    Some(end) => *result.entry(end).or_default() += share,
                    None => *after.entry(next).or_default() += share,
                }
            }
        }
        at = after;
    }
    *result.entry(End::Timeout).or_default() += at.values().sum::<f64>();
    result
}

fn agree(text: &str, twin: &BTreeMap<End, f64>) {
    let exact = chances(text);
    for end in End::ALL {
        close(exact.end(end), twin.get(&end).copied().unwrap_or(0.0));
    }
    assert!(exact.ends.values().filter(|&&chance| chance > 0.01).count() >= 3, "a twin of hardly anything");
}

fn faces(sides: i32) -> std::ops::RangeInclusive<i32> {
    1..=sides
}

#[test]
fn checks_by_gap_with_crashes_on_both_sides() {
    let text = "
        [track]
        start = 4
        free_at = 9
        stopped_at = 0
        max_turns = 7
        [track.prey.maneuvers.weave]
        roll = \"2d6\"
        check = { \"1..3\" = 6, \"4+\" = 8 }
        effect = { \"3+\" = 2, \"0..2\" = 1, \"-6\" = \"crash\", \"-5..-4\" = { other = 1 } }
        [track.catcher.maneuvers.ram]
        roll = \"1d10\"
        check = 5
        effect = { \">= 1\" = 1, \"<= -4\" = \"crash\" }
    ";
    let twin = gap_chase(4, (0, 9), 7, |gap| {
        let mut all = Vec::new();
        for a in faces(6) {
            for b in faces(6) {
                for c in faces(10) {
                    let margin = a + b - if gap <= 3 { 6 } else { 8 };
                    let prey = match margin {
                        3.. => (2, 0, false),
                        0..=2 => (1, 0, false),
                        -6 => (0, 0, true),
                        -5..=-4 => (0, 1, false),
                        _ => (0, 0, false),
                    };
                    let catcher = i32::from(c - 5 >= 1);
                    all.push((prey.0, prey.1 + catcher, prey.2, c - 5 <= -4));
                }
            }
        }
        all
    });
    agree(text, &twin);
}

#[test]
fn one_side_opposed_and_the_other_against_a_number() {
    // The catcher is held against the prey's roll, and the prey against a number: both count the same prey's roll.
    let text = "
        [track]
        start = 3
        free_at = 7
        stopped_at = 1
        max_turns = 5
        [track.prey.maneuvers.climb]
        roll = \"1d8 + 1\"
        check = 6
        effect = { \">= 0\" = 1 }
        [track.catcher.maneuvers.follow]
        roll = \"1d12\"
        check = \"opposed\"
        effect = { \"4+\" = 2, \"1..3\" = 1, \"<= -7\" = \"crash\" }
    ";
    let turns = |_| {
        let mut all = Vec::new();
        for a in faces(8) {
            for b in faces(12) {
                let (prey, margin) = (a + 1, b - (a + 1));
                let steps = match margin {
                    4.. => 2,
                    1..=3 => 1,
                    _ => 0,
                };
                all.push((i32::from(prey >= 6), steps, false, margin <= -7));
            }
        }
        all
    };
    agree(text, &gap_chase(3, (1, 7), 5, turns));
    // The roles turned round.
    let turned = "
        [track]
        start = 5
        free_at = 7
        stopped_at = 1
        max_turns = 5
        [track.catcher.maneuvers.climb]
        roll = \"1d8 + 1\"
        check = 6
        effect = { \">= 0\" = 1 }
        [track.prey.maneuvers.follow]
        roll = \"1d12\"
        check = \"opposed\"
        effect = { \"4+\" = 2, \"1..3\" = 1, \"<= -7\" = \"crash\" }
    ";
    let twin = gap_chase(5, (1, 7), 5, |gap| {
        turns(gap).into_iter().map(|(prey, catcher, _, crashed)| (catcher, prey, crashed, false)).collect()
    });
    agree(turned, &twin);
}

#[test]
fn both_opposed_with_unlike_bands() {
    let text = "
        [track]
        start = 3
        free_at = 8
        stopped_at = 0
        max_turns = 6
        [track.prey.maneuvers.dash]
        roll = \"3d6\"
        effect = { \"> 4\" = 3, \"1..4\" = 1, \"< -8\" = \"crash\", \"-2..0\" = { other = 1 } }
        [track.catcher.maneuvers.dash]
        roll = \"1d20 - 1\"
        effect = { \">= 5\" = 2, \"1..2\" = 1, \"<= -10\" = \"crash\" }
    ";
    let mut all = Vec::new();
    for a in faces(6) {
        for b in faces(6) {
            for c in faces(6) {
                for d in faces(20) {
                    let margin = a + b + c - (d - 1);
                    let (steps, given) = match margin {
                        5.. => (3, 0),
                        1..=4 => (1, 0),
                        -2..=0 => (0, 1),
                        _ => (0, 0),
                    };
                    let chase = match -margin {
                        5.. => 2,
                        1..=2 => 1,
                        _ => 0,
                    };
                    all.push((steps, chase + given, margin < -8, -margin <= -10));
                }
            }
        }
    }
    agree(text, &gap_chase(3, (0, 8), 6, |_| all.clone()));
}

#[test]
fn a_roll_that_is_only_there_to_be_beaten() {
    let text = "
        [track]
        start = 3
        free_at = 5
        stopped_at = 1
        max_turns = 4
        [track.prey.maneuvers.hide]
        roll = \"1d8\"
        effect = { \">= 1\" = 1, \"<= -2\" = { other = 1 } }
        [track.catcher.maneuvers.search]
        roll = \"2d4\"
        check = 5
    ";
    let mut all = Vec::new();
    for a in faces(8) {
        for b in faces(4) {
            for c in faces(4) {
                let margin = a - b - c;
                all.push((i32::from(margin >= 1), i32::from(margin <= -2), false, false));
            }
        }
    }
    agree(text, &gap_chase(3, (1, 5), 4, |_| all.clone()));
}

#[test]
fn differences_too_fine_for_a_die_are_drawn() {
    // Each roll has 2^33 or more ways in lowest terms, so that their difference has more than 2^64; only the sum of coin
    // flips matters, and the catcher's side needs no more than that of the prey's.
    let text = "
        [track]
        start = 1
        free_at = 2
        stopped_at = 0
        max_turns = 1
        [track.prey.maneuvers.flip]
        roll = \"34d2\"
        effect = { \">= 1\" = 1 }
        [track.catcher.maneuvers.flip]
        roll = \"34d2\"
        effect = { \">= 1\" = 1 }
    ";
    let ways = |heads: u32| (1..=heads).fold(1.0, |ways, k| ways * f64::from(34 - k + 1) / f64::from(k));
    let tie: f64 = (0..=34).map(|heads| (ways(heads) / 2_f64.powi(34)).powi(2)).sum();
    let exact = chances(text);
    close(exact.end(End::Timeout), tie);
    close(exact.end(End::Escaped), (1.0 - tie) / 2.0);
}
