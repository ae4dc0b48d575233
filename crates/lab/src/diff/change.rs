//! One difference, and how far it can be trusted.

use crate::results::CellResult;
use chaselab_core::{End, Group};

/// Below this an exact difference is what rounding leaves of none.
pub const ROUNDING: f64 = 1e-12;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The rate of a group of ends.
    Group(Group),
    /// The rate of an end.
    End(End),
    /// The mean number of turns.
    Turns,
}

impl Quantity {
    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Group(group) => group.name(),
            Self::End(end) => end.name(),
            Self::Turns => "turns",
        }
    }

    /// Its value in a cell; an end that a system cannot reach has the rate 0.
    pub fn of(self, cell: &CellResult) -> f64 {
        match self {
            Self::Group(group) => cell.group(group).rate,
            Self::End(end) => cell.end(end).map_or(0.0, |rate| rate.rate),
            Self::Turns => cell.turns.mean.mean,
        }
    }
}

/// One difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Of what.
    pub quantity: Quantity,
    /// In BASE.
    pub base: f64,
    /// In CHANGED.
    pub changed: f64,
    /// CHANGED less BASE.
    pub delta: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
    /// How far it can be trusted.
    pub standing: Standing,
    /// The difference between the equilibria, where both were found.
    pub adapted: Option<f64>,
}

/// How far a difference can be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Standing {
    /// Computed: there is no doubt.
    Exact,
    /// Counted over pairs of chases.
    Paired {
        /// In how many pairs the variants differ in it.
        differ: u64,
        /// The two-sided tail of the test that nothing changed, corrected for all comparisons (Holm).
        tail: f64,
        /// Whether the tail lies below 1 less the confidence.
        shown: bool,
        /// How many times larger the variance would be without pairing.
        gain: Option<f64>,
    },
}

impl Change {
    /// Whether it is shown to be more than chance, or than rounding.
    pub fn is_real(&self) -> bool {
        match self.standing {
            Standing::Exact => self.delta.abs() > ROUNDING,
            Standing::Paired { shown, .. } => shown,
        }
    }

    /// Whether nothing at all differs.
    pub fn is_nothing(&self) -> bool {
        match self.standing {
            Standing::Exact => self.delta.abs() <= ROUNDING,
            Standing::Paired { differ, .. } => differ == 0,
        }
    }
}
