//! Flags as JSON: what was found, its system, and its sentence, with every number.

use super::sentences;
use crate::format::{json_rate, json_value};
use crate::grid::Axis;
use chaselab_lab::flags::{By, Flag, Found, Looked, TooMany};
use chaselab_lab::plan::Factor;
use serde_json::{Map, Value as Json, json};

/// A list of all flags, each with a sentence of its own; `axes` are the factors of a system's grid.
pub(crate) fn json<'a>(flags: &[Flag], axes: impl Fn(&Flag) -> &'a [Axis]) -> Json {
    flags.iter().map(|flag| one(flag, axes(flag))).collect()
}

fn one(flag: &Flag, axes: &[Axis]) -> Json {
    let mut object = json!({
        "kind": flag.found.name(),
        "system": flag.system.name(),
        "text": sentences(&[flag], axes).concat(),
    });
    if flag.solved {
        object["solved"] = json!(true);
    }
    if let (Some(object), Json::Object(numbers)) = (object.as_object_mut(), numbers(&flag.found)) {
        object.extend(numbers);
    }
    object
}

fn numbers(found: &Found) -> Json {
    match found {
        Found::Decided { group, by, least, cells } => json!({
            "group": group.name(), "by": by.as_ref().map(|by| factors(std::slice::from_ref(by))),
            "least": json_rate(least), "cells": cells,
        }),
        Found::AlwaysRight { side, value, settings, least } | Found::NeverRight { side, value, settings, least } => {
            json!({
                "side": side.name(), "factor": value.path.to_string(), "value": json_value(&value.value),
                "settings": settings, "least": least,
            })
        }
        Found::Foregone { side, decision, action, cells, of }
        | Found::NeverTaken { side, decision, action, cells, of } => json!({
            "side": side.name(), "decision": decision, "action": action, "cells": cells, "of": of,
        }),
        Found::Undecided(many) | Found::Long(many) => too_many(many),
        Found::Unseen { ends, bound } => {
            let ends: Vec<&str> = ends.iter().map(|end| end.name()).collect();
            json!({ "ends": ends, "bound": bound.high })
        }
        Found::Unreached { tables, table, rows, looked } => json!({
            "table": format!("{}.{table}", tables.name()), "rows": rows, "looked": self::looked(looked),
        }),
        Found::Idle { skill, own, up, down, looked } => json!({
            "skill": skill.to_string(), "value": own, "up": up, "down": down, "looked": self::looked(looked),
        }),
        Found::Alike { values } | Found::Same { values } => {
            let of: Option<String> = values.first().map(|value| value.path.to_string());
            let values: Vec<Json> = values.iter().map(|value| json_value(&value.value)).collect();
            json!({ "factor": of, "values": values })
        }
    }
}

fn too_many(many: &TooMany) -> Json {
    json!({
        "turns": many.turns, "limit": many.limit, "share": json_rate(&many.share), "cell": many.cell,
        "factors": factors(&many.factors), "cells": many.cells, "of": many.of,
    })
}

fn looked(looked: &Looked) -> Json {
    let (by, chases) = match looked.by {
        By::Chain => ("chain", None),
        By::Chases(chases) => ("chases", Some(chases)),
        By::Random(chases) => ("random", Some(chases)),
        By::Game => ("game", None),
    };
    json!({ "cells": looked.cells, "of": looked.of, "by": by, "chases": chases })
}

fn factors(factors: &[Factor]) -> Json {
    let each = factors.iter().map(|factor| (factor.path.to_string(), json_value(&factor.value)));
    Json::Object(each.collect::<Map<_, _>>())
}
