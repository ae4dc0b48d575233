//! The report of a comparison in words.

use super::mappings::{cells, mappings, standing};
use super::rows::sections;
use super::words::{claims, method};
use crate::chart::Chart;
use crate::document::origin;
use crate::grid::grids;
use crate::page::{Column, Item, Line, Page, Table};
use crate::settings;
use crate::used;
use chaselab_lab::compare::Comparison;

/// The report: what can be said first, then numbers and charts, then the mappings and how the numbers came to be.
/// `command` is what remakes it.
pub fn comparison_document<'a>(comparison: &Comparison, charts: &'a [Chart], command: &str) -> Page<'a> {
    let base = &comparison.base;
    let systems: Vec<&str> = base.cells.iter().map(|cell| cell.system.title()).collect();
    let mut page = Page::new(&base.title, format!("The same chase in {}.", systems.join(", ")));
    for note in &comparison.notes {
        page.paragraph(Line::told(note));
    }
    let item = |line: String, below: Vec<String>| Item {
        line: line.into(),
        below: below.into_iter().map(Line::from).collect(),
    };
    page.list(claims(comparison).into_iter().map(|claim| item(claim.line, claim.below)));
    let parts = [("ends", 0), ("lengths", 1), ("running", 1), ("responses", 2), ("shares", 3)];
    for (index, part) in sections(comparison).into_iter().enumerate() {
        page.section(part.heading);
        page.figures(charts.iter().filter(|chart| parts.contains(&(chart.name.as_str(), index))));
        let columns = std::iter::once(Column::name("number")).chain(systems.iter().map(|&title| Column::number(title)));
        let hierarchy = part.rows.iter().any(|line| line.part);
        let rows = part.rows.into_iter().map(|line| {
            let name = if line.part { format!("– {}", line.name) } else { line.name };
            std::iter::once(name).chain(line.values).collect()
        });
        let rows: Vec<Vec<String>> = rows.collect();
        page.table(Table { in_order: hierarchy, ..Table::new(columns.collect(), rows) });
    }
    page.section("Mappings");
    for mapping in mappings(comparison) {
        page.subsection(mapping.heading);
        let columns = vec![Column::name("what"), Column::text("value"), Column::text("from")];
        let rows = mapping.lines.iter().map(|line| vec![line.what.clone(), line.value.clone(), line.from.clone()]);
        page.table(Table::new(columns, rows));
    }
    page.subsection("Tables of the systems");
    for cell in &base.cells {
        used::tables(&mut page, (cell.system, cell.then), &base.scenario, []);
    }
    page.subsection("Neutral tables");
    let columns = vec![Column::name("table"), Column::name("row"), Column::text("cells"), Column::text("standing")];
    let rows =
        comparison.tables.iter().map(|used| vec![used.table.to_owned(), used.row.clone(), cells(used), standing(used)]);
    page.table(Table::new(columns, rows));
    page.section("How these numbers came to be");
    page.list(method(comparison).into_iter().map(Line::from).chain(origin(base)));
    page.subsection("Switches");
    page.list(grids(base).iter().map(|grid| {
        let switches: Vec<_> = grid.cells.iter().flat_map(|cell| cell.switches.clone()).collect();
        Line::new().strong(grid.title()).text(format!(": {}", settings::switches(&switches)))
    }));
    page.scenario("The scenario as compared", &base.scenario);
    page.command(command);
    page
}
