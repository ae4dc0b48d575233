//! How both drive on until dice are needed or the exchange is over (rules/reflex.md 2 and 4).

use super::Reflex;
use super::moves::{Lengths, MOVES};
use super::state::{Phase, State, Way};
use super::turn::tick;
use super::words::{Count, metres};
use chaselab_core::{Chance, Detail, End, Pace, Pair, Side};
use std::cmp::Reverse;

/// What the moves of an exchange change of a driver, by itself while vehicles move: the rest stays where it is.
struct Moving<'a> {
    lengths: &'a Lengths,
    owed: u16,
    way: Way,
    /// The first move of the exchange, from 0, in which the driver may Drive.
    drives_from: u8,
    /// No bend can be reached any more in this exchange.
    is_calm: bool,
}

/// Why they stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// The mover checks at a bend.
    Check,
    /// The mover has missed a bend, and that does more than cost moves.
    Missed,
    /// The mover leaves a bend behind on a road that is drawn.
    Passed,
    /// Somebody is out or caught.
    Ends,
    /// The exchange is over.
    Exchange,
}

impl Reflex {
    /// Vehicles move until dice are needed or the exchange is over.
    #[inline(always)]
    pub(super) fn go_on<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        while state.phase == Phase::Moving {
            // The two that mostly come are told apart by themselves, which is quicker than all together.
            let stop = self.drive_on(state, chance);
            if stop == Stop::Exchange {
                return self.end_exchange(state);
            }
            if stop == Stop::Check {
                state.phase = Phase::Bend;
            } else {
                self.stop(state, stop, chance);
            }
        }
        Pace::SameTurn
    }

    #[inline(never)]
    fn stop<C: Chance>(&self, state: &mut State, stop: Stop, chance: &mut C) {
        match stop {
            Stop::Missed => self.miss(state, chance),
            Stop::Passed => self.pass_drawn(state),
            Stop::Ends => self.end(state),
            Stop::Check | Stop::Exchange => {}
        }
    }

    /// Both drive on tick by tick, prey first, then catcher, then the ends.
    #[inline(always)]
    fn drive_on<C: Chance>(&self, state: &mut State, chance: &mut C) -> Stop {
        let (mut prey, mut catcher) = (self.take(state, Side::Prey), self.take(state, Side::Catcher));
        let is_out = state.drivers.prey.out.is_some() || state.drivers.catcher.out.is_some();
        let (mut mover, mut index, mut left, mut gap) = (state.mover, state.tick, state.left.0, state.gap);
        let stop = loop {
            if mover == Side::Prey {
                let whole = left;
                let stop = self.drive(&mut prey, Side::Prey, index, &mut left, chance);
                gap += whole - left;
                if let Some(stop) = stop {
                    break stop;
                }
                chance.tell(|| moved(index, Side::Prey, gap));
                left = catcher.begin_move();
                mover = Side::Catcher;
            }
            let whole = left;
            let stop = self.drive(&mut catcher, Side::Catcher, index, &mut left, chance);
            gap -= whole - left;
            if let Some(stop) = stop {
                break stop;
            }
            chance.tell(|| moved(index, Side::Catcher, gap));
            if is_out || gap <= 0 {
                break Stop::Ends;
            }
            index += 1;
            if index == MOVES {
                break Stop::Exchange;
            }
            left = prey.begin_move();
            mover = Side::Prey;
        };
        let before = Pair::of(|side| begun(state.tick, state.mover, side));
        (state.mover, state.tick, state.left, state.gap) = (mover, index, Reverse(left), gap);
        if state.drivers.prey.out.is_none() {
            state.at = self.setup.road.place(prey.way);
        }
        prey.put(state, Side::Prey, before.prey);
        catcher.put(state, Side::Catcher, before.catcher);
        stop
    }

    #[inline(always)]
    fn take(&self, state: &State, side: Side) -> Moving<'_> {
        let driver = &state.drivers[side];
        let waits = driver.waits;
        Moving {
            lengths: self.setup.sides[side].moves.at(driver.speed),
            owed: driver.owed,
            way: driver.way,
            drives_from: if waits == 0 { 0 } else { next_move(state, side) + waits },
            is_calm: false,
        }
    }

    /// A vehicle drives what is `left` of its move, as far as it comes without dice.
    #[inline(always)]
    fn drive<C: Chance>(
        &self,
        moving: &mut Moving<'_>,
        side: Side,
        index: u8,
        left: &mut i32,
        chance: &mut C,
    ) -> Option<Stop> {
        while moving.way.to_bend <= *left {
            *left -= moving.way.to_bend;
            moving.way.to_bend = 0;
            // Before the initiative tick the bend is missed as an understeer; from it on it takes a check.
            if index >= moving.drives_from {
                return Some(Stop::Check);
            }
            chance.note(Count::MissedBends.of(side));
            chance.tell(|| format!("Tick {}: the {} may not Drive yet and misses the bend.", tick(index), side.name()));
            let Some(cost) = self.setup.sides[side].mishaps.missed else { return Some(Stop::Missed) };
            moving.owed = moving.owed.saturating_add(cost);
            let Some(way) = self.setup.road.after(moving.way.bend) else { return Some(Stop::Passed) };
            moving.way = way;
            let further = moving.lengths.within(moving.owed, MOVES - 1 - index);
            if way.to_bend > *left + further {
                (moving.is_calm, moving.drives_from) = (true, 0);
            }
        }
        moving.way.to_bend -= *left;
        *left = 0;
        None
    }

    /// Several ends at once: a crash before the gap (rules/neutral.md, Roles and ends).
    #[inline(never)]
    fn end(&self, state: &mut State) {
        let out = state.drivers.map(|driver| driver.out);
        let (end, detail) = match (out.prey, out.catcher) {
            (Some(_), Some(_)) => (End::BothCrashed, Detail::NONE),
            (Some(detail), None) => (End::PreyCrashed, detail),
            (None, Some(detail)) => (End::CatcherCrashed, detail),
            (None, None) => (End::Caught, Detail::NONE),
        };
        state.finish(end, detail);
    }

    #[inline(always)]
    fn end_exchange(&self, state: &mut State) -> Pace {
        if state.gap >= self.setup.break_off {
            state.finish(End::Escaped, Detail::NONE);
            return Pace::SameTurn;
        }
        state.forget_exchange();
        state.phase = Phase::Declare;
        Pace::NextTurn
    }
}

