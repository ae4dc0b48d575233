//! Enumerating: turn by turn from the start, each state's row merged before the next is looked at. A state is expanded in
//! the first turn in which play can reach it, and not at all when that is after the last turn.

use super::Limits;
use super::explore::Explore;
use super::graph::{Fork, Graph, Row, Slot};
use crate::compensated::sum;
use crate::error::{Field, ModelError};
use chaselab_core::{
    Action, Choice, Detail, End, Every, MAX_EVENTS, Next, Options, Pace, Pair, Side, System, View, Words,
};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

/// How far a row may be from 1.
const ROW_TOLERANCE: f64 = 1e-12;

/// How many rows are enumerated at a time; fewer are not worth sharing out.
const BATCH: usize = 4096;
const SHARED: usize = 64;

/// Play has not reached a state.
const NEVER: usize = usize::MAX;

/// States as they are discovered.
pub(crate) struct Builder<'a, S: System> {
    system: &'a S,
    limits: Limits,
    pub(crate) graph: Graph,
    pub(crate) states: Vec<S::State>,
    pub(crate) ids: FxHashMap<S::State, u32>,
    /// The first turn in which play reaches each state.
    reached: Vec<usize>,
    /// The entries of a row that lead to the next turn, while it is looked at.
    next_turn: Vec<(u32, f64)>,
}

/// Rows, one after the other: what leads to the same state at the same pace is one entry, in the order of first sight.
struct Merged<T> {
    entries: Vec<(T, bool, f64)>,
    rows: Vec<Found>,
}

/// What was found of one row.
struct Found {
    /// Where its entries end; they begin where those of the row before it end.
    end: usize,
    /// The sum of their probabilities.
    total: f64,
    events: [f64; MAX_EVENTS],
}

/// Merges rows, one after the other.
struct Merger<T> {
    luck: Every,
    /// The entries of the row by state, where it has more than are looked through.
    seen: FxHashMap<(T, bool), usize>,
    merged: Merged<T>,
}

/// Up to so many entries of a row are looked through one by one.
const FEW: usize = 8;

impl<T: Clone + Eq + Hash> Merger<T> {
    fn new() -> Self {
        let merged = Merged { entries: Vec::new(), rows: Vec::new() };
        Self { luck: Every::default(), seen: FxHashMap::default(), merged }
    }

    fn merge(&mut self, act: impl FnMut(&mut Every) -> (T, bool)) {
        let Self { luck, seen, merged: Merged { entries, rows } } = self;
        seen.clear();
        let begin = entries.len();
        let mut expected = [0.0; MAX_EVENTS];
        luck.visit(act, |probability, (state, next_turn), events| {
            for (expected, &count) in expected.iter_mut().zip(events) {
                if count > 0 {
                    *expected += probability * f64::from(count);
                }
            }
            let row = &mut entries[begin..];
            if row.len() <= FEW {
                let same = |(known, turn, _): &&mut (T, bool, f64)| *turn == next_turn && *known == state;
                if let Some((.., sum)) = row.iter_mut().find(same) {
                    *sum += probability;
                    return;
                }
                entries.push((state, next_turn, probability));
                return;
            }
            if seen.is_empty() {
                seen.extend(row.iter().enumerate().map(|(at, (state, turn, _))| ((state.clone(), *turn), at)));
            }
            match seen.entry((state, next_turn)) {
                Entry::Occupied(known) => row[*known.get()].2 += probability,
                Entry::Vacant(place) => {
                    let fresh = (place.key().0.clone(), next_turn, probability);
                    place.insert(row.len());
                    entries.push(fresh);
                }
            }
        });
        let total = sum(entries[begin..].iter().map(|&(.., probability)| probability));
        rows.push(Found { end: entries.len(), total, events: expected });
    }
}

impl<'a, S: System> Builder<'a, S> {
    /// Every state that can be reached by the explored actions within the turns that are played.
    pub(crate) fn enumerate(system: &'a S, explore: Explore<'_>, limits: Limits) -> Result<Self, ModelError> {
        let graph = Graph { horizon: limits.turns, ..Graph::default() };
        let mut builder = Self {
            system,
            limits,
            graph,
            states: Vec::new(),
            ids: FxHashMap::default(),
            reached: Vec::new(),
            next_turn: Vec::new(),
        };
        let mut turn = builder.start()?;
        for number in 1..=limits.turns {
            let next_turn = builder.expand(turn, number, explore)?;
            turn = next_turn.into_iter().filter(|&id| builder.reached[id as usize] == NEVER).collect();
            if turn.is_empty() {
                break;
            }
        }
        Ok(builder)
    }

