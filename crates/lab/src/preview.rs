//! What a run of a plan would do: methods, sizes and cost, without running it.

use crate::plan::{Cell, Plan};
use crate::run::{AUTO, VERIFY};
use crate::scenario::Wanted;
use crate::solution::Size;
use chaselab_systems::{Explained, SystemId};

/// One system's part of a plan.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The system.
    pub system: SystemId,
    /// How many cells it has.
    pub cells: usize,
    /// How its numbers will be made.
    pub method: Way,
    /// The chain of its first cell, or why it is not built.
    pub size: Result<Size, String>,
    /// How many chases will be played in all.
    pub chases: u64,
    /// Whether a policy has to be solved first.
    pub solves: bool,
    /// Each number of either side with every value that it takes.
    pub explained: Vec<Resolved>,
}

/// How numbers will be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By playing.
    Sampled,
    /// From the chain of states.
    Exact,
    /// Both, held against each other.
    Both,
}

impl Way {
    /// The name in files and on screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sampled => "sampled",
            Self::Exact => "exact",
            Self::Both => "both",
        }
    }
}

/// A number of a setting, with the values that cells have of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// What it is, such as `prey acceleration`.
    pub what: String,
    /// Its values with where they came from, each with the number of cells that have it.
    pub values: Vec<(Explained, usize)>,
}

/// What a run would do, by system.
pub fn preview(plan: &Plan) -> Vec<Preview> {
    plan.scenario.systems.iter().map(|&system| of_system(plan, system)).collect()
}

fn of_system(plan: &Plan, system: SystemId) -> Preview {
    let cells: Vec<&Cell> = plan.cells.iter().filter(|cell| cell.system == system).collect();
    // Where exact numbers are asked for, a run goes further than a preview may take.
    let limits = match plan.scenario.method {
        Wanted::Auto | Wanted::Sampled => AUTO,
        Wanted::Exact | Wanted::Both => VERIFY,
    };
    let size = cells[0].player.size(limits);
    let solves = cells.iter().any(|cell| cell.player.is_solved());
    let method = match plan.scenario.method {
        Wanted::Sampled => Way::Sampled,
        Wanted::Exact => Way::Exact,
        Wanted::Both => Way::Both,
        // As the run decides: by the system's first cell; whatever is solved has its chain already.
        Wanted::Auto if size.is_ok() || cells[0].player.is_solved() => Way::Exact,
        Wanted::Auto => Way::Sampled,
    };
    let chases = if method == Way::Exact { 0 } else { plan.scenario.chases * cells.len() as u64 };
    Preview { system, cells: cells.len(), method, size, chases, solves, explained: resolved(&cells) }
}

fn resolved(cells: &[&Cell]) -> Vec<Resolved> {
    let mut all: Vec<Resolved> = Vec::new();
    for cell in cells {
        for line in cell.player.explained() {
            let place = all.iter().position(|known| known.what == line.what).unwrap_or_else(|| {
                all.push(Resolved { what: line.what.clone(), values: Vec::new() });
                all.len() - 1
            });
            let values = &mut all[place].values;
            match values.iter_mut().find(|(known, _)| known == line) {
                Some((_, count)) => *count += 1,
                None => values.push((line.clone(), 1)),
            }
        }
    }
    all
}
