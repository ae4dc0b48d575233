//! The JSON Schema of scenario files, for editors: names and types of every key, with what may be written.
//!
//! The readers take values in many shapes and keep the places of all of them, so no type derives the schema: the shapes
//! stand in `schema/scenario.json` and in each system's `schema.json`; what the tables name is added here.

use chaselab_core::tables::{Table, Tables};
use chaselab_core::tree::Value;
use chaselab_core::{Ladder, Side};
use chaselab_systems::{SystemId, all_tables, neutral};
use serde_json::{Map, Value as Json, json};

/// The schema of a scenario.
pub fn scenario() -> Json {
    let mut schema = parse(include_str!("schema/scenario.json"));
    let systems: Vec<&str> = SystemId::ALL.iter().map(|system| system.name()).collect();
    schema["properties"]["systems"]["items"]["enum"] = json!(systems);
    let tables = neutral::tables();
    for (definition, table) in
        [("vehicle_name", "vehicles"), ("temper", "tempers"), ("terrain", "terrain"), ("gap", "gaps")]
    {
        let rows: Vec<&str> = tables.get(table).rows.iter().map(|row| row.name.as_str()).collect();
        schema["$defs"][definition]["enum"] = json!(rows);
    }
    schema["$defs"]["level"]["anyOf"][1]["enum"] = Ladder::words().collect();
    let columns = properties_of(tables.get("vehicles"), |_| Json::Null);
    if let Some(vehicle) = schema["$defs"]["vehicle"]["anyOf"][1]["properties"].as_object_mut() {
        vehicle.extend(columns);
    }
    for &system in SystemId::ALL {
        let mut section = parse(system.schema());
        section["type"] = json!("object");
        section["description"] = json!(format!("Terms of {}, which win over the neutral ones.", system.title()));
        section["additionalProperties"] = json!(false);
        if system.tables().iter().next().is_some() {
            section["properties"]["overlays"] = json!({ "$ref": "#/$defs/overlays" });
            section["properties"]["tables"] = tables_schema(system.tables());
        }
        for side in Side::BOTH {
            schema["$defs"][format!("{}_{}", system.name(), side.name())] = side_schema(&section, side);
        }
        for part in ["side", "prey", "catcher"] {
            section.as_object_mut().map(|section| section.shift_remove(part));
        }
        schema["properties"][system.name()] = section;
    }
    schema["properties"]["neutral"]["properties"]["tables"] = tables_schema(tables);
    schema
}

/// The schema of an overlay of a system's tables, or of the neutral ones.
pub fn overlay(system: &str) -> Option<Json> {
    let mut schema = tables_schema(all_tables().find(|tables| tables.system() == system)?);
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!(format!("Overlay of the tables of {system}"));
    Some(schema)
}

/// A side of a system: `side` holds what both have, `prey` and `catcher` what one has alone.
fn side_schema(section: &Json, side: Side) -> Json {
    let parts = [&section["side"], &section[side.name()]];
    let keys = parts.into_iter().filter_map(Json::as_object).flatten();
    let keys: Map<String, Json> = keys.map(|(key, schema)| (key.clone(), schema.clone())).collect();
    json!({ "type": "object", "additionalProperties": false, "properties": keys })
}

/// The schemas are part of the program: their own tests would have failed.
fn parse(text: &str) -> Json {
    serde_json::from_str(text).expect("an embedded schema is JSON")
}

fn tables_schema(tables: &Tables) -> Json {
    let tables = tables.iter().map(|table| {
        let rows = table.rows.iter().enumerate().map(|(index, row)| {
            let cells = properties_of(table, |column| default(table, index, column));
            (row.name.clone(), json!({ "type": "object", "properties": cells, "additionalProperties": false }))
        });
        let rows: Map<String, Json> = rows.collect();
        let about = format!("{} ({})", table.title, table.source);
        let schema =
            json!({ "type": "object", "description": about, "properties": rows, "additionalProperties": false });
        (table.name.to_owned(), schema)
    });
    json!({
        "type": "object",
        "description": "Cells that differ: TABLE.ROW.COLUMN = value.",
        "properties": tables.collect::<Map<_, _>>(),
        "additionalProperties": false,
    })
}

/// What a cell says when nobody changes it.
fn default(table: &Table, row: usize, column: usize) -> Json {
    match table.rows[row].cells[column].as_ref().map(|cell| &cell.node.value) {
        Some(Value::Integer(number)) => json!(number),
        Some(Value::Float(number)) => json!(number),
        Some(Value::Text(text)) => json!(text),
        Some(Value::Bool(value)) => json!(value),
        _ => Json::Null,
    }
}

/// A property for each column, typed by what most of its cells hold.
fn properties_of(table: &Table, default: impl Fn(usize) -> Json) -> Map<String, Json> {
    let columns = table.columns.iter().enumerate().map(|(index, column)| {
        let cells = || table.rows.iter().filter_map(|row| row.cells[index].as_ref()).map(|cell| &cell.node.value);
        let all = |fits: fn(&Value) -> bool| cells().next().is_some() && cells().all(fits);
        let mut schema = json!({ "description": column.about });
        if all(|value| matches!(value, Value::Integer(_) | Value::Float(_))) {
            schema["type"] = json!("number");
        } else if all(|value| matches!(value, Value::Text(_))) {
            schema["type"] = json!("string");
        } else if all(|value| matches!(value, Value::Table(_))) {
            schema["type"] = json!("object");
        }
        let default = default(index);
        if !default.is_null() {
            schema["default"] = default;
        }
        (column.name.clone(), schema)
    });
    columns.collect()
}
