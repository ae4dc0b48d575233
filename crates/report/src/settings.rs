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
    let caption = format!("Numbers of the first cell ({}); all values where cells differ:", first.name);
    numbers(page, cells, (!others.is_empty()).then_some(caption));
}

/// Of a sweep, whose cells passed by: every setting of its switches, and the numbers of its first cell.
pub(crate) fn of_first(page: &mut Page<'_>, heading: &str, first: &Settings<'_>) {
    page.subsection(heading);
    page.paragraph(switches(first.switches));
    let caption = format!("Numbers of the first cell ({}); other cells differ in what the grid sets:", first.name);
    numbers(page, std::slice::from_ref(first), Some(caption));
}

/// What some cell has, with every value that one has of it and where each came from.
fn numbers(page: &mut Page<'_>, cells: &[Settings<'_>], caption: Option<String>) {
    let all = together(cells.iter().map(|cell| cell.explained));
    if all.is_empty() {
        return;
    }
    let columns = vec![Column::name("what"), Column::text("value"), Column::text("from")];
    let rows = all.into_iter().map(|row| vec![row.what.to_owned(), listed(&row.values), row.from.join("; ")]);
    page.table(Table { caption, ..Table::new(columns, rows) });
}

/// One after the other; values that hold commas are parted by another mark.
fn listed(values: &[&str]) -> String {
    values.join(if values.iter().any(|value| value.contains(',')) { "; " } else { ", " })
}

/// What is called the same in all cells.
#[derive(Debug, PartialEq, Eq)]
struct Together<'a> {
    what: &'a str,
    values: Vec<&'a str>,
    from: Vec<&'a str>,
}

/// The union of all cells' numbers; what only a later cell has stands behind what it follows there.
fn together<'a>(cells: impl Iterator<Item = &'a [Explained]>) -> Vec<Together<'a>> {
    let mut all: Vec<Together<'a>> = Vec::new();
    for cell in cells {
        let mut next = 0;
        for Explained { what, value, from } in cell {
            let at = all.iter().position(|known| known.what == what).unwrap_or_else(|| {
                all.insert(next, Together { what, values: Vec::new(), from: Vec::new() });
                next
            });
            next = at + 1;
            add(&mut all[at].values, value);
            add(&mut all[at].from, from);
        }
    }
    all
}

fn add<'a>(known: &mut Vec<&'a str>, new: &'a str) {
    if !known.contains(&new) {
        known.push(new);
    }
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

#[cfg(test)]
mod tests {
    use super::{Together, together};
    use chaselab_systems::Explained;

    /// The second cell has a gun, and with it a row that the first lacks.
    #[test]
    fn what_only_a_later_cell_has_is_told_in_its_place() {
        let first = [Explained::new("weapon", "none", "the scenario"), Explained::new("speed", "4", "table cars")];
        let second = [
            Explained::new("weapon", "pistol", "table guns"),
            Explained::new("gunner", "+1", "the scenario"),
            Explained::new("speed", "4", "table cars"),
        ];
        let row = |what, values: &[&'static str], from: &[&'static str]| Together {
            what,
            values: values.to_vec(),
            from: from.to_vec(),
        };
        assert_eq!(
            together([&first[..], &second[..]].into_iter()),
            [
                row("weapon", &["none", "pistol"], &["the scenario", "table guns"]),
                row("gunner", &["+1"], &["the scenario"]),
                row("speed", &["4"], &["table cars"]),
            ]
        );
    }
}
