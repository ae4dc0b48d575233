//! A plan before it is run: what was resolved, and what it will cost.

use crate::error::ReportError;
use crate::format::json_value;
use crate::screen::plain;
use crate::shown::{confidence, count};
use chaselab_lab::plan::{Cell, Plan};
use chaselab_lab::preview::{Preview, Resolved, Way};
use chaselab_lab::results::VERSION;
use chaselab_lab::run::EXACT;
use chaselab_lab::then;
use chaselab_systems::Switch;
use comfy_table::{Attribute, Cell as Shown};
use serde_json::{Map, Value as Json, json};
use std::io::Write;

/// Of a factor with more values, the first and the last are shown.
const MOST_VALUES: usize = 8;

/// The plan in words and tables.
pub fn text(plan: &Plan, previews: &[Preview], color: bool) -> String {
    let scenario = &plan.scenario;
    let mut text = format!(
        "{}\ndigest {}, seed {}, confidence {}\n",
        scenario.title,
        plan.digest,
        scenario.seed,
        confidence(scenario.confidence)
    );
    for preview in previews {
        let system = preview.system;
        let cells =
            if preview.cells == 1 { "1 cell".to_owned() } else { format!("{} cells", count(preview.cells as u64)) };
        text.push_str(&format!("\n{}: {cells}\n", then::heading(system, first(plan, preview).player.then())));
        for (name, values) in factors(plan, preview) {
            text.push_str(&format!("  factor {name}: {}\n", some(&values)));
        }
        text.push_str(&format!("  {}\n", method(plan, preview)));
        text.push_str(&format!("  {}\n", switches(first(plan, preview).player.switches())));
        text.push_str(&format!("{}\n", resolved(preview, color)));
    }
    text
}

fn first<'a>(plan: &'a Plan, preview: &Preview) -> &'a Cell {
    cells(plan, preview).next().expect("a system in a plan has a cell")
}

fn cells<'a>(plan: &'a Plan, preview: &Preview) -> impl Iterator<Item = &'a Cell> {
    let system = preview.system;
    plan.cells.iter().filter(move |cell| cell.system == system)
}

/// Each factor with its values in order.
fn factors(plan: &Plan, preview: &Preview) -> Vec<(String, Vec<String>)> {
    let mut factors: Vec<(String, Vec<String>)> =
        first(plan, preview).factors.iter().map(|factor| (factor.path.to_string(), Vec::new())).collect();
    for cell in cells(plan, preview) {
        for (factor, (_, values)) in cell.factors.iter().zip(&mut factors) {
            let shown = factor.shown();
            if !values.contains(&shown) {
                values.push(shown);
            }
        }
    }
    factors
}

fn some(values: &[String]) -> String {
    if values.len() <= MOST_VALUES {
        return values.join(", ");
    }
    let first = values[..MOST_VALUES - 1].join(", ");
    format!("{first}, ... {} ({} values)", values[values.len() - 1], values.len())
}

/// How numbers will be made, and what that takes.
fn method(plan: &Plan, preview: &Preview) -> String {
    let chain = match &preview.size {
        Ok(size) => format!(
            "a chain of {} states and {} transitions{}",
            count(size.states as u64),
            count(size.transitions as u64),
            if preview.cells > 1 { " in the first cell" } else { "" }
        ),
        Err(why) => why.clone(),
    };
    let played = || {
        let each = count(plan.scenario.chases);
        let most = if plan.scenario.precision.is_some() { "at most " } else { "" };
        let played = if preview.cells == 1 {
            format!("{most}{each} chases")
        } else {
            format!("{most}{each} chases a cell, {most}{} in all", count(preview.chases))
        };
        match plan.scenario.precision {
            Some(half) => format!("{played}, until every group is known to ± {half}"),
            None => played,
        }
    };
    let solved = if preview.solves { "; policies are solved first" } else { "" };
    match preview.method {
        Way::Exact if preview.size.is_err() => {
            let most = count(EXACT.states as u64);
            format!("method: exact, tried up to {most} states{solved}; here {chain}")
        }
        Way::Exact => format!("method: exact, {chain}{solved}"),
        Way::Sampled => match &preview.size {
            Err(why) if plan.scenario.method == chaselab_lab::scenario::Wanted::Auto => {
                format!("method: sampled, {}, since {why}{solved}", played())
            }
            _ => format!("method: sampled, {}{solved}", played()),
        },
        Way::Both if preview.size.is_err() => {
            format!("method: both, {}, but the first cell is not checked, since {chain}{solved}", played())
        }
        Way::Both => format!("method: both, {}, and {chain}{solved}", played()),
    }
}

