//! Which rows of the tables the scripted tests reach, as observed: a row is reached by a test that notices when the row
//! says something else.
//!
//! For every cell of every embedded row the tests run again with another value in that one cell. A test that then fails
//! has played the row, and holds what it says. A value that the system refuses to read proves nothing. A cell that says
//! from which number on a row holds is only moved up: moved down, it would make a neighbour's test fail.

use chaselab_core::Place;
use chaselab_core::tables::{Row, Table, Tables};
use chaselab_core::tree::{Node, Path, Value};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// A test by its name.
pub type Test = (&'static str, fn());

/// Scripted tests with their names, from their paths.
macro_rules! tests {
    ($($test:path),+ $(,)?) => { &[$((stringify!($test), $test as fn())),+] };
}
pub(crate) use tests;

thread_local! {
    /// The cell that says something else, while a test runs again.
    static CHANGE: RefCell<Option<(Path, Value)>> = const { RefCell::new(None) };
    /// Whether the system refused to read it.
    static REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// Writes the changed cell into a scenario; called by whoever reads a scenario for a test.
pub fn change(scenario: &mut Node) {
    CHANGE.with_borrow(|change| {
        if let Some((path, value)) = change {
            let node = Node::new(value.clone(), Place::Default);
            scenario.set(path, node).expect("tables are tables");
        }
    });
}

/// The scenario cannot be read, with its changed cell or without one.
pub fn refuse(problem: impl std::fmt::Display) -> ! {
    REFUSED.set(true);
    panic!("{problem}");
}

/// What was reached.
pub struct Coverage {
    system: &'static str,
    /// `table.row`, by the test that reached it.
    pub reached: BTreeMap<String, &'static str>,
    /// `table.row` that no test reached, in the order of the tables.
    pub missing: Vec<String>,
}

impl Coverage {
    /// Prints the rows by tests and how many of all that is.
    ///
    /// # Panics
    /// When a row was not reached, naming it.
    pub fn is_whole(&self) {
        let mut by_test: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (row, test) in &self.reached {
            by_test.entry(test).or_default().push(row);
        }
        for (test, rows) in by_test {
            println!("{test}: {}", rows.join(", "));
        }
        let (reached, all) = (self.reached.len(), self.reached.len() + self.missing.len());
        println!("{}: {reached} of {all} rows reached", self.system);
        assert!(self.missing.is_empty(), "{}: no test reaches {}", self.system, self.missing.join(", "));
    }
}

/// Runs the tests for every row.
///
/// # Panics
/// When a test fails as it is.
pub fn cover(tables: &Tables, tests: &[Test]) -> Coverage {
    tests.iter().for_each(|(_, test)| test());
    silence();
    // Whoever reached the last row will likely reach the next one.
    let mut order: Vec<Test> = tests.to_vec();
    let mut coverage = Coverage { system: tables.system(), reached: BTreeMap::new(), missing: Vec::new() };
    for table in tables.iter() {
        for row in &table.rows {
            let name = format!("{}.{}", table.name, row.name);
            let changes = changes(tables.system(), table, row);
            match order.iter().position(|(_, test)| changes.iter().any(|change| notices(*test, change))) {
                Some(index) => {
                    order[..=index].rotate_right(1);
                    coverage.reached.insert(name, order[0].0);
                }
                None => coverage.missing.push(name),
            }
        }
    }
    coverage
}

/// Whether a test fails when a cell says something else that can be read.
fn notices(test: fn(), (path, value): &(Path, Value)) -> bool {
    CHANGE.set(Some((path.clone(), value.clone())));
    REFUSED.set(false);
    let failed = catch_unwind(AssertUnwindSafe(test)).is_err();
    CHANGE.set(None);
    failed && !REFUSED.get()
}

/// All that the cells of a row could say instead.
fn changes(system: &str, table: &Table, row: &Row) -> Vec<(Path, Value)> {
    let mut changes = Vec::new();
    for (column, instead) in table.columns.iter().zip(table.instead(row)) {
        let keys = [system, "tables", table.name, &row.name, &column.name].map(str::to_owned);
        let paths = std::iter::repeat_with(|| Path::from_keys(keys.clone()));
        changes.extend((0..).zip(paths.zip(instead.next.into_iter().chain(instead.others))));
    }
    // One of each cell, then the next of each: whatever is noticed is so sooner.
    changes.sort_by_key(|&(rank, _): &(u32, _)| rank);
    changes.into_iter().map(|(_, change)| change).collect()
}

/// Tests that fail because of a changed cell say nothing.
fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if CHANGE.with_borrow(Option::is_none) {
                usual(info);
            }
        }));
    });
}
