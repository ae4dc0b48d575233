//! A difference as JSON.

use crate::error::ReportError;
use crate::format::{json_head, json_value, object};
use chaselab_lab::diff::{Adapted, CellDifference, Change, Difference, Lonely, Quantity, Standing, Variant};
use chaselab_lab::plan::Factor;
use serde_json::{Map, Value as Json, json};

/// One object: what was changed, then every cell with its ends, groups and length as they were, as they are, and the
/// difference.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn json(difference: &Difference) -> Result<String, ReportError> {
    let mut head = json_head(&difference.base);
    head.extend(object([
        ("changed", json!(difference.changed.title)),
        (
            "altered",
            difference
                .altered
                .iter()
                .map(|it| json!({ "path": it.path, "base": it.base, "changed": it.changed }))
                .collect(),
        ),
        ("objective", json!(difference.question.as_ref().map(|question| &question.text))),
        ("comparisons", json!(difference.comparisons)),
        ("cells", difference.cells.iter().map(|cell| Json::Object(self::cell(cell))).collect()),
        ("left_out", difference.lonely.iter().map(lonely).collect()),
        ("notes", json!(difference.notes)),
    ]));
    Ok(format!("{}\n", serde_json::to_string_pretty(&head)?))
}

fn cell(cell: &CellDifference) -> Map<String, Json> {
    let of = |wanted: fn(&Quantity) -> bool| {
        let own = cell.changes.iter().filter(move |change| wanted(&change.quantity));
        own.map(|it| (it.quantity.name(), change(it)))
    };
    let turns = cell.change(Quantity::Turns).map_or(Json::Null, change);
    object([
        ("cell", json!(cell.cell)),
        ("system", json!(cell.system.name())),
        ("factors", factors(&cell.factors)),
        ("method", json!(if cell.pairs.is_some() { "paired" } else { "exact" })),
        ("chases", json!(cell.pairs)),
        ("ends", Json::Object(object(of(|quantity| matches!(quantity, Quantity::End(_)))))),
        ("groups", Json::Object(object(of(|quantity| matches!(quantity, Quantity::Group(_)))))),
        ("turns", turns),
        ("adapted", cell.adapted.as_ref().map_or(Json::Null, adapted)),
    ])
}

/// A change; what stands after `adapted` is there where chases were played.
fn change(change: &Change) -> Json {
    let Change { base, changed, delta, low, high, adapted, standing, .. } = *change;
    let mut members = object([
        ("base", json!(base)),
        ("changed", json!(changed)),
        ("delta", json!(delta)),
        ("low", json!(low)),
        ("high", json!(high)),
        ("adapted", json!(adapted)),
        ("real", json!(change.is_real())),
    ]);
    if let Standing::Paired { differ, tail, gain, .. } = standing {
        members.extend(object([("differ", json!(differ)), ("p", json!(tail)), ("gain", json!(gain))]));
    }
    Json::Object(members)
}

fn adapted(adapted: &Result<Adapted, String>) -> Json {
    match adapted {
        Ok(adapted) => json!({
            "base": adapted.base.value, "changed": adapted.changed.value, "delta": adapted.value(),
            "states": [adapted.base.states, adapted.changed.states],
        }),
        Err(why) => json!({ "unfit": why }),
    }
}

fn lonely(lonely: &Lonely) -> Json {
    let of = match lonely.of {
        Variant::Base => "base",
        Variant::Changed => "changed",
    };
    json!({ "only_in": of, "system": lonely.system.name(), "factors": factors(&lonely.factors) })
}

fn factors(factors: &[Factor]) -> Json {
    Json::Object(object(factors.iter().map(|factor| (factor.path.to_string(), json_value(&factor.value)))))
}
