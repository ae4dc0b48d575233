//! Which values of a neutral term a system does not tell apart: two words of a ladder may be one number to it.

use crate::grid::{Axis, Grid};
use chaselab_core::{Group, Side};
use chaselab_lab::plan::Factor;
use chaselab_lab::results::{CellResult, Method};
use chaselab_lab::then;

/// Exact numbers this close are the same.
const SAME: f64 = 1e-9;

/// Such as `thw does not tell apart: prey driving Good and Great.`, so that nobody wonders at rows that are alike.
pub(crate) fn sentence(grid: &Grid<'_>) -> Option<String> {
    let told: Vec<String> =
        grid.axes.iter().filter(|axis| is_neutral(axis)).flat_map(|axis| alike(grid, axis)).collect();
    (!told.is_empty())
        .then(|| format!("{} does not tell apart: {}.", then::ids(grid.system, grid.then), told.join("; ")))
}

/// Neutral terms are mapped, and what is made of them is explained in every cell; a changed table is not.
fn is_neutral(axis: &Axis) -> bool {
    let key = axis.path.keys().first().map_or("", String::as_str);
    Side::BOTH.iter().any(|side| side.name() == key) || ["gap", "terrain"].contains(&key)
}

/// The values of an axis that are one to the system, as words.
fn alike(grid: &Grid<'_>, axis: &Axis) -> Vec<String> {
    let mut classes: Vec<Vec<&Factor>> = Vec::new();
    for value in &axis.values {
        match classes.iter_mut().find(|class| are_alike(grid, axis, class[0], value)) {
            Some(class) => class.push(value),
            None => classes.push(vec![value]),
        }
    }
    let several = classes.iter().filter(|class| class.len() > 1);
    several
        .map(|class| {
            let words: Vec<String> = class.iter().map(|value| value.shown()).collect();
            format!("{} {}", axis.name.text, listed(&words))
        })
        .collect()
}

/// Whether all cells with the one value have a twin with the other.
fn are_alike(grid: &Grid<'_>, axis: &Axis, one: &Factor, other: &Factor) -> bool {
    let with = |value: &Factor| -> Vec<&CellResult> {
        grid.cells.iter().copied().filter(|cell| cell.factors.contains(value)).collect()
    };
    let (ones, others) = (with(one), with(other));
    let rest = |cell: &CellResult| -> Vec<Factor> {
        cell.factors.iter().filter(|factor| factor.path != axis.path).cloned().collect()
    };
    let twin = |cell: &&CellResult| others.iter().any(|other| rest(other) == rest(cell) && are_twins(cell, other));
    ones.len() == others.len() && ones.iter().all(twin)
}

/// Whether two cells have the same numbers, and what was found does not contradict it.
fn are_twins(one: &CellResult, other: &CellResult) -> bool {
    let numbers = |cell: &CellResult| -> Vec<(String, String)> {
        cell.explained.iter().map(|line| (line.what.clone(), line.value.clone())).collect()
    };
    let exact = [one, other].iter().all(|cell| cell.method == Method::Exact);
    let agrees = |group: Group| {
        let [one, other] = [one, other].map(|cell| cell.group(group));
        if exact { (one.rate - other.rate).abs() < SAME } else { one.low <= other.high && other.low <= one.high }
    };
    !one.explained.is_empty() && numbers(one) == numbers(other) && Group::ALL.into_iter().all(agrees)
}

/// `Good, Great and Superb`.
fn listed(words: &[String]) -> String {
    match words {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => words.concat(),
    }
}
