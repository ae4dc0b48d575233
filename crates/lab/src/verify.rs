//! Counts held against exact chances.

use crate::counts::Counts;
use chaselab_core::End;
use chaselab_solve::Exact;
use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};

/// How far a count lies from what the exact chance makes likely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Check {
    /// Which end.
    pub end: End,
    /// The two-sided tail of the binomial law.
    pub tail: f64,
    /// The standard normal deviate with that tail, with the sign of the difference.
    pub z: f64,
}

/// Every end's count against its exact chance, in the order of `ends`.
pub fn check(counts: &Counts, exact: &Exact, ends: &[End]) -> Vec<Check> {
    let n = counts.chases;
    let checked = ends.iter().map(|&end| {
        let count = counts.end(end);
        let p = exact.end(end).clamp(0.0, 1.0);
        let tail = binomial_tail(count, n, p);
        let sign = if (count as f64) < p * n as f64 { -1.0 } else { 1.0 };
        Check { end, tail, z: sign * deviate(tail) }
    });
    checked.collect()
}

/// The chance of a count at least as far out as this one, on either side: twice the smaller tail, at most 1.
pub fn binomial_tail(count: u64, n: u64, p: f64) -> f64 {
    if p <= 0.0 || p >= 1.0 {
        // Rounding may leave a chance of 1 a little short; a count can only be certain or impossible.
        let certain = if p >= 1.0 { n } else { 0 };
        return if count == certain { 1.0 } else { 0.0 };
    }
    let law = Binomial::new(p, n).expect("a probability and a number of chases");
    let lower = law.cdf(count);
    let upper = if count == 0 { 1.0 } else { law.sf(count - 1) };
    (2.0 * lower.min(upper)).min(1.0)
}

/// The absolute standard normal deviate with a two-sided tail; bounded, so that it can always be printed.
fn deviate(tail: f64) -> f64 {
    let normal = Normal::new(0.0, 1.0).expect("the standard normal law");
    crate::estimate::digits(-normal.inverse_cdf((tail / 2.0).max(1e-300)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    #[test]
    fn tails_of_small_laws_by_hand() {
        // 10 tosses: P(X <= 2) = 56/1024.
        assert_relative_eq!(binomial_tail(2, 10, 0.5), 2.0 * 56.0 / 1024.0, epsilon = 1e-12);
        assert_relative_eq!(binomial_tail(8, 10, 0.5), 2.0 * 56.0 / 1024.0, epsilon = 1e-12);
        assert_relative_eq!(binomial_tail(5, 10, 0.5), 1.0);
        assert_eq!((binomial_tail(0, 10, 0.0), binomial_tail(1, 10, 0.0)), (1.0, 0.0));
        assert_eq!((binomial_tail(10, 10, 1.0), binomial_tail(9, 10, 1.0)), (1.0, 0.0));
        assert_relative_eq!(deviate(0.05), 1.959_963_985, epsilon = 1e-8);
        assert_relative_eq!(deviate(1.0), 0.0, epsilon = 1e-12);
    }
}
