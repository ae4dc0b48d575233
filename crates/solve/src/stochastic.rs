//! Simultaneous-move games of limited length: backward induction over turns, and within a turn over levels.

use crate::error::PlayError;
use crate::matrix_game::MatrixGame;
use crate::mixes::{MixId, Mixes};
use crate::model::graph::{Entries, Graph, Level, Node};
use crate::objective::Objective;
use crate::play::{Plays, Roles};
use crate::policy::{Layer, Solved};
use chaselab_core::{Mixed, Options, Pair, Side};
use rayon::prelude::*;

/// Relative to the scale of the objective, when two turns are alike in every state.
pub(crate) const ALIKE: f64 = 1e-15;
/// Relative to the scale of the objective, when two actions are as good; the lower index is then taken.
pub(crate) const TIE: f64 = 1e-15;
/// Nodes of one piece of parallel work; levels that are no larger are done in place.
const CHANCE_CHUNK: usize = 2048;
const CHOOSE_CHUNK: usize = 256;

/// What both sides do best in every state and turn, where their decisions are free; the prey maximises the objective
/// and the catcher minimises it. With one side free alone this is its best reply.
///
/// Chases of `max_turns` turns that are not over then count as [`End::Timeout`].
///
/// # Errors
/// When a policy does not fit the graph.
pub fn solve(graph: &Graph, plays: &Plays<'_>, objective: &Objective, max_turns: usize) -> Result<Solved, PlayError> {
    let roles = Roles::new(graph, plays, max_turns)?;
    let scale = objective.scale(max_turns);
    let mut mixes = roles.mixes().clone();
    let mut layers: Vec<Layer> = Vec::new();
    let mut layer_of_turn = vec![0; max_turns];
    let timeout = Layer::timeout(graph, objective);
    for turn in (1..=max_turns).rev() {
        let after = layers.last().unwrap_or(&timeout);
        let pass = Pass { graph, roles: &roles, objective, turn, after, tie: TIE * scale };
        let layer = pass.layer(&mut mixes);
        let alike = || layer.values.iter().zip(&after.values).all(|(now, then)| (now - then).abs() <= ALIKE * scale);
        if roles.stationary() && turn < max_turns && alike() {
            // Whatever comes before is alike, too.
            layer_of_turn[..turn].fill(layers.len() as u32 - 1);
            break;
        }
        layer_of_turn[turn - 1] = layers.len() as u32;
        layers.push(layer);
    }
    let first = layers.last().unwrap_or(&timeout);
    let value = at_start(graph, objective, &first.values);
    Ok(Solved { value, states: graph.len(), layer_of_turn, layers, mixes })
}

/// What a chase is worth before its start is rolled, given what the first turn is.
pub(crate) fn at_start(graph: &Graph, objective: &Objective, values: &[f64]) -> f64 {
    crate::compensated::sum(graph.starts().iter().map(|&(id, probability)| {
        // What is over before the first turn has played none.
        let value = match graph.node(id) {
            Node::Over(end, detail) => objective.payoff(end, detail),
            _ => values[id as usize],
        };
        probability * value
    }))
}

/// One turn, given what the next one is worth.
pub(crate) struct Pass<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) roles: &'a Roles<'a>,
    pub(crate) objective: &'a Objective,
    pub(crate) turn: usize,
    pub(crate) after: &'a Layer,
    pub(crate) tie: f64,
}

/// What was found for a run of deciding nodes: new mixes stand in `parts`.
#[derive(Default)]
pub(crate) struct Chunk {
    values: Vec<f64>,
    picks: Vec<Pair<Pick>>,
    parts: Vec<Mixed>,
}

impl Chunk {
    /// Forgets what was found, for the next run.
    pub(crate) fn clear(&mut self) {
        self.values.clear();
        self.picks.clear();
        self.parts.clear();
    }

