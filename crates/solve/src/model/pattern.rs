//! What models have in common that differ in numbers alone, as neighbouring cells of a grid may.
//!
//! The rules are still enumerated for every cell, since they alone know its numbers. But where they lead to the states that
//! were met before, one after the other, no state has to be looked for, and nothing has to be put in order again: the
//! structure is taken over as it is. What differs is built as if nothing had been known.

use super::Limits;
use super::build::Builder;
use super::explore::Explore;
use super::found::Found;
use super::graph::Graph;
use super::order::{Order, order};
use super::states::{Met, States};
use crate::error::ModelError;
use chaselab_core::System;
use std::sync::Arc;

/// Builds a system's graphs, and keeps the structure of the last one for the next.
pub struct Pattern<S: System> {
    known: Option<Known<S::State>>,
}

struct Known<T> {
    met: Arc<Met<T>>,
    found: Found,
    order: Order,
}

impl<S: System> Default for Pattern<S> {
    /// Nothing was built yet.
    fn default() -> Self {
        Self { known: None }
    }
}

impl<S: System> Pattern<S> {
    /// The graph of a setting's model, as [`Model::build`](super::Model::build) makes it, to the last bit.
    ///
    /// # Errors
    /// As there.
    pub fn graph(&mut self, system: &S, explore: Explore<'_>, limits: Limits) -> Result<Graph, ModelError> {
        let states = States::noting(self.known.as_ref().map(|known| Arc::clone(&known.met)));
        let Builder { found, states, .. } = Builder::enumerate(system, explore, limits, states)?;
        if let Some(Known { found: before, order, .. }) = &self.known
            && states.were_as_before()
            && found.has_structure_of(before)
        {
            return Ok(order.graph(&found, limits.turns));
        }
        let order = order(&found).map_err(|id| states.circle(id))?;
        let graph = order.graph(&found, limits.turns);
        self.known = states.met().map(|met| Known { met: Arc::new(met), found, order });
        Ok(graph)
    }
}
