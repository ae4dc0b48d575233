//! Results as frames, tables, charts and documents.
//!
//! [`Format`] writes data, [`table()`] makes what a terminal shows, [`charts`] the pictures, [`Folder`] all of it as a
//! folder on disk. Nothing here plays chases: everything is made from [`Results`](chaselab_lab::results::Results)
//! alone, and the same results are the same bytes.

mod error;
mod format;
mod frame;

pub use error::ReportError;
pub use format::Format;
pub use frame::frame;
