//! Keys of a scenario held against its schema: those that nothing knows, and those that stand in the wrong section.

use crate::schema;
use chaselab_core::tree::{Entry, Node, Value};
use chaselab_core::{Place, Problem};
use serde_json::Value as Json;
use std::sync::LazyLock;

type Read<T> = Result<T, Box<Problem>>;

/// Keys that concern everybody and are no sections: in a file they stand above the first one.
const OF_ALL: [&str; 9] = ["title", "systems", "then", "seed", "chases", "precision", "method", "confidence", "gap"];

/// Checks the keys of a section of the scenario, and of the tables in it, as far as the schema names all of them.
///
/// # Errors
/// A key that the schema does not have.
pub(crate) fn known(section: &Node, name: &str) -> Read<()> {
    match unknown(section, &SCHEMA["properties"][name], name, &|_| true) {
        Some((entry, within, known)) => Err(message(entry, within).nearest(&entry.key, known)),
        None => Ok(()),
    }
}

/// Checks that no section holds what belongs above the first one: in TOML a key belongs to the section over it.
///
/// # Errors
/// Such a key of the file.
pub(crate) fn in_place(root: &Node) -> Read<()> {
    let Value::Table(sections) = &root.value else { return Ok(()) };
    let strays = |entry: &Entry| matches!(entry.place, Place::File { .. }) && OF_ALL.contains(&entry.key.as_str());
    for Entry { key: section, node, .. } in sections {
        let found = match (&node.value, section.as_str()) {
            // A factor is a list or a table; no factor are the systems.
            (Value::Table(factors), "grid") => factors
                .iter()
                .find(|&entry| strays(entry) && (entry.key == "systems" || !has_values(&entry.node)))
                .map(|entry| (entry, "grid")),
            // The schema is made where it may be needed alone.
            (Value::Table(_), _) if holds(node, &strays) => {
                unknown(node, &SCHEMA["properties"][section], section, &strays)
                    .map(|(entry, within, _)| (entry, within))
            }
            _ => None,
        };
        if let Some((entry, within)) = found {
            let key = &entry.key;
            return Err(message(entry, within)
                .help(format!("`{key}` belongs to the whole scenario: write it above the first section")));
        }
    }
    Ok(())
}

static SCHEMA: LazyLock<Json> = LazyLock::new(schema::scenario);

fn message(entry: &Entry, within: &str) -> Box<Problem> {
    Problem::new(&entry.place, format!("unknown key `{}` in {within}", entry.key))
}

fn has_values(node: &Node) -> bool {
    matches!(node.value, Value::List(_) | Value::Table(_))
}

/// Whether such an entry is anywhere in a table.
fn holds(node: &Node, wanted: &dyn Fn(&Entry) -> bool) -> bool {
    matches!(&node.value, Value::Table(entries) if entries.iter().any(|entry| wanted(entry) || holds(&entry.node, wanted)))
}

/// The first of the `wanted` entries that the schema does not have, with the name of its table and the keys known there.
fn unknown<'n>(
    node: &'n Node,
    schema: &'static Json,
    name: &'n str,
    wanted: &dyn Fn(&Entry) -> bool,
) -> Option<(&'n Entry, &'n str, Vec<&'static str>)> {
    let definition =
        schema["$ref"].as_str().and_then(|path| path.strip_prefix('#')).and_then(|path| SCHEMA.pointer(path));
    let schema = definition.unwrap_or(schema);
    let (Value::Table(entries), Some(known)) = (&node.value, schema["properties"].as_object()) else { return None };
    entries.iter().find_map(|entry| match known.get(&entry.key) {
        Some(inner) => unknown(&entry.node, inner, &entry.key, wanted),
        None if schema["additionalProperties"] == false && wanted(entry) => {
            Some((entry, name, known.keys().map(String::as_str).collect()))
        }
        None => None,
    })
}
