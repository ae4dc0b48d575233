//! Fixed policies: the chase as a Markov chain, carried forward turn by turn.

mod rows;
mod slots;

use crate::compensated::Sum;
use crate::error::PlayError;
use crate::exact::Exact;
use crate::model::graph::Graph;
use crate::play::{Plays, Roles};
use chaselab_core::{Detail, End};
use rows::{Block, Rows};
use slots::Slots;

/// The exact distribution of a chase of at most `max_turns` turns in which nobody's decision is left to the solver.
///
/// Nothing is truncated: it stops early only when no chase is under way any more.
///
/// # Errors
/// When a decision is free, or a policy does not fit the graph.
pub fn evaluate(graph: &Graph, plays: &Plays<'_>, max_turns: usize) -> Result<Exact, PlayError> {
    let roles = roles(graph, plays, max_turns)?;
    let slots = Slots::new(graph, roles.stationary().then_some(&roles));
    let carried = Carried::forward(graph, &roles, &slots, max_turns, |_| {});
    Ok(carried.exact(graph, &slots, max_turns))
}

/// How likely a chase stands at each node in each turn.
#[derive(Clone, Debug)]
pub struct Occupancy {
    turns: Vec<Vec<f64>>,
    overs: usize,
}

impl Occupancy {
    /// The probability that a chase comes by `id` in `turn`; 0 for ends.
    pub fn at(&self, turn: usize, id: u32) -> f64 {
        let at = (id as usize).checked_sub(self.overs);
        at.and_then(|at| self.turns.get(turn - 1)?.get(at)).copied().unwrap_or(0.0)
    }

    /// In how many turns a chase can be under way.
    pub fn turns(&self) -> usize {
        self.turns.len()
    }
}

/// How likely a chase comes by each node in each turn, policies being fixed.
///
/// # Errors
/// As [`evaluate`].
pub fn occupancy(graph: &Graph, plays: &Plays<'_>, max_turns: usize) -> Result<Occupancy, PlayError> {
    let roles = roles(graph, plays, max_turns)?;
    let slots = Slots::new(graph, None);
    let mut turns = Vec::new();
    let ends = slots.kinds().len();
    Carried::forward(graph, &roles, &slots, max_turns, |mass| turns.push(mass[ends..].to_vec()));
    Ok(Occupancy { turns, overs: graph.overs() as usize })
}

/// What each side does, where nothing is left to the solver.
fn roles<'a>(graph: &Graph, plays: &Plays<'a>, max_turns: usize) -> Result<Roles<'a>, PlayError> {
    let roles = Roles::new(graph, plays, max_turns)?;
    match roles.first_free(graph) {
        Some(decision) => Err(PlayError::Free { decision }),
        None => Ok(roles),
    }
}

/// What became of chases that were carried forward.
struct Carried {
    /// By kind of end, then by length.
    lengths: Vec<Vec<f64>>,
    /// How often each slot was visited, in expectation.
    visits: Vec<f64>,
    timeout: f64,
}

impl Carried {
    /// Carries the starts forward. After each turn `watch` sees the probability of each slot.
    fn forward(
        graph: &Graph,
        roles: &Roles<'_>,
        slots: &Slots,
        max_turns: usize,
        mut watch: impl FnMut(&[f64]),
    ) -> Self {
        let (count, ends) = (slots.len(), slots.kinds().len());
        let lengths = (0..ends).map(|_| Vec::with_capacity(max_turns.min(MANY) + 1)).collect();
        let mut carried = Self { lengths, visits: vec![0.0; count], timeout: 0.0 };
        // This turn's slots, then those of the next one.
        let mut blocks = vec![Block::default(); 2 * rows::blocks(count)];
        let mass = blocks.as_flattened_mut();
        let (over, under_way): (Vec<_>, Vec<_>) = graph.starts().iter().partition(|&&(id, _)| id < graph.overs());
        let begin = |mass: &mut [f64], starts: Vec<(u32, f64)>| {
            starts.iter().for_each(|&(id, probability)| mass[slots.of(id) as usize] += probability);
        };
        // What is over before the first turn has length 0; who ends it by a certain decision does so in the first.
        begin(mass, over);
        carried.count(&mut mass[..ends]);
        begin(mass, under_way);
        let rows = Rows::new(graph, roles, slots);
        for turn in 1..=max_turns {
            // Most turns begin at the highest slots.
            if blocks.as_flattened()[..count].iter().rev().all(|&mass| mass == 0.0) {
                return carried;
            }
            rows.sweep(graph, roles, slots, turn, &mut blocks);
            let (now, next) = blocks.split_at_mut(rows::blocks(count));
            let mass = &mut now.as_flattened_mut()[..count];
            watch(mass);
            carried.visits.iter_mut().zip(&*mass).for_each(|(visits, mass)| *visits += mass);
            carried.count(&mut mass[..ends]);
            now.copy_from_slice(next);
            next.fill(Block::default());
        }
        carried.timeout = crate::compensated::sum(blocks.as_flattened().iter().copied());
        carried
    }

    /// Takes what ended in this turn.
    fn count(&mut self, mass: &mut [f64]) {
        for (lengths, mass) in self.lengths.iter_mut().zip(mass) {
            lengths.push(std::mem::take(mass));
        }
    }

    fn exact(self, graph: &Graph, slots: &Slots, turns: usize) -> Exact {
        let mut events = graph.start_events.map(|expected| {
            let mut sum = Sum::default();
            sum.add(expected);
            sum
        });
        for (slot, id) in slots.nodes() {
            let visits = self.visits[slot];
            if visits > 0.0 {
                for &(event, expected) in graph.events(id) {
                    events[usize::from(event)].add(visits * expected);
                }
            }
        }
        let ends = slots.kinds().iter().zip(self.lengths).map(|(&(end, detail), lengths)| (end, detail, lengths));
        let mut unfinished = vec![0.0; turns];
        unfinished.push(self.timeout);
        let timeout = (self.timeout > 0.0).then_some((End::Timeout, Detail::NONE, unfinished));
        Exact::new(ends.chain(timeout), events.map(Sum::value).into())
    }
}

/// Chases of more turns get room for them as they are played.
const MANY: usize = 1024;
