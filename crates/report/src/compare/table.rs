//! What a terminal shows of a comparison.

use super::mappings::{cells, mappings, standing};
use super::rows::sections;
use super::words::{claims, method};
use crate::screen::{plain, wrapped};
use crate::table::closing;
use chaselab_lab::compare::Comparison;
use comfy_table::{Attribute, Cell, CellAlignment, Color, Table};

/// The numbers side by side, what can be claimed, how to read it, and all mappings beneath; text is at most `width`
/// columns wide where words allow it.
pub fn comparison_table(comparison: &Comparison, width: usize, color: bool) -> String {
    let mut text = format!("{}\n\n{}\n", comparison.base.title, numbers(comparison, color).trim_fmt());
    let told = claims(comparison);
    if !told.is_empty() {
        text.push_str("\nWhat can be said\n");
        for claim in told {
            text.push_str(&wrapped(&claim.line, width, "  ", true));
            for line in &claim.below {
                text.push_str(&wrapped(&format!("- {line}"), width, "    ", true));
            }
        }
    }
    text.push_str("\nMappings\n");
    for mapping in mappings(comparison) {
        text.push_str(&format!("  {}\n", mapping.heading));
        let widest =
            |of: &dyn Fn(&chaselab_systems::Explained) -> usize| mapping.lines.iter().map(of).max().unwrap_or(0);
        let (what, value) = (widest(&|line| line.what.chars().count()), widest(&|line| short(&line.value)));
        for line in mapping.lines {
            text.push_str(&format!("    {:what$}  {:value$}  {}\n", line.what, line.value, line.from));
        }
    }
    text.push_str("  Neutral tables\n");
    for row in &comparison.tables {
        let line = format!("{}, {}: {} ({})", row.table, row.row, cells(row), standing(row));
        text.push_str(&wrapped(&line, width, "    ", true));
    }
    text.push_str("\nHow to read it\n");
    for line in method(comparison) {
        text.push_str(&wrapped(&line, width, "  ", true));
    }
    text.push('\n');
    for note in &comparison.notes {
        text.push_str(&wrapped(note, width, "", true));
    }
    text.push_str(&format!("{}\n", closing(&comparison.base)));
    text
}

/// A long value does not push the whole column away.
fn short(value: &str) -> usize {
    let width = value.chars().count();
    if width > 24 { 0 } else { width }
}

fn numbers(comparison: &Comparison, color: bool) -> Table {
    let mut table = plain(color);
    let title = |cell: &chaselab_lab::results::CellResult| {
        // What follows stands on lines of its own, so that columns stay narrow.
        let heading = cell.heading().replace(", then ", ",\nthen ").replace(" (", "\n(");
        Cell::new(heading).add_attribute(Attribute::Bold)
    };
    table.set_header(std::iter::once(Cell::new("")).chain(comparison.base.cells.iter().map(title)));
    for (index, section) in sections(comparison).into_iter().enumerate() {
        if index > 0 {
            table.add_row([""]);
        }
        table.add_row([Cell::new(section.heading).fg(Color::Cyan)]);
        for row in section.rows {
            let indent = if row.part { "    " } else { "  " };
            table.add_row(std::iter::once(format!("{indent}{}", row.name)).chain(row.values));
        }
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
