//! Fights in the style of Fudge.

mod brute_force;
mod contract;
mod coverage;
mod known_answers;
mod plain;
mod played;
mod points;
mod reading;
mod rules;
mod scenario;
mod switches;

use crate::exact::{Exact, exact, read};
use chaselab_systems::fudge::Fudge;

/// Follows a scenario exactly.
fn chances(text: &str) -> Exact {
    let prepared = read::<Fudge>(text);
    exact(&prepared.system, &prepared.behaviours, prepared.max_turns)
}

/// The chances and the mean length are these.
#[track_caller]
fn close(ours: f64, expected: f64) {
    assert!((ours - expected).abs() < 1e-12, "{ours} instead of {expected}");
}

/// 4dF, face by face, with its ways out of 81.
fn four_df() -> impl Iterator<Item = (i32, f64)> {
    [1, 4, 10, 16, 19, 16, 10, 4, 1].into_iter().zip(-4..).map(|(ways, face)| (face, f64::from(ways) / 81.0))
}
