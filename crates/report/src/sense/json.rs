//! What matters, as JSON.

use crate::error::ReportError;
use crate::format::json_value;
use chaselab_core::tree::Value;
use chaselab_lab::estimate::{Estimator, digits};
use chaselab_lab::results::VERSION;
use chaselab_lab::sense::{Design, Index, Influence, OfSystem, Output, Sensitivity, Together};
use serde_json::{Value as Json, json};

/// One object: every parameter in order of importance, by system.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn json(found: &Sensitivity) -> Result<String, ReportError> {
    let estimator = Estimator::new(found.confidence);
    let systems: Vec<Json> = found.systems.iter().map(|system| of_system(system, estimator)).collect();
    let object = json!({
        "chaselab": VERSION,
        "scenario": found.title,
        "digest": found.digest,
        "seed": found.seed,
        "confidence": found.confidence,
        "output": found.output,
        "systems": systems,
    });
    Ok(format!("{}\n", serde_json::to_string_pretty(&object)?))
}

fn of_system(system: &OfSystem, estimator: Estimator) -> Json {
    let parameters: Vec<Json> =
        system.influences.iter().map(|influence| parameter(influence, system, estimator)).collect();
    let unread: Vec<String> = system.unread.iter().map(ToString::to_string).collect();
    json!({
        "system": system.system.name(),
        "method": system.method.name(),
        "chases": system.chases,
        "base": output(&system.base, estimator),
        "parameters": parameters,
        "together": system.together.as_ref().map(together),
        "unread": unread,
    })
}

fn parameter(influence: &Influence, system: &OfSystem, estimator: Estimator) -> Json {
    let point = |(value, found): &(Value, Result<Output, String>)| match found {
        Ok(found) => json!({ "value": json_value(value), "output": output(found, estimator) }),
        Err(why) => json!({ "value": json_value(value), "error": why }),
    };
    let points: Vec<Json> = influence.points.iter().map(point).collect();
    let indices = system.together.as_ref().and_then(|together| together.of(&influence.path));
    json!({
        "path": influence.path.to_string(),
        "effect": influence.shown,
        "swing": digits(influence.swing()),
        "first": indices.map(|(first, _)| index(first)),
        "total": indices.map(|(_, total)| index(total)),
        "points": points,
    })
}

fn output(output: &Output, estimator: Estimator) -> Json {
    let mean = estimator.about(output.value, output.variance.sqrt());
    json!({ "value": mean.mean, "low": mean.low, "high": mean.high })
}

fn index(index: Index) -> Json {
    json!({ "value": digits(index.value), "low": digits(index.low), "high": digits(index.high) })
}

fn together(together: &Together) -> Json {
    let (design, settings) = match together.design {
        Design::Every { settings } => ("every", settings),
        Design::QuasiRandom { settings, .. } => ("quasi-random", settings),
    };
    json!({
        "design": design,
        "settings": settings,
        "sd": digits(together.sd),
        "interactions": digits(together.interactions()),
    })
}
