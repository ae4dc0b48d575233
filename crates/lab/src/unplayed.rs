//! Sections of systems that a scenario does not play: nobody reads them, but what stands in them must exist.

use crate::schema;
use chaselab_core::Problem;
use chaselab_core::tree::{Node, Value};
use chaselab_systems::{Input, SystemId};
use serde_json::Value as Json;
use std::sync::LazyLock;

type Read<T> = Result<T, Box<Problem>>;

/// Checks the sections of all systems but these.
///
/// # Errors
/// A key that the system does not have, or a change of its tables that does not fit.
pub(crate) fn check(root: &Node, played: impl Fn(SystemId) -> bool) -> Read<()> {
    for &system in SystemId::ALL.iter().filter(|&&system| !played(system)) {
        let Some(section) = root.get(system.name()) else { continue };
        static SCHEMA: LazyLock<Json> = LazyLock::new(schema::scenario);
        keys(section, &SCHEMA["properties"][system.name()], system.name(), &SCHEMA)?;
        if section.get("tables").is_some() {
            // Of a copy: what is only checked does not count as read.
            Input::new(&root.clone(), system)?.tables(system)?;
        }
    }
    Ok(())
}

/// Checks the keys of a table, and of those in it, as far as the schema names all of them.
fn keys(node: &Node, schema: &Json, name: &str, root: &Json) -> Read<()> {
    let definition =
        schema["$ref"].as_str().and_then(|path| path.strip_prefix('#')).and_then(|path| root.pointer(path));
    let schema = definition.unwrap_or(schema);
    let (Value::Table(entries), Some(known)) = (&node.value, schema["properties"].as_object()) else { return Ok(()) };
    for entry in entries {
        match known.get(&entry.key) {
            Some(inner) => keys(&entry.node, inner, &entry.key, root)?,
            None if schema["additionalProperties"] == false => {
                return Err(Problem::new(&entry.place, format!("unknown key `{}` in {name}", entry.key))
                    .nearest(&entry.key, known.keys().map(String::as_str)));
            }
            None => {}
        }
    }
    Ok(())
}
