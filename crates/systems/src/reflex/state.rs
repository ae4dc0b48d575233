//! Where a pursuit stands (rules/reflex.md 2 to 4). Distances are whole quarters of a metre.

use super::parts::{All, Part, Parts};
use chaselab_core::{Detail, End, Pair, Side};
use std::cmp::Reverse;

/// Quarters in a metre.
pub(super) const QUARTERS: i32 = 4;

/// The most bends of a drawn road that the state can hold.
pub(super) const MOST_AHEAD: usize = 32;

/// Where a pursuit stands. Whatever no later phase needs is zero, so that equal situations are one. In ascending order
/// the states of an exchange come as they are played: move by move, and the more of a move is left the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State<K: Parts = All> {
    /// Which of the five moves of the exchange it is, from 0.
    pub(super) tick: u8,
    /// Whose move it is.
    pub(super) mover: Side,
    /// What is left of that move.
    pub(super) left: Reverse<i32>,
    pub(super) phase: Phase,
    /// From catcher to prey along the road.
    pub(super) gap: i32,
    /// On a repeated road the prey's place on it, on a drawn one its distance to the last bend of `ahead`.
    pub(super) at: i32,
    /// On a drawn road: the bends from the catcher's next to the prey's next.
    pub(super) ahead: K::Ahead,
    pub(super) drivers: Pair<Driver>,
}

/// The way to a side's next bend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Way {
    /// How far it is.
    pub to_bend: i32,
    /// Its row in the road's table of bends: as wide as it is read.
    pub bend: u32,
}

impl Way {
    /// No vehicle drives so far.
    pub(super) const ENDLESS: Self = Self { to_bend: i32::MAX, bend: 0 };
}

/// What is to be decided or rolled: which of them stands in a byte of its own, so that it is quickly told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(super) enum Phase {
    /// Both declare a speed.
    Declare,
    /// Both roll for initiative, as far as it can matter.
    Initiative,
    /// Vehicles move until dice are needed: no state rests here.
    Moving,
    /// The mover has reached a bend and checks.
    Bend,
    /// The mover's driver is hurt unless a check passes.
    Hurt,
    /// The mover rolls over.
    Roll,
    /// The road behind the last known bend is drawn.
    Draw,
    /// The pursuit is over.
    Over(End, Detail),
}

/// A driver and the vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Driver {
    /// The declared speed in halves of the safe one.
    pub speed: u8,
    /// Moves of this exchange before the driver may Drive.
    pub waits: u8,
    /// Halves of moves that mishaps still cost. As wide as it is read, so that what one exchange writes the next need not
    /// wait for.
    pub owed: u32,
    /// Penalty for the rest of the exchange.
    pub penalty: i8,
    /// Penalty of this move's mishaps that lasts through the next move, and that of the move before, which lasts through
    /// this one. Apart, so that neither is read together with what was written by itself.
    pub fresh: i8,
    pub fading: i8,
    pub suspension: Suspension,
    pub steering_hit: bool,
    /// Flotation points lost.
    pub flooded: u8,
    pub hurt: bool,
    /// Out of the pursuit, and how; everything else is then zero.
    pub out: Option<Detail>,
    /// The way to the next bend, as the places of both on the road say: kept, since every move asks.
    pub way: Way,
}

impl Driver {
    /// So many moves have begun: a brief penalty lasts through the move after its own.
    #[inline(always)]
    pub(super) fn age(&mut self, moves: u32) {
        if moves == 0 || self.fresh | self.fading == 0 {
            return;
        }
        self.fading = if moves == 1 { self.fresh } else { 0 };
        self.fresh = 0;
    }

    /// The driver is out of the pursuit.
    pub(super) fn gone(out: Detail) -> Self {
        Self { out: Some(out), way: Way::ENDLESS, ..Self::default() }
    }

    /// Forgets what belongs to the exchange alone.
    #[inline(always)]
    pub(super) fn calm(&mut self) {
        self.waits = 0;
        self.forget_penalties();
    }

    /// The crew is as good as ever.
    #[inline(always)]
    pub(super) fn forget_penalties(&mut self) {
        (self.penalty, self.fresh, self.fading) = (0, 0, 0);
    }
}

/// The worst hit that a suspension has taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Suspension {
    #[default]
    Whole,
    Minor,
    Major,
}

/// Bends by their row in the table that they are drawn from, in the order of the road.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ahead {
    rows: [u8; MOST_AHEAD],
    len: u8,
}

impl Part for Ahead {
    const NOTHING: &'static Self = &Self { rows: [0; MOST_AHEAD], len: 0 };
}

impl Ahead {
    /// In the order of the road.
    pub(super) fn rows(&self) -> &[u8] {
        &self.rows[..usize::from(self.len)]
    }

    /// A bend behind the last one. The reading of a road sees to it that there is room.
    pub(super) fn push(&mut self, row: u8) {
        self.rows[usize::from(self.len)] = row;
        self.len += 1;
    }

    /// Forgets the first bend.
    pub(super) fn pop(&mut self) {
        self.rows.copy_within(1.., 0);
        self.rows[MOST_AHEAD - 1] = 0;
        self.len -= 1;
    }
}

impl<K: Parts> State<K> {
    /// A pursuit that is about to begin.
    pub(super) fn new(gap: i32, drivers: Pair<Driver>) -> Self {
        Self {
            tick: 0,
            mover: Side::Prey,
            left: Reverse(0),
            phase: Phase::Declare,
            gap,
            at: 0,
            ahead: K::Ahead::default(),
            drivers,
        }
    }

    /// Forgets what belongs to this exchange alone.
    pub(super) fn forget_exchange(&mut self) {
        (self.tick, self.mover, self.left) = (0, Side::Prey, Reverse(0));
        self.drivers.prey.calm();
        self.drivers.catcher.calm();
    }

    /// Ends the pursuit.
    pub(super) fn finish(&mut self, end: End, detail: Detail) {
        *self = Self { phase: Phase::Over(end, detail), ..Self::new(self.gap, Pair::default()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ahead_is_a_queue() {
        let mut ahead = Ahead::default();
        for row in 1..=MOST_AHEAD as u8 {
            ahead.push(row);
        }
        ahead.pop();
        ahead.push(99);
        assert_eq!((ahead.rows()[0], ahead.rows().last()), (2, Some(&99)));
        for _ in 0..MOST_AHEAD {
            ahead.pop();
        }
        assert_eq!(ahead, Ahead::default());
    }
}