    /// Expands the states at which a turn begins, and all that it leads to; gives those at which the next one begins.
    fn expand(&mut self, begins: Vec<u32>, number: usize, explore: Explore<'_>) -> Result<Vec<u32>, ModelError> {
        let mut queue = Vec::new();
        let mut next_turn = Vec::new();
        begins.into_iter().for_each(|id| self.reach(id, number, &mut queue));
        let mut begin = 0;
        while begin < queue.len() {
            let batch = begin..queue.len().min(begin + BATCH);
            begin = batch.end;
            let batch = queue[batch].to_vec();
            let Merged { entries, rows } = self.rows(&batch);
            let (mut entries, mut rows) = (entries.into_iter(), rows.into_iter());
            let mut before = 0;
            for id in batch {
                match self.graph.slots[id as usize] {
                    Slot::Over(..) => {}
                    Slot::Chance(row) => {
                        let found = rows.next().expect("a row for each state of dice");
                        self.resolve(id, row, &found, entries.by_ref().take(found.end - before))?;
                        before = found.end;
                        let Row { begin, turn, end, .. } = self.graph.rows[row as usize];
                        for at in begin..turn {
                            self.reach(self.graph.to[at as usize], number, &mut queue);
                        }
                        next_turn.extend_from_slice(&self.graph.to[turn as usize..end as usize]);
                    }
                    Slot::Choose(fork) => {
                        self.choose(id, fork, explore);
                        for at in self.graph.forks[fork as usize].after as usize..self.graph.after.len() {
                            self.reach(self.graph.after[at], number, &mut queue);
                        }
                    }
                }
                self.check_limits()?;
            }
        }
        Ok(next_turn)
    }

    /// Play reaches a state in a turn: in the first one it is asked what it is, and expanded.
    fn reach(&mut self, id: u32, turn: usize, queue: &mut Vec<u32>) {
        if self.reached[id as usize] != NEVER {
            return;
        }
        self.reached[id as usize] = turn;
        let graph = &mut self.graph;
        graph.slots[id as usize] = match self.system.next(&self.states[id as usize]) {
            Next::Over(end, detail) => Slot::Over(end, detail),
            Next::Resolve => {
                graph.rows.push(Row::default());
                Slot::Chance(graph.rows.len() as u32 - 1)
            }
            Next::Choose(asked) => {
                graph.forks.push(Fork { asked, explored: Pair::new(Options::NONE, Options::NONE), after: 0 });
                Slot::Choose(graph.forks.len() as u32 - 1)
            }
        };
        queue.push(id);
    }

    /// The rows of those states of a batch at which dice decide. They do not depend on each other, so that they may be
    /// found in parallel; ids are given afterwards, in order.
    fn rows(&self, batch: &[u32]) -> Merged<S::State> {
        let system = self.system;
        let dice = |id: &&u32| matches!(self.graph.slots[**id as usize], Slot::Chance(_));
        let rows = |states: &[&S::State]| {
            let mut merger = Merger::new();
            for &state in states {
                merger.merge(|chance| {
                    let mut after = state.clone();
                    let pace = system.resolve(&mut after, chance);
                    // Whoever is out is out in the turn that was played, whatever the pace says.
                    let next_turn = pace == Pace::NextTurn && !matches!(system.next(&after), Next::Over(..));
                    (after, next_turn)
                });
            }
            merger.merged
        };
        let states: Vec<&S::State> = batch.iter().filter(dice).map(|&id| &self.states[id as usize]).collect();
        if states.len() < SHARED {
            return rows(&states);
        }
        let parts: Vec<Merged<S::State>> = states.par_chunks(SHARED / 2).map(rows).collect();
        let mut all = Merged { entries: Vec::new(), rows: Vec::new() };
        for Merged { entries, rows } in parts {
            let before = all.entries.len();
            all.rows.extend(rows.into_iter().map(|found| Found { end: found.end + before, ..found }));
            all.entries.extend(entries);
        }
        all
    }

    /// What a state looks like, for messages.
    pub(crate) fn name(&self, id: u32) -> String {
        format!("{:?}", self.states[id as usize])
    }

    /// The states at which chases begin.
    fn start(&mut self) -> Result<Vec<u32>, ModelError> {
        let mut merger = Merger::new();
        merger.merge(|chance| (self.system.start(chance), false));
        let Merged { entries, rows } = merger.merged;
        let Found { total, events, .. } = rows[0];
        if (total - 1.0).abs() > ROW_TOLERANCE {
            return Err(ModelError::Row { state: "the start".into(), total });
        }
        for (state, _, probability) in entries {
            let id = self.intern(state);
            self.graph.starts.push((id, probability));
        }
        self.graph.start_events = events;
        Ok(self.graph.starts.iter().map(|&(id, _)| id).collect())
    }

