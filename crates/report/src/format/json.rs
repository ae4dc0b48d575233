//! JSON and JSON lines.

use crate::error::ReportError;
use chaselab_core::tree::Value;
use chaselab_lab::results::{CellResult, Lengths, Rate, Results, VERSION};
use serde_json::{Map, Value as Json, json};
use std::io::Write;

/// One object; for the eye and for line-wise comparison every cell stands on its own line.
pub(super) fn json(results: &Results, to: &mut impl Write) -> Result<(), ReportError> {
    open(results, to)?;
    for (index, result) in results.cells.iter().enumerate() {
        next(result, index == 0, to)?;
    }
    close(to)
}

/// What stands above all cells.
pub(super) fn open(results: &Results, to: &mut impl Write) -> Result<(), ReportError> {
    writeln!(to, "{{")?;
    for (key, value) in head(results) {
        writeln!(to, "  {}: {value},", Json::String(key))?;
    }
    write!(to, "  \"cells\": [")?;
    Ok(())
}

/// One cell, on a line of its own.
pub(super) fn next(result: &CellResult, is_first: bool, to: &mut impl Write) -> Result<(), ReportError> {
    let comma = if is_first { "" } else { "," };
    write!(to, "{comma}\n    {}", Json::Object(cell(result)))?;
    Ok(())
}

/// What stands below all cells.
pub(super) fn close(to: &mut impl Write) -> Result<(), ReportError> {
    writeln!(to, "\n  ]\n}}")?;
    Ok(())
}

/// One object a cell, which begins with what stands above all cells in [`json`].
pub(super) fn ndjson(results: &Results, to: &mut impl Write) -> Result<(), ReportError> {
    results.cells.iter().try_for_each(|result| line(results, result, to))
}

/// One cell as a line.
pub(super) fn line(results: &Results, result: &CellResult, to: &mut impl Write) -> Result<(), ReportError> {
    let mut line = head(results);
    line.extend(cell(result));
    writeln!(to, "{}", Json::Object(line))?;
    Ok(())
}

/// What all cells have in common.
pub(crate) fn head(results: &Results) -> Map<String, Json> {
    object([
        ("chaselab", json!(VERSION)),
        ("scenario", json!(results.title)),
        ("digest", json!(results.digest)),
        ("seed", json!(results.seed)),
        ("confidence", json!(results.confidence)),
    ])
}

/// One cell with all that is known of it.
pub(crate) fn cell(cell: &CellResult) -> Map<String, Json> {
    let factors = cell.factors.iter().map(|factor| (factor.path.to_string(), value(&factor.value)));
    let ends = cell.ends.iter().map(|(end, rate)| (end.name(), self::rate(rate)));
    let groups = cell.groups.iter().map(|(group, rate)| (group.name(), self::rate(rate)));
    let details = cell.details.iter().map(|(end, details)| {
        (end.name(), Json::Object(object(details.iter().map(|(name, share)| (name, json!(share))))))
    });
    let events =
        cell.events.iter().map(|(name, mean)| (name, json!({ "mean": mean.mean, "low": mean.low, "high": mean.high })));
    let switches = cell.changed_switches().map(|switch| (switch.name, json!(switch.value)));
    let mut members = object([
        ("cell", json!(cell.cell)),
        ("system", json!(cell.system.name())),
        ("factors", Json::Object(object(factors))),
        ("method", json!(cell.method.name())),
        ("chases", json!(cell.chases)),
        ("ends", Json::Object(object(ends))),
        ("groups", Json::Object(object(groups))),
        ("turns", turns(&cell.turns)),
        ("details", Json::Object(object(details))),
        ("events", Json::Object(object(events))),
        ("switches", Json::Object(object(switches))),
    ]);
    if let Some(then) = cell.then {
        members.insert("then".into(), json!(then.name()));
    }
    if cell.lanes {
        members.insert("kernel".into(), json!("lanes"));
    }
    if let Some(check) = &cell.check {
        members.insert("check".into(), json!({ "z": check.z, "of": check.what.name() }));
    }
    if let Some(stop) = &cell.stop {
        let stopped = json!({ "by": stop.by.name(), "looks": stop.looks, "intervals": "anytime-valid" });
        members.insert("stopped".into(), stopped);
    }
    if let Some(unfit) = &cell.unfit {
        members.insert("unfit".into(), json!(unfit));
    }
    members
}

/// A rate with its interval.
pub(crate) fn rate(rate: &Rate) -> Json {
    json!({ "count": rate.count, "rate": rate.rate, "low": rate.low, "high": rate.high })
}

fn turns(turns: &Lengths) -> Json {
    json!({
        "mean": turns.mean.mean, "low": turns.mean.low, "high": turns.mean.high, "sd": turns.sd,
        "p10": turns.p10, "p50": turns.p50, "p90": turns.p90, "histogram": turns.histogram,
    })
}

/// A value of a scenario.
pub(crate) fn value(value: &Value) -> Json {
    match value {
        Value::Bool(value) => json!(value),
        Value::Integer(value) => json!(value),
        Value::Float(value) => json!(value),
        Value::Text(value) => json!(value),
        Value::List(items) => items.iter().map(|item| self::value(&item.value)).collect(),
        Value::Table(entries) => {
            Json::Object(object(entries.iter().map(|entry| (&entry.key, self::value(&entry.node.value)))))
        }
    }
}

pub(crate) fn object<K: Into<String>>(entries: impl IntoIterator<Item = (K, Json)>) -> Map<String, Json> {
    entries.into_iter().map(|(key, value)| (key.into(), value)).collect()
}
