//! Sets of whole numbers as few ranges: which chunks of a cell were played.

use std::ops::Range;

/// Ranges in order, none of which touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spans {
    ranges: Vec<Range<u64>>,
}

impl Spans {
    /// How many numbers.
    pub fn count(&self) -> u64 {
        self.ranges.iter().map(|range| range.end - range.start).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The ranges in order.
    pub fn ranges(&self) -> &[Range<u64>] {
        &self.ranges
    }

    /// Adds a range; nothing changes, and the answer is `false`, when it is empty or some of it is there already.
    pub fn add(&mut self, new: Range<u64>) -> bool {
        let at = self.ranges.partition_point(|range| range.end <= new.start);
        let free = self.ranges.get(at).is_none_or(|next| new.end <= next.start);
        if new.is_empty() || !free {
            return false;
        }
        self.ranges.insert(at, new);
        for left in [at, at.wrapping_sub(1)] {
            if let Some([one, two]) = self.ranges.get(left..left.saturating_add(2))
                && one.end == two.start
            {
                self.ranges[left].end = two.end;
                self.ranges.remove(left + 1);
            }
        }
        true
    }

    /// What is missing of the numbers below `end`.
    pub fn gaps(&self, end: u64) -> Self {
        let mut gaps = Vec::new();
        let mut from = 0;
        for range in &self.ranges {
            if from < range.start.min(end) {
                gaps.push(from..range.start.min(end));
            }
            from = range.end;
        }
        if from < end {
            gaps.push(from..end);
        }
        Self { ranges: gaps }
    }

    /// The number with so many others before it.
    pub fn nth(&self, mut before: u64) -> Option<u64> {
        for range in &self.ranges {
            let count = range.end - range.start;
            if before < count {
                return Some(range.start + before);
            }
            before -= count;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_set_of_ranges_is_a_set() {
        // Against a set of single numbers, for additions in an order without order.
        let mut spans = Spans::default();
        let mut numbers = BTreeSet::new();
        let mut word = 7_u64;
        for _ in 0..200 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let start = (word >> 33) % 100;
            let new = start..start + (word >> 50) % 5;
            let fits = !new.is_empty() && new.clone().all(|number| !numbers.contains(&number));
            assert_eq!(spans.add(new.clone()), fits, "{new:?} to {spans:?}");
            if fits {
                numbers.extend(new);
            }
            let listed: Vec<u64> = spans.ranges().iter().cloned().flatten().collect();
            assert_eq!(listed, numbers.iter().copied().collect::<Vec<_>>());
            assert!(spans.ranges().windows(2).all(|pair| pair[0].end < pair[1].start), "{spans:?}");
            assert_eq!(spans.count(), numbers.len() as u64);
            let missing: Vec<u64> = (0..90).filter(|number| !numbers.contains(number)).collect();
            let gaps = spans.gaps(90);
            assert_eq!((0..gaps.count()).map(|n| gaps.nth(n).unwrap()).collect::<Vec<_>>(), missing);
            assert_eq!(gaps.nth(gaps.count()), None);
        }
        assert!(!spans.is_empty() && Spans::default().is_empty());
    }
}
