//! From a scenario to a plan: every cell checked, with its key. Behind it nothing can fail. A sweep is a plan whose cells
//! are made part by part.

use crate::grid::{Axis, axes};
use crate::player::{Player, prepare};
use crate::scenario::{Scenario, Unusable, flatten};
use crate::stream::cell_key;
use crate::then;
use chaselab_core::tree::{Node, Path, Reader, Value};
use chaselab_core::{Place, Problem};
use chaselab_systems::{SystemId, all_tables};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::ops::Range;

/// Chases of one chunk: large enough to hide its cost, small enough to share out and to interrupt. It belongs to the
/// plan, never to the number of threads.
pub const CHUNK: u64 = 16_384;

/// The most cells of one system in a plan that holds them all.
const MOST_CELLS: u64 = 100_000;

/// The most cells of one system that are all checked before a sweep begins.
const MOST_CHECKED: u64 = 10_000;

/// How many cells are checked of a larger grid, at even distances.
const SPREAD: u64 = 2_000;

/// The most cells of a system: far more than can be played, and their number is exact in every type that holds it.
const COUNTABLE: u64 = 1 << 53;

/// A factor of the grid and its value in one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// What it sets.
    pub path: Path,
    /// To what.
    pub value: Value,
}

impl Factor {
    /// The value as it is shown: a text without quotes.
    pub fn shown(&self) -> String {
        match &self.value {
            Value::Text(text) => text.clone(),
            other => other.to_string(),
        }
    }

    /// The value as a number, where it is one.
    pub const fn number(&self) -> Option<f64> {
        self.value.number()
    }
}

/// Everything that will be played.
pub struct Plan {
    /// The scenario.
    pub scenario: Scenario,
    /// A hash of everything that the numbers depend on.
    pub digest: String,
    /// In the order of the scenario's systems, then of its grid, the last factor varying fastest.
    pub cells: Vec<Cell>,
    /// What a designer should know though it is no error.
    pub warnings: Vec<Problem>,
}

/// One cell: one system in one setting.
pub struct Cell {
    /// Its number among the cells of its system, from 0.
    pub index: usize,
    /// Its system.
    pub system: SystemId,
    /// Its factors.
    pub factors: Vec<Factor>,
    /// What its chases' generators are seeded with, beside the seed.
    pub key: u64,
    /// The system, ready to play.
    pub player: Box<dyn Player>,
}

type Read<T> = Result<T, Box<Problem>>;

impl Plan {
    /// Checks every cell of a scenario.
    ///
    /// # Errors
    /// The first thing that is wrong in any cell; or more cells than fit in memory, for which a [`Sweep`] is made.
    pub fn new(scenario: Scenario) -> Result<Self, Unusable> {
        let mut cells = Vec::new();
        let Sweep { scenario, digest, warnings, .. } = Sweep::whole(scenario, &mut |cell| cells.push(cell))?;
        Ok(Self { scenario, digest, cells, warnings })
    }

    /// All chases of all cells.
    pub fn chases(&self) -> u64 {
        self.scenario.chases * self.cells.len() as u64
    }
}

/// A plan of any size, whose cells are made when it is their turn.
pub struct Sweep {
    /// The scenario.
    pub scenario: Scenario,
    /// A hash of everything that the numbers depend on.
    pub digest: String,
    /// What a designer should know though it is no error.
    pub warnings: Vec<Problem>,
    /// In the order of the scenario's systems.
    pub grids: Vec<Grid>,
}

/// The cells of one system, not yet made.
pub struct Grid {
    /// The system.
    pub system: SystemId,
    /// Its factors, in the order of the file.
    pub axes: Vec<Axis>,
    /// How many cells.
    pub cells: u64,
}

impl Sweep {
    /// Lays out the grids, and makes no cell yet.
    ///
    /// # Errors
    /// When a grid is wrong in itself.
    pub fn new(scenario: Scenario) -> Result<Self, Unusable> {
        match grids(&scenario) {
            Ok(grids) => Ok(Self { digest: digest(&scenario), scenario, warnings: Vec::new(), grids }),
            Err(problem) => Err(Unusable { problem, sources: scenario.sources }),
        }
    }

