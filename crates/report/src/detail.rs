//! What stands beneath the ends: how they came about, what happened on the way, and how long it took.

use crate::grid::Grid;
use crate::measure::spaced;
use crate::shown::{self, Shown};
use chaselab_core::End;
use chaselab_lab::estimate::Estimator;
use chaselab_lab::results::{CellResult, Method, Rate};

/// Details, events and percentiles as columns of texts.
pub(crate) struct Details {
    details: Vec<(End, String)>,
    events: Vec<String>,
    estimator: Estimator,
}

impl Details {
    /// Everything that some cell of the grid saw.
    pub fn of(grid: &Grid<'_>, estimator: Estimator) -> Self {
        let mut details: Vec<(End, String)> = Vec::new();
        let mut events: Vec<String> = Vec::new();
        for cell in &grid.cells {
            for (end, named) in &cell.details {
                for (name, share) in named {
                    if *share > 0.0 && !details.iter().any(|(this, known)| this == end && known == name) {
                        details.push((*end, name.clone()));
                    }
                }
            }
            for (name, mean) in &cell.events {
                if mean.mean > 0.0 && !events.contains(name) {
                    events.push(name.clone());
                }
            }
        }
        // By end; within one in the order in which cells brought them.
        details.sort_by_key(|&(end, _)| end);
        Self { details, events, estimator }
    }

    /// The names of the columns.
    pub fn headings(&self) -> Vec<String> {
        let percentiles = ["turns: p10", "p50", "p90"].map(String::from);
        let details = self.details.iter().map(|(end, name)| format!("{}: {}", spaced(end.name()), spaced(name)));
        let events = self.events.iter().map(|name| format!("{} per chase", spaced(name)));
        percentiles.into_iter().chain(details).chain(events).collect()
    }

    /// A cell's values under the headings.
    pub fn row(&self, cell: &CellResult) -> Vec<Shown> {
        let word = |value: String| Shown { value, spread: String::new() };
        let percentiles = [cell.turns.p10, cell.turns.p50, cell.turns.p90].map(|turns| word(turns.to_string()));
        let details = self.details.iter().map(|(end, name)| shown::rate(&self.rate(cell, *end, name)));
        let events = self.events.iter().map(|name| {
            let mean = cell.events.iter().find(|(this, _)| this == name).map(|(_, mean)| mean);
            mean.map_or_else(|| word("–".into()), shown::mean)
        });
        percentiles.into_iter().chain(details).chain(events).collect()
    }

    /// How one cell's ends came about, in a sentence; nothing when they say it all themselves.
    pub fn sentence(&self, cell: &CellResult) -> Option<String> {
        let told: Vec<String> = self
            .details
            .iter()
            .map(|(end, name)| {
                let rate = shown::rate(&self.rate(cell, *end, name)).line();
                format!("{} ({}) {rate}", spaced(end.name()), spaced(name))
            })
            .collect();
        (!told.is_empty()).then(|| format!("Among all chases: {}.", told.join("; ")))
    }

    /// A detail's rate, with an interval of its own.
    fn rate(&self, cell: &CellResult, end: End, name: &str) -> Rate {
        let details = cell.details.iter().find(|&&(this, _)| this == end).map(|(_, named)| named.as_slice());
        let share =
            details.and_then(|named| named.iter().find(|(this, _)| this == name)).map_or(0.0, |&(_, share)| share);
        match cell.method {
            Method::Sampled => self.estimator.of(cell).rate((share * cell.chases as f64).round() as u64, cell.chases),
            Method::Exact => Rate { count: None, rate: share, low: share, high: share },
        }
    }
}
