//! The states in which somebody decides: what is done there, what it is worth, and what each other choice would cost.

use super::Game;
use super::dominance::dominated;
use chaselab_core::{Decision, Detail, End, Mixed, Pair, Side};
use chaselab_solve::{Certificate, Dominance, Graph, Node, Stage, first_turns};

/// How far two mixes may be apart and still be the same.
const SAME_MIX: f64 = 1e-6;

/// A state in which somebody decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// The fields of the view, in the order of its names.
    pub view: [i16; 6],
    /// What each side is asked; `None` for a side that waits.
    pub asked: Pair<Option<Decision>>,
    /// In which turn the mixes are played: the first, where the whole horizon lies ahead; where the model holds no more
    /// than the played turns, the first in which play can be here.
    pub turn: usize,
    /// The last turn up to which the mixes stay the same.
    pub holds_until_turn: usize,
    /// How often a chase comes by, both sides playing the equilibrium.
    pub met: f64,
    /// The game that is played here, with the mixes that solve it.
    pub stage: Stage,
    /// What the equilibrium is worth from here on, and what each side is sure of.
    pub certificate: Certificate,
    /// For each side and action, whether the action is dominated.
    pub dominated: Pair<Vec<Option<Dominance>>>,
    /// For each side and action, what it loses against the best one.
    pub regret: Pair<Vec<f64>>,
}

/// The turn for which each node's mixes are shown; 0 for nodes that play cannot reach.
pub(super) fn shown_turns(graph: &Graph, max_turns: usize) -> Vec<usize> {
    // What only later turns would reach counts as a timeout: without such nodes all that can follow is known.
    let closed = (0..graph.overs()).all(|id| !matches!(graph.node(id), Node::Over(End::Timeout, Detail::NONE)));
    if closed {
        return vec![1; graph.len()];
    }
    first_turns(graph, max_turns, |_, _| true)
}

/// All positions, by what is asked, then by the view.
pub(super) fn positions(game: &Game<'_>, turns: &[usize], certificates: &[Certificate]) -> Vec<Position> {
    let (graph, solved) = (game.graph, game.solved);
    let scale = game.question.objective.scale(game.max_turns);
    let mut positions: Vec<Position> = Vec::new();
    for id in graph.choosing() {
        let turn = turns[id as usize];
        let (Node::Choose { asked, .. }, Some(stage)) = (graph.node(id), solved.stage(graph, turn.max(1), id)) else {
            continue;
        };
        let decides = Side::BOTH.iter().any(|&side| stage.actions[side].len() > 1);
        if turn == 0 || !decides {
            continue;
        }
        positions.push(Position {
            view: graph.view(id).0,
            asked: asked.map(|choice| (!choice.waits()).then_some(choice.decision)),
            turn,
            holds_until_turn: solved.holds_until_turn(graph, turn, id, SAME_MIX),
            met: (1..=game.met.turns()).map(|turn| game.met.at(turn, id)).sum(),
            certificate: certificates[id as usize],
            dominated: Pair::of(|side| match stage.actions[side].len() {
                0 => Vec::new(),
                _ => dominated(side, stage.columns(), &stage.payoff, scale),
            }),
            regret: Pair::of(|side| if stage.actions[side].is_empty() { Vec::new() } else { stage.regret(side) }),
            stage,
        });
    }
    positions.sort_by_key(|position| (position.asked.prey, position.asked.catcher, position.view));
    positions
}

impl Position {
    /// The distance.
    pub fn gap(&self) -> i16 {
        self.view[0]
    }

    /// What a side does here.
    pub fn mix(&self, side: Side) -> &[Mixed] {
        &self.stage.mixes[side]
    }
}