    /// Checks every cell and hands it over, system by system and in order.
    ///
    /// # Errors
    /// The first thing that is wrong in any cell; or more cells than anything but a sweep goes through.
    pub(crate) fn whole(scenario: Scenario, take: &mut dyn FnMut(Cell)) -> Result<Self, Unusable> {
        let mut sweep = Self::new(scenario)?;
        if let Some(grid) = sweep.grids.iter().find(|grid| grid.cells > MOST_CELLS) {
            let place = grid.axes.last().map_or(Place::Default, |axis| axis.place.clone());
            let message = format!("the grid has more than {MOST_CELLS} cells in {}", grid.system.name());
            let problem = Problem::new(&place, message).help("chaselab run plays larger grids, part by part");
            return Err(Unusable { problem, sources: sweep.scenario.sources });
        }
        sweep.check_into(MOST_CELLS, take)?;
        Ok(sweep)
    }

    /// Checks every cell; of very many every value of every factor, and cells from everywhere in between. What is wrong
    /// only in others is found when it is their turn.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&mut self) -> Result<(), Unusable> {
        self.check_into(MOST_CHECKED, &mut drop)
    }

    /// Checks all cells of grids with so many at most.
    fn check_into(&mut self, all: u64, take: &mut dyn FnMut(Cell)) -> Result<(), Unusable> {
        let checked = check(&self.scenario, &self.grids, all, &mut self.warnings, take);
        checked.map_err(|problem| Unusable { problem, sources: self.scenario.sources.clone() })
    }

    /// How many cells there are in all systems.
    pub fn cells(&self) -> u64 {
        self.grids.iter().map(|grid| grid.cells).fold(0, u64::saturating_add)
    }

    /// The cells at these places, counted over all systems.
    ///
    /// # Errors
    /// What is wrong in one of them.
    pub fn part(&self, places: Range<u64>) -> Result<Plan, Unusable> {
        let mut wanted = Vec::new();
        let mut before = 0;
        for grid in &self.grids {
            let own = places.start.max(before)..places.end.min(before + grid.cells);
            wanted.extend(own.map(|place| (grid, place - before)));
            before += grid.cells;
        }
        let made = wanted.into_par_iter().map(|(grid, index)| grid.cell(&self.scenario, index, &mut []));
        // The first problem in their order, whoever met it first.
        let cells: Read<Vec<Cell>> = made.collect::<Vec<_>>().into_iter().collect();
        let cells = cells.map_err(|problem| Unusable { problem, sources: self.scenario.sources.clone() })?;
        Ok(Plan { scenario: self.scenario.clone(), digest: self.digest.clone(), cells, warnings: Vec::new() })
    }
}

/// Whoever sets what the grid varies would see nothing of it.
fn not_set(root: &Node, axis: &Axis) -> Read<()> {
    match root.at(&axis.path).map(|node| &node.place) {
        Some(place @ Place::Option(option)) => {
            Err(Problem::new(place, format!("the grid varies {}, which hides {option}", axis.path))
                .help(format!("give the grid the one value: --set 'grid.\"{}\"=[VALUE]'", axis.path)))
        }
        _ => Ok(()),
    }
}

