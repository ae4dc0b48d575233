//! What cells that are computed one after the other have in common.

use chaselab_core::System;
use chaselab_solve::Pattern;
use std::any::Any;

/// For each system the structure of the graph that was built last: the next cell's may be the same. What is computed
/// does not depend on it.
#[derive(Default)]
pub struct Patterns(Vec<Box<dyn Any + Send>>);

impl Patterns {
    /// That of a system.
    pub(crate) fn of<S: System>(&mut self) -> &mut Pattern<S> {
        let known = self.0.iter().position(|pattern| pattern.is::<Pattern<S>>());
        let at = known.unwrap_or_else(|| {
            self.0.push(Box::new(Pattern::<S>::default()));
            self.0.len() - 1
        });
        self.0[at].downcast_mut().expect("it is found by its type")
    }
}
