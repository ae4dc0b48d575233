//! What is told of all cells of a system together, added up cell by cell.

use crate::grid::{Axis, Grid};
use chaselab_lab::results::{CellResult, Method, Results, StoppedBy};
use chaselab_lab::then;
use chaselab_lab::verify::Check;
use chaselab_systems::{Switch, SystemId};

use crate::grid::grids;

/// All cells of a system, added up.
#[derive(Clone, Debug)]
pub(crate) struct Total {
    /// The system.
    pub system: SystemId,
    /// The fight that follows a caught prey, where one does.
    pub then: Option<SystemId>,
    /// Its factors with all their values.
    pub axes: Vec<Axis>,
    /// How many cells.
    pub cells: usize,
    /// How many of them were played.
    pub sampled: usize,
    /// How many chases were played.
    pub chases: u64,
    /// How numbers came to be, in the order in which cells bring it.
    pub methods: Vec<Method>,
    /// How many cells stopped because they were known as precisely as was asked for.
    pub precise: usize,
    /// How many played all their chases and did not come to that.
    pub exhausted: usize,
    /// How many counts were held against exact chances.
    pub checked: usize,
    /// The cell whose count lies furthest out.
    pub furthest: Option<(usize, Check)>,
    /// Why the first cell was sampled that might have been exact.
    pub unfit: Option<String>,
    /// How many cells might have been.
    pub unfits: usize,
    /// Every setting of every switch that some cell has.
    pub switches: Vec<Switch>,
}

impl Total {
    /// Of no cells yet.
    pub const fn new(system: SystemId, then: Option<SystemId>, axes: Vec<Axis>) -> Self {
        Self {
            system,
            then,
            axes,
            cells: 0,
            sampled: 0,
            chases: 0,
            methods: Vec::new(),
            precise: 0,
            exhausted: 0,
            checked: 0,
            furthest: None,
            unfit: None,
            unfits: 0,
            switches: Vec::new(),
        }
    }

    /// Of all cells of a grid.
    pub fn of(grid: &Grid<'_>) -> Self {
        let mut total = Self::new(grid.system, grid.then, grid.axes.clone());
        grid.cells.iter().for_each(|cell| total.add(cell));
        total
    }

    /// Of all systems.
    pub fn all(results: &Results) -> Vec<Self> {
        grids(results).iter().map(Self::of).collect()
    }

    /// Adds a cell.
    pub fn add(&mut self, cell: &CellResult) {
        self.cells += 1;
        self.sampled += usize::from(cell.method == Method::Sampled);
        self.chases += cell.chases;
        if !self.methods.contains(&cell.method) {
            self.methods.push(cell.method);
        }
        match cell.stop.map(|stop| stop.by) {
            Some(StoppedBy::Precision) => self.precise += 1,
            Some(StoppedBy::Chases) => self.exhausted += 1,
            Some(StoppedBy::Choice) | None => {}
        }
        if let Some(check) = &cell.check {
            self.checked += cell.ends.len() + 1;
            if self.furthest.as_ref().is_none_or(|(_, furthest)| check.tail < furthest.tail) {
                self.furthest = Some((cell.cell, *check));
            }
        }
        self.unfits += usize::from(cell.unfit.is_some());
        if self.unfit.is_none() {
            self.unfit.clone_from(&cell.unfit);
        }
        for switch in &cell.switches {
            if !self.switches.contains(switch) {
                self.switches.push(switch.clone());
            }
        }
    }

    /// What was played, as it is called on screen.
    pub fn title(&self) -> String {
        then::title(self.system, self.then)
    }

    /// The ids alone.
    pub fn ids(&self) -> String {
        then::ids(self.system, self.then)
    }

    /// The switches that are not at their default in some cell, such as `damage = off`.
    pub fn changed_switches(&self) -> Vec<String> {
        let changed = self.switches.iter().filter(|switch| switch.is_changed());
        changed.map(|switch| format!("{} = {}", switch.name, switch.value)).collect()
    }
}
