//! The report of a game in words.

use super::amount::Amount;
use super::screen::{heading, many, paragraphs, tables};
use crate::chart::Chart;
use crate::document::identity;
use crate::flags;
use crate::page::{Line, Page};
use crate::settings::{Settings, settings};
use chaselab_lab::game::{Answers, CellAnswer};
use chaselab_lab::then;

/// The answer first, then tables and charts, then how the numbers came to be.
pub fn document<'a>(answers: &Answers, charts: &'a [Chart], command: &str) -> Page<'a> {
    let amount = Amount::of(&answers.question.objective);
    let mut page = Page::new(&answers.title, "What should each side do?");
    let axes = flags::axes(&answers.flags);
    if answers.cells.len() > 1 {
        flags::section(&mut page, &answers.flags, |_| &axes);
    }
    let detailed = answers.cells.iter().filter(|cell| answers.cells.len() == 1 || cell.answer.matrix.is_some());
    if answers.cells.len() > 1 {
        for rows in many(answers, amount) {
            page.table(rows);
        }
    }
    for cell in detailed {
        page.section(heading(cell));
        for words in paragraphs(answers, cell, amount) {
            page.paragraph(words);
        }
        page.figures(charts.iter().filter(|chart| chart.name.starts_with(&crate::chart::game_prefix(cell))));
        for rows in tables(cell, amount) {
            page.table(rows);
        }
    }
    if answers.cells.len() == 1 {
        flags::section(&mut page, &answers.flags, |_| &axes);
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
    page.list(facts.into_iter().chain(identity(&answers.digest)));
    for cells in answers.cells.chunk_by(|one, other| one.system == other.system) {
        let title = then::title(cells[0].system, cells[0].then);
        let cells: Vec<Settings<'_>> = cells.iter().map(of_cell).collect();
        settings(&mut page, &format!("Settings of {title}"), &cells);
    }
    page.scenario("The scenario as solved", &answers.scenario);
    page.command(command);
    page
}

fn of_cell(cell: &CellAnswer) -> Settings<'_> {
    let factors = cell.factors.iter().map(|factor| format!("{} {}", factor.path, factor.shown()));
    Settings { name: factors.collect::<Vec<_>>().join(", "), switches: &cell.switches, explained: &cell.explained }
}
