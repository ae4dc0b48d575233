//! Sums that keep what rounding loses.

/// A running sum with the correction of Neumaier (1974): exact to about one rounding, however many terms.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    total: f64,
    lost: f64,
}

impl Sum {
    /// Adds one term.
    #[inline]
    pub(crate) fn add(&mut self, term: f64) {
        let total = self.total + term;
        self.lost +=
            if self.total.abs() >= term.abs() { (self.total - total) + term } else { (term - total) + self.total };
        self.total = total;
    }

    /// What the terms add up to.
    #[inline]
    pub(crate) fn value(self) -> f64 {
        self.total + self.lost
    }
}

/// The sum of all terms.
pub(crate) fn sum(terms: impl IntoIterator<Item = f64>) -> f64 {
    let mut sum = Sum::default();
    terms.into_iter().for_each(|term| sum.add(term));
    sum.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_terms_survive_large_ones() {
        assert_eq!(sum([1.0, 1e100, 1.0, -1e100]), 2.0);
        assert_eq!(sum(std::iter::repeat_n(0.1, 10)), 1.0);
    }
}
