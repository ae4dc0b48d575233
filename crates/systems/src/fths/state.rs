//! Where a chase stands between two phases.

use super::parts::{All, Part, Parts};
use chaselab_core::{Detail, End, Pair, Side};
use std::hash::{Hash, Hasher};

/// The most segments that a random course remembers, and so the most turns on one.
pub const LONGEST_MEMORY: usize = 128;

/// Where a chase stands. Whatever no later phase needs is zero, so that equal situations are equal states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State<K: Parts = All> {
    /// What comes next.
    pub phase: Phase,
    /// Distance in combat turns.
    pub distance: i16,
    /// How many turns in a row began at distance 0, this one included; at most 2.
    pub at_zero: u8,
    /// Piloting penalty in this turn, from last turn's crash.
    pub penalty: Pair<i8>,
    /// Piloting penalty in the next turn, from this turn's crash.
    pub next_penalty: Pair<i8>,
    /// The distance change that the winner may make.
    pub change: i8,
    /// Where both are on the road.
    pub road: K::Road,
    /// What damage and gunfire leave behind; zero with damage off.
    pub wear: K::Wear,
}

/// What comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Elements are drawn.
    #[default]
    Draw,
    /// Both pick a risk.
    Risk,
    /// Both drive at the risks that they picked.
    Drive(Pair<i8>),
    /// The winner picks what to do.
    Winner(Side),
    /// The prey picks its answer to a block.
    Answer,
    /// The winner does it, or the prey its answer.
    Act(Side, Act),
    /// Damage dice and system dice that are still to be rolled; what comes after them.
    Hurt(After),
    /// Gunners who do not drive fire.
    Guns(Pair<bool>),
    /// It is over.
    Over(End, Detail),
}

/// What comes when damage is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum After {
    /// After the crashes: the winner's action, if anybody won.
    Drive(Option<Side>),
    /// After a ram: the gunners.
    Ram,
    /// After the winner's fire: the gunners.
    Fire,
    /// After the gunners: the next turn.
    Guns,
}

/// What a winner may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// Nothing.
    Wait,
    /// Come nearer.
    Close,
    /// Block the prey's way.
    Block,
    /// Gain distance.
    Open,
    /// Shake the catcher off.
    Lose,
    /// Drive into the other side.
    Ram,
    /// Shoot at the other side.
    Fire,
}

impl Act {
    /// In the order of their [`Action`](chaselab_core::Action) indices; waiting first, as what is done when nothing
    /// else is possible, and what only damage makes possible last.
    pub const ALL: [Self; 7] = [Self::Wait, Self::Close, Self::Block, Self::Open, Self::Lose, Self::Ram, Self::Fire];

    /// How many of them there are with damage off.
    pub const WITHOUT_DAMAGE: usize = 5;

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wait => "wait",
            Self::Close => "close",
            Self::Block => "block",
            Self::Open => "open",
            Self::Lose => "lose",
            Self::Ram => "ram",
            Self::Fire => "fire",
        }
    }
}

/// Where both are on the road, as far as it matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Road {
    /// The prey's place, which is the number of turns before this one; it stops counting where neither the course nor
    /// a strike depends on it any more.
    pub place: u16,
    /// How many segments the catcher entered since the last turn; 0 where that does not matter.
    pub entered: u8,
    /// The segments drawn this turn on an independent course.
    pub drawn: Pair<u8>,
    /// The segments drawn so far on a random course.
    pub memory: Memory,
}

/// The segments of a random course in the order in which the prey met them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Memory {
    length: u8,
    segments: [u8; LONGEST_MEMORY],
}

impl Part for Road {
    const NOTHING: &'static Self = &Self { place: 0, entered: 0, drawn: Pair::new(0, 0), memory: Memory::NOTHING };
}

impl Memory {
    const NOTHING: Self = Self { length: 0, segments: [0; LONGEST_MEMORY] };
}

impl Default for Memory {
    fn default() -> Self {
        Self::NOTHING
    }
}

impl Memory {
    /// Remembers the segment at the prey's place; beyond the last turn there is nothing to remember.
    pub fn remember(&mut self, place: u16, segment: u8) {
        if let Some(remembered) = self.segments.get_mut(usize::from(place)) {
            *remembered = segment;
            self.length = place as u8 + 1;
        }
    }

    /// The segment at a place; before the first, the first.
    pub fn at(&self, place: i32) -> u8 {
        self.segments[(place.max(0) as usize).min(LONGEST_MEMORY - 1)]
    }
}

/// Only what is remembered is hashed: the rest is zero.
impl Hash for Memory {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.segments[..usize::from(self.length)].hash(state);
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.segments[..usize::from(self.length)]).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Wear;
    use super::*;

    #[test]
    fn what_is_left_out_reads_as_before_the_first_turn() {
        assert_eq!(*Road::NOTHING, Road::default());
        assert_eq!(*Wear::NOTHING, Wear::default());
    }
}
