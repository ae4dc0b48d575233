//! How both drive on until dice are needed or the exchange is over (rules/reflex.md 2 and 4).

use super::Reflex;
use super::course::{self, ALL, Course};
use super::state::{Driver, Phase, State, Way};
use super::turn::{After, tick};
use super::words::{Count, metres};
use chaselab_core::{Chance, Detail, End, Pace, Pair, Side};
use std::cmp::Reverse;

impl Reflex {
    /// Both courses from where the two are.
    pub(super) fn courses(&self, state: &State) -> Pair<Course<'_>> {
        Pair::of(|side| Course::resumed(self.setup.sides[side].moves.at(state.drivers[side].speed), state, side))
    }

    /// Both drive on from bend to bend, prey first, then catcher, then the ends of a tick. Nothing when they come to a
    /// stop of which the state says how it goes on.
    #[inline(always)]
    pub(super) fn drive<C: Chance, const AT_ONCE: bool>(
        &self,
        state: &mut State,
        mut courses: Pair<Course<'_>>,
        chance: &mut C,
    ) -> Option<Pace> {
        let mut rolls = AT_ONCE || state.phase == Phase::Bend;
        let mut told = Step::of(state);
        // The first move after which the ends have not been looked for.
        let mut open = if AT_ONCE { 0 } else { u32::from(state.tick) };
        let mut is_out = !AT_ONCE && state.drivers.map(|driver| driver.out.is_some()) != Pair::default();
        loop {
            let side = if courses.catcher.due < courses.prey.due { Side::Catcher } else { Side::Prey };
            let due = courses[side].due;
            // Who is out ends the pursuit when the tick is over.
            let over = if is_out { open } else { caught(state.gap, &courses, open, due) };
            if over < due {
                self.tell_moves(state.gap, &courses, &mut told, Step::new(over, Side::Catcher), chance);
                note_missed(&courses, over, chance);
                state.gap += gained(&courses, over + 1, over + 1);
                self.end(state);
                return Some(Pace::SameTurn);
            }
            if due == ALL {
                self.tell_moves(state.gap, &courses, &mut told, Step::new(ALL - 1, Side::Catcher), chance);
                note_missed(&courses, ALL - 1, chance);
                return Some(self.end_exchange(state, &courses));
            }
            self.tell_moves(state.gap, &courses, &mut told, Step::before(due, side), chance);
            open = due;
            let course = &mut courses[side];
            state.drivers[side].age((due + 1 - course.begun) as u8);
            course.begun = due + 1;
            // Before the initiative tick the bend is missed as an understeer; from it on it takes a check.
            let misses = due < course.drives_from;
            let row = if misses {
                chance.note(Count::MissedBends.of(side));
                chance.tell(|| format!("Tick {}: the {} may not Drive yet and misses the bend.", tick(due), side.name()));
                Some(self.setup.sides[side].mishaps.understeer)
            } else if rolls {
                rolls = AT_ONCE;
                self.check(&state.drivers[side], side, course, chance)
            } else {
                self.rest(state, &courses, side);
                state.phase = Phase::Bend;
                return None;
            };
            if let Some(row) = row {
                let mishap = &self.setup.sides[side].mishaps.rows[usize::from(row)];
                course.lose(mishap.cost);
                self.penalize(&mut state.drivers[side], mishap);
                let after = if mishap.harms { self.harm(state, side, mishap, chance) } else { After::Drives };
                if !misses && after.stays() {
                    chance.note(Count::CrashEvents.of(side));
                }
                match after {
                    After::Drives => {}
                    _ if !AT_ONCE => {
                        self.rest(state, &courses, side);
                        self.stop(state, after);
                        return None;
                    }
                    After::Hurt => self.check_body(state, side, chance),
                    After::Rolls => self.roll(state, side, chance),
                    After::Sinks => self.sink(state, side),
                }
                if AT_ONCE && !after.stays() {
                    course.stop();
                    is_out = true;
                    continue;
                }
            }
            let Some(way) = self.setup.road.after(course.bend) else {
                self.rest(state, &courses, side);
                self.pass(state, side);
                return None;
            };
            course.pass(way);
        }
    }

    /// Both come to rest where a side has reached its next bend.
    fn rest(&self, state: &mut State, courses: &Pair<Course<'_>>, side: Side) {
        let course = &courses[side];
        let tick = course.due;
        let places = Pair::of(|each| {
            if each == side { course.bend_at } else { courses[each].after_moves(course::within(tick, side, each)) }
        });
        for each in Side::BOTH {
            let driver = &mut state.drivers[each];
            if driver.out.is_none() {
                let begun = course::begun(tick, side, each);
                driver.age((begun - courses[each].begun) as u8);
                driver.waits = courses[each].drives_from.saturating_sub(course::within(tick, side, each)) as u8;
                stand(driver, &courses[each], places[each], begun);
                // Where no other bend can be reached in this exchange, it does not matter any more in it when the driver
                // may Drive, and how well.
                if courses[each].due == ALL {
                    *driver = driver.calm();
                }
            }
        }
        state.gap += places.prey - places.catcher;
        (state.tick, state.mover, state.left) = (tick as u8, side, Reverse(course.after_move(tick) - course.bend_at));
        self.place(state);
    }

    /// On a repeated road the place of the prey goes with its way.
    #[inline(always)]
    fn place(&self, state: &mut State) {
        if state.drivers.prey.out.is_none() {
            state.at = self.setup.road.place(state.drivers.prey.way);
        }
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
    fn end_exchange(&self, state: &mut State, courses: &Pair<Course<'_>>) -> Pace {
        state.gap += gained(courses, ALL, ALL);
        if state.gap >= self.setup.break_off {
            state.finish(End::Escaped, Detail::NONE);
            return Pace::SameTurn;
        }
        stand(&mut state.drivers.prey, &courses.prey, courses.prey.after_moves(ALL), ALL);
        stand(&mut state.drivers.catcher, &courses.catcher, courses.catcher.after_moves(ALL), ALL);
        self.place(state);
        state.forget_exchange();
        state.phase = Phase::Declare;
        Pace::NextTurn
    }

    /// Tells the moves that are over by a step.
    #[inline(always)]
    fn tell_moves<C: Chance>(&self, gap: i32, courses: &Pair<Course<'_>>, told: &mut Step, until: Step, chance: &mut C) {
        if C::IN_HASTE {
            return;
        }
        while told.0 <= until.0 {
            let (index, side) = (told.0 as u32 / 2, [Side::Prey, Side::Catcher][told.0 as usize % 2]);
            let catchers = index + u32::from(side == Side::Catcher);
            let gap = gap + gained(courses, index + 1, catchers);
            chance.tell(|| format!("Tick {}: the {} has moved; gap {} m.", tick(index), side.name(), metres(gap)));
            told.0 += 1;
        }
    }
}

