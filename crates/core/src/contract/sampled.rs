//! Sampling held against enumerating.

use super::{Outcome, enumerated};
use crate::{Pace, Roll, System};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashMap;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Chi-square over one state's row, samples pooled over consecutive seeds; unlikely only once in a million.
pub(super) fn sampled_agrees_with_enumerated<S: System>(system: &S, state: &S::State, samples: u32) {
    let row = enumerated(system, state);
    let mut counts: FxHashMap<Outcome<S>, u32> = FxHashMap::default();
    for seed in 0..samples {
        let mut chance = Roll::new(Pcg64Mcg::seed_from_u64(u64::from(seed)));
        let mut after = state.clone();
        let pace = system.resolve(&mut after, &mut chance);
        *counts.entry((after, pace == Pace::NextTurn, *chance.events())).or_default() += 1;
    }
    for outcome in counts.keys() {
        assert!(row.contains_key(outcome), "{}: sampling reaches what enumeration does not: {outcome:?}", S::ID);
    }
    // Cells with an expectation below 5 are pooled, as the approximation asks.
    let (mut statistic, mut cells) = (0.0, 0);
    let (mut rare_seen, mut rare_expected) = (0.0, 0.0);
    for (outcome, probability) in &row {
        let expected = probability * f64::from(samples);
        let seen = f64::from(counts.get(outcome).copied().unwrap_or(0));
        if expected < 5.0 {
            rare_seen += seen;
            rare_expected += expected;
        } else {
            statistic += (seen - expected).powi(2) / expected;
            cells += 1;
        }
    }
    if rare_expected >= 5.0 {
        statistic += (rare_seen - rare_expected).powi(2) / rare_expected;
        cells += 1;
    }
    if cells >= 2 {
        let law = ChiSquared::new(f64::from(cells - 1)).expect("a positive number of degrees of freedom");
        let tail = law.sf(statistic);
        assert!(tail > 1e-6, "{}: sampled and enumerated disagree in {state:?}: tail {tail:e}", S::ID);
    }
}
