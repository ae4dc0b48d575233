//! A search for a value as JSON.

use crate::error::ReportError;
use crate::format::{json_value, object};
use chaselab_lab::results::VERSION;
use chaselab_lab::tune::{Found, Point, Shape, Tuned, TunedCell};
use serde_json::{Value as Json, json};

/// One object: what was asked, then each cell's answer and what was looked at.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn json(tuned: &Tuned) -> Result<String, ReportError> {
    let wish = &tuned.wish;
    let all = object([
        ("chaselab", json!(VERSION)),
        ("scenario", json!(tuned.title)),
        ("digest", json!(tuned.digest)),
        ("seed", json!(tuned.seed)),
        ("confidence", json!(tuned.confidence)),
        ("vary", json!(wish.path.to_string())),
        ("target", json!(wish.target.text)),
        ("wanted", json!(wish.target.wanted)),
        ("policy", json!(if wish.adapt.is_some() { "adapt" } else { "fixed" })),
        ("objective", json!(wish.adapt.as_ref().map(|question| &question.text))),
        ("between", tuned.bounds.iter().map(json_value).collect()),
        ("cells", tuned.cells.iter().map(cell).collect()),
    ]);
    Ok(format!("{}\n", serde_json::to_string_pretty(&all)?))
}

fn cell(cell: &TunedCell) -> Json {
    let factors = cell.factors.iter().map(|factor| (factor.path.to_string(), json_value(&factor.value)));
    let shape = match cell.shape {
        Shape::Rising => "rising",
        Shape::Falling => "falling",
        Shape::Flat => "flat",
        Shape::Bent => "bent",
    };
    let exact = cell.scan.iter().all(|point| point.response.chases.is_none());
    json!({
        "cell": cell.cell,
        "system": cell.system.name(),
        "factors": Json::Object(object(factors)),
        "method": if exact { "exact" } else { "sampled" },
        "shape": shape,
        "reached": !cell.found.is_empty(),
        "found": cell.found.iter().map(found).collect::<Vec<_>>(),
        "range": cell.range().map(point),
        "scan": cell.scan.iter().map(point).collect::<Vec<_>>(),
    })
}

fn found(found: &Found) -> Json {
    json!({
        "at": found.at.as_ref().map(point),
        "between": found.between.as_ref().map(|pair| [point(&pair[0]), point(&pair[1])]),
        "jump": found.jump.as_ref().map(|jump| json!({
            "edge": jump.edge, "from_edge_on": jump.from_edge_on, "changes": jump.changes,
        })),
    })
}

fn point(point: &Point) -> Json {
    let response = point.response;
    json!({
        "value": json_value(&point.value), "response": response.value,
        "low": response.low, "high": response.high, "chases": response.chases,
    })
}
