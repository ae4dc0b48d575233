//! The model of a system: every state that play can reach, and what follows it.

mod build;
pub mod explore;
mod found;
pub mod graph;
mod order;
pub mod pattern;
mod room;
mod rows;
mod states;

use crate::error::ModelError;
use chaselab_core::System;
use explore::Explore;
use graph::Graph;
use states::States;
use std::fmt;

/// Where building a model stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most states.
    pub states: usize,
    /// The most bytes of memory for the model, about; carrying chances forward takes up to 40 for each transition besides.
    /// They limit the branches of dice as well that are read before equal ones are merged.
    pub bytes: usize,
    /// The most turns that will be played: what only later turns reach is left out.
    pub turns: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { states: 1_000_000, bytes: 1 << 30, turns: usize::MAX }
    }
}

/// A system's reachable states by id, and the [`Graph`] of what follows what.
///
/// Ids depend on the rules alone, not on hashing, threads or the machine.
pub struct Model<S: System> {
    graph: Graph,
    states: States<S::State>,
}

impl<S: System> fmt::Debug for Model<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model").field("system", &S::ID).field("states", &self.graph.len()).finish_non_exhaustive()
    }
}

impl<S: System> Model<S> {
    /// Enumerates the rules from their start.
    ///
    /// # Errors
    /// When the states do not fit the limits, or the rules break a law.
    pub fn build(system: &S, explore: Explore<'_>, limits: Limits) -> Result<Self, ModelError> {
        let states = States::with_capacity(build::FIRST);
        let build::Builder { found, states, .. } = build::Builder::enumerate(system, explore, limits, states)?;
        let order = order::order(&found).map_err(|id| states.circle(id))?;
        let states = states.renumber(&order.old, &order.new);
        Ok(Self { graph: order.graph(&found, limits.turns), states })
    }

    /// What follows what.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// All states, by id.
    pub fn states(&self) -> &[S::State] {
        self.states.as_slice()
    }

    /// The id of a state, if play can reach it.
    #[inline]
    pub fn id(&self, state: &S::State) -> Option<u32> {
        self.states.find(state)
    }
}