fn switches(switches: &[Switch]) -> String {
    let of = |changed: bool| {
        let wanted = switches.iter().filter(|switch| switch.is_changed() == changed);
        wanted.map(|switch| format!("{} = {}", switch.name, switch.value)).collect::<Vec<_>>().join(", ")
    };
    match (of(true), of(false)) {
        (changed, default) if changed.is_empty() => format!("switches: all at their default: {default}"),
        (changed, default) => format!("switches: {changed}; at their default: {default}"),
    }
}

fn resolved(preview: &Preview, color: bool) -> String {
    let mut table = plain(color);
    let several = preview.cells > 1;
    let mut heads = vec!["what", "value", "from"];
    if several {
        heads.push("cells");
    }
    table.set_header(heads.into_iter().map(|head| Shown::new(head).add_attribute(Attribute::Bold)));
    for Resolved { what, values } in &preview.explained {
        for (index, (explained, cells)) in values.iter().enumerate() {
            let what = if index == 0 { what.clone() } else { String::new() };
            let mut row = vec![what, explained.value.clone(), explained.from.clone()];
            if several {
                row.push(if *cells == preview.cells { "all".into() } else { count(*cells as u64) });
            }
            table.add_row(row);
        }
    }
    table.trim_fmt()
}

/// One JSON object.
///
/// # Errors
/// When `to` does not take it.
pub fn json(plan: &Plan, previews: &[Preview], to: &mut impl Write) -> Result<(), ReportError> {
    let systems: Vec<Json> = previews.iter().map(|preview| system_json(plan, preview)).collect();
    let object = json!({
        "chaselab": VERSION,
        "scenario": plan.scenario.title,
        "digest": plan.digest,
        "seed": plan.scenario.seed,
        "confidence": plan.scenario.confidence,
        "systems": systems,
    });
    serde_json::to_writer_pretty(&mut *to, &object)?;
    writeln!(to)?;
    Ok(())
}

fn system_json(plan: &Plan, preview: &Preview) -> Json {
    let size = preview.size.as_ref().ok();
    let switches =
        first(plan, preview).player.switches().iter().map(|switch| (switch.name.to_owned(), json!(switch.value)));
    let cells = cells(plan, preview).map(|cell| {
        let factors = cell.factors.iter().map(|factor| (factor.path.to_string(), json_value(&factor.value)));
        let explained = cell.player.explained().iter();
        json!({
            "cell": cell.index,
            "factors": factors.collect::<Map<_, _>>(),
            "resolved": explained
                .map(|line| json!({ "what": line.what, "value": line.value, "from": line.from }))
                .collect::<Vec<_>>(),
        })
    });
    let mut object = json!({
        "system": preview.system.name(),
        "method": preview.method.name(),
        "chases": preview.chases,
        "states": size.map(|size| size.states),
        "transitions": size.map(|size| size.transitions),
        "unfit": preview.size.as_ref().err(),
        "solves": preview.solves,
        "switches": switches.collect::<Map<_, _>>(),
        "cells": cells.collect::<Vec<_>>(),
    });
    if let Some(then) = first(plan, preview).player.then() {
        object["then"] = json!(then.name());
    }
    object
}
