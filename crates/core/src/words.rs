//! The names that a system gives to what it decides, counts and shows.

use crate::{Action, Decision, End};

/// A decision and the names of its actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionWords {
    /// Such as `risk`.
    pub name: String,
    /// Names of the actions, by [`Action`] index.
    pub actions: Vec<String>,
}

/// The vocabulary of a system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// Ends that the system can reach in this setting, in the order of [`End::ALL`].
    pub ends: Vec<End>,
    /// Decisions, by [`Decision`] index.
    pub decisions: Vec<DecisionWords>,
    /// Details of ends, by [`Detail`](crate::Detail) index; index 0 is no detail and has no name.
    pub details: Vec<String>,
    /// Events, by [`Event`](crate::Event) index.
    pub events: Vec<String>,
    /// What [`View`](crate::View) shows, in order; the first is the gap.
    pub view: Vec<String>,
    /// The unit of the gap, such as `turns`.
    pub gap_unit: String,
}

impl Words {
    /// The decision with this name.
    pub fn decision(&self, name: &str) -> Option<Decision> {
        self.decisions.iter().position(|decision| decision.name == name).map(|index| Decision(index as u8))
    }

    /// The name of an action.
    pub fn action(&self, decision: Decision, action: Action) -> &str {
        &self.decisions[usize::from(decision.0)].actions[usize::from(action.0)]
    }
}
