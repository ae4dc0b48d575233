//! (seed, cell, chase) -> generator. Every chase has its own, so that variants can be paired chase by chase and any
//! chase can be told again.

use crate::plan::Factor;
use rand_pcg::Pcg64Mcg;
use sha2::{Digest, Sha256};

/// The dice of a chase.
#[inline]
pub fn dice(seed: u64, cell: u64, chase: u64) -> Pcg64Mcg {
    Stream::dice(seed, cell).of(chase)
}

/// What mixed policies draw from: a generator of its own, so that the dice of two variants stay paired.
#[inline]
pub fn decisions(seed: u64, cell: u64, chase: u64) -> Pcg64Mcg {
    Stream::decisions(seed, cell).of(chase)
}

/// The generators of a cell, one for each chase, with what they have in common mixed once.
#[derive(Clone, Copy, Debug)]
pub struct Stream {
    high: u64,
}

/// Seeds are mixed, never added: consecutive seeds must not share streams, and PCG's own stream numbers are correlated.
impl Stream {
    /// The dice of its chases.
    #[inline]
    pub const fn dice(seed: u64, cell: u64) -> Self {
        Self::new(seed, cell, 0x6469_6365)
    }

    /// What mixed policies draw from in them.
    #[inline]
    pub const fn decisions(seed: u64, cell: u64) -> Self {
        Self::new(seed, cell, 0x7069_636b)
    }

    #[inline]
    const fn new(seed: u64, cell: u64, purpose: u64) -> Self {
        Self { high: mix(mix(seed ^ purpose.rotate_left(32)) ^ cell) }
    }

    /// That of a chase.
    #[inline]
    pub fn of(self, chase: u64) -> Pcg64Mcg {
        let low = mix(self.high ^ chase.wrapping_mul(ODD));
        Pcg64Mcg::new(u128::from(mix(low ^ self.high.rotate_left(29))) << 64 | u128::from(low))
    }
}

/// The state of the generator of a lane, in which many chases of a chunk are played one after the other.
pub(crate) fn lane(seed: u64, cell: u64, chunk: u64, lane: u64) -> [u64; 4] {
    let mut word = mix(mix(seed ^ 0x6c61_6e65_0000_0000) ^ cell);
    word = mix(word ^ chunk.wrapping_mul(ODD));
    word = mix(word ^ lane.wrapping_mul(ODD));
    std::array::from_fn(|index| mix(word ^ (index as u64 + 1).wrapping_mul(ODD)))
}

/// The key of what follows the chases of a cell: a luck of its own, so that the chase is the same with and without it.
pub const fn following(cell: u64) -> u64 {
    mix(cell ^ 0x6669_6768_7400_0000)
}

/// The seed of luck that has nothing to do with the luck of this seed, to see again what was chosen by it.
pub fn fresh(seed: u64) -> u64 {
    mix(mix(seed ^ 0x6672_6573_6800_0000))
}

/// Spreads indices over all words: 2^64 divided by the golden ratio.
pub(crate) const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014), which lets every bit of its input reach every bit.
const fn mix(mut word: u64) -> u64 {
    word = word.wrapping_add(ODD);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The key of a cell: its system and the names and values of its factors, nothing else, so that a changed table or rule
/// meets the same luck.
pub fn cell_key(system: &str, factors: &[Factor]) -> u64 {
    let mut hash = Sha256::new();
    hash.update(system);
    for factor in factors {
        hash.update([0]);
        hash.update(format!("{} = {}", factor.path, factor.value));
    }
    let bytes: [u8; 8] = hash.finalize()[..8].try_into().expect("a hash has more than 8 bytes");
    u64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn streams_are_stable() {
        // From an independent computation in another language: a change here changes every recorded chase.
        let words = |mut generator: Pcg64Mcg| [generator.next_u64(), generator.next_u64()];
        assert_eq!(words(dice(2026, 7, 0)), [WORDS[0], WORDS[1]]);
        assert_eq!(words(decisions(2026, 7, 1)), [WORDS[2], WORDS[3]]);
        assert_eq!(cell_key("fths", &[]), KEY);
    }

    const WORDS: [u64; 4] = [0x3e8d20476e6cbc28, 0x43924539c96a322d, 0x8d2c6198df32b6bd, 0x7f79baa2ceded2c];
    const KEY: u64 = 0xc83ea6e8ce9846c9;

    #[test]
    fn neighbouring_chases_seeds_and_cells_are_uncorrelated() {
        // The mean of many first words, over each index in turn, is as spread as independent words would be.
        let n = 40_000_u64;
        let bound = 4.5 / (12.0 * n as f64).sqrt();
        for vary in 0..3 {
            let total: f64 = (0..n)
                .map(|i| {
                    let mut generator = match vary {
                        0 => dice(i, 3, 5),
                        1 => dice(3, i, 5),
                        _ => dice(3, 5, i),
                    };
                    generator.next_u64() as f64 / 2.0_f64.powi(64)
                })
                .sum();
            assert!((total / n as f64 - 0.5).abs() < bound, "index {vary}");
        }
    }
}
