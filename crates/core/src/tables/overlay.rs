//! A table as an overlay: every cell written out, to be edited.

use super::Table;
use crate::tree::Path;

impl Table {
    /// The table as an overlay, which changes nothing as long as nobody edits it.
    pub fn overlay(&self) -> String {
        let mut text = format!("# {} ({})\n", self.title, self.source);
        for column in &self.columns {
            text.push_str(&format!("#   {}: {}\n", column.name, column.about));
        }
        for row in &self.rows {
            text.push_str(&format!("\n[{}]\n", Path::from_keys([self.name.to_owned(), row.name.clone()])));
            for (column, cell) in self.columns.iter().zip(&row.cells) {
                if let Some(cell) = cell {
                    let key = Path::from_keys([column.name.clone()]);
                    text.push_str(&format!("{key} = {} # {}\n", cell.node.value, cell.standing.name()));
                }
            }
        }
        text
    }
}
