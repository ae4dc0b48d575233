//! Results as frames, tables, charts and documents.
//!
//! [`Format`] writes data, [`table()`] makes what a terminal shows, [`charts`] the pictures, [`Folder`] all of it as a
//! folder on disk. Nothing here plays chases: everything is made from [`Results`](chaselab_lab::results::Results)
//! alone, and the same results are the same bytes.

mod best;
mod chart;
mod coarse;
mod compare;
mod cost;
mod detail;
pub mod dice;
mod diff;
mod document;
mod error;
mod extract;
mod fight;
mod flags;
mod folder;
mod format;
mod frame;
mod game;
mod grid;
mod measure;
mod page;
mod playtest;
pub mod preview;
mod provenance;
mod rows;
mod screen;
mod sense;
mod settings;
mod shown;
mod sweep;
mod table;
pub mod tables;
pub mod told;
mod total;
mod tune;
mod used;

pub use best::{best_folder, best_json, best_table};
pub use chart::{Chart, charts, compared_charts};
pub use compare::{comparison_json, comparison_table};
pub use cost::cost;
pub use diff::{difference_json, difference_table};
pub use document::document;
pub use error::ReportError;
pub use extract::Extract;
pub use folder::Folder;
pub use format::{Format, Stream};
pub use frame::{Factors, Layout, frame};
pub use game::{game_folder, game_json, game_ndjson, game_table};
pub use page::Page;
pub use playtest::{playtest_json, playtest_table};
pub use provenance::provenance;
pub use sense::{sense_folder, sense_json, sense_table};
pub use sweep::sweep_table;
pub use table::table;
pub use tune::{tuned_json, tuned_table};
