//! Which arm leads, which are out, and whether one may stop: from intervals alone.

use crate::results::Mean;

/// How an arm stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arm {
    /// What it is worth, with an interval.
    pub value: Mean,
    /// Whether another is known to be better.
    pub out: bool,
}

/// What is known after a further look: intervals that hold at every look hold where all of them agree.
pub fn narrowed(before: Mean, now: Mean) -> Mean {
    let both = Mean { low: before.low.max(now.low), high: before.high.min(now.high), ..now };
    // In one run of many they do not agree, and then the last has seen most.
    if both.low <= now.mean && now.mean <= both.high { both } else { now }
}

/// The arm that looks best; of equals the first.
pub fn leader(arms: &[Arm]) -> usize {
    let better = |best: usize, other: usize| if arms[other].value.mean > arms[best].value.mean { other } else { best };
    (0..arms.len()).filter(|&arm| !arms[arm].out).reduce(better).unwrap_or(0)
}

/// Puts out whoever cannot be the best any more (successive elimination: Even-Dar, Mannor and Mansour 2006, JMLR 7),
/// and says whether all others that are left are known to be no more than `within` better than the leader.
pub fn settle(arms: &mut [Arm], within: f64) -> bool {
    let best = leader(arms);
    let sure = arms.iter().filter(|arm| !arm.out).map(|arm| arm.value.low).fold(f64::NEG_INFINITY, f64::max);
    for (place, arm) in arms.iter_mut().enumerate() {
        arm.out |= place != best && arm.value.high < sure;
    }
    let low = arms[best].value.low;
    let mut others = arms.iter().enumerate().filter(|&(place, arm)| place != best && !arm.out);
    others.all(|(_, arm)| arm.value.high - low <= within)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arms(values: &[(f64, f64, f64)]) -> Vec<Arm> {
        values.iter().map(|&(low, mean, high)| Arm { value: Mean { mean, low, high }, out: false }).collect()
    }

    #[test]
    fn looks_narrow_each_other() {
        let mean = |low, mean, high| Mean { mean, low, high };
        assert_eq!(narrowed(mean(0.2, 0.5, 0.6), mean(0.1, 0.4, 0.7)), mean(0.2, 0.4, 0.6));
        assert_eq!(narrowed(mean(0.45, 0.5, 0.6), mean(0.1, 0.4, 0.7)), mean(0.1, 0.4, 0.7));
    }

    #[test]
    fn whoever_cannot_be_best_is_out_and_the_rest_decides() {
        let mut three = arms(&[(0.4, 0.5, 0.6), (0.55, 0.6, 0.7), (0.1, 0.2, 0.3)]);
        assert!(!settle(&mut three, 0.0));
        assert_eq!(three.iter().map(|arm| arm.out).collect::<Vec<_>>(), [false, false, true]);
        assert_eq!(leader(&three), 1);
        // The first may be 0.05 better than the second, no more.
        assert!(settle(&mut three, 0.051) && !settle(&mut three, 0.049));
        let mut apart = arms(&[(0.4, 0.5, 0.54), (0.55, 0.6, 0.7)]);
        assert!(settle(&mut apart, 0.0) && apart[0].out);
        // Exact ties stay in, and are settled.
        let mut ties = arms(&[(0.5, 0.5, 0.5), (0.5, 0.5, 0.5)]);
        assert!(settle(&mut ties, 0.0) && !ties[1].out && leader(&ties) == 0);
    }
}
