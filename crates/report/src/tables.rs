//! The tables that designers edit, with the standing of every number: to read, and as data.

use crate::error::ReportError;
use crate::format::{frame_csv, json_value};
use crate::screen::plain;
use chaselab_core::tables::{Cell, Row, Standing, Table, Tables};
use chaselab_core::tree::Value;
use chaselab_lab::results::VERSION;
use comfy_table::{Attribute, Cell as Shown, CellAlignment};
use polars::prelude::{Column, DataFrame, NamedFrom, Series};
use serde_json::{Map, Value as Json, json};
use std::io::Write;

/// Longer values are cut: `export` and the data formats have them whole.
const LONGEST: usize = 48;

/// A table to show.
#[derive(Clone, Copy, Debug)]
pub struct Shelf<'a> {
    /// Its system, or `neutral`.
    pub system: &'a str,
    /// The table.
    pub table: &'a Table,
    /// The same as embedded.
    pub embedded: &'a Table,
}

impl<'a> Shelf<'a> {
    /// Every table of several systems, beside the same as embedded.
    pub fn of(tables: &'a [Tables], embedded: &'a [Tables]) -> Vec<Self> {
        let pairs = tables.iter().zip(embedded);
        pairs
            .flat_map(|(tables, embedded)| {
                tables.iter().map(|table| Shelf { system: tables.system(), table, embedded: embedded.get(table.name) })
            })
            .collect()
    }

    fn was(&self, row: &Row, column: usize) -> Option<&'a Cell> {
        self.embedded.row(&row.name)?.cells[column].as_ref()
    }
}