impl Moving<'_> {
    /// A move begins: what mishaps still cost is taken from it.
    #[inline(always)]
    fn begin_move(&mut self) -> i32 {
        let length = self.lengths.next(self.owed);
        self.owed = self.owed.saturating_sub(2);
        length
    }

    /// Puts back what has changed.
    #[inline(always)]
    fn put(self, state: &mut State, side: Side, before: u8) {
        let begun = begun(state.tick, state.mover, side) - before;
        let next = next_move(state, side);
        let driver = &mut state.drivers[side];
        driver.owed = self.owed;
        if driver.way != Way::ENDLESS {
            driver.way = self.way;
        }
        driver.waits = self.drives_from.saturating_sub(next);
        driver.age(begun);
        // Field by field, which takes no branch.
        let calm = driver.calm();
        driver.waits = if self.is_calm { calm.waits } else { driver.waits };
        driver.penalty = if self.is_calm { calm.penalty } else { driver.penalty };
        driver.brief = if self.is_calm { calm.brief } else { driver.brief };
    }
}

/// The move that a side is within or makes next, from 0.
#[inline(always)]
fn next_move(state: &State, side: Side) -> u8 {
    state.tick + u8::from(side == Side::Prey && state.mover == Side::Catcher)
}

/// How many moves of an exchange a side has begun.
#[inline(always)]
fn begun(tick: u8, mover: Side, side: Side) -> u8 {
    tick + u8::from(side == Side::Prey || mover == Side::Catcher)
}

/// What is told of a move.
fn moved(index: u8, side: Side, gap: i32) -> String {
    format!("Tick {}: the {} has moved; gap {} m.", tick(index), side.name(), metres(gap))
}
