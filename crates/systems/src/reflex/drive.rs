//! How both drive on until dice are needed or the exchange is over (rules/reflex.md 2 and 4).

use super::Pursuit;
use super::course::{self, ALL, Course, Courses, first, last_move};
use super::parts::Parts;
use super::state::{Driver, Phase, State, Way};
use super::turn::{After, tick};
use super::words::metres;
use chaselab_core::{Chance, Detail, End, Pace, Pair, Side};
use std::cmp::Reverse;

impl<K: Parts> Pursuit<K> {
    /// Both courses from where the two are.
    pub(super) fn courses(&self, state: &State<K>) -> Courses<'_> {
        Side::BOTH.map(|side| Course::resumed(self.setup.sides[side].moves.at(state.drivers[side].speed), state, side))
    }

    /// Both drive on from where the state has them, from bend to bend, prey first, then catcher, then the ends of a tick.
    /// Nothing when they come to a stop of which the state says how it goes on.
    pub(super) fn drive_on<'a, C: Chance>(
        &'a self,
        state: &mut State<K>,
        mut courses: Courses<'a>,
        chance: &mut C,
    ) -> Option<Pace> {
        let mut seen = Seen::resumed(state, &courses);
        let mut rolls = state.phase == Phase::Bend;
        loop {
            let over = self.over(state, &courses, &mut seen, chance);
            if over.is_some() {
                return over;
            }
            let side = first(&courses);
            if !self.meet(state, &mut courses, side, rolls, &mut seen, chance) {
                return None;
            }
            rolls = false;
        }
    }

    /// A side meets its next bend. Whether both drive on: else the state says how it goes on.
    fn meet<'a, C: Chance>(
        &'a self,
        state: &mut State<K>,
        courses: &mut Courses<'a>,
        side: Side,
        rolls: bool,
        seen: &mut Seen,
        chance: &mut C,
    ) -> bool {
        let course = &mut courses[side as usize];
        let due = course.due;
        let driver = &mut state.drivers[side];
        driver.age(due + 1 - course.begun);
        course.begun = due + 1;
        let misses = course.misses();
        let row = if misses {
            Some(self.miss(side, due, chance))
        } else if rolls {
            let added = self.setup.road.modifier(course.bend) + self.penalty(driver);
            self.check(driver, side, due, course.bend, added, chance)
        } else {
            self.rest(state, courses, side);
            state.phase = Phase::Bend;
            return false;
        };
        if let Some(row) = row {
            let vehicle = &self.setup.sides[side];
            course.lose(vehicle.moves.at(driver.speed), vehicle.mishaps.cost(row));
            let after = self.suffer(state, side, row, misses, chance);
            if after != After::Drives {
                self.rest(state, courses, side);
                self.stop(state, after);
                return false;
            }
        }
        let Some(way) = self.setup.road.after(course.bend) else {
            self.rest(state, courses, side);
            self.pass(state, side);
            return false;
        };
        course.pass(way);
        if row.is_some() {
            seen.look(state.gap, courses, due);
        }
        true
    }

    /// The ends before the next bend, if they come so far; else that bend comes next.
    fn over<C: Chance>(
        &self,
        state: &mut State<K>,
        courses: &Courses<'_>,
        seen: &mut Seen,
        chance: &mut C,
    ) -> Option<Pace> {
        let due = courses[0].due.min(courses[1].due).min(ALL);
        let last = seen.last;
        if last < due {
            tell_moves(state.gap, courses, seen, Step::new(last + 1, Side::Prey), chance);
            state.gap += gained(courses, last + 1, last + 1);
            let (end, detail) = end(state);
            state.finish(end, detail);
            return Some(Pace::SameTurn);
        }
        if due == ALL {
            tell_moves(state.gap, courses, seen, Step::new(ALL, Side::Prey), chance);
            return Some(self.end_exchange(state, courses));
        }
        tell_moves(state.gap, courses, seen, Step::new(due, first(courses)), chance);
        None
    }

    /// Both come to rest where a side has reached its next bend.
    fn rest(&self, state: &mut State<K>, courses: &Courses<'_>, side: Side) {
        let course = &courses[side as usize];
        let tick = course.due;
        let places = Pair::of(|each| {
            if each == side {
                course.bend_at
            } else {
                courses[each as usize].after_moves(course::within(tick, side, each))
            }
        });
        for each in Side::BOTH {
            let driver = &mut state.drivers[each];
            if driver.out.is_none() {
                let begun = course::begun(tick, side, each);
                driver.age(begun - courses[each as usize].begun);
                driver.waits =
                    courses[each as usize].drives_from.saturating_sub(course::within(tick, side, each)) as u8;
                stand(driver, &courses[each as usize], places[each], begun);
                // Where no other bend can be reached in this exchange, it does not matter any more in it when the driver
                // may Drive, and how well.
                if courses[each as usize].due >= ALL {
                    driver.calm();
                }
            }
        }
        state.gap += places.prey - places.catcher;
        (state.tick, state.mover, state.left) = (tick as u8, side, Reverse(course.after_move(tick) - course.bend_at));
        self.place(state);
    }

    /// On a repeated road the place of the prey goes with its way.
    fn place(&self, state: &mut State<K>) {
        let Driver { out, way: Way { to_bend, bend }, .. } = state.drivers.prey;
        if out.is_none() {
            state.at = self.setup.road.place(bend, to_bend);
        }
    }

    fn end_exchange(&self, state: &mut State<K>, courses: &Courses<'_>) -> Pace {
        state.gap += gained(courses, ALL, ALL);
        if state.gap >= self.setup.break_off {
            state.finish(End::Escaped, Detail::NONE);
            return Pace::SameTurn;
        }
        stand(&mut state.drivers.prey, &courses[0], courses[0].after_move(ALL - 1), ALL);
        stand(&mut state.drivers.catcher, &courses[1], courses[1].after_move(ALL - 1), ALL);
        self.place(state);
        state.forget_exchange();
        state.phase = Phase::Declare;
        Pace::NextTurn
    }
}