/// The grids of all systems.
fn grids(scenario: &Scenario) -> Read<Vec<Grid>> {
    let root = Reader::new(Some(&scenario.root), "the scenario")?;
    let axes = axes(root, &scenario.systems, scenario.then)?;
    axes.iter().try_for_each(|axis| not_set(&scenario.root, axis))?;
    let grid = |&system: &SystemId| {
        let own: Vec<Axis> = axes.iter().filter(|axis| axis.concerns(system, scenario.then)).cloned().collect();
        let cells = own.iter().try_fold(1_u64, |count, axis| count.checked_mul(axis.values.len() as u64));
        // Numbers of cells must be exact wherever they are used.
        let cells = cells.filter(|&cells| cells <= COUNTABLE).ok_or_else(|| {
            let place = own.last().map_or(Place::Default, |axis| axis.place.clone());
            Problem::new(&place, format!("the grid has more cells in {} than can be counted", system.name()))
                .expected(format!("at most {COUNTABLE}"))
        })?;
        Ok(Grid { system, axes: own, cells })
    };
    scenario.systems.iter().map(grid).collect()
}

/// Makes cells to see whether they can be made; what has no effect is a warning.
fn check(
    scenario: &Scenario,
    grids: &[Grid],
    all: u64,
    warnings: &mut Vec<Problem>,
    take: &mut dyn FnMut(Cell),
) -> Read<()> {
    for grid in grids {
        let mut used = vec![false; grid.axes.len()];
        for index in grid.checked(all) {
            take(grid.cell(scenario, index, &mut used)?);
        }
        for (axis, used) in grid.axes.iter().zip(used) {
            if !used {
                without_effect(scenario, grid, axis, warnings)?;
            }
        }
    }
    for system in SystemId::ALL {
        if let Some(section) = scenario.root.get(system.name())
            && !section.is_used()
            && !scenario.systems.contains(system)
            && !is_read(section, *system, &scenario.systems)
            && scenario.then != Some(*system)
        {
            let message = format!("[{0}] has no effect: {0} is not among the systems", system.name());
            warnings.push(*Problem::new(&section.place, message).help(then::help(*system)));
        }
    }
    if let Some(script) = scenario.root.get("script").filter(|script| !script.is_used()) {
        let problem =
            Problem::new(&script.place, "[script] has no effect here: chases are played by dice and policies");
        warnings.push(*problem.help("chaselab replay plays the script"));
    }
    Ok(())
}

/// Whether a played system reads something in another's section.
fn is_read(section: &Node, owner: SystemId, played: &[SystemId]) -> bool {
    let terms = played.iter().flat_map(|system| system.also_reads());
    terms.filter(|term| term[0] == owner.name()).any(|term| {
        let keys = term[1..].iter().map(|&key| key.to_owned());
        section.at(&Path::from_keys(keys)).is_some()
    })
}

impl Grid {
    /// The cells that are checked before anything is played.
    fn checked(&self, all: u64) -> Vec<u64> {
        if self.cells <= all {
            return (0..self.cells).collect();
        }
        // Every value of every factor, the others at their first; and from first to last at even distances.
        let mut indices: Vec<u64> = Vec::new();
        let mut stride = 1;
        for axis in self.axes.iter().rev() {
            indices.extend((0..axis.values.len() as u64).map(|value| value * stride));
            stride *= axis.values.len() as u64;
        }
        indices.extend(
            (0..SPREAD).map(|nth| (u128::from(self.cells - 1) * u128::from(nth) / u128::from(SPREAD - 1)) as u64),
        );
        indices.sort_unstable();
        indices.dedup();
        indices
    }

    /// The cell with this number. Factors that it reads are marked as used.
    fn cell(&self, scenario: &Scenario, index: u64, used: &mut [bool]) -> Read<Cell> {
        let (root, factors) = setting(&scenario.root, &self.axes, index)?;
        let player = prepare(&root, self.system)?;
        for (axis, used) in self.axes.iter().zip(used) {
            *used = *used || root.used_at(&axis.path).unwrap_or(false);
        }
        let key = cell_key(self.system.name(), &factors);
        Ok(Cell { index: index as usize, system: self.system, factors, key, player })
    }
}

