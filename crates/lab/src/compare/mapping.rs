//! The rows of the neutral tables through which a scenario comes to each system (rules/neutral.md).

use crate::scenario::Scenario;
use chaselab_core::tables::{Row, Standing, Table};
use chaselab_core::tree::Reader;
use chaselab_core::{Problem, Side};
use chaselab_systems::SystemId;
use chaselab_systems::neutral::Neutral;

/// A row of a neutral table, as far as it concerns the systems that are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct UsedRow {
    /// The table.
    pub table: &'static str,
    /// Its title.
    pub title: String,
    /// The row.
    pub row: String,
    /// Its cells.
    pub cells: Vec<UsedCell>,
}

/// One cell of such a row.
#[derive(Clone, Debug, PartialEq)]
pub struct UsedCell {
    /// The column.
    pub column: String,
    /// What stands there.
    pub value: String,
    /// Where that comes from.
    pub standing: Standing,
}

/// The rows that a scenario names, each once, in the order of the tables.
pub(super) fn used(scenario: &Scenario) -> Vec<UsedRow> {
    let root = Reader::new(Some(&scenario.root), "the scenario");
    root.and_then(|root| rows(&Neutral::new(root)?, &scenario.systems)).unwrap_or_default()
}

fn rows(neutral: &Neutral<'_>, systems: &[SystemId]) -> Result<Vec<UsedRow>, Box<Problem>> {
    let mut used: Vec<UsedRow> = Vec::new();
    let mut add = |table: &'static str, row: &Row| {
        let row = used_row(neutral.table(table), table, row, systems);
        if !row.cells.is_empty() && !used.contains(&row) {
            used.push(row);
        }
    };
    for side in Side::BOTH {
        add("skills", neutral.skill(side, "driving")?.1);
        add("skills", neutral.skill(side, "gunnery")?.1);
    }
    for side in Side::BOTH {
        add("tempers", neutral.temper(side)?);
    }
    for side in Side::BOTH {
        let vehicles = neutral.table("vehicles");
        if let Some(row) = vehicles.row(neutral.vehicle(side)?.name()) {
            add("vehicles", row);
        }
    }
    add("gaps", neutral.gap()?);
    add("terrain", neutral.terrain()?);
    Ok(used)
}

/// The columns of a row that belong to the systems; those of a table that belongs to none are all.
fn used_row(table: &Table, name: &'static str, row: &Row, systems: &[SystemId]) -> UsedRow {
    let belongs = |column: &str, system: SystemId| {
        column.strip_prefix(system.name()).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    };
    let common = !table.columns.iter().any(|column| SystemId::ALL.iter().any(|&system| belongs(&column.name, system)));
    let concerns = |column: &str| common || systems.iter().any(|&system| belongs(column, system));
    let cells = table.columns.iter().zip(&row.cells).filter(|(column, _)| concerns(&column.name));
    let cells = cells.filter_map(|(column, cell)| {
        let cell = cell.as_ref()?;
        Some(UsedCell { column: column.name.clone(), value: cell.node.value.to_string(), standing: cell.standing })
    });
    UsedRow { table: name, title: table.title.clone(), row: row.name.clone(), cells: cells.collect() }
}
