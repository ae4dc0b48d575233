//! Enumerating: breadth first from the start, each state's row merged before the next is looked at.

use super::Limits;
use super::explore::Explore;
use super::graph::{Fork, Graph, Row, Slot};
use crate::compensated::sum;
use crate::error::{Field, ModelError};
use chaselab_core::{
    Action, Choice, EventCounts, MAX_EVENTS, Next, Options, Pace, Pair, Side, System, View, Words, every,
};
use rustc_hash::FxHashMap;

/// How far a row may be from 1.
const ROW_TOLERANCE: f64 = 1e-12;

/// States as they are discovered.
pub(crate) struct Builder<'a, S: System> {
    system: &'a S,
    limits: Limits,
    pub(crate) graph: Graph,
    pub(crate) states: Vec<S::State>,
    pub(crate) ids: FxHashMap<S::State, u32>,
    row: Merge,
}

/// One row under way: what leads to the same state at the same pace is one entry.
#[derive(Default)]
struct Merge {
    entries: Vec<(u32, bool, f64)>,
    events: [f64; MAX_EVENTS],
    /// For each id and pace, the row in which it was seen last and where.
    seen: Vec<(u32, u32)>,
    stamp: u32,
}

impl Merge {
    fn clear(&mut self) {
        self.entries.clear();
        self.events = [0.0; MAX_EVENTS];
        self.stamp += 1;
    }

    fn add(&mut self, id: u32, next_turn: bool, probability: f64, events: &EventCounts) {
        let key = 2 * id as usize + usize::from(next_turn);
        if self.seen.len() <= key {
            self.seen.resize(2 * key + 2, (0, 0));
        }
        let (stamp, at) = self.seen[key];
        if stamp == self.stamp {
            self.entries[at as usize].2 += probability;
        } else {
            self.seen[key] = (self.stamp, self.entries.len() as u32);
            self.entries.push((id, next_turn, probability));
        }
        for (expected, &count) in self.events.iter_mut().zip(events) {
            if count > 0 {
                *expected += probability * f64::from(count);
            }
        }
    }

    fn total(&self) -> f64 {
        sum(self.entries.iter().map(|&(.., probability)| probability))
    }
}

impl<'a, S: System> Builder<'a, S> {
    /// Every state that can be reached by the explored actions.
    pub(crate) fn enumerate(system: &'a S, explore: Explore<'_>, limits: Limits) -> Result<Self, ModelError> {
        let mut builder = Self {
            system,
            limits,
            graph: Graph::default(),
            states: Vec::new(),
            ids: FxHashMap::default(),
            row: Merge::default(),
        };
        builder.start()?;
        let mut id = 0;
        while (id as usize) < builder.states.len() {
            match builder.graph.slots[id as usize] {
                Slot::Over(..) => {}
                Slot::Chance(row) => builder.resolve(id, row)?,
                Slot::Choose(fork) => builder.choose(id, fork, explore),
            }
            builder.check_limits()?;
            id += 1;
        }
        Ok(builder)
    }

    /// What a state looks like, for messages.
    pub(crate) fn name(&self, id: u32) -> String {
        format!("{:?}", self.states[id as usize])
    }

    fn start(&mut self) -> Result<(), ModelError> {
        let system = self.system;
        self.row.clear();
        every(
            |chance| system.start(chance),
            |probability, state, events| {
                let id = self.intern(state);
                self.row.add(id, false, probability, events);
            },
        );
        let total = self.row.total();
        if (total - 1.0).abs() > ROW_TOLERANCE {
            return Err(ModelError::Row { state: "the start".into(), total });
        }
        self.graph.starts = self.row.entries.iter().map(|&(id, _, probability)| (id, probability)).collect();
        self.graph.start_events = self.row.events;
        Ok(())
    }

    /// The id of a state; a new one is asked at once what it is.
    fn intern(&mut self, state: S::State) -> u32 {
        if let Some(&id) = self.ids.get(&state) {
            return id;
        }
        let id = self.states.len() as u32;
        let graph = &mut self.graph;
        graph.slots.push(match self.system.next(&state) {
            Next::Over(end, detail) => Slot::Over(end, detail),
            Next::Resolve => {
                graph.rows.push(Row::default());
                Slot::Chance(graph.rows.len() as u32 - 1)
            }
            Next::Choose(asked) => {
                graph.forks.push(Fork { asked, explored: Pair::new(Options::NONE, Options::NONE), after: 0 });
                Slot::Choose(graph.forks.len() as u32 - 1)
            }
        });
        graph.views.push(self.system.view(&state));
        self.states.push(state.clone());
        self.ids.insert(state, id);
        id
    }

    fn resolve(&mut self, id: u32, row: u32) -> Result<(), ModelError> {
        let system = self.system;
        let state = self.states[id as usize].clone();
        self.row.clear();
        every(
            |chance| {
                let mut after = state.clone();
                let pace = system.resolve(&mut after, chance);
                (after, pace)
            },
            |probability, (after, pace), events| {
                let to = self.intern(after);
                // Whoever is out is out in the turn that was played, whatever the pace says.
                let over = matches!(self.graph.slots[to as usize], Slot::Over(..));
                self.row.add(to, pace == Pace::NextTurn && !over, probability, events);
            },
        );
        let total = self.row.total();
        if (total - 1.0).abs() > ROW_TOLERANCE {
            return Err(ModelError::Row { state: self.name(id), total });
        }
        let graph = &mut self.graph;
        let begin = graph.to.len() as u32;
        let mut push = |next_turn: bool| {
            for &(to, _, probability) in self.row.entries.iter().filter(|&&(_, turn, _)| turn == next_turn) {
                graph.to.push(to);
                graph.probability.push(probability);
            }
            graph.to.len() as u32
        };
        let (turn, end) = (push(false), push(true));
        let events_begin = graph.events.len() as u32;
        let happened = self.row.events.iter().enumerate().filter(|&(_, &expected)| expected > 0.0);
        graph.events.extend(happened.map(|(event, &expected)| (event as u8, expected)));
        graph.rows[row as usize] = Row { begin, turn, end, events_begin, events_end: graph.events.len() as u32 };
        Ok(())
    }

    fn choose(&mut self, id: u32, fork: u32, explore: Explore<'_>) {
        let state = self.states[id as usize].clone();
        let asked: Pair<Choice> = self.graph.forks[fork as usize].asked;
        let gap = self.graph.views[id as usize].gap();
        let explored = Pair::of(|side| explore.options(side, asked[side], gap));
        let actions: Pair<Vec<Action>> =
            Pair::of(
                |side: Side| {
                    if explored[side].is_empty() { vec![Action(0)] } else { explored[side].iter().collect() }
                },
            );
        let begin = self.graph.after.len() as u32;
        for &prey in &actions.prey {
            for &catcher in &actions.catcher {
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
