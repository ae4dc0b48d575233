//! What the cells of a row could say instead: whoever notices the change has met the row.

use super::{Row, Table};
use crate::tree::Value;

impl Table {
    /// By column, other values for a row's cell: the next numbers, then what other rows say there. A cell that says from
    /// where on a row holds is only moved up: moved down, it would change where its neighbour ends.
    pub fn instead(&self, row: &Row) -> Vec<Vec<Value>> {
        let of_column = |index: usize| {
            let is_edge = self.columns[index].edge;
            let cell = |row: &Row| row.cells[index].as_ref().map(|cell| cell.node.value.clone());
            let own = cell(row);
            let near = match own {
                Some(Value::Integer(number)) if is_edge => vec![Value::Integer(number + 1)],
                Some(Value::Float(number)) if is_edge => vec![Value::Float(number * 1.01)],
                Some(Value::Integer(number)) => vec![Value::Integer(number + 1), Value::Integer(number - 1)],
                Some(Value::Float(number)) => vec![Value::Float(number * 2.0), Value::Float(number / 2.0)],
                _ => Vec::new(),
            };
            let others = self.rows.iter().filter(|_| !is_edge).filter_map(cell);
            let mut values: Vec<Value> = Vec::new();
            for value in near.into_iter().chain(others) {
                if Some(&value) != own.as_ref() && !values.contains(&value) {
                    values.push(value);
                }
            }
            values
        };
        (0..self.columns.len()).map(of_column).collect()
    }
}
