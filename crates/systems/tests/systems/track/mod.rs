//! A designer's own chase in data.

mod brute_force;
mod contract;
mod coverage;
mod known_answers;
mod reading;
mod rules;
mod scenarios;

use crate::exact::{Exact, exact, read};
use chaselab_systems::track::Track;

/// Follows a scenario exactly.
fn chances(text: &str) -> Exact {
    let prepared = read::<Track>(text);
    exact(&prepared.system, &prepared.behaviours, prepared.max_turns)
}

/// The chances and the mean length are these.
#[track_caller]
fn close(ours: f64, expected: f64) {
    assert!((ours - expected).abs() < 1e-12, "{ours} instead of {expected}");
}
