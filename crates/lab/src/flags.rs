//! What is worth a look in a set of rules though no rate says it: choices that are none, chases that are too long or are
//! decided before they begin, ends that never occur, rows that are never reached and steps that change nothing.
//!
//! Everything here is shown, not guessed: exact numbers by themselves, sampled ones by intervals that are corrected for
//! how many are compared, and what nothing depends on by changing it. What takes part in no decision of the reader's is
//! left out: a table that is not rolled on at all belongs to vehicles or weapons that this chase does not have.

mod game;
mod limits;
mod probe;
mod rates;
mod sums;

pub use game::of_game;
pub use limits::Limits;
pub use probe::looked_at;
pub use rates::of_results;
pub use sums::Sums;

use crate::plan::{Cell, Factor, Plan, Sweep};
use crate::results::{Rate, Results};
use crate::run::Runner;
use crate::scenario::Unusable;
use chaselab_core::tree::Path;
use chaselab_core::{End, Group, Side};
use chaselab_systems::SystemId;
use probe::Bench;

/// Something that is worth a look.
#[derive(Clone, Debug, PartialEq)]
pub struct Flag {
    /// In which system.
    pub system: SystemId,
    /// The fight that follows a caught prey, where one does.
    pub then: Option<SystemId>,
    /// Whether it holds when both sides play their best, and not as the scenario has them play.
    pub solved: bool,
    /// What.
    pub found: Found,
}

/// What was found, the most telling first.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Every chase of these cells comes to the same, but for a few.
    Decided {
        /// To what.
        group: Group,
        /// The value that decides it, whatever the others are; nothing where all cells are so.
        by: Option<Factor>,
        /// The smallest share.
        least: Rate,
        /// How many cells.
        cells: usize,
    },
    /// No other value of a side's policy is better for it, whatever the rest is. Where several are, they are as good as
    /// each other, and better than the rest.
    AlwaysRight {
        /// Whose.
        side: Side,
        /// The value.
        value: Factor,
        /// In how many settings of the rest.
        settings: usize,
        /// By how much it is better than the next best where it is least so, as a rate; 0 where another is as good.
        least: f64,
    },
    /// In every setting of the rest another value of a side's policy is better for it.
    NeverRight {
        /// Whose.
        side: Side,
        /// The value.
        value: Factor,
        /// In how many settings of the rest.
        settings: usize,
        /// What it loses to the best where it loses least, as a rate.
        least: f64,
    },
    /// Keeping to an action is as good as anything, whatever the other side does.
    Foregone {
        /// Whose.
        side: Side,
        /// In which decision.
        decision: String,
        /// The action.
        action: String,
        /// In how many cells.
        cells: usize,
        /// Of how many.
        of: usize,
    },
    /// An action is right in no decision that matters, in any cell in which it may be.
    NeverTaken {
        /// Whose.
        side: Side,
        /// In which decision.
        decision: String,
        /// The action.
        action: String,
        /// In how many cells.
        cells: usize,
        /// Of how many.
        of: usize,
    },
    /// Too many chases run into the last turn.
    Undecided(TooMany),
    /// Too many chases are long.
    Long(TooMany),
    /// Ends that the rules know and no chase came to.
    Unseen {
        /// Which.
        ends: Vec<End>,
        /// The share of all chases of all cells that each may have.
        bound: Rate,
    },
    /// Rows of a table that is rolled on that no chase reaches: whatever they say, nothing changes.
    Unreached {
        /// Whose table.
        tables: SystemId,
        /// Its name.
        table: &'static str,
        /// The rows.
        rows: Vec<String>,
        /// Where that was looked for.
        looked: Looked,
    },
    /// A step of a skill that changes nothing.
    Idle {
        /// The skill.
        skill: Path,
        /// What it is.
        own: String,
        /// The next value above it, where that changes nothing.
        up: Option<String>,
        /// The next value below it, where that changes nothing.
        down: Option<String>,
        /// Where that was looked for.
        looked: Looked,
    },
    /// Values of a neutral term that the system does not tell apart.
    Alike {
        /// The values, at least two.
        values: Vec<Factor>,
    },
    /// Values of a factor that come to the same in every setting of the rest, computed exactly.
    Same {
        /// The values, at least two.
        values: Vec<Factor>,
    },
}

/// Chases over a limit.
#[derive(Clone, Debug, PartialEq)]
pub struct TooMany {
    /// The turns: more than so many are too many, or the last one.
    pub turns: u16,
    /// The share of chases that is not too many.
    pub limit: f64,
    /// The cell with most.
    pub cell: usize,
    /// Its factors.
    pub factors: Vec<Factor>,
    /// Its share.
    pub share: Rate,
    /// How many cells have too many.
    pub cells: usize,
    /// Of how many.
    pub of: usize,
}

