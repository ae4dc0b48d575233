//! The best cell: on screen, as JSON, and as a folder.

mod document;
mod json;
mod table;
mod words;

pub use document::best_folder;
pub use json::best_json;
pub use table::best_table;
pub(crate) use words::{Standing, cell_name, is_exact, standing, value};
