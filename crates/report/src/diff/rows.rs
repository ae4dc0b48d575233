//! The changes of one system as rows, those that changed most first.

use crate::grid::Grid;
use crate::measure::spaced;
use crate::rows::Rows;
use crate::shown;
use chaselab_core::End;
use chaselab_lab::diff::{CellDifference, Change, Difference, Quantity, ROUNDING, Standing};
use chaselab_lab::results::{CellResult, Mean, Rate};

/// In which unit changes are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Rates, in percentage points.
    Points,
    /// The mean length, in turns.
    Turns,
}

impl Unit {
    /// What a number is multiplied with.
    pub const fn factor(self) -> f64 {
        match self {
            Self::Points => 100.0,
            Self::Turns => 1.0,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Turns => "turns",
        }
    }
}

/// A change and where it happens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// The cell's differences.
    pub cell: &'a CellDifference,
    /// The cell in BASE and in CHANGED.
    pub results: [&'a CellResult; 2],
    /// The change.
    pub change: &'a Change,
}

impl Line<'_> {
    /// What changes, in words.
    pub fn what(&self) -> String {
        spaced(self.change.quantity.name())
    }

    /// Its value in BASE and in CHANGED, without intervals: theirs is that of the change.
    pub fn values(&self) -> [String; 2] {
        self.results.map(|cell| {
            let rate = |rate: &Rate| shown::rate(rate).value;
            match self.change.quantity {
                Quantity::Group(group) => rate(cell.group(group)),
                Quantity::End(end) => cell.end(end).map_or_else(|| "–".to_owned(), rate),
                Quantity::Turns => {
                    let Mean { mean, low, high } = cell.turns.mean;
                    shown::mean(&Mean { mean, low, high }).value
                }
            }
        })
    }

    /// The change in its unit with its interval.
    pub fn delta(&self, unit: Unit) -> String {
        let Change { delta, low, high, .. } = *self.change;
        let factor = unit.factor();
        shown::difference(delta * factor, low * factor, high * factor).line()
    }

    /// The change when players adapt, in the unit.
    pub fn adapted(&self, unit: Unit) -> String {
        let adapted = self.change.adapted.map(|delta| delta * unit.factor());
        adapted.map_or_else(|| "–".to_owned(), |delta| shown::difference(delta, delta, delta).value)
    }

    /// Whether it is shown to be real.
    fn standing(&self) -> String {
        match self.change.standing {
            Standing::Exact => "exact".to_owned(),
            Standing::Paired { tail, shown: true, .. } if tail < 0.0001 => "yes (p < 0.0001)".to_owned(),
            Standing::Paired { tail, shown: true, .. } => format!("yes (p = {tail:.4})"),
            Standing::Paired { differ: 0, .. } => "no chase differs".to_owned(),
            Standing::Paired { tail, .. } => format!("not shown (p = {tail:.2})"),
        }
    }
}

/// A system's changes in one unit, the largest first. What does not change is left out, and so are ends that alone make
/// up their group, whose row says the same.
pub(crate) fn lines<'a>(difference: &'a Difference, grid: &Grid<'a>, unit: Unit) -> Vec<Line<'a>> {
    let cells = difference.cells.iter().zip(&difference.changed.cells).filter(|(cell, _)| cell.system == grid.system);
    let both = cells.zip(&grid.cells);
    let all = both.flat_map(|((cell, after), &before)| {
        let told = cell.changes.iter().filter(move |change| is_told(cell, change, unit));
        told.map(move |change| Line { cell, results: [before, after], change })
    });
    let mut lines: Vec<Line<'a>> = all.collect();
    lines.sort_by(|one, other| other.change.delta.abs().total_cmp(&one.change.delta.abs()));
    lines
}

fn is_told(cell: &CellDifference, change: &Change, unit: Unit) -> bool {
    let changes = !change.is_nothing() || change.adapted.is_some_and(|delta| delta.abs() > ROUNDING);
    changes
        && match change.quantity {
            Quantity::Turns => unit == Unit::Turns,
            _ if unit == Unit::Turns => false,
            Quantity::Group(_) => true,
            Quantity::End(End::Timeout) => false,
            Quantity::End(end) => {
                let group = cell.change(Quantity::Group(end.group()));
                group.is_none_or(|group| group.base != change.base || group.changed != change.changed)
            }
        }
}

/// Up to so many rows of a kind are shown; the rest stands in the data.
pub(crate) const MOST: usize = 24;

/// A system's changes in one unit as texts; nothing where there are none.
pub(super) fn rows(difference: &Difference, grid: &Grid<'_>, unit: Unit) -> Option<Rows> {
    let lines = lines(difference, grid, unit);
    let left = lines.len().saturating_sub(MOST);
    let exact = lines.iter().all(|line| line.change.standing == Standing::Exact);
    let adapts = difference.cells.iter().any(|cell| cell.adapted.as_ref().is_some_and(Result::is_ok));
    let title = format!("{} ({})", grid.system.title(), grid.system.name());
    let more = match left {
        0 => String::new(),
        1 => "; 1 smaller one stands in the data".to_owned(),
        several => format!("; {several} smaller ones stand in the data"),
    };
    let heading = match unit {
        Unit::Points => format!("{title}: how chases end, what changes most first{more}"),
        Unit::Turns => format!("{title}: how many turns chases take{more}"),
    };
    let what = if unit == Unit::Points { vec!["rate".to_owned()] } else { Vec::new() };
    let head = grid.axes.iter().map(|axis| axis.name.to_string()).chain(what.clone());
    let head = head.chain(["BASE", "CHANGED"].map(String::from)).chain([format!("change ({})", unit.name())]);
    let head = head.chain(adapts.then(|| "when players adapt".to_owned())).chain((!exact).then(|| "shown".to_owned()));
    let texts = lines.iter().take(MOST).map(|line| {
        let names = grid.values(line.results[0]).into_iter().chain((unit == Unit::Points).then(|| line.what()));
        let [base, changed] = line.values();
        let numbers = [base, changed, line.delta(unit)].into_iter();
        names
            .chain(numbers)
            .chain(adapts.then(|| line.adapted(unit)))
            .chain((!exact).then(|| line.standing()))
            .collect()
    });
    let rows: Vec<Vec<String>> = texts.collect();
    (!rows.is_empty()).then(|| Rows { heading, head: head.collect(), names: grid.axes.len() + what.len(), rows })
}
