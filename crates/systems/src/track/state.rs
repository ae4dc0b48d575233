//! Where a chase on a track stands, and what one turn does to it.

use chaselab_core::{End, Pair, Side};

/// Where a chase stands. Plain numbers throughout: a loop over turns then keeps each in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(super) phase: Phase,
    /// Each side's maneuver, once it is picked: an index into its own list.
    pub(super) picks: Pair<u32>,
    /// How the chase ended, once it is over.
    pub(super) end: End,
    /// In `scores` each side's counter; in `gap` the prey's is the gap and the catcher's stays 0.
    pub(super) marks: Pair<i16>,
}

/// What is to be decided or rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Phase {
    /// The sides pick.
    Pick,
    /// The prey picks alone: the catcher will answer.
    PickFirst,
    /// The catcher picks, knowing the prey's pick.
    Answer,
    /// Both roll.
    Roll,
    /// The chase is over.
    Over,
}

impl State {
    /// A chase that is about to begin.
    #[inline(always)]
    pub(super) const fn new(phase: Phase, marks: Pair<i16>) -> Self {
        Self { phase, picks: Pair::new(0, 0), end: End::Timeout, marks }
    }
}

/// What a turn does: steps for each side, and who crashes, beside which no steps matter. In `gap` only the gap counts, so
/// all steps are the prey's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(8))] // Found by a shift in a table.
pub(super) struct Turn {
    pub steps: Pair<i16>,
    pub crashes: Crashes,
}

/// Who crashes: a bit for each side, so that one look tells whether anybody does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Crashes(u16);

impl Crashes {
    /// That this side does.
    const fn of(side: Side) -> Self {
        Self(1 << side as u16)
    }

    /// Whether anybody does.
    #[inline(always)]
    pub(super) const fn any(self) -> bool {
        self.0 != 0
    }
}

impl Turn {
    /// Both effects of a turn count together.
    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            steps: Pair::of(|side| self.steps[side] + other.steps[side]),
            crashes: Crashes(self.crashes.0 | other.crashes.0),
        }
    }

    /// The end by a crash, if there is one.
    pub(super) const fn crash(self) -> Option<End> {
        const PREY: Crashes = Crashes::of(Side::Prey);
        const CATCHER: Crashes = Crashes::of(Side::Catcher);
        match self.crashes {
            Crashes(0) => None,
            PREY => Some(End::PreyCrashed),
            CATCHER => Some(End::CatcherCrashed),
            _ => Some(End::BothCrashed),
        }
    }
}

/// What one margin means for the side that rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    #[default]
    Nothing,
    /// Steps for this side.
    Own(i16),
    /// Steps for the other side.
    Other(i16),
    /// This side crashes.
    Crash,
}

impl Effect {
    /// The effect as a turn of `side`; with `one_marker` a step of the catcher's is a step back of the prey's.
    pub(super) fn turn(self, side: Side, one_marker: bool) -> Turn {
        let mut turn = Turn::default();
        let (mover, steps) = match self {
            Self::Nothing => return turn,
            Self::Crash => {
                turn.crashes = Crashes::of(side);
                return turn;
            }
            Self::Own(steps) => (side, steps),
            Self::Other(steps) => (side.other(), steps),
        };
        match (one_marker, mover) {
            (true, Side::Catcher) => turn.steps.prey = -steps,
            _ => turn.steps[mover] = steps,
        }
        turn
    }
}
