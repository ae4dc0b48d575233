//! The report of a run in words.

use chaselab_core::Group;
use chaselab_lab::results::{CellResult, Method, Results, VERSION};
use chaselab_systems::SystemId;
use std::collections::BTreeMap;

use crate::chart::Chart;
use crate::detail::Details;
use crate::fight;
use crate::flags;
use crate::grid::{Grid, grids};
use crate::page::{Column, Excerpt, Item, Line, Page, Table};
use crate::settings;
use crate::shown::{self, Shown};
use crate::table::{Columns, Heading, Part, held_against_exact, parts, stopped, unfit};
use crate::total::Total;
use crate::used;
use chaselab_lab::estimate::Estimator;
use chaselab_lab::flags::Flag;
use chaselab_lab::plan::Factor;

/// The report: the answer first, then tables and charts, then how the numbers came to be. `command` is what remakes it.
pub fn document<'a>(results: &Results, charts: &'a [Chart], command: &str) -> Page<'a> {
    let grids = grids(results);
    let mut page = Page::new(&results.title, "Does the prey get away?");
    page.list(grids.iter().filter_map(answer));
    let axes = |flag: &Flag| grids.iter().find(|grid| grid.system == flag.system).map_or(&[][..], |grid| &grid.axes);
    flags::section(&mut page, &results.flags, axes);
    for grid in &grids {
        page.section(match grid.then {
            None => system_heading(grid.system),
            Some(_) => grid.heading().into(),
        });
        page.figures(of_system(charts, grid.system));
        tables(&mut page, grid, &parts(grid), Estimator::new(results.confidence), true);
    }
    page.section("How these numbers came to be");
    page.list(origin(results));
    for grid in &grids {
        settings::of_grid(&mut page, &format!("Settings of {}", grid.title()), grid);
        used::tables(&mut page, (grid.system, grid.then), &results.scenario, factors(grid));
    }
    page.scenario("The scenario as played", &results.scenario);
    page.command(command);
    page
}

/// Every value of every factor.
pub(crate) fn factors<'g>(grid: &'g Grid<'_>) -> impl Iterator<Item = &'g Factor> {
    grid.axes.iter().flat_map(|axis| &axis.values)
}

/// A system's name and id.
pub(crate) fn system_heading(system: SystemId) -> Line {
    Line::from(format!("{} (", system.title())).code(system.name()).text(")")
}

/// A system's charts.
pub(crate) fn of_system(charts: &[Chart], system: SystemId) -> impl Iterator<Item = &Chart> {
    let prefix = format!("{}-", system.name());
    charts.iter().filter(move |chart| chart.name.starts_with(&prefix))
}

/// The range of free rates, who is best off where, and whether that is certain.
fn answer(grid: &Grid<'_>) -> Option<Item> {
    let system = Line::new().strong(grid.title());
    let free = |cell: &CellResult| shown::rate(cell.group(Group::Free)).line();
    let ranked = grid.by_free_rate();
    let (&best, &worst) = (ranked.first()?, ranked.last()?);
    if ranked.len() == 1 {
        let [stopped, open] = [Group::Stopped, Group::Open].map(|group| shown::rate(best.group(group)).line());
        let late = if grid.then.is_some() { String::new() } else { format!(" after {} turns", best.max_turns) };
        let said = format!(
            ": the prey gets free in {} of chases, is stopped in {stopped}, and in {open} neither is decided{late}. A chase lasts {} turns on average.",
            free(best),
            shown::mean(&best.turns.mean).line()
        );
        return Some(system.text(said).into());
    }
    let said =
        format!(": in {} cells the prey gets free in {} to {} of chases.", ranked.len(), free(worst), free(best));
    let rate = |cell: &CellResult| *cell.group(Group::Free);
    let close_to_best = ranked[1..].iter().filter(|cell| rate(cell).high >= rate(best).low).count();
    let close_to_worst = ranked[..ranked.len() - 1].iter().filter(|cell| rate(cell).low <= rate(worst).high).count();
    let exact = ranked.iter().all(|cell| cell.method == Method::Exact);
    let end = |who: &str, cell: &CellResult, close: usize| {
        Line::from(format!("Best for the {who}: {}, {}{}.", grid.cell_name(cell), free(cell), doubt(close, exact)))
    };
    let below = vec![end("prey", best, close_to_best), end("catcher", worst, close_to_worst)];
    Some(Item { line: system.text(said), below })
}

/// What overlapping intervals leave undecided; exact cells have none, and come to the same or do not.
fn doubt(close: usize, exact: bool) -> String {
    match (close, exact) {
        (0, _) => String::new(),
        (1, true) => "; 1 other cell comes to the same".to_owned(),
        (many, true) => format!("; {many} other cells come to the same"),
        (1, false) => "; 1 other cell cannot be told apart from it (the intervals overlap)".to_owned(),
        (many, false) => format!("; {many} other cells cannot be told apart from it (the intervals overlap)"),
    }
}

