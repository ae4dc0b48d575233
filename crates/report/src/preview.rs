//! A plan before it is run: what was resolved, and what it will cost.

use crate::error::ReportError;
use crate::format::json_value;
use crate::screen::plain;
use crate::shown::{confidence, count};
use chaselab_lab::plan::Sweep;
use chaselab_lab::preview::{CellPreview, Preview, Resolved, Way};
use chaselab_lab::results::VERSION;
use chaselab_lab::run::EXACT;
use chaselab_lab::scenario::{Scenario, Wanted};
use chaselab_lab::then;
use chaselab_systems::{Explained, Switch};
use comfy_table::{Attribute, Cell as Shown};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};
use std::io::Write;

/// Of a factor with more values, the first and the last are shown.
const MOST_VALUES: usize = 8;

/// The plan in words and tables.
pub fn text(sweep: &Sweep, previews: &[Preview], color: bool) -> String {
    let scenario = &sweep.scenario;
    let mut text = format!(
        "{}\ndigest {}, seed {}, confidence {}\n",
        scenario.title,
        sweep.digest,
        scenario.seed,
        confidence(scenario.confidence)
    );
    for preview in previews {
        let system = preview.system;
        let cells = match preview.cells.len() {
            1 => "1 cell".to_owned(),
            cells => format!("{} cells", count(cells as u64)),
        };
        text.push_str(&format!("\n{}: {cells}\n", then::heading(system, preview.then)));
        for (name, values) in factors(preview) {
            text.push_str(&format!("  factor {name}: {}\n", some(&values)));
        }
        text.push_str(&format!("  {}\n", method(scenario, preview)));
        text.push_str(&format!("  {}\n", switches(&preview.switches)));
        text.push_str(&format!("{}\n", resolved(preview, color)));
    }
    text
}

/// Each factor with its values in order.
fn factors(preview: &Preview) -> Vec<(String, Vec<String>)> {
    let mut factors: Vec<(String, Vec<String>)> =
        preview.cells[0].factors.iter().map(|factor| (factor.path.to_string(), Vec::new())).collect();
    for cell in &preview.cells {
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
fn method(scenario: &Scenario, preview: &Preview) -> String {
    let cells = preview.cells.len();
    let chain = match &preview.size {
        Ok(size) => format!(
            "a chain of {} states and {} transitions{}",
            count(size.states as u64),
            count(size.transitions as u64),
            if cells > 1 { " in the first cell" } else { "" }
        ),
        Err(why) => why.clone(),
    };
    let played = || {
        let each = count(scenario.chases);
        let most = if scenario.precision.is_some() { "at most " } else { "" };
        let played = if cells == 1 {
            format!("{most}{each} chases")
        } else {
            format!("{most}{each} chases a cell, {most}{} in all", count(preview.chases))
        };
        match scenario.precision {
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
            Err(why) if scenario.method == Wanted::Auto => {
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
        (changed, default) if changed.is_empty() && default.is_empty() => "switches: none".to_owned(),
        (changed, default) if changed.is_empty() => format!("switches: all at their default: {default}"),
        (changed, default) => format!("switches: {changed}; at their default: {default}"),
    }
}

fn resolved(preview: &Preview, color: bool) -> String {
    let mut table = plain(color);
    let all = preview.cells.len();
    let several = all > 1;
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
                row.push(if *cells == all { "all".into() } else { count(*cells as u64) });
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
pub fn json(sweep: &Sweep, previews: &[Preview], to: &mut impl Write) -> Result<(), ReportError> {
    let whole = Whole {
        chaselab: VERSION,
        scenario: &sweep.scenario.title,
        digest: &sweep.digest,
        seed: sweep.scenario.seed,
        confidence: sweep.scenario.confidence,
        systems: previews.iter().map(SystemPart).collect(),
    };
    serde_json::to_writer_pretty(&mut *to, &whole)?;
    writeln!(to)?;
    Ok(())
}

/// The plan, written as it is gone through: of many cells all would take gigabytes.
#[derive(Serialize)]
struct Whole<'a> {
    chaselab: &'a str,
    scenario: &'a str,
    digest: &'a str,
    seed: u64,
    confidence: f64,
    systems: Vec<SystemPart<'a>>,
}

struct SystemPart<'a>(&'a Preview);

impl Serialize for SystemPart<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(preview) = *self;
        let size = preview.size.as_ref().ok();
        let switches = preview.switches.iter().map(|switch| (switch.name.to_owned(), json!(switch.value)));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("system", preview.system.name())?;
        map.serialize_entry("method", preview.method.name())?;
        map.serialize_entry("chases", &preview.chases)?;
        map.serialize_entry("states", &size.map(|size| size.states))?;
        map.serialize_entry("transitions", &size.map(|size| size.transitions))?;
        map.serialize_entry("unfit", &preview.size.as_ref().err())?;
        map.serialize_entry("solves", &preview.solves)?;
        map.serialize_entry("switches", &switches.collect::<Map<_, _>>())?;
        map.serialize_entry("cells", &Cells(preview))?;
        if let Some(then) = preview.then {
            map.serialize_entry("then", then.name())?;
        }
        map.end()
    }
}

struct Cells<'a>(&'a Preview);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.cells.iter().map(|cell| cell_json(self.0, cell)))
    }
}

fn cell_json(preview: &Preview, cell: &CellPreview) -> Json {
    let factors = cell.factors.iter().map(|factor| (factor.path.to_string(), json_value(&factor.value)));
    let number = |line: &Explained| json!({ "what": line.what, "value": line.value, "from": line.from });
    json!({
        "cell": cell.index,
        "factors": factors.collect::<Map<_, _>>(),
        "resolved": preview.numbers(cell).map(number).collect::<Vec<_>>(),
    })
}
