//! Intervals and tests for differences between paired chases.
//!
//! A rate: each pair says +1, 0 or -1, so the difference is (b - c) / n for b and c discordant pairs. Its normal
//! interval has no width when none is discordant and covers too little while few are; Tango's score interval (Statistics
//! in Medicine 17, 1998, 891-908) inverts McNemar's statistic instead, so that it covers near 0 as well and leaves out 0
//! exactly where McNemar's test rejects (Fagerland, Lydersen and Laake, Statistics in Medicine 33, 2014, 2850-2875,
//! recommend it among others).
//!
//! A mean length: the interval of the mean of the paired differences, after adding two pairs, one longer and one shorter
//! by the root mean square of the differences that there are, as Bonett and Price (Journal of Educational and Behavioral
//! Statistics 37, 2012, 479-488) add one discordant pair in each direction. Its quantile is Student's with as many degrees
//! of freedom as pairs differ: only they say anything about the spread.

use crate::estimate::digits;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// How often the bisection for an end of Tango's interval halves: to the last bit of a difference.
const HALVINGS: usize = 64;

/// A difference with its interval and how likely chance alone would bring it about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// CHANGED less BASE.
    pub delta: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// The two-sided tail of the test that nothing changed.
    pub tail: f64,
    /// In how many chases the two variants differ.
    pub differ: u64,
    /// How many times larger the variance of the difference would be without pairing; nothing where no pair differs.
    pub gain: Option<f64>,
}

/// Judges differences at one confidence.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// The chance below the upper end of an interval.
    upper: f64,
    z: f64,
}

impl Judge {
    /// For a two-sided confidence between 0 and 1.
    pub fn new(confidence: f64) -> Self {
        let upper = 0.5 + confidence / 2.0;
        Self { upper, z: normal().inverse_cdf(upper) }
    }

    /// A rate, where in `more` of `n` pairs only CHANGED and in `less` only BASE came to the end in question, and
    /// `rates` are both variants' own.
    pub fn rate(self, (more, less): (u64, u64), n: u64, rates: (f64, f64)) -> Judged {
        let (b, c, pairs) = (more as f64, less as f64, n as f64);
        let delta = (b - c) / pairs;
        let variance = (b + c) / pairs - delta * delta;
        let unpaired = rates.0 * (1.0 - rates.0) + rates.1 * (1.0 - rates.1);
        Judged {
            delta,
            low: digits(tango(b, c, pairs, self.z)),
            high: digits(-tango(c, b, pairs, self.z)),
            tail: if more + less == 0 { 1.0 } else { tail((b - c) / (b + c).sqrt()) },
            differ: more + less,
            gain: (variance > 0.0).then(|| digits(unpaired / variance)),
        }
    }

    /// A mean of differences by their sum and sum of squares over `n` pairs of which `differ` do; none can be larger
    /// than `most`. `variances` are both variants' own.
    pub fn mean(self, (sum, squares, differ): (i64, u64, u64), n: u64, most: u16, variances: (f64, f64)) -> Judged {
        let (total, square, pairs) = (sum as f64, squares as f64, n as f64);
        let delta = total / pairs;
        let typical = if differ == 0 { f64::from(most).powi(2) } else { square / differ as f64 };
        let padded = pairs + 2.0;
        let spread = ((square + 2.0 * typical) / padded - (total / padded).powi(2)).max(0.0);
        let error = (spread / padded).sqrt();
        let variance = square / pairs - delta * delta;
        let (quantile, tail) = match student(differ) {
            Some(law) => (law.inverse_cdf(self.upper), digits((2.0 * law.sf((delta / error).abs())).min(1.0))),
            None => (self.z, if differ == 0 { 1.0 } else { tail(delta / error) }),
        };
        Judged {
            delta,
            low: digits(delta - quantile * error),
            high: digits(delta + quantile * error),
            tail,
            differ,
            gain: (variance > 0.0).then(|| digits((variances.0 + variances.1) / variance)),
        }
    }
}

