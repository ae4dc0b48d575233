//! Every change as one frame in long form: a row for each cell and quantity.

use crate::error::ReportError;
use crate::frame::{Factors, column};
use chaselab_lab::diff::{CellDifference, Change, Difference, Standing};
use chaselab_lab::plan::Factor;
use polars::prelude::DataFrame;

/// The frame: `cell`, `system`, a column for each factor, how it was made, then the quantity with both values and the
/// change. `pairs`, `p` and `gain` are null where both variants are exact, `adapted` where players who adapt were not
/// computed.
///
/// # Errors
/// When the frame cannot be built.
pub fn frame(difference: &Difference) -> Result<DataFrame, ReportError> {
    let rows: Vec<(&CellDifference, &Change)> =
        difference.cells.iter().flat_map(|cell| cell.changes.iter().map(move |change| (cell, change))).collect();
    let number = |f: fn(&Change) -> f64| rows.iter().map(|&(_, change)| f(change)).collect::<Vec<_>>();
    let paired =
        |f: fn(&Standing) -> Option<f64>| rows.iter().map(|(_, change)| f(&change.standing)).collect::<Vec<_>>();
    let mut columns = vec![
        column("cell", rows.iter().map(|(cell, _)| cell.cell as u32).collect::<Vec<_>>()),
        column("system", rows.iter().map(|(cell, _)| cell.system.name()).collect::<Vec<_>>()),
    ];
    let rest = vec![
        column("pairs", rows.iter().map(|(cell, _)| cell.pairs).collect::<Vec<_>>()),
        column("quantity", rows.iter().map(|(_, change)| change.quantity.name()).collect::<Vec<_>>()),
        column("base", number(|change| change.base)),
        column("changed", number(|change| change.changed)),
        column("delta", number(|change| change.delta)),
        column("low", number(|change| change.low)),
        column("high", number(|change| change.high)),
        column("real", rows.iter().map(|(_, change)| change.is_real()).collect::<Vec<_>>()),
        column(
            "p",
            paired(|standing| match standing {
                Standing::Paired { tail, .. } => Some(*tail),
                Standing::Exact => None,
            }),
        ),
        column(
            "gain",
            paired(|standing| match standing {
                Standing::Paired { gain, .. } => *gain,
                Standing::Exact => None,
            }),
        ),
        column("adapted", rows.iter().map(|(_, change)| change.adapted).collect::<Vec<_>>()),
    ];
    let taken: Vec<String> = columns.iter().chain(&rest).map(|column| column.name().to_string()).collect();
    let factors: Vec<&[Factor]> = rows.iter().map(|(cell, _)| &cell.factors[..]).collect();
    columns.extend(Factors::of(factors.iter().copied().flatten()).columns(&factors, &taken));
    columns.extend(rest);
    Ok(DataFrame::new(rows.len(), columns)?)
}
