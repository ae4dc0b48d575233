//! A verdict on a record as JSON.

use crate::error::ReportError;
use crate::format::{json_head, json_value, object};
use chaselab_lab::playtest::{Answer, CellVerdict, POWER, Playtest, Record};
use chaselab_lab::results::CellResult;
use serde_json::{Value as Json, json};

/// One object.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn playtest_json(playtest: &Playtest) -> Result<String, ReportError> {
    let mut head = json_head(&playtest.results);
    head.insert("power".into(), json!(POWER));
    head.insert("record".into(), record(&playtest.record));
    let cells = playtest.results.cells.iter().zip(&playtest.cells).map(|(result, verdict)| cell(result, verdict));
    head.insert("cells".into(), cells.collect());
    Ok(format!("{}\n", serde_json::to_string_pretty(&head)?))
}

fn record(record: &Record) -> Json {
    let ends = record.ends.iter().map(|&(end, count)| (end.name(), json!(count)));
    let groups = record.groups.iter().map(|&(group, count)| (group.name(), json!(count)));
    json!({
        "chases": record.chases, "turns": record.turns,
        "ends": Json::Object(object(ends)), "groups": Json::Object(object(groups)),
    })
}

fn cell(result: &CellResult, verdict: &CellVerdict) -> Json {
    let factors = result.factors.iter().map(|factor| (factor.path.to_string(), json_value(&factor.value)));
    json!({
        "cell": result.cell,
        "system": result.system.name(),
        "factors": Json::Object(object(factors)),
        "method": result.method.name(),
        "chases": result.chases,
        "verdict": verdict.verdict.name(),
        "questions": verdict.answers.iter().map(answer).collect::<Vec<_>>(),
    })
}

fn answer(answer: &Answer) -> Json {
    let shift = answer.shift.as_ref();
    json!({
        "question": answer.asked.name(),
        "observed": shift.map(|shift| shift.observed),
        "expected": shift.map(|shift| shift.expected),
        "low": shift.map(|shift| shift.usual.0),
        "high": shift.map(|shift| shift.usual.1),
        "p": answer.tail, "p_low": answer.tail_range.0, "p_high": answer.tail_range.1,
        "corrected": answer.adjusted,
        "more_chases": shift.and_then(|shift| shift.more),
    })
}
