//! A vehicle in physical units: a row of the catalogue, with what the scenario says otherwise.

use chaselab_core::tables::{Row, Table};
use chaselab_core::tree::{Node, Reader, Value};
use chaselab_core::{Place, Problem};

/// The largest number that a vehicle may have.
const LARGEST: f64 = 1e6;

/// A vehicle of a scenario. Its quantities are read when a system asks for them.
#[derive(Debug)]
pub struct Vehicle<'a> {
    table: &'a Table,
    row: &'a Row,
    own: Reader<'a>,
    place: Place,
}

/// A number, where it stands, and where it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// The number in its column's unit.
    pub value: f64,
    /// Where it was written; nowhere when the catalogue gives it.
    pub place: Place,
    /// Such as `sports-car` or `the scenario`.
    pub from: String,
}

/// Checks the numbers of every vehicle of the catalogue.
///
/// # Errors
/// The first that is impossible.
pub(super) fn check(table: &Table) -> Result<(), Box<Problem>> {
    quantities(table).try_for_each(|(column, lowest)| {
        table.rows.iter().try_for_each(|row| table.number(row, column, lowest..=LARGEST).map(drop))
    })
}

/// The columns of numbers, each with the lowest that any system takes.
fn quantities(table: &Table) -> impl Iterator<Item = (&str, f64)> {
    let names = table.columns.iter().map(|column| column.name.as_str()).filter(|&name| name != "class");
    names.map(|name| (name, if name == "piloting" { -20.0 } else { 0.0 }))
}

impl<'a> Vehicle<'a> {
    /// Reads `"van"` or `{ base = "van", maneuver_g = 0.9 }`; a sedan when absent.
    pub(super) fn read(node: Option<&'a Node>, table: &'a Table) -> Result<Self, Box<Problem>> {
        let (own, base) = match node {
            Some(node) if matches!(node.value, Value::Text(_)) => (Reader::absent("vehicle"), Some(node)),
            node => {
                let own = Reader::new(node, "vehicle")?;
                let mut known = vec!["base"];
                known.extend(table.columns.iter().map(|column| column.name.as_str()));
                own.only(&known)?;
                (own, own.get("base"))
            }
        };
        let name = base.map(|base| base.text("vehicle")).transpose()?.unwrap_or("sedan");
        let row = table.row(name).ok_or_else(|| {
            let place = base.map_or(Place::Default, |base| base.place.clone());
            Problem::new(&place, format!("there is no vehicle `{name}`"))
                .nearest(name, table.rows.iter().map(|row| row.name.as_str()))
        })?;
        Ok(Self { table, row, own, place: node.map_or(Place::Default, |node| node.place.clone()) })
    }

    /// The name in the catalogue.
    pub fn name(&self) -> &str {
        &self.row.name
    }

    /// The class, such as `car`.
    ///
    /// # Errors
    /// When the scenario writes something that is no text.
    pub fn class(&self) -> Result<&str, Box<Problem>> {
        match (self.own.text("class")?, self.table.cell(self.row, "class")) {
            (Some(class), _) => Ok(class),
            (None, Some(cell)) => cell.node.text("class"),
            (None, None) => Err(self.table.lacks(self.row, "class")),
        }
    }

    /// Checks all that the scenario or its row says of it.
    ///
    /// # Errors
    /// The first quantity that is impossible.
    pub(super) fn check(&self) -> Result<(), Box<Problem>> {
        self.class()?;
        quantities(self.table).try_for_each(|(column, lowest)| self.quantity(column, lowest).map(drop))
    }

    /// Where the vehicle was written.
    pub fn place(&self) -> Place {
        self.place.clone()
    }

    /// A number of the vehicle, by its column, such as `acceleration_kmh_s`.
    ///
    /// # Errors
    /// When the scenario writes something that is no number from `lowest` up.
    pub fn quantity(&self, column: &str, lowest: f64) -> Result<Quantity, Box<Problem>> {
        let range = lowest..=LARGEST;
        if let Some(node) = self.own.get(column) {
            let value = node.number(column, range)?;
            return Ok(Quantity { value, place: node.place.clone(), from: "the scenario".into() });
        }
        let value = self.table.number(self.row, column, range)?.ok_or_else(|| self.table.lacks(self.row, column))?;
        let place = self.table.cell(self.row, column).map_or(Place::Default, |cell| cell.node.place.clone());
        Ok(Quantity { value, place, from: self.row.name.clone() })
    }
}
