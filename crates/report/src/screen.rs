//! What all tables and texts on a terminal have in common.

use comfy_table::{ContentArrangement, Table, TableComponent, presets};

/// A table without content in the style of the house: rows stand together, rules are for the head and the ends.
pub(crate) fn plain(color: bool) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY).set_content_arrangement(ContentArrangement::Disabled);
    table.remove_style(TableComponent::HorizontalLines).remove_style(TableComponent::MiddleIntersections);
    if color {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    table
}

/// A text in lines of at most `width` columns, each after `indent`, the further ones `deeper` by two; every line ends.
pub(crate) fn wrapped(text: &str, width: usize, indent: &str, deeper: bool) -> String {
    let deeper = if deeper { "  " } else { "" };
    let mut lines = String::new();
    let mut line = indent.to_owned();
    // A number is not parted from its unit.
    let text = text.replace(" %", "\u{a0}%");
    for word in text.split(' ') {
        let fresh = line.trim().is_empty();
        if !fresh && line.chars().count() + 1 + word.chars().count() > width {
            lines.push_str(&line);
            lines.push('\n');
            line = format!("{indent}{deeper}{word}");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_but_not_before_a_unit() {
        assert_eq!(wrapped("one two three", 7, "", false), "one two\nthree\n");
        assert_eq!(wrapped("one two three", 9, "  ", true), "  one two\n    three\n");
        assert_eq!(wrapped("of 12.5 %", 8, "", false), "of\n12.5 %\n");
    }
}
