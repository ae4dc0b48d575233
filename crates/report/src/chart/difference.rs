//! The pictures of a difference: what changed most, as it was and when players adapt.

use super::axis::plain;
use super::changes::{Changes, Mark, Row};
use super::legend::Legend;
use super::{Chart, Frame, Kind, color};
use crate::diff::{Line, MOST, Unit, lines};
use crate::grid::{Grid, grids};
use crate::shown;
use chaselab_lab::diff::{Difference, Standing};
use plotters::style::RGBColor;

/// What is not shown to be real.
const OPEN: RGBColor = RGBColor(0x9a, 0x9a, 0x9a);

/// For each system the changes of rates, and those of lengths, the largest first; none where nothing happened.
pub fn charts(difference: &Difference) -> Vec<Chart> {
    let of = |grid: &Grid<'_>| [Unit::Points, Unit::Turns].map(|unit| chart(difference, grid, unit));
    grids(&difference.base).iter().flat_map(of).flatten().collect()
}

fn chart(difference: &Difference, grid: &Grid<'_>, unit: Unit) -> Option<Chart> {
    let all = lines(difference, grid, unit);
    if all.is_empty() {
        return None;
    }
    let told = &all[..all.len().min(MOST)];
    let (adapts, open) = (
        told.iter().any(|line| line.change.adapted.is_some()),
        told.iter().any(|line| matches!(line.change.standing, Standing::Paired { shown: false, .. })),
    );
    let (what, name) = match unit {
        Unit::Points => ("How chases end", "rates"),
        Unit::Turns => ("How long chases take", "lengths"),
    };
    let title = format!("{what}: what the change does");
    let intervals = told.iter().any(|line| line.cell.pairs.is_some());
    let mut footer = Vec::new();
    if intervals {
        footer.push(format!("Intervals: {}.", shown::confidence(difference.base.confidence)));
    }
    if all.len() > MOST {
        footer.push(format!("The {MOST} largest of {} changes.", all.len()));
    }
    footer.push(format!("Digest {}.", difference.base.digest));
    let frame = Frame {
        title: title.clone(),
        subtitle: format!("{} · {}", difference.base.title, grid.system.title()),
        footer,
    };
    let entries = [
        (true, "players as they were", color::kind(0)),
        (adapts, "players who adapt", color::kind(1)),
        (open, "not shown to be real", OPEN),
    ];
    let entries = entries.into_iter().filter(|(there, ..)| *there).map(|(_, name, color)| (name.to_owned(), color));
    let mut names: Vec<String> = grid.axes.iter().map(|axis| axis.name.to_string()).collect();
    names.extend((unit == Unit::Points).then(|| "rate".to_owned()));
    let kind = Kind::Changes(Changes {
        frame,
        legend: Legend::new(None, entries.collect()),
        names,
        aside: "BASE → CHANGED",
        across: match unit {
            Unit::Points => "change in percentage points".to_owned(),
            Unit::Turns => "change in turns".to_owned(),
        },
        word: plain,
        rows: told.iter().map(|line| row(grid, line, unit)).collect(),
    });
    let first = &told[0];
    let [before, after] = first.values();
    let alt = format!(
        "{}: changes of {}{}, the largest first: {}{} goes from {before} to {after}.",
        grid.system.title(),
        if unit == Unit::Points { "rates" } else { "lengths" },
        if intervals { " with their intervals" } else { "" },
        first.what(),
        if grid.cells.len() > 1 { format!(" with {}", grid.cell_name(first.results[0])) } else { String::new() },
    );
    Some(Chart { name: format!("{}-{name}", grid.system.name()), title, alt, kind })
}

fn row(grid: &Grid<'_>, line: &Line<'_>, unit: Unit) -> Row {
    let factor = unit.factor();
    let change = line.change;
    let open = matches!(change.standing, Standing::Paired { shown: false, .. });
    let own = Mark {
        low: change.low * factor,
        at: change.delta * factor,
        high: change.high * factor,
        color: if open { OPEN } else { color::kind(0) },
    };
    let adapted = change.adapted.map(|delta| {
        let at = delta * factor;
        Mark { low: at, at, high: at, color: color::kind(1) }
    });
    let mut values = grid.values(line.results[0]);
    values.extend((unit == Unit::Points).then(|| line.what()));
    let [before, after] = line.values();
    Row { values, marks: std::iter::once(own).chain(adapted).collect(), aside: format!("{before} → {after}") }
}
