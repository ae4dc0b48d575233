//! From a scenario to a plan: every cell checked, with its key.

use chaselab_core::tree::{Path, Value};

/// A factor of the grid and its value in one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// What it sets.
    pub path: Path,
    /// To what.
    pub value: Value,
}

impl Factor {
    /// The value as it is shown: a text without quotes.
    pub fn shown(&self) -> String {
        match &self.value {
            Value::Text(text) => text.clone(),
            other => other.to_string(),
        }
    }

    /// The value as a number, where it is one.
    pub fn number(&self) -> Option<f64> {
        match self.value {
            Value::Integer(number) => Some(number as f64),
            Value::Float(number) => Some(number),
            _ => None,
        }
    }
}
