//! A comparison as JSON.

use crate::error::ReportError;
use crate::format::{json_cell, json_head, json_rate};
use chaselab_lab::compare::{Answers, Claim, Comparison, Lead, Portion, Reading, Response, Shares, Standoff};
use chaselab_lab::results::Mean;
use serde_json::{Map, Value as Json, json};

/// One object: the cells as `run` writes them, then what only a comparison has.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn comparison_json(comparison: &Comparison) -> Result<String, ReportError> {
    let mut object = json_head(&comparison.base);
    let mut add = |key: &str, value: Json| drop(object.insert(key.to_owned(), value));
    add("cells", comparison.base.cells.iter().map(|cell| Json::Object(json_cell(cell))).collect());
    add("seconds", seconds(comparison));
    add("responses", comparison.responses.iter().map(response).collect());
    add("shares", by_system(comparison.systems.iter().map(|system| (system.system.name(), shares(&system.shares)))));
    add("claims", comparison.claims.iter().map(claim).collect());
    add("mappings", mappings(comparison));
    add("neutral", neutral(comparison));
    add("varied_chases", json!(comparison.varied_chases));
    add("notes", json!(comparison.notes));
    Ok(format!("{}\n", serde_json::to_string_pretty(&object)?))
}

fn by_system<'a>(entries: impl Iterator<Item = (&'a str, Json)>) -> Json {
    Json::Object(entries.map(|(system, value)| (system.to_owned(), value)).collect())
}

fn mean(mean: &Mean, factor: f64) -> Json {
    json!({ "mean": mean.mean * factor, "low": mean.low * factor, "high": mean.high * factor })
}

/// The length of a turn, and of a chase by it; null where it is not known.
fn seconds(comparison: &Comparison) -> Json {
    by_system(comparison.base.cells.iter().zip(&comparison.systems).map(|(cell, system)| {
        let value = system.turn.map_or(Json::Null, |turn| {
            let [p10, p50, p90] =
                [cell.turns.p10, cell.turns.p50, cell.turns.p90].map(|turns| f64::from(turns) * turn.seconds);
            json!({
                "turn": turn.seconds, "standing": turn.standing.name(), "from": turn.from,
                "chase": mean(&cell.turns.mean, turn.seconds), "p10": p10, "p50": p50, "p90": p90,
            })
        });
        (cell.system.name(), value)
    }))
}

fn response(response: &Response) -> Json {
    let dial = &response.dial;
    let answers = |answers: &Answers| match answers {
        Answers::Unread(reading) => unread(reading),
        Answers::Given { points, slope } => {
            let point = |point: &chaselab_lab::compare::Answer| {
                json!({
                    "step": point.step, "value": point.value,
                    "free": json_rate(&point.free), "turns": mean(&point.turns, 1.0),
                })
            };
            json!({ "slope": slope, "points": points.iter().map(point).collect::<Vec<_>>() })
        }
    };
    json!({
        "to": dial.name(), "path": dial.path.to_string(), "step": dial.kind.step(),
        "systems": by_system(response.systems.iter().map(|(system, given)| (system.name(), answers(given)))),
    })
}

fn unread(reading: &Reading) -> Json {
    match reading {
        Reading::HiddenBy(term) => json!({ "hidden_by": term }),
        Reading::Read | Reading::Ignored => json!({ "read": *reading == Reading::Read }),
    }
}

fn shares(shares: &Shares) -> Json {
    let portion = |portion: &Portion, share: Option<f64>| match portion {
        Portion::Moved(dials) => json!({ "share": share, "moved": dials }),
        Portion::Unread(reading) => unread(reading),
    };
    let split = shares.split;
    json!({
        "skill": portion(&shares.skill, split.map(|split| split.rows)),
        "machine": portion(&shares.machine, split.map(|split| split.columns)),
        "together": split.map(|split| split.together),
        "luck": split.map(|split| split.luck),
        "settings": shares.settings,
    })
}

fn claim(claim: &Claim) -> Json {
    let mut object: Map<String, Json> = Map::new();
    let mut add = |key: &str, value: Json| drop(object.insert(key.to_owned(), value));
    add("measure", json!(claim.measure.name()));
    add("more", json!(claim.more.name()));
    add("less", json!(claim.less.name()));
    add("values", json!([claim.values.0, claim.values.1]));
    match &claim.standoff {
        Standoff::Holds { moves, closest } => {
            add("holds", json!(true));
            add("steps", json!(moves));
            add("closest", json!(closest.as_ref().map(lead)));
        }
        Standoff::Depends { moves, turned } => {
            add("holds", json!(false));
            add("steps", json!(moves));
            add("depends_on", turned.iter().map(lead).collect());
        }
        Standoff::Undecided => add("holds", Json::Null),
    }
    Json::Object(object)
}

fn lead(lead: &Lead) -> Json {
    let by = &lead.by;
    let mapped = by.mapped.iter().map(|number| json!({ "what": number.what, "from": number.from, "to": number.to }));
    json!({
        "system": by.system.name(), "what": by.what, "from": by.from, "to": by.to,
        "mapped": mapped.collect::<Vec<_>>(), "values": [lead.values.0, lead.values.1],
    })
}

fn mappings(comparison: &Comparison) -> Json {
    by_system(comparison.base.cells.iter().map(|cell| {
        let lines = cell.explained.iter();
        let lines = lines.map(|line| json!({ "what": line.what, "value": line.value, "from": line.from }));
        (cell.system.name(), lines.collect())
    }))
}

fn neutral(comparison: &Comparison) -> Json {
    let row = |row: &chaselab_lab::compare::UsedRow| {
        let cells = row.cells.iter();
        let cells =
            cells.map(|cell| (cell.column.as_str(), json!({ "value": cell.value, "standing": cell.standing.name() })));
        json!({ "table": row.table, "row": row.row, "cells": by_system(cells) })
    };
    comparison.tables.iter().map(row).collect()
}
