//! Confidence sequences: intervals that hold at every look at once, so that one may stop whenever one likes.
//!
//! A fixed interval covers the truth in 95 % of runs when one looks once, at a number of chases that was fixed before.
//! Whoever looks again and again and stops when it is narrow enough finds it wrong more often. These here are wrong at
//! *any* look in no more than 5 % of runs (Howard, Ramdas, McAuliffe and Sekhon 2021, Annals of Statistics 49): each
//! keeps the values against which a fair bet would not yet have multiplied its stake by 20 (Ville 1939).

use crate::estimate::{deviation, digits};
use crate::results::{Mean, Rate};
use statrs::function::beta::ln_beta;

/// How often intervals are halved to find where they end: down to the last bit.
const HALVINGS: usize = 200;

/// Both parameters of the beta law that bets on rates are mixed by: Jeffreys' prior, which is never far from the best
/// (Krichevsky and Trofimov 1981).
const PRIOR: f64 = 0.5;

/// Bets on means: shares of the stake from all of it down by halves. At n chases the best share is about 1/sqrt(n), so
/// these serve up to a million million chases.
const BETS: i32 = 22;

/// Where asymptotic intervals are narrowest.
const TUNED: f64 = 10_000.0;

/// Intervals that hold at every look.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    /// How often they may be wrong.
    alpha: f64,
}

impl Sequence {
    /// That are wrong in no more than this share of runs.
    ///
    /// # Panics
    /// When it is not between 0 and 1.
    pub fn new(alpha: f64) -> Self {
        assert!(alpha > 0.0 && alpha < 1.0, "a chance to be wrong lies between 0 and 1");
        Self { alpha }
    }

    /// The rate `count / n` with its interval: all rates that the beta-binomial mixture does not refute (Robbins 1970,
    /// Annals of Mathematical Statistics 41; Howard et al. 2021).
    pub fn rate(&self, count: u64, n: u64) -> Rate {
        if n == 0 {
            return Rate { count: Some(0), rate: 0.0, low: 0.0, high: 1.0 };
        }
        let rate = count as f64 / n as f64;
        let wealth = |p: f64| ln_wealth(count, n, p);
        // The wealth is least at the rate itself and rises to both sides.
        let enough = -self.alpha.ln();
        let low = if count == 0 { 0.0 } else { edge(0.0, rate, |p| wealth(p) >= enough) };
        let high = if count == n { 1.0 } else { edge(1.0, rate, |p| wealth(p) >= enough) };
        Rate { count: Some(count), rate, low: digits(low), high: digits(high) }
    }

    /// The mean of numbers between `least` and `most`, by how often each of them came up; `least` below `most`.
    ///
    /// A mixture of bets on either side (Waudby-Smith and Ramdas 2024, JRSS B 86, section 4.4 and appendix B, "grid
    /// Kelly"): it knows the variance from the numbers alone, and does not ask in what order they came.
    pub fn mean(&self, numbers: &[(f64, u64)], least: f64, most: f64) -> Mean {
        let n: u64 = numbers.iter().map(|&(_, count)| count).sum();
        if n == 0 {
            return Mean { mean: f64::midpoint(least, most), low: least, high: most };
        }
        let scaled: Vec<(f64, f64)> =
            numbers.iter().map(|&(number, count)| ((number - least) / (most - least), count as f64)).collect();
        let mean = scaled.iter().map(|&(number, count)| number * count).sum::<f64>() / n as f64;
        let mirrored: Vec<(f64, f64)> = scaled.iter().map(|&(number, count)| (1.0 - number, count)).collect();
        // Each side may be wrong half as often.
        let enough = -(self.alpha / 2.0).ln();
        let low = edge(0.0, mean, |m| ln_bets(&scaled, m) >= enough);
        let high = 1.0 - edge(0.0, 1.0 - mean, |m| ln_bets(&mirrored, m) >= enough);
        let back = |number: f64| least + number * (most - least);
        Mean { mean: digits(back(mean)), low: digits(back(low)), high: digits(back(high.max(low))) }
    }

