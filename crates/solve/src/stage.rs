//! One decision as a matrix game: what each pair of actions is worth, and what each single action costs.

use crate::dominance::{Dominance, dominated_columns, dominated_rows};
use chaselab_core::{Action, Mixed, Pair, Side};

/// The game that is played at one node in one turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The open actions of each side; empty for a side that waits.
    pub actions: Pair<Vec<Action>>,
    /// What each pair is worth to the prey, and costs the catcher: a row for each of the prey's actions, a column for
    /// each of the catcher's; a side that waits has one.
    pub payoff: Vec<f64>,
    /// What each side does.
    pub mixes: Pair<Vec<Mixed>>,
    /// What the node is worth when both do so.
    pub value: f64,
}

impl Stage {
    /// How many columns the payoff has.
    pub fn columns(&self) -> usize {
        self.actions.catcher.len().max(1)
    }

    /// What each action of a side is worth to the prey against the other side's mix.
    pub fn against_mix(&self, side: Side) -> Vec<f64> {
        let (rows, columns) = (self.actions.prey.len().max(1), self.columns());
        let shares = self.shares(side.other());
        match side {
            Side::Prey => (0..rows)
                .map(|row| (0..columns).map(|column| self.payoff[row * columns + column] * shares[column]).sum())
                .collect(),
            Side::Catcher => (0..columns)
                .map(|column| (0..rows).map(|row| self.payoff[row * columns + column] * shares[row]).sum())
                .collect(),
        }
    }

    /// What each action of a side loses against the best one, the other side's mix given; never negative.
    pub fn regret(&self, side: Side) -> Vec<f64> {
        let worth = self.against_mix(side);
        match side {
            Side::Prey => {
                let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                worth.into_iter().map(|worth| best - worth).collect()
            }
            Side::Catcher => {
                let best = worth.iter().copied().fold(f64::INFINITY, f64::min);
                worth.into_iter().map(|worth| worth - best).collect()
            }
        }
    }

    /// For each action of a side, whether it is dominated and by what (indices into [`actions`](Self::actions)).
    pub fn dominated(&self, side: Side) -> Vec<Option<Dominance>> {
        match side {
            Side::Prey => dominated_rows(self.columns(), &self.payoff),
            Side::Catcher => dominated_columns(self.columns(), &self.payoff),
        }
    }

    /// A side's mix as probabilities of its rows or columns.
    fn shares(&self, side: Side) -> Vec<f64> {
        if self.actions[side].is_empty() {
            return vec![1.0];
        }
        let share = |action: &Action| {
            self.mixes[side].iter().find(|part| part.action == *action).map_or(0.0, |part| part.probability)
        };
        self.actions[side].iter().map(share).collect()
    }
}
