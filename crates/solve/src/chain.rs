//! Fixed policies: the chase as a Markov chain, carried forward turn by turn.

use crate::compensated::Sum;
use crate::error::PlayError;
use crate::exact::Exact;
use crate::model::graph::{Graph, Node};
use crate::play::{Plays, Roles};
use chaselab_core::{Detail, End, Side};

/// The exact distribution of a chase of at most `max_turns` turns in which nobody's decision is left to the solver.
///
/// Nothing is truncated: it stops early only when no chase is under way any more.
///
/// # Errors
/// When a decision is free, or a policy does not fit the graph.
pub fn evaluate(graph: &Graph, plays: &Plays<'_>, max_turns: usize) -> Result<Exact, PlayError> {
    let outcomes = Outcomes::of(graph);
    let mut chase = Chase::new(graph, &outcomes);
    let visits = forward(graph, plays, max_turns, &outcomes, &mut chase, true, |_| {})?;
    Ok(chase.finish(graph, &outcomes, &visits, max_turns))
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
    let outcomes = Outcomes::of(graph);
    let mut chase = Chase::new(graph, &outcomes);
    let mut turns = Vec::new();
    let ends = outcomes.kinds.len();
    forward(graph, plays, max_turns, &outcomes, &mut chase, false, |mass| turns.push(mass[ends..].to_vec()))?;
    Ok(Occupancy { turns, overs: graph.overs() as usize })
}

/// Ends and details that nodes stand for: each is one slot, before the nodes that go on.
struct Outcomes {
    kinds: Vec<(End, Detail)>,
    /// By id of the end's node.
    slots: Vec<u32>,
}

impl Outcomes {
    fn of(graph: &Graph) -> Self {
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
        let slots = ends.iter().map(slot).collect();
        Self { kinds, slots }
    }

    /// Where the probability of a node is kept.
    fn slot(&self, id: u32) -> u32 {
        match self.slots.get(id as usize) {
            Some(&slot) => slot,
            None => id - self.slots.len() as u32 + self.kinds.len() as u32,
        }
    }

    fn node(&self, slot: usize) -> u32 {
        (slot - self.kinds.len() + self.slots.len()) as u32
    }
}

/// What was counted so far.
struct Chase {
    /// By kind of end, then by length.
    lengths: Vec<Vec<f64>>,
    timeout: f64,
}

impl Chase {
    fn new(graph: &Graph, outcomes: &Outcomes) -> Self {
        let mut chase = Self { lengths: vec![Vec::new(); outcomes.kinds.len()], timeout: 0.0 };
        let mut mass = vec![0.0; outcomes.kinds.len()];
        for &(id, probability) in graph.starts().iter().filter(|&&(id, _)| id < graph.overs()) {
            mass[outcomes.slot(id) as usize] += probability;
        }
        chase.count(&mut mass);
        chase
    }

    /// Takes what ended in this turn.
    fn count(&mut self, mass: &mut [f64]) {
        for (lengths, mass) in self.lengths.iter_mut().zip(mass) {
            lengths.push(std::mem::take(mass));
        }
    }

    fn finish(self, graph: &Graph, outcomes: &Outcomes, visits: &[f64], turns: usize) -> Exact {
        let mut events = graph.start_events.map(|expected| {
            let mut sum = Sum::default();
            sum.add(expected);
            sum
        });
        for (slot, &visits) in visits.iter().enumerate().skip(outcomes.kinds.len()).filter(|&(_, &visits)| visits > 0.0)
        {
            for &(event, expected) in graph.events(outcomes.node(slot)) {
                events[usize::from(event)].add(visits * expected);
            }
        }
        let ends = outcomes.kinds.iter().zip(self.lengths).map(|(&(end, detail), lengths)| (end, detail, lengths));
        let mut unfinished = vec![0.0; turns];
        unfinished.push(self.timeout);
        let timeout = (self.timeout > 0.0).then_some((End::Timeout, Detail::NONE, unfinished));
        Exact::new(ends.chain(timeout), events.map(Sum::value).into())
    }
}

/// Sparse rows under fixed policies.
#[derive(Default)]
struct Rows {
    rows: Vec<[u32; 3]>,
    entries: Vec<(u32, f64)>,
}

