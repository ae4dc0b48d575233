//! A whole exchange at once, where nobody looks at the states within it (rules/reflex.md 2 to 4).

use super::Pursuit;
use super::course::{ALL, Course, Courses, first, last_move};
use super::drive::end;
use super::moves::{Row, Rows};
use super::openings::{Opening, Openings};
use super::parts::Parts;
use super::state::{Driver, Phase, State, Way};
use super::turn::After;
use super::words::Count;
use chaselab_core::{Chance, Detail, End, Pace, Pair, Side};
use std::hint::select_unpredictable;

impl<K: Parts> Pursuit<K> {
    /// The exchange.
    #[inline(always)]
    pub(super) fn exchange<C: Chance>(&self, state: &mut State<K>, chance: &mut C) -> Pace {
        let roll = |rolls| self.waits_at_once(rolls, chance);
        let mut ride = if self.begins(state) {
            // Before the table is asked for, which the compiler reads nothing across.
            let speeds = state.drivers.as_ref().map(|driver| driver.speed);
            let openings = self.openings.get_or_init(|| Openings::new(self));
            match openings.play(speeds, roll) {
                Opening::Over(outcome) => return outcome.come(state, chance),
                Opening::Begun { courses, last } => {
                    let course = |side| {
                        let rows = self.setup.sides[side].moves.at(speeds[side]).rows(0);
                        courses[side as usize].course(rows)
                    };
                    let courses = [course(Side::Prey), course(Side::Catcher)];
                    Ride { courses, last: u32::from(*last), is_out: false }
                }
            }
        } else if state.drivers.prey.owed | state.drivers.catcher.owed <= Row::MOST_OWED {
            // One less than a power of two.
            self.set_out_both(state, roll)
        } else {
            return self.roll_on(state, chance);
        };
        // Most exchanges need dice for one more bend at most, and are over here.
        if let Some(pace) = self.over_at_once(state, &ride, chance) {
            return pace;
        }
        self.meet_next::<C, true>(state, &mut ride, chance);
        if let Some(pace) = self.over_at_once(state, &ride, chance) {
            return pace;
        }
        self.ride(state, ride, chance)
    }

