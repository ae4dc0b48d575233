//! Choices that are never better than another one, or than a mix of others.

use crate::simplex::Simplex;

/// Relative to the spread of the payoffs, what counts as better.
const BETTER: f64 = 1e-10;
/// Relative to the spread of the payoffs, what counts as no loss: payoffs are solved values, with their rounding.
const NO_LOSS: f64 = 1e-12;

/// Why a choice need not be made.
#[derive(Clone, Debug, PartialEq)]
pub enum Dominance {
    /// This other choice is better whatever the other side does.
    Strict(usize),
    /// This other choice is never worse and sometimes better.
    Weak(usize),
    /// A mix of others is better whatever the other side does: probability by choice.
    StrictMix(Vec<f64>),
    /// A mix of others is never worse and sometimes better: probability by choice.
    WeakMix(Vec<f64>),
}

/// For each row of a game that the row player wants high, whether it is dominated. Strict dominance is named before
/// weak, single choices before mixes, and the lowest index first.
pub fn dominated_rows(columns: usize, payoff: &[f64]) -> Vec<Option<Dominance>> {
    let rows = payoff.len() / columns;
    dominated(rows, columns, |row, column| payoff[row * columns + column])
}

/// For each column of a game that the column player wants low, whether it is dominated.
pub fn dominated_columns(columns: usize, payoff: &[f64]) -> Vec<Option<Dominance>> {
    let rows = payoff.len() / columns;
    dominated(columns, rows, |column, row| -payoff[row * columns + column])
}

fn dominated(choices: usize, cases: usize, worth: impl Fn(usize, usize) -> f64) -> Vec<Option<Dominance>> {
    let all = || (0..choices).flat_map(|choice| (0..cases).map(move |case| (choice, case)));
    let most = all().map(|(choice, case)| worth(choice, case)).fold(f64::NEG_INFINITY, f64::max);
    let least = all().map(|(choice, case)| worth(choice, case)).fold(f64::INFINITY, f64::min);
    let spread = most - least;
    if spread <= 0.0 {
        return vec![None; choices];
    }
    let worth = |choice: usize, case: usize| (worth(choice, case) - least) / spread;
    let mut simplex = Simplex::default();
    (0..choices)
        .map(|choice| {
            let others = || (0..choices).filter(|&other| other != choice);
            let gains = |other: usize| (0..cases).map(move |case| worth(other, case) - worth(choice, case));
            let strict = others().find(|&other| gains(other).all(|gain| gain > BETTER));
            let weak = || {
                others()
                    .find(|&other| gains(other).all(|gain| gain >= -NO_LOSS) && gains(other).any(|gain| gain > BETTER))
            };
            strict
                .map(Dominance::Strict)
                .or_else(|| strict_mix(&mut simplex, choice, (choices, cases), worth).map(Dominance::StrictMix))
                .or_else(|| weak().map(Dominance::Weak))
                .or_else(|| weak_mix(&mut simplex, choice, (choices, cases), worth).map(Dominance::WeakMix))
        })
        .collect()
}

/// The mix of the others whose least gain over `choice` is highest, if that is above 0: a matrix game, as a program
/// whose columns are the cases. Gains are moved between 1 and 3, so that no gain at all is a value of 2.
fn strict_mix(
    simplex: &mut Simplex,
    choice: usize,
    (choices, cases): (usize, usize),
    worth: impl Fn(usize, usize) -> f64,
) -> Option<Vec<f64>> {
    if choices < 3 {
        return None;
    }
    let other = |row: usize| row + usize::from(row >= choice);
    let gain = |row: usize, case: usize| worth(other(row), case) - worth(choice, case) + 2.0;
    simplex.maximise(|_| 1.0, (choices - 1, cases), gain, |_| 1.0);
    if 1.0 / simplex.value() - 2.0 <= BETTER {
        return None;
    }
    let mut mix = Vec::new();
    simplex.dual(&mut mix);
    Some(spread_out(mix, choice))
}

/// The mix of the others that gains most over all cases together without losing in any, if it gains at all.
fn weak_mix(
    simplex: &mut Simplex,
    choice: usize,
    (choices, cases): (usize, usize),
    worth: impl Fn(usize, usize) -> f64,
) -> Option<Vec<f64>> {
    if choices < 3 {
        return None;
    }
    let other = |column: usize| column + usize::from(column >= choice);
    let gain = |column: usize, case: usize| worth(other(column), case) - worth(choice, case);
    simplex.maximise(
        |column| (0..cases).map(|case| gain(column, case)).sum(),
        (cases + 1, choices - 1),
        |row, column| if row == cases { 1.0 } else { -gain(column, row) },
        |row| if row == cases { 1.0 } else { NO_LOSS },
    );
    let mut mix = Vec::new();
    simplex.primal(&mut mix);
    // A mix that gains can be scaled up to a whole one; only what lives on the allowance for rounding cannot.
    let whole = mix.iter().sum::<f64>() > 0.5;
    (whole && simplex.value() > BETTER).then(|| spread_out(mix, choice))
}

/// Probabilities of the others, with a 0 put in for the choice itself.
fn spread_out(mut mix: Vec<f64>, choice: usize) -> Vec<f64> {
    let total: f64 = mix.iter().sum();
    mix.iter_mut().for_each(|share| *share /= total);
    mix.insert(choice, 0.0);
    mix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_choices_dominate() {
        let game = [3.0, 2.0, 1.0, 1.0, 3.0, 1.0, 3.0, 2.0];
        assert_eq!(dominated_rows(2, &game), [None, Some(Dominance::Strict(0)), Some(Dominance::Weak(0)), None]);
        // Twins do not dominate each other.
        assert_eq!(dominated_rows(1, &[1.0, 1.0]), [None, None]);
    }

    #[test]
    fn columns_are_wanted_low() {
        let game = [1.0, 2.0, 1.0, 0.0, 5.0, 1.0];
        assert_eq!(dominated_columns(3, &game), [None, Some(Dominance::Strict(0)), Some(Dominance::Weak(0))]);
    }

    #[test]
    fn mixes_dominate() {
        // Half of each of the first two gives 2, 2.
        let strict = dominated_rows(2, &[4.0, 0.0, 0.0, 4.0, 1.0, 1.0]);
        let Some(Dominance::StrictMix(mix)) = &strict[2] else { panic!("{strict:?}") };
        let worst = (4.0 * mix[0]).min(4.0 * mix[1]);
        assert!(worst > 1.0 && mix[2] == 0.0 && strict[0].is_none() && strict[1].is_none());
        // In the first two cases a half of each is no better than 2, in the third it is.
        let weak = dominated_rows(3, &[4.0, 0.0, 5.0, 0.0, 4.0, 5.0, 2.0, 2.0, 1.0]);
        let Some(Dominance::WeakMix(mix)) = &weak[2] else { panic!("{weak:?}") };
        assert!((mix[0] - 0.5).abs() < 1e-9 && (mix[1] - 0.5).abs() < 1e-9);
        // Exactly as good as a mix is not dominated.
        assert_eq!(dominated_rows(2, &[4.0, 0.0, 0.0, 4.0, 2.0, 2.0])[2], None);
    }
}