/// Where was looked for what changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looked {
    /// In how many cells.
    pub cells: usize,
    /// Of how many.
    pub of: u64,
    /// How.
    pub by: By,
}

/// How was looked for what changes nothing; what comes later is less sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// By computing the chain of states again.
    Chain,
    /// By building the game again, with all that either side may do in it.
    Game,
    /// By so many chases a cell, once more with the same luck.
    Chases(u64),
    /// The same, with whatever is free, or the solver's to decide, decided by chance.
    Random(u64),
}

impl By {
    /// Whether chases were played: of chances everything is known, of chases those that were played.
    pub const fn is_played(self) -> bool {
        matches!(self, Self::Chases(_) | Self::Random(_))
    }
}

/// Everything worth a look in a run that is finished; nothing when it was stopped.
pub fn of_run(results: &Results, plan: &Plan, runner: &Runner<'_>) -> Option<Vec<Flag>> {
    let mut flags = Vec::new();
    for cells in plan.cells.chunk_by(|one, other| one.system == other.system) {
        let system = cells[0].system;
        let mut sums = Sums::new(&plan.scenario, system, cells.len() as u64);
        results.cells.iter().filter(|cell| cell.system == system).for_each(|cell| sums.add(cell));
        flags.extend(of_results(results, system, cells[0].player.words()));
        flags.extend(sums.flags());
        let spread: Vec<&Cell> = looked_at(cells.len() as u64).map(|index| &cells[index as usize]).collect();
        flags.extend(probed(plan, &spread, cells.len() as u64, runner)?);
    }
    Some(in_order(flags))
}

/// The same for a sweep, of whose cells the sums were kept; nothing when it was stopped.
///
/// # Errors
/// When a cell cannot be made any more.
pub fn of_sweep(sums: &[Sums], sweep: &Sweep, runner: &Runner<'_>) -> Result<Option<Vec<Flag>>, Unusable> {
    let mut flags = Vec::new();
    let mut before = 0;
    for (grid, sums) in sweep.grids.iter().zip(sums) {
        flags.extend(sums.flags());
        let parts = looked_at(grid.cells).map(|index| runner.part(sweep, before + index..before + index + 1));
        let parts = parts.collect::<Result<Vec<Plan>, Unusable>>()?;
        let spread: Vec<&Cell> = parts.iter().flat_map(|part| &part.cells).collect();
        let Some(probed) = probed(&parts[0], &spread, grid.cells, runner) else { return Ok(None) };
        flags.extend(probed);
        before += grid.cells;
    }
    Ok(Some(in_order(flags)))
}

/// What changing the scenario shows in some cells of a system.
fn probed(plan: &Plan, spread: &[&Cell], of: u64, runner: &Runner<'_>) -> Option<Vec<Flag>> {
    let stopped = || runner.stopped();
    runner.threads().install(|| Bench::new(&plan.scenario, spread, of, None, &stopped).flags())
}

/// By system, in each the most telling first.
fn in_order(mut flags: Vec<Flag>) -> Vec<Flag> {
    let mut systems: Vec<SystemId> = Vec::new();
    for flag in &flags {
        if !systems.contains(&flag.system) {
            systems.push(flag.system);
        }
    }
    flags.sort_by_key(|flag| (systems.iter().position(|system| *system == flag.system), flag.found.rank()));
    flags
}

impl Found {
    /// Its place among others.
    const fn rank(&self) -> u8 {
        match self {
            Self::Decided { .. } => 0,
            Self::AlwaysRight { .. } | Self::Foregone { .. } => 1,
            Self::NeverRight { .. } | Self::NeverTaken { .. } => 2,
            Self::Undecided(_) => 3,
            Self::Long(_) => 4,
            Self::Unseen { .. } => 5,
            Self::Unreached { .. } => 6,
            Self::Idle { .. } => 7,
            Self::Alike { .. } | Self::Same { .. } => 8,
        }
    }

    /// The name in files.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Decided { .. } => "decided",
            Self::AlwaysRight { .. } => "always-right",
            Self::NeverRight { .. } => "never-right",
            Self::Foregone { .. } => "foregone",
            Self::NeverTaken { .. } => "never-taken",
            Self::Undecided(_) => "undecided",
            Self::Long(_) => "long",
            Self::Unseen { .. } => "unseen",
            Self::Unreached { .. } => "unreached",
            Self::Idle { .. } => "idle",
            Self::Alike { .. } => "alike",
            Self::Same { .. } => "same",
        }
    }
}
