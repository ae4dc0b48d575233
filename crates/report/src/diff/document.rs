//! The report of a difference in words, as Markdown.

use super::rows::{Unit, rows};
use super::words::{altered, lonely, method, verdict};
use crate::chart::Chart;
use crate::document::{escaped, paragraph, section, subsection};
use crate::grid::grids;
use crate::rows::table;
use chaselab_lab::diff::Difference;
use chaselab_lab::results::VERSION;

/// The report: what was changed and what that does first, then numbers and charts, then how they came to be.
/// `command` is what remakes it; charts are linked as `charts/NAME.svg`.
pub fn document(difference: &Difference, charts: &[Chart], command: &str) -> String {
    let mut text = format!("# {}\n\nWhat does the change do?\n\n", escaped(&difference.base.title));
    let changes: Vec<String> = altered(difference).iter().map(|line| format!("- `{line}`")).collect();
    if !changes.is_empty() {
        paragraph(&mut text, &changes.join("\n"));
    }
    for line in verdict(difference) {
        paragraph(&mut text, &escaped(&line));
    }
    for grid in grids(&difference.base) {
        section(&mut text, &format!("{} (`{}`)", grid.system.title(), grid.system.name()));
        for (unit, chart) in [(Unit::Points, "rates"), (Unit::Turns, "lengths")] {
            if let Some(rows) = rows(difference, &grid, unit) {
                table(&mut text, &rows);
            }
            let name = format!("{}-{chart}", grid.system.name());
            if let Some(chart) = charts.iter().find(|chart| chart.name == name) {
                paragraph(&mut text, &format!("![{}](charts/{name}.svg)", escaped(&chart.alt)));
            }
        }
    }
    section(&mut text, "How these numbers came to be");
    let told = method(difference).into_iter().chain(lonely(difference)).chain(difference.notes.clone());
    let mut facts: Vec<String> = told.map(|line| format!("- {}", escaped(&line))).collect();
    facts.push(format!("- Program: chaselab {VERSION}."));
    facts.push(format!("- Digest of everything that the numbers depend on: `{}`.", difference.base.digest));
    paragraph(&mut text, &facts.join("\n"));
    for (name, results) in [("BASE", &difference.base), ("CHANGED", &difference.changed)] {
        subsection(&mut text, &format!("{name} as played"));
        paragraph(&mut text, &format!("```toml\n{}\n```", results.scenario.join("\n")));
    }
    subsection(&mut text, "To make it again");
    text.push_str(&format!("```sh\n{command}\n```\n"));
    text
}
