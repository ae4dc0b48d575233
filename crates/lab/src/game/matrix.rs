//! Each action of one decision against each of the other side's, both kept for the whole chase.

use super::choices::asked;
use super::dominance::dominated;
use super::{Game, GameError};
use chaselab_core::{Action, Behaviour, Decision, Pair, Side};
use chaselab_solve::{Dominance, MatrixGame, Node, PlayError, fixed, value};
use rayon::prelude::*;

/// Relative to the scale of the objective, what counts as equally good.
const TIE: f64 = 1e-10;

/// A matrix of values: a row for each of the prey's actions, a column for each of the catcher's.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// The decision.
    pub decision: Decision,
    /// The actions of each side.
    pub actions: Pair<Vec<Action>>,
    /// Row by row, what is worth to the prey that both keep to their action; other decisions are made as the scenario
    /// says.
    pub payoff: Vec<f64>,
    /// What the game is worth in which both sides commit themselves before the chase.
    pub committed: f64,
    /// The mixes of that game.
    pub mixes: Pair<Vec<f64>>,
    /// For each side and action, whether it is dominated.
    pub dominated: Pair<Vec<Option<Dominance>>>,
    tie: f64,
}

impl Matrix {
    /// The value of a pair of actions, by their places.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.payoff[row * self.actions.catcher.len() + column]
    }

    /// The best replies of a side to an action of the other side, by their places; several where they are as good.
    pub fn best_replies(&self, side: Side, to: usize) -> Vec<usize> {
        let worth: Vec<f64> = match side {
            Side::Prey => (0..self.actions.prey.len()).map(|row| self.at(row, to)).collect(),
            Side::Catcher => (0..self.actions.catcher.len()).map(|column| -self.at(to, column)).collect(),
        };
        let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (0..worth.len()).filter(|&index| worth[index] >= best - self.tie).collect()
    }

    /// Whether a side's action is a best reply to the other's, by their places.
    pub fn is_best(&self, side: Side, row: usize, column: usize) -> bool {
        match side {
            Side::Prey => self.best_replies(side, column).contains(&row),
            Side::Catcher => self.best_replies(side, row).contains(&column),
        }
    }
}

/// The first decision that is free and that both sides have.
pub(super) fn primary(game: &Game<'_>) -> Option<Decision> {
    let decisions = game.behaviours.prey.len().min(game.behaviours.catcher.len());
    (0..decisions as u8).map(Decision).find(|&decision| {
        let free = |side: Side| game.behaviours[side][usize::from(decision.0)].is_solved();
        Side::BOTH.iter().all(|&side| free(side) && asked(game.graph, side, decision).len() > 1)
    })
}

/// The matrix of a decision. `written` is what the scenario says of all decisions.
pub(super) fn matrix(game: &Game<'_>, decision: Decision, written: &Pair<Vec<Behaviour>>) -> Result<Matrix, GameError> {
    let actions: Pair<Vec<Action>> = Pair::of(|side| asked(game.graph, side, decision).iter().collect());
    let columns = actions.catcher.len();
    let pairs = (0..actions.prey.len() * columns).into_par_iter();
    let worth = |pair: usize| {
        let mut behaviours = written.clone();
        behaviours.prey[usize::from(decision.0)] = Behaviour::always(actions.prey[pair / columns]);
        behaviours.catcher[usize::from(decision.0)] = Behaviour::always(actions.catcher[pair % columns]);
        value(game.graph, &fixed(&behaviours), &game.stakes.written, game.max_turns)
    };
    let payoff = pairs.map(worth).collect::<Result<Vec<f64>, PlayError>>()?;
    let scale = game.question.objective.scale(game.max_turns);
    let mut committed = MatrixGame::default();
    let worth = committed.solve(columns, &payoff);
    Ok(Matrix {
        decision,
        committed: worth,
        mixes: Pair::new(committed.row_mix().to_vec(), committed.column_mix().to_vec()),
        dominated: Pair::of(|side| dominated(side, columns, &payoff, scale)),
        actions,
        payoff,
        tie: TIE * scale,
    })
}

/// How many nodes ask anybody to decide freely.
pub(super) fn free_forks(game: &Game<'_>) -> usize {
    let free = |id: u32| match game.graph.node(id) {
        Node::Choose { asked, explored, .. } => Side::BOTH.iter().any(|&side| {
            explored[side].len() > 1 && game.behaviours[side][usize::from(asked[side].decision.0)].is_solved()
        }),
        _ => false,
    };
    game.graph.choosing().filter(|&id| free(id)).count()
}