/// The tree of one cell; the last factor varies fastest.
fn setting(root: &Node, axes: &[Axis], index: u64) -> Read<(Node, Vec<Factor>)> {
    let mut rest = index;
    let mut picked: Vec<(&Axis, &Node)> = Vec::with_capacity(axes.len());
    for axis in axes.iter().rev() {
        let values = axis.values.len() as u64;
        picked.push((axis, &axis.values[(rest % values) as usize]));
        rest /= values;
    }
    picked.reverse();
    let factors =
        picked.iter().map(|(axis, node)| Factor { path: axis.path.clone(), value: node.value.clone() }).collect();
    let mut root = root.clone();
    let nodes = picked
        .into_iter()
        .map(|(axis, node)| (&axis.path, Node::new(node.value.clone(), node.place.clone()), &axis.place));
    set_all(&mut root, nodes.collect())?;
    Ok((root, factors))
}

/// Sets the factors of a cell.
///
/// # Errors
/// When something stands in the way of one, as it does in no cell of the scenario's own.
pub(crate) fn set_factors(root: &mut Node, factors: &[Factor]) -> Read<()> {
    let nodes =
        factors.iter().map(|factor| (&factor.path, Node::new(factor.value.clone(), Place::Default), &Place::Default));
    set_all(root, nodes.collect())
}

/// Shorter paths first: a vehicle, then what differs in it.
fn set_all(root: &mut Node, mut nodes: Vec<(&Path, Node, &Place)>) -> Read<()> {
    nodes.sort_by_key(|(path, ..)| path.keys().len());
    nodes.into_iter().try_for_each(|(path, node, place)| root.set_at(path, node, place))
}

/// A factor that no cell read: hidden by the system's own terms, which is an error, or of no meaning to the system.
fn without_effect(scenario: &Scenario, grid: &Grid, axis: &Axis, warnings: &mut Vec<Problem>) -> Read<()> {
    let Grid { system, axes, .. } = grid;
    let mut bare = scenario.clone();
    for own in [Some(*system), scenario.then].into_iter().flatten() {
        if let Some(Value::Table(entries)) = bare.root.get_mut(own.name()).map(|own| &mut own.value) {
            entries.retain(|entry| entry.key == "rules");
        }
    }
    // Nor do other factors of the system's own hide it there.
    let own = |axis: &Axis| axis.path.keys()[0] == system.name();
    let rest: Vec<Axis> = axes.iter().filter(|other| other.path == axis.path || !own(other)).cloned().collect();
    let (root, _) = setting(&bare.root, &rest, 0)?;
    let hidden = prepare(&root, *system).is_ok() && root.used_at(&axis.path) == Some(true);
    let message = format!("the factor {} has no effect in {}", axis.path, system.name());
    if hidden {
        return Err(Problem::new(&axis.place, message).expected("a factor that the system reads").help(format!(
            "a term of its own in [{0}] or under it in [grid] hides it: remove that term, or vary it alone",
            system.name()
        )));
    }
    warnings.push(*Problem::new(&axis.place, message).help("its cells differ by chance alone"));
    Ok(())
}

/// A hash of the scenario as played, all embedded tables and the version of the program.
fn digest(scenario: &Scenario) -> String {
    let mut hash = Sha256::new();
    hash.update(crate::results::VERSION);
    let mut lines = scenario.lines();
    lines.sort_unstable();
    for line in lines {
        hash.update([0]);
        hash.update(line);
    }
    // Cells are numbered in the order of the factors, which the sorted lines do not know.
    let mut factors = Vec::new();
    if let Some(grid) = scenario.root.get("grid") {
        flatten(grid, &mut Vec::new(), &mut factors);
    }
    for line in factors.iter().filter(|_| factors.len() > 1) {
        hash.update([2]);
        hash.update(line);
    }
    for tables in all_tables() {
        for table in tables.iter() {
            for row in &table.rows {
                for (column, cell) in table.columns.iter().zip(&row.cells) {
                    let Some(cell) = cell else { continue };
                    hash.update([1]);
                    let path = [tables.system(), table.name, &row.name, &column.name].join(".");
                    hash.update(format!("{path} = {}", cell.node.value));
                }
            }
        }
    }
    hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}
