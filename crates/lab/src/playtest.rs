//! Is a record of chases that were played by hand consistent with these rules?

pub mod law;
mod question;
mod record;
mod together;

pub use question::{Answer, Asked, Shift};
pub use record::Record;

use crate::results::{CellResult, Results};

/// How sure one wants to be to tell what was observed from the rules.
pub const POWER: f64 = 0.8;

/// A record held against every cell of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Playtest {
    /// What was noted.
    pub record: Record,
    /// How the rules behave in every cell.
    pub results: Results,
    /// What each cell says, in the order of the results.
    pub cells: Vec<CellVerdict>,
}

/// The record held against one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct CellVerdict {
    /// Everything that the record was asked.
    pub answers: Vec<Answer>,
    /// What it comes to.
    pub verdict: Verdict,
}

/// Whether a record goes with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing in it speaks against them.
    Consistent,
    /// Something does, by more than chance brings about.
    Inconsistent,
    /// Something in it cannot happen.
    Impossible,
    /// The rules were not played often enough to say.
    Undecided,
}

impl Verdict {
    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Consistent => "consistent",
            Self::Inconsistent => "inconsistent",
            Self::Impossible => "impossible",
            Self::Undecided => "undecided",
        }
    }
}

/// Holds a record against every cell.
pub fn playtest(results: Results, record: Record) -> Playtest {
    let level = 1.0 - results.confidence;
    let cells = results.cells.iter().map(|cell| judge(cell, &record, level)).collect();
    Playtest { record, results, cells }
}

fn judge(cell: &CellResult, record: &Record, level: f64) -> CellVerdict {
    let mut answers = question::answers(cell, record, level);
    adjust(&mut answers);
    let any = |of: &dyn Fn(&Answer) -> bool| answers.iter().any(of);
    let verdict = if any(&|answer| answer.impossible) {
        Verdict::Impossible
    } else if any(&|answer| answer.adjusted_range.1 < level) {
        Verdict::Inconsistent
    } else if any(&|answer| answer.adjusted_range.0 < level) {
        Verdict::Undecided
    } else {
        Verdict::Consistent
    };
    CellVerdict { answers, verdict }
}

/// Several questions at once: Holm's correction (1979, Scandinavian Journal of Statistics 6), which holds however the
/// answers depend on each other.
fn adjust(answers: &mut [Answer]) {
    let set = |answers: &mut [Answer], of: fn(&Answer) -> f64, to: fn(&mut Answer) -> &mut f64| {
        let adjusted = holm(&answers.iter().map(of).collect::<Vec<_>>());
        for (answer, adjusted) in answers.iter_mut().zip(adjusted) {
            *to(answer) = adjusted;
        }
    };
    set(answers, |answer| answer.tail, |answer| &mut answer.adjusted);
    set(answers, |answer| answer.tail_range.0, |answer| &mut answer.adjusted_range.0);
    set(answers, |answer| answer.tail_range.1, |answer| &mut answer.adjusted_range.1);
}

fn holm(tails: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..tails.len()).collect();
    order.sort_by(|&one, &other| tails[one].total_cmp(&tails[other]));
    let mut adjusted = vec![0.0; tails.len()];
    let mut so_far = 0.0_f64;
    for (rank, index) in order.into_iter().enumerate() {
        so_far = so_far.max((tails[index] * (tails.len() - rank) as f64).min(1.0));
        adjusted[index] = so_far;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    #[test]
    fn several_questions_are_corrected_as_holm_says() {
        // By hand: 4 * 0.005, 3 * 0.01, 2 * 0.03, and never less than one before.
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (adjusted, expected) in adjusted.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert_relative_eq!(adjusted, expected, epsilon = 1e-12);
        }
        assert_eq!(holm(&[0.6, 0.7]), [1.0, 1.0]);
    }
}
