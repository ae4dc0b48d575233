//! The folder of a choice: report, data, chart, and what it says about itself.

use super::json::best_json;
use super::table::{of_system, rows};
use super::words::{method, verdict};
use crate::chart::{Chart, best_charts};
use crate::document::{factors, identity};
use crate::error::ReportError;
use crate::folder::Folder;
use crate::grid::grids;
use crate::page::{Column, Line, Page, Table};
use crate::settings;
use crate::used;
use chaselab_lab::best::Best;
use chaselab_lab::results::Method;

/// The folder; `command` is what remakes it.
///
/// # Errors
/// When something cannot be drawn or written.
pub fn best_folder(best: &Best, command: &str) -> Result<Folder, ReportError> {
    let charts = best_charts(best);
    let mut own = Vec::from(document(best, &charts, command).files()?);
    own.push(("best.json".to_owned(), best_json(best)?.into_bytes()));
    Folder::with(&[("results", &best.results)], own, &charts, command)
}

fn document<'a>(best: &Best, charts: &'a [Chart], command: &str) -> Page<'a> {
    let objective = best.aim.question.text.as_str();
    let question = Line::from("Which cell has the most of ").code(objective).text("?");
    let mut page = Page::new(&best.results.title, question);
    for (index, race) in best.races.iter().enumerate() {
        if best.races.len() > 1 {
            page.section(of_system(race));
        }
        for sentence in verdict(best, race) {
            page.paragraph(sentence);
        }
        // Each race has one chart, in the same order.
        page.figures(charts.get(index));
        let columns =
            vec![Column::name("cell"), Column::number(objective), Column::number("chases"), Column::text("standing")];
        page.table(Table::new(columns, rows(best, race).into_iter().map(Vec::from)));
    }
    page.section("How these numbers came to be");
    let sampled = best.results.cells.iter().any(|cell| cell.method == Method::Sampled);
    page.list(method(best).into_iter().map(Line::from).chain(identity(
        best.results.seed,
        sampled,
        &best.results.digest,
    )));
    for grid in grids(&best.results) {
        settings::of_grid(&mut page, &format!("Settings of {}", grid.title()), &grid);
        used::tables(&mut page, (grid.system, grid.then), &best.results.scenario, factors(&grid));
    }
    page.scenario("The scenario as played", &best.results.scenario);
    page.command(command);
    page
}
