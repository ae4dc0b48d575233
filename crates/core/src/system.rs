//! What a rules system is to every engine.

use crate::{Action, Chance, Choice, Habits, RulesError, Words};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Index, IndexMut};

/// The two sides of a chase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Who flees.
    Prey,
    /// Who follows.
    Catcher,
}

impl Side {
    /// Both sides, prey first.
    pub const BOTH: [Self; 2] = [Self::Prey, Self::Catcher];

    /// The opponent.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Prey => Self::Catcher,
            Self::Catcher => Self::Prey,
        }
    }

    /// `prey` or `catcher`, as in scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Prey => "prey",
            Self::Catcher => "catcher",
        }
    }
}

/// One thing for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair<T> {
    /// The prey's.
    pub prey: T,
    /// The catcher's.
    pub catcher: T,
}

impl<T> Pair<T> {
    /// A pair, prey first.
    #[inline]
    pub const fn new(prey: T, catcher: T) -> Self {
        Self { prey, catcher }
    }

    /// What `make` gives for each side, prey first.
    #[inline]
    pub fn of(mut make: impl FnMut(Side) -> T) -> Self {
        Self { prey: make(Side::Prey), catcher: make(Side::Catcher) }
    }

    /// What `make` gives for each side, or its first error.
    ///
    /// # Errors
    /// The prey's error, else the catcher's.
    #[inline]
    pub fn try_of<E>(mut make: impl FnMut(Side) -> Result<T, E>) -> Result<Self, E> {
        Ok(Self { prey: make(Side::Prey)?, catcher: make(Side::Catcher)? })
    }

    /// Each side's thing, changed by `change`.
    #[inline]
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> Pair<U> {
        Pair { prey: change(self.prey), catcher: change(self.catcher) }
    }

    /// References to both.
    #[inline]
    pub const fn as_ref(&self) -> Pair<&T> {
        Pair { prey: &self.prey, catcher: &self.catcher }
    }
}

impl<T> Index<Side> for Pair<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Prey => &self.prey,
            Side::Catcher => &self.catcher,
        }
    }
}

impl<T> IndexMut<Side> for Pair<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Prey => &mut self.prey,
            Side::Catcher => &mut self.catcher,
        }
    }
}

/// How a chase ends (rules/neutral.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The prey outran or lost the catcher.
    Escaped,
    /// The catcher wrecked itself.
    CatcherCrashed,
    /// The catcher was shot or rammed to a stop.
    CatcherDisabled,
    /// Blocked, reached, passed, yielded.
    Caught,
    /// The prey wrecked itself.
    PreyCrashed,
    /// The prey was shot or rammed to a stop.
    PreyDisabled,
    /// Both wrecked themselves at once.
    BothCrashed,
    /// Both were stopped at once.
    BothDisabled,
    /// The most turns were played.
    Timeout,
}

impl End {
    /// All ends in the order in which they are reported.
    pub const ALL: [Self; 9] = [
        Self::Escaped,
        Self::CatcherCrashed,
        Self::CatcherDisabled,
        Self::Caught,
        Self::PreyCrashed,
        Self::PreyDisabled,
        Self::BothCrashed,
        Self::BothDisabled,
        Self::Timeout,
    ];

    /// The name in files and on screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Escaped => "escaped",
            Self::CatcherCrashed => "catcher_crashed",
            Self::CatcherDisabled => "catcher_disabled",
            Self::Caught => "caught",
            Self::PreyCrashed => "prey_crashed",
            Self::PreyDisabled => "prey_disabled",
            Self::BothCrashed => "both_crashed",
            Self::BothDisabled => "both_disabled",
            Self::Timeout => "timeout",
        }
    }

    /// What the end counts as.
    pub const fn group(self) -> Group {
        match self {
            Self::Escaped | Self::CatcherCrashed | Self::CatcherDisabled => Group::Free,
            Self::Timeout => Group::Open,
            _ => Group::Stopped,
        }
    }
}

