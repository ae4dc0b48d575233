//! The report of a game in words.

use super::amount::Amount;
use super::screen::{heading, many, paragraphs, tables};
use super::verdict;
use crate::chart::Chart;
use crate::document::identity;
use crate::flags;
use crate::page::{Column, Item, Line, Page, Table};
use crate::rows::Rows;
use crate::settings::{Settings, settings};
use crate::used;
use chaselab_core::Side;
use chaselab_lab::game::{Answers, CellAnswer};
use chaselab_lab::then;

/// The answer first, then tables and charts, then how the numbers came to be.
pub fn document<'a>(answers: &Answers, charts: &'a [Chart], command: &str) -> Page<'a> {
    let amount = Amount::of(&answers.question.objective);
    let mut page = Page::new(&answers.title, "What should each side do?");
    let axes = flags::axes(&answers.flags);
    let systems: Vec<&[CellAnswer]> = answers.cells.chunk_by(|one, other| one.system == other.system).collect();
    if let [only] = &answers.cells[..] {
        for words in paragraphs(answers, only, amount) {
            page.paragraph(words);
        }
    } else {
        page.list(systems.iter().filter_map(|cells| answer(answers, cells, amount)));
    }
    flags::section(&mut page, &answers.flags, |_| &axes);
    if let [only] = &answers.cells[..] {
        page.section(heading(only));
        detail(&mut page, only, charts, amount);
    } else {
        for (cells, rows) in systems.iter().zip(many(answers, amount)) {
            page.section(rows.heading.as_str());
            page.table(line_a_cell(rows));
            for cell in cells.iter().filter(|cell| cell.answer.matrix.is_some()) {
                page.subsection(heading(cell));
                for words in paragraphs(answers, cell, amount) {
                    page.paragraph(words);
                }
                detail(&mut page, cell, charts, amount);
            }
        }
    }
    page.section("How these numbers came to be");
    let free =
        answers.question.freed().map_or_else(|| "every decision of both sides".to_owned(), |free| free.join(", "));
    let facts = [
        Line::from("The prey maximises ")
            .code(answers.question.text.as_str())
            .text(format!(", the catcher minimises it; free: {free}.")),
        Line::from(
            "Backward induction over all states that play can reach; every number is exact but for rounding. Both sides' best replies to the equilibrium were computed independently and gain nothing.",
        ),
    ];
    page.list(facts.into_iter().chain(identity(answers.seed, false, &answers.digest)));
    for cells in answers.cells.chunk_by(|one, other| one.system == other.system) {
        let title = then::title(cells[0].system, cells[0].then);
        let played: Vec<Settings<'_>> = cells.iter().map(of_cell).collect();
        settings(&mut page, &format!("Settings of {title}"), &played);
        let factors = cells.iter().flat_map(|cell| &cell.factors);
        used::tables(&mut page, (cells[0].system, cells[0].then), &answers.scenario, factors);
    }
    page.scenario("The scenario as solved", &answers.scenario);
    page.command(command);
    page
}

/// What the cells of a system come to: the range of values, where it is best for whom, and what kind of choices there are.
fn answer(answers: &Answers, cells: &[CellAnswer], amount: Amount) -> Option<Item> {
    let first = cells.first()?;
    let value = |cell: &CellAnswer| cell.answer.certificate.value;
    let better = |best: fn(f64, f64) -> bool| {
        let pick = |kept: &'_ CellAnswer, cell: &'_ CellAnswer| best(value(cell), value(kept));
        cells[1..].iter().fold(first, |kept, cell| if pick(kept, cell) { cell } else { kept })
    };
    let ends = [better(|new, old| new < old), better(|new, old| new > old)];
    let objective = answers.question.text.as_str();
    let many = if cells.len() == 1 { "1 cell".to_owned() } else { format!("{} cells", cells.len()) };
    let said = verdict::range(ends.map(value), objective, amount);
    let line = Line::new().strong(then::title(first.system, first.then)).text(format!(": in {many}, {said}."));
    let end = |who: &str, cell: &CellAnswer| {
        Line::from(format!("Best for the {who}: {}, {}.", of_cell(cell).name, amount.value(value(cell))))
    };
    let mut below = Vec::new();
    if amount.value(value(ends[0])) != amount.value(value(ends[1])) {
        below.extend([end("prey", ends[1]), end("catcher", ends[0])]);
    }
    below.extend(Side::BOTH.map(|side| Line::from(verdict::kinds(cells, side))));
    Some(Item { line, below })
}

/// The table of all cells: in words what each side does, behind what it comes to.
fn line_a_cell(rows: Rows) -> Table {
    let mut table = Table { caption: None, ..Table::from(rows) };
    let sides = table.columns.len() - Side::BOTH.len();
    table.columns[sides..].iter_mut().for_each(|column| *column = Column::text(column.head.as_str()));
    table
}

/// Charts and tables of one cell.
fn detail<'a>(page: &mut Page<'a>, cell: &CellAnswer, charts: &'a [Chart], amount: Amount) {
    page.figures(charts.iter().filter(|chart| chart.name.starts_with(&crate::chart::game_prefix(cell))));
    for rows in tables(cell, amount) {
        page.table(rows);
    }
}

fn of_cell(cell: &CellAnswer) -> Settings<'_> {
    let factors = cell.factors.iter().map(|factor| format!("{} {}", factor.path, factor.shown()));
    Settings { name: factors.collect::<Vec<_>>().join(", "), switches: &cell.switches, explained: &cell.explained }
}
