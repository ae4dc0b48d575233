//! What a terminal shows of a verdict on a record.

use super::words;
use crate::grid::{Grid, grids};
use crate::screen::{plain, wrapped};
use crate::shown::count;
use crate::table::closing;
use chaselab_lab::playtest::{Answer, Asked, CellVerdict, Playtest, Verdict};
use chaselab_lab::results::{CellResult, Method};
use comfy_table::{Attribute, Cell, CellAlignment, Color, Table};

/// Of more cells, those with which the record is inconsistent are left out.
const ALL: usize = 40;

/// The verdict in words and each question's numbers, cell by cell.
pub fn playtest_table(playtest: &Playtest, width: usize, color: bool) -> String {
    let mut text = format!("{}\n{}\n", playtest.results.title, words::record(&playtest.record));
    let several = playtest.cells.iter().any(|cell| cell.answers.len() > 1);
    for grid in grids(&playtest.results) {
        text.push_str(&format!("\n{} ({})\n", grid.system.title(), grid.system.name()));
        let cells: Vec<(&CellResult, &CellVerdict)> = with_verdicts(playtest, &grid).collect();
        let shown =
            |verdict: Verdict| cells.len() <= ALL || matches!(verdict, Verdict::Consistent | Verdict::Undecided);
        let rows: Vec<_> = cells.iter().copied().filter(|(_, cell)| shown(cell.verdict)).collect();
        if !rows.is_empty() {
            text.push_str(&drawn(&grid, &rows, several, playtest.results.confidence, color).trim_fmt());
            text.push('\n');
        }
        for sentence in words::verdict(playtest, &grid, &cells) {
            text.push_str(&wrapped(&sentence, width, "", true));
        }
    }
    text.push('\n');
    for sentence in words::method(playtest) {
        text.push_str(&wrapped(&sentence, width, "", true));
    }
    text.push_str(&format!("{}\n", closing(&playtest.results)));
    text
}

/// The cells of a grid with what each says.
fn with_verdicts<'a>(
    playtest: &'a Playtest,
    grid: &Grid<'a>,
) -> impl Iterator<Item = (&'a CellResult, &'a CellVerdict)> {
    let system = grid.system;
    playtest.results.cells.iter().zip(&playtest.cells).filter(move |(result, _)| result.system == system)
}

fn drawn(grid: &Grid<'_>, cells: &[(&CellResult, &CellVerdict)], several: bool, confidence: f64, color: bool) -> Table {
    let mut table = plain(color);
    let factors = grid.axes.iter().map(|axis| Cell::new(axis.name.to_string().replacen(' ', "\n", 1)).fg(Color::Cyan));
    let usual = format!("of {}", crate::shown::confidence(confidence));
    let mut heads = vec!["verdict".to_owned(), "question".into(), "noted".into(), "expected".into(), usual, "p".into()];
    if several {
        heads.push("corrected".into());
    }
    heads.push("more chases\nto tell".into());
    let first_number = grid.axes.len() + 2;
    table.set_header(factors.chain(heads.into_iter().map(|head| Cell::new(head).add_attribute(Attribute::Bold))));
    for (result, cell) in cells {
        for (index, answer) in cell.answers.iter().enumerate() {
            let lead = grid.values(result).into_iter().chain([cell.verdict.name().to_owned()]);
            let lead: Vec<String> = lead.map(|text| if index == 0 { text } else { String::new() }).collect();
            table.add_row(lead.into_iter().chain(row(answer, result.method, several)));
        }
    }
    for column in table.column_iter_mut().skip(first_number) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn row(answer: &Answer, method: Method, several: bool) -> Vec<String> {
    let mut row = vec![words::question(&answer.asked)];
    match &answer.shift {
        Some(shift) => {
            let decimals = if answer.asked == Asked::Turns || method == Method::Exact { 1 } else { 2 };
            row.push(count(shift.observed));
            row.push(format!("{:.decimals$}", shift.expected));
            row.push(format!("{}–{}", count(shift.usual.0), count(shift.usual.1)));
        }
        None => row.extend(["", "", ""].map(String::from)),
    }
    let (low, high) = answer.tail_range;
    row.push(match (words::p(low), words::p(answer.tail), words::p(high)) {
        (low, tail, high) if low == high => tail,
        (low, tail, high) => format!("{tail} ({low}–{high})"),
    });
    if several {
        row.push(words::p(answer.adjusted));
    }
    row.push(answer.shift.as_ref().and_then(|shift| shift.more).map_or_else(|| "–".into(), words::about));
    row
}
