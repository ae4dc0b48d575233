//! The law of a whole number, and of the sum of many independent ones: exact but for rounding.

/// What is left out at either end of a sum: far below any chance that is ever told.
const TRIMMED: f64 = 1e-30;

/// Chances this near to each other are equal: what rounding makes of ties (R's `binom.test` uses the same).
const TIE: f64 = 1e-7;

/// The chances of consecutive whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// The number that the first chance belongs to.
    first: u64,
    /// The first and the last are above 0.
    chances: Vec<f64>,
}

impl Law {
    /// From numbers in ascending order with their chances, which are made to sum to 1. What has no chance in it at all
    /// is 0 for certain.
    pub fn new(chances: &[(u16, f64)]) -> Self {
        let total: f64 = chances.iter().map(|&(_, chance)| chance).sum();
        let last = chances.last().map_or(0, |&(number, _)| usize::from(number));
        let mut dense = vec![0.0; last + 1];
        for &(number, chance) in chances {
            dense[usize::from(number)] += chance / total;
        }
        Self { first: 0, chances: dense }.tight(0.0)
    }

    /// 1 with this chance, else 0.
    pub fn coin(chance: f64) -> Self {
        Self { first: 0, chances: vec![1.0 - chance, chance] }.tight(0.0)
    }

    fn certain(number: u64) -> Self {
        Self { first: number, chances: vec![1.0] }
    }

    /// Without what has no more than this chance at either end.
    fn tight(mut self, enough: f64) -> Self {
        let beyond = |chances: &mut dyn Iterator<Item = &f64>| {
            let mut sum = 0.0;
            let beyond = chances.take_while(|&&chance| {
                sum += chance;
                sum <= enough
            });
            beyond.count()
        };
        let above = beyond(&mut self.chances.iter().rev());
        self.chances.truncate(self.chances.len() - above);
        let below = beyond(&mut self.chances.iter());
        self.chances.drain(..below);
        if self.chances.is_empty() {
            return Self::certain(0);
        }
        self.first += below as u64;
        self
    }

    /// The least and the greatest number.
    pub fn range(&self) -> (u64, u64) {
        (self.first, self.first + self.chances.len() as u64 - 1)
    }

    /// All numbers with their chances.
    pub fn iter(&self) -> impl Iterator<Item = (u64, f64)> {
        (self.first..).zip(self.chances.iter().copied())
    }

    /// The chance of a number.
    pub fn chance(&self, number: u64) -> f64 {
        let index = number.checked_sub(self.first).and_then(|index| usize::try_from(index).ok());
        index.and_then(|index| self.chances.get(index)).copied().unwrap_or(0.0)
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.iter().map(|(number, chance)| number as f64 * chance).sum()
    }

