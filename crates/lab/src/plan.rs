//! From a scenario to a plan: every cell checked, with its key. Behind it nothing can fail.

use crate::grid::{Axis, axes};
use crate::player::{Player, prepare};
use crate::scenario::{Scenario, Unusable, flatten};
use crate::stream::cell_key;
use crate::then;
use chaselab_core::tree::{Node, Path, Reader, Value};
use chaselab_core::{Place, Problem};
use chaselab_systems::{SystemId, all_tables};
use sha2::{Digest, Sha256};

/// Chases of one chunk: large enough to hide its cost, small enough to share out and to interrupt. It belongs to the
/// plan, never to the number of threads.
pub const CHUNK: u64 = 16_384;

/// The most cells of a plan.
const MOST_CELLS: u64 = 10_000_000;

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
    pub fn number(&self) -> Option<f64> {
        match self.value {
            Value::Integer(number) => Some(number as f64),
            Value::Float(number) => Some(number),
            _ => None,
        }
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
    /// The first thing that is wrong in any cell.
    pub fn new(scenario: Scenario) -> Result<Self, Unusable> {
        let mut warnings = Vec::new();
        match cells(&scenario, &mut warnings) {
            Ok(cells) => Ok(Self { digest: digest(&scenario), scenario, cells, warnings }),
            Err(problem) => Err(Unusable { problem, sources: scenario.sources }),
        }
    }

    /// All chases of all cells.
    pub fn chases(&self) -> u64 {
        self.scenario.chases * self.cells.len() as u64
    }
}

fn cells(scenario: &Scenario, warnings: &mut Vec<Problem>) -> Read<Vec<Cell>> {
    let root = Reader::new(Some(&scenario.root), "the scenario")?;
    let axes = axes(root, &scenario.systems, scenario.then)?;
    let mut cells = Vec::new();
    for &system in &scenario.systems {
        let own: Vec<&Axis> = axes.iter().filter(|axis| axis.concerns(system, scenario.then)).collect();
        let count = own.iter().try_fold(1_u64, |count, axis| count.checked_mul(axis.values.len() as u64));
        let count = count.filter(|&count| count <= MOST_CELLS).ok_or_else(|| {
            let place = own.last().map_or(Place::Default, |axis| axis.place.clone());
            Problem::new(&place, format!("the grid has more than {MOST_CELLS} cells in {}", system.name()))
        })?;
        let mut used = vec![false; own.len()];
        for index in 0..count as usize {
            cells.push(cell(scenario, system, &own, index, &mut used)?);
        }
        for (axis, used) in own.iter().zip(used) {
            if !used {
                without_effect(scenario, system, &own, axis, warnings)?;
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
    Ok(cells)
}

/// Whether a played system reads something in another's section.
fn is_read(section: &Node, owner: SystemId, played: &[SystemId]) -> bool {
    let terms = played.iter().flat_map(|system| system.also_reads());
    terms.filter(|term| term[0] == owner.name()).any(|term| {
        let keys = term[1..].iter().map(|&key| key.to_owned());
        section.at(&Path::from_keys(keys)).is_some()
    })
}

fn cell(scenario: &Scenario, system: SystemId, axes: &[&Axis], index: usize, used: &mut [bool]) -> Read<Cell> {
    let (root, factors) = setting(&scenario.root, axes, index)?;
    let player = prepare(&root, system)?;
    for (axis, used) in axes.iter().zip(used) {
        *used |= root.used_at(&axis.path).unwrap_or(false);
    }
    let key = cell_key(system.name(), &factors);
    Ok(Cell { index, system, factors, key, player })
}

/// The tree of one cell; the last factor varies fastest.
fn setting(root: &Node, axes: &[&Axis], index: usize) -> Read<(Node, Vec<Factor>)> {
    let mut rest = index;
    let mut picked: Vec<(&Axis, &Node)> = Vec::with_capacity(axes.len());
    for axis in axes.iter().rev() {
        picked.push((axis, &axis.values[rest % axis.values.len()]));
        rest /= axis.values.len();
    }
    picked.reverse();
    let factors =
        picked.iter().map(|(axis, node)| Factor { path: axis.path.clone(), value: node.value.clone() }).collect();
    // Shorter paths first: a vehicle, then what differs in it.
    picked.sort_by_key(|(axis, _)| axis.path.keys().len());
    let mut root = root.clone();
    for (axis, node) in picked {
        root.set_at(&axis.path, Node::new(node.value.clone(), node.place.clone()), &axis.place)?;
    }
    Ok((root, factors))
}

/// A factor that no cell read: hidden by the system's own terms, which is an error, or of no meaning to the system.
fn without_effect(
    scenario: &Scenario,
    system: SystemId,
    axes: &[&Axis],
    axis: &Axis,
    warnings: &mut Vec<Problem>,
) -> Read<()> {
    let mut bare = scenario.clone();
    for own in [Some(system), scenario.then].into_iter().flatten() {
        if let Some(Value::Table(entries)) = bare.root.get_mut(own.name()).map(|own| &mut own.value) {
            entries.retain(|entry| entry.key == "rules");
        }
    }
    // Nor do other factors of the system's own hide it there.
    let own = |axis: &Axis| axis.path.keys()[0] == system.name();
    let rest: Vec<&Axis> = axes.iter().copied().filter(|other| other.path == axis.path || !own(other)).collect();
    let (root, _) = setting(&bare.root, &rest, 0)?;
    let hidden = prepare(&root, system).is_ok() && root.used_at(&axis.path) == Some(true);
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
