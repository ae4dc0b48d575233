//! The order of a turn: levels of nodes, and ids that follow them.

use super::graph::{Fork, Graph, Level, Row, Slot};

/// A numbering in which ids ascend by level.
pub(crate) struct Order {
    /// Old ids, by new id.
    pub(crate) old: Vec<u32>,
    /// New ids, by old id.
    pub(crate) new: Vec<u32>,
    levels: Vec<Level>,
    overs: u32,
}

/// Levels are the longest ways to a node without successors in the same turn; ends alone have level 0. Within a level
/// dice come before decisions, else the order of discovery holds.
///
/// # Errors
/// An id on a circle within a turn.
pub(crate) fn order(graph: &Graph) -> Result<Order, u32> {
    let level = levels(graph)?;
    let highest = level.iter().copied().max().unwrap_or(0) as usize;
    // A place for the dice of each level, and one for its decisions: how many nodes belong there, then where the first,
    // and at last where the next of them comes.
    let place = |id: usize| 2 * level[id] as usize + usize::from(matches!(graph.slots[id], Slot::Choose(_)));
    let mut places = vec![0_u32; 2 * highest + 3];
    (0..graph.len()).for_each(|id| places[place(id) + 1] += 1);
    (1..places.len()).for_each(|at| places[at] += places[at - 1]);
    let level_at = |at: &[u32]| Level { chance: at[0]..at[1], choose: at[1]..at[2] };
    let levels = (1..=highest).map(|level| level_at(&places[2 * level..])).collect();
    let overs = places[1];
    let (mut old, mut new) = (vec![0; graph.len()], vec![0; graph.len()]);
    for id in 0..graph.len() {
        let next = &mut places[place(id)];
        old[*next as usize] = id as u32;
        new[id] = *next;
        *next += 1;
    }
    Ok(Order { old, new, levels, overs })
}

const UNSEEN: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;

/// Depth first without recursion: a node's level is known once those of all its successors are. What was discovered last
/// is looked at first, since it mostly comes later in the turn.
fn levels(graph: &Graph) -> Result<Vec<u32>, u32> {
    let mut level = vec![UNSEEN; graph.len()];
    // Nodes on the way, each with the successor that is looked at, and its level as far as it is known.
    let mut way: Vec<(u32, usize, u32)> = Vec::new();
    for root in (0..graph.len() as u32).rev() {
        if level[root as usize] != UNSEEN {
            continue;
        }
        let mut enter = Some(root);
        loop {
            if let Some(id) = enter.take() {
                level[id as usize] = OPEN;
                way.push((id, 0, u32::from(!matches!(graph.slots[id as usize], Slot::Over(..)))));
            }
            let Some((id, at, highest)) = way.last_mut() else { break };
            let after = graph.same_turn(*id);
            while let Some(&next) = after.get(*at) {
                match level[next as usize] {
                    UNSEEN => {
                        enter = Some(next);
                        break;
                    }
                    OPEN => return Err(next),
                    known => *highest = known.saturating_add(1).max(*highest),
                }
                *at += 1;
            }
            if enter.is_none() {
                level[*id as usize] = *highest;
                way.pop();
            }
        }
    }
    Ok(level)
}

impl Order {
    /// The same graph under the new ids, rows in the order of their nodes.
    pub(crate) fn renumber(&self, graph: Graph) -> Graph {
        let mut fresh = Graph {
            horizon: graph.horizon,
            levels: self.levels.clone(),
            overs: self.overs,
            start_events: graph.start_events,
            to: Vec::with_capacity(graph.to.len()),
            probability: Vec::with_capacity(graph.to.len()),
            events: Vec::with_capacity(graph.events.len()),
            after: Vec::with_capacity(graph.after.len()),
            rows: Vec::with_capacity(graph.rows.len()),
            forks: Vec::with_capacity(graph.forks.len()),
            slots: Vec::with_capacity(graph.slots.len()),
            views: self.old.iter().map(|&old| graph.views[old as usize]).collect(),
            starts: graph.starts.iter().map(|&(id, p)| (self.new[id as usize], p)).collect(),
        };
        fresh.starts.sort_unstable_by_key(|&(id, _)| id);
        let mut keys = Vec::new();
        for &old in &self.old {
            let slot = match graph.slots[old as usize] {
                Slot::Over(end, detail) => Slot::Over(end, detail),
                Slot::Chance(index) => {
                    let before = graph.rows[index as usize];
                    let begin = fresh.to.len() as u32;
                    self.copy(&graph, before.begin..before.turn, &mut keys, &mut fresh);
                    let turn = fresh.to.len() as u32;
                    self.copy(&graph, before.turn..before.end, &mut keys, &mut fresh);
                    let events_begin = fresh.events.len() as u32;
                    let events = before.events_begin as usize..before.events_end as usize;
                    fresh.events.extend_from_slice(&graph.events[events]);
                    fresh.rows.push(Row {
                        begin,
                        turn,
                        end: fresh.to.len() as u32,
                        events_begin,
                        events_end: fresh.events.len() as u32,
                    });
                    Slot::Chance(fresh.rows.len() as u32 - 1)
                }
                Slot::Choose(index) => {
                    let before = graph.forks[index as usize];
                    let (rows, columns) = before.shape();
                    let begin = before.after as usize;
                    let after = fresh.after.len() as u32;
                    let moved = graph.after[begin..begin + rows * columns].iter().map(|&id| self.new[id as usize]);
                    fresh.after.extend(moved);
                    fresh.forks.push(Fork { after, ..before });
                    Slot::Choose(fresh.forks.len() as u32 - 1)
                }
            };
            fresh.slots.push(slot);
        }
        fresh
    }

    /// Copies a part of a row in the order of its new ids.
    fn copy(&self, graph: &Graph, range: std::ops::Range<u32>, keys: &mut Vec<u64>, fresh: &mut Graph) {
        keys.clear();
        keys.extend(range.map(|at| u64::from(self.new[graph.to[at as usize] as usize]) << 32 | u64::from(at)));
        keys.sort_unstable();
        fresh.to.extend(keys.iter().map(|&key| (key >> 32) as u32));
        fresh.probability.extend(keys.iter().map(|&key| graph.probability[key as u32 as usize]));
    }
}