    /// The variance.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.iter().map(|(number, chance)| (number as f64 - mean).powi(2) * chance).sum()
    }

    /// The law of the sum of `n` such numbers: convolved by doubling, so that rounding has few steps to gather in.
    /// Only positive numbers are added, so no digits cancel.
    pub fn sum(&self, n: u64) -> Self {
        let mut sum = Self::certain(0);
        for bit in (0..u64::BITS - n.leading_zeros()).rev() {
            sum = sum.and(&sum);
            if n >> bit & 1 == 1 {
                sum = sum.and(self);
            }
        }
        sum
    }

    fn and(&self, other: &Self) -> Self {
        let mut chances = vec![0.0; self.chances.len() + other.chances.len() - 1];
        for (shift, &mine) in self.chances.iter().enumerate() {
            for (chance, &theirs) in chances[shift..].iter_mut().zip(&other.chances) {
                *chance += mine * theirs;
            }
        }
        Self { first: self.first + other.first, chances }.tight(TRIMMED)
    }

    /// The two-sided tail by the method of small p-values: the chance of all numbers that are no likelier than this one
    /// (Hirji 2006, Exact Analysis of Discrete Data; Fay 2010, The R Journal 2(1), "minlike"). Of what was
    /// [trimmed](Self::sum) a bound.
    pub fn tail(&self, number: u64) -> f64 {
        let most = self.chance(number) * (1.0 + TIE);
        let tail: f64 = self.chances.iter().filter(|&&chance| chance <= most).sum();
        tail.clamp(TRIMMED, 1.0)
    }

    /// The least chance that a number must have not to be rejected at this level: the likeliest numbers stay, the
    /// others together have no more than `level`.
    fn least_kept(&self, level: f64) -> f64 {
        let mut ascending = self.chances.clone();
        ascending.sort_unstable_by(f64::total_cmp);
        let mut rejected = 0.0;
        let mut index = 0;
        while index < ascending.len() {
            // Ties are rejected together or not at all.
            let tied = ascending[index..].iter().take_while(|&&chance| chance <= ascending[index] * (1.0 + TIE));
            let (count, sum) = tied.fold((0, 0.0), |(count, sum), chance| (count + 1, sum + chance));
            if rejected + sum > level {
                return ascending[index];
            }
            rejected += sum;
            index += count;
        }
        f64::INFINITY
    }

    /// How often a test of this law at this level rejects when the truth is another.
    pub fn power(&self, truth: &Self, level: f64) -> f64 {
        let least = self.least_kept(level);
        let kept: f64 =
            truth.iter().filter(|&(number, _)| self.chance(number) >= least).map(|(_, chance)| chance).sum();
        (1.0 - kept).clamp(0.0, 1.0)
    }

    /// The numbers between which it lies with this confidence, what is outside shared out evenly.
    pub fn middle(&self, confidence: f64) -> (u64, u64) {
        let tail = (1.0 - confidence) / 2.0;
        let (first, last) = self.range();
        let outside = |chances: &mut dyn Iterator<Item = &f64>| {
            let mut sum = 0.0;
            let outside = chances.take_while(|&&chance| {
                sum += chance;
                sum < tail
            });
            outside.count() as u64
        };
        let below = outside(&mut self.chances.iter());
        let above = outside(&mut self.chances.iter().rev());
        (first + below, (last - above).max(first + below))
    }

    /// Of all laws on the same numbers with that mean the nearest to this one: each chance times `exp(t * number)`
    /// (Csiszár 1975, Annals of Probability 3, the I-projection). A mean that none has is brought into range.
    pub fn tilted(&self, mean: f64) -> Self {
        let (first, last) = self.range();
        if mean <= first as f64 {
            return Self::certain(first);
        }
        if mean >= last as f64 {
            return Self::certain(last);
        }
        let at = |tilt: f64| {
            let most = if tilt > 0.0 { last } else { first };
            let weights: Vec<f64> =
                self.iter().map(|(number, chance)| chance * (tilt * (number as f64 - most as f64)).exp()).collect();
            let total: f64 = weights.iter().sum();
            Self { first, chances: weights.into_iter().map(|weight| weight / total).collect() }
        };
        // The mean rises with the tilt; so far out a law of whole numbers is all at one end.
        let (mut low, mut high) = (-700.0, 700.0);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if at(middle).mean() < mean { low = middle } else { high = middle }
        }
        at(0.5 * (low + high)).tight(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// Two dice that are not fair, by every pair of faces.
    fn three() -> Law {
        Law::new(&[(1, 0.5), (2, 0.3), (5, 0.2)])
    }

    /// The sum of n, one after the other, in another representation.
    fn brute(one: &[(u64, f64)], n: u64) -> std::collections::BTreeMap<u64, f64> {
        let mut sums = std::collections::BTreeMap::from([(0, 1.0)]);
        for _ in 0..n {
            let mut next = std::collections::BTreeMap::new();
            for (sum, chance) in sums {
                for &(number, other) in one {
                    *next.entry(sum + number).or_insert(0.0) += chance * other;
                }
            }
            sums = next;
        }
        sums
    }

    #[test]
    fn sums_are_convolutions() {
        for n in [0, 1, 2, 3, 7, 25] {
            let sum = three().sum(n);
            let brute = brute(&[(1, 0.5), (2, 0.3), (5, 0.2)], n);
            for number in 0..=5 * n + 1 {
                let expected = brute.get(&number).copied().unwrap_or(0.0);
                assert_relative_eq!(sum.chance(number), expected, epsilon = 1e-28, max_relative = 1e-12);
            }
            assert_relative_eq!(sum.mean(), 2.1 * n as f64, max_relative = 1e-12);
            assert_relative_eq!(sum.variance(), 2.29 * n as f64, max_relative = 1e-10);
        }
    }

    #[test]
    fn sums_of_coins_are_binomial() {
        // 10 tosses: 252 of 1,024 give 5; P(X <= 2 or X >= 8) = 112/1024.
        let coins = Law::coin(0.5).sum(10);
        assert_relative_eq!(coins.chance(5), 252.0 / 1024.0, max_relative = 1e-14);
        assert_relative_eq!(coins.tail(2), 112.0 / 1024.0, max_relative = 1e-14);
        assert_relative_eq!(coins.tail(8), 112.0 / 1024.0, max_relative = 1e-14);
        assert_relative_eq!(coins.tail(5), 1.0, max_relative = 1e-14);
        // As R has it: binom.test(682, 925, p = 0.75), the manual's own example, gives p-value = 0.3825.
        assert_relative_eq!(Law::coin(0.75).sum(925).tail(682), 0.3825, epsilon = 5e-5);
        assert_eq!(Law::coin(0.0).sum(10), Law::certain(0));
        assert_eq!(Law::coin(1.0).sum(10), Law::certain(10));
    }

    #[test]
    fn tails_are_the_chances_of_what_is_no_likelier() {
        let (sum, brute) = (three().sum(8), brute(&[(1, 0.5), (2, 0.3), (5, 0.2)], 8));
        for (&number, &chance) in &brute {
            let tail: f64 = brute.values().filter(|&&other| other <= chance * (1.0 + 1e-9)).sum();
            assert_relative_eq!(sum.tail(number), tail, max_relative = 1e-10);
        }
    }

    #[test]
    fn power_is_how_often_the_tail_is_small() {
        let (law, truth) = (Law::coin(0.5).sum(40), Law::coin(0.7).sum(40));
        for level in [0.05, 0.01] {
            let brute: f64 = (0..=40).filter(|&count| law.tail(count) <= level).map(|count| truth.chance(count)).sum();
            assert_relative_eq!(law.power(&truth, level), brute, max_relative = 1e-12);
            assert!(law.power(&law, level) <= level);
        }
    }

    #[test]
    fn tilting_gives_the_mean_and_keeps_the_family() {
        // A tilted coin is a coin.
        assert_relative_eq!(Law::coin(0.3).tilted(0.85).chance(1), 0.85, max_relative = 1e-9);
        let tilted = three().tilted(3.5);
        assert_relative_eq!(tilted.mean(), 3.5, max_relative = 1e-9);
        // The logarithms of the ratios lie on a line.
        let ratio = |number| (tilted.chance(number) / three().chance(number)).ln();
        assert_relative_eq!((ratio(5) - ratio(1)) / 4.0, ratio(2) - ratio(1), max_relative = 1e-9);
        assert_eq!(three().tilted(0.5), Law::certain(1));
        assert_eq!(three().tilted(9.0), Law::certain(5));
    }

    #[test]
    fn the_middle_leaves_out_no_more_than_asked() {
        let coins = Law::coin(0.5).sum(100);
        // Tabulated: P(X <= 39) = 0.0176, P(X <= 40) = 0.0284.
        assert_eq!(coins.middle(0.95), (40, 60));
    }
}
