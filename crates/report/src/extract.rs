//! A sweep in little: what is shown of very many cells, gathered while they pass by.

use crate::coarse::Coarse;
use crate::grid::{Grid, named};
use crate::table::{EXTREME, FIRST, Part};
use crate::total::Total;
use chaselab_core::Group;
use chaselab_lab::flags::Flag;
use chaselab_lab::plan::{Factor, Grid as Unmade};
use chaselab_lab::results::{CellResult, Results};
use chaselab_systems::SystemId;
use std::cmp::Ordering;

/// What is kept of a sweep: its first cells, those that are best and worst for the prey, sums over all, and means over
/// neighbouring cells.
pub struct Extract {
    /// What all cells have in common; it holds no cells.
    pub(crate) head: Results,
    pub(crate) systems: Vec<Kept>,
}

/// What is kept of one system.
pub(crate) struct Kept {
    pub total: Total,
    pub coarse: Coarse,
    first: Vec<CellResult>,
    best: Vec<CellResult>,
    worst: Vec<CellResult>,
}

impl Extract {
    /// Of no cells yet; the head holds none, the grids are those of the sweep.
    pub fn new(head: Results, then: Option<SystemId>, grids: &[Unmade]) -> Self {
        let confidence = head.confidence;
        let kept = |grid: &Unmade| {
            let values = grid.axes.iter().map(|axis| {
                let factor =
                    |value: &chaselab_core::tree::Value| Factor { path: axis.path.clone(), value: value.clone() };
                (axis.path.clone(), axis.values.iter().map(|node| factor(&node.value)).collect())
            });
            let axes = named(values.collect());
            Kept {
                coarse: Coarse::new(&axes, confidence),
                total: Total::new(grid.system, then, axes),
                first: Vec::new(),
                best: Vec::new(),
                worst: Vec::new(),
            }
        };
        Self { systems: grids.iter().map(kept).collect(), head }
    }

    /// Adds a cell; cells come in order.
    pub fn add(&mut self, cell: CellResult) {
        if let Some(kept) = self.systems.iter_mut().find(|kept| kept.total.system == cell.system) {
            kept.add(cell);
        }
    }

    /// With what is worth a look in all of them.
    pub fn flag(&mut self, flags: Vec<Flag>) {
        self.head.flags = flags;
    }

    /// How many cells there were.
    pub fn cells(&self) -> usize {
        self.systems.iter().map(|kept| kept.total.cells).sum()
    }

    pub(crate) fn totals(&self) -> Vec<Total> {
        self.systems.iter().map(|kept| kept.total.clone()).collect()
    }
}

impl Kept {
    fn add(&mut self, cell: CellResult) {
        self.total.add(&cell);
        self.coarse.add(&cell);
        keep(&mut self.best, &cell, better);
        keep(&mut self.worst, &cell, |one, other| better(other, one));
        if self.first.len() < FIRST {
            self.first.push(cell);
        }
    }

    /// The cells that are kept, as a grid with all values of its factors.
    pub fn grid(&self) -> Grid<'_> {
        let mut cells: Vec<&CellResult> = [&self.first, &self.best, &self.worst].into_iter().flatten().collect();
        cells.sort_by_key(|cell| cell.cell);
        cells.dedup_by_key(|cell| cell.cell);
        Grid { system: self.total.system, then: self.total.then, cells, axes: self.total.axes.clone() }
    }

    /// These cells as they are shown.
    pub fn parts(&self) -> Vec<Part<'_>> {
        let more = self.total.cells - self.grid().cells.len();
        crate::table::headings(more)
            .into_iter()
            .zip([&self.best, &self.worst, &self.first])
            .map(|(heading, cells)| Part { heading: Some(heading), cells: cells.iter().collect() })
            .collect()
    }

    /// The first cell.
    pub fn first(&self) -> Option<&CellResult> {
        self.first.first()
    }

    /// The cell that is best for the prey, and the one that is worst.
    pub fn ends(&self) -> Option<(&CellResult, &CellResult)> {
        Some((self.best.first()?, self.worst.first()?))
    }
}

/// Keeps a cell when it belongs among the foremost.
fn keep(foremost: &mut Vec<CellResult>, cell: &CellResult, order: impl Fn(&CellResult, &CellResult) -> Ordering) {
    let at = foremost.partition_point(|other| order(other, cell) == Ordering::Less);
    if at < EXTREME {
        foremost.insert(at, cell.clone());
        foremost.truncate(EXTREME);
    }
}

/// The better for the prey first, of equals the first in the file.
fn better(one: &CellResult, other: &CellResult) -> Ordering {
    let free = |cell: &CellResult| cell.group(Group::Free).rate;
    free(other).total_cmp(&free(one)).then(one.cell.cmp(&other.cell))
}
