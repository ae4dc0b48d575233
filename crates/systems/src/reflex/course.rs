//! What lies before one side in an exchange when nothing more happens: where its moves end, and its next bend
//! (rules/reflex.md 2 and 4). Only a mishap changes it.

use super::moves::{Lengths, MOVES, Row};
use super::parts::Parts;
use super::state::{State, Way};
use chaselab_core::Side;

/// As a number of moves.
pub(super) const ALL: u32 = MOVES as u32;

/// The courses of prey and catcher, by their number as a [`Side`].
pub(super) type Courses<'a> = [Course<'a>; 2];

/// The course of one side. Places are distances from where it began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course<'a> {
    /// How the moves go, from the base on: those since the last mishap.
    pub row: &'a Row,
    /// Halves of moves that pass before the vehicle drives, beyond those that the row tells.
    pub late: u32,
    /// Where the last mishap has put the vehicle by the end of its move.
    pub base: i32,
    /// Where the next bend is, and its row in the road's table.
    pub bend_at: i32,
    pub bend: u32,
    /// The move in which it is reached, from 0; [`ALL`] or more when no move of the exchange does.
    pub due: u32,
    /// The first move in which the driver may Drive.
    pub drives_from: u32,
    /// Moves that had begun when brief penalties were last seen to.
    pub begun: u32,
}

impl<'a> Course<'a> {
    /// The course of an exchange from its first move on, with so many halves of moves owed.
    pub(super) fn new(lengths: &'a Lengths, idle: u32, way: Way) -> Self {
        Self::after(lengths, idle, way, 0, 0)
    }

    /// The course from where the two are in an exchange.
    pub(super) fn resumed<K: Parts>(lengths: &'a Lengths, state: &State<K>, side: Side) -> Self {
        let driver = &state.drivers[side];
        let left = if state.mover == side { state.left.0 } else { 0 };
        let begun = begun(state.tick.into(), state.mover, side);
        let course = Self::after(lengths, 2 * begun + driver.owed, driver.way, begun, left);
        let within = within(state.tick.into(), state.mover, side);
        let waits = u32::from(driver.waits);
        let drives_from = if waits == 0 { 0 } else { within + waits };
        Self { due: course.due.max(within), drives_from, ..course }
    }

    /// The course after so many moves have begun, with so much left of the last of them.
    #[inline(always)]
    fn after(lengths: &'a Lengths, idle: u32, way: Way, begun: u32, left: i32) -> Self {
        let row = lengths.row(idle);
        let late = idle.saturating_sub(Row::MOST_IDLE);
        let Way { to_bend: bend_at, bend } = way;
        Self { row, late, base: left, bend_at, bend, due: row.reach(bend_at - left), drives_from: 0, begun }
    }

    /// Where the vehicle is when so many moves are over.
    #[inline(always)]
    pub(super) fn after_moves(&self, moves: u32) -> i32 {
        if moves == 0 { 0 } else { self.after_move(moves - 1) }
    }

    /// Where the vehicle is at the end of a move, of those since the last mishap.
    #[inline(always)]
    pub(super) fn after_move(&self, index: u32) -> i32 {
        self.base + self.row.ends[index.min(ALL - 1) as usize]
    }

    /// Whether the next bend comes before the initiative tick.
    #[inline(always)]
    pub(super) fn misses(&self) -> bool {
        self.due < self.drives_from
    }

    /// The next bend is behind the vehicle, and such a way before it.
    #[inline(always)]
    pub(super) fn pass(&mut self, way: Way) {
        self.bend_at += way.to_bend;
        self.bend = way.bend;
        self.due = self.row.reach(self.bend_at - self.base).max(self.due);
    }

    /// A mishap at the next bend costs halves of moves of these lengths: those that follow the one in which it happens.
    #[inline(always)]
    pub(super) fn lose(&mut self, lengths: &'a Lengths, halves: u32) {
        self.base += self.row.ends[self.due.min(ALL - 1) as usize];
        let idle = self.idle().max(2 * (self.due + 1)) + halves;
        self.row = lengths.row(idle);
        self.late = idle.saturating_sub(Row::MOST_IDLE);
    }

    /// How many halves of moves of the exchange pass before the vehicle drives.
    #[inline(always)]
    fn idle(&self) -> u32 {
        u32::from(self.row.idle) + self.late
    }

    /// What is owed when so many moves have begun.
    pub(super) fn owed(&self, begun: u32) -> u32 {
        // Who owes a move meets no bend: it all comes from the bends of one move, which are too few for more.
        self.idle().saturating_sub(2 * begun)
    }

    /// What is owed after the exchange.
    #[inline(always)]
    pub(super) fn owed_after(&self) -> u32 {
        u32::from(self.row.owed) + self.late
    }
}

/// Whose next bend comes first: of two in one tick, the prey's.
#[inline(always)]
pub(super) fn first([prey, catcher]: &Courses<'_>) -> Side {
    if catcher.due < prey.due { Side::Catcher } else { Side::Prey }
}

/// The move, from one on, with which a pursuit ends when nothing more happens; [`ALL`] when it goes on beyond this exchange.
/// Who is out ends it when the tick is over.
#[inline(always)]
pub(super) fn last_move(gap: i32, courses: &Courses<'_>, from: u32, is_out: bool) -> u32 {
    if is_out { from } else { caught(gap, courses, from) }
}

/// The first move after which the gap is closed, from one on; [`ALL`] when there is none.
#[inline(always)]
fn caught(gap: i32, [prey, catcher]: &Courses<'_>, from: u32) -> u32 {
    let gap = gap + prey.base - catcher.base;
    let is_closed = |index: usize| catcher.row.ends[index] - prey.row.ends[index] >= gap;
    // Mostly in none, which is quickly told of all moves together.
    if (0..ALL as usize).fold(false, |any, index| any | is_closed(index)) {
        // Nobody can predict how many there are to be looked at.
        let closed = (0..ALL as usize).fold(0, |closed, index| closed | u32::from(is_closed(index)) << index);
        (closed >> from << from | 1 << ALL).trailing_zeros()
    } else {
        ALL
    }
}

/// How many moves of the exchange a side has begun.
#[inline(always)]
pub(super) fn begun(tick: u32, mover: Side, side: Side) -> u32 {
    tick + u32::from(side == Side::Prey || mover == Side::Catcher)
}

/// The move that a side is within or makes next, from 0.
#[inline(always)]
pub(super) fn within(tick: u32, mover: Side, side: Side) -> u32 {
    tick + u32::from(side == Side::Prey && mover == Side::Catcher)
}
