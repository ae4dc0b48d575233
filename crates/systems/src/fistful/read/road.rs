//! The road: the terrain's, or as the scenario writes it.

use crate::Input;
use crate::fistful::lengths::{Lengths, in_cm, in_quarters};
use crate::fistful::setup::Road;
use crate::reading::{Notes, WRITTEN};
use chaselab_core::Problem;
use chaselab_core::tree::{Node, Reader, Value};

const KEYS: [&str; 4] = ["curve_every_cm", "obstacles", "immovables", "crowd"];

/// Reads `road = { ... }`; what it does not say the terrain does.
pub(super) fn read(input: &Input<'_>, lengths: &Lengths, notes: &mut Notes) -> Result<Road, Box<Problem>> {
    let own = input.own.table("road")?;
    own.only(&KEYS)?;
    let hides_all = KEYS.iter().all(|key| own.peek(key).is_some());
    let terrain = if hides_all { None } else { Some(input.neutral.terrain()?) };
    let table = input.neutral.table("terrain");
    let column = terrain.and_then(|row| table.cell(row, "fistful"));
    let column = Reader::new(column.map(|cell| &cell.node), "terrain.fistful")?;
    column.only(&KEYS)?;
    let name = terrain.map_or_else(String::new, |row| format!("terrain {}, {}", row.name, table.path(row, "fistful")));
    let source = |key: &'static str| match own.get(key) {
        Some(node) => (Some(node), WRITTEN.to_owned()),
        None => (column.get(key), name.clone()),
    };
    let (every, from) = source("curve_every_cm");
    let curve_every = every.map(|node| curve_every(node, lengths)).transpose()?.flatten();
    let value = curve_every.map_or_else(|| "no curves".to_owned(), |every| format!("a curve each {} cm", in_cm(every)));
    notes.add("road", value, from);
    let mut flag = |key: &'static str, default: bool| {
        let (node, from) = source(key);
        let value = node.map_or(Ok(default), |node| node.boolean(key))?;
        notes.add(format!("road {key}"), if value { "yes" } else { "no" }, from);
        Ok::<_, Box<Problem>>(value)
    };
    Ok(Road {
        curve_every,
        obstacles: flag("obstacles", true)?,
        immovables: flag("immovables", false)?,
        crowd: flag("crowd", false)?,
    })
}

/// A distance from 5 cm to ten tables, or `"never"`.
fn curve_every(node: &Node, lengths: &Lengths) -> Result<Option<i16>, Box<Problem>> {
    let name = "curve_every_cm";
    match &node.value {
        Value::Text(text) if text == "never" => {
            node.mark_used();
            Ok(None)
        }
        Value::Text(_) => Err(node.unexpected(name, "\"never\", or centimetres")),
        _ => in_quarters(node, name, node.number(name, 5.0..=10.0 * in_cm(lengths.table))?).map(Some),
    }
}
