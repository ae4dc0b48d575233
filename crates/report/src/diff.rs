//! What a change does, as a table, a document and data.

mod document;
mod frame;
mod json;
mod rows;
mod table;
mod words;

pub(crate) use document::document as difference_document;
pub(crate) use frame::frame as difference_frame;
pub use json::json as difference_json;
pub(crate) use rows::{Line, MOST, Unit, lines};
pub use table::table as difference_table;
