//! Texts in rows under headings: as a table on screen, and in a report.

use crate::document::{self, escaped, row};
use crate::table::columns_of;
use comfy_table::{Cell, CellAlignment, Color, ContentArrangement, Table, TableComponent, presets};

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
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY).set_content_arrangement(ContentArrangement::Disabled);
    table.remove_style(TableComponent::HorizontalLines).remove_style(TableComponent::MiddleIntersections);
    if color {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
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

/// As a report shows them.
pub(crate) fn table(text: &mut String, rows: &Rows) {
    document::paragraph(text, &escaped(&rows.heading));
    let rules = (0..rows.head.len()).map(|index| if index < rows.names { ":--" } else { "--:" }.to_owned());
    let mut lines = vec![row(rows.head.iter().cloned()), row(rules)];
    lines.extend(rows.rows.iter().map(|cells| row(cells.iter().cloned())));
    document::paragraph(text, &lines.join("\n"));
}

/// A paragraph in lines.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && columns_of(line) + 1 + columns_of(word) > width {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

/// A paragraph in lines, in which no number is parted from its unit.
pub(crate) fn paragraph(line: &str, width: usize) -> String {
    format!("{}\n", wrapped(&line.replace(" %", "\u{a0}%"), width).replace('\u{a0}', " "))
}
