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
    let mut keyed: Vec<(u32, bool, u32)> = (0..graph.len() as u32)
        .map(|id| (level[id as usize], matches!(graph.slots[id as usize], Slot::Choose(_)), id))
        .collect();
    keyed.sort_unstable();
    let overs = keyed.partition_point(|&(level, ..)| level == 0) as u32;
    let mut levels: Vec<Level> = Vec::new();
    for (new, &(level, chooses, _)) in keyed.iter().enumerate().skip(overs as usize) {
        let new = new as u32;
        if levels.len() < level as usize {
            levels.push(Level { chance: new..new, choose: new..new });
        }
        let last = levels.last_mut().expect("a level was pushed for the first node");
        last.choose.end = new + 1;
        if !chooses {
            last.chance.end = new + 1;
            last.choose.start = new + 1;
        }
    }
    let old: Vec<u32> = keyed.into_iter().map(|(.., id)| id).collect();
    let mut new = vec![0; old.len()];
    old.iter().enumerate().for_each(|(id, &before)| new[before as usize] = id as u32);
    Ok(Order { old, new, levels, overs })
}

const UNSEEN: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;

/// Depth first without recursion: a node's level is known once those of all its successors are.
fn levels(graph: &Graph) -> Result<Vec<u32>, u32> {
    let mut level = vec![UNSEEN; graph.len()];
    let mut stack: Vec<(u32, usize)> = Vec::new();
    for root in 0..graph.len() as u32 {
        if level[root as usize] != UNSEEN {
            continue;
        }
        stack.push((root, 0));
        level[root as usize] = OPEN;
        while let Some((id, at)) = stack.last_mut() {
            let after = graph.same_turn(*id);
            if let Some(&next) = after.get(*at) {
                *at += 1;
                match level[next as usize] {
                    UNSEEN => {
                        level[next as usize] = OPEN;
                        stack.push((next, 0));
                    }
                    OPEN => return Err(next),
                    _ => {}
                }
            } else {
                let highest = after.iter().map(|&next| level[next as usize] + 1).max();
                let lowest = u32::from(!matches!(graph.slots[*id as usize], Slot::Over(..)));
                level[*id as usize] = highest.unwrap_or(lowest);
                stack.pop();
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
        let mut row = Vec::new();
        for &old in &self.old {
            let slot = match graph.slots[old as usize] {
                Slot::Over(end, detail) => Slot::Over(end, detail),
                Slot::Chance(index) => {
                    let before = graph.rows[index as usize];
                    let begin = fresh.to.len() as u32;
                    self.copy(&graph, before.begin..before.turn, &mut row, &mut fresh);
                    let turn = fresh.to.len() as u32;
                    self.copy(&graph, before.turn..before.end, &mut row, &mut fresh);
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

    fn copy(&self, graph: &Graph, range: std::ops::Range<u32>, row: &mut Vec<(u32, f64)>, fresh: &mut Graph) {
        row.clear();
        row.extend(range.map(|at| (self.new[graph.to[at as usize] as usize], graph.probability[at as usize])));
        row.sort_unstable_by_key(|&(id, _)| id);
        fresh.to.extend(row.iter().map(|&(id, _)| id));
        fresh.probability.extend(row.iter().map(|&(_, p)| p));
    }
}
