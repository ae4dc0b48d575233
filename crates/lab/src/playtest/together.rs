//! Several ends at once: the exact multinomial test.

use statrs::function::factorial::ln_factorial;

/// The most outcomes that are gone through.
const MOST: f64 = 3e6;

/// Logarithms of chances this near to each other are equal, as for one number alone.
const TIE: f64 = 1e-7;

/// The chance of all ways to share out as many chases that are no likelier than this one, by the chance of each end:
/// the exact multinomial test (Read and Cressie 1988, chapter 5), two-sided by the method of small p-values as for one
/// end. What is neither of these ends is one more. Nothing where there are too many ways to go through.
pub fn tail(counts: &[u64], chances: &[f64], chases: u64) -> Option<f64> {
    let rest = chases - counts.iter().sum::<u64>();
    let other = (1.0 - chances.iter().sum::<f64>()).max(0.0);
    // What rounding leaves is no end.
    let other = if other < 1e-12 { 0.0 } else { other };
    let cells: Vec<(u64, f64)> = counts.iter().copied().zip(chances.iter().copied()).chain([(rest, other)]).collect();
    if cells.iter().any(|&(count, chance)| count > 0 && chance <= 0.0) {
        return Some(0.0);
    }
    let possible: Vec<(u64, f64)> =
        cells.into_iter().filter(|&(_, chance)| chance > 0.0).map(|(count, chance)| (count, chance.ln())).collect();
    let ways: f64 = (1..possible.len()).map(|kind| (chases as f64 + kind as f64) / kind as f64).product();
    if ways > MOST {
        return None;
    }
    let part = |count: u64, ln_chance: f64| count as f64 * ln_chance - ln_factorial(count);
    let most = possible.iter().map(|&(count, ln_chance)| part(count, ln_chance)).sum::<f64>() + TIE;
    let logarithms: Vec<f64> = possible.into_iter().map(|(_, ln_chance)| ln_chance).collect();
    let mut ways = Ways { most, scale: ln_factorial(chases), sum: 0.0 };
    ways.share(&logarithms, chases, 0.0);
    Some(ways.sum.min(1.0))
}

struct Ways {
    most: f64,
    scale: f64,
    sum: f64,
}

impl Ways {
    /// Shares `left` chases out among the ends that remain.
    fn share(&mut self, logarithms: &[f64], left: u64, so_far: f64) {
        let Some((&ln_chance, others)) = logarithms.split_first() else { return };
        let part = |count: u64| so_far + count as f64 * ln_chance - ln_factorial(count);
        if others.is_empty() {
            let whole = part(left);
            if whole <= self.most {
                self.sum += (whole + self.scale).exp();
            }
            return;
        }
        for count in 0..=left {
            self.share(others, left - count, part(count));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::law::Law;
    use super::*;
    use approx::assert_relative_eq;

    #[test]
    fn two_ends_are_one_coin() {
        for count in 0..=12 {
            let alone = Law::coin(0.3).sum(12).tail(count);
            assert_relative_eq!(tail(&[count], &[0.3], 12).unwrap(), alone, max_relative = 1e-9);
            assert_relative_eq!(tail(&[count, 12 - count], &[0.3, 0.7], 12).unwrap(), alone, max_relative = 1e-9);
        }
    }

    #[test]
    fn three_ends_by_every_sequence_of_six_chases() {
        let chances = [0.5, 0.2, 0.3];
        // All 3^6 sequences, gathered by how many of each there are.
        let mut ways = std::collections::BTreeMap::new();
        for sequence in 0..3_u32.pow(6) {
            let (mut counts, mut chance) = ([0_u64; 3], 1.0);
            for at in 0..6 {
                let end = (sequence / 3_u32.pow(at) % 3) as usize;
                counts[end] += 1;
                chance *= chances[end];
            }
            *ways.entry(counts).or_insert(0.0) += chance;
        }
        for (counts, chance) in &ways {
            let brute: f64 = ways.values().filter(|&&other| other <= chance * (1.0 + 1e-9)).sum();
            assert_relative_eq!(tail(&counts[..2], &chances[..2], 6).unwrap(), brute, max_relative = 1e-9);
        }
    }

    #[test]
    fn what_cannot_be_and_what_is_too_much() {
        assert_eq!(tail(&[1, 3], &[0.0, 0.5], 10), Some(0.0));
        assert!(tail(&[0, 3], &[0.0, 0.5], 10).unwrap() > 0.1);
        assert_eq!(tail(&[10; 6], &[0.1; 6], 1_000), None);
    }
}
