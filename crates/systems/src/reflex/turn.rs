//! One exchange in reading order (rules/reflex.md 2 to 4): initiative, then five moves of each vehicle with a check at
//! every bend, and after each tick the ends. What needs no dice on the way is in `drive.rs`.

use super::Pursuit;
use super::course::{ALL, Course, Courses};
use super::mishaps::Mishap;
use super::moves::MOVES;
use super::parts::Parts;
use super::state::{Driver, Phase, State, Suspension};
use super::words::{Count, ON_ROOF, ON_SIDE, SUNK, UPSIDE_DOWN, metres, multiple};
use chaselab_core::{Action, Against, Chance, Detail, Pair, Side};
use std::cmp::Reverse;

/// Flotation points of a vehicle.
const FLOTATION: u8 = 10;

/// What follows a mishap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// The vehicle drives on.
    Drives,
    /// The driver is hurt unless a check passes.
    Hurt,
    Rolls,
    Sinks,
}

impl After {
    /// Whether the vehicle stays in the pursuit.
    pub(super) fn stays(self) -> bool {
        matches!(self, Self::Drives | Self::Hurt)
    }
}

impl<K: Parts> Pursuit<K> {
    /// Initiative is rolled where it can matter: for a driver who can reach a bend in this exchange. Waits that are over
    /// by then are none, so that equal prospects are one.
    pub(super) fn initiative<C: Chance>(&self, state: &State<K>, chance: &mut C) -> Courses<'_> {
        Side::BOTH.map(|side| self.set_out(state, side, chance))
    }

    fn set_out<C: Chance>(&self, state: &State<K>, side: Side, chance: &mut C) -> Course<'_> {
        let driver = &state.drivers[side];
        let vehicle = &self.setup.sides[side];
        chance.tell(|| {
            let (name, length) = (side.name(), metres(vehicle.moves.whole(driver.speed)));
            format!("The {name} declares {} x its safe speed, {length} m a move.", multiple(Action(driver.speed)))
        });
        let mut course = Course::new(vehicle.moves.at(driver.speed), driver.owed, driver.way);
        if course.due >= ALL {
            return course;
        }
        chance.rolls(side, Against::Question);
        let waits = chance.band(&self.d20, &vehicle.initiative[course.due as usize], 0);
        course.drives_from = waits.into();
        chance.tell(|| {
            let name = side.name();
            match waits {
                0 => format!("Initiative: the {name} may Drive in time for the next bend."),
                MOVES => format!("Initiative: the {name} may not Drive in this exchange."),
                _ => format!("Initiative: the {name} may Drive from tick {} on.", tick(waits.into())),
            }
        });
        course
    }

    /// The same rolls at once, for those who can reach a bend: nobody sees a wait that is over.
    #[inline(always)]
    pub(super) fn waits_at_once<C: Chance>(&self, rolls: Pair<bool>, chance: &mut C) -> Pair<u8> {
        let Pair { prey, catcher } = self.setup.sides.as_ref().map(|side| &side.waits);
        if rolls.prey && rolls.catcher {
            let (prey, catcher) = chance.answer_two(prey, catcher, true);
            return Pair::new(prey, catcher);
        }
        let mut roll = |rolls, waits| if rolls { chance.answer(waits) } else { 0 };
        Pair::new(roll(rolls.prey, prey), roll(rolls.catcher, catcher))
    }

    /// A bend before the initiative tick is missed: as an understeer, the row of which this is.
    #[inline(always)]
    pub(super) fn miss<C: Chance>(&self, side: Side, index: u32, chance: &mut C) -> u8 {
        chance.note_few(Count::MissedBends.of(side), true);
        chance.tell(|| format!("Tick {}: the {} may not Drive yet and misses the bend.", tick(index), side.name()));
        self.setup.sides[side].mishaps.understeer
    }

    /// A check at a bend in a move: the margin of failure says what happens. To the target the bend and the crew's penalty add
    /// `added`.
    #[inline(always)]
    pub(super) fn check<C: Chance>(
        &self,
        driver: &Driver,
        side: Side,
        index: u32,
        bend: u32,
        added: i16,
        chance: &mut C,
    ) -> Option<u8> {
        let vehicle = &self.setup.sides[side];
        let modifier = self.setup.modifiers.of(driver) + added;
        let target = vehicle.target + modifier;
        chance.note_few(Count::Checks.of(side), true);
        chance.rolls(side, Against::AtMost(target));
        let failed = chance.answer_shifted(&vehicle.checks, -target);
        chance.tell(|| {
            let (name, angle) = (side.name(), self.setup.road.angle(bend));
            let comes = failed.map_or("made", |row| vehicle.mishaps.rows[usize::from(row)].name.as_str());
            let base = vehicle.target;
            let sign = if modifier < 0 { '-' } else { '+' };
            format!(
                "Tick {}: the {name} Drives a bend of {angle} degrees, {base} {sign} {} = {target} or less: {comes}.",
                tick(index),
                modifier.abs()
            )
        });
        failed
    }

    /// The crew's penalty in force.
    #[inline(always)]
    pub(super) fn penalty(&self, driver: &Driver) -> i16 {
        let [rest, fresh, fading] = [driver.penalty, driver.fresh, driver.fading].map(i16::from);
        if self.setup.rules.penalties_add { rest + fresh + fading } else { rest.min(fresh).min(fading) }
    }

    /// What a mishap does besides the moves that it costs; a bend that is missed is no failed check.
    #[inline(always)]
    pub(super) fn suffer<C: Chance>(
        &self,
        state: &mut State<K>,
        side: Side,
        row: u8,
        misses: bool,
        chance: &mut C,
    ) -> After {
        let mishap = &self.setup.sides[side].mishaps.rows[usize::from(row)];
        self.penalize(&mut state.drivers[side], mishap);
        let after = if mishap.harms { self.harm(state, side, mishap, chance) } else { After::Drives };
        if !misses && after.stays() {
            chance.note(Count::CrashEvents.of(side));
        }
        after
    }

    /// Penalties do not add, the worst holds; the switch `penalties` says otherwise. One that a worse one outlasts is
    /// forgotten. Nobody can guess which of them that is, so that there is no branch.
    #[inline(always)]
    fn penalize(&self, driver: &mut Driver, mishap: &Mishap) {
        let Driver { penalty: rest, fresh, fading, .. } = *driver;
        if self.setup.rules.penalties_add {
            driver.penalty = rest.saturating_add(mishap.penalty);
            driver.fresh = fresh.saturating_add(mishap.brief);
            return;
        }
        let unless = |outlasted: bool, penalty: i8| if outlasted { 0 } else { penalty };
        let (rest, fresh) = (rest.min(mishap.penalty), fresh.min(mishap.brief));
        let fresh = unless(fresh >= rest, fresh);
        driver.penalty = rest;
        driver.fresh = fresh;
        driver.fading = unless(fading >= rest.min(fresh), fading);
    }

    /// What is hit, worn or hurt in a mishap.
    #[inline(never)]
    fn harm<C: Chance>(&self, state: &mut State<K>, side: Side, mishap: &Mishap, chance: &mut C) -> After {
        let driver = &mut state.drivers[side];
        driver.suspension = driver.suspension.max(mishap.suspension);
        driver.steering_hit |= mishap.steering;
        for _ in 0..mishap.wear {
            chance.note(Count::Wear.of(side));
        }
        if mishap.steering || mishap.suspension != Suspension::Whole {
            chance.note(Count::Hits.of(side));
            chance.tell(|| {
                let what = match mishap.suspension {
                    Suspension::Whole => "a hit on the steering",
                    Suspension::Minor => "a minor hit on the suspension",
                    Suspension::Major => "a major hit on the suspension",
                };
                format!("The {} takes {what}.", side.name())
            });
        }
        if mishap.holes {
            let lost = self.setup.sides[side].flooding(driver.speed).min(FLOTATION - driver.flooded);
            driver.flooded += lost;
            let flooded = driver.flooded;
            for _ in 0..lost {
                chance.note(Count::FlotationLost.of(side));
            }
            chance.tell(|| {
                format!("The {} loses {lost} flotation points, {} are left.", side.name(), FLOTATION - flooded)
            });
            if flooded == FLOTATION {
                return After::Sinks;
            }
        }
        if mishap.out {
            After::Rolls
        } else if mishap.hurts && !driver.hurt {
            After::Hurt
        } else {
            After::Drives
        }
    }

    /// The mover stops for what follows a mishap.
    pub(super) fn stop(&self, state: &mut State<K>, after: After) {
        let driver = &mut state.drivers[state.mover];
        match after {
            After::Drives => {}
            After::Hurt => state.phase = Phase::Hurt,
            After::Sinks => self.sink(state, state.mover),
            After::Rolls => {
                // All that a rollover asks of its driver.
                *driver = Driver { speed: driver.speed, hurt: driver.hurt, way: driver.way, ..Driver::default() };
                state.left = Reverse(0);
                state.phase = Phase::Roll;
            }
        }
    }

    /// The same at once, for any side.
    #[inline(always)]
    pub(super) fn follow<C: Chance>(&self, state: &mut State<K>, side: Side, after: After, chance: &mut C) {
        match after {
            After::Drives => {}
            After::Hurt => self.check_body(state, side, chance),
            After::Rolls => self.roll(state, side, chance),
            After::Sinks => self.sink(state, side),
        }
    }

    /// The bend is behind the mover.
    pub(super) fn pass(&self, state: &mut State<K>, side: Side) {
        state.phase = Phase::Moving;
        if let Some(after) = self.setup.road.after(state.drivers[side].way.bend) {
            state.drivers[side].way = after;
        } else if self.setup.road.pass(state, side) {
            state.phase = Phase::Draw;
        }
    }

    /// The driver is hurt unless a check of the body passes.
    #[inline(never)]
    pub(super) fn check_body<C: Chance>(&self, state: &mut State<K>, side: Side, chance: &mut C) {
        let target = self.setup.sides[side].body_target;
        chance.rolls(side, Against::AtMost(target));
        let hurt = chance.at_least(&self.d20, target + 1);
        state.drivers[side].hurt = hurt;
        if hurt {
            chance.note(Count::Hurt.of(side));
        }
        chance.tell(|| {
            let comes = if hurt { "hurt" } else { "unhurt" };
            format!("The driver of the {} needs {target} or less: {comes}.", side.name())
        });
    }

    /// A rollover: the worst of a pothole, how it comes to rest, and damage that no longer matters to the pursuit.
    #[inline(never)]
    pub(super) fn roll<C: Chance>(&self, state: &mut State<K>, side: Side, chance: &mut C) {
        let driver = state.drivers[side];
        let vehicle = &self.setup.sides[side];
        let hurts = vehicle.mishaps.rows.iter().any(|mishap| mishap.out && mishap.hurts);
        if hurts && !driver.hurt {
            self.check_body(state, side, chance);
        }
        let over = chance.at_least(&self.d6, 6 - self.setup.modifiers.roll[usize::from(driver.speed)]);
        let detail = match (over, vehicle.floats) {
            (false, _) => ON_SIDE,
            (true, false) => ON_ROOF,
            (true, true) => UPSIDE_DOWN,
        };
        let results = chance.draw(&self.d10);
        for _ in 0..results {
            chance.note(Count::DamageResults.of(side));
        }
        chance.tell(|| {
            let rests = self.words.details[usize::from(detail.0)].replace('_', " ");
            format!("The {} comes to rest {rests}, with {results} minor damage results: out.", side.name())
        });
        self.out(state, side, detail);
    }

    /// A vehicle sinks.
    pub(super) fn sink(&self, state: &mut State<K>, side: Side) {
        self.out(state, side, SUNK);
    }

    /// A side is out of the pursuit, and its move is over.
    fn out(&self, state: &mut State<K>, side: Side, detail: Detail) {
        state.drivers[side] = Driver::gone(detail);
        state.left = Reverse(0);
        state.phase = Phase::Moving;
    }

    /// The road goes on behind the last known bend.
    #[inline(never)]
    pub(super) fn draw<C: Chance>(&self, state: &mut State<K>, chance: &mut C) {
        self.setup.road.draw(state, chance);
        state.phase = Phase::Moving;
    }

    /// The drivers before the first exchange, both at their safe speed.
    pub(super) fn drivers() -> Pair<Driver> {
        Pair::of(|_| Driver { speed: 2, ..Driver::default() })
    }
}

/// The tick of the exchange on which its move with this index, from 0, is made.
pub(super) const fn tick(index: u32) -> u32 {
    25 - 5 * index
}