    /// Both set out, after a roll for initiative where it can matter.
    #[inline(always)]
    pub(super) fn set_out_both(&self, state: &State<K>, waits: impl FnOnce(Pair<bool>) -> Pair<u8>) -> Ride<'_> {
        let (prey_rows, prey_due) = self.first_due(&state.drivers, Side::Prey);
        let (catcher_rows, catcher_due) = self.first_due(&state.drivers, Side::Catcher);
        let waits = waits(Pair::new(prey_due < ALL, catcher_due < ALL));
        let prey = self.set_out_at_once(&state.drivers.prey, prey_rows, prey_due, waits.prey.into());
        let catcher = self.set_out_at_once(&state.drivers.catcher, catcher_rows, catcher_due, waits.catcher.into());
        let courses = [prey, catcher];
        Ride { last: last_move(state.gap, &courses, 0, false), courses, is_out: false }
    }

    /// The exchange from the second bend on that needs dice.
    #[inline(never)]
    fn ride<'a, C: Chance>(&'a self, state: &mut State<K>, mut ride: Ride<'a>, chance: &mut C) -> Pace {
        loop {
            self.meet_further(state, &mut ride, chance);
            if let Some(pace) = self.over_at_once(state, &ride, chance) {
                return pace;
            }
        }
    }

    /// The same out of line, so that nothing of it is prepared before it is known how often it is needed.
    #[inline(never)]
    fn meet_further<'a, C: Chance>(&'a self, state: &mut State<K>, ride: &mut Ride<'a>, chance: &mut C) {
        self.meet_next::<C, false>(state, ride, chance);
    }

    /// Whoever is first meets the next bend.
    #[inline(always)]
    fn meet_next<'a, C: Chance, const FIRST: bool>(
        &'a self,
        state: &mut State<K>,
        ride: &mut Ride<'a>,
        chance: &mut C,
    ) {
        // Each side by itself, so that its numbers need not be looked for by whose they are.
        match first(&ride.courses) {
            Side::Catcher => self.meet_at_once::<C, FIRST>(state, ride, Side::Catcher, chance),
            Side::Prey => self.meet_at_once::<C, FIRST>(state, ride, Side::Prey, chance),
        }
    }

    /// A side meets its next bend; at the first nobody has a penalty yet.
    #[inline(always)]
    fn meet_at_once<'a, C: Chance, const FIRST: bool>(
        &'a self,
        state: &mut State<K>,
        ride: &mut Ride<'a>,
        side: Side,
        chance: &mut C,
    ) {
        let vehicle = &self.setup.sides[side];
        let course = &mut ride.courses[side as usize];
        let Course { due, bend, .. } = *course;
        let stretch = self.setup.road.stretch(bend);
        if !FIRST {
            state.drivers[side].age(due + 1 - course.begun);
        }
        course.begun = due + 1;
        let misses = course.misses();
        let row = if misses {
            Some(self.miss(side, due, chance))
        } else {
            let driver = &state.drivers[side];
            let penalty = if FIRST { 0 } else { self.penalty(driver) };
            self.check(driver, side, due, bend, stretch.modifier + penalty, chance)
        };
        let mut after = After::Drives;
        if let Some(row) = row {
            note_missed(course, side, due, chance);
            course.lose(vehicle.moves.at(state.drivers[side].speed), vehicle.mishaps.cost(row));
            after = self.suffer(state, side, row, misses, chance);
            if after != After::Drives {
                self.follow(state, side, after, chance);
            }
        }
        if after.stays() {
            course.pass(stretch.way);
        } else {
            course.due = ALL;
            ride.is_out = true;
        }
        if row.is_some() {
            ride.last = last_move(state.gap, &ride.courses, due, ride.is_out);
        }
    }

    /// How the moves of a side may go, and the one in which it reaches its first bend: [`ALL`] or more when none does.
    #[inline(always)]
    pub(super) fn first_due(&self, drivers: &Pair<Driver>, side: Side) -> (&Rows, u32) {
        let driver = &drivers[side];
        let rows = self.setup.sides[side].moves.at(driver.speed).rows(driver.owed);
        (rows, rows[0].drives_to(driver.way.to_bend))
    }

    /// How a side begins that waits so many moves and reaches its first bend in that move. The bend is part of it if it is
    /// missed.
    #[inline(always)]
    fn set_out_at_once<'a>(&self, driver: &Driver, rows: &'a Rows, due: u32, waits: u32) -> Course<'a> {
        let (bend_at, bend) = (driver.way.to_bend, driver.way.bend);
        // Nobody can guess it.
        let misses = due < waits;
        let row = &rows[select_unpredictable(misses, 1 + due, 0) as usize % rows.len()];
        let Way { to_bend, bend: next } = self.setup.road.stretch(bend).way;
        let bend_at = bend_at + select_unpredictable(misses, to_bend, 0);
        let bend = select_unpredictable(misses, next, bend);
        Course { row, late: 0, base: 0, bend_at, bend, due: row.reach(bend_at), drives_from: waits, begun: 0 }
    }

    /// The end of the exchange, or of the pursuit in one of its moves, if it comes before the next bend.
    #[inline(always)]
    pub(super) fn over_at_once<C: Chance>(
        &self,
        state: &mut State<K>,
        ride: &Ride<'_>,
        chance: &mut C,
    ) -> Option<Pace> {
        let [prey, catcher] = &ride.courses;
        let due = prey.due.min(catcher.due);
        let last = ride.last;
        // Whether neither comes before the other, or the bend is beyond the exchange: one question, not two to guess.
        if due <= last.min(ALL - 1) {
            return None;
        }
        note_missed(prey, Side::Prey, last, chance);
        if last < ALL {
            note_missed(catcher, Side::Catcher, last, chance);
            // Nobody looks at anything else any more.
            let (end, detail) = if ride.is_out { end(state) } else { (End::Caught, Detail::NONE) };
            state.phase = Phase::Over(end, detail);
            return Some(Pace::Over);
        }
        // Not beside the other, so that the two are not counted together: what is read wider than it was written last waits.
        note_missed(catcher, Side::Catcher, ALL, chance);
        let [prey_at, catcher_at] = [prey, catcher].map(|course| course.after_move(ALL - 1));
        state.gap += prey_at - catcher_at;
        if state.gap >= self.setup.break_off {
            state.phase = Phase::Over(End::Escaped, Detail::NONE);
            return Some(Pace::Over);
        }
        let Pair { prey: first, catcher: second } = &mut state.drivers;
        (first.owed, second.owed) = (prey.owed_after(), catcher.owed_after());
        first.way = Way { to_bend: prey.bend_at - prey_at, bend: prey.bend };
        second.way = Way { to_bend: catcher.bend_at - catcher_at, bend: catcher.bend };
        state.at = self.setup.road.place_before(first.way);
        // Nothing rests within it.
        state.drivers.prey.forget_penalties();
        state.drivers.catcher.forget_penalties();
        state.phase = Phase::Declare;
        Some(Pace::NextTurn)
    }
}

/// Both in the exchange.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ride<'a> {
    pub courses: Courses<'a>,
    /// The move with which the pursuit ends when nothing more happens; [`ALL`] when it goes on beyond this exchange.
    pub last: u32,
    /// Whether somebody is out of it.
    pub is_out: bool,
}

/// Counts the bend of which it was known as the side set out that it would be missed, in moves up to one.
#[inline(always)]
fn note_missed<C: Chance>(course: &Course<'_>, side: Side, last: u32, chance: &mut C) {
    chance.note_few(Count::MissedBends.of(side), u32::from(course.row.misses) <= last);
}
