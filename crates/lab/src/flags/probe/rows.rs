//! Rows that are never reached: whatever they say, nothing changes.
//!
//! Most rows of a table are reached in any cell, and few are not, so rows are tested in groups: all that are not yet
//! known to be reached say something else at once, and only where that changes anything the group is halved.

use super::bench::{Bench, Change, Spot};
use crate::flags::Found;
use chaselab_core::tables::Instead;
use chaselab_core::tree::{Path, Value};
use chaselab_systems::{Input, SystemId};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// So many other values of each cell are tried.
const VALUES: usize = 4;

/// A row, and by column what its cells could say instead.
struct Row {
    tables: SystemId,
    table: &'static str,
    name: String,
    instead: Vec<Cell>,
}

/// A cell, and what it could say instead.
struct Cell {
    path: Path,
    values: Vec<Value>,
    /// Whether it says nothing now: then the rules may not take anything there.
    is_dash: bool,
}

/// The rows that no chase reaches, by table. A table of which none is reached is not rolled on here, and says nothing.
pub(super) fn unreached(bench: &Bench<'_>, spots: &[Spot<'_>]) -> Vec<Found> {
    let Some((first, rest)) = spots.split_first() else { return Vec::new() };
    let rows: Vec<Row> =
        [Some(bench.system), bench.then].into_iter().flatten().flat_map(|system| rows(first, system)).collect();
    let all: Vec<usize> = (0..rows.len()).collect();
    let mut reached = reached(bench, first, &rows, all.clone());
    // What the first cell has reached the others need not look for.
    let open: Vec<usize> = all.into_iter().filter(|row| !reached.contains(row)).collect();
    let more: Vec<BTreeSet<usize>> =
        rest.par_iter().map(|spot| self::reached(bench, spot, &rows, open.clone())).collect();
    reached.extend(more.into_iter().flatten());
    let mut found: Vec<Found> = Vec::new();
    let numbered: Vec<(usize, &Row)> = rows.iter().enumerate().collect();
    for table in numbered.chunk_by(|(_, one), (_, other)| (one.tables, one.table) == (other.tables, other.table)) {
        if table.iter().all(|(row, _)| !reached.contains(row)) {
            continue;
        }
        // What others of a group hide a row shows by itself, and one that can say nothing else shows nothing.
        let open = table.par_iter().filter(|(row, _)| !reached.contains(row));
        let never: Vec<String> =
            open.filter(|(_, row)| says_nothing(bench, first, row)).map(|(_, row)| row.name.clone()).collect();
        if !never.is_empty() {
            let (_, Row { tables, table, .. }) = table[0];
            found.push(Found::Unreached { tables: *tables, table, rows: never, looked: bench.looked(spots) });
        }
    }
    found
}

/// All rows of the tables of a system that are rolled on.
fn rows(spot: &Spot<'_>, system: SystemId) -> Vec<Row> {
    let Ok(tables) = Input::new(&spot.root, system).and_then(|input| input.tables(system)) else { return Vec::new() };
    let rolled = tables.iter().filter(|table| table.rolled);
    let rows = rolled.flat_map(|table| {
        table.rows.iter().map(|row| {
            let path = |column: &str| {
                Path::from_keys([system.name(), "tables", table.name, &row.name, column].map(str::to_owned))
            };
            let columns = table.columns.iter().map(|column| path(&column.name));
            // What another row says the rules take; the next numbers they may not.
            let values = |instead: Instead| if instead.others.is_empty() { instead.next } else { instead.others };
            let cells = columns.zip(&row.cells).zip(table.instead(row));
            let instead = cells
                .map(|((path, cell), instead)| Cell { path, values: values(instead), is_dash: cell.is_none() })
                .collect();
            Row { tables: system, table: table.name, name: row.name.clone(), instead }
        })
    });
    rows.collect()
}

/// Which of these rows the chases of a cell reach.
fn reached(bench: &Bench<'_>, spot: &Spot<'_>, rows: &[Row], mut open: Vec<usize>) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    for nth in 0..VALUES {
        let says = |row: &usize| rows[*row].instead.iter().any(|cell| nth < cell.values.len());
        let tried: Vec<usize> = open.iter().copied().filter(says).collect();
        if !tried.is_empty() {
            reached.extend(noticed(bench, spot, rows, nth, &tried));
            open.retain(|row| !reached.contains(row));
        }
    }
    reached
}

/// Those rows that somebody meets who notices that all their cells say something else.
fn noticed(bench: &Bench<'_>, spot: &Spot<'_>, rows: &[Row], nth: usize, tried: &[usize]) -> Vec<usize> {
    let instead = |&row: &usize| &rows[row].instead;
    let changes: Vec<(&Path, &Value)> =
        tried.iter().flat_map(instead).filter_map(|cell| Some((&cell.path, cell.values.get(nth)?))).collect();
    match (bench.change(spot, &changes), tried) {
        (Change::None, _) => Vec::new(),
        (Change::Some, &[row]) => vec![row],
        (Change::Refused, &[row]) => {
            if by_itself(bench, spot, &rows[row], nth) == Change::Some {
                vec![row]
            } else {
                Vec::new()
            }
        }
        _ => {
            // Table by table first: one that is not rolled on is done with at once.
            let table = tried.iter().take_while(|&&row| rows[row].table == rows[tried[0]].table).count();
            let (left, right) = tried.split_at(if table < tried.len() { table } else { tried.len() / 2 });
            let half = |tried| noticed(bench, spot, rows, nth, tried);
            let (mut left, right) = rayon::join(|| half(left), || half(right));
            left.extend(right);
            left
        }
    }
}

/// What comes of a row by itself.
fn by_itself(bench: &Bench<'_>, spot: &Spot<'_>, row: &Row, nth: usize) -> Change {
    tried(bench, spot, row, nth).into_iter().map(|(_, change)| change).max().unwrap_or(Change::Refused)
}

/// Whether nothing depends on a row, and each of its cells that says something can say something else.
fn says_nothing(bench: &Bench<'_>, spot: &Spot<'_>, row: &Row) -> bool {
    let says = row.instead.iter().filter(|cell| !cell.is_dash && !cell.values.is_empty());
    let mut open: BTreeSet<&Path> = says.map(|cell| &cell.path).collect();
    let can_say = !open.is_empty();
    for (paths, change) in (0..VALUES).flat_map(|nth| tried(bench, spot, row, nth)) {
        match change {
            Change::Some => return false,
            Change::None => open.retain(|path| !paths.contains(path)),
            Change::Refused => {}
        }
    }
    can_say && open.is_empty()
}

/// What comes of a row that says something else, with the cells that do; cell by cell where the rules do not take them
/// together.
fn tried<'r>(bench: &Bench<'_>, spot: &Spot<'_>, row: &'r Row, nth: usize) -> Vec<(Vec<&'r Path>, Change)> {
    let changes: Vec<(&Path, &Value)> =
        row.instead.iter().filter_map(|cell| Some((&cell.path, cell.values.get(nth)?))).collect();
    let together = || (changes.iter().map(|&(path, _)| path).collect(), bench.change(spot, &changes));
    match &changes[..] {
        [] => Vec::new(),
        [_] => vec![together()],
        _ => match together() {
            (_, Change::Refused) => {
                changes.iter().map(|&change| (vec![change.0], bench.change(spot, &[change]))).collect()
            }
            taken => vec![taken],
        },
    }
}
