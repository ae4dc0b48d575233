//! Counts held against exact chances, and one number for how everything behaves.

use crate::counts::Counts;
use crate::plan::Plan;
use crate::player::Luck;
use crate::run::{Found, RunError, Watch, both};
use chaselab_core::{Detail, End};
use chaselab_solve::Exact;
use sha2::{Digest, Sha256};
use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};

/// How far a count lies from what the exact chance makes likely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Check {
    /// What was counted.
    pub what: Counted,
    /// The two-sided tail of the binomial law.
    pub tail: f64,
    /// The standard normal deviate with that tail, with the sign of the difference.
    pub z: f64,
}

/// What is counted on both sides of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Chases that end so.
    End(End),
    /// Chases that are no longer than the exact median.
    Short,
}

impl Counted {
    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::End(end) => end.name(),
            Self::Short => "turns",
        }
    }
}

/// Every end's count against its exact chance, in the order of `ends`; then the count of short chases, so that lengths
/// are held against each other too. `tail` says how surprising a count of so many is.
pub fn check(counts: &Counts, exact: &Exact, ends: &[End], tail: fn(u64, u64, f64) -> f64) -> Vec<Check> {
    let n = counts.chases;
    let checked = |what: Counted, count: u64, p: f64| {
        let p = p.clamp(0.0, 1.0);
        let tail = tail(count, n, p);
        let sign = if (count as f64) < p * n as f64 { -1.0 } else { 1.0 };
        // A certain count is 0 away, not -0.
        Check { what, tail, z: sign * deviate(tail) + 0.0 }
    };
    let median = exact.quantile_turns(0.5);
    let short = End::ALL.iter().map(|&end| counts.lengths(end).iter().take(median + 1).sum::<u64>()).sum();
    let chance = exact.length(None).iter().take(median + 1).sum();
    let ends = ends.iter().map(|&end| checked(Counted::End(end), counts.end(end), exact.end(end)));
    ends.chain([checked(Counted::Short, short, chance)]).collect()
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
    crate::estimate::digits(-normal.inverse_cdf((tail / 2.0).max(1e-300))).max(0.0)
}

/// How often a verification in which nothing is wrong may fail.
pub const FALSE_ALARMS: f64 = 0.001;

/// Chases of each cell that go into a [`signature`].
const SIGNED: u64 = 2_000;

/// Whether a tail is what chance brings about in so many comparisons (Bonferroni's correction: however they depend on
/// each other, [`FALSE_ALARMS`] holds for all of them together).
pub fn is_chance(tail: f64, comparisons: usize) -> bool {
    tail * comparisons as f64 >= FALSE_ALARMS
}

/// One cell, verified.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The cell's place in the plan.
    pub place: usize,
    /// How many chases were played.
    pub chases: u64,
    /// Every end, or why there are no exact chances.
    pub checks: Result<Vec<Check>, String>,
}

impl Verified {
    /// The check that lies furthest out.
    pub fn worst(&self) -> Option<&Check> {
        self.checks.as_ref().ok()?.iter().min_by(|one, other| one.tail.total_cmp(&other.tail))
    }
}

/// Plays and computes every cell of a plan; those that were stopped before their end are missing.
///
/// # Errors
/// When the threads cannot be started, or a cell that must be solved cannot be.
pub fn verify(plan: &Plan, threads: usize, watch: &dyn Watch) -> Result<Vec<Verified>, RunError> {
    let cells = both(plan, threads, watch)?.into_iter().enumerate().filter_map(|(place, found)| {
        let Found { counts: Some(counts), exact, unfit, .. } = found else { return None };
        let ends = &plan.cells[place].player.words().ends;
        let checks = match (exact, unfit) {
            (Some(exact), _) => Ok(check(&counts, &exact, ends, binomial_tail)),
            (None, Some(why)) => Err(why),
            (None, None) => return None,
        };
        Some(Verified { place, chases: counts.chases, checks })
    });
    Ok(cells.collect())
}

/// How many numbers are compared.
pub fn comparisons<'a>(cells: impl IntoIterator<Item = &'a Verified>) -> usize {
    cells.into_iter().map(|cell| cell.checks.as_ref().map_or(0, Vec::len)).sum()
}

/// One hash of how the rules behave: of all that is counted in the first chases of every cell of these plans, each under
/// its name. It changes when what is played changes, and with nothing else.
///
/// # Errors
/// When a cell that must be solved cannot be, in words.
pub fn signature(plans: &[(String, Plan)]) -> Result<String, String> {
    let mut hash = Sha256::new();
    for (name, plan) in plans {
        hash.update(format!("{name}\n"));
        let seed = plan.scenario.seed;
        for cell in &plan.cells {
            cell.player.solve().map_err(|why| format!("cell {} of {}: {why}", cell.index, cell.system.name()))?;
            let counts = cell.player.play(Luck { seed, cell: cell.key }, 0..SIGNED.min(plan.scenario.chases), None);
            hash.update(format!("{} {}\n", cell.system.name(), cell.index));
            let words = cell.player.words();
            for &end in &words.ends {
                let details = (0..words.details.len()).map(|detail| counts.detail(end, Detail(detail as u8)));
                let details: Vec<u64> = details.collect();
                hash.update(format!("{} {:?} {details:?}\n", end.name(), counts.lengths(end)));
            }
            for (index, event) in words.events.iter().enumerate() {
                hash.update(format!("{event} {:?}\n", counts.event(index)));
            }
        }
    }
    Ok(hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect())
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

    #[test]
    fn the_more_is_compared_the_further_out_chance_reaches() {
        // A tail of 1e-4 is no chance alone, but the least of 100 numbers.
        assert!(!is_chance(1e-4, 1) && is_chance(1e-4, 100));
        assert!(is_chance(1.0, 1) && !is_chance(0.0, 1_000_000));
        // 5,300 of 10,000 tosses: six standard deviations. 5,100: two.
        assert!(!is_chance(binomial_tail(5_300, 10_000, 0.5), 1_000));
        assert!(is_chance(binomial_tail(5_100, 10_000, 0.5), 10));
        // What cannot happen, happened once.
        assert!(!is_chance(binomial_tail(1, 1_000_000, 0.0), 1_000_000));
    }
}
