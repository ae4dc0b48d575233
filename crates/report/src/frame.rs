//! Results as one frame in long form: a row for each cell and end.

use chaselab_core::End;
use chaselab_core::tree::{Path, Value};
use chaselab_lab::estimate::digits;
use chaselab_lab::plan::Factor;
use chaselab_lab::results::{CellResult, Rate, Results};
use polars::prelude::{Column, DataFrame, NamedFrom, Series};

use crate::error::ReportError;

/// A cell and one of its ends.
type Row<'a> = (&'a CellResult, End, &'a Rate);

/// The frame: `cell` and `system`, `then` where a fight follows anywhere, a column for each factor of the grid under its
/// path, then how the numbers came to be, the end with its rate, and the cell's lengths. `count` and `chases` are null where the numbers are exact, a
/// factor where the system lacks it, `end_turns_mean` where the end was not seen, `check_z` where nothing was held against
/// exact numbers. `stopped` is there only where the number of chases was decided by looking at them.
///
/// # Errors
/// When the frame cannot be built.
pub fn frame(results: &Results) -> Result<DataFrame, ReportError> {
    let layout = Layout {
        factors: Factors::of(results.cells.iter().flat_map(|cell| &cell.factors)),
        then: results.cells.iter().any(|cell| cell.then.is_some()),
        stopped: results.cells.iter().any(|cell| cell.stop.is_some()),
    };
    frame_of(&results.cells, &layout)
}

/// The same of some cells, with the columns of all.
pub(crate) fn frame_of(cells: &[CellResult], layout: &Layout) -> Result<DataFrame, ReportError> {
    let rows: Vec<Row<'_>> =
        cells.iter().flat_map(|cell| cell.ends.iter().map(move |(end, rate)| (cell, *end, rate))).collect();
    let cell_number = |f: fn(&CellResult) -> f64| rows.iter().map(|&(cell, ..)| f(cell)).collect::<Vec<_>>();
    let cell_turns = |f: fn(&CellResult) -> u16| rows.iter().map(|&(cell, ..)| u32::from(f(cell))).collect::<Vec<_>>();
    let rate_number = |f: fn(&Rate) -> f64| rows.iter().map(|&(.., rate)| f(rate)).collect::<Vec<_>>();

    let mut columns = vec![
        column("cell", rows.iter().map(|&(cell, ..)| cell.cell as u32).collect::<Vec<_>>()),
        column("system", rows.iter().map(|&(cell, ..)| cell.system.name()).collect::<Vec<_>>()),
    ];
    if layout.then {
        let then = |&(cell, ..): &Row<'_>| cell.then.map(chaselab_systems::SystemId::name);
        columns.push(column("then", rows.iter().map(then).collect::<Vec<_>>()));
    }
    let mut rest = vec![
        column("method", rows.iter().map(|&(cell, ..)| cell.method.name()).collect::<Vec<_>>()),
        column("chases", rows.iter().map(|&(cell, _, rate)| rate.count.map(|_| cell.chases)).collect::<Vec<_>>()),
        column("max_turns", cell_turns(|cell| cell.max_turns)),
        column("end", rows.iter().map(|&(_, end, _)| end.name()).collect::<Vec<_>>()),
        column("group", rows.iter().map(|&(_, end, _)| end.group().name()).collect::<Vec<_>>()),
        column("count", rows.iter().map(|&(.., rate)| rate.count).collect::<Vec<_>>()),
        column("rate", rate_number(|rate| rate.rate)),
        column("low", rate_number(|rate| rate.low)),
        column("high", rate_number(|rate| rate.high)),
        column("end_turns_mean", rows.iter().map(|&(cell, end, _)| mean_turns(cell, end)).collect::<Vec<_>>()),
        column("turns_mean", cell_number(|cell| cell.turns.mean.mean)),
        column("turns_low", cell_number(|cell| cell.turns.mean.low)),
        column("turns_high", cell_number(|cell| cell.turns.mean.high)),
        column("turns_sd", cell_number(|cell| cell.turns.sd)),
        column("turns_p10", cell_turns(|cell| cell.turns.p10)),
        column("turns_p50", cell_turns(|cell| cell.turns.p50)),
        column("turns_p90", cell_turns(|cell| cell.turns.p90)),
        column("check_z", rows.iter().map(|(cell, ..)| cell.check.map(|check| check.z)).collect::<Vec<_>>()),
    ];
    if layout.stopped {
        let stopped = rows.iter().map(|(cell, ..)| cell.stop.map(|stop| stop.by.name()));
        rest.push(column("stopped", stopped.collect::<Vec<_>>()));
    }
    let taken: Vec<String> = columns.iter().chain(&rest).map(|column| column.name().to_string()).collect();
    let factors: Vec<&[Factor]> = rows.iter().map(|(cell, ..)| &cell.factors[..]).collect();
    columns.extend(layout.factors.columns(&factors, &taken));
    columns.extend(rest);
    Ok(DataFrame::new(rows.len(), columns)?)
}

