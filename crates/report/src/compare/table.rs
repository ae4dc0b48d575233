//! What a terminal shows of a comparison.

use super::mappings::{cells, mappings, standing};
use super::rows::sections;
use super::words::{claims, method};
use crate::table::closing;
use chaselab_lab::compare::Comparison;
use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, Table, TableComponent, presets};

/// The numbers side by side, what can be claimed, how to read it, and all mappings beneath; text is at most `width`
/// columns wide where words allow it.
pub fn comparison_table(comparison: &Comparison, width: usize, color: bool) -> String {
    let mut text = format!("{}\n\n{}\n", comparison.base.title, numbers(comparison, color).trim_fmt());
    let told = claims(comparison);
    if !told.is_empty() {
        text.push_str("\nWhat can be said\n");
        for claim in told {
            text.push_str(&wrapped(&claim.line, width, "  "));
            for line in &claim.below {
                text.push_str(&wrapped(&format!("- {line}"), width, "    "));
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
        text.push_str(&wrapped(&line, width, "    "));
    }
    text.push_str("\nHow to read it\n");
    for line in method(comparison) {
        text.push_str(&wrapped(&line, width, "  "));
    }
    text.push('\n');
    for note in &comparison.notes {
        text.push_str(&wrapped(note, width, ""));
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
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY).set_content_arrangement(ContentArrangement::Disabled);
    table.remove_style(TableComponent::HorizontalLines).remove_style(TableComponent::MiddleIntersections);
    if color {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    let title = |cell: &chaselab_lab::results::CellResult| {
        Cell::new(format!("{}\n({})", cell.system.title(), cell.system.name())).add_attribute(Attribute::Bold)
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

/// A text in lines of at most `width` columns, each after `indent`, the further ones two deeper.
pub(crate) fn wrapped(text: &str, width: usize, indent: &str) -> String {
    let mut lines = String::new();
    let mut line = indent.to_owned();
    // A number is not parted from its unit.
    let text = text.replace(" %", "\u{a0}%");
    for word in text.split(' ') {
        let fresh = line.trim().is_empty();
        if !fresh && line.chars().count() + 1 + word.chars().count() > width {
            lines.push_str(&line);
            lines.push('\n');
            line = format!("{indent}  {word}");
        } else {
            if !fresh {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.push_str(&line);
    lines.push('\n');
    lines.replace('\u{a0}', " ")
}
