//! The model of a system: every state that play can reach, and what follows it.

mod build;
pub mod explore;
pub mod graph;
mod order;

use crate::error::ModelError;
use chaselab_core::System;
use explore::Explore;
use graph::Graph;
use rustc_hash::FxHashMap;
use std::fmt;

/// Where building a model stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most states.
    pub states: usize,
    /// The most bytes of memory, about.
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
    states: Vec<S::State>,
    ids: FxHashMap<S::State, u32>,
}

impl<S: System> fmt::Debug for Model<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model").field("system", &S::ID).field("states", &self.states.len()).finish_non_exhaustive()
    }
}

impl<S: System> Model<S> {
    /// Enumerates the rules from their start.
    ///
    /// # Errors
    /// When the states do not fit the limits, or the rules break a law.
    pub fn build(system: &S, explore: Explore<'_>, limits: Limits) -> Result<Self, ModelError> {
        let mut found = build::Builder::enumerate(system, explore, limits)?;
        let graph = std::mem::take(&mut found.graph);
        let order = order::order(&graph).map_err(|id| ModelError::Cycle { state: found.name(id) })?;
        let graph = order.renumber(graph);
        let mut states = Vec::with_capacity(found.states.len());
        states.extend(order.old.iter().map(|&old| found.states[old as usize].clone()));
        let mut ids = found.ids;
        ids.values_mut().for_each(|id| *id = order.new[*id as usize]);
        Ok(Self { graph, states, ids })
    }

    /// What follows what.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// All states, by id.
    pub fn states(&self) -> &[S::State] {
        &self.states
    }

    /// The id of a state, if play can reach it.
    #[inline]
    pub fn id(&self, state: &S::State) -> Option<u32> {
        self.ids.get(state).copied()
    }
}