/// The lower end of Tango's interval for (b - c) / n.
fn tango(b: f64, c: f64, n: f64, z: f64) -> f64 {
    let (mut low, mut high) = (-1.0, (b - c) / n);
    if high <= low {
        return low;
    }
    // The statistic falls with the difference that is supposed, from above z to 0.
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if score(b, c, n, middle) > z { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Tango's statistic: how many standard errors (b - c) / n lies above a supposed difference, the standard error taken
/// where that difference is true and the discordant pairs are otherwise as likely as they can be.
fn score(b: f64, c: f64, n: f64, supposed: f64) -> f64 {
    let linear = (2.0 * n - b + c) * supposed - b - c;
    let constant = -c * supposed * (1.0 - supposed);
    let lesser = ((linear * linear - 8.0 * n * constant).max(0.0).sqrt() - linear) / (4.0 * n);
    let variance = n * (2.0 * lesser + supposed * (1.0 - supposed));
    let above = b - c - n * supposed;
    if variance > 0.0 {
        above / variance.sqrt()
    } else if above > 0.0 {
        f64::INFINITY
    } else {
        0.0
    }
}

/// The chance of a standard normal deviate at least as far out.
fn tail(z: f64) -> f64 {
    digits((2.0 * normal().sf(z.abs())).min(1.0))
}

/// From so many degrees of freedom on Student's law is the normal one, to three digits.
const MANY: u64 = 1_000;

/// Student's law, where it is another than the normal one; where nothing differs the largest difference stands in for
/// the spread, which is wide enough.
fn student(differ: u64) -> Option<StudentsT> {
    let few = (1..MANY).contains(&differ);
    few.then(|| StudentsT::new(0.0, 1.0, differ as f64).expect("a number of degrees of freedom"))
}

fn normal() -> Normal {
    Normal::new(0.0, 1.0).expect("the standard normal law")
}

/// Holm's adjusted tails (Scandinavian Journal of Statistics 6, 1979, 65-70): one below alpha is shown to be real, and
/// the chance that anything at all is so shown wrongly stays below alpha, however the comparisons depend on each other.
pub fn holm(tails: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..tails.len()).collect();
    order.sort_by(|&one, &other| tails[one].total_cmp(&tails[other]));
    let mut adjusted = vec![0.0; tails.len()];
    let mut so_far = 0.0_f64;
    for (rank, &index) in order.iter().enumerate() {
        so_far = so_far.max((tails.len() - rank) as f64 * tails[index]).min(1.0);
        adjusted[index] = digits(so_far);
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;
    use statrs::function::factorial::ln_factorial;

    const Z: f64 = 1.959_963_985;

    #[test]
    fn tango_as_published() {
        // Airway hyper-responsiveness before and after stem cell transplantation, 21 children, 1 against 7 discordant:
        // -0.286 (-0.517 to -0.026), as printed by Fagerland, Lydersen and Laake 2014.
        let judged = Judge::new(0.95).rate((1, 7), 21, (8.0 / 21.0, 2.0 / 21.0));
        assert_relative_eq!(judged.delta, -6.0 / 21.0, epsilon = 1e-12);
        assert_relative_eq!(judged.low, -0.517, epsilon = 5e-4);
        assert_relative_eq!(judged.high, -0.026, epsilon = 5e-4);
        // McNemar: (1 - 7)^2 / 8 = 4.5, a two-sided tail of 0.0339.
        assert_relative_eq!(judged.tail, 0.0339, epsilon = 5e-5);
    }

    #[test]
    fn no_discordant_pair_leaves_an_interval() {
        // With b = c = 0 the interval is z^2 / (n + z^2) to both sides (Tango 1998).
        let judged = Judge::new(0.95).rate((0, 0), 500, (0.3, 0.3));
        let bound = Z * Z / (500.0 + Z * Z);
        assert_relative_eq!(judged.high, bound, epsilon = 1e-8);
        assert_relative_eq!(judged.low, -bound, epsilon = 1e-8);
        assert_eq!((judged.tail, judged.gain), (1.0, None));
        // Every pair discordant, all one way.
        let judged = Judge::new(0.95).rate((50, 0), 50, (0.0, 1.0));
        assert!(judged.high == 1.0 && judged.low > 0.8, "{judged:?}");
    }

    #[test]
    fn the_ends_of_the_interval_are_where_the_likelihood_says() {
        // The statistic once more, its nuisance parameter found by walking the likelihood.
        let (b, c, n) = (30.0_f64, 12.0_f64, 200.0_f64);
        let judged = Judge::new(0.95).rate((30, 12), 200, (0.5, 0.5));
        for (supposed, sign) in [(judged.low, 1.0), (judged.high, -1.0)] {
            let likelihood = |lesser: f64| {
                b * (lesser + supposed).ln() + c * lesser.ln() + (n - b - c) * (1.0 - 2.0 * lesser - supposed).ln()
            };
            let steps = 400_000;
            let (from, to) = ((-supposed).max(0.0), (1.0 - supposed) / 2.0);
            let at = |step: usize| from + (to - from) * step as f64 / steps as f64;
            let best = (1..steps).map(at).max_by(|x, y| likelihood(*x).total_cmp(&likelihood(*y))).unwrap();
            let error = (n * (2.0 * best + supposed - supposed * supposed)).sqrt();
            assert_relative_eq!((b - c - n * supposed) / error, sign * Z, epsilon = 1e-4);
        }
    }

    #[test]
    fn rates_are_covered_near_zero_too() {
        // Summed over the law of discordant pairs, not simulated.
        let n = 300_u64;
        let judge = Judge::new(0.95);
        for (more, less) in [(0.002, 0.002), (0.01, 0.0), (0.01, 0.002), (0.1, 0.05), (0.3, 0.3)] {
            let same: f64 = 1.0 - more - less;
            let chance = |b: u64, c: u64| {
                let term =
                    |count: u64, p: f64| if count == 0 { 0.0 } else { count as f64 * p.ln() - ln_factorial(count) };
                (ln_factorial(n) + term(b, more) + term(c, less) + term(n - b - c, same)).exp()
            };
            let mut covered = 0.0;
            let mut total = 0.0;
            for b in 0..=n {
                for c in (0..=n - b).take_while(|&c| less > 0.0 || c == 0) {
                    let p = chance(b, c);
                    total += p;
                    if p > 1e-9 {
                        let judged = judge.rate((b, c), n, (0.5, 0.5));
                        covered += if judged.low <= more - less && more - less <= judged.high { p } else { 0.0 };
                    }
                }
            }
            assert_relative_eq!(total, 1.0, epsilon = 1e-6);
            assert!((0.93..=1.0).contains(&covered), "{more} against {less}: {covered}");
        }
    }

    #[test]
    fn means_by_hand() {
        // Of 100 pairs 10 are longer by 2 and 5 shorter by 1: sum 15, squares 45, a typical square of 3.
        let judged = Judge::new(0.95).mean((15, 45, 15), 100, 60, (4.0, 5.0));
        let error = ((45.0 + 6.0) / 102.0 - (15.0_f64 / 102.0).powi(2)).sqrt() / 102.0_f64.sqrt();
        assert_relative_eq!(judged.delta, 0.15);
        // Student's quantile for 15 degrees of freedom, as tabulated: 2.131.
        assert_relative_eq!(judged.high, 0.15 + 2.131_449_546 * error, epsilon = 1e-6);
        assert_relative_eq!(judged.gain.unwrap(), 9.0 / (0.45 - 0.15 * 0.15), epsilon = 1e-8);
        // None differs: bounded by the longest chase, not by nothing.
        let judged = Judge::new(0.95).mean((0, 0, 0), 100, 60, (4.0, 4.0));
        assert!(judged.high > 0.0 && judged.low == -judged.high && judged.tail == 1.0, "{judged:?}");
    }

    #[test]
    fn holm_by_hand() {
        // 4 x 0.005, 3 x 0.01, 2 x 0.03, and 0.04 is no smaller than the one before.
        assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]);
        assert_eq!(holm(&[0.9, 0.5]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
