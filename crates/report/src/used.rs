//! The tables that a system's rules look things up in and roll on, and which of their cells the scenario changes.

use crate::page::{Line, Page};
use crate::tables::standings;
use chaselab_core::Place;
use chaselab_core::tables::{Table, Tables};
use chaselab_core::tree::Path;
use chaselab_lab::plan::Factor;
use chaselab_systems::SystemId;

/// The tables of a chase and of the fight that may follow it: one sentence each, and what the scenario as played, or its
/// grid, says otherwise.
pub(crate) fn tables<'f>(
    page: &mut Page<'_>,
    (system, then): (SystemId, Option<SystemId>),
    scenario: &[String],
    factors: impl IntoIterator<Item = &'f Factor>,
) {
    let factors: Vec<&Factor> = factors.into_iter().collect();
    // Some rules are the scenario's alone and have no tables.
    let systems = std::iter::once(system).chain(then).filter(|system| system.tables().iter().next().is_some());
    for system in systems {
        let changes = changes(system.tables(), scenario, &factors);
        page.paragraph(sentence(system, changes.is_empty()));
        page.list(changes);
    }
}

/// Every table with its title, its page, and the standing of its numbers.
fn sentence(system: SystemId, unchanged: bool) -> Line {
    let mut line = Line::new().text("Tables of ").code(system.name()).text(": ");
    for (index, table) in system.tables().iter().enumerate() {
        let mark = if index == 0 { "" } else { "; " };
        line = line.text(mark).code(table.name).text(format!(" ({})", about(table)));
    }
    line.text(if unchanged { ". All are as embedded." } else { ". As embedded, but for these cells:" })
}

fn about(table: &Table) -> String {
    let standings: Vec<&str> = standings(table).into_iter().map(|(standing, _)| standing.name()).collect();
    let rolled = if table.rolled { ", rolled on" } else { "" };
    format!("{}{rolled}, {}: {}", table.title, table.source, standings.join(", "))
}

/// The cells that are set otherwise than embedded, with what they said and what they say.
fn changes(tables: &Tables, scenario: &[String], factors: &[&Factor]) -> Vec<Line> {
    let written = scenario.iter().filter_map(|line| set(line)).map(|(path, value)| (path, value.to_owned()));
    let varied = factors.iter().map(|factor| (factor.path.clone(), factor.value.to_string()));
    let mut changed: Vec<(Path, String, Vec<String>)> = Vec::new();
    for (path, value) in written.chain(varied) {
        let Some(old) = embedded(tables, &path) else { continue };
        match changed.iter_mut().find(|(known, ..)| *known == path) {
            Some((.., values)) if !values.contains(&value) => values.push(value),
            Some(_) => {}
            None => changed.push((path, old, vec![value])),
        }
    }
    changed.retain(|(_, old, values)| values[..] != [old.as_str()]);
    let line = |(path, old, values): (Path, String, Vec<String>)| {
        Line::new().code(path.to_string()).text(format!(": {old} → {}", values.join(", ")))
    };
    changed.into_iter().map(line).collect()
}

/// The two halves of a line `path = value`.
fn set(line: &str) -> Option<(Path, &str)> {
    let (path, value) = line.split_once(" = ")?;
    Some((Path::parse(path, &Place::Default).ok()?, value))
}

/// What the cell at `SYSTEM.tables.TABLE.ROW.COLUMN` says as embedded; nothing where a path leads elsewhere.
fn embedded(tables: &Tables, path: &Path) -> Option<String> {
    let [system, word, table, row, column] = path.keys() else { return None };
    if system != tables.system() || word != "tables" {
        return None;
    }
    let table = tables.find(table)?;
    let at = table.columns.iter().position(|known| known.name == *column)?;
    let cell = table.row(row)?.cells[at].as_ref();
    Some(cell.map_or_else(|| "–".to_owned(), |cell| cell.node.value.to_string()))
}

#[cfg(test)]
mod tests {
    use super::{changes, set};
    use chaselab_systems::SystemId;

    /// The first cell of the first table, set to what it is and to something else.
    #[test]
    fn cells_that_say_something_else_are_told_with_both_values() {
        for system in SystemId::ALL {
            let tables = system.tables();
            let Some(table) = tables.iter().next() else { continue };
            let row = &table.rows[0];
            let (at, cell) = row.cells.iter().enumerate().find_map(|(at, cell)| Some((at, cell.as_ref()?))).unwrap();
            let path = format!("{}.tables.{}.\"{}\".{}", system.name(), table.name, row.name, table.columns[at].name);
            let value = cell.node.value.to_string();
            assert!(changes(tables, &[format!("{path} = {value}"), "chases = 3".to_owned()], &[]).is_empty(), "{path}");
            let told: Vec<String> =
                changes(tables, &[format!("{path} = 97531")], &[]).iter().map(crate::page::Line::plain).collect();
            assert!(told.len() == 1 && told[0].ends_with(&format!(": {value} → 97531")), "{told:?}");
        }
    }

    #[test]
    fn a_line_is_a_path_and_a_value() {
        let (path, value) = set("fths.tables.crash.\"6+\".out = \"a = b\"").unwrap();
        assert_eq!((path.keys()[3].as_str(), value), ("6+", "\"a = b\""));
        assert!(set("no sign").is_none());
    }
}
