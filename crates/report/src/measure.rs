//! What is reported of a cell: groups, ends, and sums of ends.

use chaselab_core::{End, Group};
use chaselab_lab::estimate::Estimator;
use chaselab_lab::results::{CellResult, Rate};

/// A rate that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Of a group.
    Group(Group),
    /// Of an end.
    End(End),
    /// Of chases that end by a crash, whoever crashes (rules/neutral.md).
    Crashed,
    /// Of chases that end by disabling, whoever is disabled.
    Disabled,
}

impl Measure {
    /// The name on charts and in tables.
    pub fn name(self) -> String {
        match self {
            Self::Group(group) => group.name().to_owned(),
            Self::End(end) => spaced(end.name()),
            Self::Crashed => "crashed".to_owned(),
            Self::Disabled => "disabled".to_owned(),
        }
    }

    /// The rate in a cell; `None` where the system cannot reach it.
    pub fn of(self, cell: &CellResult, estimator: Estimator) -> Option<Rate> {
        match self {
            Self::Group(group) => Some(*cell.group(group)),
            Self::End(end) => cell.end(end).copied(),
            Self::Crashed => sum(cell, &[End::PreyCrashed, End::CatcherCrashed, End::BothCrashed], estimator),
            Self::Disabled => sum(cell, &[End::PreyDisabled, End::CatcherDisabled, End::BothDisabled], estimator),
        }
    }
}

/// A name of a file as words.
pub fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// The rate of several ends together, with an interval of its own.
fn sum(cell: &CellResult, ends: &[End], estimator: Estimator) -> Option<Rate> {
    let rates: Vec<&Rate> = ends.iter().filter_map(|&end| cell.end(end)).collect();
    if rates.is_empty() {
        return None;
    }
    let count: Option<u64> = rates.iter().map(|rate| rate.count).sum();
    Some(match count {
        Some(count) => estimator.of(cell).rate(count, cell.chases),
        None => {
            let rate = rates.iter().map(|rate| rate.rate).sum();
            Rate { count: None, rate, low: rate, high: rate }
        }
    })
}
