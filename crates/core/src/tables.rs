//! Tables of numbers as data: embedded defaults that overlays change cell by cell, each number with its standing.

mod instead;
mod overlay;

pub use instead::Instead;

use crate::tree::{Node, Path, Reader, Value, parse_embedded};
use crate::{Place, Problem};

/// Where a number comes from (rules/README.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Printed in the origin.
    Seed,
    /// Follows from the origin's example or prose.
    Derived,
    /// Lost or never said; a designer's choice that agrees with all that is known.
    Reconstructed,
    /// Written by an overlay, an option or the grid.
    Changed,
}

impl Standing {
    const WORDS: [(&'static str, Self); 3] =
        [("seed", Self::Seed), ("derived", Self::Derived), ("reconstructed", Self::Reconstructed)];

    /// The name in table files and on screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seed => "seed",
            Self::Derived => "derived",
            Self::Reconstructed => "reconstructed",
            Self::Changed => "changed",
        }
    }
}

/// The farthest from 0 that a number of a table may be.
const LARGEST: f64 = 1e6;

/// All tables of a system.
#[derive(Clone, Debug)]
pub struct Tables {
    system: &'static str,
    tables: Vec<Table>,
}

/// One table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The system it belongs to.
    system: &'static str,
    /// Its name in paths.
    pub name: &'static str,
    /// Its title on screen.
    pub title: String,
    /// The rule page and section.
    pub source: String,
    /// Whether it is rolled on: dice decide in play which of its rows holds.
    pub rolled: bool,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, in order.
    pub rows: Vec<Row>,
}

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name in paths.
    pub name: String,
    /// What it holds, with the unit.
    pub about: String,
    /// Whether it says from where on a row holds, so that changing one row's moves its neighbour's too.
    pub edge: bool,
}

/// A row: a name, and a cell for each column.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name in paths.
    pub name: String,
    /// By column; `None` where the table has a dash.
    pub cells: Vec<Option<Cell>>,
}

/// One cell.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What it says.
    pub node: Node,
    /// Where that comes from.
    pub standing: Standing,
}

impl Tables {
    /// The tables that a system embeds: `(name, text of the file)`.
    ///
    /// # Panics
    /// When an embedded file is broken: its own tests would have failed.
    pub fn embedded(system: &'static str, files: &[(&'static str, &str)]) -> Self {
        let tables = files
            .iter()
            .map(|&(name, text)| {
                Table::parse(system, name, text)
                    .unwrap_or_else(|problem| panic!("embedded table {system}.{name}: {problem}"))
            })
            .collect();
        Self { system, tables }
    }

    /// These tables with the cells that `changes` writes: `TABLE.ROW.COLUMN = value`.
    ///
    /// # Errors
    /// An unknown table, row or column, or a cell of the wrong kind.
    pub fn changed_by(&self, changes: Reader<'_>) -> Result<Self, Box<Problem>> {
        let mut changed = self.clone();
        for entry in changes.entries() {
            let system = self.system;
            let known: Vec<&str> = self.tables.iter().map(|table| table.name).collect();
            let table = changed.tables.iter_mut().find(|table| table.name == entry.key).ok_or_else(|| {
                Problem::new(&entry.place, format!("{system} has no table `{}`", entry.key)).nearest(&entry.key, known)
            })?;
            table.change(Reader::new(Some(&entry.node), &entry.key)?)?;
        }
        Ok(changed)
    }

    /// All tables.
    pub fn iter(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter()
    }

    /// The system they belong to.
    pub const fn system(&self) -> &'static str {
        self.system
    }

    /// The table with this name.
    ///
    /// # Panics
    /// When the system embeds no such table.
    pub fn get(&self, name: &str) -> &Table {
        self.find(name).unwrap_or_else(|| panic!("{} embeds no table {name}", self.system))
    }

    /// The table with this name, if there is one.
    pub fn find(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }
}

