//! What the cells of a row could say instead: whoever notices the change has met the row.

use super::{Row, Table};
use crate::tree::Value;

/// What a cell could say instead.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Instead {
    /// What other rows say in its column.
    pub others: Vec<Value>,
    /// The next numbers, which the rules may not take.
    pub next: Vec<Value>,
}

impl Table {
    /// By column, what a row's cell could say instead. One that says from where on the row holds is only moved up: moved
    /// down, it would change where its neighbour ends.
    pub fn instead(&self, row: &Row) -> Vec<Instead> {
        let of_column = |index: usize| {
            let is_edge = self.columns[index].edge;
            let cell = |row: &Row| row.cells[index].as_ref().map(|cell| cell.node.value.clone());
            let own = cell(row);
            let next = match own {
                Some(Value::Integer(number)) if is_edge => vec![Value::Integer(number + 1)],
                Some(Value::Float(number)) if is_edge => vec![Value::Float(number * 1.01)],
                Some(Value::Integer(number)) => vec![Value::Integer(number + 1), Value::Integer(number - 1)],
                Some(Value::Float(number)) => vec![Value::Float(number * 2.0), Value::Float(number / 2.0)],
                _ => Vec::new(),
            };
            let mut others: Vec<Value> = Vec::new();
            for value in self.rows.iter().filter(|_| !is_edge).filter_map(cell) {
                if Some(&value) != own.as_ref() && !others.contains(&value) {
                    others.push(value);
                }
            }
            Instead { others, next }
        };
        (0..self.columns.len()).map(of_column).collect()
    }
}
