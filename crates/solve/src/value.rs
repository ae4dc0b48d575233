//! What a game is worth from its start: of each turn only the nodes to which play can come by then, and nothing is kept.
//! For the many questions that ask for a single number, this takes a small part of the time of solving everything.

use crate::error::PlayError;
use crate::mixes::MixId;
use crate::model::graph::{Graph, Node};
use crate::objective::Objective;
use crate::play::{Plays, Roles};
use crate::policy::Layer;
use crate::stochastic::{ALIKE, Chunk, Desk, Pass, TIE, at_start};
use chaselab_core::{End, Pair};

/// The value of the whole chase, as [`solve`](crate::solve) finds it, but for rounding.
///
/// # Errors
/// When a policy does not fit the graph.
pub fn value(graph: &Graph, plays: &Plays<'_>, objective: &Objective, max_turns: usize) -> Result<f64, PlayError> {
    let roles = Roles::new(graph, plays, max_turns)?;
    let scale = objective.scale(max_turns);
    let reach = Reach::new(graph, &roles, max_turns);
    let mut mixes = roles.mixes().clone();
    let layer = || Layer {
        values: vec![objective.end(End::Timeout); graph.len()],
        picks: vec![Pair::new(MixId::NONE, MixId::NONE); graph.forks()],
    };
    let (mut now, mut after) = (layer(), layer());
    let (mut desk, mut chunk) = (Desk::default(), Chunk::default());
    for turn in (1..=max_turns).rev() {
        let pass = Pass { graph, roles: &roles, objective, turn, after: &after, tie: TIE * scale };
        pass.overs(&mut now.values);
        for level in &reach.levels {
            for &id in level.chance.by(turn) {
                if let Node::Chance { same_turn, next_turn } = graph.node(id) {
                    now.values[id as usize] = pass.dice(same_turn, next_turn, &now.values);
                }
            }
            chunk.clear();
            let forks = level.choose.by(turn);
            forks.iter().for_each(|&id| pass.fork(id, &now.values, &mixes, &mut desk, &mut chunk));
            let mut ids = forks.iter();
            chunk.each(&mut mixes, |value, picks| {
                if let Some(&id) = ids.next()
                    && let Node::Choose { fork, .. } = graph.node(id)
                {
                    now.values[id as usize] = value;
                    now.picks[fork] = picks;
                }
            });
        }
        std::mem::swap(&mut now, &mut after);
        // What can be reached by an earlier turn can be by this one: what is alike here is so ever before.
        let alike = |&id: &u32| (now.values[id as usize] - after.values[id as usize]).abs() <= ALIKE * scale;
        if roles.stationary() && turn < max_turns && reach.by(turn).all(alike) {
            break;
        }
    }
    Ok(at_start(graph, objective, &after.values))
}

/// The nodes to which play can come, as the graph orders them.
struct Reach {
    levels: Vec<ReachedLevel>,
}

struct ReachedLevel {
    chance: Reached,
    choose: Reached,
}

/// Nodes by the turn in which play can first be there.
struct Reached {
    ids: Vec<u32>,
    /// How many can be reached by each turn, from turn 0.
    by_turn: Vec<usize>,
}

impl Reached {
    fn new(ids: impl Iterator<Item = u32>, first: &[usize], max_turns: usize) -> Self {
        let mut ids: Vec<u32> = ids.filter(|&id| first[id as usize] != NEVER).collect();
        ids.sort_by_key(|&id| first[id as usize]);
        let by_turn = (0..=max_turns).map(|turn| ids.partition_point(|&id| first[id as usize] <= turn)).collect();
        Self { ids, by_turn }
    }

    /// Those that can be reached by a turn.
    fn by(&self, turn: usize) -> &[u32] {
        &self.ids[..self.by_turn[turn]]
    }
}

/// No turn is the first.
const NEVER: usize = usize::MAX;

impl Reach {
    fn new(graph: &Graph, roles: &Roles<'_>, max_turns: usize) -> Self {
        let mut first = vec![NEVER; graph.len()];
        let mut open: Vec<u32> = graph.starts().iter().map(|&(id, _)| id).collect();
        let mut later = Vec::new();
        for turn in 1..=max_turns {
            while let Some(id) = open.pop() {
                if first[id as usize] != NEVER {
                    continue;
                }
                first[id as usize] = turn;
                match graph.node(id) {
                    Node::Over(..) => {}
                    Node::Chance { same_turn, next_turn } => {
                        open.extend_from_slice(same_turn.to);
                        later.extend_from_slice(next_turn.to);
                    }
                    Node::Choose { fork, explored, after, .. } => {
                        let columns = explored.catcher.len().max(1);
                        let taken = Pair::of(|side| roles.taken(fork, side, explored[side]));
                        let is_taken = |at: usize| {
                            taken.prey >> (at / columns) & 1 == 1 && taken.catcher >> (at % columns) & 1 == 1
                        };
                        open.extend(after.iter().enumerate().filter(|&(at, _)| is_taken(at)).map(|(_, &to)| to));
                    }
                }
            }
            std::mem::swap(&mut open, &mut later);
        }
        let levels = graph.levels().iter().map(|level| ReachedLevel {
            chance: Reached::new(level.chance.clone(), &first, max_turns),
            choose: Reached::new(level.choose.clone(), &first, max_turns),
        });
        Self { levels: levels.collect() }
    }

    /// All nodes that can be reached by a turn, but for ends.
    fn by(&self, turn: usize) -> impl Iterator<Item = &u32> {
        self.levels.iter().flat_map(move |level| level.chance.by(turn).iter().chain(level.choose.by(turn)))
    }
}
