//! How much is read of a model before it is known that it does not fit.
//!
//! Limits are of what is kept: states, and transitions when equal ones are merged. One step of dice may have far more
//! branches than that, such as a road of many bends that is drawn before the first turn: it has to be given up on while it is
//! read, or it is read for ever.

use super::Limits;
use std::sync::atomic::{AtomicU64, Ordering};

/// So many branches are read before anybody looks at what they have come to. Ordinary steps have fewer: these are read to
/// their end, and whether the model fits is asked behind them.
const LOOK: u64 = 1 << 16;

/// So many branches may be read however little memory the model may take: less than a second's work.
const LEAST: u64 = 1 << 24;

/// What a model may still come to.
///
/// States that are found in a step are there when it is done too, so nothing that fits is refused for them. Branches are
/// refused where states are few but reached in very many ways. In one step there may be as many as the model has room for
/// transitions, had none of them been merged: a model's work in one of its states. In all steps together there may be one
/// for each byte of it, far more: some ten seconds' work where exact numbers are only tried.
#[derive(Debug)]
pub(crate) struct Room {
    states: usize,
    a_step: u64,
    all: u64,
    /// How many were read. Threads that share it may tell whether it is too many, but not how far each of them came.
    read: AtomicU64,
}

/// Why there is no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// There are more states than fit.
    States,
    /// There are more branches than so many, in one step or in all.
    Branches(u64),
}

/// A step that is read.
pub(crate) struct Step<'a> {
    room: &'a Room,
    read: u64,
    full: Option<Full>,
}

impl Room {
    /// Within limits, where a state and a transition take so many bytes at least.
    pub(crate) fn new(limits: Limits, state: usize, transition: usize) -> Self {
        Self {
            states: limits.states.min(limits.bytes / state),
            a_step: (limits.bytes as u64 / transition as u64).max(LEAST),
            all: (limits.bytes as u64).max(LEAST),
            read: AtomicU64::new(0),
        }
    }

    /// A step begins.
    pub(crate) fn step(&self) -> Step<'_> {
        Step { room: self, read: 0, full: None }
    }

    /// Whether all branches that were read so far are few enough: when all threads are done, the same however many there were,
    /// since whoever stops early has seen too many, and no number gets less.
    ///
    /// # Errors
    /// When they are too many.
    pub(crate) fn left(&self) -> Result<(), Full> {
        if self.read.load(Ordering::Relaxed) > self.all { Err(Full::Branches(self.all)) } else { Ok(()) }
    }

    fn add(&self, branches: u64) -> Result<(), Full> {
        self.read.fetch_add(branches, Ordering::Relaxed);
        self.left()
    }
}

impl Step<'_> {
    /// A branch was read, and there are so many states; whether to go on.
    #[inline]
    pub(crate) fn read(&mut self, states: usize) -> bool {
        self.read += 1;
        !self.read.is_multiple_of(LOOK) || self.look(states)
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self, states: usize) -> bool {
        let Self { room, read, .. } = *self;
        self.full = match room.add(LOOK) {
            Err(full) => Some(full),
            Ok(()) if states > room.states => Some(Full::States),
            Ok(()) if read > room.a_step => Some(Full::Branches(room.a_step)),
            Ok(()) => None,
        };
        self.full.is_none()
    }

    /// It was read to its end, or until there was no room.
    ///
    /// # Errors
    /// When there was none.
    pub(crate) fn end(self) -> Result<(), Full> {
        match self.full {
            Some(full) => Err(full),
            None => self.room.add(self.read % LOOK),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many branches are read of a step that has so many, where each leads to a new state or all to the same.
    fn read(room: &Room, branches: u64, anew: bool) -> (u64, Result<(), Full>) {
        let mut step = room.step();
        let read = (1..=branches).find(|&read| !step.read(if anew { read as usize } else { 1 }));
        (read.unwrap_or(branches), step.end())
    }

    #[test]
    fn a_step_ends_soon_after_its_states_or_branches_do_not_fit() {
        let limits = Limits { states: 100_000, bytes: 1 << 23, turns: 1 };
        let room = || Room::new(limits, 10, 1);
        assert_eq!(read(&room(), LOOK - 1, true), (LOOK - 1, Ok(())));
        assert_eq!(read(&room(), u64::MAX, true), (2 * LOOK, Err(Full::States)));
        // As many bytes as these states take are less.
        assert_eq!(read(&Room::new(limits, 1000, 1), u64::MAX, true), (LOOK, Err(Full::States)));
        assert_eq!(read(&Room::new(limits, 10, 2), LEAST, false), (LEAST, Ok(())));
        assert_eq!(read(&Room::new(limits, 10, 2), u64::MAX, false), (LEAST + LOOK, Err(Full::Branches(LEAST))));
        // All steps together.
        let all = 2 * LEAST;
        let room = Room::new(Limits { bytes: all as usize, ..limits }, 10, 2);
        for _ in 0..2 {
            assert_eq!(read(&room, LEAST, false), (LEAST, Ok(())));
        }
        assert_eq!((room.left(), read(&room, 1, false)), (Ok(()), (1, Err(Full::Branches(all)))));
        assert_eq!(room.left(), Err(Full::Branches(all)));
    }
}