/// A system's cells; whether the parts stand for all of them.
pub(crate) fn tables(page: &mut Page<'_>, grid: &Grid<'_>, parts: &[Part<'_>], estimator: Estimator, all: bool) {
    let columns = Columns::of(grid, estimator);
    let (names, measured): (Vec<_>, Vec<_>) =
        columns.headings.iter().partition(|heading| matches!(heading, Heading::Factor(_)));
    let named = |heading: &&Heading| match heading {
        Heading::Factor(name) | Heading::Measured(name) => name.clone(),
    };
    let names: Vec<Column> = names.iter().map(|heading| called(grid, named(heading))).collect();
    let measured: Vec<String> = measured.iter().map(named).collect();
    let row = |cell: &CellResult| columns.row(grid, cell).iter().map(Shown::line).collect();
    for table in in_parts(grid, parts, all, (&names, &measured), row) {
        page.table(table);
    }
    if let Some(sentence) = fight::sentence(grid, estimator) {
        page.paragraph(sentence);
    }
    let details = Details::of(grid, estimator);
    let row = |cell: &CellResult| {
        let row = details.row(cell);
        columns.names(grid, cell).into_iter().chain(row.iter().map(Shown::line)).collect()
    };
    let mut tables = in_parts(grid, parts, all, (&names, &details.headings()), row);
    let caption = "How ends came about, as shares of all chases, and what happened on the way:";
    match &mut tables[..] {
        [only] if only.caption.is_none() => only.caption = Some(caption.to_owned()),
        _ => page.paragraph(caption),
    }
    tables.into_iter().for_each(|table| page.table(table));
}

/// A column of what cells are told apart by: a factor goes by its values in their order.
fn called(grid: &Grid<'_>, head: String) -> Column {
    match grid.axes.iter().find(|axis| axis.name.to_string() == head) {
        Some(axis) => Column::ordered(head, axis.values.iter().map(|value| value.shown()).collect()),
        None => Column::name(head),
    }
}

/// One table of all cells with the parts as its excerpts, or a table for each part.
fn in_parts(
    grid: &Grid<'_>,
    parts: &[Part<'_>],
    all: bool,
    (names, measured): (&[Column], &[String]),
    row: impl Fn(&CellResult) -> Vec<String>,
) -> Vec<Table> {
    let columns: Vec<Column> = names.iter().cloned().chain(measured.iter().map(Column::number)).collect();
    let caption = |heading: &String| format!("{heading}:");
    if !all {
        let table = |part: &Part<'_>| {
            let rows = part.cells.iter().map(|cell| row(cell));
            let table = Table::new(columns.clone(), rows);
            Table { caption: part.heading.as_ref().map(caption), ..table }
        };
        return parts.iter().map(table).collect();
    }
    let at: BTreeMap<usize, usize> = grid.cells.iter().enumerate().map(|(row, cell)| (cell.cell, row)).collect();
    let excerpt = |part: &Part<'_>| {
        let rows = part.cells.iter().map(|cell| at[&cell.cell]).collect();
        part.heading.as_ref().map(|heading| Excerpt { caption: caption(heading), rows })
    };
    let excerpts = parts.iter().filter_map(excerpt).collect();
    vec![Table { excerpts, ..Table::new(columns, grid.cells.iter().map(|cell| row(cell))) }]
}

/// Method, seed, confidence and digest.
pub(crate) fn origin(results: &Results) -> Vec<Line> {
    origin_of(results, &Total::all(results))
}

/// The same from what was added up.
pub(crate) fn origin_of(head: &Results, totals: &[Total]) -> Vec<Line> {
    let sampled: usize = totals.iter().map(|total| total.sampled).sum();
    let exact = totals.iter().map(|total| total.cells).sum::<usize>() - sampled;
    let mut lines: Vec<String> = Vec::new();
    if sampled > 0 {
        let chases: u64 = totals.iter().map(|total| total.chases).sum();
        let confidence = shown::confidence(head.confidence);
        lines.push(format!(
            "Sampled: {} chases were played in {}. The same seed gives the same numbers on any number of threads.",
            shown::count(chases),
            cells(sampled)
        ));
        if totals.iter().any(|total| total.precise + total.exhausted > 0) {
            lines.push(format!(
                "Intervals: {confidence}, each for its own number, and at every look: a cell is looked at again and again, and stopping when it is known well enough does not make them wrong. Rates: Robbins' beta-binomial mixture. Lengths: mixed bets (Waudby-Smith and Ramdas). Other means: the asymptotic normal mixture."
            ));
        } else {
            lines.push(format!(
                "Intervals: {confidence}, each for its own number. Rates: Wilson; where an end was never or always seen, Clopper and Pearson, shown as a bound. Means: normal."
            ));
        }
        lines.extend(stopped(totals));
    }
    if exact > 0 {
        lines.push(format!(
            "Exact: {} computed from the chain of all states that play can reach, without an interval.",
            if exact == 1 { "1 cell was".to_owned() } else { format!("{exact} cells were") }
        ));
    }
    lines.extend(held_against_exact(totals).into_iter().chain(unfit(totals)));
    lines.into_iter().map(Line::from).chain(identity(head.seed, sampled > 0, &head.digest)).collect()
}

fn cells(many: usize) -> String {
    if many == 1 { "1 cell".to_owned() } else { format!("{many} cells") }
}

/// What made the numbers, and what they depend on; whether some were sampled.
pub(crate) fn identity(seed: u64, sampled: bool, digest: &str) -> [Line; 3] {
    let without = if sampled { "" } else { "; exact numbers do not depend on it" };
    [
        format!("Program: chaselab {VERSION}.").into(),
        format!("Seed: {seed}{without}.").into(),
        Line::from("Digest of everything that the numbers depend on: ").code(digest).text("."),
    ]
}
