//! The order of a turn: levels of nodes, and ids that follow them.

use super::found::{Found, Row};
use super::graph::{self, Fork, Graph, Level, Slot, Structure};
use super::rows::Target;
use std::sync::Arc;

/// A numbering in which ids ascend by level.
pub(crate) struct Order {
    /// Old ids, by new id.
    pub(crate) old: Vec<u32>,
    /// New ids, by old id.
    pub(crate) new: Vec<u32>,
    /// Where each entry of the structure stands among those that were found.
    entries: Vec<u32>,
    structure: Arc<Structure>,
}

/// Levels are the longest ways to a node without successors in the same turn; ends alone have level 0. Within a level
/// dice come before decisions, else the order of discovery holds.
///
/// # Errors
/// An id on a circle within a turn.
pub(crate) fn order(found: &Found) -> Result<Order, u32> {
    let mut keys = levels(found)?;
    // By level, within one by kind.
    for (key, slot) in keys.iter_mut().zip(&found.slots) {
        *key = 2 * *key + u32::from(matches!(slot, Slot::Choose(_)));
    }
    let highest = keys.iter().copied().max().unwrap_or(0) as usize / 2;
    // How many nodes have each key, then where the first, and at last where the next of them comes.
    let mut places = vec![0_u32; 2 * highest + 3];
    keys.iter().for_each(|&key| places[key as usize + 1] += 1);
    (1..places.len()).for_each(|key| places[key] += places[key - 1]);
    let level = |level: usize| {
        let [chance, choose, end] = [0, 1, 2].map(|kind| places[2 * level + kind]);
        Level { chance: chance..choose, choose: choose..end }
    };
    let levels = (1..=highest).map(level).collect();
    let overs = places[1];
    let (mut old, mut new) = (vec![0; keys.len()], vec![0; keys.len()]);
    for (id, (&key, new)) in keys.iter().zip(&mut new).enumerate() {
        *new = places[key as usize];
        old[*new as usize] = id as u32;
        places[key as usize] += 1;
    }
    let (structure, entries) = structure(found, &old, &new, levels, overs);
    Ok(Order { old, new, entries, structure: Arc::new(structure) })
}

const UNSEEN: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;

/// Depth first without recursion: a node's level is known once those of all its successors are. What was discovered last
/// is looked at first, since it mostly comes later in the turn.
fn levels(found: &Found) -> Result<Vec<u32>, u32> {
    let mut level = vec![UNSEEN; found.slots.len()];
    let mut way = Vec::new();
    for root in (0..found.slots.len() as u32).rev() {
        if level[root as usize] != UNSEEN {
            continue;
        }
        level[root as usize] = OPEN;
        way.push(Visit::new(found, root));
        while let Some(visit) = way.last_mut() {
            match visit.advance(found, &level)? {
                Some(next) => {
                    level[next as usize] = OPEN;
                    way.push(Visit::new(found, next));
                }
                None => {
                    level[visit.id as usize] = visit.highest;
                    way.pop();
                }
            }
        }
    }
    Ok(level)
}

/// A node whose successors in the same turn are looked at, one after the other.
struct Visit {
    id: u32,
    /// Where the next of them stands, and where they end: among the entries of rows, or behind the pairs of actions.
    next: u32,
    end: u32,
    dice: bool,
    /// The node's level, as far as it is known.
    highest: u32,
}

impl Visit {
    #[inline]
    fn new(found: &Found, id: u32) -> Self {
        match found.slots[id as usize] {
            Slot::Over(..) => Self { id, next: 0, end: 0, dice: false, highest: 0 },
            Slot::Chance(row) => {
                let Row { begin, end, .. } = found.rows[row as usize];
                Self { id, next: begin, end, dice: true, highest: 1 }
            }
            Slot::Choose(fork) => {
                let begin = found.forks[fork as usize].after;
                Self { id, next: begin, end: begin + found.after(fork).len() as u32, dice: false, highest: 1 }
            }
        }
    }

