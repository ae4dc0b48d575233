//! What would bring a rate or a length to a target, as a table and as data.

mod json;
mod table;

pub use json::json as tuned_json;
pub use table::table as tuned_table;