    /// Puts into a layer what was found for these nodes, in order; new mixes go into the pool.
    pub(crate) fn put(&self, ids: impl Iterator<Item = u32>, graph: &Graph, mixes: &mut Mixes, layer: &mut Layer) {
        let mut parts = self.parts.as_slice();
        for (id, (&value, picks)) in ids.zip(self.values.iter().zip(&self.picks)) {
            let Node::Choose { fork, .. } = graph.node(id) else { continue };
            layer.values[id as usize] = value;
            layer.picks[fork] = picks.map(|pick| match pick {
                Pick::Known(mix) => mix,
                Pick::New(count) => {
                    let (mix, rest) = parts.split_at(count as usize);
                    parts = rest;
                    mixes.add(mix)
                }
            });
        }
    }
}

/// A side's mix: one that the pool has, or so many further parts of the chunk.
#[derive(Clone, Copy)]
enum Pick {
    Known(MixId),
    New(u32),
}

/// What a piece of work needs again and again.
#[derive(Default)]
pub(crate) struct Desk {
    payoff: Vec<f64>,
    worth: Vec<f64>,
    mix: Vec<Mixed>,
    guess: Pair<Vec<usize>>,
    game: MatrixGame,
}

impl Pass<'_> {
    fn layer(&self, mixes: &mut Mixes) -> Layer {
        let mut layer = Layer { values: vec![0.0; self.graph.len()], picks: self.after.picks.clone() };
        self.overs(&mut layer.values);
        for level in self.graph.levels() {
            self.chance(level, &mut layer.values);
            for (chunk, first) in self.choose(level, &layer.values, mixes).iter().zip(firsts(level)) {
                chunk.put(first..level.choose.end, self.graph, mixes, &mut layer);
            }
        }
        layer
    }

    /// What ends are worth that come in this turn.
    pub(crate) fn overs(&self, values: &mut [f64]) {
        for id in 0..self.graph.overs() {
            if let Node::Over(end, detail) = self.graph.node(id) {
                values[id as usize] = self.objective.payoff(end, detail) + self.objective.length();
            }
        }
    }

    fn chance(&self, level: &Level, values: &mut [f64]) {
        let (done, open) = values.split_at_mut(level.chance.start as usize);
        let open = &mut open[..level.chance.len()];
        let fill = |(chunk, values): (usize, &mut [f64])| {
            let first = level.chance.start + (chunk * CHANCE_CHUNK) as u32;
            for (id, value) in (first..).zip(values) {
                if let Node::Chance { same_turn, next_turn } = self.graph.node(id) {
                    *value = self.dice(same_turn, next_turn, done);
                }
            }
        };
        if open.len() <= CHANCE_CHUNK {
            fill((0, open));
        } else {
            open.par_chunks_mut(CHANCE_CHUNK).enumerate().for_each(fill);
        }
    }

    /// What dice are worth.
    #[inline]
    pub(crate) fn dice(&self, same_turn: Entries<'_>, next_turn: Entries<'_>, done: &[f64]) -> f64 {
        expected(same_turn, done) + self.later(next_turn)
    }

    /// What goes on in the next turn has played this one.
    fn later(&self, next_turn: Entries<'_>) -> f64 {
        let length = self.objective.length();
        let played = if length == 0.0 { 0.0 } else { length * next_turn.probability.iter().sum::<f64>() };
        expected(next_turn, &self.after.values) + played
    }

    fn choose(&self, level: &Level, values: &[f64], mixes: &Mixes) -> Vec<Chunk> {
        let chunk = |first: u32| {
            let ids = first..level.choose.end.min(first + CHOOSE_CHUNK as u32);
            let (mut chunk, mut desk) = (Chunk::default(), Desk::default());
            ids.for_each(|id| self.fork(id, values, mixes, &mut desk, &mut chunk));
            chunk
        };
        if level.choose.len() <= CHOOSE_CHUNK {
            firsts(level).map(chunk).collect()
        } else {
            firsts(level).collect::<Vec<_>>().into_par_iter().map(chunk).collect()
        }
    }

    /// One decision: a matrix game of what can follow, in which a side that is not free has but its mix.
    pub(crate) fn fork(&self, id: u32, values: &[f64], mixes: &Mixes, desk: &mut Desk, chunk: &mut Chunk) {
        let Node::Choose { fork, explored, after, .. } = self.graph.node(id) else { return };
        let worth = |&after: &u32| values[after as usize];
        let columns = explored.catcher.len().max(1);
        let fixed = Pair::of(|side| self.roles.mix(self.turn, fork, side));
        let mut known = Pair::of(|side| self.roles.fixed(fork, side));
        let value = match (fixed.prey, fixed.catcher) {
            (Some(prey), Some(catcher)) => both_fixed(explored, (prey, catcher), |at| worth(&after[at])),
            (None, Some(catcher)) => {
                desk.worth.clear();
                desk.worth.extend(after.chunks_exact(columns).map(|row| {
                    let against = |part: &Mixed| part.probability * worth(&row[explored.catcher.rank(part.action)]);
                    catcher.iter().map(against).sum::<f64>()
                }));
                let (best, value) = first_best(&desk.worth, self.tie);
                known.prey = explored.prey.iter().nth(best).map(MixId::pure);
                value
            }
            (Some(prey), None) => {
                desk.worth.clear();
                desk.worth.extend((0..columns).map(|column| {
                    let against = |part: &Mixed| {
                        part.probability * worth(&after[explored.prey.rank(part.action) * columns + column])
                    };
                    -prey.iter().map(against).sum::<f64>()
                }));
                let (best, value) = first_best(&desk.worth, self.tie);
                known.catcher = explored.catcher.iter().nth(best).map(MixId::pure);
                -value
            }
            (None, None) => {
                desk.payoff.clear();
                desk.payoff.extend(after.iter().map(worth));
                // What is mixed in the next turn probably is in this one, too.
                let later = self.after.picks[fork];
                for side in Side::BOTH {
                    desk.guess[side].clear();
                    let mixed = mixes.get(later[side]).iter();
                    desk.guess[side].extend(mixed.map(|part| explored[side].rank(part.action)));
                }
                desk.game.solve_near(columns, &desk.payoff, &desk.guess.prey, &desk.guess.catcher)
            }
        };
        chunk.values.push(value);
        let picks = Pair::of(|side| {
            if let Some(mix) = known[side] {
                return Pick::Known(mix);
            }
            desk.mix.clear();
            match (fixed[side], side) {
                (Some(mix), _) => desk.mix.extend(mix),
                (None, Side::Prey) => put(explored.prey, desk.game.row_mix(), &mut desk.mix),
                (None, Side::Catcher) => put(explored.catcher, desk.game.column_mix(), &mut desk.mix),
            }
            let before = self.after.picks[fork][side];
            match desk.mix.as_slice() {
                [one] => Pick::Known(MixId::pure(one.action)),
                mix if mix == mixes.get(before) => Pick::Known(before),
                mix => {
                    chunk.parts.extend_from_slice(mix);
                    Pick::New(mix.len() as u32)
                }
            }
        });
        chunk.picks.push(picks);
    }
}

