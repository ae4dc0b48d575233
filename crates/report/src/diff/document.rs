//! The report of a difference in words.

use super::rows::{Unit, rows};
use super::words::{altered, lonely, method, verdict};
use crate::chart::Chart;
use crate::document::{factors, identity, system_heading};
use crate::grid::grids;
use crate::page::{Line, Page};
use crate::settings;
use crate::used;
use chaselab_lab::diff::Difference;

/// The report: what was changed and what that does first, then numbers and charts, then how they came to be. `command`
/// is what remakes it.
pub fn document<'a>(difference: &Difference, charts: &'a [Chart], command: &str) -> Page<'a> {
    let variants = [("BASE", &difference.base), ("CHANGED", &difference.changed)];
    let mut page = Page::new(&difference.base.title, "What does the change do?");
    page.list(altered(difference).into_iter().map(|line| Line::new().code(line)));
    for line in verdict(difference) {
        page.paragraph(line);
    }
    for grid in grids(&difference.base) {
        page.section(system_heading(grid.system));
        for (unit, chart) in [(Unit::Points, "rates"), (Unit::Turns, "lengths")] {
            let name = format!("{}-{chart}", grid.system.name());
            page.figures(charts.iter().filter(|chart| chart.name == name));
            if let Some(rows) = rows(difference, &grid, unit) {
                page.table(rows);
            }
        }
    }
    page.section("How these numbers came to be");
    let sampled = difference.cells.iter().any(|cell| cell.pairs.is_some());
    let told = method(difference).into_iter().chain(lonely(difference)).chain(difference.notes.clone());
    page.list(told.map(Line::from).chain(identity(difference.base.seed, sampled, &difference.base.digest)));
    for (name, results) in variants {
        for grid in grids(results) {
            settings::of_grid(&mut page, &format!("Settings of {}, {name}", grid.title()), &grid);
            used::tables(&mut page, (grid.system, grid.then), &results.scenario, factors(&grid));
        }
    }
    for (name, results) in variants {
        page.scenario(&format!("{name} as played"), &results.scenario);
    }
    page.command(command);
    page
}
