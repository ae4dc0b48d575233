//! The mappings that a comparison rests on: what each system made of the scenario, and the neutral tables in between.

use chaselab_lab::compare::{Comparison, UsedRow};
use chaselab_systems::Explained;

/// What one system made of the scenario.
pub(super) struct Mapping<'a> {
    /// Such as `Fudge chase (fths)`.
    pub heading: String,
    /// Each number and where it came from.
    pub lines: &'a [Explained],
}

/// Of every system.
pub(super) fn mappings(comparison: &Comparison) -> Vec<Mapping<'_>> {
    comparison.base.cells.iter().map(|cell| Mapping { heading: cell.heading(), lines: &cell.explained }).collect()
}

/// The cells of a row, each with its standing where they differ in it: `fths 1, thw 5`.
pub(super) fn cells(row: &UsedRow) -> String {
    let cells: Vec<String> = row.cells.iter().map(|cell| format!("{} {}", cell.column, cell.value)).collect();
    cells.join(", ")
}

/// The standing of a row: one for all its cells, or each with its columns.
pub(super) fn standing(row: &UsedRow) -> String {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for cell in &row.cells {
        let name = cell.standing.name();
        match kinds.iter_mut().find(|(kind, _)| *kind == name) {
            Some((_, columns)) => columns.push(&cell.column),
            None => kinds.push((name, vec![&cell.column])),
        }
    }
    match &kinds[..] {
        [(only, _)] => (*only).to_owned(),
        _ => {
            let told: Vec<String> =
                kinds.iter().map(|(kind, columns)| format!("{}: {kind}", columns.join(", "))).collect();
            told.join("; ")
        }
    }
}