/// A column of values.
pub(crate) fn column<'a, T: 'a>(name: &str, values: Vec<T>) -> Column
where
    Series: NamedFrom<Vec<T>, [T]>,
{
    Column::from(Series::new(name.into(), values))
}

/// Which columns there are, whatever single cells have.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The factors.
    pub factors: Factors,
    /// Whether a fight may follow.
    pub then: bool,
    /// Whether the number of chases may be decided by looking at them.
    pub stopped: bool,
}

/// The factors of all cells: whole numbers when all values are, else numbers when all are, else text.
#[derive(Clone, Debug, Default)]
pub struct Factors {
    columns: Vec<(Path, Kind)>,
}

/// What a factor's values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Whole,
    Number,
    Text,
}

impl Factors {
    /// Of these factors with their values, in the order in which they come.
    pub fn of<'a>(factors: impl IntoIterator<Item = &'a Factor>) -> Self {
        let mut columns: Vec<(Path, Kind)> = Vec::new();
        for factor in factors {
            let kind = match factor.value {
                Value::Integer(_) => Kind::Whole,
                Value::Float(_) => Kind::Number,
                _ => Kind::Text,
            };
            match columns.iter_mut().find(|(path, _)| *path == factor.path) {
                Some((_, known)) => *known = kind.max(*known),
                None => columns.push((factor.path.clone(), kind)),
            }
        }
        Self { columns }
    }

    /// A column for each, under its path or, where another column is called so, beside it.
    pub(crate) fn columns(&self, rows: &[&[Factor]], taken: &[String]) -> Vec<Column> {
        self.columns.iter().map(|(path, kind)| factor_column(path, *kind, rows, taken)).collect()
    }
}

/// One factor.
fn factor_column(path: &Path, kind: Kind, rows: &[&[Factor]], taken: &[String]) -> Column {
    let shown = path.to_string();
    let name = if taken.contains(&shown) { format!("factor.{shown}") } else { shown };
    let factors: Vec<Option<&Factor>> =
        rows.iter().map(|factors| factors.iter().find(|factor| factor.path == *path)).collect();
    match kind {
        Kind::Whole => {
            let whole = |factor: &Factor| if let Value::Integer(number) = factor.value { Some(number) } else { None };
            column(&name, factors.iter().map(|factor| factor.and_then(whole)).collect::<Vec<_>>())
        }
        Kind::Number => column(&name, factors.iter().map(|factor| factor.and_then(Factor::number)).collect::<Vec<_>>()),
        Kind::Text => column(&name, factors.iter().map(|factor| factor.map(Factor::shown)).collect::<Vec<_>>()),
    }
}

/// The mean length of the chases that ended so.
fn mean_turns(cell: &CellResult, end: End) -> Option<f64> {
    let (_, lengths) = cell.turns.by_end.iter().find(|&&(this, _)| this == end)?;
    let share: f64 = lengths.iter().map(|&(_, share)| share).sum();
    let sum: f64 = lengths.iter().map(|&(turns, share)| f64::from(turns) * share).sum();
    (share > 0.0).then(|| digits(sum / share))
}
