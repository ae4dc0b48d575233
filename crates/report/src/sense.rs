//! What matters most: on screen, as JSON, and as a folder.

mod document;
mod json;
mod rows;
mod screen;

pub use json::json as sense_json;
pub use screen::screen as sense_table;

pub(crate) use rows::{amount, shown};

use crate::chart::sense_charts;
use crate::error::ReportError;
use crate::folder::Folder;
use crate::provenance;
use chaselab_lab::results::VERSION;
use chaselab_lab::sense::Sensitivity;
use serde_json::json;

/// The folder of a sensitivity analysis: report, data, charts, and what it says about itself. `command` is what remakes
/// it.
///
/// # Errors
/// When something cannot be drawn or written.
pub fn sense_folder(found: &Sensitivity, command: &str) -> Result<Folder, ReportError> {
    let charts = sense_charts(found);
    let mut files = Vec::from(document::document(found, &charts, command).files()?);
    files.push(("sense.json".to_owned(), sense_json(found)?.into_bytes()));
    for chart in &charts {
        files.extend(chart.files()?);
    }
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let about = json!({
        "chaselab": VERSION,
        "scenario": found.title,
        "name": found.name,
        "digest": found.digest,
        "seed": found.seed,
        "confidence": found.confidence,
        "output": found.output,
        "command": command,
        "versions": { "chaselab": VERSION },
        "as_played": found.scenario,
        "files": names,
    });
    let about = format!("{}\n", serde_json::to_string_pretty(&about)?);
    files.push((provenance::FILE.to_owned(), about.into_bytes()));
    Ok(Folder::of(found.digest.clone(), files))
}
