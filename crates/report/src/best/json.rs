//! A choice as JSON.

use super::words::standing;
use crate::error::ReportError;
use crate::format::{json_cell, json_head};
use chaselab_lab::best::Best;
use chaselab_lab::results::Mean;
use serde_json::{Value as Json, json};

/// One object: what was found first, then every cell as `run` writes it, with its value.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn best_json(best: &Best) -> Result<String, ReportError> {
    let mut object = json_head(&best.results);
    let mut add = |key: &str, value: Json| drop(object.insert(key.to_owned(), value));
    add("objective", json!(best.aim.question.text));
    add("within", json!(best.aim.within));
    add("known", json!(best.known));
    add("winner", place(best, best.winner));
    add("looked", mean(&best.arms[best.winner].value));
    let again = best
        .confirmed
        .as_ref()
        .map(|(again, chases)| json!({ "mean": again.mean, "low": again.low, "high": again.high, "chases": chases }));
    add("fresh", again.unwrap_or(Json::Null));
    add("rivals", best.rivals().into_iter().map(|arm| place(best, arm)).collect());
    let cells = best.results.cells.iter().zip(&best.arms).enumerate().map(|(arm, (cell, found))| {
        let mut cell = json_cell(cell);
        cell.insert("value".into(), mean(&found.value));
        cell.insert("standing".into(), json!(standing(best, arm).name()));
        Json::Object(cell)
    });
    add("cells", cells.collect());
    Ok(format!("{}\n", serde_json::to_string_pretty(&object)?))
}

fn place(best: &Best, arm: usize) -> Json {
    let cell = &best.results.cells[arm];
    json!({ "system": cell.system.name(), "cell": cell.cell })
}

fn mean(mean: &Mean) -> Json {
    json!({ "mean": mean.mean, "low": mean.low, "high": mean.high })
}
