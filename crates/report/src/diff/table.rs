//! What a terminal shows of a difference.

use super::rows::{Unit, rows};
use super::words::{altered, lonely, method, verdict};
use crate::grid::grids;
use crate::rows::drawn;
use crate::screen::wrapped;
use chaselab_lab::diff::Difference;

/// What was changed, what that does in words, then the numbers; text is at most `width` columns wide where words allow
/// it.
pub fn table(difference: &Difference, width: usize, color: bool) -> String {
    let mut text = format!("{}\n", difference.base.title);
    let changes = altered(difference);
    if !changes.is_empty() {
        text.push_str("\nWhat is changed\n");
        for line in changes {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text.push('\n');
    for line in verdict(difference) {
        text.push_str(&wrapped(&line, width, "", false));
    }
    for grid in grids(&difference.base) {
        for rows in [Unit::Points, Unit::Turns].into_iter().filter_map(|unit| rows(difference, &grid, unit)) {
            text.push_str(&format!("\n{}\n{}\n", rows.heading, drawn(&rows, color).trim_fmt()));
        }
    }
    text.push('\n');
    for line in method(difference).into_iter().chain(lonely(difference)).chain(difference.notes.clone()) {
        text.push_str(&wrapped(&line, width, "", false));
    }
    text.push_str(&format!("Digest {}.\n", difference.base.digest));
    text
}
