//! Texts in rows under headings: as a table on screen, and in a report.

use crate::screen::plain;
use comfy_table::{Cell, CellAlignment, Color, Table};

/// Rows under headings; the first so many columns are names.
pub(crate) struct Rows {
    /// What they are, in a sentence.
    pub heading: String,
    /// The heads of the columns.
    pub head: Vec<String>,
    /// How many columns are names.
    pub names: usize,
    /// The texts.
    pub rows: Vec<Vec<String>>,
}

/// As a terminal shows them.
pub(crate) fn drawn(rows: &Rows, color: bool) -> Table {
    let mut table = plain(color);
    table.set_header(rows.head.iter().enumerate().map(|(index, name)| {
        let cell = Cell::new(name);
        if index < rows.names { cell.fg(Color::Cyan) } else { cell }
    }));
    for row in &rows.rows {
        table.add_row(row);
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        // What begins with a digit or a mark is a number.
        let number = rows.rows.iter().all(|row| row[index].chars().next().is_none_or(|c| !c.is_alphabetic()));
        if number && index > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
