//! Sticks, and lengths that are written in them or in centimetres (rules/fistful.md 1, 5).

use super::state::QUARTERS;
use chaselab_core::tables::Tables;
use chaselab_core::tree::{Node, Value};
use chaselab_core::{Problem, shown};

/// What sticks are measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Cm,
    /// Of 2.5 cm, as on a tape that has both.
    Inch,
}

/// The sticks and the table in quarters of a centimetre.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    pub short: i16,
    pub medium: i16,
    pub long: i16,
    pub table: i16,
}

impl Lengths {
    /// Reads the table of lengths.
    ///
    /// # Errors
    /// A length that is not a whole number of half centimetres, or one that does not fit the table.
    pub(super) fn read(tables: &Tables, unit: Unit) -> Result<Self, Box<Problem>> {
        let table = tables.get("lengths");
        let (column, cm) = match unit {
            Unit::Cm => ("cm", 1.0),
            Unit::Inch => ("inch", 2.5),
        };
        let length = |name: &str, least: f64, most: f64| {
            let row = table.row(name).expect("embedded tables keep their rows");
            let name = format!("lengths.{name}.{column}");
            let cell = table.cell(row, column).ok_or_else(|| table.lacks(row, column))?;
            in_quarters(&cell.node, &name, cell.node.number(&name, least / cm..=most / cm)? * cm)
        };
        // Every stick must fit the table, half a centimetre or half an inch at least.
        let table = length("table", 10.0, 250.0)?;
        let least = 0.5 * cm;
        let most = f64::from(table / QUARTERS) / 4.0;
        let [short, medium, long] = ["short", "medium", "long"].map(|name| length(name, least, most));
        Ok(Self { short: short?, medium: medium?, long: long?, table })
    }

    /// Reads a length: a stick, `"2 x medium"`, or centimetres; at most half a table.
    ///
    /// # Errors
    /// When it is neither, or too long.
    pub(super) fn length(&self, node: &Node, name: &str) -> Result<i16, Box<Problem>> {
        let most = self.table / 2;
        let quarters = match &node.value {
            Value::Text(text) => {
                node.mark_used();
                self.sticks(text).ok_or_else(|| {
                    Problem::new(&node.place, format!("{name} cannot be \"{text}\""))
                        .expected("short, medium, long, such as \"2 x medium\", or centimetres")
                        .nearest(text, ["short", "medium", "long", "2 x medium"])
                })?
            }
            _ => in_quarters(node, name, node.number(name, 0.5..=f64::from(most / QUARTERS))?)?,
        };
        if quarters > most {
            return Err(Problem::new(&node.place, format!("{name} is longer than half a table")));
        }
        Ok(quarters)
    }

    fn sticks(&self, text: &str) -> Option<i16> {
        let (times, stick) = match text.split_once(" x ") {
            Some((times, stick)) => (times.trim().parse::<i16>().ok().filter(|times| (1..=9).contains(times))?, stick),
            None => (1, text),
        };
        let stick = match stick.trim() {
            "short" => self.short,
            "medium" => self.medium,
            "long" => self.long,
            _ => return None,
        };
        Some(times * stick)
    }
}

/// Centimetres that are a whole number of halves, in quarters: then half of them is whole too.
pub(super) fn in_quarters(node: &Node, name: &str, cm: f64) -> Result<i16, Box<Problem>> {
    let quarters = cm * f64::from(QUARTERS);
    if (quarters / 2.0).fract() == 0.0 {
        Ok(quarters as i16)
    } else {
        Err(Problem::new(&node.place, format!("{name} cannot be {} cm", shown::number(cm)))
            .expected("a whole number of half centimetres"))
    }
}

/// Quarters as centimetres, for reading.
pub(super) fn in_cm(quarters: i16) -> f64 {
    f64::from(quarters) / f64::from(QUARTERS)
}