    /// The mean of `n` numbers of which no bound is known, by their sum and sum of squares: Robbins' normal mixture with
    /// the estimated variance, which holds asymptotically (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, Annals
    /// of Statistics 52, theorem 2.2), narrowest at some ten thousand.
    pub fn asymptotic(&self, n: u64, sum: u128, squares: u128) -> Mean {
        let mean = sum as f64 / n as f64;
        let spread = deviation(n, sum, squares);
        let n = n as f64;
        let doubt = -2.0 * self.alpha.ln();
        // The tuning of Howard et al. 2021, section 3.5.
        let rho = (doubt + (1.0 + doubt).ln()) / TUNED;
        let scale = n * rho + 1.0;
        let half = spread * (2.0 * scale / (n * n * rho) * (scale.sqrt() / self.alpha).ln()).sqrt();
        Mean { mean, low: digits(mean - half), high: digits(mean + half) }
    }

    /// How much a count speaks against a rate, whenever one looks: the chance that a fair bet ever gains as much.
    pub fn tail(count: u64, n: u64, p: f64) -> f64 {
        (-ln_wealth(count, n, p)).exp().min(1.0)
    }
}

/// The logarithm of what a stake of 1 has become that was bet against the rate `p`, mixed over all other rates by a beta
/// law: the chance of these counts under the mixture over that under `p`.
pub fn ln_wealth(count: u64, n: u64, p: f64) -> f64 {
    let (hits, misses) = (count as f64, (n - count) as f64);
    let power = |times: f64, chance: f64| if times == 0.0 { 0.0 } else { times * chance.ln() };
    let under_p = power(hits, p) + if misses == 0.0 { 0.0 } else { misses * (-p).ln_1p() };
    ln_beta(PRIOR + hits, PRIOR + misses) - ln_beta(PRIOR, PRIOR) - under_p
}

/// The logarithm of what a stake of 1 has become that was bet, in equal parts at every share, on numbers between 0 and 1
/// having a mean above `mean`. Each factor `1 - share + share * number / mean` is 1 in expectation if that is their mean
/// and falls as `mean` rises, so the means that are not refuted lie above one point.
pub fn ln_bets(numbers: &[(f64, f64)], mean: f64) -> f64 {
    let of = |share: f64| -> f64 {
        let logarithms = numbers.iter().filter(|&&(_, count)| count > 0.0);
        logarithms.map(|&(number, count)| count * (share * (number / mean - 1.0)).ln_1p()).sum()
    };
    let each: Vec<f64> = (0..BETS).map(|halvings| of(0.5_f64.powi(halvings))).collect();
    let most = each.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    most + (each.iter().map(|one| (one - most).exp()).sum::<f64>() / f64::from(BETS)).ln()
}

