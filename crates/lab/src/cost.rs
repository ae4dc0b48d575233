//! What a run will cost, before it is begun, and from where on somebody should be asked.

use crate::plan::{Grid, Sweep};
use crate::run::AUTO;
use crate::scenario::Wanted;

/// The most chases that are played unasked: some hours of one core by the rules.
pub const MOST_CHASES: u128 = 100_000_000_000;
/// The most cells that are played unasked: some gigabytes of results.
pub const MOST_CELLS: u64 = 2_000_000;

/// Chases that one core plays in a second by the rules, roughly: systems differ by a factor of five either way, and what is
/// counted in lanes takes a small part of that.
const CHASES_A_SECOND: f64 = 5e6;
/// Cells that one core makes and computes in a second, roughly: chains differ far more than systems.
const CELLS_A_SECOND: f64 = 2e3;
/// Bytes that a cell takes on disk in all its forms while a run is under way, roughly.
const BYTES_A_CELL: f64 = 6e3;

/// What a run will cost at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// How many cells.
    pub cells: u64,
    /// How many chases will be played.
    pub chases: u128,
}

impl Cost {
    /// Of a whole sweep. Whether a system's cells will be computed instead of played is found out by its first cell, where
    /// it matters.
    pub fn of(sweep: &Sweep) -> Self {
        let chases = |grid: &Grid| u128::from(grid.cells) * u128::from(sweep.scenario.chases);
        let most: u128 = sweep.grids.iter().map(chases).sum();
        let played = |grid: &&Grid| match sweep.scenario.method {
            Wanted::Exact => false,
            Wanted::Sampled | Wanted::Both => true,
            Wanted::Auto => most <= MOST_CHASES || !is_computed(sweep, grid),
        };
        Self { cells: sweep.cells(), chases: sweep.grids.iter().filter(played).map(chases).sum() }
    }

    /// Whether somebody should be asked first.
    pub const fn is_absurd(&self) -> bool {
        self.cells > MOST_CELLS || self.chases > MOST_CHASES
    }

    /// How long one core will take, roughly.
    pub fn seconds(&self) -> f64 {
        self.chases as f64 / CHASES_A_SECOND + self.cells as f64 / CELLS_A_SECOND
    }

    /// How much the results and the journal take on disk, roughly.
    pub fn bytes(&self) -> f64 {
        self.cells as f64 * BYTES_A_CELL
    }
}

/// Whether the first cell of a system will be computed, as the run decides for all of them.
fn is_computed(sweep: &Sweep, grid: &Grid) -> bool {
    let before: u64 = sweep.grids.iter().take_while(|other| other.system != grid.system).map(|other| other.cells).sum();
    let first = sweep.part(before..before + 1);
    first.is_ok_and(|plan| plan.cells.iter().all(|cell| cell.player.is_solved() || cell.player.size(AUTO).is_ok()))
}
