//! What nothing depends on: the scenario is changed in one place, and whoever notices depends on it.
//!
//! A row is met when a chase changes that should not have known that it says something else; a step of a skill does
//! something when a chase changes. Chases are compared in a few cells spread over the grid: by the chain of states where
//! that is small, else by thousands of chases with the same luck, word for word. Games are compared by all that either
//! side may do in them where they are small, else by chases in which whatever is free is decided by chance.

mod bench;
mod rows;
mod skills;

pub(super) use bench::Bench;

/// The most cells of a system that are looked at.
const CELLS: u64 = 8;

/// The cells of so many that are looked at: the first, the last, and others at even distances.
pub fn looked_at(cells: u64) -> impl Iterator<Item = u64> {
    let looked = cells.min(CELLS);
    let last = u128::from(cells.saturating_sub(1));
    (0..looked).map(move |nth| (last * u128::from(nth) / u128::from(looked.max(2) - 1)) as u64)
}
