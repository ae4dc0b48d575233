//! What a folder of results says about itself, as JSON.

use crate::ReportError;
use crate::flags;
use crate::format::json_value;
use crate::total::Total;
use chaselab_lab::flags::Flag;
use chaselab_lab::results::{Results, VERSION};
use serde_json::{Map, Value as Json, json};

/// The name of the file.
pub(crate) const FILE: &str = "run.json";

/// Seed, digest, versions, switches, the command and the files; no time, host, number of threads or path.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn provenance(results: &Results, command: &str, files: &[String]) -> Result<String, ReportError> {
    provenance_of(results, &Total::all(results), command, files)
}

/// The same from what was added up.
pub(crate) fn provenance_of(
    results: &Results,
    totals: &[Total],
    command: &str,
    files: &[String],
) -> Result<String, ReportError> {
    let systems: Map<String, Json> =
        totals.iter().map(|total| (total.system.name().to_owned(), system(total))).collect();
    let axes =
        |flag: &Flag| totals.iter().find(|total| total.system == flag.system).map_or(&[][..], |total| &total.axes);
    let mut run = json!({
        "chaselab": VERSION,
        "scenario": results.title,
        "name": results.name,
        "digest": results.digest,
        "seed": results.seed,
        "confidence": results.confidence,
        "command": command,
        "versions": { "chaselab": VERSION },
        "switches": switches(totals),
        "systems": systems,
        "as_played": results.scenario,
        "files": files,
    });
    if !results.flags.is_empty() {
        run["flags"] = flags::json(&results.flags, axes);
    }
    Ok(format!("{}\n", serde_json::to_string_pretty(&run)?))
}

/// The digest in such a file, where it is one.
pub(crate) fn digest(text: &str) -> Option<String> {
    let run: Json = serde_json::from_str(text).ok()?;
    Some(run.get("digest")?.as_str()?.to_owned())
}

/// The files that such a file names.
pub(crate) fn files(text: &str) -> Vec<String> {
    let run: Option<Json> = serde_json::from_str(text).ok();
    let named = run.as_ref().and_then(|run| run.get("files")?.as_array());
    named.into_iter().flatten().filter_map(|name| Some(name.as_str()?.to_owned())).collect()
}

/// How every switch of every system was set; a list where the grid varies it.
fn switches(totals: &[Total]) -> Json {
    let of = |total: &Total| {
        let mut all: Map<String, Json> = Map::new();
        for switch in &total.switches {
            let value = json!(switch.value);
            match all.get_mut(switch.name) {
                None => drop(all.insert(switch.name.to_owned(), value)),
                Some(Json::Array(values)) if !values.contains(&value) => values.push(value),
                Some(first @ Json::String(_)) if *first != value => *first = json!([first.clone(), value]),
                Some(_) => {}
            }
        }
        (total.system.name().to_owned(), Json::Object(all))
    };
    Json::Object(totals.iter().map(of).collect())
}

/// How a system's cells came to be.
fn system(total: &Total) -> Json {
    let methods: Vec<&str> = total.methods.iter().map(|method| method.name()).collect();
    let factors: Map<String, Json> = total
        .axes
        .iter()
        .map(|axis| (axis.path.to_string(), axis.values.iter().map(|factor| json_value(&factor.value)).collect()))
        .collect();
    let mut made = json!({ "cells": total.cells, "chases": total.chases, "methods": methods, "factors": factors });
    if let Some(then) = total.then {
        made["then"] = json!(then.name());
    }
    made
}
