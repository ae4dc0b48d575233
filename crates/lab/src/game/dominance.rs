//! Dominated choices of solved values: a gain that rounding explains is none.

use chaselab_core::Side;
use chaselab_solve::{Dominance, dominated_columns, dominated_rows};

/// Relative to the scale of the objective, what rounding explains.
const ROUNDING: f64 = 1e-12;

/// For each choice of a side in a matrix of values, whether it is dominated by more than rounding.
pub(super) fn dominated(side: Side, columns: usize, payoff: &[f64], scale: f64) -> Vec<Option<Dominance>> {
    let rows = payoff.len() / columns;
    let (found, cases) = match side {
        Side::Prey => (dominated_rows(columns, payoff), columns),
        Side::Catcher => (dominated_columns(columns, payoff), rows),
    };
    let worth = |choice: usize, case: usize| match side {
        Side::Prey => payoff[choice * columns + case],
        Side::Catcher => -payoff[case * columns + choice],
    };
    let counts = |choice: usize, dominance: &Dominance| {
        let better = |case: usize| match dominance {
            Dominance::Strict(by) | Dominance::Weak(by) => worth(*by, case),
            Dominance::StrictMix(mix) | Dominance::WeakMix(mix) => {
                mix.iter().enumerate().map(|(by, share)| share * worth(by, case)).sum()
            }
        };
        let gains = (0..cases).map(|case| better(case) - worth(choice, case));
        let gain = match dominance {
            Dominance::Strict(_) | Dominance::StrictMix(_) => gains.fold(f64::INFINITY, f64::min),
            Dominance::Weak(_) | Dominance::WeakMix(_) => gains.fold(f64::NEG_INFINITY, f64::max),
        };
        gain > ROUNDING * scale
    };
    let found = found.into_iter().enumerate();
    found.map(|(choice, dominance)| dominance.filter(|dominance| counts(choice, dominance))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_dominates_nothing() {
        let noise = [0.5, 0.5, 0.5 + 1e-15, 0.5 + 1e-15];
        assert_eq!(dominated(Side::Prey, 2, &noise, 1.0), [None, None]);
        let game = [0.5, 0.1, 0.6, 0.2];
        assert_eq!(dominated(Side::Prey, 2, &game, 1.0), [Some(Dominance::Strict(1)), None]);
        assert_eq!(dominated(Side::Catcher, 2, &game, 1.0), [Some(Dominance::Strict(1)), None]);
        // In units in which this is next to nothing.
        assert_eq!(dominated(Side::Prey, 2, &game, 1e12), [None, None]);
    }
}
