//! Answers to "what should each side do": on screen, as JSON, and as a folder.

mod amount;
mod document;
mod json;
mod screen;
mod verdict;

pub use json::{json as game_json, ndjson as game_ndjson};
pub use screen::screen as game_table;

pub(crate) use amount::Amount;
pub(crate) use verdict::{names, playable_rule, tied};

use crate::chart::game_charts;
use crate::error::ReportError;
use crate::flags;
use crate::folder::Folder;
use crate::provenance;
use chaselab_lab::game::Answers;
use chaselab_lab::results::VERSION;
use serde_json::json;

/// The folder of a game: report, data, charts, and what it says about itself. `command` is what remakes it.
///
/// # Errors
/// When something cannot be drawn or written.
pub fn game_folder(answers: &Answers, command: &str) -> Result<Folder, ReportError> {
    let charts = game_charts(answers);
    let mut files = Vec::from(document::document(answers, &charts, command).files()?);
    let mut data = Vec::new();
    json::json(answers, &mut data)?;
    files.push(("solve.json".to_owned(), data));
    for chart in &charts {
        files.extend(chart.files()?);
    }
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let axes = flags::axes(&answers.flags);
    let mut about = json!({
        "chaselab": VERSION,
        "scenario": answers.title,
        "name": answers.name,
        "digest": answers.digest,
        "objective": answers.question.text,
        "free": answers.question.freed(),
        "command": command,
        "versions": { "chaselab": VERSION },
        "as_played": answers.scenario,
        "files": names,
    });
    if !answers.flags.is_empty() {
        about["flags"] = flags::json(&answers.flags, |_| &axes);
    }
    let about = format!("{}\n", serde_json::to_string_pretty(&about)?);
    files.push((provenance::FILE.to_owned(), about.into_bytes()));
    Ok(Folder::of(answers.digest.clone(), files))
}