/// One line a table.
pub fn list(shelves: &[Shelf<'_>], color: bool) -> String {
    let mut shown = headed(color, &["table", "what", "rows", "columns", "standing of its numbers", "page"]);
    for Shelf { system, table, .. } in shelves {
        let counts = standings(table).into_iter().map(|(standing, count)| format!("{count} {}", standing.name()));
        shown.add_row([
            format!("{system}.{}", table.name),
            table.title.clone(),
            table.rows.len().to_string(),
            table.columns.len().to_string(),
            counts.collect::<Vec<_>>().join(", "),
            table.source.clone(),
        ]);
    }
    format!("{}\n", shown.trim_fmt())
}

/// How many cells of a table stand how.
pub(crate) fn standings(table: &Table) -> Vec<(Standing, usize)> {
    let all = [Standing::Seed, Standing::Derived, Standing::Reconstructed, Standing::Changed];
    let cells = || table.rows.iter().flat_map(|row| row.cells.iter().flatten());
    let counted = all.map(|standing| (standing, cells().filter(|cell| cell.standing == standing).count()));
    counted.into_iter().filter(|&(_, count)| count > 0).collect()
}

/// Whole tables.
pub fn show(shelves: &[Shelf<'_>], color: bool) -> String {
    let shown: Vec<String> = shelves.iter().map(|shelf| whole(shelf, color)).collect();
    shown.join("\n")
}

fn whole(shelf: &Shelf<'_>, color: bool) -> String {
    let table = shelf.table;
    let mut heads = vec!["row"];
    heads.extend(table.columns.iter().map(|column| column.name.as_str()));
    heads.push("standing");
    let mut shown = headed(color, &heads);
    for row in &table.rows {
        let usual = usual(row);
        let mut line = vec![row.name.clone()];
        for (column, cell) in row.cells.iter().enumerate() {
            line.push(match cell {
                None => "–".into(),
                Some(cell) => {
                    let apart = match cell.standing {
                        Standing::Changed => {
                            let was = shelf.was(row, column).map_or_else(|| "–".into(), |was| brief(&was.node.value));
                            format!(" (changed, was {was})")
                        }
                        standing if Some(standing) == usual => String::new(),
                        standing => format!(" ({})", standing.name()),
                    };
                    brief(&cell.node.value) + &apart
                }
            });
        }
        line.push(usual.map_or("changed", Standing::name).to_owned());
        shown.add_row(line);
    }
    for (index, _) in table.columns.iter().enumerate().filter(|&(index, _)| numeric(table, index)) {
        if let Some(column) = shown.column_mut(index + 1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text =
        format!("{}.{}: {} ({})\n{}\n", shelf.system, table.name, table.title, table.source, shown.trim_fmt());
    for column in table.columns.iter().filter(|column| column.name != column.about) {
        text.push_str(&format!("  {}: {}\n", column.name, column.about));
    }
    text
}

/// The standing of most of a row's cells that nobody changed.
fn usual(row: &Row) -> Option<Standing> {
    let all = [Standing::Seed, Standing::Derived, Standing::Reconstructed];
    let count = |standing: Standing| row.cells.iter().flatten().filter(|cell| cell.standing == standing).count();
    all.into_iter().filter(|&standing| count(standing) > 0).rev().max_by_key(|&standing| count(standing))
}

fn numeric(table: &Table, column: usize) -> bool {
    let mut cells = table.rows.iter().filter_map(|row| row.cells[column].as_ref());
    cells.all(|cell| matches!(cell.node.value, Value::Integer(_) | Value::Float(_)))
}

fn brief(value: &Value) -> String {
    let text = plain_text(value);
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// A text without quotes, anything else as TOML.
fn plain_text(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        other => other.to_string(),
    }
}

fn headed(color: bool, heads: &[&str]) -> comfy_table::Table {
    let mut table = plain(color);
    table.set_header(heads.iter().map(|head| Shown::new(head).add_attribute(Attribute::Bold)));
    table
}

/// One JSON object.
///
/// # Errors
/// When `to` does not take it.
pub fn json(shelves: &[Shelf<'_>], to: &mut impl Write) -> Result<(), ReportError> {
    let tables: Vec<Json> = shelves.iter().map(table_json).collect();
    serde_json::to_writer_pretty(&mut *to, &json!({ "chaselab": VERSION, "tables": tables }))?;
    writeln!(to)?;
    Ok(())
}

fn table_json(shelf: &Shelf<'_>) -> Json {
    let table = shelf.table;
    let columns = table.columns.iter().map(|column| (column.name.clone(), json!(column.about)));
    let rows = table.rows.iter().map(|row| {
        let cells = table.columns.iter().zip(&row.cells).enumerate().filter_map(|(index, (column, cell))| {
            let cell = cell.as_ref()?;
            let mut object = json!({ "value": json_value(&cell.node.value), "standing": cell.standing.name() });
            if cell.standing == Standing::Changed {
                object["was"] = shelf.was(row, index).map_or(Json::Null, |was| json_value(&was.node.value));
            }
            Some((column.name.clone(), object))
        });
        json!({ "row": row.name, "cells": cells.collect::<Map<_, _>>() })
    });
    json!({
        "system": shelf.system,
        "table": table.name,
        "title": table.title,
        "source": table.source,
        "columns": columns.collect::<Map<_, _>>(),
        "rows": rows.collect::<Vec<_>>(),
    })
}

/// One row a cell.
///
/// # Errors
/// When `to` does not take it.
pub fn csv(shelves: &[Shelf<'_>], to: &mut impl Write) -> Result<(), ReportError> {
    let mut lines: Vec<[Option<String>; 7]> = Vec::new();
    for shelf in shelves {
        for row in &shelf.table.rows {
            for (index, (column, cell)) in shelf.table.columns.iter().zip(&row.cells).enumerate() {
                let Some(cell) = cell else { continue };
                let was = shelf.was(row, index).filter(|_| cell.standing == Standing::Changed);
                lines.push([
                    Some(shelf.system.to_owned()),
                    Some(shelf.table.name.to_owned()),
                    Some(row.name.clone()),
                    Some(column.name.clone()),
                    Some(plain_text(&cell.node.value)),
                    Some(cell.standing.name().to_owned()),
                    was.map(|was| plain_text(&was.node.value)),
                ]);
            }
        }
    }
    let names = ["system", "table", "row", "column", "value", "standing", "was"];
    let columns = names.iter().enumerate().map(|(index, &name)| {
        let values: Vec<Option<String>> = lines.iter().map(|line| line[index].clone()).collect();
        Column::from(Series::new(name.into(), values))
    });
    frame_csv(&mut DataFrame::new(lines.len(), columns.collect())?, to)
}