impl Table {
    fn parse(system: &'static str, name: &'static str, text: &str) -> Result<Self, Box<Problem>> {
        let root = parse_embedded(text)?;
        let file = Reader::new(Some(&root), name)?;
        file.only(&["title", "source", "standing", "rolled", "edges", "columns", "rows"])?;
        let needed = |key: &str| Problem::new(&Place::Default, format!("needs `{key}`"));
        let general = file.one_of("standing", &Standing::WORDS)?.ok_or_else(|| needed("standing"))?;
        let mut columns = file
            .table("columns")?
            .entries()
            .iter()
            .map(|entry| {
                let about = entry.node.text(&entry.key)?.to_owned();
                Ok(Column { name: entry.key.clone(), about, edge: false })
            })
            .collect::<Result<Vec<_>, Box<Problem>>>()?;
        if let Some(edges) = file.get("edges") {
            for edge in edges.list("edges", "a list of columns")? {
                let name = edge.text("an edge")?;
                let column = columns.iter_mut().find(|column| column.name == name);
                column.ok_or_else(|| Problem::new(&edge.place, format!("there is no column {name}")))?.edge = true;
            }
        }
        let rows = file
            .table("rows")?
            .entries()
            .iter()
            .map(|entry| Row::parse(&entry.key, Reader::new(Some(&entry.node), &entry.key)?, &columns, general))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            system,
            name,
            title: file.text("title")?.ok_or_else(|| needed("title"))?.to_owned(),
            source: file.text("source")?.ok_or_else(|| needed("source"))?.to_owned(),
            rolled: file.boolean("rolled")?.unwrap_or(false),
            columns,
            rows,
        })
    }

    fn change(&mut self, rows: Reader<'_>) -> Result<(), Box<Problem>> {
        let name = self.name;
        for entry in rows.entries() {
            let known: Vec<String> = self.rows.iter().map(|row| row.name.clone()).collect();
            let row = self.rows.iter_mut().find(|row| row.name == entry.key).ok_or_else(|| {
                Problem::new(&entry.place, format!("table {name} has no row `{}`", entry.key))
                    .nearest(&entry.key, known.iter().map(String::as_str))
            })?;
            for cell in Reader::new(Some(&entry.node), &entry.key)?.entries() {
                let known = self.columns.iter().map(|column| column.name.as_str());
                let index = known.clone().position(|column| column == cell.key).ok_or_else(|| {
                    Problem::new(&cell.place, format!("table {name} has no column `{}`", cell.key))
                        .nearest(&cell.key, known)
                })?;
                cell.node.mark_all_used();
                if let Some(old) = &row.cells[index]
                    && old.node.kind() != cell.node.kind()
                    && !(is_number(&old.node) && is_number(&cell.node))
                {
                    return Err(cell.node.unexpected(&format!("{name}.{}.{}", row.name, cell.key), old.node.kind()));
                }
                if let Value::Integer(_) | Value::Float(_) = cell.node.value {
                    // What a rule can play is checked where it is read; beyond this no number means anything.
                    cell.node.number(&format!("{name}.{}.{}", row.name, cell.key), -LARGEST..=LARGEST)?;
                }
                // A cell that is written as it was is where it came from: an exported table changes nothing.
                let same = row.cells[index].as_ref().filter(|old| same_value(&old.node, &cell.node));
                let standing = same.map_or(Standing::Changed, |old| old.standing);
                row.cells[index] = Some(Cell { node: cell.node.clone(), standing });
            }
        }
        Ok(())
    }

    /// The row with this name.
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// The cell of a row in a column.
    ///
    /// # Panics
    /// When the table has no such column.
    pub fn cell<'a>(&self, row: &'a Row, column: &str) -> Option<&'a Cell> {
        let index = self.columns.iter().position(|known| known.name == column);
        row.cells[index.unwrap_or_else(|| panic!("table {} has no column {column}", self.name))].as_ref()
    }

    /// The path of a cell in a scenario, as `--set` and the grid take it.
    pub fn path(&self, row: &Row, column: &str) -> Path {
        Path::from_keys([self.system, "tables", self.name, &row.name, column].map(str::to_owned))
    }

    /// A whole number of a row; `None` where there is a dash.
    ///
    /// # Errors
    /// When the cell holds something else, or a number out of range.
    pub fn integer(
        &self,
        row: &Row,
        column: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<Option<i64>, Box<Problem>> {
        self.cell(row, column).map(|cell| cell.node.integer(&self.named(row, column), range)).transpose()
    }

    /// A number of a row; `None` where there is a dash.
    ///
    /// # Errors
    /// When the cell holds something else, or a number out of range.
    pub fn number(
        &self,
        row: &Row,
        column: &str,
        range: std::ops::RangeInclusive<f64>,
    ) -> Result<Option<f64>, Box<Problem>> {
        self.cell(row, column).map(|cell| cell.node.number(&self.named(row, column), range)).transpose()
    }

    /// One of a few words of a row; `None` where there is a dash.
    ///
    /// # Errors
    /// When the cell holds something else.
    pub fn one_of<T: Copy>(&self, row: &Row, column: &str, words: &[(&str, T)]) -> Result<Option<T>, Box<Problem>> {
        self.cell(row, column).map(|cell| cell.node.one_of(&self.named(row, column), words)).transpose()
    }

    /// The problem that a row lacks what the rules need of it, at the cell of the row that somebody wrote: that one
    /// makes it needed.
    pub fn lacks(&self, row: &Row, column: &str) -> Box<Problem> {
        let mut places = row.cells.iter().flatten().map(|cell| &cell.node.place);
        let written = places.find(|place| **place != Place::Default).cloned().unwrap_or_default();
        Problem::new(&written, format!("{} is needed and is not there", self.named(row, column)))
    }

    fn named(&self, row: &Row, column: &str) -> String {
        format!("{}.{}.{column}", self.name, row.name)
    }
}

