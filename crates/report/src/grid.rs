//! The cells of one system and the factors that they differ in.

use chaselab_core::tree::Path;
use chaselab_core::{Group, Side};
use chaselab_lab::plan::Factor;
use chaselab_lab::results::{CellResult, Results, factors};
use chaselab_lab::then;
use chaselab_systems::SystemId;
use std::cmp::Ordering;
use std::fmt;

/// The cells of one system.
#[derive(Clone, Debug)]
pub struct Grid<'a> {
    /// The system.
    pub system: SystemId,
    /// The fight that follows a caught prey, where one does.
    pub then: Option<SystemId>,
    /// Its cells in their order.
    pub cells: Vec<&'a CellResult>,
    /// Its factors in the order of the file.
    pub axes: Vec<Axis>,
}

/// A factor with all its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it sets.
    pub path: Path,
    /// What it is called where space is short.
    pub name: Name,
    /// Its values in the order of the file.
    pub values: Vec<Factor>,
}

/// The short name of a factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Such as `prey acceleration`.
    pub text: String,
    /// The unit, where the key tells it.
    pub unit: Option<&'static str>,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.unit {
            Some(unit) => write!(f, "{} ({unit})", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// The grids of all systems, in the order of the results.
pub fn grids(results: &Results) -> Vec<Grid<'_>> {
    let mut grids: Vec<Grid<'_>> = Vec::new();
    for cell in &results.cells {
        match grids.iter_mut().find(|grid| grid.system == cell.system) {
            Some(grid) => grid.cells.push(cell),
            None => {
                grids.push(Grid { system: cell.system, then: cell.then, cells: vec![cell], axes: Vec::new() });
            }
        }
    }
    for grid in &mut grids {
        grid.axes = named(factors(&grid.cells));
    }
    grids
}

impl<'a> Grid<'a> {
    /// What was played, as it is called on screen.
    pub fn title(&self) -> String {
        then::title(self.system, self.then)
    }

    /// The same with ids.
    pub fn heading(&self) -> String {
        then::heading(self.system, self.then)
    }

    /// What a cell is called: its factors, or a word where there are none.
    pub fn cell_name(&self, cell: &CellResult) -> String {
        let named = |factor: &Factor| {
            let axis = self.axes.iter().find(|axis| axis.path == factor.path)?;
            Some(format!(
                "{} {}{}",
                axis.name.text,
                factor.shown(),
                axis.name.unit.map(|unit| format!(" {unit}")).unwrap_or_default()
            ))
        };
        let names: Vec<String> = cell.factors.iter().filter_map(named).collect();
        if names.is_empty() { "all chases".to_owned() } else { names.join(", ") }
    }

    /// The values of all factors in a cell.
    pub fn values(&self, cell: &CellResult) -> Vec<String> {
        let shown = |axis: &Axis| axis.index(cell).map_or_else(|| "–".to_owned(), |index| axis.values[index].shown());
        self.axes.iter().map(shown).collect()
    }

    /// The factors that have more than one value.
    pub fn varying(&self) -> Vec<&Axis> {
        self.axes.iter().filter(|axis| axis.values.len() > 1).collect()
    }

    /// All cells, those that are best for the prey first.
    pub fn by_free_rate(&self) -> Vec<&'a CellResult> {
        let mut cells = self.cells.clone();
        let free = |cell: &CellResult| cell.group(Group::Free).rate;
        cells.sort_by(|a, b| free(b).partial_cmp(&free(a)).unwrap_or(Ordering::Equal).then(a.cell.cmp(&b.cell)));
        cells
    }
}

impl Axis {
    /// Where the cell stands on the axis.
    pub fn index(&self, cell: &CellResult) -> Option<usize> {
        let mine = cell.factors.iter().find(|factor| factor.path == self.path)?;
        self.values.iter().position(|value| value == mine)
    }

    /// The values as numbers, when all are.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        self.values.iter().map(Factor::number).collect()
    }
}

/// Paths with their values as axes, each with a name that no other has.
pub(crate) fn named(values: Vec<(Path, Vec<Factor>)>) -> Vec<Axis> {
    let brief: Vec<Name> = values.iter().map(|(path, _)| name(path, true)).collect();
    let named = |index: usize, path: &Path| {
        let alone = brief.iter().filter(|name| **name == brief[index]).count() == 1;
        if alone { brief[index].clone() } else { name(path, false) }
    };
    let names: Vec<Name> = values.iter().enumerate().map(|(index, (path, _))| named(index, path)).collect();
    values.into_iter().zip(names).map(|((path, values), name)| Axis { path, name, values }).collect()
}

/// A path without the system that it belongs to; brief, it keeps the side and the last key alone.
pub(crate) fn name(path: &Path, brief: bool) -> Name {
    let mut keys: Vec<&str> = path.keys().iter().map(String::as_str).collect();
    if keys.len() > 1 && SystemId::parse(keys[0]).is_some() {
        keys.remove(0);
    }
    if keys.len() > 2 && keys[0] == "tables" {
        keys.remove(0);
    } else if brief && keys.len() > 2 && Side::BOTH.iter().any(|side| side.name() == keys[0]) {
        keys.drain(1..keys.len() - 1);
    }
    let text = keys.join(" ");
    // Keys of the catalogue name their unit last; the longer ending stands first.
    let units = [("_kmh_s", "km/h/s"), ("_kmh", "km/h"), ("_g", "G")];
    match units.iter().find_map(|&(ending, unit)| Some((text.strip_suffix(ending)?, unit))) {
        Some((text, unit)) => Name { text: text.replace('_', " "), unit: Some(unit) },
        None => Name { text: text.replace('_', " "), unit: None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaselab_core::Place;

    fn shown(path: &str, brief: bool) -> String {
        name(&Path::parse(path, &Place::Default).unwrap(), brief).to_string()
    }

    #[test]
    fn names_are_short_and_tell_units() {
        assert_eq!(shown("prey.vehicle.acceleration_kmh_s", true), "prey acceleration (km/h/s)");
        assert_eq!(shown("prey.vehicle.acceleration_kmh_s", false), "prey vehicle acceleration (km/h/s)");
        assert_eq!(shown("prey.vehicle", true), "prey vehicle");
        assert_eq!(shown("seed", true), "seed");
        let system = SystemId::ALL[0].name();
        assert_eq!(shown(&format!("{system}.prey.max_risk"), true), "prey max risk");
        assert_eq!(shown(&format!("{system}.tables.acceleration.Great.modifier"), true), "acceleration Great modifier");
    }
}