    /// The id of a state. A new one counts as a timeout until play reaches it: where it never does, that is what it is.
    fn intern(&mut self, state: S::State) -> u32 {
        match self.ids.entry(state) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                let id = self.states.len() as u32;
                self.graph.slots.push(Slot::Over(End::Timeout, Detail::NONE));
                self.graph.views.push(self.system.view(place.key()));
                self.reached.push(NEVER);
                self.states.push(place.key().clone());
                *place.insert(id)
            }
        }
    }

    fn resolve(
        &mut self,
        id: u32,
        row: u32,
        found: &Found,
        entries: impl Iterator<Item = (S::State, bool, f64)>,
    ) -> Result<(), ModelError> {
        let total = found.total;
        if (total - 1.0).abs() > ROW_TOLERANCE {
            return Err(ModelError::Row { state: self.name(id), total });
        }
        let begin = self.graph.to.len() as u32;
        let mut next_turn = std::mem::take(&mut self.next_turn);
        for (state, turn, probability) in entries {
            let to = self.intern(state);
            if turn {
                next_turn.push((to, probability));
            } else {
                self.graph.to.push(to);
                self.graph.probability.push(probability);
            }
        }
        let graph = &mut self.graph;
        let turn = graph.to.len() as u32;
        graph.to.extend(next_turn.iter().map(|&(to, _)| to));
        graph.probability.extend(next_turn.drain(..).map(|(_, probability)| probability));
        self.next_turn = next_turn;
        let end = graph.to.len() as u32;
        let events_begin = graph.events.len() as u32;
        let happened = found.events.iter().enumerate().filter(|&(_, &expected)| expected > 0.0);
        graph.events.extend(happened.map(|(event, &expected)| (event as u8, expected)));
        graph.rows[row as usize] = Row { begin, turn, end, events_begin, events_end: graph.events.len() as u32 };
        Ok(())
    }

    fn choose(&mut self, id: u32, fork: u32, explore: Explore<'_>) {
        let state = self.states[id as usize].clone();
        let asked: Pair<Choice> = self.graph.forks[fork as usize].asked;
        let gap = self.graph.views[id as usize].gap();
        let explored = Pair::of(|side| explore.options(side, asked[side], gap));
        // Who waits has one action, which is none.
        let actions = |side: Side| {
            let waits = explored[side].is_empty().then_some(Action(0));
            waits.into_iter().chain(explored[side].iter())
        };
        let begin = self.graph.after.len() as u32;
        for prey in actions(Side::Prey) {
            for catcher in actions(Side::Catcher) {
                let mut after = state.clone();
                self.system.choose(&mut after, Pair::new(prey, catcher));
                let to = self.intern(after);
                self.graph.after.push(to);
            }
        }
        self.graph.forks[fork as usize] = Fork { asked, explored, after: begin };
    }

    fn check_limits(&self) -> Result<(), ModelError> {
        let bytes = self.bytes();
        if self.states.len() <= self.limits.states && bytes <= self.limits.bytes {
            return Ok(());
        }
        let fields = spread(self.system.words(), &self.graph.views);
        Err(ModelError::TooLarge { states: self.states.len(), megabytes: bytes >> 20, fields })
    }

    /// States stand in the list and in the map; everything in the graph is held twice while it is renumbered.
    fn bytes(&self) -> usize {
        let graph = &self.graph;
        let state = 3 * size_of::<S::State>() + 8 + 2 * (size_of::<Slot>() + size_of::<View>());
        let rows = graph.rows.len() * size_of::<Row>() + graph.to.len() * 12 + graph.events.len() * 16;
        let forks = graph.forks.len() * size_of::<Fork>() + graph.after.len() * 4;
        self.states.len() * state + 2 * (rows + forks)
    }
}

/// The fields of the view that vary, those with the most values first.
fn spread(words: &Words, views: &[View]) -> Vec<Field> {
    let mut fields: Vec<Field> = words
        .view
        .iter()
        .take(views.first().map_or(0, |view| view.0.len()))
        .enumerate()
        .map(|(at, name)| {
            let mut values: Vec<i16> = views.iter().map(|view| view.0[at]).collect();
            values.sort_unstable();
            values.dedup();
            Field { name: name.clone(), values: values.len() }
        })
        .filter(|field| field.values > 1)
        .collect();
    fields.sort_by_key(|field| std::cmp::Reverse(field.values));
    fields
}
