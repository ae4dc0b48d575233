//! Chases whose answers are known (rules/track.md, answers to check).

use super::{chances, close};
use chaselab_core::End;

const D20: &str = "
    [track]
    start = 3
    free_at = 6
    stopped_at = 0
    max_turns = 2000
    [[track.prey.maneuvers]]
    name = \"run\"
    roll = \"1d20\"
    check = \"opposed\"
    effect = { \">= 1\" = 1 }
    [[track.catcher.maneuvers]]
    name = \"run\"
    roll = \"1d20\"
    check = \"opposed\"
    effect = { \">= 1\" = 1 }
";

#[test]
fn equal_d20s_are_even() {
    let exact = chances(D20);
    close(exact.end(End::Escaped), 0.5);
    close(exact.end(End::Caught), 0.5);
    // A fair walk from 3 between 0 and 6 takes 9 moves, and 19 of 20 turns move.
    close(exact.turns, 9.0 * 20.0 / 19.0);
    assert!((exact.turns - 9.4737).abs() < 5e-5);
    // What both add makes no difference.
    close(chances(&D20.replace("1d20", "1d20 + 5")).turns, exact.turns);
}

#[test]
fn a_file_of_one_line_is_that_chase() {
    let exact = chances("track.max_turns = 2000");
    close(exact.end(End::Escaped), 0.5);
    close(exact.turns, 9.0 * 20.0 / 19.0);
}

#[test]
fn gamblers_ruin_with_an_edge() {
    // The prey wins a turn at odds r : 1; from 3 of 6 it is ruined with chance 1 / (1 + r^3).
    let exact = chances(&D20.replacen("1d20", "1d20 + 2", 1));
    let (mut wins, mut loses) = (0, 0);
    for prey in 1..=20 {
        for catcher in 1..=20 {
            wins += i32::from(prey + 2 > catcher);
            loses += i32::from(prey + 2 < catcher);
        }
    }
    let r = f64::from(wins) / f64::from(loses);
    close(exact.end(End::Caught), 1.0 / (1.0 + r.powi(3)));
    close(exact.end(End::Escaped), 1.0 - 1.0 / (1.0 + r.powi(3)));
}

const CHALLENGE: &str = "
    [track]
    mode = \"scores\"
    prey_wins_at = 6
    catcher_wins_at = 2
    [[track.prey.maneuvers]]
    name = \"attempt\"
    roll = \"1d20\"
    check = 11
    effect = { \">= 0\" = 1, \"< 0\" = { other = 1 } }
";

#[test]
fn six_successes_before_two_failures() {
    let exact = chances(CHALLENGE);
    close(exact.end(End::Escaped), 0.0625);
    close(exact.end(End::Caught), 0.9375);
    close(exact.end(End::Timeout), 0.0);
    // Seven attempts decide it at the latest: at most one failure among them.
    close(chances(&format!("{CHALLENGE}\n[track.prey]\nmaneuver = \"attempt\"")).end(End::Escaped), 8.0 / 128.0);
}

#[test]
fn other_challenges_follow_the_binomial_law() {
    for (successes, failures, check) in [(3_i32, 3_i32, 8), (4, 2, 6), (1, 5, 15), (6, 3, 13)] {
        let text = CHALLENGE
            .replace("prey_wins_at = 6", &format!("prey_wins_at = {successes}"))
            .replace("catcher_wins_at = 2", &format!("catcher_wins_at = {failures}"))
            .replace("check = 11", &format!("check = {check}"));
        let p = f64::from(21 - check) / 20.0;
        // So many successes among the attempts that decide at the latest.
        let attempts = successes + failures - 1;
        let mut expected = 0.0;
        let mut ways = 1.0;
        for wins in 0..=attempts {
            if wins > 0 {
                ways *= f64::from(attempts - wins + 1) / f64::from(wins);
            }
            if wins >= successes {
                expected += ways * p.powi(wins) * (1.0 - p).powi(attempts - wins);
            }
        }
        close(chances(&text).end(End::Escaped), expected);
    }
}
