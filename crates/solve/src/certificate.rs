//! A check of a solved game that shares nothing with how it was solved: each side plays its best against the other's
//! mixes, a decision process of its own.

use crate::compensated::sum;
use crate::error::PlayError;
use crate::model::graph::{Graph, Node};
use crate::objective::Objective;
use crate::play::{Plays, Roles};
use crate::policy::Solved;
use chaselab_core::{End, Mixed, Pair, Side};
use rayon::prelude::*;

/// What both solved policies are worth, and how much each side could still gain against the other's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Certificate {
    /// The value when both play as solved.
    pub value: f64,
    /// The value when the catcher plays its best against the prey's policy: what the prey is sure of.
    pub low: f64,
    /// The value when the prey plays its best against the catcher's policy: what the catcher is sure of.
    pub high: f64,
}

impl Certificate {
    /// What both sides together could gain by leaving their policies: 0 for an equilibrium, but for rounding.
    pub fn exploitability(&self) -> f64 {
        self.high - self.low
    }

    fn certain(value: f64) -> Self {
        Self { value, low: value, high: value }
    }

    fn add(&mut self, probability: f64, other: Self) {
        self.value += probability * other.value;
        self.low += probability * other.low;
        self.high += probability * other.high;
    }
}

/// Best replies to a solved policy, by each side in the decisions that `plays` leave free, and the value of the policy
/// itself. `plays`, `objective` and `max_turns` are those that it was solved for.
///
/// # Errors
/// When policies do not fit the graph.
pub fn certify(
    graph: &Graph,
    plays: &Plays<'_>,
    objective: &Objective,
    max_turns: usize,
    solved: &Solved,
) -> Result<Certificate, PlayError> {
    certify_each(graph, plays, objective, max_turns, solved, |_, _| {})
}

/// The same, and hands the certificate of every state by id to `see`, turn by turn from the last.
///
/// # Errors
/// As [`certify`].
pub fn certify_each(
    graph: &Graph,
    plays: &Plays<'_>,
    objective: &Objective,
    max_turns: usize,
    solved: &Solved,
    mut see: impl FnMut(usize, &[Certificate]),
) -> Result<Certificate, PlayError> {
    let roles = Roles::new(graph, plays, max_turns)?;
    if solved.states() != graph.len() || solved.max_turns() < max_turns {
        return Err(PlayError::Foreign { states: solved.states(), turns: solved.max_turns() });
    }
    let mut next = vec![Certificate::certain(objective.end(End::Timeout)); graph.len()];
    let mut now = next.clone();
    for turn in (1..=max_turns).rev() {
        let judge = Judge { graph, roles: &roles, solved, turn, length: objective.length(), next: &next };
        for id in 0..graph.overs() {
            if let Node::Over(end, detail) = graph.node(id) {
                now[id as usize] = Certificate::certain(objective.payoff(end, detail) + objective.length());
            }
        }
        for level in graph.levels() {
            let (begin, end) = (level.chance.start, level.choose.end);
            let (done, open) = now.split_at_mut(begin as usize);
            let open = &mut open[..(end - begin) as usize];
            open.par_iter_mut().with_min_len(1024).enumerate().for_each(|(at, worth)| {
                *worth = judge.worth(begin + at as u32, done);
            });
        }
        see(turn, &now);
        std::mem::swap(&mut now, &mut next);
    }
    let at_start = |pick: fn(&Certificate) -> f64| {
        sum(graph.starts().iter().map(|&(id, probability)| match graph.node(id) {
            Node::Over(end, detail) => probability * objective.payoff(end, detail),
            _ => probability * pick(&next[id as usize]),
        }))
    };
    Ok(Certificate { value: at_start(|w| w.value), low: at_start(|w| w.low), high: at_start(|w| w.high) })
}

struct Judge<'a> {
    graph: &'a Graph,
    roles: &'a Roles<'a>,
    solved: &'a Solved,
    turn: usize,
    length: f64,
    next: &'a [Certificate],
}

impl Judge<'_> {
    fn worth(&self, id: u32, done: &[Certificate]) -> Certificate {
        match self.graph.node(id) {
            Node::Over(..) => done[id as usize],
            Node::Chance { same_turn, next_turn } => {
                let mut worth = Certificate::default();
                for (to, probability) in same_turn.iter() {
                    worth.add(probability, done[to as usize]);
                }
                for (to, probability) in next_turn.iter() {
                    worth.add(probability, self.next[to as usize]);
                    worth.add(probability, Certificate::certain(self.length));
                }
                worth
            }
            Node::Choose { fork, explored, after, .. } => {
                let columns = explored.catcher.len().max(1);
                let shares = Pair::of(|side| {
                    let mut shares = [0.0; 32];
                    let mix: &[Mixed] =
                        if explored[side].is_empty() { &[] } else { self.solved.mix(self.turn, fork, side) };
                    mix.iter().for_each(|part| shares[explored[side].rank(part.action)] = part.probability);
                    if explored[side].is_empty() {
                        shares[0] = 1.0;
                    }
                    shares
                });
                let mut played = Certificate::default();
                let mut by_row = [0.0; 32];
                let mut by_column = [0.0; 32];
                for (at, &to) in after.iter().enumerate() {
                    let (row, column) = (at / columns, at % columns);
                    let (prey, catcher) = (shares.prey[row], shares.catcher[column]);
                    played.add(prey * catcher, done[to as usize]);
                    by_row[row] += catcher * done[to as usize].high;
                    by_column[column] += prey * done[to as usize].low;
                }
                if self.roles.free(fork, Side::Prey) {
                    played.high = by_row[..after.len() / columns].iter().copied().fold(f64::NEG_INFINITY, f64::max);
                }
                if self.roles.free(fork, Side::Catcher) {
                    played.low = by_column[..columns].iter().copied().fold(f64::INFINITY, f64::min);
                }
                played
            }
        }
    }
}
