//! What a game is worth from its start: of each turn only the nodes to which play can come by then, and no values are kept
//! but those of the next (mixes are, all in one pool). For the many questions that ask for a single number, this takes a
//! small part of the time of solving everything.

use crate::error::PlayError;
use crate::model::graph::{Graph, Level, Node};
use crate::objective::Objective;
use crate::play::{Plays, Roles};
use crate::policy::Layer;
use crate::reach::first_turns;
use crate::stochastic::{ALIKE, Chunk, Desk, Pass, TIE, at_start};
use chaselab_core::Side;
use std::ops::Range;

/// The value of the whole chase, as [`solve`](crate::solve) finds it, but for rounding.
///
/// # Errors
/// When a policy does not fit the graph.
pub fn value(graph: &Graph, plays: &Plays<'_>, objective: &Objective, max_turns: usize) -> Result<f64, PlayError> {
    let roles = Roles::new(graph, plays, max_turns)?;
    let scale = objective.scale(max_turns);
    let reach = Reach::new(graph, &roles, max_turns);
    let mut mixes = roles.mixes().clone();
    let mut after = Layer::timeout(graph, objective);
    let mut now = after.clone();
    let (mut desk, mut chunk) = (Desk::default(), Chunk::default());
    for turn in (1..=max_turns).rev() {
        let pass = Pass { graph, roles: &roles, objective, turn, after: &after, tie: TIE * scale };
        pass.overs(&mut now.values);
        for (dice, forks) in &reach.levels {
            for &id in reach.by(turn, dice) {
                if let Node::Chance { same_turn, next_turn } = graph.node(id) {
                    now.values[id as usize] = pass.dice(same_turn, next_turn, &now.values);
                }
            }
            let forks = reach.by(turn, forks);
            chunk.clear();
            forks.iter().for_each(|&id| pass.fork(id, &now.values, &mixes, &mut desk, &mut chunk));
            chunk.put(forks.iter().copied(), graph, &mut mixes, &mut now);
        }
        std::mem::swap(&mut now, &mut after);
        // What can be reached by an earlier turn can be by this one: what is alike here is so ever before.
        let alike = |&id: &u32| (now.values[id as usize] - after.values[id as usize]).abs() <= ALIKE * scale;
        if roles.stationary() && turn < max_turns && reach.all_by(turn).all(alike) {
            break;
        }
    }
    Ok(at_start(graph, objective, &after.values))
}

/// The nodes to which play can come, as the graph orders them.
struct Reach {
    /// By id, the first turn in which play can be there; 0 where it cannot.
    first: Vec<usize>,
    /// Of each level the dice and the forks, the earliest first.
    levels: Vec<(Vec<u32>, Vec<u32>)>,
}

impl Reach {
    fn new(graph: &Graph, roles: &Roles<'_>, max_turns: usize) -> Self {
        let is_taken = |fork: usize, at: usize| {
            let explored = graph.structure.forks[fork].explored;
            let columns = explored.catcher.len().max(1);
            let taken = |side: Side, rank: usize| roles.taken(fork, side, explored[side]) >> rank & 1 == 1;
            taken(Side::Prey, at / columns) && taken(Side::Catcher, at % columns)
        };
        let first = first_turns(graph, max_turns, is_taken);
        let earliest_first = |ids: Range<u32>| {
            let mut ids: Vec<u32> = ids.filter(|&id| first[id as usize] != 0).collect();
            ids.sort_by_key(|&id| first[id as usize]);
            ids
        };
        let level = |level: &Level| (earliest_first(level.chance.clone()), earliest_first(level.choose.clone()));
        Self { levels: graph.levels().iter().map(level).collect(), first }
    }

    /// Of some nodes, the earliest first, those to which play can come by a turn.
    fn by<'i>(&self, turn: usize, ids: &'i [u32]) -> &'i [u32] {
        &ids[..ids.partition_point(|&id| self.first[id as usize] <= turn)]
    }

    /// All nodes to which play can come by a turn, but for ends.
    fn all_by(&self, turn: usize) -> impl Iterator<Item = &u32> {
        self.levels.iter().flat_map(move |(dice, forks)| self.by(turn, dice).iter().chain(self.by(turn, forks)))
    }
}
