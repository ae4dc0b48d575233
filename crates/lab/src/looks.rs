//! When one looks: at numbers of chases that are fixed before, so that the same input stops at the same chase whoever
//! plays it.

/// The first look: before it nothing is worth knowing.
const FIRST: u64 = 512;

/// The numbers of chases at which one looks, each a quarter more than the one before, up to the most.
pub fn looks(most: u64) -> impl Iterator<Item = u64> + Clone {
    std::iter::successors(Some(FIRST.min(most)), move |&last| (last < most).then(|| (last + last / 4).min(most)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_grow_by_a_quarter_and_end_at_the_most() {
        assert_eq!(looks(1_100).collect::<Vec<_>>(), [512, 640, 800, 1_000, 1_100]);
        assert_eq!(looks(512).collect::<Vec<_>>(), [512]);
        assert_eq!(looks(3).collect::<Vec<_>>(), [3]);
        assert!(looks(1_000_000_000_000).count() < 100);
    }
}
