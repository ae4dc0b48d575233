//! What a folder of results says about itself, as JSON.

use crate::ReportError;
use crate::format::json_value;
use crate::grid::{Grid, grids};
use chaselab_lab::results::{CellResult, Results, VERSION};
use serde_json::{Map, Value as Json, json};

/// The name of the file.
pub(crate) const FILE: &str = "run.json";

/// Seed, digest, versions, switches, the command and the files; no time, host, number of threads or path.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn provenance(results: &Results, command: &str, files: &[String]) -> Result<String, ReportError> {
    let systems: Map<String, Json> =
        grids(results).iter().map(|grid| (grid.system.name().to_owned(), system(grid))).collect();
    let run = json!({
        "chaselab": VERSION,
        "scenario": results.title,
        "name": results.name,
        "digest": results.digest,
        "seed": results.seed,
        "confidence": results.confidence,
        "command": command,
        "versions": { "chaselab": VERSION },
        "switches": switches(results),
        "systems": systems,
        "as_played": results.scenario,
        "files": files,
    });
    Ok(format!("{}\n", serde_json::to_string_pretty(&run)?))
}

/// The digest in such a file, where it is one.
pub(crate) fn digest(text: &str) -> Option<String> {
    let run: Json = serde_json::from_str(text).ok()?;
    Some(run.get("digest")?.as_str()?.to_owned())
}

/// How every switch of every system was set; a list where the grid varies it.
fn switches(results: &Results) -> Json {
    let of = |grid: &Grid<'_>| {
        let mut all: Map<String, Json> = Map::new();
        for switch in grid.cells.iter().flat_map(|cell| &cell.switches) {
            let value = json!(switch.value);
            match all.get_mut(switch.name) {
                None => drop(all.insert(switch.name.to_owned(), value)),
                Some(Json::Array(values)) if !values.contains(&value) => values.push(value),
                Some(first @ Json::String(_)) if *first != value => *first = json!([first.clone(), value]),
                Some(_) => {}
            }
        }
        (grid.system.name().to_owned(), Json::Object(all))
    };
    Json::Object(grids(results).iter().map(of).collect())
}

/// How a system's cells came to be.
fn system(grid: &Grid<'_>) -> Json {
    let mut methods: Vec<&str> = Vec::new();
    for cell in &grid.cells {
        if !methods.contains(&cell.method.name()) {
            methods.push(cell.method.name());
        }
    }
    let chases: u64 = grid.cells.iter().map(|cell: &&CellResult| cell.chases).sum();
    let factors: Map<String, Json> = grid
        .axes
        .iter()
        .map(|axis| (axis.path.to_string(), axis.values.iter().map(|factor| json_value(&factor.value)).collect()))
        .collect();
    let mut made = json!({ "cells": grid.cells.len(), "chases": chases, "methods": methods, "factors": factors });
    if let Some(then) = grid.then {
        made["then"] = json!(then.name());
    }
    made
}
