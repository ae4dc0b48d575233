//! What a run of a scenario would do: methods, sizes and cost, without running it. Of a grid one cell is held, besides each
//! system's first.

use crate::plan::{Cell, Factor, Sweep};
use crate::run::{AUTO, VERIFY};
use crate::scenario::{Scenario, Unusable, Wanted};
use crate::solution::Size;
use chaselab_systems::{Explained, Switch, SystemId};

/// One system's part of a plan.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The system.
    pub system: SystemId,
    /// The fight that follows a caught prey, where one does.
    pub then: Option<SystemId>,
    /// How every switch is set in the first cell.
    pub switches: Vec<Switch>,
    /// Its cells, at least one.
    pub cells: Vec<CellPreview>,
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

/// One cell of a system.
#[derive(Clone, Debug)]
pub struct CellPreview {
    /// Its number among the cells of its system, from 0.
    pub index: usize,
    /// Its factors.
    pub factors: Vec<Factor>,
    /// Where each of its numbers stands among the system's, and its value among that number's.
    numbers: Vec<(u32, u32)>,
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

impl Preview {
    /// Each number of a cell and where it came from.
    pub fn numbers(&self, cell: &CellPreview) -> impl Iterator<Item = &Explained> {
        cell.numbers.iter().map(|&(number, value)| &self.explained[number as usize].values[value as usize].0)
    }
}

/// What a run would do, by system, and what is said of all of it.
///
/// # Errors
/// The first thing that is wrong in any cell; or more cells than any command but `run` takes.
pub fn preview(scenario: Scenario) -> Result<(Sweep, Vec<Preview>), Unusable> {
    let mut systems: Vec<Outline> = Vec::new();
    let sweep = Sweep::whole(scenario, &mut |cell| match systems.last_mut() {
        Some(outline) if outline.first.system == cell.system => outline.kept.add(&cell),
        _ => systems.push(Outline::new(cell)),
    })?;
    let previews = systems.into_iter().map(|outline| outline.preview(&sweep.scenario)).collect();
    Ok((sweep, previews))
}

/// A system of which all cells are checked.
struct Outline {
    first: Cell,
    kept: Kept,
}

/// What is kept of cells.
#[derive(Default)]
struct Kept {
    cells: Vec<CellPreview>,
    solves: bool,
    explained: Vec<Resolved>,
}

impl Outline {
    fn new(first: Cell) -> Self {
        let mut kept = Kept::default();
        kept.add(&first);
        Self { first, kept }
    }

    fn preview(self, scenario: &Scenario) -> Preview {
        let Self { first: Cell { system, player, .. }, kept: Kept { cells, solves, explained } } = self;
        // Where exact numbers are asked for, a run goes further than a preview may take.
        let limits = match scenario.method {
            Wanted::Auto | Wanted::Sampled => AUTO,
            Wanted::Exact | Wanted::Both => VERIFY,
        };
        let size = player.size(limits);
        let method = match scenario.method {
            Wanted::Sampled => Way::Sampled,
            Wanted::Exact => Way::Exact,
            Wanted::Both => Way::Both,
            // As the run decides: by the system's first cell; whatever is solved has its chain already.
            Wanted::Auto if size.is_ok() || player.is_solved() => Way::Exact,
            Wanted::Auto => Way::Sampled,
        };
        let chases = if method == Way::Exact { 0 } else { scenario.chases * cells.len() as u64 };
        let (then, switches) = (player.then(), player.switches().to_vec());
        Preview { system, then, switches, cells, method, size, chases, solves, explained }
    }
}

impl Kept {
    fn add(&mut self, cell: &Cell) {
        let numbers = cell.player.explained().iter().map(|line| self.number(line)).collect();
        self.solves |= cell.player.is_solved();
        self.cells.push(CellPreview { index: cell.index, factors: cell.factors.clone(), numbers });
    }

    /// Where a number of a cell stands, and its value.
    fn number(&mut self, line: &Explained) -> (u32, u32) {
        let number = self.explained.iter().position(|known| known.what == line.what).unwrap_or_else(|| {
            self.explained.push(Resolved { what: line.what.clone(), values: Vec::new() });
            self.explained.len() - 1
        });
        let values = &mut self.explained[number].values;
        let value = values.iter().position(|(known, _)| known == line).unwrap_or_else(|| {
            values.push((line.clone(), 0));
            values.len() - 1
        });
        values[value].1 += 1;
        (number as u32, value as u32)
    }
}