/// What ends count as (rules/neutral.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// The prey got away.
    Free,
    /// The prey did not get away.
    Stopped,
    /// Not decided when the turns ran out.
    Open,
}

impl Group {
    /// All groups in the order in which they are reported.
    pub const ALL: [Self; 3] = [Self::Free, Self::Stopped, Self::Open];

    /// The name in files and on screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Stopped => "stopped",
            Self::Open => "open",
        }
    }
}

/// What an end came about by: an index into [`Words::details`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Detail(pub u8);

impl Detail {
    /// No detail: the end says it all. Index 0 of [`Words::details`] is reserved for it.
    pub const NONE: Self = Self(0);
}

/// What a state asks for next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// One or both sides decide, not knowing the other's pick.
    Choose(Pair<Choice>),
    /// Dice decide.
    Resolve,
    /// The chase is over.
    Over(End, Detail),
}

/// Whether a phase ended the turn. The engine counts turns and ends a chase as [`End::Timeout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// The turn goes on.
    SameTurn,
    /// The next turn begins.
    NextTurn,
    /// The chase is over, as [`System::next`] says, too: whoever hears it need not ask whether. Rules may leave it at
    /// [`Pace::SameTurn`].
    Over,
}

/// What policies, charts and the told chase read of a state: a few numbers, named by [`Words::view`]. The first is
/// the gap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct View(pub [i16; 6]);

impl View {
    /// A view of the gap alone.
    pub const fn of_gap(gap: i16) -> Self {
        Self([gap, 0, 0, 0, 0, 0])
    }

    /// The distance between prey and catcher, in the system's unit.
    #[inline]
    pub const fn gap(&self) -> i16 {
        self.0[0]
    }
}

/// A rules system for one pair of sides in one setting.
///
/// Everything is checked in [`new`](System::new); behind it nothing can fail. All methods are pure: no clock, no hash
/// order, no luck but [`Chance`]. One phase a [`resolve`](System::resolve): what the next phase needs stands in the
/// state, so that equal states merge between phases; where nobody looks at them ([`Chance::IN_HASTE`]), further phases of
/// dice of the same turn may be played at once. A chase that [`resolve`](System::resolve) ends is seen in
/// [`next`](System::next); the turn in which it ends is the one that it did not leave, so that call's pace is
/// [`Pace::SameTurn`] or [`Pace::Over`].
pub trait System: Sized + Send + Sync + 'static {
    /// The id in scenario files.
    const ID: &'static str;
    /// Tables, both sides, setting and switches, as read.
    type Setup;
    /// Where a chase stands: small, of fixed capacity, without allocation.
    type State: Clone + Eq + Ord + Hash + Debug + Send + Sync;

    /// The system for a setting.
    ///
    /// # Errors
    /// Whatever in the setting the rules cannot play.
    fn new(setup: Self::Setup) -> Result<Self, RulesError>;

    /// The state before the first turn.
    fn start<C: Chance>(&self, chance: &mut C) -> Self::State;

    /// What `state` asks for.
    fn next(&self, state: &Self::State) -> Next;

    /// Both sides have decided; a waiting side's action is of no meaning. No dice. A decision may end the chase, in the
    /// turn in which it is made.
    fn choose(&self, state: &mut Self::State, picks: Pair<Action>);

    /// One phase of dice.
    fn resolve<C: Chance>(&self, state: &mut Self::State, chance: &mut C) -> Pace;

    /// The same where nobody looks at the chase before its end: what of the turn follows may be played at once, decisions
    /// too where `habits` tells what is picked. What comes of it must be what it is step by step: ends, events, and the
    /// states in which turns begin and in which somebody has to be asked.
    #[inline(always)]
    fn resolve_on<C: Chance>(&self, state: &mut Self::State, chance: &mut C, habits: &impl Habits) -> Pace {
        let _ = habits;
        self.resolve(state, chance)
    }

    /// What policies and charts read.
    fn view(&self, state: &Self::State) -> View;

    /// The names of decisions, actions, details, events and ends.
    fn words(&self) -> &Words;
}