impl Rows {
    /// The rows of one turn. With `shortcuts`, what leads to a certain decision leads to what follows it at once; that
    /// is right only where policies do not depend on the turn.
    fn fill(&mut self, graph: &Graph, roles: &Roles<'_>, outcomes: &Outcomes, turn: usize, shortcuts: Option<&[u32]>) {
        self.rows.clear();
        self.entries.clear();
        let slot = |id: u32| outcomes.slot(shortcuts.map_or(id, |shortcuts| shortcuts[id as usize]));
        for id in graph.overs()..graph.len() as u32 {
            let begin = self.entries.len() as u32;
            match graph.node(id) {
                Node::Over(..) => {}
                Node::Chance { same_turn, next_turn } => {
                    self.entries.extend(same_turn.iter().map(|(to, p)| (slot(to), p)));
                    let middle = self.entries.len() as u32;
                    self.entries.extend(next_turn.iter().map(|(to, p)| (slot(to), p)));
                    self.rows.push([begin, middle, self.entries.len() as u32]);
                }
                Node::Choose { fork, explored, after, .. } => {
                    let mix = |side| roles.mix(turn, fork, side).unwrap_or_default();
                    let columns = explored.catcher.len().max(1);
                    for prey in mix(Side::Prey) {
                        let row = explored.prey.rank(prey.action) * columns;
                        for catcher in mix(Side::Catcher) {
                            let to = after[row + explored.catcher.rank(catcher.action)];
                            self.entries.push((slot(to), prey.probability * catcher.probability));
                        }
                    }
                    let end = self.entries.len() as u32;
                    self.rows.push([begin, end, end]);
                }
            }
        }
    }

    /// One turn: what stands at a node goes on to lower slots of `mass`, or to `next`. Slots after the ends ascend by
    /// level, so that from the highest down nothing comes back to a node that was left.
    fn sweep(&self, mass: &mut [f64], next: &mut [f64], ends: usize) {
        for (index, &[begin, middle, end]) in self.rows.iter().enumerate().rev() {
            let here = mass[ends + index];
            if here != 0.0 {
                for &(to, probability) in &self.entries[begin as usize..middle as usize] {
                    mass[to as usize] += here * probability;
                }
                for &(to, probability) in &self.entries[middle as usize..end as usize] {
                    next[to as usize] += here * probability;
                }
            }
        }
    }
}

/// For each id, itself, or what follows it for certain without dice.
fn shortcuts(graph: &Graph, roles: &Roles<'_>) -> Vec<u32> {
    let mut short: Vec<u32> = (0..graph.len() as u32).collect();
    for id in graph.choosing() {
        let Node::Choose { fork, explored, after, .. } = graph.node(id) else { continue };
        let certain = |side| match roles.mix(1, fork, side) {
            Some([one]) => Some(explored[side].rank(one.action)),
            _ => None,
        };
        if let (Some(row), Some(column)) = (certain(Side::Prey), certain(Side::Catcher)) {
            // What follows has a lower id, so it is known.
            short[id as usize] = short[after[row * explored.catcher.len().max(1) + column] as usize];
        }
    }
    short
}

/// Carries the starts forward and returns how often each slot is visited in expectation. After each turn `watch` sees
/// the probability of each slot. With `skip`, decisions that are certain may be passed over and then show none.
fn forward(
    graph: &Graph,
    plays: &Plays<'_>,
    max_turns: usize,
    outcomes: &Outcomes,
    chase: &mut Chase,
    skip: bool,
    mut watch: impl FnMut(&[f64]),
) -> Result<Vec<f64>, PlayError> {
    let roles = Roles::new(graph, plays, max_turns)?;
    if let Some(decision) = roles.first_free(graph) {
        return Err(PlayError::Free { decision });
    }
    let stationary = roles.stationary();
    let shortcuts = (skip && stationary).then(|| shortcuts(graph, &roles));
    let ends = outcomes.kinds.len();
    let slots = ends + graph.len() - outcomes.slots.len();
    let (mut mass, mut next, mut visits) = (vec![0.0; slots], vec![0.0; slots], vec![0.0; slots]);
    for &(id, probability) in graph.starts().iter().filter(|&&(id, _)| id >= graph.overs()) {
        let id = shortcuts.as_ref().map_or(id, |shortcuts| shortcuts[id as usize]);
        mass[outcomes.slot(id) as usize] += probability;
    }
    let mut rows = Rows::default();
    for turn in 1..=max_turns {
        if mass.iter().all(|&mass| mass == 0.0) {
            return Ok(visits);
        }
        if roles.change(turn) {
            rows.fill(graph, &roles, outcomes, turn, shortcuts.as_deref());
        }
        rows.sweep(&mut mass, &mut next, ends);
        watch(&mass);
        visits.iter_mut().zip(&mass).for_each(|(visits, mass)| *visits += mass);
        chase.count(&mut mass[..ends]);
        mass.fill(0.0);
        std::mem::swap(&mut mass, &mut next);
    }
    chase.timeout = crate::compensated::sum(mass);
    Ok(visits)
}