impl Row {
    fn parse(name: &str, reader: Reader<'_>, columns: &[Column], general: Standing) -> Result<Self, Box<Problem>> {
        let mut known: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        known.extend(["standing", "standings"]);
        reader.only(&known)?;
        let whole = reader.one_of("standing", &Standing::WORDS)?.unwrap_or(general);
        let single = reader.table("standings")?;
        let cells = columns
            .iter()
            .map(|column| {
                let standing = single.one_of(&column.name, &Standing::WORDS)?.unwrap_or(whole);
                Ok(reader.get(&column.name).map(|node| Cell { node: node.clone(), standing }))
            })
            .collect::<Result<_, Box<Problem>>>()?;
        Ok(Self { name: name.to_owned(), cells })
    }
}

/// Whether two cells say the same; 1 and 1.0 do.
fn same_value(one: &Node, other: &Node) -> bool {
    match (&one.value, &other.value) {
        (Value::Integer(whole), Value::Float(float)) | (Value::Float(float), Value::Integer(whole)) => {
            *whole as f64 == *float
        }
        // Entries of a table know where they stand, so what they say is compared as it is written.
        (one, other) => one.to_string() == other.to_string(),
    }
}

fn is_number(node: &Node) -> bool {
    matches!(node.value, Value::Integer(_) | Value::Float(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::parse_file;

    const FILE: &str = r#"
        title = "Crash"
        source = "a page"
        standing = "reconstructed"
        [columns]
        piloting = "piloting next turn"
        out = "out of the chase"
        [rows.0]
        standing = "derived"
        piloting = 0
        out = "no"
        [rows."5+"]
        out = "yes"
        standings = { out = "seed" }
    "#;

    #[test]
    fn overlays_change_single_cells() {
        let tables = Tables::embedded("toy", &[("crash", FILE)]);
        let overlay = parse_file("crash.0.piloting = -1", 0).unwrap();
        let changed = tables.changed_by(Reader::new(Some(&overlay), "toy").unwrap()).unwrap();
        let table = changed.get("crash");
        let row = table.row("0").unwrap();
        assert_eq!(table.integer(row, "piloting", -9..=0).unwrap(), Some(-1));
        assert_eq!(table.cell(row, "piloting").unwrap().standing, Standing::Changed);
        assert_eq!(table.cell(row, "out").unwrap().standing, Standing::Derived);
        let last = table.row("5+").unwrap();
        assert_eq!(table.integer(last, "piloting", -9..=0).unwrap(), None);
        assert_eq!(table.path(last, "out").to_string(), "toy.tables.crash.\"5+\".out");
        assert_eq!(table.cell(last, "out").unwrap().standing, Standing::Seed);
    }

    #[test]
    fn what_is_exported_is_read_back_unchanged() {
        let tables = Tables::embedded("toy", &[("crash", FILE)]);
        let text = tables.get("crash").overlay();
        assert!(text.contains("[crash.\"5+\"]\nout = \"yes\""), "{text}");
        let overlay = parse_file(&text, 0).unwrap();
        let again = tables.changed_by(Reader::new(Some(&overlay), "toy").unwrap()).unwrap();
        for (row, other) in tables.get("crash").rows.iter().zip(&again.get("crash").rows) {
            for (cell, other) in row.cells.iter().zip(&other.cells) {
                let said = |cell: &Option<Cell>| cell.as_ref().map(|cell| (cell.node.value.to_string(), cell.standing));
                assert_eq!(said(cell), said(other));
            }
        }
    }

    #[test]
    fn a_row_could_say_what_others_say_and_the_next_numbers() {
        let text = FILE.replace("[columns]", "rolled = true\nedges = [\"piloting\"]\n[columns]");
        for (text, is_edge) in [(FILE, false), (text.as_str(), true)] {
            let tables = Tables::embedded("toy", &[("crash", text)]);
            let table = tables.get("crash");
            assert_eq!(table.rolled, is_edge);
            let instead = table.instead(table.row("0").unwrap());
            let next = if is_edge { vec![1] } else { vec![1, -1] };
            let next = next.into_iter().map(Value::Integer).collect();
            assert_eq!(instead[0], Instead { others: Vec::new(), next });
            assert_eq!(instead[1], Instead { others: vec![Value::Text("yes".into())], next: Vec::new() });
        }
    }

    #[test]
    fn overlays_must_fit() {
        let tables = Tables::embedded("toy", &[("crash", FILE)]);
        let change = |text: &str| {
            let overlay = parse_file(text, 0).unwrap();
            tables.changed_by(Reader::new(Some(&overlay), "toy").unwrap()).unwrap_err()
        };
        assert_eq!(change("crush.0.piloting = 1").message, "toy has no table `crush`");
        assert_eq!(change("crash.7.piloting = 1").help.as_deref(), Some("did you mean `5+`?"));
        assert_eq!(change("crash.0.pilotin = 1").help.as_deref(), Some("did you mean `piloting`?"));
        assert_eq!(change("crash.0.piloting = \"x\"").message, "crash.0.piloting cannot be a text");
    }
}
