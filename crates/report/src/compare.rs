//! A comparison of systems as a table, a document and data.

mod document;
mod json;
mod mappings;
mod rows;
mod table;
pub(crate) mod words;

pub(crate) use document::comparison_document;
pub use json::comparison_json;
pub use table::comparison_table;
