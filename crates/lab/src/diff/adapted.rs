//! Players who adapt: both variants solved anew, and the equilibria held against each other.

use super::{ADAPT, Quantity};
use crate::game::{Equilibrium, Question};
use crate::player::Player;
use chaselab_core::{End, Group};

/// What becomes of a change when both sides answer it with their best.
#[derive(Clone, Debug, PartialEq)]
pub struct Adapted {
    /// The equilibrium of BASE.
    pub base: Best,
    /// The equilibrium of CHANGED.
    pub changed: Best,
}

/// What an equilibrium comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// What the chase is worth to the prey.
    pub value: f64,
    /// The rate of each end.
    pub ends: [f64; End::ALL.len()],
    /// The mean number of turns.
    pub turns: f64,
    /// How many states the game has.
    pub states: usize,
}

impl Best {
    fn of(equilibrium: &Equilibrium) -> Self {
        Self {
            value: equilibrium.value,
            ends: End::ALL.map(|end| equilibrium.exact.end(end)),
            turns: equilibrium.exact.mean_turns(),
            states: equilibrium.states,
        }
    }

    /// Something that an equilibrium comes to.
    pub fn quantity(&self, quantity: Quantity) -> f64 {
        let group = |group: Group| {
            End::ALL.into_iter().filter(|end| end.group() == group).map(|end| self.ends[end as usize]).sum()
        };
        match quantity {
            Quantity::Group(wanted) => group(wanted),
            Quantity::End(end) => self.ends[end as usize],
            Quantity::Turns => self.turns,
        }
    }
}

impl Adapted {
    /// CHANGED less BASE.
    pub fn delta(&self, quantity: Quantity) -> f64 {
        self.changed.quantity(quantity) - self.base.quantity(quantity)
    }

    /// The difference of the values.
    pub fn value(&self) -> f64 {
        self.changed.value - self.base.value
    }
}

/// Solves both variants, or says in words why one of them has no answer.
pub(super) fn adapted(players: [&dyn Player; 2], question: &Question) -> Result<Adapted, String> {
    let best = |player: &dyn Player, which: &str| {
        let found = player.equilibrium(question, ADAPT).map_err(|error| format!("{which}: {error}"))?;
        Ok::<_, String>(Best::of(&found))
    };
    Ok(Adapted { base: best(players[0], "BASE")?, changed: best(players[1], "CHANGED")? })
}