/// The point between a refuted end and `inside` where refutation ends, on its refuted side: the interval is never too
/// narrow.
fn edge(outside: f64, inside: f64, refuted: impl Fn(f64) -> bool) -> f64 {
    let (mut out, mut inn) = (outside, inside);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(out, inn);
        if middle == out || middle == inn {
            break;
        }
        if refuted(middle) { out = middle } else { inn = middle }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// The mixture by Simpson's rule, over an angle in which Jeffreys' law is flat.
    fn integrated(count: u64, n: u64, p: f64) -> f64 {
        let parts = 20_000;
        let likelihood = |q: f64| (q / p).powf(count as f64) * ((1.0 - q) / (1.0 - p)).powf((n - count) as f64);
        let at = |index: u32| {
            let angle = f64::from(index) / f64::from(parts) * std::f64::consts::FRAC_PI_2;
            likelihood(angle.sin().powi(2))
        };
        let weights = (0..=parts).map(|index| match index {
            0 => 1.0,
            last if last == parts => 1.0,
            odd if odd % 2 == 1 => 4.0,
            _ => 2.0,
        });
        let sum: f64 = weights.enumerate().map(|(index, weight)| weight * at(index as u32)).sum();
        sum / (3.0 * f64::from(parts))
    }

    #[test]
    fn the_wealth_is_the_integral_of_the_likelihood_ratio() {
        for (count, n, p) in [(3, 10, 0.5), (0, 50, 0.01), (50, 50, 0.9), (40, 200, 0.3), (1, 1_000, 0.002)] {
            assert_relative_eq!(ln_wealth(count, n, p).exp(), integrated(count, n, p), max_relative = 1e-6);
        }
    }

    #[test]
    fn bets_are_fair() {
        // By every sequence of ten tosses: the wealth is 1 in expectation, and after each toss what it was before.
        let wealth = |hits: u64, n: u64| ln_wealth(hits, n, 0.3).exp();
        let bets = |hits: u64, n: u64| ln_bets(&[(1.0, hits as f64), (0.0, (n - hits) as f64)], 0.3).exp();
        for fair in [&wealth as &dyn Fn(u64, u64) -> f64, &bets] {
            for n in 0..10 {
                for hits in 0..=n {
                    let next = 0.3 * fair(hits + 1, n + 1) + 0.7 * fair(hits, n + 1);
                    assert_relative_eq!(next, fair(hits, n), max_relative = 1e-12);
                }
            }
            assert_relative_eq!(fair(0, 0), 1.0, max_relative = 1e-12);
        }
    }

    #[test]
    fn intervals_end_where_the_bet_reaches_its_goal() {
        let sequence = Sequence::new(0.05);
        for (count, n) in [(1, 7), (0, 300), (300, 300), (512, 4_096), (3, 1_000_000)] {
            let rate = sequence.rate(count, n);
            for edge in [rate.low, rate.high] {
                if edge > 0.0 && edge < 1.0 {
                    assert_relative_eq!(ln_wealth(count, n, edge), 20.0_f64.ln(), epsilon = 1e-4);
                }
            }
            assert!(rate.low <= rate.rate && rate.rate <= rate.high);
        }
        // Never seen in 300: (1 - p)^n = 0.05 * B(1/2, n + 1/2) / pi, about 1/sqrt(pi n); solved by hand.
        let mixture: f64 = 1.0 / (std::f64::consts::PI * 300.125).sqrt();
        assert_relative_eq!(sequence.rate(0, 300).high, 1.0 - (0.05 * mixture).powf(1.0 / 300.0), max_relative = 1e-3);
    }

    #[test]
    fn intervals_of_means_hold_the_mean_and_know_the_variance() {
        let sequence = Sequence::new(0.05);
        let half = |numbers: &[(f64, u64)]| {
            let mean = sequence.mean(numbers, 0.0, 60.0);
            assert!(mean.low < mean.mean && mean.mean < mean.high, "{mean:?}");
            (mean.high - mean.low) / 2.0
        };
        // A tenth of the spread, about a tenth of the width.
        let (narrow, wide) = (half(&[(9.0, 5_000), (11.0, 5_000)]), half(&[(0.0, 5_000), (20.0, 5_000)]));
        assert!((0.08..0.14).contains(&(narrow / wide)), "{narrow} {wide}");
        // Not much wider than the fixed interval, 1.96 / 100.
        assert!((0.02..0.05).contains(&narrow), "{narrow}");
        // Of coins both kinds of intervals are much the same.
        let (bets, mixture) = (sequence.mean(&[(0.0, 900), (1.0, 100)], 0.0, 1.0), sequence.rate(100, 1_000));
        assert_relative_eq!(bets.high - bets.low, mixture.high - mixture.low, max_relative = 0.15);
        // All alike: the mean may still differ a little.
        let alike = sequence.mean(&[(3.0, 1_000)], 0.0, 60.0);
        assert!(alike.low < 3.0 && alike.high > 3.0 && alike.high < 4.0, "{alike:?}");
    }

    #[test]
    fn asymptotic_intervals_are_the_published_ones() {
        // Written out again: mean 1, variance 1, n = 10,000, alpha = 0.05.
        let mean = Sequence::new(0.05).asymptotic(10_000, 10_000, 19_999);
        let rho2: f64 = (5.991_464_547 + 6.991_464_547_f64.ln()) / 10_000.0;
        let n = 10_000.0_f64;
        let half = (2.0 * (n * rho2 + 1.0) / (n * n * rho2) * ((n * rho2 + 1.0).sqrt() / 0.05).ln()).sqrt();
        assert_relative_eq!(mean.high - mean.mean, half, max_relative = 1e-6);
    }
}
