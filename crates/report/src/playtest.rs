//! A record of chases played by hand, held against the rules: as a table and as data.

mod json;
mod table;
mod words;

pub use json::playtest_json;
pub use table::playtest_table;
