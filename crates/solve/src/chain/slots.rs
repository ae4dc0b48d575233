//! Where the probability of each node is kept while a chain is carried forward.

use crate::model::graph::{Graph, Node};
use crate::play::Roles;
use chaselab_core::{Detail, End, Side};

/// Slots: first one for each end with its detail, then one for each node that goes on, by id.
pub(super) struct Slots {
    /// By id.
    slots: Vec<u32>,
    kinds: Vec<(End, Detail)>,
    /// The nodes of the slots after those of the ends.
    nodes: Vec<u32>,
}

impl Slots {
    /// With `roles` a decision that is certain has no slot of its own: it is passed over to what follows it. That is right
    /// only where policies do not depend on the turn.
    pub(super) fn new(graph: &Graph, roles: Option<&Roles<'_>>) -> Self {
        let ends: Vec<(End, Detail)> = (0..graph.overs())
            .filter_map(|id| match graph.node(id) {
                Node::Over(end, detail) => Some((end, detail)),
                _ => None,
            })
            .collect();
        let mut kinds = ends.clone();
        kinds.sort_unstable();
        kinds.dedup();
        let slot = |end| kinds.binary_search(end).expect("every end is among the kinds") as u32;
        let mut slots = Vec::with_capacity(graph.len());
        slots.extend(ends.iter().map(slot));
        let mut nodes = Vec::with_capacity(graph.len() - ends.len());
        for id in graph.overs()..graph.len() as u32 {
            // What follows has a lower id, so that its slot is known.
            let certain = roles.and_then(|roles| certain(graph, roles, id)).map(|after| slots[after as usize]);
            slots.push(certain.unwrap_or_else(|| {
                nodes.push(id);
                (kinds.len() + nodes.len() - 1) as u32
            }));
        }
        Self { slots, kinds, nodes }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.kinds.len() + self.nodes.len()
    }

    /// The ends that the first slots stand for.
    pub(super) fn kinds(&self) -> &[(End, Detail)] {
        &self.kinds
    }

    /// The nodes that the other slots stand for, with their slots.
    pub(super) fn nodes(&self) -> impl DoubleEndedIterator<Item = (usize, u32)> + '_ {
        self.nodes.iter().enumerate().map(|(index, &id)| (self.kinds.len() + index, id))
    }

    /// The slot of a node.
    #[inline]
    pub(super) fn of(&self, id: u32) -> u32 {
        self.slots[id as usize]
    }
}

/// What follows a node for certain without dice.
fn certain(graph: &Graph, roles: &Roles<'_>, id: u32) -> Option<u32> {
    let Node::Choose { fork, explored, after, .. } = graph.node(id) else { return None };
    let rank = |side| match roles.mix(1, fork, side) {
        Some([one]) => Some(explored[side].rank(one.action)),
        _ => None,
    };
    let (row, column) = (rank(Side::Prey)?, rank(Side::Catcher)?);
    Some(after[row * explored.catcher.len().max(1) + column])
}
