//! The names of what `track` decides, counts and shows: made at run time from the maneuvers.

use super::setup::{Mode, Setup};
use chaselab_core::{Decision, DecisionWords, End, MAX_EVENTS, Side, Words};

/// The only decision: which maneuver to roll.
pub(super) const MANEUVER: Decision = Decision(0);

/// Its name, which is also the key that says how a side decides.
pub(super) const DECISION: &str = "maneuver";

/// The names of all maneuvers, each once: the prey's in their order, then what only the catcher has.
pub(super) fn names(setup: &Setup) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for maneuver in setup.maneuvers.prey.iter().chain(&setup.maneuvers.catcher) {
        if !names.contains(&maneuver.name) {
            names.push(maneuver.name.clone());
        }
    }
    names
}

/// The whole vocabulary of a setting.
pub(super) fn words(setup: &Setup) -> Words {
    let (view, gap_unit): (&[&str], &str) = match setup.mode {
        Mode::Gap { .. } => (&["gap"], "steps"),
        Mode::Scores { .. } => (&["lead", "prey_score", "catcher_score"], "points"),
    };
    Words {
        ends: End::ALL.into_iter().filter(|&end| reachable(setup, end)).collect(),
        decisions: vec![DecisionWords { name: DECISION.into(), actions: names(setup) }],
        details: vec![String::new()],
        events: events(setup),
        view: view.iter().map(|&name| name.to_owned()).collect(),
        gap_unit: gap_unit.into(),
    }
}

fn reachable(setup: &Setup, end: End) -> bool {
    let (frees, stops) = match setup.mode {
        Mode::Gap { free_at, stopped_at, .. } => (free_at.is_some(), stopped_at.is_some()),
        Mode::Scores { .. } => (true, true),
    };
    match end {
        End::Escaped => frees,
        End::Caught => stops,
        End::PreyCrashed => setup.crashes(Side::Prey),
        End::CatcherCrashed => setup.crashes(Side::Catcher),
        End::BothCrashed => setup.crashes(Side::Prey) && setup.crashes(Side::Catcher),
        End::Timeout => true,
        End::CatcherDisabled | End::PreyDisabled | End::BothDisabled => false,
    }
}

/// How often each maneuver was rolled, where there are not more than can be counted.
fn events(setup: &Setup) -> Vec<String> {
    let rolled =
        |side: Side| setup.maneuvers[side].iter().map(move |maneuver| format!("{}_{}", side.name(), maneuver.name));
    let events: Vec<String> = Side::BOTH.into_iter().flat_map(rolled).collect();
    if events.len() <= MAX_EVENTS { events } else { Vec::new() }
}
