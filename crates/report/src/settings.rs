//! How switches were set, and where each number came from.

use crate::grid::Grid;
use crate::page::{Column, Page, Table};
use chaselab_systems::{Explained, Switch};

/// What a cell was played with.
pub(crate) struct Settings<'a> {
    /// What the cell is called.
    pub name: String,
    /// Its switches.
    pub switches: &'a [Switch],
    /// Each side's numbers and where they came from.
    pub explained: &'a [Explained],
}

/// Of all cells of a grid.
pub(crate) fn of_grid(page: &mut Page<'_>, heading: &str, grid: &Grid<'_>) {
    let cells = grid.cells.iter().map(|cell| Settings {
        name: grid.cell_name(cell),
        switches: &cell.switches,
        explained: &cell.explained,
    });
    settings(page, heading, &cells.collect::<Vec<_>>());
}

/// Of cells of one system, under a heading.
pub(crate) fn settings(page: &mut Page<'_>, heading: &str, cells: &[Settings<'_>]) {
    let [first, others @ ..] = cells else { return };
    page.subsection(heading);
    let mut all: Vec<Switch> = Vec::new();
    for switch in cells.iter().flat_map(|cell| cell.switches) {
        if !all.contains(switch) {
            all.push(switch.clone());
        }
    }
    page.paragraph(switches(&all));
    if first.explained.is_empty() {
        return;
    }
    let columns = vec![Column::name("what"), Column::text("value"), Column::text("from")];
    let rows = first.explained.iter().map(|explained| {
        let mut values: Vec<&str> = Vec::new();
        for other in cells.iter().flat_map(|cell| cell.explained).filter(|other| other.what == explained.what) {
            if !values.contains(&other.value.as_str()) {
                values.push(&other.value);
            }
        }
        vec![explained.what.clone(), values.join(", "), explained.from.clone()]
    });
    let table = Table::new(columns, rows);
    page.table(if others.is_empty() {
        table
    } else {
        table.captioned(format!("Numbers of the first cell ({}); all values where cells differ:", first.name))
    });
}

/// Every switch, those that are not at their default first.
pub(crate) fn switches(all: &[Switch]) -> String {
    let (changed, usual): (Vec<&Switch>, Vec<&Switch>) = all.iter().partition(|switch| switch.is_changed());
    let listed = |switches: &[&Switch]| {
        let set = switches.iter().map(|switch| format!("{} = {}", switch.name, switch.value));
        set.collect::<Vec<_>>().join(", ")
    };
    match (&changed[..], &usual[..]) {
        ([], []) => "There are no switches.".to_owned(),
        ([], usual) => format!("All switches are at their default: {}.", listed(usual)),
        (changed, []) => format!("Switches that are not at their default: {}.", listed(changed)),
        (changed, usual) => {
            format!("Switches that are not at their default: {}; at their default: {}.", listed(changed), listed(usual))
        }
    }
}