/// Where the pieces of work begin that a level's forks are shared out into.
fn firsts(level: &Level) -> impl Iterator<Item = u32> {
    level.choose.clone().step_by(CHOOSE_CHUNK)
}

#[inline]
fn expected(entries: Entries<'_>, values: &[f64]) -> f64 {
    entries.iter().map(|(to, probability)| probability * values[to as usize]).sum()
}

fn both_fixed(explored: Pair<Options>, (prey, catcher): (&[Mixed], &[Mixed]), worth: impl Fn(usize) -> f64) -> f64 {
    let columns = explored.catcher.len().max(1);
    let mut value = 0.0;
    for row in prey {
        for column in catcher {
            let at = explored.prey.rank(row.action) * columns + explored.catcher.rank(column.action);
            value += row.probability * column.probability * worth(at);
        }
    }
    value
}

/// The first of the highest, but for rounding, and what the highest is.
fn first_best(worth: &[f64], tie: f64) -> (usize, f64) {
    let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (worth.iter().position(|&worth| worth >= best - tie).unwrap_or(0), best)
}

/// The actions that are taken at all.
fn put(options: Options, shares: &[f64], mix: &mut Vec<Mixed>) {
    let parts = options.iter().zip(shares).map(|(action, &probability)| Mixed { action, probability });
    mix.extend(parts.filter(|part| part.probability > 0.0));
}
