//! Intervals for what was counted.

use crate::results::{CellResult, Mean, Rate};
use crate::sequence::Sequence;
use statrs::distribution::{ContinuousCDF, Normal};

/// Makes intervals of one confidence.
#[derive(Clone, Copy, Debug)]
pub struct Estimator {
    confidence: f64,
    /// The normal quantile for it.
    z: f64,
    /// Intervals that hold at every look, where one looked more than once.
    looked: Option<Sequence>,
}

impl Estimator {
    /// For a two-sided confidence between 0 and 1, such as 0.95.
    ///
    /// # Panics
    /// When the confidence is not between 0 and 1.
    pub fn new(confidence: f64) -> Self {
        assert!(confidence > 0.0 && confidence < 1.0, "a confidence lies between 0 and 1");
        let normal = Normal::new(0.0, 1.0).expect("the standard normal law");
        Self { confidence, z: normal.inverse_cdf(0.5 + confidence / 2.0), looked: None }
    }

    /// The same for a number of chases that was chosen by looking at them.
    #[must_use]
    pub fn looking(self) -> Self {
        Self { looked: Some(Sequence::new(1.0 - self.confidence)), ..self }
    }

    /// The one for a cell, by how its number of chases was chosen.
    #[must_use]
    pub fn of(self, cell: &CellResult) -> Self {
        if cell.stop.is_some() { self.looking() } else { self }
    }

    /// The normal quantile for the confidence.
    pub const fn z(self) -> f64 {
        self.z
    }

    /// The rate `count / n`, `n` above 0: Wilson's interval (Wilson 1927), at 0 and at n the exact one of Clopper and
    /// Pearson (1934), which has a closed form there.
    pub fn rate(&self, count: u64, n: u64) -> Rate {
        if let Some(sequence) = self.looked {
            return sequence.rate(count, n);
        }
        let (successes, trials) = (count as f64, n as f64);
        let rate = successes / trials;
        let tail = ((1.0 - self.confidence) / 2.0).ln() / trials;
        let (low, high) = if count == 0 {
            // (alpha / 2)^(1 / n), written so that no digits are lost.
            (0.0, -tail.exp_m1())
        } else if count == n {
            (tail.exp(), 1.0)
        } else {
            let square = self.z * self.z;
            let center = (successes + square / 2.0) / (trials + square);
            let spread = self.z / (trials + square) * (successes * (trials - successes) / trials + square / 4.0).sqrt();
            (center - spread, center + spread)
        };
        Rate { count: Some(count), rate, low: digits(low), high: digits(high) }
    }

    /// The mean of `n` integers by their sum and sum of squares, with the normal interval; of one alone there is none,
    /// so the interval is the mean itself.
    pub fn mean(&self, n: u64, sum: u128, squares: u128) -> Mean {
        if let Some(sequence) = self.looked {
            return sequence.asymptotic(n, sum, squares);
        }
        let mean = sum as f64 / n as f64;
        self.about(mean, if n > 1 { deviation(n, sum, squares) / (n as f64).sqrt() } else { 0.0 })
    }

    /// A value by its standard error, with the normal interval; of an exact one the interval is the value itself.
    pub fn about(&self, mean: f64, error: f64) -> Mean {
        if error == 0.0 {
            return Mean { mean, low: mean, high: mean };
        }
        Mean { mean, low: digits(mean - self.z * error), high: digits(mean + self.z * error) }
    }
}

impl Estimator {
    /// The mean of whole numbers from 0 to `most`, by how often each came up from 0 on.
    pub fn bounded(&self, counts: &[u64], most: u16) -> Mean {
        if let Some(sequence) = self.looked {
            let numbers: Vec<(f64, u64)> = counts.iter().enumerate().map(|(number, &n)| (number as f64, n)).collect();
            return sequence.mean(&numbers, 0.0, f64::from(most).max(1.0));
        }
        let (n, sum, squares) = moments(counts);
        self.mean(n, sum, squares)
    }
}

/// The interval of a rate less another that was found independently, from both their intervals: Newcombe's hybrid score
/// interval (Statistics in Medicine 17, 1998, 873-890, method 10). Of exact rates it is the difference itself.
pub fn difference(one: &Rate, other: &Rate) -> (f64, f64) {
    let delta = one.rate - other.rate;
    let below = (one.rate - one.low).hypot(other.high - other.rate);
    let above = (one.high - one.rate).hypot(other.rate - other.low);
    (delta - below, delta + above)
}