    /// The next successor whose level is not known.
    ///
    /// # Errors
    /// The next one that is on the way already.
    #[inline]
    fn advance(&mut self, found: &Found, level: &[u32]) -> Result<Option<u32>, u32> {
        while self.next < self.end {
            let to = match self.dice {
                true => found.entries[self.next as usize].0,
                false => Target::new(found.after[self.next as usize], false),
            };
            if !to.is_next_turn() {
                match level[to.id() as usize] {
                    UNSEEN => return Ok(Some(to.id())),
                    OPEN => return Err(to.id()),
                    known => self.highest = self.highest.max(known + 1),
                }
            }
            self.next += 1;
        }
        Ok(None)
    }
}

/// The structure of what was found, under new ids. Of each row, where the turn goes on comes first, then where the next one
/// begins, each in the order of new ids.
fn structure(found: &Found, old: &[u32], new: &[u32], levels: Vec<Level>, overs: u32) -> (Structure, Vec<u32>) {
    let mut structure = Structure {
        levels,
        overs,
        to: Vec::with_capacity(found.entries.len()),
        after: Vec::with_capacity(found.after.len()),
        rows: Vec::with_capacity(found.rows.len()),
        forks: Vec::with_capacity(found.forks.len()),
        slots: Vec::with_capacity(found.slots.len()),
    };
    let mut entries = Vec::with_capacity(found.entries.len());
    let mut events = 0;
    let mut keys = Vec::new();
    let new = |id: u32| new[id as usize];
    for &old in old {
        let slot = match found.slots[old as usize] {
            Slot::Over(end, detail) => Slot::Over(end, detail),
            Slot::Chance(row) => {
                let Row { begin, end, events_begin, events_end } = found.rows[row as usize];
                keys.clear();
                // One number for where an entry leads and its place, because numbers are sorted quickest.
                let targets = (begin..end).map(|at| found.entries[at as usize].0.renumbered(new).bits());
                keys.extend(targets.zip(begin..).map(|(to, at)| u64::from(to) << 32 | u64::from(at)));
                keys.sort_unstable();
                let to = |key: u64| Target::from_bits((key >> 32) as u32);
                let first = structure.to.len() as u32;
                let turn = first + keys.partition_point(|&key| !to(key).is_next_turn()) as u32;
                structure.to.extend(keys.iter().map(|&key| to(key).id()));
                entries.extend(keys.iter().map(|&key| key as u32));
                let events_first = events;
                events += events_end - events_begin;
                let (begin, end) = (first, structure.to.len() as u32);
                structure.rows.push(graph::Row { begin, turn, end, events_begin: events_first, events_end: events });
                Slot::Chance(structure.rows.len() as u32 - 1)
            }
            Slot::Choose(fork) => {
                let after = structure.after.len() as u32;
                structure.after.extend(found.after(fork).iter().map(|&id| new(id)));
                structure.forks.push(Fork { after, ..found.forks[fork as usize] });
                Slot::Choose(structure.forks.len() as u32 - 1)
            }
        };
        structure.slots.push(slot);
    }
    (structure, entries)
}

impl Order {
    /// The graph in this order, for so many turns, of what was found or of anything that has the same structure.
    pub(crate) fn graph(&self, found: &Found, horizon: usize) -> Graph {
        let mut starts: Vec<(u32, f64)> = found.starts.iter().map(|&(id, p)| (self.new[id as usize], p)).collect();
        starts.sort_unstable_by_key(|&(id, _)| id);
        let mut events = Vec::with_capacity(found.events.len());
        for &old in &self.old {
            if let Slot::Chance(row) = found.slots[old as usize] {
                let Row { events_begin, events_end, .. } = found.rows[row as usize];
                events.extend_from_slice(&found.events[events_begin as usize..events_end as usize]);
            }
        }
        Graph {
            horizon,
            structure: Arc::clone(&self.structure),
            views: self.old.iter().map(|&old| found.views[old as usize]).collect(),
            probability: self.entries.iter().map(|&at| found.entries[at as usize].1).collect(),
            events,
            starts,
            start_events: found.start_events,
        }
    }
}