/// Several ends at once: a crash before the gap (rules/neutral.md, Roles and ends).
#[inline(never)]
pub(super) fn end<K: Parts>(state: &State<K>) -> (End, Detail) {
    let out = state.drivers.map(|driver| driver.out);
    match (out.prey, out.catcher) {
        (Some(_), Some(_)) => (End::BothCrashed, Detail::NONE),
        (Some(detail), None) => (End::PreyCrashed, detail),
        (None, Some(detail)) => (End::CatcherCrashed, detail),
        (None, None) => (End::Caught, Detail::NONE),
    }
}

/// What is seen of a pursuit beforehand.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Whether somebody is out of it.
    is_out: bool,
    /// The move with which it ends when nothing more happens; [`ALL`] when it goes on beyond this exchange.
    last: u32,
    /// The first move of a side that has not been told.
    told: Step,
}

impl Seen {
    fn resumed<K: Parts>(state: &State<K>, courses: &Courses<'_>) -> Self {
        let is_out = state.drivers.prey.out.is_some() || state.drivers.catcher.out.is_some();
        let mut seen = Self { is_out, last: ALL, told: Step::new(state.tick.into(), state.mover) };
        seen.look(state.gap, courses, state.tick.into());
        seen
    }

    /// Sees the end anew after a mishap in a move.
    fn look(&mut self, gap: i32, courses: &Courses<'_>, index: u32) {
        self.last = last_move(gap, courses, index, self.is_out);
    }
}

/// A move of one side: they are made in ascending order.
#[derive(Clone, Copy, Debug)]
struct Step(u32);

impl Step {
    fn new(index: u32, side: Side) -> Self {
        Self(2 * index + side as u32)
    }
}

/// Tells the moves before one.
fn tell_moves<C: Chance>(gap: i32, courses: &Courses<'_>, seen: &mut Seen, before: Step, chance: &mut C) {
    if C::IN_HASTE {
        return;
    }
    for step in seen.told.0..before.0 {
        let (index, side) = (step / 2, if step % 2 == 0 { Side::Prey } else { Side::Catcher });
        let gap = gap + gained(courses, index + 1, index + step % 2);
        chance.tell(|| format!("Tick {}: the {} has moved; gap {} m.", tick(index), side.name(), metres(gap)));
    }
    seen.told = before;
}

/// How much the gap has grown when the prey has made so many moves and the catcher so many.
fn gained(courses: &Courses<'_>, prey: u32, catcher: u32) -> i32 {
    courses[0].after_moves(prey) - courses[1].after_moves(catcher)
}

/// A driver is in such a place of its course, with so many moves begun.
fn stand(driver: &mut Driver, course: &Course<'_>, place: i32, begun: u32) {
    driver.owed = course.owed(begun);
    let is_endless = course.bend_at == Way::ENDLESS.to_bend;
    let to_bend = if is_endless { course.bend_at } else { course.bend_at - place };
    driver.way = Way { to_bend, bend: course.bend };
}
