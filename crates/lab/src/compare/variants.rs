//! Settings that differ from the scenario's own by a step or two, each prepared once whoever asks for it.

use super::Dial;
use crate::plan::{Cell, Factor};
use crate::player::{Player, prepare};
use crate::results::CellResult;
use crate::scenario::Scenario;
use crate::stream::cell_key;
use chaselab_core::tree::{Node, Path, Value};
use chaselab_core::{Place, Side};
use chaselab_systems::SystemId;
use std::collections::HashMap;

/// Whether a system reads a dial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// It does.
    Read,
    /// It would, if the scenario did not say this in the system's own terms.
    HiddenBy(String),
    /// The system has no use for it.
    Ignored,
}

/// Where the numbers of a setting stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// Among those of the scenario itself.
    Base(usize),
    /// Among those of the changed settings, in the order in which they were asked for.
    Varied(usize),
}

/// All numbers of a comparison.
pub(super) struct Numbers<'a> {
    pub base: &'a [CellResult],
    pub varied: &'a [CellResult],
    /// Where each asked setting came to stand.
    pub places: &'a [usize],
}

impl Numbers<'_> {
    pub fn at(&self, spot: Spot) -> &CellResult {
        match spot {
            Spot::Base(index) => &self.base[index],
            Spot::Varied(asked) => &self.varied[self.places[asked]],
        }
    }
}

/// Collects the settings that a comparison needs.
pub(super) struct Variants<'a> {
    scenario: &'a Scenario,
    cells: Vec<Cell>,
    /// By system and what is set to what; nothing where the system cannot play it.
    known: HashMap<(SystemId, Vec<String>), Option<Spot>>,
}

impl<'a> Variants<'a> {
    pub fn new(scenario: &'a Scenario) -> Self {
        Self { scenario, cells: Vec::new(), known: HashMap::new() }
    }

    /// All settings that were asked for, a system's together, and where each came to stand.
    pub fn into_cells(self) -> (Vec<Cell>, Vec<usize>) {
        let mut cells: Vec<(usize, Cell)> = self.cells.into_iter().enumerate().collect();
        cells.sort_by_key(|(_, cell)| cell.system);
        let mut places = vec![0; cells.len()];
        for (place, (asked, _)) in cells.iter().enumerate() {
            places[*asked] = place;
        }
        (cells.into_iter().map(|(_, cell)| cell).collect(), places)
    }

    /// Where the numbers will stand of a system with some dials moved to other places; nothing when that cannot be
    /// played.
    pub fn ask(&mut self, system: SystemId, moves: &[(&Dial, usize)]) -> Option<Spot> {
        let mut moved: Vec<&(&Dial, usize)> = moves.iter().filter(|(dial, place)| *place != dial.at).collect();
        if moved.is_empty() {
            return self.scenario.systems.iter().position(|&own| own == system).map(Spot::Base);
        }
        moved.sort_by(|a, b| a.0.path.cmp(&b.0.path));
        let factors: Vec<Factor> = moved
            .iter()
            .map(|(dial, place)| Factor { path: dial.path.clone(), value: dial.values[*place].1.clone() })
            .collect();
        let name: Vec<String> = factors.iter().map(|factor| format!("{}={}", factor.path, factor.value)).collect();
        if let Some(&spot) = self.known.get(&(system, name.clone())) {
            return spot;
        }
        let spot = self.prepared(system, &factors).map(|player| {
            let key = cell_key(system.name(), &factors);
            self.cells.push(Cell { index: self.cells.len(), system, factors, key, player });
            Spot::Varied(self.cells.len() - 1)
        });
        self.known.insert((system, name), spot);
        spot
    }

    /// The system with one dial at another place, without asking for its numbers.
    pub fn player(&self, system: SystemId, dial: &Dial, place: usize) -> Option<Box<dyn Player>> {
        self.prepared(system, &[Factor { path: dial.path.clone(), value: dial.values[place].1.clone() }])
    }

    fn prepared(&self, system: SystemId, factors: &[Factor]) -> Option<Box<dyn Player>> {
        let mut root = self.scenario.root.clone();
        for factor in factors {
            set(&mut root, &factor.path, factor.value.clone())?;
        }
        prepare(&root, system).ok()
    }

    /// Whether a system reads a dial, and if not, what hides it.
    pub fn reading(&self, system: SystemId, dial: &Dial) -> Reading {
        let reads = |mut root: Node| {
            set(&mut root, &dial.path, dial.values[dial.at].1.clone());
            prepare(&root, system).is_ok() && root.used_at(&dial.path) == Some(true)
        };
        let root = &self.scenario.root;
        if reads(root.clone()) {
            return Reading::Read;
        }
        let own = root.get(system.name());
        let terms = own.map(|own| terms(system, own)).unwrap_or_default();
        for term in &terms {
            let mut bare = root.clone();
            remove(&mut bare, term.keys());
            if reads(bare) {
                return Reading::HiddenBy(term.to_string());
            }
        }
        // Several terms may hide it together.
        let mut bare = root.clone();
        for term in &terms {
            remove(&mut bare, term.keys());
        }
        if reads(bare) { Reading::HiddenBy(format!("terms of [{}]", system.name())) } else { Reading::Ignored }
    }
}

/// Sets a value; nothing when something stands in its way.
fn set(root: &mut Node, path: &Path, value: Value) -> Option<()> {
    root.set(path, Node::new(value, Place::Default)).ok()
}

/// What a system's own section says, the terms of each side one by one.
fn terms(system: SystemId, own: &Node) -> Vec<Path> {
    let entries = |node: &Node| match &node.value {
        Value::Table(entries) => entries.iter().map(|entry| entry.key.clone()).collect(),
        _ => Vec::new(),
    };
    let mut terms = Vec::new();
    for key in entries(own) {
        let path = |keys: &[&str]| Path::from_keys(keys.iter().map(|&key| key.to_owned()));
        if Side::BOTH.iter().any(|side| side.name() == key) {
            let side = own.get(&key).map(&entries).unwrap_or_default();
            terms.extend(side.iter().map(|term| path(&[system.name(), &key, term])));
        } else if !["rules", "tables", "overlays"].contains(&key.as_str()) {
            terms.push(path(&[system.name(), &key]));
        }
    }
    terms
}

fn remove(node: &mut Node, keys: &[String]) {
    let [outer @ .., last] = keys else { return };
    let inner = outer.iter().try_fold(node, |node, key| node.get_mut(key));
    if let Some(Value::Table(entries)) = inner.map(|node| &mut node.value) {
        entries.retain(|entry| &entry.key != last);
    }
}
