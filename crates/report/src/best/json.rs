//! A choice as JSON.

use super::words::standing;
use crate::error::ReportError;
use crate::format::{json_cell, json_head};
use chaselab_lab::best::{Best, Race};
use chaselab_lab::results::Mean;
use serde_json::{Map, Value as Json, json};

/// One object: what was found first, in a list of `races` where there are several systems; then every cell as `run`
/// writes it, with its value.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn best_json(best: &Best) -> Result<String, ReportError> {
    let mut object = json_head(&best.results);
    let mut add = |key: &str, value: Json| drop(object.insert(key.to_owned(), value));
    add("objective", json!(best.aim.question.text));
    add("within", json!(best.aim.within));
    match &best.races[..] {
        [only] => object.extend(found(best, only)),
        races => {
            let of = |race: &Race| {
                let mut all = Map::from_iter([("system".to_owned(), json!(race.system.name()))]);
                all.extend(found(best, race));
                Json::Object(all)
            };
            object.insert("races".to_owned(), races.iter().map(of).collect());
        }
    }
    let cells = best.results.cells.iter().zip(&best.arms).enumerate().map(|(arm, (cell, found))| {
        let mut cell = json_cell(cell);
        cell.insert("value".into(), mean(&found.value));
        cell.insert("standing".into(), json!(standing(best, arm).name()));
        Json::Object(cell)
    });
    object.insert("cells".to_owned(), cells.collect());
    Ok(format!("{}\n", serde_json::to_string_pretty(&object)?))
}

fn found(best: &Best, race: &Race) -> Map<String, Json> {
    let again = race
        .confirmed
        .as_ref()
        .map(|(again, chases)| json!({ "mean": again.mean, "low": again.low, "high": again.high, "chases": chases }));
    let pairs = [
        ("known", json!(race.known)),
        ("winner", place(best, race.winner)),
        ("looked", mean(&best.arms[race.winner].value)),
        ("fresh", again.unwrap_or(Json::Null)),
        ("rivals", best.rivals(race).into_iter().map(|arm| place(best, arm)).collect()),
    ];
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn place(best: &Best, arm: usize) -> Json {
    let cell = &best.results.cells[arm];
    json!({ "system": cell.system.name(), "cell": cell.cell })
}

fn mean(mean: &Mean) -> Json {
    json!({ "mean": mean.mean, "low": mean.low, "high": mean.high })
}
