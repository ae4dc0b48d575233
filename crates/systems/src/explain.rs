//! How a number of a setting came to be, for `check`, comparisons and reports.

use chaselab_core::tables::Standing;

/// One number and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// What it is, such as `prey acceleration`.
    pub what: String,
    /// Its value in the system's own terms, such as `+1`.
    pub value: String,
    /// Where that came from, such as `28 km/h/s of sports-car, fths.tables.acceleration.Good.modifier`.
    pub from: String,
}

impl Explained {
    /// A number and its origin.
    pub fn new(what: impl Into<String>, value: impl Into<String>, from: impl Into<String>) -> Self {
        Self { what: what.into(), value: value.into(), from: from.into() }
    }
}

/// A reading of the rules that a scenario can choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its name in `rules = { ... }`.
    pub name: &'static str,
    /// How it is set.
    pub value: String,
    /// How it is set when nobody says anything.
    pub default: &'static str,
}

impl Switch {
    /// Whether somebody chose another reading.
    pub fn is_changed(&self) -> bool {
        self.value != self.default
    }
}

/// How long a turn lasts in the world of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnLength {
    /// Seconds.
    pub seconds: f64,
    /// Where that number comes from.
    pub standing: Standing,
    /// The same in words, such as a rule page.
    pub from: &'static str,
}

/// How long a unit of the gap is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Metres of one unit.
    pub metres: f64,
    /// When it is so, such as `at 30 km/h`.
    pub when: &'static str,
}
