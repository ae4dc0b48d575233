//! What cannot be solved, and what to change.

use std::fmt;
use thiserror::Error;

/// A field of the view and how many values it takes among the states that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name in [`Words::view`](chaselab_core::Words).
    pub name: String,
    /// How many different values.
    pub values: usize,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} values)", self.name, self.values)
    }
}

/// Why rules have no model.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ModelError {
    /// There are more states, or larger rows, than the limits allow.
    #[error("the states do not fit: stopped at {states} states and {megabytes} MB; what varies most: {}", list(.fields))]
    TooLarge {
        /// How many states were found so far.
        states: usize,
        /// About how much memory they took.
        megabytes: usize,
        /// Fields of the view that vary, most values first: what to switch off or to coarsen.
        fields: Vec<Field>,
    },
    /// Dice lead to few states, but in more ways than can be looked at one by one.
    #[error("the states do not fit: stopped at {states} states, to which dice lead in more than {branches} ways")]
    TooManyBranches {
        /// How many states were found so far.
        states: usize,
        /// How many ways may be looked at, in one step or in all.
        branches: u64,
    },
    /// The probabilities of a row do not add up to 1: an error in the rules.
    #[error("the row of {state} adds up to {total}, not to 1")]
    Row {
        /// Whose row.
        state: String,
        /// What it adds up to.
        total: f64,
    },
    /// A turn can come back to where it was without ending: an error in the rules.
    #[error("a turn does not end: from {state} it can lead back to itself")]
    Cycle {
        /// A state on the circle.
        state: String,
    },
}

/// Why policies cannot be played or solved on a model.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PlayError {
    /// The model was built for other policies: it lacks an action that this policy takes.
    #[error("the model does not hold action {action} of decision {decision}: build it for the policies that it plays")]
    Unexplored {
        /// Index of the decision.
        decision: u8,
        /// Index of the action.
        action: u8,
    },
    /// An exact evaluation met a decision that is left to the solver.
    #[error("decision {decision} is not fixed: solve it first")]
    Free {
        /// Index of the decision.
        decision: u8,
    },
    /// The model was built for fewer turns.
    #[error("the model holds {built} turns, not {asked}")]
    Horizon {
        /// For how many turns it was built.
        built: usize,
        /// How many are to be played.
        asked: usize,
    },
    /// A decision of the rules has no policy.
    #[error("decision {decision} has no policy")]
    Missing {
        /// Index of the decision.
        decision: u8,
    },
    /// A solved policy belongs to another model or to fewer turns.
    #[error("the solved policy is for {states} states and {turns} turns, not for this model")]
    Foreign {
        /// How many states it knows.
        states: usize,
        /// How many turns it knows.
        turns: usize,
    },
    /// A rule can only be sought for a decision that the solved policy left to the solver.
    #[error("no turn asks for decision {decision}")]
    NeverAsked {
        /// Index of the decision.
        decision: u8,
    },
}

fn list(fields: &[Field]) -> String {
    if fields.is_empty() {
        return "nothing that the view shows".into();
    }
    fields.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