/// How many whole numbers there are, their sum and their sum of squares, by how often each came up from 0 on.
pub fn moments(counts: &[u64]) -> (u64, u128, u128) {
    let (mut n, mut sum, mut squares) = (0, 0_u128, 0_u128);
    for (number, &count) in counts.iter().enumerate() {
        let (number, times) = (number as u128, u128::from(count));
        n += count;
        sum += number * times;
        squares += number * number * times;
    }
    (n, sum, squares)
}

/// The standard deviation of `n` integers by their sum and sum of squares (with n - 1); 0 of a single one.
pub fn deviation(n: u64, sum: u128, squares: u128) -> f64 {
    if n < 2 {
        return 0.0;
    }
    // n * squares - sum^2, exactly: no digits cancel.
    let scaled = u128::from(n) * squares - sum * sum;
    digits((scaled as f64 / (n as f64 * (n - 1) as f64)).sqrt())
}

/// A number to 10 significant digits: what logarithms, roots and quantiles give may differ in the last bits from one
/// machine to another.
pub fn digits(number: f64) -> f64 {
    format!("{number:.9e}").parse().expect("a formatted number is a number")
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;
    use statrs::distribution::{Binomial, Discrete};

    #[test]
    fn published_bounds() {
        let estimator = Estimator::new(0.95);
        // 0 events in 200: upper bound 1.83 %.
        assert_relative_eq!(estimator.rate(0, 200).high, 0.0183, epsilon = 5e-5);
        assert_relative_eq!(estimator.rate(200, 200).low, 1.0 - 0.0183, epsilon = 5e-5);
        // Wilson's interval for 10 of 100, as tabulated (Newcombe 1998 gives 81 of 263: 0.2553 to 0.3662).
        let rate = estimator.rate(81, 263);
        assert_relative_eq!(rate.low, 0.2553, epsilon = 5e-5);
        assert_relative_eq!(rate.high, 0.3662, epsilon = 5e-5);
    }

    #[test]
    fn differences_as_published() {
        // Newcombe 1998, table II, method 10: 56 of 70 less 48 of 80 is 0.2, 0.0524 to 0.3339; 9 of 10 less 3 of 10 is
        // 0.6, 0.1705 to 0.8090.
        let estimator = Estimator::new(0.95);
        for ((a, m), (b, n), low, high) in [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090)] {
            let interval = difference(&estimator.rate(a, m), &estimator.rate(b, n));
            assert_relative_eq!(interval.0, low, epsilon = 5e-5);
            assert_relative_eq!(interval.1, high, epsilon = 5e-5);
        }
    }

    #[test]
    fn intervals_cover_what_they_promise() {
        // Summed over the binomial law, not simulated.
        let n = 100_000_u64;
        let estimator = Estimator::new(0.95);
        for p in [0.001, 0.05, 0.5, 0.95] {
            let law = Binomial::new(p, n).unwrap();
            let center = (p * n as f64) as u64;
            let reach = (12.0 * (n as f64 * p * (1.0 - p)).sqrt()) as u64 + 20;
            let covered: f64 = (center.saturating_sub(reach)..=(center + reach).min(n))
                .filter(|&count| {
                    let rate = estimator.rate(count, n);
                    rate.low <= p && p <= rate.high
                })
                .map(|count| law.pmf(count))
                .sum();
            assert!((0.945..=0.955).contains(&covered), "p = {p}: covered {covered}");
        }
    }

    #[test]
    fn means_lose_no_digits() {
        // 1, 2, 3, 4: mean 2.5, variance 5/3.
        let mean = Estimator::new(0.95).mean(4, 10, 30);
        assert_relative_eq!(mean.mean, 2.5);
        assert_relative_eq!(deviation(4, 10, 30), (5.0_f64 / 3.0).sqrt(), epsilon = 1e-9);
        assert_relative_eq!(mean.high - 2.5, 1.959_963_985 * (5.0_f64 / 12.0).sqrt(), epsilon = 1e-8);
        assert_eq!(deviation(1, 7, 49), 0.0);
        assert_eq!(digits(0.123_456_789_012_345), 0.123_456_789_0);
        assert_eq!(digits(0.0), 0.0);
    }
}
