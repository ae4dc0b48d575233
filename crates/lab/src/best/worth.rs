//! What a chase is worth by an objective.

use crate::counts::Counts;
use crate::results::Mean;
use crate::sequence::Sequence;
use chaselab_core::End;
use chaselab_solve::{Exact, Objective};

/// What chases of one cell can be worth.
#[derive(Clone, Debug)]
pub struct Worth<'a> {
    objective: &'a Objective,
    ends: &'a [End],
    /// The least and the most that a chase can be worth.
    range: (f64, f64),
}

impl<'a> Worth<'a> {
    /// Of chases that can end so and have no more turns.
    pub fn new(objective: &'a Objective, ends: &'a [End], max_turns: u16) -> Self {
        let weights = || ends.iter().map(|&end| objective.end(end));
        let longest = objective.length() * f64::from(max_turns);
        let range = (
            weights().fold(f64::INFINITY, f64::min) + longest.min(0.0),
            weights().fold(f64::NEG_INFINITY, f64::max) + longest.max(0.0),
        );
        Self { objective, ends, range }
    }

    fn of(&self, end: End, turns: usize) -> f64 {
        self.objective.end(end) + self.objective.length() * turns as f64
    }

    /// What a chase is worth on average, exactly.
    pub fn exact(&self, exact: &Exact) -> f64 {
        let rows = exact.lengths().iter().enumerate();
        rows.flat_map(|(turns, row)| End::ALL.iter().zip(row).map(move |(&end, p)| p * self.of(end, turns))).sum()
    }

    /// What a chase is worth on average, from counts, with an interval that holds at every look.
    pub fn sampled(&self, counts: &Counts, sequence: Sequence) -> Mean {
        let (least, most) = self.range;
        if least >= most {
            return Mean { mean: least, low: least, high: least };
        }
        let mut numbers: Vec<(f64, u64)> = Vec::new();
        for &end in self.ends {
            for (turns, &count) in counts.lengths(end).iter().enumerate().filter(|&(_, &count)| count > 0) {
                let worth = self.of(end, turns);
                // Without turns in the objective there are only as many numbers as ends.
                match numbers.iter_mut().find(|(number, _)| *number == worth) {
                    Some((_, known)) => *known += count,
                    None => numbers.push((worth, count)),
                }
            }
        }
        sequence.mean(&numbers, least, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Played;
    use approx::assert_relative_eq;
    use chaselab_core::{Detail, Words};

    #[test]
    fn chases_are_worth_what_they_end_in_and_last() {
        let objective: Objective = "escaped - 0.5*prey_crashed + 0.1 turns".parse().unwrap();
        let ends = [End::Escaped, End::Caught, End::PreyCrashed, End::Timeout];
        let worth = Worth::new(&objective, &ends, 10);
        assert_eq!(worth.range, (-0.5, 2.0));
        let words = Words { details: vec![String::new()], ..Words::default() };
        let mut counts = Counts::new(10, &words);
        for (end, turns) in [(End::Escaped, 4), (End::Escaped, 2), (End::Caught, 3), (End::PreyCrashed, 3)] {
            counts.count(Played { end, detail: Detail::NONE, turns }, &[]);
        }
        // (1.4 + 1.2 + 0.3 - 0.2) / 4.
        let mean = worth.sampled(&counts, Sequence::new(0.05));
        assert_relative_eq!(mean.mean, 0.675, epsilon = 1e-9);
        assert!(mean.low >= -0.5 && mean.low < 0.675 && mean.high > 0.675 && mean.high <= 2.0);
        // What no end of a system is worth anything for is worth nothing, for certain.
        let idle: Objective = "both_disabled".parse().unwrap();
        let nothing = Worth::new(&idle, &ends, 10).sampled(&counts, Sequence::new(0.05));
        assert_eq!((nothing.low, nothing.high), (0.0, 0.0));
    }
}
