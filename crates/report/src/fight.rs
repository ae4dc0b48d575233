//! How many chases come to a fight, and how long it lasts.

use crate::grid::Grid;
use crate::shown;
use chaselab_lab::estimate::Estimator;
use chaselab_lab::results::{CellResult, Mean, Method, Rate};

/// A sentence about the fights of a system's cells; nothing where none follows.
pub(crate) fn sentence(grid: &Grid<'_>, estimator: Estimator) -> Option<String> {
    grid.then?;
    let often = |cell: &CellResult| Some(event(cell, "fights")?.mean);
    let mut ranked: Vec<&CellResult> = grid.cells.iter().copied().filter(|cell| often(cell).is_some()).collect();
    ranked.sort_by(|a, b| often(a).partial_cmp(&often(b)).unwrap_or(std::cmp::Ordering::Equal));
    let (&least, &most) = (ranked.first()?, ranked.last()?);
    let share = |cell: &CellResult| shown::rate(&share(cell, estimator)).line();
    let (least, most) = (share(least), share(most));
    let shares = if least == most { least } else { format!("{least} to {most}") };
    let rounds: Vec<f64> = ranked.iter().filter_map(|cell| rounds(cell)).collect();
    let bound = |pick: fn(f64, f64) -> f64| rounds.iter().copied().reduce(pick).map(|rounds| format!("{rounds:.1}"));
    let rounds = match (bound(f64::min), bound(f64::max)) {
        (Some(least), Some(most)) if least != most => format!(", {least} to {most} rounds long on average"),
        (Some(rounds), _) => format!(", {rounds} rounds long on average"),
        _ => String::new(),
    };
    Some(format!("A fight follows in {shares} of chases{rounds}; turns are those of the chase alone."))
}

fn event<'a>(cell: &'a CellResult, name: &str) -> Option<&'a Mean> {
    cell.events.iter().find(|(this, _)| this == name).map(|(_, mean)| mean)
}

/// A chase has one fight or none: their mean number is a rate.
fn share(cell: &CellResult, estimator: Estimator) -> Rate {
    let share = event(cell, "fights").map_or(0.0, |mean| mean.mean);
    match cell.method {
        Method::Sampled => estimator.rate((share * cell.chases as f64).round() as u64, cell.chases),
        Method::Exact => Rate { count: None, rate: share, low: share, high: share },
    }
}

/// The mean length of a fight.
fn rounds(cell: &CellResult) -> Option<f64> {
    let (fights, rounds) = (event(cell, "fights")?.mean, event(cell, "fight_rounds")?.mean);
    (fights > 0.0).then(|| rounds / fights)
}