/// A move of one side, in the order in which they are made.
#[derive(Clone, Copy, Debug)]
struct Step(i32);

impl Step {
    fn new(index: u32, side: Side) -> Self {
        Self(2 * index as i32 + side as i32)
    }

    /// The one before a side's move.
    fn before(index: u32, side: Side) -> Self {
        Self(Self::new(index, side).0 - 1)
    }

    /// The one that is being made.
    fn of(state: &State) -> Self {
        Self::new(state.tick.into(), state.mover)
    }
}

/// The first move after which the gap is closed, from one on and before another; [`ALL`] when there is none.
#[inline(always)]
fn caught(gap: i32, courses: &Pair<Course<'_>>, from: u32, before: u32) -> u32 {
    let gap = gap + courses.prey.base - courses.catcher.base;
    let (prey, catcher) = (courses.prey.ends(), courses.catcher.ends());
    let is_closed = |index: usize| catcher[index] - prey[index] >= gap;
    // All moves together: nobody can predict how many there are to be looked at.
    if !(0..prey.len()).fold(false, |any, index| any | is_closed(index)) {
        return ALL;
    }
    (from..before).find(|&index| is_closed(index as usize)).unwrap_or(ALL)
}

/// How much the gap has grown when the prey has made so many moves and the catcher so many.
#[inline(always)]
fn gained(courses: &Pair<Course<'_>>, prey: u32, catcher: u32) -> i32 {
    courses.prey.after_moves(prey) - courses.catcher.after_moves(catcher)
}

/// A driver is in such a place of its course, with so many moves begun.
#[inline(always)]
fn stand(driver: &mut Driver, course: &Course<'_>, place: i32, begun: u32) {
    driver.owed = course.owed(begun);
    if driver.way != Way::ENDLESS {
        driver.way = Way { to_bend: course.bend_at - place, modifier: course.modifier, bend: course.bend };
    }
}

/// Counts the bends of which it was known before their time that they would be missed, in moves up to one.
#[inline(always)]
fn note_missed<C: Chance>(courses: &Pair<Course<'_>>, last: u32, chance: &mut C) {
    chance.note_if(Count::MissedBends.of(Side::Prey), courses.prey.missed <= last);
    chance.note_if(Count::MissedBends.of(Side::Catcher), courses.catcher.missed <= last);
}
