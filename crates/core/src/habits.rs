//! What sides are known to pick before they are asked.

use crate::{Action, Choice, Side};

/// What sides are known to pick before they are asked. Where nothing is known, they have to be asked.
pub trait Habits {
    /// What a side picks of this choice whenever it has it.
    #[inline]
    fn always(&self, side: Side, choice: Choice) -> Option<Action> {
        let _ = (side, choice);
        None
    }

    /// What a side picks of this choice whenever it has it at this gap.
    #[inline]
    fn at_gap(&self, side: Side, choice: Choice, gap: i16) -> Option<Action> {
        let _ = gap;
        self.always(side, choice)
    }
}

/// Nothing is known.
#[derive(Clone, Copy, Debug)]
pub struct Unknown;

impl Habits for Unknown {}
