//! What drivers decide: decisions, their actions, and which of them are open now.

/// A decision of a system, such as the risk: an index into [`Words::decisions`](crate::Words).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decision(pub u8);

/// One way to decide: an index into the actions of its [`Decision`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub u8);

/// The actions of a decision that are open now, at most 32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Options(u32);

impl Options {
    /// Nothing to decide.
    pub const NONE: Self = Self(0);

    /// The first `count` actions.
    #[inline]
    pub const fn first(count: u8) -> Self {
        Self(if count >= 32 { u32::MAX } else { (1 << count) - 1 })
    }

    /// These options and `action`.
    #[must_use]
    #[inline]
    pub const fn with(self, action: Action) -> Self {
        Self(self.0 | 1 << action.0)
    }

    /// These options and `action` where `open` is true.
    #[must_use]
    #[inline]
    pub const fn with_if(self, open: bool, action: Action) -> Self {
        if open { self.with(action) } else { self }
    }

    /// The options of either.
    #[must_use]
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether `action` is open.
    #[inline]
    pub const fn has(self, action: Action) -> bool {
        self.0 >> action.0 & 1 == 1
    }

    /// How many actions are open.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nothing is open: this side waits.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The open actions in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let action = (left != 0).then(|| Action(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(action)
        })
    }

    /// How many open actions have a lower index than `action`: its place in [`iter`](Self::iter).
    #[inline]
    pub const fn rank(self, action: Action) -> usize {
        (self.0 & ((1 << action.0) - 1)).count_ones() as usize
    }

    /// The set with these bits, action 0 lowest.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The set as bits, action 0 lowest.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The open action with the lowest index.
    ///
    /// # Panics
    /// When nothing is open.
    #[inline]
    pub fn lowest(self) -> Action {
        assert!(!self.is_empty(), "a side that waits has no action");
        Action(self.0.trailing_zeros() as u8)
    }
}

/// What one side is asked now: a decision and its open actions, or nothing for a side that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// Which decision; of no meaning for a side that waits.
    pub decision: Decision,
    /// The open actions; empty for a side that waits.
    pub options: Options,
}

impl Choice {
    /// A side that waits.
    pub const WAIT: Self = Self { decision: Decision(0), options: Options::NONE };

    /// Whether this side waits.
    #[inline]
    pub const fn waits(self) -> bool {
        self.options.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_a_small_set() {
        let set = Options::NONE.with(Action(1)).with(Action(4)).with_if(false, Action(2));
        assert_eq!(set.iter().collect::<Vec<_>>(), [Action(1), Action(4)]);
        assert_eq!((set.len(), set.lowest()), (2, Action(1)));
        assert_eq!((set.rank(Action(1)), set.rank(Action(4)), Options::first(32).rank(Action(31))), (0, 1, 31));
        assert!(set.has(Action(4)) && !set.has(Action(2)) && !set.is_empty());
        assert_eq!(Options::first(32).len(), 32);
        assert_eq!(set.union(Options::first(2)).iter().map(|action| action.0).collect::<Vec<_>>(), [0, 1, 4]);
        assert!(Choice::WAIT.waits());
    }
}
