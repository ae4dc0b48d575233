//! Which cell of CHANGED is to be held against which of BASE, and what the scenarios say otherwise.

use super::{Altered, Lonely, Variant};
use crate::plan::{Cell, Factor, Plan};
use crate::scenario::Scenario;
use chaselab_core::Place;
use chaselab_core::tree::Path;
use chaselab_systems::all_tables;
use std::collections::BTreeMap;

/// Leaves only cells that both plans have, in BASE's order and with BASE's keys, so that both have the same luck; names
/// the others.
pub(super) fn matched(base: &mut Plan, changed: &mut Plan) -> Vec<Lonely> {
    let mut rest: BTreeMap<_, Cell> = changed.cells.drain(..).map(|cell| (name(&cell), cell)).collect();
    let order: Vec<_> = rest.keys().cloned().collect();
    let mut lonely = Vec::new();
    for cell in std::mem::take(&mut base.cells) {
        match rest.remove(&name(&cell)) {
            Some(other) => {
                changed.cells.push(Cell { index: cell.index, factors: cell.factors.clone(), key: cell.key, ..other });
                base.cells.push(cell);
            }
            None => lonely.push(Lonely { of: Variant::Base, system: cell.system, factors: cell.factors }),
        }
    }
    let left = order.iter().filter_map(|name| rest.remove(name));
    lonely.extend(left.map(|cell| Lonely { of: Variant::Changed, system: cell.system, factors: cell.factors }));
    lonely
}

/// What a cell is matched by: its system and its factors, in whatever order the grid has them.
fn name(cell: &Cell) -> (&'static str, Vec<String>) {
    let mut factors: Vec<String> = cell.factors.iter().map(shown).collect();
    factors.sort_unstable();
    (cell.system.name(), factors)
}

fn shown(factor: &Factor) -> String {
    // 5 and 5.0 are the same value.
    match factor.number() {
        Some(number) => format!("{} = {number}", factor.path),
        None => format!("{} = {}", factor.path, factor.value),
    }
}

/// What the scenarios say otherwise, path by path, BASE's order first.
pub(super) fn altered(base: &Scenario, changed: &Scenario) -> Vec<Altered> {
    let said = |scenario: &Scenario| -> Vec<(String, String)> {
        let lines = scenario.lines().into_iter();
        lines
            .filter_map(|line| line.split_once(" = ").map(|(path, value)| (path.to_owned(), value.to_owned())))
            .collect()
    };
    let (before, after) = (said(base), said(changed));
    let of = |all: &[(String, String)], path: &str| all.iter().find(|(this, _)| this == path).map(|(_, v)| v.clone());
    let gone = before.iter().map(|(path, value)| (path, Some(value.clone()), of(&after, path)));
    let new = after.iter().filter(|(path, _)| of(&before, path).is_none());
    let new = new.map(|(path, value)| (path, None, Some(value.clone())));
    let all = gone.chain(new).filter(|(path, before, after)| before != after && !is_name(path));
    let altered = |(path, base, changed): (&String, Option<String>, Option<String>)| {
        let embedded = |said: Option<String>| said.or_else(|| embedded(path));
        Altered { path: path.clone(), base: embedded(base), changed: embedded(changed) }
    };
    all.map(altered).filter(|altered| altered.base != altered.changed).collect()
}

/// What the tables say in a cell that a scenario leaves alone.
fn embedded(path: &str) -> Option<String> {
    let path = Path::parse(path, &Place::Default).ok()?;
    let [system, tables, table, row, column] = path.keys() else { return None };
    let own = all_tables().find(|own| own.system() == system).filter(|_| tables == "tables")?;
    let table = own.find(table)?;
    let column = table.columns.iter().position(|known| known.name == *column)?;
    Some(table.row(row)?.cells.get(column)?.as_ref()?.node.value.to_string())
}

/// What is said for readers, or holds for both by BASE's word.
fn is_name(path: &str) -> bool {
    ["title", "seed", "chases", "method", "confidence", "precision"].contains(&path)
        || path.split_once('.').is_some_and(|(_, rest)| rest == "overlays")
}
