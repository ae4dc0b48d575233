//! The model without its states: nodes, sparse rows and the order in which a turn runs through them.

use chaselab_core::{Choice, Detail, End, MAX_EVENTS, Options, Pair, View};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// What a node is.
#[derive(Clone, Copy, Debug)]
pub enum Node<'g> {
    /// Dice decide.
    Chance {
        /// Where the turn goes on.
        same_turn: Entries<'g>,
        /// Where the next turn begins.
        next_turn: Entries<'g>,
    },
    /// One or both sides decide.
    Choose {
        /// Index among the nodes where somebody decides.
        fork: usize,
        /// What the rules ask each side.
        asked: Pair<Choice>,
        /// The explored actions of each side; empty for a side that waits.
        explored: Pair<Options>,
        /// Where each pair of actions leads: a row for each of the prey's, a column for each of the catcher's. A side
        /// that waits has one.
        after: &'g [u32],
    },
    /// The chase is over.
    Over(End, Detail),
}

/// A part of a sparse row, in ascending order of ids.
#[derive(Clone, Copy, Debug)]
pub struct Entries<'g> {
    /// The ids that can follow.
    pub to: &'g [u32],
    /// Their probabilities.
    pub probability: &'g [f64],
}

impl<'g> Entries<'g> {
    /// Ids with their probabilities.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (u32, f64)> + 'g {
        self.to.iter().copied().zip(self.probability.iter().copied())
    }
}

/// Nodes that depend within a turn on lower levels alone. Their ids are consecutive: dice first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Where dice decide.
    pub chance: Range<u32>,
    /// Where sides decide.
    pub choose: Range<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    Over(End, Detail),
    Chance(u32),
    Choose(u32),
}

#[derive(Clone, Copy, Debug, Default, Hash)]
pub(crate) struct Row {
    pub(crate) begin: u32,
    pub(crate) turn: u32,
    pub(crate) end: u32,
    pub(crate) events_begin: u32,
    pub(crate) events_end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fork {
    pub(crate) asked: Pair<Choice>,
    pub(crate) explored: Pair<Options>,
    pub(crate) after: u32,
}

impl Fork {
    /// How many rows and columns the table of successors has.
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.explored.prey.len().max(1), self.explored.catcher.len().max(1))
    }
}

/// Nodes by id, in flat arrays. Ids ascend from where chases end to where turns begin: first the ends, then level by
/// level, so that whatever follows a node in the same turn has a lower id.
#[derive(Clone, Debug)]
pub struct Graph {
    /// For how many turns it was built.
    pub(crate) horizon: usize,
    pub(crate) structure: Arc<Structure>,
    pub(crate) views: Vec<View>,
    /// For each of the structure's entries.
    pub(crate) probability: Vec<f64>,
    /// Row by row.
    pub(crate) events: Vec<(u8, f64)>,
    pub(crate) starts: Vec<(u32, f64)>,
    pub(crate) start_events: [f64; MAX_EVENTS],
}

/// What follows what, without numbers: graphs that differ in numbers alone have it in common.
#[derive(Debug)]
pub(crate) struct Structure {
    pub(crate) slots: Vec<Slot>,
    pub(crate) rows: Vec<Row>,
    pub(crate) to: Vec<u32>,
    pub(crate) forks: Vec<Fork>,
    pub(crate) after: Vec<u32>,
    pub(crate) overs: u32,
    pub(crate) levels: Vec<Level>,
}

impl Graph {
    /// How many nodes.
    pub fn len(&self) -> usize {
        self.structure.slots.len()
    }

    /// A hash of everything in it, numbers to ten decimals: of two graphs with the same one a game cannot tell which it is
    /// played on.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = FxHasher::default();
        // The same chance may have been added up in another order.
        let rounded = |number: f64| (number * 1e10).round() as u64;
        let all = |numbers: &[f64]| numbers.iter().copied().map(rounded).collect::<Vec<_>>();
        let Structure { slots, rows, to, forks, after, .. } = &*self.structure;
        slots.hash(&mut hash);
        self.views.hash(&mut hash);
        rows.hash(&mut hash);
        (to, all(&self.probability)).hash(&mut hash);
        self.events.iter().for_each(|&(event, often)| (event, rounded(often)).hash(&mut hash));
        (forks, after).hash(&mut hash);
        self.starts.iter().for_each(|&(id, p)| (id, rounded(p)).hash(&mut hash));
        all(&self.start_events).hash(&mut hash);
        hash.finish()
    }

    /// Whether there is no node; a model always has one.
    pub fn is_empty(&self) -> bool {
        self.structure.slots.is_empty()
    }

    /// How many nodes are ends; they have the lowest ids.
    pub fn overs(&self) -> u32 {
        self.structure.overs
    }

    /// How many nodes ask for a decision.
    pub fn forks(&self) -> usize {
        self.structure.forks.len()
    }

    /// How many probabilities the rows hold.
    pub fn entries(&self) -> usize {
        self.structure.to.len()
    }

    /// Levels of a turn above the ends, lowest first.
    pub fn levels(&self) -> &[Level] {
        &self.structure.levels
    }

    /// Where chases begin, with probabilities.
    pub fn starts(&self) -> &[(u32, f64)] {
        &self.starts
    }

    /// What policies read of a node.
    pub fn view(&self, id: u32) -> View {
        self.views[id as usize]
    }

    /// How often the row of a node notes each event, in expectation.
    pub fn events(&self, id: u32) -> &[(u8, f64)] {
        match self.structure.slots[id as usize] {
            Slot::Chance(row) => {
                let row = &self.structure.rows[row as usize];
                &self.events[row.events_begin as usize..row.events_end as usize]
            }
            _ => &[],
        }
    }

    /// What a node is.
    #[inline]
    pub fn node(&self, id: u32) -> Node<'_> {
        match self.structure.slots[id as usize] {
            Slot::Over(end, detail) => Node::Over(end, detail),
            Slot::Chance(row) => {
                let row = self.structure.rows[row as usize];
                Node::Chance { same_turn: self.slice(row.begin..row.turn), next_turn: self.slice(row.turn..row.end) }
            }
            Slot::Choose(index) => {
                let fork = &self.structure.forks[index as usize];
                let Fork { asked, explored, .. } = *fork;
                Node::Choose { fork: index as usize, asked, explored, after: self.after(fork) }
            }
        }
    }

    /// All nodes where somebody decides.
    pub fn choosing(&self) -> impl Iterator<Item = u32> + '_ {
        self.structure.levels.iter().flat_map(|level| level.choose.clone())
    }

    /// Where each pair of actions leads.
    #[inline]
    fn after(&self, fork: &Fork) -> &[u32] {
        let (rows, columns) = fork.shape();
        &self.structure.after[fork.after as usize..][..rows * columns]
    }

    #[inline]
    fn slice(&self, range: Range<u32>) -> Entries<'_> {
        let range = range.start as usize..range.end as usize;
        Entries { to: &self.structure.to[range.clone()], probability: &self.probability[range] }
    }
}
