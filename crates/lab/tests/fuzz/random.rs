//! Choices from a generator of their own for each input, so that any input can be made again by itself.

use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// A source of choices.
pub struct Random(Pcg64Mcg);

impl Random {
    /// The choices of one input of a family.
    pub fn new(seed: u64, family: &str, index: u64) -> Self {
        // FNV-1a over all that names the input.
        let words = seed.to_le_bytes().into_iter().chain(index.to_le_bytes()).chain(family.bytes());
        let hash =
            words.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let mut generator = Pcg64Mcg::new(u128::from(hash) << 64 | u128::from(!hash) | 1);
        generator.next_u64();
        Self(generator)
    }

    /// A number below `end`, which is above 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.0.next_u64()) * end as u128) >> 64) as usize
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these, of which there is one at least.
    pub fn pick<'a, T: ?Sized>(&mut self, of: &'a [impl std::borrow::Borrow<T>]) -> &'a T {
        of[self.below(of.len())].borrow()
    }
}
