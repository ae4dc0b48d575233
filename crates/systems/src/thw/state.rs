//! Where a chase stands (rules/thw.md 2).

use chaselab_core::{Detail, End, Pair};

/// Where a chase stands. Whatever no later step of the turn needs is zero, so that equal states are one. Plain numbers
/// throughout: a loop over turns then keeps each in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(super) phase: Phase,
    /// The step by which the catcher has drawn level, while it tests.
    pub(super) level: Step,
    /// How the chase ended, once it is over.
    pub(super) over: (End, Detail),
    /// Units between the two; below 0 the catcher has passed.
    pub(super) gap: i16,
    /// Points of damage taken, at most all that the vehicle has.
    pub(super) damage: Pair<i16>,
    /// Who shoots; once that is resolved, only where the driver did the shooting.
    pub(super) shoots: Pair<bool>,
    /// Dice lost to gunfire for the rest of the turn.
    pub(super) lost: Pair<i16>,
    /// Who rolls in this turn's risky maneuver.
    pub(super) rolls: Pair<bool>,
}

/// What is to be decided or rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Phase {
    /// Both decide whether to shoot.
    ChooseShots,
    /// Gunfire is rolled.
    Shooting,
    /// Both decide whether to attempt a risky maneuver.
    ChooseManeuvers,
    /// Who attempted none decides whether to answer the other's.
    ChooseAnswer,
    /// The answer was no.
    Declining,
    /// Risky maneuvers are rolled.
    Maneuver,
    /// The distance is rolled.
    Distance,
    /// The catcher has drawn level, and tests.
    CatchTest,
    /// The chase is over.
    Over,
}

/// A part of the turn after which the ends are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Step {
    Shooting,
    Declining,
    Maneuver,
    Distance,
}

impl State {
    /// A chase that is about to begin.
    #[inline(always)]
    pub(super) fn new(phase: Phase, gap: i16) -> Self {
        Self {
            phase,
            level: Step::Shooting,
            over: (End::Timeout, Detail::NONE),
            gap,
            damage: Pair::default(),
            shoots: Pair::default(),
            lost: Pair::default(),
            rolls: Pair::default(),
        }
    }

    /// Forgets what belongs to this turn alone.
    #[inline(always)]
    pub(super) fn forget_turn(&mut self) {
        self.shoots = Pair::default();
        self.lost = Pair::default();
        self.rolls = Pair::default();
    }

    /// Ends the chase.
    #[inline(always)]
    pub(super) fn finish(&mut self, end: End, detail: Detail) {
        self.forget_turn();
        self.level = Step::Shooting;
        self.phase = Phase::Over;
        self.over = (end, detail);
    }
}
