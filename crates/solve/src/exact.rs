//! The exact distribution of a chase: ends, details, lengths and events.

use crate::compensated::sum;
use chaselab_core::{Detail, End, Event, Group};
use std::collections::BTreeMap;

/// What becomes of a chase, to the last digit.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// Probability of every end and detail that can happen, in the order of ends and details.
    outcomes: Vec<(End, Detail, f64)>,
    /// For each outcome, the probability of each length, from 0.
    by_outcome: Vec<Vec<f64>>,
    /// By length, from 0: the probability of each end.
    lengths: Vec<[f64; End::ALL.len()]>,
    /// How often each event happens, in expectation.
    events: Vec<f64>,
}

impl Exact {
    /// From the probability of each length, from 0, of every end and detail, and how often each event happens. An end and
    /// detail may come several times: then they add up.
    pub fn new(found: impl IntoIterator<Item = (End, Detail, Vec<f64>)>, events: Vec<f64>) -> Self {
        let mut merged: BTreeMap<(End, Detail), Vec<f64>> = BTreeMap::new();
        let mut longest = 0;
        for (end, detail, found) in found {
            longest = longest.max(found.len());
            let lengths = merged.entry((end, detail)).or_default();
            lengths.resize(lengths.len().max(found.len()), 0.0);
            lengths.iter_mut().zip(found).for_each(|(known, more)| *known += more);
        }
        let mut lengths = vec![[0.0; End::ALL.len()]; longest];
        for ((end, _), by_length) in &merged {
            lengths.iter_mut().zip(by_length).for_each(|(row, p)| row[*end as usize] += p);
        }
        merged.retain(|_, lengths| lengths.iter().any(|&p| p > 0.0));
        let outcomes =
            merged.iter().map(|(&(end, detail), lengths)| (end, detail, sum(lengths.iter().copied()))).collect();
        Self { outcomes, by_outcome: merged.into_values().collect(), lengths, events }
    }

    /// The probability of an end.
    pub fn end(&self, end: End) -> f64 {
        sum(self.outcomes.iter().filter(|outcome| outcome.0 == end).map(|outcome| outcome.2))
    }

    /// The probability of a group of ends.
    pub fn group(&self, group: Group) -> f64 {
        sum(self.outcomes.iter().filter(|outcome| outcome.0.group() == group).map(|outcome| outcome.2))
    }

    /// Probability of every end and detail that can happen, in the order of ends and details.
    pub fn outcomes(&self) -> &[(End, Detail, f64)] {
        &self.outcomes
    }

    /// The same with the probability of each length, from 0.
    pub fn outcomes_by_length(&self) -> impl Iterator<Item = (End, Detail, &[f64])> {
        self.outcomes.iter().zip(&self.by_outcome).map(|(&(end, detail, _), lengths)| (end, detail, lengths.as_slice()))
    }

    /// How often an event happens in a chase, in expectation.
    pub fn event(&self, event: Event) -> f64 {
        self.events[usize::from(event.0)]
    }

    /// How often each event happens in a chase, in expectation, by number.
    pub fn events(&self) -> &[f64] {
        &self.events
    }

    /// The probability that a chase ends so and after so many turns, by end (in the order of [`End::ALL`]) within
    /// length, from length 0 to the longest.
    pub fn lengths(&self) -> &[[f64; End::ALL.len()]] {
        &self.lengths
    }

    /// The distribution of the length, from length 0; of the chases with one end, or of all.
    pub fn length(&self, end: Option<End>) -> Vec<f64> {
        let at = |row: &[f64; End::ALL.len()]| match end {
            Some(end) => row[end as usize],
            None => sum(row.iter().copied()),
        };
        self.lengths.iter().map(at).collect()
    }

    /// The mean length.
    pub fn mean_turns(&self) -> f64 {
        sum(self.length(None).iter().enumerate().map(|(turns, p)| turns as f64 * p))
    }

    /// The standard deviation of the length.
    pub fn sd_turns(&self) -> f64 {
        let mean = self.mean_turns();
        sum(self.length(None).iter().enumerate().map(|(turns, p)| (turns as f64 - mean).powi(2) * p)).sqrt()
    }

    /// The least length that at least a share `q` of all chases does not exceed.
    pub fn quantile_turns(&self, q: f64) -> usize {
        // What rounding may lack must not cost a turn.
        let enough = q - 1e-12;
        let mut total = crate::compensated::Sum::default();
        let reached = self.length(None).iter().position(|&p| {
            total.add(p);
            total.value() >= enough
        });
        reached.unwrap_or(self.lengths.len().saturating_sub(1))
    }

    /// The sum of all probabilities: 1, but for rounding.
    pub fn total(&self) -> f64 {
        sum(self.lengths.iter().flatten().copied())
    }
}
