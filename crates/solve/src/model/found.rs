//! What is found of a system before it is put in order: nodes by ids in the order of discovery.

use super::graph::{Fork, Slot};
use super::rows::Target;
use chaselab_core::{MAX_EVENTS, View};

/// Nodes as they are discovered, in flat arrays.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) slots: Vec<Slot>,
    pub(crate) views: Vec<View>,
    pub(crate) rows: Vec<Row>,
    pub(crate) entries: Vec<(Target, f64)>,
    pub(crate) events: Vec<(u8, f64)>,
    pub(crate) forks: Vec<Fork>,
    pub(crate) after: Vec<u32>,
    pub(crate) starts: Vec<(u32, f64)>,
    pub(crate) start_events: [f64; MAX_EVENTS],
}

/// Where a row stands among the entries, and its events among theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) begin: u32,
    pub(crate) end: u32,
    pub(crate) events_begin: u32,
    pub(crate) events_end: u32,
}

impl Found {
    /// Nothing yet, with room for so many nodes, and entries of rows.
    pub(crate) fn with_capacity(nodes: usize, entries: usize) -> Self {
        Self {
            slots: Vec::with_capacity(nodes),
            views: Vec::with_capacity(nodes),
            rows: Vec::with_capacity(nodes / 2),
            entries: Vec::with_capacity(entries),
            events: Vec::with_capacity(nodes / 2),
            forks: Vec::with_capacity(nodes / 2),
            after: Vec::with_capacity(nodes / 2),
            ..Self::default()
        }
    }

    /// Whether both differ in numbers alone: the same order puts both in order.
    pub(crate) fn has_structure_of(&self, other: &Self) -> bool {
        self.slots == other.slots
            && self.rows == other.rows
            && self.forks == other.forks
            && self.after == other.after
            && self.entries.len() == other.entries.len()
            && self.entries.iter().zip(&other.entries).all(|((to, _), (other, _))| to == other)
    }

    /// Where each pair of actions leads from a node.
    #[inline]
    pub(crate) fn after(&self, fork: u32) -> &[u32] {
        let fork = &self.forks[fork as usize];
        let (rows, columns) = fork.shape();
        &self.after[fork.after as usize..][..rows * columns]
    }
}
