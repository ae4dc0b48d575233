//! How both drive on until dice are needed or the exchange is over (rules/reflex.md 2 and 4).

use super::Reflex;
use super::course::{self, ALL, Course, Courses};
use super::state::{Driver, Phase, State, Way};
use super::turn::{After, tick};
use super::words::{Count, metres};
use chaselab_core::{Chance, Detail, End, Pace, Pair, Side};
use std::cmp::Reverse;

impl Reflex {
    /// Both courses from where the two are.
    pub(super) fn courses(&self, state: &State) -> Courses<'_> {
        Side::BOTH.map(|side| Course::resumed(self.setup.sides[side].moves.at(state.drivers[side].speed), state, side))
    }

    /// The whole exchange, where nobody looks at the states between phases: none rests within it.
    #[inline(never)]
    pub(super) fn exchange<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        let mut courses = self.initiative::<C, true>(state, chance);
        let mut seen = Seen::new(state, &courses);
        // Most exchanges need dice for one more bend at most, and are over here.
        if let Some(pace) = self.over::<C, true>(state, &courses, &mut seen, chance) {
            return pace;
        }
        self.meet_next::<C, true>(state, &mut courses, true, &mut seen, chance);
        if let Some(pace) = self.over::<C, true>(state, &courses, &mut seen, chance) {
            return pace;
        }
        self.drive_at_once(state, courses, seen, chance)
    }

    /// The same from the second bend that needs dice on.
    #[inline(never)]
    fn drive_at_once<C: Chance>(&self, state: &mut State, courses: Courses<'_>, seen: Seen, chance: &mut C) -> Pace {
        self.drive::<C, true>(state, courses, seen, chance).unwrap_or(Pace::SameTurn)
    }

    /// Both drive on from where the state has them. Nothing when they come to a stop of which the state says how it goes on.
    pub(super) fn drive_on<C: Chance>(&self, state: &mut State, courses: Courses<'_>, chance: &mut C) -> Option<Pace> {
        let mut seen = Seen::resumed(state, &courses);
        self.over::<C, false>(state, &courses, &mut seen, chance)
            .or_else(|| self.drive::<C, false>(state, courses, seen, chance))
    }

    /// Both drive on from bend to bend, prey first, then catcher, then the ends of a tick.
    #[inline(always)]
    fn drive<C: Chance, const AT_ONCE: bool>(
        &self,
        state: &mut State,
        mut courses: Courses<'_>,
        mut seen: Seen,
        chance: &mut C,
    ) -> Option<Pace> {
        let mut rolls = AT_ONCE || state.phase == Phase::Bend;
        loop {
            if !self.meet_further::<C, AT_ONCE>(state, &mut courses, rolls, &mut seen, chance) {
                return None;
            }
            rolls = AT_ONCE;
            let over = self.over::<C, AT_ONCE>(state, &courses, &mut seen, chance);
            if over.is_some() {
                return over;
            }
        }
    }

    /// The same out of line, so that nothing of it is prepared before it is known how often it is needed.
    #[inline(never)]
    fn meet_further<C: Chance, const AT_ONCE: bool>(
        &self,
        state: &mut State,
        courses: &mut Courses<'_>,
        rolls: bool,
        seen: &mut Seen,
        chance: &mut C,
    ) -> bool {
        self.meet_next::<C, AT_ONCE>(state, courses, rolls, seen, chance)
    }

    /// Whoever is first meets the next bend. Whether both drive on: else the state says how it goes on.
    #[inline(always)]
    fn meet_next<C: Chance, const AT_ONCE: bool>(
        &self,
        state: &mut State,
        courses: &mut Courses<'_>,
        rolls: bool,
        seen: &mut Seen,
        chance: &mut C,
    ) -> bool {
        // Each side by itself, so that its numbers need not be looked for by whose they are.
        if courses[Side::Catcher as usize].due < courses[Side::Prey as usize].due {
            self.meet::<C, AT_ONCE>(state, courses, Side::Catcher, rolls, seen, chance)
        } else {
            self.meet::<C, AT_ONCE>(state, courses, Side::Prey, rolls, seen, chance)
        }
    }

    /// A side meets its next bend. Whether both drive on: else the state says how it goes on.
    #[inline(always)]
    fn meet<C: Chance, const AT_ONCE: bool>(
        &self,
        state: &mut State,
        courses: &mut Courses<'_>,
        side: Side,
        rolls: bool,
        seen: &mut Seen,
        chance: &mut C,
    ) -> bool {
        let course = &mut courses[side as usize];
        let due = course.due;
        state.drivers[side].age((due + 1 - course.begun) as u8);
        course.begun = due + 1;
        // Before the initiative tick the bend is missed as an understeer; from it on it takes a check.
        let misses = due < course.drives_from;
        let row = if misses {
            chance.note(Count::MissedBends.of(side));
            chance.tell(|| format!("Tick {}: the {} may not Drive yet and misses the bend.", tick(due), side.name()));
            Some(self.setup.sides[side].mishaps.understeer)
        } else if rolls {
            self.check(&state.drivers[side], side, course, chance)
        } else {
            self.rest(state, courses, side);
            state.phase = Phase::Bend;
            return false;
        };
        let mut after = After::Drives;
        if let Some(row) = row {
            let mishap = &self.setup.sides[side].mishaps.rows[usize::from(row)];
            course.lose(mishap.cost);
            self.penalize(&mut state.drivers[side], mishap);
            if mishap.harms {
                after = self.harm(state, side, mishap, chance);
            }
            if !misses && after.stays() {
                chance.note(Count::CrashEvents.of(side));
            }
            if after != After::Drives {
                if !AT_ONCE {
                    self.rest(state, courses, side);
                    self.stop(state, after);
                    return false;
                }
                self.follow(state, side, after, chance);
            }
        }
        if !after.stays() {
            course.stop();
            seen.is_out = true;
        } else if AT_ONCE {
            course.pass(self.setup.road.way_after(course.bend));
        } else if let Some(way) = self.setup.road.after(course.bend) {
            course.pass(way);
        } else {
            self.rest(state, courses, side);
            self.pass(state, side);
            return false;
        }
        if row.is_some() {
            seen.look(state.gap, courses, due);
        }
        true
    }

    /// The ends before the next bend, if they come so far; else that bend comes next.
    #[inline(always)]
    fn over<C: Chance, const AT_ONCE: bool>(
        &self,
        state: &mut State,
        courses: &Courses<'_>,
        seen: &mut Seen,
        chance: &mut C,
    ) -> Option<Pace> {
        let (prey, catcher) = (courses[0].due, courses[1].due);
        let due = prey.min(catcher);
        let last = seen.last;
        if last < due {
            tell_moves(state.gap, courses, seen, Step::new(last + 1, Side::Prey), chance);
            note_missed(courses, last, chance);
            state.gap += gained(courses, last + 1, last + 1);
            if AT_ONCE && !seen.is_out {
                state.finish(End::Caught, Detail::NONE);
            } else {
                self.end(state);
            }
            return Some(Pace::SameTurn);
        }
        if due == ALL {
            tell_moves(state.gap, courses, seen, Step::new(ALL, Side::Prey), chance);
            note_missed(courses, ALL - 1, chance);
            return Some(self.end_exchange::<AT_ONCE>(state, courses));
        }
        let side = if catcher < prey { Side::Catcher } else { Side::Prey };
        tell_moves(state.gap, courses, seen, Step::new(due, side), chance);
        None
    }

    /// Both come to rest where a side has reached its next bend.
    fn rest(&self, state: &mut State, courses: &Courses<'_>, side: Side) {
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
                driver.age((begun - courses[each as usize].begun) as u8);
                driver.waits =
                    courses[each as usize].drives_from.saturating_sub(course::within(tick, side, each)) as u8;
                stand::<false>(driver, &courses[each as usize], places[each], begun);
                // Where no other bend can be reached in this exchange, it does not matter any more in it when the driver
                // may Drive, and how well.
                if courses[each as usize].due == ALL {
                    driver.calm();
                }
            }
        }
        state.gap += places.prey - places.catcher;
        (state.tick, state.mover, state.left) = (tick as u8, side, Reverse(course.after_move(tick) - course.bend_at));
        self.place::<false>(state);
    }

    /// On a repeated road the place of the prey goes with its way.
    #[inline(always)]
    fn place<const AT_ONCE: bool>(&self, state: &mut State) {
        let Driver { out, way: Way { to_bend, bend }, .. } = state.drivers.prey;
        if AT_ONCE {
            state.at = self.setup.road.place_before(bend, to_bend);
        } else if out.is_none() {
            state.at = self.setup.road.place(bend, to_bend);
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
    fn end_exchange<const AT_ONCE: bool>(&self, state: &mut State, courses: &Courses<'_>) -> Pace {
        state.gap += gained(courses, ALL, ALL);
        if state.gap >= self.setup.break_off {
            state.finish(End::Escaped, Detail::NONE);
            return Pace::SameTurn;
        }
        stand::<AT_ONCE>(&mut state.drivers.prey, &courses[0], courses[0].after_move(ALL - 1), ALL);
        stand::<AT_ONCE>(&mut state.drivers.catcher, &courses[1], courses[1].after_move(ALL - 1), ALL);
        self.place::<AT_ONCE>(state);
        if AT_ONCE {
            // Nothing rests within it.
            state.drivers.prey.forget_penalties();
            state.drivers.catcher.forget_penalties();
        } else {
            state.forget_exchange();
        }
        state.phase = Phase::Declare;
        Pace::NextTurn
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
    /// As an exchange begins.
    #[inline(always)]
    fn new(state: &State, courses: &Courses<'_>) -> Self {
        Self { is_out: false, last: caught(state.gap, courses, 0), told: Step(0) }
    }

    fn resumed(state: &State, courses: &Courses<'_>) -> Self {
        let is_out = state.drivers.prey.out.is_some() || state.drivers.catcher.out.is_some();
        let mut seen = Self { is_out, last: ALL, told: Step::new(state.tick.into(), state.mover) };
        seen.look(state.gap, courses, state.tick.into());
        seen
    }

    /// Sees the end anew after a mishap in a move. Who is out ends the pursuit when the tick is over.
    #[inline(always)]
    fn look(&mut self, gap: i32, courses: &Courses<'_>, index: u32) {
        self.last = if self.is_out { index } else { caught(gap, courses, index) };
    }
}

/// A move of one side: they are made in ascending order.
#[derive(Clone, Copy, Debug)]
struct Step(u32);

impl Step {
    #[inline(always)]
    fn new(index: u32, side: Side) -> Self {
        Self(2 * index + side as u32)
    }
}

/// Tells the moves before one.
#[inline(always)]
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

/// The first move after which the gap is closed, from one on; [`ALL`] when there is none. All moves together: nobody can
/// predict how many there are to be looked at.
#[inline(always)]
fn caught(gap: i32, courses: &Courses<'_>, from: u32) -> u32 {
    let gap = gap + courses[0].base - courses[1].base;
    let (prey, catcher) = (&courses[0].row.ends, &courses[1].row.ends);
    let is_closed = |index: usize| u32::from(catcher[index] - prey[index] >= gap) << index;
    let closed = (0..prey.len()).fold(0, |closed, index| closed | is_closed(index));
    (closed >> from << from | 1 << ALL).trailing_zeros()
}

/// How much the gap has grown when the prey has made so many moves and the catcher so many.
#[inline(always)]
fn gained(courses: &Courses<'_>, prey: u32, catcher: u32) -> i32 {
    courses[0].after_moves(prey) - courses[1].after_moves(catcher)
}

/// A driver is in such a place of its course, with so many moves begun.
#[inline(always)]
fn stand<const AT_ONCE: bool>(driver: &mut Driver, course: &Course<'_>, place: i32, begun: u32) {
    driver.owed = course.owed(begun);
    let is_endless = !AT_ONCE && course.bend_at == Way::ENDLESS.to_bend;
    let to_bend = if is_endless { course.bend_at } else { course.bend_at - place };
    driver.way = Way { to_bend, bend: course.bend };
}

/// Counts the bends of which it was known before their time that they would be missed, in moves up to one.
#[inline(always)]
fn note_missed<C: Chance>(courses: &Courses<'_>, last: u32, chance: &mut C) {
    chance.note_if(Count::MissedBends.of(Side::Prey), courses[0].missed <= last);
    chance.note_if(Count::MissedBends.of(Side::Catcher), courses[1].missed <= last);
}
