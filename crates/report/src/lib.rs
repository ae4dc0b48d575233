//! Results as frames, tables, charts and documents.
//!
//! [`Format`] writes data, [`table()`] makes what a terminal shows, [`charts`] the pictures, [`Folder`] all of it as a
//! folder on disk. Nothing here plays chases: everything is made from [`Results`](chaselab_lab::results::Results)
//! alone, and the same results are the same bytes.

mod chart;
mod coarse;
mod compare;
mod cost;
mod detail;
pub mod dice;
mod document;
mod error;
mod extract;
mod folder;
mod format;
mod frame;
mod game;
mod grid;
mod measure;
pub mod preview;
mod provenance;
mod shown;
mod sweep;
mod table;
pub mod tables;
pub mod told;
mod total;

pub use chart::{Chart, charts, compared_charts};
pub use compare::{comparison_document, comparison_json, comparison_table};
pub use cost::cost;
pub use document::document;
pub use error::ReportError;
pub use extract::Extract;
pub use folder::Folder;
pub use format::{Format, Stream};
pub use frame::{Factors, frame};
pub use game::{game_folder, game_json, game_ndjson, game_table};
pub use provenance::provenance;
pub use sweep::sweep_table;
pub use table::table;
